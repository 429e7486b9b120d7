"""`carnage roll --format pdf`: write a part of a game as PDF."""

from __future__ import annotations

import sys
from collections.abc import Mapping

import click

from carnage import printing
from carnage.cli.predictions import read_predictions
from carnage.common.files import write_file
from carnage.rulebook import Rulebook


def print_pdf(
    rulebook: Rulebook, path: str | None, choices: Mapping[str, str], figures: str | None = None
) -> None:
    """Write a part of a game as PDF into a file, or to standard output.

    Args:
        rulebook: The game.
        path: The file; None for standard output.
        choices: The part, paper, sheet and site, as `printing.pdf` takes them.
        figures: The file with the figures of a playtest, if there is one.

    Raises:
        click.UsageError: The part, paper or sheet does not exist, or the output is a terminal.
        FileError: A file cannot be read or written.
    """
    if path is None and sys.stdout.isatty():
        raise click.UsageError("A PDF is nothing to be read in a terminal: say -o FILE.")
    if figures:
        told = read_predictions(rulebook.ruleset, figures)
    else:
        told = ()
    _warn_of_boxes(rulebook)
    try:
        made = printing.pdf(rulebook, **choices, told=told)
    except printing.PrintChoiceError as error:
        raise click.UsageError(str(error)) from None
    if path is None:
        sys.stdout.buffer.write(made)
    else:
        write_file(path, made)


def _warn_of_boxes(rulebook: Rulebook) -> None:
    """Warn on standard error of characters in names that no font has, which are printed as
    boxes.
    """
    own = rulebook.naming.own if rulebook.naming else ()
    missing = printing.find_missing_characters("".join([rulebook.name, *[name for _, name in own]]))
    if missing:
        shown = ", ".join(f"“{character}”" for character in missing)
        click.echo(f"carnage: no font here has {shown}: a box is printed for each.", err=True)
