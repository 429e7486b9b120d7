"""`carnage roll --format pdf`: write a part of a game as PDF."""

from __future__ import annotations

import sys
from dataclasses import dataclass

import click

from carnage import printing
from carnage.cli.predictions import read_predictions
from carnage.common.files import write_file
from carnage.rulebook import Rulebook


@dataclass(frozen=True, slots=True)
class PdfOptions:
    """The options of a PDF, as `printing.pdf` takes them.

    Attributes:
        part: The part of the game, such as `rules`.
        paper: The paper size.
        sheet: Single pages, or a booklet.
        base_url: The URL of the site for links; "" for no links.
        playtest_json: The file with the output of a playtest; None for none.
    """

    part: str
    paper: str
    sheet: str
    base_url: str
    playtest_json: str | None


def print_pdf(rulebook: Rulebook, path: str | None, options: PdfOptions) -> None:
    """Write a part of a game as PDF into a file, or to standard output.

    The rules contain an example of play. The engine plays it if the package has none.

    Args:
        rulebook: The game.
        path: The file; None for standard output.
        options: The part and its layout.

    Raises:
        click.UsageError: The part, paper or sheet does not exist, or the output is a terminal.
        FileError: A file cannot be read or written.
    """
    if path is None and sys.stdout.isatty():
        raise click.UsageError("A terminal cannot show a PDF. Give -o FILE.")
    predictions: tuple[printing.Prediction, ...] = ()
    if options.playtest_json:
        predictions = read_predictions(rulebook.ruleset, options.playtest_json)
    try:
        printing.check_choices(options.part, options.paper, options.sheet)
        if options.part == printing.RULES:
            from carnage.cli.example import add_example

            rulebook = add_example(rulebook)
        _warn_of_missing_characters(rulebook)
        pdf = printing.pdf(
            rulebook,
            part=options.part,
            paper=options.paper,
            sheet=options.sheet,
            site=options.base_url,
            predictions=predictions,
        )
    except printing.PrintChoiceError as error:
        raise click.UsageError(str(error)) from None
    if path is None:
        sys.stdout.buffer.write(pdf)
    else:
        write_file(path, pdf)


def _warn_of_missing_characters(rulebook: Rulebook) -> None:
    """Warn on standard error of characters in names that no font has, printed as boxes."""
    names = [rulebook.name]
    if rulebook.naming:
        names += [name for _, name in rulebook.naming.own]
    missing = printing.find_missing_characters("".join(names))
    if missing:
        characters = ", ".join(f"“{character}”" for character in missing)
        click.echo(
            f"carnage: no font of the PDF has {characters}. A box is printed instead.", err=True
        )
