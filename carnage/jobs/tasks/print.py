"""The task that prints a game as a PDF, or its picture as a PNG. It needs no engine: an example of
play comes with the job.
"""

from __future__ import annotations

import msgspec

from carnage import catalog, printing
from carnage.common import memory
from carnage.jobs import worker
from carnage.jobs.settings import QueueSettings
from carnage.printing import share_image
from carnage.rulebook import build_rulebook
from carnage.rulebook.examples import Example, insert_example
from carnage.rulesets.custom_names import CustomNames
from carnage.rulesets.house_rules import resolve_job
from carnage.rulesets.world import find_world

TIME_LIMIT_S = 20.0  # Most PDFs take half a second.
PICTURE = "picture"  # The part that is a PNG.

# The predictions of a playtest, as a key of a job can hold them.
Told = tuple[tuple[str, tuple[str, ...], tuple[tuple[str, str, str], ...]], ...]

# A PDF or a PNG; the parts that a game has, where it does not have the one that was requested.
Printed = bytes | tuple[str, ...]


def print_game(
    book: str,
    digits: str,
    name: str,
    part: str,
    paper: str,
    sheet: str,
    site: str,
    told: Told = (),
    own: CustomNames = (),
    setting: str = "",
    example: bytes = b"",
) -> Printed:
    """Return a part of a game as a PDF, or its picture as a PNG.

    Args:
        book: The code of the book.
        digits: The seed.
        name: The name that the visitor gave the game, or ''.
        part: The part to print, or PICTURE.
        paper: The paper size.
        sheet: The layout of pages on a sheet.
        site: The address of the site, or ''.
        told: The predictions of a playtest.
        own: The visitor's custom names.
        setting: The id of the setting in the address; empty if the game decides it.
        example: The example of play as JSON; empty for that of the package, if it has one.
    """
    with worker.TimeLimit(TIME_LIMIT_S, worker.BACKGROUND_CLOCK_FACTOR):
        ruleset = resolve_job(catalog.book(book), digits, name)
        game = build_rulebook(ruleset, own, find_world(ruleset, setting or None))
        if example:
            game = insert_example(game, msgspec.json.decode(example, type=Example))
        predicted = [printing.Prediction(*each) for each in told]
        try:
            if part == PICTURE:
                return share_image.render_share_image(game)
            return printing.pdf(game, part, paper, sheet, site, predicted)
        except printing.NothingToPrint as nothing:
            return nothing.available_parts
        finally:
            memory.release_free_memory()


SETTINGS = QueueSettings(
    name="print",
    niceness=10,
    max_pending=128,
    max_per_visitor=3,
    max_results=48,  # Of half a megabyte each.
    abandon_after=20.0,  # A page that waits requests the status every two seconds.
)
