"""`carnage freeze`: write the pin of an edition, which tests compare with."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from carnage import catalog
from carnage.catalog import Book
from carnage.common.files import make_folder, read_text, write_file
from carnage.engine import editions

MAX_SHOWN_DIFFERENCES = 20
PREFIXES_OF_GAMES = ("/games/", "/anew")
"""The paths in a pin that may differ if games are pinned again: games, and the reasons."""


def run(book: Book, *, repin_reason: str | None = None) -> None:
    """Pin a draft and mark it as frozen, or compare a frozen book with its pin.

    With a reason, the games of a frozen book are pinned again. This is for changes of the engine
    that change the course of games but not the rules, such as another order of dice.

    Args:
        book: The book.
        repin_reason: The reason to pin the games again; None to compare.

    Raises:
        click.ClickException: The book differs from its pin, or with a reason in more than its
            games.
    """
    pin = editions.pin_of(book)
    if not book.frozen:
        _freeze(book, pin)
    elif repin_reason:
        _repin_games(book, pin, repin_reason)
    else:
        _compare(book, pin)


def _freeze(book: Book, pin: dict[str, Any]) -> None:
    """Write the pin of a draft, and mark the draft as frozen."""
    path = _pin_path(book)
    make_folder(path.parent)
    write_file(path, editions.format_pin(pin))
    source = Path(str(catalog.TABLES)) / "books" / f"{book.code}.toml"
    write_file(source, read_text(source).replace("frozen = false", "frozen = true", 1))
    click.echo(f"{_name(book)} is frozen: {path}")


def _repin_games(book: Book, pin: dict[str, Any], reason: str) -> None:
    """Write the pin with the present games. Raise ClickException if more than games differs."""
    old_pin = editions.read_pin(book)
    for difference in editions.diff_pins(old_pin, pin):
        if not difference.startswith(PREFIXES_OF_GAMES):
            raise click.ClickException(f"More than games has changed, first {difference}.")
    pin["anew"] = [*old_pin.get("anew", []), reason]
    write_file(_pin_path(book), editions.format_pin(pin))
    click.echo(f"The games of {_name(book)} are pinned again: {reason}")


def _compare(book: Book, pin: dict[str, Any]) -> None:
    """Print if a frozen book equals its pin. Raise ClickException if it differs."""
    differences = editions.diff_pins(editions.read_pin(book), pin)
    if not differences:
        click.echo(f"{_name(book)} is frozen and unchanged.")
        return
    for difference in differences[:MAX_SHOWN_DIFFERENCES]:
        click.echo(difference, err=True)
    raise click.ClickException(
        f"{_name(book)} is frozen, but {len(differences)} results have changed. Undo the change, "
        "or make a new edition."
    )


def _name(book: Book) -> str:
    """Return the title and the edition of a book."""
    return f"{book.title}, edition {book.edition},"


def _pin_path(book: Book) -> Path:
    """Return the path of the pin of a book."""
    return Path(str(catalog.TABLES)) / editions.PIN_FOLDER / f"{book.code}.json"
