"""Material to cut out for a game: cards, tokens, standees and templates, at true size.

Only material that the rules of this game use is printed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from math import ceil
from typing import Any

from carnage.common.text_format import count, join_words, length
from carnage.printing.blocks import blocks, plain
from carnage.printing.books import Paper, addressed
from carnage.printing.token_counts import (
    FIGURES,
    MM_AN_INCH,
    SMALL,
    USUAL,
    Deck,
    decks,
    measure,
    number,
    tokens,
    wants_unit_cards,
)
from carnage.printing.typesetting import Pages
from carnage.rulebook import Rulebook
from carnage.rulebook.battle.table_layout import TableLayout, sort_of
from carnage.rulebook.battle.weapons import weapon_columns
from carnage.rulebook.markdown_export import render_part, render_section
from carnage.rulesets.battlefield import get_battlefield
from carnage.rulesets.forces import Model, get_force, list_stats
from carnage.rulesets.ruleset import Ruleset

SIDES = (1, 2)
COMPONENTS = "components"
TALENTS, SPECIALS = "talent-list", "special"  # tables with a list of named items and their effects
RULER = {False: 10, True: 25}  # length of a strip of the ruler: in inches, or (True) in centimetres
STRIPS = 3  # at most, of a ruler
ACROSS = {1: 24.0, 2: 22.0, 3: 20.0}  # width of a strip in millimetres, by the number of strips
SMALL_TABLE = 2  # feet: the largest table whose terrain is printed at true size
BLAST = ".blast"  # suffix of parameters that are the radius of a blast


def cards(rulebook: Rulebook, paper: Paper, site: str) -> Pages:
    """Return a card for each figure, and decks of small cards."""
    return _pages(
        rulebook, paper, site, "cards.typ", cards=list(_cards(rulebook)), decks=_decks(rulebook)
    )


def has_cards(rulebook: Rulebook) -> bool:
    """Return True if a game has figures or decks."""
    return bool(rulebook.ruleset.book.roster.figure or _decks(rulebook))


def has_markers(rulebook: Rulebook) -> bool:
    """Return True if a game has figures, tokens or markers."""
    return bool(rulebook.ruleset.book.roster.figure or tokens(components(rulebook), 1, 0))


def markers(rulebook: Rulebook, paper: Paper, site: str) -> Pages:
    """Return the tokens and markers of a game, and standees for its figures."""
    ruleset = rulebook.ruleset
    lines = components(rulebook)
    usual = SMALL if "centimetres" in ruleset.traits else USUAL
    units = 0
    if ruleset.book.roster.figure:
        units = len(get_force(ruleset).units)
    base = next((measure(line) for line in lines if FIGURES in line), 0.0)
    return _pages(
        rulebook,
        paper,
        site,
        "tokens.typ",
        tokens=[token._asdict() for token in tokens(lines, ruleset.players, units, usual)],
        base=base,
        figures=[_figure(rulebook, *each) for each in _figures(ruleset)] if base else [],
    )


def templates(rulebook: Rulebook, paper: Paper, site: str) -> Pages:
    """Return a ruler with the ranges of weapons, the blasts, and the terrain of a small table."""
    ruleset = rulebook.ruleset
    small = "centimetres" in ruleset.traits
    unit = 10.0 if small else MM_AN_INCH
    if ruleset.book.roster.figure:
        carried = get_force(ruleset).weapons
    else:
        carried = ()
    told = [
        (rulebook.rename(weapon.label), dict(weapon_columns(ruleset))["Range"](weapon))
        for weapon in carried
    ]
    blasts = [(rulebook.rename(weapon.label), weapon.burst) for weapon in carried if weapon.burst]
    blasts += [
        ("Blast", float(value)) for name, value in ruleset.params.items() if name.endswith(BLAST)
    ]
    ranges = _together((label, reach) for label, reach in told if number(reach))
    farthest = max((far for _, far, _ in ranges), default=0.0)
    strips = min(max(1, ceil(farthest / RULER[small])), STRIPS)
    return _pages(
        rulebook,
        paper,
        site,
        "templates.typ",
        unit=unit,
        ruler=RULER[small],
        strips=strips,
        across=ACROSS[strips],
        measure="centimetres" if small else "inches",
        ranges=ranges,
        blasts=[(label, float(radius), length(radius, small)) for label, radius in blasts],
        terrain=list(_terrain(ruleset, unit)),
    )


def _together(reaches: Iterable[tuple[str, str]]) -> list[tuple[str, float, str]]:
    """Return the label, range as a number and range as text of weapons, one entry for each
    range.
    """
    by_reach: dict[str, list[str]] = {}
    for label, reach in reaches:
        by_reach.setdefault(reach, []).append(label)
    return [(", ".join(labels), number(reach), reach) for reach, labels in by_reach.items()]


def components(rulebook: Rulebook) -> list[str]:
    """Return the lines of the rulebook that list the material for a game."""
    part = next(part for part in rulebook.front if part.id == COMPONENTS)
    return [
        plain(item)
        for block in blocks(render_part(part, rulebook.naming))
        for item in block.get("items", ())
    ]


def _pages(rulebook: Rulebook, paper: Paper, site: str, template: str, **data: Any) -> Pages:
    """Return pages of a template with the footer of the game."""
    return Pages(template, {**addressed(rulebook, site), "paper": paper.code, **data})


# -------------------------------------------------------------------------------------------- cards


def _figures(ruleset: Ruleset) -> Iterator[tuple[Model, int, int]]:
    """Yield each figure with its side, from 1, and its number. Drafted figures have side 0.

    If each side picks its figures, one figure of each kind is given for each side.
    """
    if not ruleset.book.roster.figure:
        return
    mustered = get_force(ruleset)
    if mustered.pool:
        models = [model for model in mustered.kinds for _ in range(mustered.pool[model.code])]
        yield from ((model, 0, number) for number, model in enumerate(models, 1))
        return
    if mustered.is_fixed:
        models = [model for unit in mustered.units for model in unit.models]
    else:
        models = [*mustered.kinds]
    for side in SIDES:
        yield from ((model, side, number) for number, model in enumerate(models, 1))


def _cards(rulebook: Rulebook) -> Iterator[dict[str, Any]]:
    """Yield the data of each figure's card."""
    ruleset = rulebook.ruleset
    told = dict(_items(rulebook, SPECIALS))
    for model, side, place in _figures(ruleset):
        yield _figure(rulebook, model, side, place) | {
            "stats": [
                (stat.short, stat.label, str(model.stats[stat.code]))
                for stat in list_stats(ruleset)
            ],
            "weapons": [
                (rulebook.rename(weapon.label), _told(weapon, ruleset)) for weapon in model.weapons
            ],
            "specials": [(label, told.get(label, "")) for label in map(_special, model.specials)],
            "note": model.note,
            "whose": rulebook.rename(f"{ruleset.book.sheet.nouns.side} {side}") if side else "",
            "points": f"${model.price}" if ruleset.has("price-list") else f"{model.points} points",
            "boxes": _borne(model, ruleset),
            "talent": ruleset.has("talents"),
        }


