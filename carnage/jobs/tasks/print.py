"""Games on paper: PDFs, set in a worker, which has no engine."""

from __future__ import annotations

from carnage import catalog, printing
from carnage.jobs import worker
from carnage.jobs.queue import Jobs
from carnage.jobs.results import Results
from carnage.own_names import Own
from carnage.printing import cards
from carnage.rulebook import build_rulebook
from carnage.ruleset import resolve
from carnage.seeds import Seed

SECONDS = 20.0  # that a PDF may take; most take half of one
WAITING = 12  # PDFs that may wait for a worker, or be under way
EACH = 3  # of these, those that one visitor asked for
KEPT = 48  # of half a megabyte each
DROPPED = 20.0  # seconds; a page that waits looks again every two
PICTURE = "picture"  # as the part that is asked for

Told = tuple[tuple[str, tuple[str, ...], tuple[tuple[str, str, str], ...]], ...]
"""What a playtest foretells, as a key can hold it."""

Printed = bytes | tuple[str, ...]
"""A PDF or a PNG; of a part that a game has not, those that it has."""


def print_game(
    book: str,
    digits: str,
    name: str,
    part: str,
    paper: str,
    sheet: str,
    site: str,
    told: Told = (),
    own: Own = (),
) -> Printed:
    """A part of this game as PDF, or its picture as PNG, under names of somebody's own; raises what
    `printing.pdf` raises, except where this game has no such part."""
    with worker.Limit(SECONDS, worker.VERY_CROWDED):
        game = build_rulebook(resolve(catalog.book(book), Seed(digits), name), own)
        if part == PICTURE:
            return cards.picture(game)
        predicted = [printing.Prediction(*each) for each in told]
        try:
            return printing.pdf(game, part, paper, sheet, site, predicted)
        except printing.NothingToPrint as nothing:
            return nothing.there


class Prints(Jobs[Printed]):
    """The site's games on paper; a key is what `print_game` takes."""

    def __init__(self) -> None:
        super().__init__("print", print_game, WAITING, EACH, Results(KEPT), worker.PRINTED, DROPPED)
