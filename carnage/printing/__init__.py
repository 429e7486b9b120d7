"""Render the rulebook of a game and its cards, tokens and sheets as PDF.

This package imports neither the engine nor the web application.

>>> import carnage
>>> from carnage import printing
>>> printing.pdf(carnage.roll("classic", "243856987615781"))[:8]
b'%PDF-1.7'
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from carnage.printing import booklets, books, cutouts, record_sheets
from carnage.printing.name_placeholders import sign_names
from carnage.printing.record_sheets import Prediction
from carnage.printing.typesetting import Pages, PrintError, find_missing_characters
from carnage.rulebook import Rulebook, build_rulebook

__all__ = [
    "CHOICES",
    "PAPERS",
    "PARTS",
    "SHEETS",
    "NothingToPrint",
    "Prediction",
    "PrintChoiceError",
    "PrintError",
    "check",
    "find_missing_characters",
    "parts_of",
    "pdf",
]

RULES = "rules"
PLAYTEST = "playtest"
SINGLE = "single"
BOOKLET = "booklet"
PARTS = {
    RULES: "the rulebook",
    "cards": "a card for each figure, and decks",
    "tokens": "tokens, markers and standees",
    "templates": "a ruler, blasts and terrain",
    "sheets": "sheets to write on",
    "tables": "the tables to roll a game by hand",
    PLAYTEST: "predictions by bots, with room for your results",
}
ALWAYS = frozenset({RULES, "tables", PLAYTEST})  # parts that every game has
PAPERS = ("a4", "letter")
SHEETS = (SINGLE, BOOKLET)
CHOICES: Mapping[str, Sequence[str]] = {"part": tuple(PARTS), "paper": PAPERS, "sheet": SHEETS}
"""The values of each choice, the default first."""

_MADE: Mapping[str, Callable[[Rulebook, books.Paper, str], Pages]] = {
    RULES: books.pages,
    "cards": cutouts.cards,
    "tokens": cutouts.markers,
    "templates": cutouts.templates,
    "sheets": record_sheets.sheets,
    "tables": record_sheets.tables,
}


class PrintChoiceError(ValueError):
    """The part, paper or sheet does not exist; the message lists the valid ones."""


class NothingToPrint(PrintChoiceError):
    """This game does not have the requested part.

    Attributes:
        there: The parts that the game has.
    """

    def __init__(self, message: str, there: Sequence[str]) -> None:
        super().__init__(message)
        self.there = tuple(there)


def pdf(
    rulebook: Rulebook,
    part: str = RULES,
    paper: str = PAPERS[0],
    sheet: str = SINGLE,
    site: str = "",
    told: Sequence[Prediction] = (),
) -> bytes:
    """Return a part of a game as PDF. Equal arguments give equal bytes.

    Args:
        rulebook: The game.
        part: "rules", "cards", "tokens", "templates", "sheets", "tables" or "playtest".
        paper: "a4" or "letter".
        sheet: "single", or "booklet" for pages to print on both sides and fold.
        site: The base URL of the site; the address of the game is printed with it, also as a QR
            code.
        told: The predictions of a playtest, for the part "playtest".

    Raises:
        PrintChoiceError: The part, paper or sheet does not exist.
        NothingToPrint: This game does not have the part.
        PrintError: A page cannot be typeset.
    """
    check(part, paper, sheet)
    if part not in ALWAYS and part not in (there := parts_of(build_rulebook(rulebook.ruleset))):
        raise NothingToPrint(
            f"This game needs no {part}. Available parts: {', '.join(there)}.", there
        )
    if rulebook.naming:
        rulebook = sign_names(rulebook)
    whole = books.PAPERS[paper]
    if sheet == BOOKLET:
        half = books.PAPERS[books.HALVES[paper]]
        made = books.pages(rulebook, half, site, folded=True)
        return booklets.folded(made.pdf(), made.count(), half.width, half.height, rulebook.name)
    if part == PLAYTEST:
        return record_sheets.playtest(rulebook, whole, site, told).pdf()
    return _MADE[part](rulebook, whole, site).pdf()


def parts_of(rulebook: Rulebook) -> tuple[str, ...]:
    """Return the parts that this game has."""
    has = {
        "cards": cutouts.has_cards(rulebook),
        "tokens": cutouts.has_markers(rulebook),
        "templates": bool(rulebook.ruleset.book.roster.figure),
        "sheets": any(record_sheets.written_on(rulebook)),
    }
    return tuple([part for part in PARTS if has.get(part, True)])


def check(part: str, paper: str, sheet: str) -> None:
    """Raise PrintChoiceError if the part, paper or sheet does not exist, or they do not go
    together.
    """
    for (what, known), chosen in zip(CHOICES.items(), (part, paper, sheet), strict=True):
        if chosen not in known:
            raise PrintChoiceError(
                f"There is no {what} {chosen!r}. Choose one of: {', '.join(known)}."
            )
    if sheet == BOOKLET and part != RULES:
        raise PrintChoiceError(f"Only the rules can be a booklet. Print {part} on single pages.")
