"""Preparation of the record in which the games of a ruleset begin.

Plain Python, run once per ruleset.
"""

from __future__ import annotations

import math
from typing import Any

from carnage.catalog.dexterity import DexterityLevel as HandData
from carnage.catalog.rosters import Piece as PieceData
from carnage.catalog.rosters import Weapon
from carnage.engine.battle.frame import numbers
from carnage.engine.battle.frame.queries import TALENTS
from carnage.engine.battle.frame.state import (
    CLOSE,
    DIFFICULTIES,
    FOCUS,
    MORALE_PHASE,
    MOVE,
    RANGED,
    REACHES,
    SPECIAL,
    VALUES,
)
from carnage.engine.core.rule_ids import NOT_ASKED
from carnage.rulesets import odds
from carnage.rulesets.action_kinds import list_action_kinds
from carnage.rulesets.battlefield import get_battlefield
from carnage.rulesets.forces import get_force
from carnage.rulesets.range_chart import count_bands
from carnage.rulesets.ruleset import Ruleset
from carnage.rulesets.settings import DEFAULT_SETTINGS, Settings, resolve_settings

CM_PER_INCH = 2.54
MM_PER_INCH = 25.4
MM_PER_CM = 10.0
INCHES_PER_FOOT = 12.0
MAX_CHART_CHANGE = 2  # that the range chart may add at a distance that counts as within reach
CHART = {  # the parameters of the range chart, by row
    "pistol": (
        "shooting.pistol_1",
        "shooting.pistol_2",
        "shooting.pistol_3",
        "shooting.pistol_4",
        "shooting.pistol_5",
        "shooting.pistol_6",
        "shooting.pistol_7",
        "shooting.pistol_8",
    ),
    "shotgun": (
        "shooting.shotgun_1",
        "shooting.shotgun_2",
        "shooting.shotgun_3",
        "shooting.shotgun_4",
        "shooting.shotgun_5",
        "shooting.shotgun_6",
        "shooting.shotgun_7",
        "shooting.shotgun_8",
    ),
    "rifle": (
        "shooting.rifle_1",
        "shooting.rifle_2",
        "shooting.rifle_3",
        "shooting.rifle_4",
        "shooting.rifle_5",
        "shooting.rifle_6",
        "shooting.rifle_7",
        "shooting.rifle_8",
    ),
}


KIND_BITS = {"Move": MOVE, "Ranged": RANGED, "Close": CLOSE, "Special": SPECIAL}


def fill(g: Any, ruleset: Ruleset, settings: Settings = DEFAULT_SETTINGS) -> None:
    """Fill an empty record for the games of a ruleset.

    Args:
        g: The record, a NumPy record or a plain object, with all fields 0.
        ruleset: The ruleset.
        settings: The settings of the match: how steady the hands of each side are.
    """
    numbers.NUMBERING.fill(g.chosen, g.p, ruleset)
    small = ruleset.has("centimetres")
    unit = CM_PER_INCH if small else 1.0
    params = ruleset.params
    g.table = get_battlefield(ruleset).side_feet * INCHES_PER_FOOT * unit
    g.strip = get_battlefield(ruleset).strip_inches * unit
    g.inch = unit
    g.radius = float(ruleset.book.roster.base) / 2.0
    if small:
        width = params["objectives.marker_small_mm"] / MM_PER_CM
    else:
        width = params["objectives.marker_mm"] / MM_PER_INCH
    g.marker_radius = width / 2.0
    g.token_radius = _token_radius(ruleset, small)
    g.phased = int(ruleset.has("phased"))
    g.kinds_of_action = FOCUS | (MORALE_PHASE if ruleset.has("morale-tests") else 0)
    for kind in list_action_kinds(ruleset):
        g.kinds_of_action |= KIND_BITS[kind]
    g.speed_phases = int(ruleset.has("speed-phases"))
    g.bell = int(ruleset.has("bell"))
    g.stature = int(ruleset.has("fallen") or ruleset.has("prone"))
    g.last_orders = int(ruleset.has("last-orders"))
    if ruleset.has("clock"):
        # Where sides pick their models, the muster corrects this by the number of units.
        g.time = int(params["game-length.each"]) * 2 * len(get_force(ruleset).unit_sizes)
    g.facing = int(ruleset.has("facing"))
    g.arc_cosine = math.cos(math.radians(params["arc-of-sight.degrees"] / 2.0))
    g.speeds = int(ruleset.has("speed") or ruleset.has("gaits"))
    if ruleset.has("markers"):
        g.n_markers = int(params["objectives.markers"])
    else:
        g.n_markers = 0
    _fill_kinds(g, ruleset)
    _fill_chart(g, ruleset)
    _fill_models(g, ruleset)
    for index, piece in enumerate(get_battlefield(ruleset).terrain):
        _fill_piece(g.pieces[index], piece, g.table)
    g.n_pieces = len(get_battlefield(ruleset).terrain)
    for kind in ("blocking", "obscuring", "difficult"):
        places = [
            n for n, piece in enumerate(get_battlefield(ruleset).terrain) if kind in piece.kinds
        ]
        setattr(g, f"{kind}_to", max(places, default=-1) + 1)
    g.talents = _talents(ruleset)
    if ruleset.book.dexterity:
        for side, code in enumerate(resolve_settings(ruleset, settings)["hands"]):
            fill_hand(g.hands[side], ruleset.book.dexterity.get_level(code))
    how = odds.get_mechanic(ruleset)
    for value in range(VALUES):
        for difficulty in range(1, DIFFICULTIES):
            g.chances[value * DIFFICULTIES + difficulty] = float(
                odds.success_chance(how, value, difficulty)
            )


