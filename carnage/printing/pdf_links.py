"""Cross-references in a PDF: the name of a rule is a link to that rule."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from carnage.catalog import Book
from carnage.printing.blocks import Block, Run
from carnage.rulebook.links import get_mention_finder


def link_blocks(book: Book, blocks: Iterable[Block], own_id: str) -> list[Block]:
    """Return the blocks with each name of a rule, chapter or part as a link to its anchor, `#<id>`.

    Args:
        book: The book.
        blocks: The blocks.
        own_id: The id of the part that the blocks belong to, which is not linked.
    """
    return [_link_block(book, block, own_id) for block in blocks]


def _link_block(book: Book, block: Block, own_id: str) -> Block:
    """Return a block with links in all its texts."""

    def runs(line: list[Run]) -> list[Run]:
        return [piece for run in line for piece in _link_run(book, run, own_id)]

    changed: dict[str, Any] = {}
    if "runs" in block:
        changed["runs"] = runs(block["runs"])
    if "items" in block:
        changed["items"] = [link_blocks(book, item, own_id) for item in block["items"]]
    if "blocks" in block:
        changed["blocks"] = link_blocks(book, block["blocks"], own_id)
    if "rows" in block:
        changed["rows"] = [[runs(cell) for cell in row] for row in block["rows"]]
    return {**block, **changed}


def _link_run(book: Book, run: Run, own_id: str) -> Iterator[Run]:
    """Yield the parts of a run of text, with a link for each term but the section's own."""
    if not isinstance(run, str):
        # Bold runs are headings and get no links. Italic runs name the rules that an example
        # applies.
        is_italic = run.get("style") == "emph"
        yield (
            {
                **run,
                "runs": [part for each in run["runs"] for part in _link_run(book, each, own_id)],
            }
            if is_italic
            else run
        )
        return
    at = 0
    for mention in get_mention_finder(book).find_titles(run, own_id):
        if run[at : mention.start]:
            yield run[at : mention.start]
        yield {"link": f"#{mention.id}", "runs": [run[mention.start : mention.end]]}
        at = mention.end
    if run[at:]:
        yield run[at:]
