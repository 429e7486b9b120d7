"""The command line. Every command parses its arguments, calls the library and prints.

An error is one line on standard error. The exit status is 2 for invalid arguments, 1 for a failure,
such as a file that cannot be written, and 130 after Ctrl-C.

A command imports the site or the engine only when it runs, so that other commands start quickly.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, TextIO

import click

import carnage
from carnage import catalog
from carnage.catalog import Book, CatalogError, Table
from carnage.cli.commands import COMMANDS, OWN
from carnage.cli.renamed_option import RenamedOption
from carnage.common.exit_status import FAILURE, INTERRUPTED, USAGE
from carnage.common.files import FileError, write_file
from carnage.common.streams import OutputClosed
from carnage.rulebook import build_rulebook
from carnage.rulebook.credits import list_book_sources
from carnage.rulesets import custom_names
from carnage.rulesets.custom_names import OwnNameError
from carnage.rulesets.game_names import GameNameError
from carnage.rulesets.settings import SettingError
from carnage.seeds import Seed, SeedError, folded

# Invalid input. Any other exception is a defect of the program, and is shown with its traceback.
MISTAKES = (
    SeedError,
    GameNameError,
    OwnNameError,
    SettingError,
    CatalogError,
    carnage.UnknownBookError,
)


class OneLine(click.Group):
    """A command group that prints an error as one line, and exits with the matching status."""

    def main(self, *args: Any, **extra: Any) -> Any:
        """Run a command and exit."""
        extra["standalone_mode"] = False
        try:
            status = super().main(*args, **extra)
            sys.stdout.flush()
        except click.exceptions.NoArgsIsHelpError as error:
            click.echo(error.ctx.get_help() if error.ctx else "")
            sys.exit(0)
        except (click.Abort, KeyboardInterrupt):
            sys.exit(INTERRUPTED)
        except click.UsageError as error:
            _complain(error.format_message(), USAGE)
        except click.ClickException as error:
            _complain(error.format_message(), FAILURE)
        except BrokenPipeError:
            # The reader closed the pipe. This is not an error.
            _drop(sys.stdout)
            _drop(sys.stderr)
            sys.exit(0)
        except OutputClosed as error:
            _complain(str(error), USAGE)
        except FileError as error:
            _complain(str(error), FAILURE)
        except OSError as error:
            _drop(sys.stdout)
            _complain(f"{error.filename or 'standard output'}: {error.strerror or error}", FAILURE)
        except MISTAKES as error:
            _complain(str(error), USAGE)
        sys.exit(status if isinstance(status, int) else 0)


def _complain(message: str, status: int) -> None:
    """Print an error message and exit."""
    with suppress(OSError):  # Standard error may be closed.
        click.echo(f"carnage: {' '.join(message.split())}", err=True)
    sys.exit(status)


def _drop(stream: TextIO) -> None:
    """Redirect a stream to the null device, so that Python does not report unwritten output at
    exit.
    """
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


@click.group(cls=OneLine, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(carnage.__version__, message="carnage %(version)s")
def main() -> None:
    """Roll up a new tabletop game, print its rules, and play it."""


@main.command()
@click.option(
    "--book",
    help=f"The book to roll on: {catalog.DEFAULT_BOOK}, or the one that the seed's digits fit.",
)
@click.option(
    "--seed", metavar="DIGITS", help="The digits that were rolled; a fresh roll if left out."
)
@click.option("--text", metavar="TEXT", help="Any text: the same text always gives the same game.")
@click.option("--name", default="", help="The game's name, in place of its seed's own.")
@OWN
@click.option(
    "--format",
    "form",
    type=click.Choice(["md", "html", "json", "pdf"]),
    default="md",
    show_default=True,
    help="Markdown, one HTML file with its style inside, JSON, or PDF.",
)
@click.option(
    "--part", default="rules", help="With PDF: the rules, or something to play them with."
)
@click.option("--paper", default="a4", help="With PDF: a4 or letter.")
@click.option("--sheet", default="single", help="With PDF: single pages, or a booklet to fold.")
@click.option(
    "--base-url",
    "site",
    cls=RenamedOption,
    old_name="--site",
    default="",
    metavar="URL",
    help="With PDF: where the game's address is to lead.",
)
@click.option(
    "--playtest-json",
    "figures",
    cls=RenamedOption,
    old_name="--figures",
    metavar="FILE",
    help="With PDF of a playtest sheet: what `playtest --json` printed.",
)
@click.option(
    "-o", "--output", "path", metavar="FILE", help="Write to this file, not to standard output."
)
def roll(
    book: str | None,
    seed: str | None,
    text: str | None,
    name: str,
    own: str,
    form: str,
    path: str | None,
    figures: str | None,
    **printed: str,
) -> None:
    """Roll up a game and print its rulebook."""
    from carnage.cli import arguments, pdf_output

    printed["site"] = arguments.site(printed["site"])
    if seed is not None and text is not None:
        raise click.UsageError("Give --seed or --text, not both.")
    if text is not None:
        book = book or catalog.DEFAULT_BOOK
        seed = Seed.from_text(folded(text), _book(book).length).digits
    rulebook = carnage.roll(book, seed, name)
    if own:
        rulebook = build_rulebook(rulebook.ruleset, custom_names.typed(own, rulebook.ruleset.book))
    if form == "pdf":
        pdf_output.print_pdf(rulebook, path, printed, figures)
        return
    if form == "md":
        written = rulebook.markdown()
    elif form == "html":
        written = rulebook.html()
    else:
        written = json.dumps(rulebook.json(), ensure_ascii=False, indent=2) + "\n"
    _write(written, path)


@main.command()
@click.argument("book", required=False)
def tables(book: str | None) -> None:
    """List the books, or the tables of BOOK with the digits of each option."""
    if book is None:
        for code in catalog.book_codes():
            each = catalog.book(code)
            _write(f"{code}: {each.title}, {each.length} digits. {each.tagline}\n")
        return
    _write("\n".join(_listed(_book(book))) + "\n\n")
    _write("".join(f"{source.credit}\n" for source in list_book_sources(_book(book))))


@main.command("presets")
def list_presets() -> None:
    """List the presets: published systems as games, with their seeds, credits and additions."""
    from textwrap import fill

    from carnage.rulebook.text import TextFiller
    from carnage.rulesets import presets

    for preset in presets.presets():
        game = preset.ruleset
        path = game.path.removeprefix("/") + (
            f' (--name "{game.given_name}")' if game.given_name else ""
        )
        ours = fill(
            TextFiller(game).fill(preset.ours),
            100,
            initial_indent="  Ours: ",
            subsequent_indent="  ",
        )
        _write(f"{preset.code}: {preset.title}, {path}. {preset.source.credit}\n{ours}\n")


@main.command(hidden=True)  # for maintainers, in a clone
@click.argument("book")
@click.option(
    "--repin-games",
    "games_anew",
    cls=RenamedOption,
    old_name="--games-anew",
    metavar="REASON",
    help="Pin the games of a frozen book anew, and nothing else.",
)
def freeze(book: str, games_anew: str | None) -> None:
    """Freeze BOOK in a clone: pin the options that its digits give, and the course of its games."""
    from carnage.cli.freeze import run

    run(_book(book), games_anew)


@main.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option(
    "--port", type=click.IntRange(1, 65535), default=8000, show_default=True, help="The port."
)
@click.option(
    "--processes",
    type=click.IntRange(1, 64),
    help="Processes that answer visitors; as many as processors if not said.",
)
@click.option(
    "--proxies",
    type=click.IntRange(0, 9),
    help="Proxies that stand in front, whose word on who the visitor is counts.",
)
@click.option(
    "--log-format",
    "log",
    cls=RenamedOption,
    old_name="--log",
    type=click.Choice(["text", "json"]),
    help="How lines of the log are written.",
)
@click.option("--access-log", is_flag=True, default=None, help="Log every request.")
@click.option(
    "--metrics",
    metavar="[HOST:]PORT",
    help="Where Prometheus finds figures; without a host, a port of the loopback interface.",
)
def serve(host: str, port: int, metrics: str | None, **options: Any) -> None:
    """Serve the site. Options that are not given are read from the environment."""
    from carnage import serving

    try:
        settings = serving.Settings.read(os.environ)
        said = {name: value for name, value in options.items() if value is not None}
        if metrics is not None:
            said["metrics"] = serving.place(metrics)
        serving.serve(host, port, settings._replace(**said))
    except serving.SettingError as error:
        raise click.UsageError(str(error)) from None
    except serving.BindError as error:
        raise click.ClickException(str(error)) from None


def _book(code: str) -> Book:
    """Return the book with this code. Raise UnknownBookError if it does not exist."""
    if code not in catalog.book_codes():
        raise carnage.UnknownBookError(
            f"There is no book {code!r}; there is {', '.join(catalog.book_codes())}."
        )
    return catalog.book(code)


def _listed(book: Book) -> Iterator[str]:
    """Yield the tables of a book as lines with digits and labels, by chapter."""
    yield (
        f"{book.title}, edition {book.edition}{'' if book.frozen else ' (draft)'}: "
        f"{book.length} digits"
    )
    chapter = ""
    for number, table in enumerate(book.rolled, 1):
        if table.chapter != chapter:
            chapter = table.chapter
            yield f"\n{chapter}"
        yield f"\n{number:3}  {table.title} [{table.id}]"
        yield from (f"      {span:>5}  {label}" for span, label in _spans(table))


def _spans(table: Table) -> Iterator[tuple[str, str]]:
    """Yield each range of rolls with the same label, such as "1-2", and the label, lowest first."""
    first = 0
    for roll in range(len(table.rolls)):
        label = _label(table, roll)
        if roll + 1 == len(table.rolls) or _label(table, roll + 1) != label:
            ends = [f"{end:0{table.digits}}" for end in dict.fromkeys((first, roll))]
            yield "-".join(ends), label
            first = roll + 1


def _label(table: Table, roll: int) -> str:
    """Return the label of a roll's option, with the parameters that are particular to this roll.

    If the label is only a number, all parameters of the option are included.
    """
    option = table.rolls[roll]
    numbers = {**(option.params if option.label.isdigit() else {}), **table.at.get(roll, {})}
    own = ", ".join(f"{key.replace('_', ' ')} {value:g}" for key, value in numbers.items())
    return option.label + (f" ({own})" if own else "")


def _write(text: str, path: str | None = None) -> None:
    """Write a text in UTF-8 to a file, or to standard output.

    The encoding of the terminal is ignored, because rulebooks contain fractions and dashes.
    """
    if path is None:
        sys.stdout.buffer.write(text.encode())
        sys.stdout.buffer.flush()
    else:
        write_file(path, text)


for command in COMMANDS:
    main.add_command(command)
