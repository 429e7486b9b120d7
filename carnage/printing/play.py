"""What to cut out for a game: cards, tokens, standees, templates; only what this game uses, at true size."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from math import ceil
from typing import Any

from carnage.forces import Model, force, stats
from carnage.ground import ground
from carnage.printing.blocks import blocks, plain
from carnage.printing.books import Paper, addressed
from carnage.printing.counting import (
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
from carnage.printing.setting import Pages
from carnage.rulebook import Rulebook
from carnage.rulebook.battle.table_layout import TableLayout, sort_of
from carnage.rulebook.battle.weapons import weapon_columns
from carnage.rulebook.markdown_export import render_part, render_section
from carnage.ruleset import Ruleset
from carnage.wording import count, length, listed

SIDES = (1, 2)
COMPONENTS = "components"
TALENTS, SPECIALS = "talent-list", "special"  # tables that list things, each with what it does
RULER = {False: 10, True: 25}  # inches, or centimetres, that a strip of it is long
STRIPS = 3  # at most
ACROSS = {1: 24.0, 2: 22.0, 3: 20.0}  # millimetres that a strip is wide, by how many lie on a page
SMALL_TABLE = 2  # feet, up to which terrain is printed at its size
BLAST = ".blast"  # how the numbers of rules are called that tell how far one goes


def cards(rulebook: Rulebook, paper: Paper, site: str) -> Pages:
    """A card for each figure, and decks of small ones."""
    return _pages(rulebook, paper, site, "cards.typ", cards=list(_cards(rulebook)), decks=_decks(rulebook))


def has_cards(rulebook: Rulebook) -> bool:
    """Whether a game has figures or decks."""
    return bool(rulebook.ruleset.book.roster.figure or _decks(rulebook))


def has_markers(rulebook: Rulebook) -> bool:
    """Whether a game has figures, tokens or markers."""
    return bool(rulebook.ruleset.book.roster.figure or tokens(components(rulebook), 1, 0))


def markers(rulebook: Rulebook, paper: Paper, site: str) -> Pages:
    """Tokens and markers, and standees for the figures."""
    ruleset, lines = rulebook.ruleset, components(rulebook)
    usual = SMALL if "centimetres" in ruleset.traits else USUAL
    units = len(force(ruleset).units) if ruleset.book.roster.figure else 0
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
    """A ruler with the ranges of this game's weapons on it, its blasts, and terrain for a small table."""
    ruleset = rulebook.ruleset
    small = "centimetres" in ruleset.traits
    unit = 10.0 if small else MM_AN_INCH
    carried = force(ruleset).carried if ruleset.book.roster.figure else ()
    told = [
        (rulebook.rename(weapon.label), dict(weapon_columns(ruleset))["Range"](weapon)) for weapon in carried
    ]
    blasts = [(rulebook.rename(weapon.label), weapon.burst) for weapon in carried if weapon.burst]
    blasts += [("Blast", float(value)) for name, value in ruleset.params.items() if name.endswith(BLAST)]
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
    """Weapons that reach equally far on one line; its distance as a number, and as it is written."""
    by_reach: dict[str, list[str]] = {}
    for label, reach in reaches:
        by_reach.setdefault(reach, []).append(label)
    return [(", ".join(labels), number(reach), reach) for reach, labels in by_reach.items()]


def components(rulebook: Rulebook) -> list[str]:
    """What the game needs, line by line, as its rulebook tells it."""
    part = next(part for part in rulebook.front if part.id == COMPONENTS)
    return [
        plain(item) for block in blocks(render_part(part, rulebook.naming)) for item in block.get("items", ())
    ]


def _pages(rulebook: Rulebook, paper: Paper, site: str, template: str, **data: Any) -> Pages:
    return Pages(template, {**addressed(rulebook, site), "paper": paper.code, **data})


# -------------------------------------------------------------------------------------------------- cards


def _figures(ruleset: Ruleset) -> Iterator[tuple[Model, int, int]]:
    """Every figure with its side and number; where sides pick theirs, one of each kind for each of them."""
    if not ruleset.book.roster.figure:
        return
    mustered = force(ruleset)
    if mustered.pool:
        models = [model for model in mustered.kinds for _ in range(mustered.pool[model.code])]
        yield from ((model, 0, number) for number, model in enumerate(models, 1))
        return
    models = (
        [model for unit in mustered.units for model in unit.models] if mustered.alike else [*mustered.kinds]
    )
    for side in SIDES:
        yield from ((model, side, number) for number, model in enumerate(models, 1))


