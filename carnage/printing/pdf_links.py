"""Cross-references in a PDF: the name of a rule is a link to that rule."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from carnage.catalog import Book
from carnage.printing.blocks import Block, Run
from carnage.rulebook.links import get_mention_finder


def crossed(book: Book, told: Iterable[Block], own: str) -> list[Block]:
    """Return the blocks with each name of a rule, chapter or part as a link to its anchor, `#<id>`.

    Args:
        book: The book.
        told: The blocks.
        own: The id of the part that the blocks belong to, which is not linked.
    """
    return [_block(book, block, own) for block in told]


def _block(book: Book, block: Block, own: str) -> Block:
    """Return a block with links in all its texts."""

    def runs(line: list[Run]) -> list[Run]:
        return [piece for run in line for piece in _run(book, run, own)]

    changed: dict[str, Any] = {}
    if "runs" in block:
        changed["runs"] = runs(block["runs"])
    if "items" in block:
        changed["items"] = [crossed(book, item, own) for item in block["items"]]
    if "blocks" in block:
        changed["blocks"] = crossed(book, block["blocks"], own)
    if "rows" in block:
        changed["rows"] = [[runs(cell) for cell in row] for row in block["rows"]]
    return {**block, **changed}


def _run(book: Book, run: Run, own: str) -> Iterator[Run]:
    """Yield a run with links."""
    if not isinstance(run, str):
        # Bold runs are headings and get no links. Italic runs name the rules that an example
        # applies.
        slanted = run.get("style") == "emph"
        yield (
            {**run, "runs": [part for each in run["runs"] for part in _run(book, each, own)]}
            if slanted
            else run
        )
        return
    at = 0
    for mention in get_mention_finder(book).find_titles(run, own):
        if run[at : mention.start]:
            yield run[at : mention.start]
        yield {"link": f"#{mention.id}", "runs": [run[mention.start : mention.end]]}
        at = mention.end
    if run[at:]:
        yield run[at:]
