"""Material to cut out for a game: cards, tokens, standees and templates, at true size.

Only material that the rules of this game use is printed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import ceil
from typing import Any

from carnage.catalog.world_schema import Label
from carnage.common.text_format import count, join_words, length
from carnage.drawing.figures import GLYPH_OF_KIND, GLYPHS
from carnage.printing.blocks import extract_text, parse_blocks
from carnage.printing.books import Paper, build_footer
from carnage.printing.token_counts import (
    DEFAULT_TOKEN_MM,
    FIGURES,
    MM_PER_INCH,
    SMALL_TOKEN_MM,
    Deck,
    Token,
    has_unit_cards,
    parse_decks,
    parse_diameter_mm,
    parse_number,
    parse_tokens,
)
from carnage.printing.typesetting import TypesetDocument
from carnage.rulebook import Rulebook
from carnage.rulebook.battle.table_layout import TableLayout, get_sort
from carnage.rulebook.battle.weapons import list_weapon_columns
from carnage.rulebook.markdown_export import render_section
from carnage.rulebook.typography import curl_quotes
from carnage.rulesets.battlefield import get_battlefield
from carnage.rulesets.forces import Model, get_force, list_stats
from carnage.rulesets.ruleset import Ruleset
from carnage.rulesets.world_names import list_counters

SIDES = (1, 2)
COMPONENTS_ID = "components"
TALENTS_ID, SPECIALS_ID = (
    "talent-list",
    "special",
)  # tables with a list of named items and their effects
RULER_LENGTHS = {
    False: 10,
    True: 25,
}  # length of a strip of the ruler: in inches, or (True) in centimetres
MAX_RULER_STRIPS = 3  # at most, of a ruler
STRIP_WIDTHS_MM = {
    1: 24.0,
    2: 22.0,
    3: 20.0,
}  # width of a strip in millimetres, by the number of strips
BLAST_SUFFIX = ".blast"  # suffix of parameters that are the radius of a blast


def typeset_cards(rulebook: Rulebook, paper: Paper, site: str) -> TypesetDocument:
    """Return a card for each figure, and decks of small cards."""
    return _typeset(
        rulebook,
        paper,
        site,
        "cards.typ",
        cards=list(_build_cards(rulebook)),
        decks=_build_decks(rulebook),
    )


def has_cards(rulebook: Rulebook) -> bool:
    """Return True if a game has figures or decks."""
    return bool(rulebook.ruleset.book.roster.figure or _build_decks(rulebook))


def has_tokens(rulebook: Rulebook) -> bool:
    """Return True if a game has figures, tokens or markers."""
    return bool(
        rulebook.ruleset.book.roster.figure or parse_tokens(list_components(rulebook), 1, 0)
    )


def typeset_tokens(rulebook: Rulebook, paper: Paper, site: str) -> TypesetDocument:
    """Return the tokens and markers of a game, and standees for its figures."""
    ruleset = rulebook.ruleset
    lines = list_components(rulebook)
    usual = SMALL_TOKEN_MM if "centimetres" in ruleset.traits else DEFAULT_TOKEN_MM
    units = 0
    if ruleset.book.roster.figure:
        units = len(get_force(ruleset).units)
    counters = list_counters(rulebook.world)
    base = next((parse_diameter_mm(line) for line in lines if FIGURES in line), 0.0)
    return _typeset(
        rulebook,
        paper,
        site,
        "tokens.typ",
        tokens=[
            _name_token(token, counters)._asdict()
            for token in parse_tokens(lines, ruleset.players, units, usual)
        ],
        base=base,
        figures=[_build_figure(rulebook, *each) for each in _list_figures(ruleset)] if base else [],
    )


def _name_token(token: Token, counters: Mapping[str, Label]) -> Token:
    """Return a token with the name that a setting gives it."""
    label = counters.get(token.label.lower())
    return token._replace(label=label.singular) if label else token


def typeset_templates(rulebook: Rulebook, paper: Paper, site: str) -> TypesetDocument:
    """Return a ruler with the ranges of weapons, the blasts, and the terrain."""
    ruleset = rulebook.ruleset
    is_metric = "centimetres" in ruleset.traits
    unit = 10.0 if is_metric else MM_PER_INCH
    if ruleset.book.roster.figure:
        weapons = get_force(ruleset).weapons
    else:
        weapons = ()
    reaches = [
        (rulebook.rename(weapon.label), dict(list_weapon_columns(ruleset))["Range"](weapon))
        for weapon in weapons
    ]
    blasts = [(rulebook.rename(weapon.label), weapon.burst) for weapon in weapons if weapon.burst]
    blasts += [
        ("Blast", float(value))
        for name, value in ruleset.params.items()
        if name.endswith(BLAST_SUFFIX)
    ]
    ranges = _group_by_reach((label, reach) for label, reach in reaches if parse_number(reach))
    farthest = max((far for _, far, _ in ranges), default=0.0)
    strips = min(max(1, ceil(farthest / RULER_LENGTHS[is_metric])), MAX_RULER_STRIPS)
    return _typeset(
        rulebook,
        paper,
        site,
        "templates.typ",
        unit=unit,
        ruler=RULER_LENGTHS[is_metric],
        strips=strips,
        across=STRIP_WIDTHS_MM[strips],
        measure="centimetres" if is_metric else "inches",
        ranges=ranges,
        blasts=[(label, float(radius), length(radius, is_metric)) for label, radius in blasts],
        terrain=list(_build_terrain(rulebook, unit)),
    )


def _group_by_reach(reaches: Iterable[tuple[str, str]]) -> list[tuple[str, float, str]]:
    """Return the label, range as a number and range as text of weapons, one entry for each
    range.
    """
    by_reach: dict[str, list[str]] = {}
    for label, reach in reaches:
        by_reach.setdefault(reach, []).append(label)
    return [(", ".join(labels), parse_number(reach), reach) for reach, labels in by_reach.items()]


def list_components(rulebook: Rulebook) -> list[str]:
    """Return the lines of the rulebook that list the material for a game."""
    part = next(part for part in rulebook.front if part.id == COMPONENTS_ID)
    lines = [curl_quotes(line) for line in part.content.lines]
    return [rulebook.naming.text(line) for line in lines] if rulebook.naming else lines


def _typeset(
    rulebook: Rulebook, paper: Paper, site: str, template: str, **data: Any
) -> TypesetDocument:
    """Return pages of a template with the footer of the game."""
    return TypesetDocument(template, {**build_footer(rulebook, site), "paper": paper.code, **data})


# -------------------------------------------------------------------------------------------- cards


def _list_figures(ruleset: Ruleset) -> Iterator[tuple[Model, int, int]]:
    """Yield each figure with its side, from 1, and its number. Drafted figures have side 0.

    If each side picks its figures, one figure of each kind is given for each side.
    """
    if not ruleset.book.roster.figure:
        return
    force = get_force(ruleset)
    if force.pool:
        models = [model for model in force.kinds for _ in range(force.pool[model.code])]
        yield from ((model, 0, number) for number, model in enumerate(models, 1))
        return
    if force.is_fixed:
        models = [model for unit in force.units for model in unit.models]
    else:
        models = [*force.kinds]
    for side in SIDES:
        yield from ((model, side, number) for number, model in enumerate(models, 1))


def _build_cards(rulebook: Rulebook) -> Iterator[dict[str, Any]]:
    """Yield the data of each figure's card."""
    ruleset = rulebook.ruleset
    special_texts = dict(_list_items(rulebook, SPECIALS_ID))
    for model, side, number in _list_figures(ruleset):
        kind = GLYPH_OF_KIND[model.code]
        yield _build_figure(rulebook, model, side, number) | {
            "kind": kind,
            "glyph": GLYPHS[kind],
            "stats": [
                (stat.short, stat.label, str(model.stats[stat.code]))
                for stat in list_stats(ruleset)
            ],
            "weapons": [
                (rulebook.rename(weapon.label), _describe_weapon(weapon, ruleset))
                for weapon in model.weapons
            ],
            "specials": [
                (label, special_texts.get(label, ""))
                for label in map(_format_special, model.specials)
            ],
            "note": model.note,
            "whose": rulebook.rename(f"{ruleset.book.sheet.nouns.side} {side}") if side else "",
            "points": f"${model.price}" if ruleset.has("price-list") else f"{model.points} points",
            "boxes": _count_wound_boxes(model, ruleset),
            "talent": ruleset.has("talents"),
        }