def fill_hand(hand: Any, data: HandData) -> None:
    """Copy a player's dexterity from its table to the record."""
    for name in ("overshoot", "along_base", "along_share", "across_base", "across_share"):
        setattr(hand, name, float(getattr(data.scatter, name)))
    for name in ("added", "moved", "struck"):
        chances = getattr(hand, name)
        for index, chance in enumerate(getattr(data, name)):
            chances[index] = chance


def _token_radius(ruleset: Ruleset, small: bool) -> float:
    """Return the radius of a Loot Token, 0 where there is no loot."""
    if not ruleset.has("loot"):
        return 0.0
    params = ruleset.params
    if small:
        width = params["objectives.token_small_mm"] / MM_PER_CM
    else:
        width = params["objectives.token_mm"] / MM_PER_INCH
    return float(width / 2.0)


def _talents(ruleset: Ruleset) -> int:
    """Return the Talents that are of use in this game, as a bit mask of their numbers."""
    if not ruleset.has("talents"):
        return 0
    table = ruleset.book.table("talent-list")
    numbers_of = TALENTS.numbers()
    return sum(1 << numbers_of[rule.code] for rule in table.rules if ruleset.uses(table, rule))


def _fill_kinds(g: Any, ruleset: Ruleset) -> None:
    """Fill in the weapons and the kinds of models."""
    weapons = ruleset.book.roster.weapon
    place = {weapon.code: index for index, weapon in enumerate(weapons)}
    carried = {weapon.code: weapon for weapon in get_force(ruleset).weapons}
    bands = list(dict.fromkeys(weapon.band for weapon in weapons if weapon.band))
    for index, weapon in enumerate(weapons):
        w = g.weapons[index]
        w.ranged = int(weapon.kind == "ranged")
        w.range = float(weapon.range)
        w.burst = float(weapon.burst)
        w.push = float(weapon.push)
        if weapon.band:
            w.band = bands.index(weapon.band)
            if ruleset.has("range-bands"):
                w.bands = count_bands(ruleset, weapon.band)
        else:
            w.band = NOT_ASKED
        for name in ("wounds", "dice", "weak", "big", "load", "edge"):
            setattr(w, name, getattr(weapon, name))
        w.skill_bonus = carried[weapon.code].bonus if weapon.code in carried else 0
        w.rule = _rule_of(ruleset, weapon)
        if ruleset.has("doomed-tokens"):
            w.weak = 0  # one wound is as bad as two there, so that a weak hit does nothing
    for index, model in enumerate(get_force(ruleset).kinds):
        k = g.kinds[index]
        for stat, value in model.stats.items():
            if stat == "speed":
                setattr(k, stat, float(value))
            else:
                setattr(k, stat, value)
        k.points = model.points
        k.price = model.price
        for slot, weapon in enumerate(model.weapons):
            k.weapons[slot] = place[weapon.code]
        k.n_weapons = len(model.weapons)
        k.reach = max(_reach(ruleset, weapon) for weapon in model.weapons)
        k.sight = max(
            (_reach(ruleset, w) for w in model.weapons if w.kind == "ranged"), default=0.0
        )
        k.bands = max(g.weapons[place[weapon.code]].bands for weapon in model.weapons)
        k.shout = int("shout" in model.specials)
        k.patch_up = int("patch-up" in model.specials)