def _cards(rulebook: Rulebook) -> Iterator[dict[str, Any]]:
    ruleset, told = rulebook.ruleset, dict(_items(rulebook, SPECIALS))
    for model, side, place in _figures(ruleset):
        yield _figure(rulebook, model, side, place) | {
            "stats": [(stat.short, stat.label, str(model.stats[stat.code])) for stat in stats(ruleset)],
            "weapons": [(rulebook.rename(weapon.label), _told(weapon, ruleset)) for weapon in model.weapons],
            "specials": [(label, told.get(label, "")) for label in map(_special, model.specials)],
            "note": model.note,
            "whose": rulebook.rename(f"{ruleset.book.sheet.nouns.side} {side}") if side else "",
            "points": f"${model.price}" if ruleset.has("price-list") else f"{model.points} points",
            "boxes": _borne(model, ruleset),
            "talent": ruleset.has("talents"),
        }


def _figure(rulebook: Rulebook, model: Model, side: int, number: int) -> dict[str, Any]:
    return {"label": rulebook.rename(model.label), "side": side, "number": number}


def _told(weapon: Any, ruleset: Ruleset) -> str:
    """What this game uses of a weapon, in a line."""
    told = [(title, tell(weapon)) for title, tell in weapon_columns(ruleset)]
    return ", ".join(_pair(title, value) for title, value in told if value)


def _pair(title: str, value: str) -> str:
    return value if title in ("Range", "Special") else f"{title[0].lower()}{title[1:]} {value}"


def _borne(model: Model, ruleset: Ruleset) -> int:
    """How many wounds there are to be ticked off."""
    if ruleset.has("wounds"):
        return model.stats["wounds"]
    return model.stats["pace"] if ruleset.has("slowing") else 0


def _decks(rulebook: Rulebook) -> list[dict[str, Any]]:
    sections = [section for chapter in rulebook.chapters for section in chapter.sections]
    rules = " ".join(render_section(section, rulebook.naming) for section in sections)
    found = decks(components(rulebook), rules)
    if wants_unit_cards(components(rulebook)):
        found += [Deck(f"Side {side}", tuple(_units(rulebook.ruleset)), side=side) for side in SIDES]
    if talents := tuple(_items(rulebook, TALENTS)):
        found.append(Deck("Talent", talents))
    return [deck._asdict() for deck in found]


def _units(ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    """What each unit of a side is called, and who is in it, where that is settled before the game."""
    mustered = force(ruleset)
    for place, unit in enumerate(mustered.units, 1):
        members = Counter(model.label for model in unit.models)
        told = listed([count(many, label) for label, many in members.items()])
        if mustered.alike:
            yield unit.label, "" if told.removeprefix("1 ") == unit.label else told
        else:
            yield f"Unit {place}", ""


def _special(code: str) -> str:
    return code.replace("-", " ").title()


def _items(rulebook: Rulebook, table: str) -> Iterator[tuple[str, str]]:
    """What a table's rules list: what each item is called, in bold, and what it says."""
    for chapter in rulebook.chapters:
        for section in chapter.sections:
            if section.id == table:
                for block in blocks(render_section(section, rulebook.naming)):
                    yield from (_headed(item) for item in block.get("items", ()))


def _headed(item: Sequence[Any]) -> tuple[str, str]:
    """An item of a list that begins with what it tells about, in bold."""
    first, *rest = item[0]["runs"]
    return plain(first).rstrip("."), "".join(map(plain, rest)).strip()


# ------------------------------------------------------------------------------------------------ terrain


def _terrain(ruleset: Ruleset, unit: float) -> Iterator[dict[str, Any]]:
    """The pieces of a small table's terrain, in millimetres."""
    if not ruleset.book.roster.figure or ground(ruleset).feet > SMALL_TABLE:
        return
    table = TableLayout(ruleset)
    for piece in ground(ruleset).terrain:
        yield {
            "label": f"{table.letters[sort_of(piece)]} {piece.label}",
            "kinds": ", ".join(piece.kinds),
            "disc": piece.shape == "disc",
            "width": piece.width * table.side * unit,
            "height": piece.height * table.side * unit,
        }
