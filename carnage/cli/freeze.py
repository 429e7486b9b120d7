"""`carnage freeze`: write the pin of an edition, which tests compare with."""

from __future__ import annotations

from pathlib import Path

import click

from carnage import catalog
from carnage.catalog import Book
from carnage.common.files import read_text, write_file
from carnage.engine import editions

SHOWN = 20  # differences that are printed


def run(book: Book, games_anew: str | None = None) -> None:
    """Pin a draft and mark it as frozen, or compare a frozen book with its pin.

    With a reason, the games of a frozen book are pinned again. This is for changes of the engine
    that change the course of games but not the rules, such as another order of dice.

    Args:
        book: The book.
        games_anew: The reason to pin the games again; None to compare.

    Raises:
        click.ClickException: The book differs from its pin, or with `games_anew` in more than its
            games.
    """
    now = editions.pin_of(book)
    if book.frozen and games_anew:
        before = editions.read_pin(book)
        changed = [
            line
            for line in editions.diff_pins(before, now)
            if not line.startswith(("/games/", "/anew"))
        ]
        if changed:
            raise click.ClickException(f"More than games has changed, first {changed[0]}.")
        now["anew"] = [*before.get("anew", []), games_anew]
        write_file(_pin_file(book), editions.format_pin(now))
        click.echo(
            f"The games of {book.title}, edition {book.edition}, are pinned anew: {games_anew}"
        )
        return
    if book.frozen:
        changed = editions.diff_pins(editions.read_pin(book), now)
        if changed:
            for line in changed[:SHOWN]:
                click.echo(line, err=True)
            raise click.ClickException(
                f"{book.title}, edition {book.edition}, is frozen and no longer means what it did "
                f"({len(changed)} differences). Undo the change, or make a new edition."
            )
        click.echo(f"{book.title}, edition {book.edition}, is frozen and keeps its promise.")
        return
    pin = _pin_file(book)
    pin.parent.mkdir(exist_ok=True)
    write_file(pin, editions.format_pin(now))
    source = Path(str(catalog.TABLES)) / "books" / f"{book.code}.toml"
    write_file(source, read_text(source).replace("frozen = false", "frozen = true", 1))
    click.echo(f"{book.title}, edition {book.edition}, is frozen: {pin}")


def _pin_file(book: Book) -> Path:
    """Return the path of the pin of a book."""
    return Path(str(catalog.TABLES)) / editions.PIN_FOLDER / f"{book.code}.json"
