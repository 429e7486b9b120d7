"""Sheets to write on: rosters and score sheets, the tables for rolling by hand, and the playtest
sheet.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from carnage.catalog.variants import list_variants
from carnage.printing.blocks import CHECKBOX, Block, extract_text, parse_blocks
from carnage.printing.books import Paper, build_footer
from carnage.printing.typesetting import TypesetDocument
from carnage.rulebook import Part, Rulebook
from carnage.rulebook.markdown_export import render_part

# A private-use character, which names cannot contain.
CHECKBOX_PLACEHOLDER = "\uf8ff"
# A quick test, so that most texts need not be parsed.
_FORM_MARKS = re.compile(rf"\| *\||{CHECKBOX}")


class Prediction(NamedTuple):
    """The predictions of a playtest for one question.

    Attributes:
        question: The question.
        sentences: The predictions in words.
        measures: The label, the value and the usual value in games of the book, for each measure.
    """

    question: str
    sentences: tuple[str, ...] = ()
    measures: tuple[tuple[str, str, str], ...] = ()


def typeset_record_sheets(rulebook: Rulebook, paper: Paper, site: str) -> TypesetDocument:
    """Return the rosters and score sheets of a game."""
    parts = [
        {
            "title": part.title,
            "blocks": _replace_checkboxes(list(parse_blocks(render_part(part, rulebook.naming)))),
        }
        for part in list_record_sheets(rulebook)
    ]
    data = {"paper": paper.code, "parts": parts, "tick": CHECKBOX_PLACEHOLDER}
    return TypesetDocument("sheets.typ", {**build_footer(rulebook, site), **data})


def _replace_checkboxes(content: Any) -> Any:
    """Return blocks with CHECKBOX_PLACEHOLDER for each checkbox.

    A box in a custom name is not a checkbox and stays.
    """
    if isinstance(content, str):
        return content.replace(CHECKBOX, CHECKBOX_PLACEHOLDER)
    if isinstance(content, list):
        return [_replace_checkboxes(each) for each in content]
    if isinstance(content, dict):
        return {key: _replace_checkboxes(value) for key, value in content.items()}
    return content


def list_record_sheets(rulebook: Rulebook) -> Iterator[Part]:
    """Yield the parts of a rulebook that have checkboxes or columns to fill in."""
    for part in (*rulebook.front, *rulebook.back):
        text = render_part(part)
        if _FORM_MARKS.search(text) and any(
            block["kind"] == "table" and _is_form(block) for block in parse_blocks(text)
        ):
            yield part


def _is_form(table: Block) -> bool:
    """Return True if a table has an empty column or a column of checkboxes."""
    columns = list(zip(*table["rows"], strict=True))
    return any(not any(column) or CHECKBOX in extract_text(column[0]) for column in columns)


def typeset_tables(rulebook: Rulebook, paper: Paper, site: str) -> TypesetDocument:
    """Return all tables of the game's book, with the digits of each option and the options of
    this game.
    """
    book = rulebook.ruleset.book
    rolled = {choice.table.id: choice for choice in rulebook.ruleset.choices}
    chapters: dict[str, list[dict[str, Any]]] = {}
    for table in book.rolled:
        choice = rolled[table.id]
        chapters.setdefault(table.chapter, []).append(
            {
                "title": table.title,
                "digits": table.digits,
                "results": [
                    (each.span, each.label, choice.roll in each.rolls)
                    for each in list_variants(table)
                ],
            }
        )
    data = {
        "paper": paper.code,
        "book": book.title,
        "length": book.length,
        "chapters": list(chapters.items()),
    }
    return TypesetDocument("tables.typ", {**build_footer(rulebook, site), **data})


def typeset_playtest_sheet(
    rulebook: Rulebook, paper: Paper, site: str, predictions: Sequence[Prediction] = ()
) -> TypesetDocument:
    """Return the playtest sheet of a game: the predictions, and space for notes about a game at
    the table.
    """
    sections = [section for chapter in rulebook.chapters for section in chapter.sections]
    return TypesetDocument(
        "playtest.typ",
        {
            **build_footer(rulebook, site),
            "paper": paper.code,
            "players": rulebook.ruleset.players,
            "summary": rulebook.summary,
            "told": [prediction._asdict() for prediction in predictions],
            "rules": list(_format_rules((section.title, section.label) for section in sections)),
        },
    )


def _format_rules(rules: Iterable[tuple[str, str]]) -> Iterable[str]:
    """Yield the title of each rule with the label of its option."""
    for title, label in rules:
        yield f"{title}: {label}" if label else title
