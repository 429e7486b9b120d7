"""Sheets to write on: rosters and score sheets, the tables for rolling by hand, and the playtest
sheet.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from carnage.catalog.variants import list_variants
from carnage.printing.blocks import BOX, Block, blocks, plain
from carnage.printing.books import Paper, addressed
from carnage.printing.typesetting import Pages
from carnage.rulebook import Part, Rulebook
from carnage.rulebook.markdown_export import render_part

TICK = "\uf8ff"  # Placeholder of a checkbox; a private-use character, which names cannot contain.
_MAYBE = re.compile(rf"\| *\||{BOX}")  # a quick test, so that most texts need not be parsed


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


def sheets(rulebook: Rulebook, paper: Paper, site: str) -> Pages:
    """Return the rosters and score sheets of a game."""
    parts = [
        {
            "title": part.title,
            "blocks": _with_ticks(list(blocks(render_part(part, rulebook.naming)))),
        }
        for part in written_on(rulebook)
    ]
    data = {"paper": paper.code, "parts": parts, "tick": TICK}
    return Pages("sheets.typ", {**addressed(rulebook, site), **data})


def _with_ticks(found: Any) -> Any:
    """Return blocks with TICK for each checkbox.

    A box in a custom name is not a checkbox and stays.
    """
    if isinstance(found, str):
        return found.replace(BOX, TICK)
    if isinstance(found, list):
        return [_with_ticks(each) for each in found]
    if isinstance(found, dict):
        return {key: _with_ticks(value) for key, value in found.items()}
    return found


def written_on(rulebook: Rulebook) -> Iterator[Part]:
    """Yield the parts of a rulebook that have checkboxes or columns to fill in."""
    for part in (*rulebook.front, *rulebook.back):
        text = render_part(part)
        if _MAYBE.search(text) and any(
            block["kind"] == "table" and _is_filled_in(block) for block in blocks(text)
        ):
            yield part


def _is_filled_in(table: Block) -> bool:
    """Return True if a table has an empty column or a column of checkboxes."""
    columns = list(zip(*table["rows"], strict=True))
    return any(not any(column) or BOX in plain(column[0]) for column in columns)


def tables(rulebook: Rulebook, paper: Paper, site: str) -> Pages:
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
    return Pages("tables.typ", {**addressed(rulebook, site), **data})


def playtest(rulebook: Rulebook, paper: Paper, site: str, told: Sequence[Prediction] = ()) -> Pages:
    """Return the playtest sheet of a game: the predictions, and space for notes about a game at
    the table.
    """
    sections = [section for chapter in rulebook.chapters for section in chapter.sections]
    return Pages(
        "playtest.typ",
        {
            **addressed(rulebook, site),
            "paper": paper.code,
            "players": rulebook.ruleset.players,
            "summary": rulebook.summary,
            "told": [prediction._asdict() for prediction in told],
            "rules": list(_named((section.title, section.label) for section in sections)),
        },
    )


def _named(rules: Iterable[tuple[str, str]]) -> Iterable[str]:
    """Yield the title of each rule with the label of its option."""
    for title, label in rules:
        yield f"{title}: {label}" if label else title