def _reach(ruleset: Ruleset, weapon: Weapon) -> float:
    """Return the range of a weapon.

    By range bands, that is the end of the farthest band for which the chart adds at most
    `MAX_CHART_CHANGE`.
    """
    if weapon.kind != "ranged" or not ruleset.has("range-bands"):
        return float(weapon.range)
    row = [int(ruleset.params[name]) for name in CHART[weapon.band]]
    good = max(n for n in range(REACHES) if row[n] <= MAX_CHART_CHANGE)
    return float(ruleset.params["shooting.band"]) * (good + 1)


def _fill_chart(g: Any, ruleset: Ruleset) -> None:
    """Fill in the range chart: the number that each row adds at each distance."""
    weapons = ruleset.book.roster.weapon
    bands = dict.fromkeys(weapon.band for weapon in weapons if weapon.band)
    for row, band in enumerate(bands):
        for n in range(REACHES):
            g.chart[row * REACHES + n] = int(ruleset.params.get(CHART[band][n], 0))


def _rule_of(ruleset: Ruleset, weapon: Weapon) -> int:
    """Return the number of the rule that a weapon's use is counted under.

    That is the weapon's own rule, or else the chosen option of shooting or fighting.
    """
    own = f"{weapon.kind}.{weapon.code}"
    if own in numbers.RULES:
        return numbers.NUMBERING.number(own)
    table = "shooting" if weapon.kind == "ranged" else "fighting"
    choice = ruleset.choice(table)
    return numbers.NUMBERING.number(f"{choice.table.id}.{choice.option.code}")


def _fill_models(g: Any, ruleset: Ruleset) -> None:
    """Fill in both sides' units and models, and the pool of a draft.

    Where sides pick their models, each place stays absent until a model is picked for it.
    """
    place = {model.code: index for index, model in enumerate(get_force(ruleset).kinds)}
    at = 0
    g.n_kinds = len(get_force(ruleset).kinds)
    if ruleset.has("draft"):
        for code, number in get_force(ruleset).pool.items():
            g.pool[place[code]] = number
    for side in (0, 1):
        for unit in get_force(ruleset).units:
            u = g.units[g.n_units]
            u.side = side
            u.first = at
            u.count = len(unit.models)
            u.points = unit.points
            if ruleset.has("dwindling"):
                u.tower = int(ruleset.params["damage.height"])
            for model in unit.models:
                m = g.models[at]
                m.side = side
                m.unit = g.n_units
                m.kind = place[model.code] if get_force(ruleset).is_fixed else 0
                m.absent = int(not get_force(ruleset).is_fixed)
                at += 1
            g.n_units += 1
        g.sides[side].started = len(get_force(ruleset).units)
    g.n_models = at
    g.half = at // 2


def _fill_piece(piece: Any, data: PieceData, size: float) -> None:
    """Fill in one piece of terrain.

    Args:
        piece: The record of the piece.
        data: The piece in the roster, in fractions of the table's width.
        size: The width of the table.
    """
    piece.disc = int(data.shape == "disc")
    # In the roster y runs down the page, as in diagrams; on the table it runs north.
    piece.x = data.x * size
    piece.y = (1.0 - data.y) * size
    piece.half_w = data.width * size / 2.0
    piece.half_h = data.height * size / 2.0
    if piece.disc:
        piece.bound = piece.half_w
    else:
        piece.bound = math.hypot(piece.half_w, piece.half_h)
    for kind in data.kinds:
        if kind != "open":
            setattr(piece, kind, 1)