def _figure(rulebook: Rulebook, model: Model, side: int, number: int) -> dict[str, Any]:
    """Return the label, side and number of a figure."""
    return {"label": rulebook.rename(model.label), "side": side, "number": number}


def _told(weapon: Any, ruleset: Ruleset) -> str:
    """Return the properties of a weapon that this game uses, in one line."""
    told = [(title, tell(weapon)) for title, tell in weapon_columns(ruleset)]
    return ", ".join(_pair(title, value) for title, value in told if value)


def _pair(title: str, value: str) -> str:
    """Return a property of a weapon, with its name unless it is a range or a special rule."""
    if title in ("Range", "Special"):
        return value
    return f"{title[0].lower()}{title[1:]} {value}"


def _borne(model: Model, ruleset: Ruleset) -> int:
    """Return the number of boxes for wounds on a card."""
    if ruleset.has("wounds"):
        return model.stats["wounds"]
    return model.stats["pace"] if ruleset.has("slowing") else 0


def _decks(rulebook: Rulebook) -> list[dict[str, Any]]:
    """Return the data of the decks of a game."""
    sections = [section for chapter in rulebook.chapters for section in chapter.sections]
    rules = " ".join(render_section(section, rulebook.naming) for section in sections)
    found = decks(components(rulebook), rules)
    if wants_unit_cards(components(rulebook)):
        found += [
            Deck(f"Side {side}", tuple(_units(rulebook.ruleset)), side=side) for side in SIDES
        ]
    if talents := tuple(_items(rulebook, TALENTS)):
        found.append(Deck("Talent", talents))
    return [deck._asdict() for deck in found]


def _units(ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    """Yield the name of each unit of a side, and its members if they are known before the game."""
    mustered = get_force(ruleset)
    for place, unit in enumerate(mustered.units, 1):
        members = Counter(model.label for model in unit.models)
        told = join_words([count(many, label) for label, many in members.items()])
        if mustered.is_fixed:
            yield unit.label, "" if told.removeprefix("1 ") == unit.label else told
        else:
            yield f"Unit {place}", ""


def _special(code: str) -> str:
    """Return the name of a Special Action for its code."""
    return code.replace("-", " ").title()


def _items(rulebook: Rulebook, table: str) -> Iterator[tuple[str, str]]:
    """Yield the name and text of each item in the lists of a table's rules."""
    for chapter in rulebook.chapters:
        for section in chapter.sections:
            if section.id == table:
                for block in blocks(render_section(section, rulebook.naming)):
                    yield from (_headed(item) for item in block.get("items", ()))


def _headed(item: Sequence[Any]) -> tuple[str, str]:
    """Return the name, in bold at the start of a list item, and the text after it."""
    first, *rest = item[0]["runs"]
    return plain(first).rstrip("."), "".join(map(plain, rest)).strip()


# ------------------------------------------------------------------------------------------ terrain


def _terrain(ruleset: Ruleset, unit: float) -> Iterator[dict[str, Any]]:
    """Yield the terrain of a small table, its size in millimetres."""
    if not ruleset.book.roster.figure or get_battlefield(ruleset).side_feet > SMALL_TABLE:
        return
    table = TableLayout(ruleset)
    for piece in get_battlefield(ruleset).terrain:
        yield {
            "label": f"{table.letters[sort_of(piece)]} {piece.label}",
            "kinds": ", ".join(piece.kinds),
            "disc": piece.shape == "disc",
            "width": piece.width * table.side * unit,
            "height": piece.height * table.side * unit,
        }
