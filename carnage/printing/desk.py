"""What is written on at the table: sheets of forces and scores, the tables to roll a game by hand, and what a
playtest foretells beside room for what happened."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from carnage.catalog.variants import variants
from carnage.printing.blocks import BOX, Block, blocks, plain
from carnage.printing.books import Paper, addressed
from carnage.printing.setting import Pages
from carnage.rulebook import Part, Rulebook
from carnage.rulebook.markdown_export import render_part

TICK = "\uf8ff"  # Stands for a box to tick; for private use, so that no name has it, and no sign of a name.
_MAYBE = re.compile(rf"\| *\||{BOX}")  # in a text that may have any: most need not be read for that


class Prediction(NamedTuple):
    """What a playtest says to one question: in sentences, and in figures, each by its label, its value and
    what it is in most games of the book."""

    question: str
    sentences: tuple[str, ...] = ()
    measures: tuple[tuple[str, str, str], ...] = ()


def sheets(rulebook: Rulebook, paper: Paper, site: str) -> Pages:
    """What a game has that is written on: rosters, score sheets."""
    parts = [
        {"title": part.title, "blocks": _with_ticks(list(blocks(render_part(part, rulebook.naming))))}
        for part in written_on(rulebook)
    ]
    data = {"paper": paper.code, "parts": parts, "tick": TICK}
    return Pages("sheets.typ", {**addressed(rulebook, site), **data})


def _with_ticks(found: Any) -> Any:
    """Return blocks with TICK for each box of theirs; a box in a person's name is a character like others."""
    if isinstance(found, str):
        return found.replace(BOX, TICK)
    if isinstance(found, list):
        return [_with_ticks(each) for each in found]
    if isinstance(found, dict):
        return {key: _with_ticks(value) for key, value in found.items()}
    return found


def written_on(rulebook: Rulebook) -> Iterator[Part]:
    """The parts of a rulebook with boxes to tick or columns to fill."""
    for part in (*rulebook.front, *rulebook.back):
        text = render_part(part)
        if _MAYBE.search(text) and any(
            block["kind"] == "table" and _is_filled_in(block) for block in blocks(text)
        ):
            yield part


def _is_filled_in(table: Block) -> bool:
    columns = list(zip(*table["rows"], strict=True))
    return any(not any(column) or BOX in plain(column[0]) for column in columns)


def tables(rulebook: Rulebook, paper: Paper, site: str) -> Pages:
    """All tables of the game's book, with digits, and what this game rolled on each."""
    book = rulebook.ruleset.book
    rolled = {choice.table.id: choice for choice in rulebook.ruleset.choices}
    chapters: dict[str, list[dict[str, Any]]] = {}
    for table in book.rolled:
        choice = rolled[table.id]
        chapters.setdefault(table.chapter, []).append(
            {
                "title": table.title,
                "digits": table.digits,
                "results": [(each.span, each.label, choice.roll in each.rolls) for each in variants(table)],
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
    """What a playtest foretells, and room for what happened at the table."""
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
    for title, label in rules:
        yield f"{title}: {label}" if label else title
