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
from carnage.printing.name_placeholders import insert_placeholders
from carnage.printing.record_sheets import Prediction
from carnage.printing.typesetting import PrintError, TypesetDocument, find_missing_characters
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
    "check_choices",
    "find_missing_characters",
    "list_parts",
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
COMMON_PARTS = frozenset({RULES, "tables", PLAYTEST})  # parts that every game has
PAPERS = ("a4", "letter")
SHEETS = (SINGLE, BOOKLET)
CHOICES: Mapping[str, Sequence[str]] = {"part": tuple(PARTS), "paper": PAPERS, "sheet": SHEETS}
"""The values of each choice, the default first."""

_RENDERERS: Mapping[str, Callable[[Rulebook, books.Paper, str], TypesetDocument]] = {
    RULES: books.typeset_rulebook,
    "cards": cutouts.typeset_cards,
    "tokens": cutouts.typeset_tokens,
    "templates": cutouts.typeset_templates,
    "sheets": record_sheets.typeset_record_sheets,
    "tables": record_sheets.typeset_tables,
}


class PrintChoiceError(ValueError):
    """The part, paper or sheet does not exist; the message lists the valid ones."""


class NothingToPrint(PrintChoiceError):
    """This game does not have the requested part.

    Attributes:
        available_parts: The parts that the game has.
    """

    def __init__(self, message: str, available_parts: Sequence[str]) -> None:
        super().__init__(message)
        self.available_parts = tuple(available_parts)


def pdf(
    rulebook: Rulebook,
    part: str = RULES,
    paper: str = PAPERS[0],
    sheet: str = SINGLE,
    site: str = "",
    predictions: Sequence[Prediction] = (),
) -> bytes:
    """Return a part of a game as PDF. Equal arguments give equal bytes.

    Args:
        rulebook: The game.
        part: "rules", "cards", "tokens", "templates", "sheets", "tables" or "playtest".
        paper: "a4" or "letter".
        sheet: "single", or "booklet" for pages to print on both sides and fold.
        site: The base URL of the site; the address of the game is printed with it, also as a QR
            code.
        predictions: The predictions of a playtest, for the part "playtest".

    Raises:
        PrintChoiceError: The part, paper or sheet does not exist.
        NothingToPrint: This game does not have the part.
        PrintError: A page cannot be typeset.
    """
    check_choices(part, paper, sheet)
    if part not in COMMON_PARTS and part not in (
        available_parts := list_parts(build_rulebook(rulebook.ruleset))
    ):
        raise NothingToPrint(
            f"This game needs no {part}. Available parts: {', '.join(available_parts)}.",
            available_parts,
        )
    if rulebook.naming:
        rulebook = insert_placeholders(rulebook)
    full_paper = books.PAPERS[paper]
    if sheet == BOOKLET:
        folded_paper = books.PAPERS[books.FOLDED_PAPERS[paper]]
        document = books.typeset_rulebook(rulebook, folded_paper, site, folded=True)
        return booklets.render_booklet(
            document.render_pdf(),
            document.count_pages(),
            folded_paper.width_mm,
            folded_paper.height_mm,
            rulebook.name,
        )
    if part == PLAYTEST:
        return record_sheets.typeset_playtest_sheet(
            rulebook, full_paper, site, predictions
        ).render_pdf()
    return _RENDERERS[part](rulebook, full_paper, site).render_pdf()


def list_parts(rulebook: Rulebook) -> tuple[str, ...]:
    """Return the parts that this game has."""
    has = {
        "cards": cutouts.has_cards(rulebook),
        "tokens": cutouts.has_tokens(rulebook),
        "templates": bool(rulebook.ruleset.book.roster.figure),
        "sheets": any(record_sheets.list_record_sheets(rulebook)),
    }
    return tuple([part for part in PARTS if has.get(part, True)])


def check_choices(part: str, paper: str, sheet: str) -> None:
    """Raise PrintChoiceError if the part, paper or sheet does not exist, or they do not go
    together.
    """
    for (choice, known), value in zip(CHOICES.items(), (part, paper, sheet), strict=True):
        if value not in known:
            raise PrintChoiceError(
                f"There is no {choice} {value!r}. Choose one of: {', '.join(known)}."
            )
    if sheet == BOOKLET and part != RULES:
        raise PrintChoiceError(f"Only the rules can be a booklet. Print {part} on single pages.")