def _build_figure(rulebook: Rulebook, model: Model, side: int, number: int) -> dict[str, Any]:
    """Return the label, side and number of a figure."""
    return {"label": rulebook.rename(model.label), "side": side, "number": number}


def _describe_weapon(weapon: Any, ruleset: Ruleset) -> str:
    """Return the properties of a weapon that this game uses, in one line."""
    properties = [(title, describe(weapon)) for title, describe in list_weapon_columns(ruleset)]
    return ", ".join(_format_property(title, value) for title, value in properties if value)


def _format_property(title: str, value: str) -> str:
    """Return a property of a weapon, with its name unless it is a range or a special rule."""
    if title in ("Range", "Special"):
        return value
    return f"{title[0].lower()}{title[1:]} {value}"


def _count_wound_boxes(model: Model, ruleset: Ruleset) -> int:
    """Return the number of boxes for wounds on a card."""
    if ruleset.has("wounds"):
        return model.stats["wounds"]
    return model.stats["pace"] if ruleset.has("slowing") else 0


def _build_decks(rulebook: Rulebook) -> list[dict[str, Any]]:
    """Return the data of the decks of a game."""
    sections = [section for chapter in rulebook.chapters for section in chapter.sections]
    rules = " ".join(render_section(section, rulebook.naming) for section in sections)
    found = parse_decks(list_components(rulebook), rules)
    if has_unit_cards(list_components(rulebook)):
        found += [
            Deck(rulebook.rename(f"Side {side}"), tuple(_list_units(rulebook)), side=side)
            for side in SIDES
        ]
    if talents := tuple(_list_items(rulebook, TALENTS_ID)):
        found.append(Deck("Talent", talents))
    return [deck._asdict() for deck in found]


