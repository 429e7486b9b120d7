"""`carnage freeze`: write the pin that tests hold an edition to."""

from __future__ import annotations

from pathlib import Path

import click

from carnage import catalog, editions
from carnage.catalog import Book

SHOWN = 20  # differences


def run(book: Book) -> None:
    """Pin a draft and mark it frozen; hold a frozen book to its pin, and refuse to write it anew."""
    now = editions.pin(book)
    if book.frozen:
        changed = editions.differences(editions.pinned(book), now)
        if changed:
            for line in changed[:SHOWN]:
                click.echo(line, err=True)
            raise click.ClickException(
                f"{book.title}, edition {book.edition}, is frozen and no longer means what it did "
                f"({len(changed)} differences). Undo the change, or make a new edition."
            )
        click.echo(f"{book.title}, edition {book.edition}, is frozen and keeps its promise.")
        return
    folder = Path(str(catalog.TABLES))
    pin = folder / editions.PINS / f"{book.path}.json"
    pin.parent.mkdir(exist_ok=True)
    pin.write_text(editions.text_of(now), encoding="utf-8")
    source = folder / "books" / f"{book.code}.toml"
    source.write_text(
        source.read_text(encoding="utf-8").replace("frozen = false", "frozen = true", 1), encoding="utf-8"
    )
    click.echo(f"{book.title}, edition {book.edition}, is frozen: {pin}")