def _list_units(rulebook: Rulebook) -> Iterator[tuple[str, str]]:
    """Yield the name of each unit of a side, and its members if they are known before the game."""
    force = get_force(rulebook.ruleset)
    for number, unit in enumerate(force.units, 1):
        members = Counter(model.label for model in unit.models)
        description = join_words([count(copies, label) for label, copies in members.items()])
        if force.is_fixed:
            is_told = description.removeprefix("1 ") != unit.label
            members_text = rulebook.rename(description) if is_told else ""
            yield rulebook.rename(unit.label), members_text
        else:
            yield f"Unit {number}", ""


def _format_special(code: str) -> str:
    """Return the name of a Special Action for its code."""
    return code.replace("-", " ").title()


def _list_items(rulebook: Rulebook, table_id: str) -> Iterator[tuple[str, str]]:
    """Yield the name and text of each item in the lists of a table's rules."""
    for chapter in rulebook.chapters:
        for section in chapter.sections:
            if section.id == table_id:
                for block in parse_blocks(render_section(section, rulebook.naming)):
                    yield from (_split_item(item) for item in block.get("items", ()))


def _split_item(item: Sequence[Any]) -> tuple[str, str]:
    """Return the name, in bold at the start of a list item, and the text after it."""
    first, *rest = item[0]["runs"]
    return extract_text(first).rstrip("."), "".join(map(extract_text, rest)).strip()


# ------------------------------------------------------------------------------------------ terrain


def _build_terrain(rulebook: Rulebook, unit_mm: float) -> Iterator[dict[str, Any]]:
    """Yield each piece of terrain, its size in millimetres."""
    ruleset = rulebook.ruleset
    if not ruleset.book.roster.figure:
        return
    table = TableLayout(ruleset)
    for piece in get_battlefield(ruleset).terrain:
        yield {
            "label": f"{table.letters[get_sort(piece)]} {rulebook.rename(piece.label)}",
            "kinds": ", ".join(piece.kinds),
            "disc": piece.shape == "disc",
            "width": piece.width * table.side * unit_mm,
            "height": piece.height * table.side * unit_mm,
        }
