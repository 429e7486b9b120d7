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
from carnage.cli.example_command import example
from carnage.cli.game_commands import GAME_COMMANDS
from carnage.cli.renamed_option import RenamedOption
from carnage.cli.shared_options import CUSTOM_NAMES, EXAMPLE, RULES, SETTING
from carnage.cli.sweep_commands import SWEEP_COMMANDS
from carnage.common.exit_status import FAILURE, INTERRUPTED, USAGE
from carnage.common.files import FileError, write_file
from carnage.common.streams import OutputClosed
from carnage.rulebook import Rulebook, build_rulebook
from carnage.rulebook.credits import list_book_sources
from carnage.rulesets import custom_names
from carnage.rulesets.custom_names import CustomNameError
from carnage.rulesets.game_names import GameNameError
from carnage.rulesets.house_rules import HouseRuleError
from carnage.rulesets.settings import SettingError
from carnage.rulesets.world import WorldError
from carnage.seeds import Seed, SeedError, casefold_text

INVALID_INPUT_ERRORS = (
    SeedError,
    GameNameError,
    HouseRuleError,
    WorldError,
    CustomNameError,
    SettingError,
    CatalogError,
    carnage.UnknownBookError,
)
"""Errors that are reported in one line. Any other exception is a defect, shown as a traceback."""

LINE_WIDTH = 100  # Columns of paragraphs.


class OneLineErrorGroup(click.Group):
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
            _exit_with_error(error.format_message(), USAGE)
        except click.ClickException as error:
            _exit_with_error(error.format_message(), FAILURE)
        except BrokenPipeError:
            # The reader closed the pipe. This is not an error.
            _discard_output(sys.stdout)
            _discard_output(sys.stderr)
            sys.exit(0)
        except OutputClosed as error:
            _exit_with_error(str(error), USAGE)
        except FileError as error:
            _exit_with_error(str(error), FAILURE)
        except OSError as error:
            _discard_output(sys.stdout)
            file = error.filename or "standard output"
            _exit_with_error(f"{file}: {error.strerror or error}", FAILURE)
        except INVALID_INPUT_ERRORS as error:
            _exit_with_error(str(error), USAGE)
        sys.exit(status if isinstance(status, int) else 0)


def _exit_with_error(message: str, status: int) -> None:
    """Print an error message and exit."""
    with suppress(OSError):  # Standard error may be closed.
        click.echo(f"carnage: {' '.join(message.split())}", err=True)
    sys.exit(status)


def _discard_output(stream: TextIO) -> None:
    """Redirect a stream to the null device, so that Python reports no unwritten output at exit."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


@click.group(cls=OneLineErrorGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(carnage.__version__, message="carnage %(version)s")
def main() -> None:
    """Roll up a new tabletop game, print its rules, and play it."""


@main.command()
@click.option(
    "--book",
    help="The book to roll on.  [default: the book whose seeds have as many digits as --seed, or "
    f"{catalog.DEFAULT_BOOK}]",
)
@click.option("--seed", metavar="DIGITS", help="The digits of the game.  [default: random digits]")
@click.option(
    "--text",
    metavar="TEXT",
    help="A text that stands for digits: the same text always gives the same game.",
)
@click.option(
    "--name", default="", help="The name of the game.  [default: a name made from the digits]"
)
@CUSTOM_NAMES
@RULES
@SETTING
@EXAMPLE
@click.option(
    "--format",
    "output_format",
    type=click.Choice(["md", "html", "json", "pdf"]),
    default="md",
    show_default=True,
    help="Markdown, HTML in one file, JSON, or PDF.",
)
@click.option(
    "--part",
    default="rules",
    show_default=True,
    help="With PDF: rules, cards, tokens, templates, sheets, tables or playtest.",
)
@click.option("--paper", default="a4", show_default=True, help="With PDF: a4 or letter.")
@click.option(
    "--sheet",
    default="single",
    show_default=True,
    help="With PDF: single, or booklet for sheets to print on both sides and fold.",
)
@click.option(
    "--base-url",
    cls=RenamedOption,
    old_name="--site",
    default="",
    metavar="URL",
    help="With PDF: the URL of the site that links and QR codes lead to.  [default: no links]",
)
@click.option(
    "--playtest-json",
    cls=RenamedOption,
    old_name="--figures",
    metavar="FILE",
    help="With --part playtest: the file with the output of `carnage playtest --json`.",
)
@click.option(
    "-o",
    "--output",
    "path",
    metavar="FILE",
    help="Write to this file.  [default: standard output]",
)
def roll(
    book: str | None,
    seed: str | None,
    text: str | None,
    name: str,
    custom_names: str,
    setting: str,
    with_example: bool,
    output_format: str,
    part: str,
    paper: str,
    sheet: str,
    base_url: str,
    playtest_json: str | None,
    path: str | None,
) -> None:
    """Roll up a game and print its rulebook."""
    from carnage.cli import arguments, pdf_output

    pdf_options = pdf_output.PdfOptions(
        part=part,
        paper=paper,
        sheet=sheet,
        base_url=arguments.parse_base_url(base_url),
        playtest_json=playtest_json,
    )
    if seed is not None and text is not None:
        raise click.UsageError("Give --seed or --text, not both.")
    if text is not None:
        book = book or catalog.DEFAULT_BOOK
        seed = Seed.from_text(casefold_text(text), _load_book(book).length).digits
    rulebook = carnage.roll(book, seed, name, rules=arguments.given_rules(), setting=setting)
    if custom_names:
        rulebook = _rename(rulebook, custom_names)
    if with_example:
        from carnage.cli.example import add_example

        rulebook = add_example(rulebook)
    if output_format == "pdf":
        pdf_output.print_pdf(rulebook, path, pdf_options)
    elif output_format == "md":
        _write(rulebook.markdown(), path)
    elif output_format == "html":
        _write(rulebook.html(), path)
    else:
        _write(json.dumps(rulebook.json(), ensure_ascii=False, indent=2) + "\n", path)


def _rename(rulebook: Rulebook, text: str) -> Rulebook:
    """Return a rulebook with the custom names in a text or file."""
    ruleset = rulebook.ruleset
    own = custom_names.parse_names_or_file(text, ruleset.book)
    return build_rulebook(ruleset, own, rulebook.world)


@main.command()
@click.argument("book_code", metavar="[BOOK]", required=False)
def tables(book_code: str | None) -> None:
    """List the books, or the tables of BOOK with the digits of each option."""
    if book_code is None:
        for code in catalog.book_codes():
            listed_book = catalog.book(code)
            digits = f"{listed_book.length} digits"
            _write(f"{code}: {listed_book.title}, {digits}. {listed_book.tagline}\n")
        return
    book = _load_book(book_code)
    _write("\n".join(_list_tables(book)) + "\n\n")
    _write("".join(f"{source.credit}\n" for source in list_book_sources(book)))


@main.command("presets")
def list_presets() -> None:
    """List the presets: published systems as games, with their seeds, credits and differences."""
    from textwrap import fill

    from carnage.rulebook.text import TextFiller
    from carnage.rulesets import presets

    for preset in presets.list_presets():
        game = preset.ruleset
        path = game.path.removeprefix("/")
        if game.given_name:
            path += f' (--name "{game.given_name}")'
        differences = fill(
            TextFiller(game).fill(preset.deviations),
            LINE_WIDTH,
            initial_indent="  Ours: ",
            subsequent_indent="  ",
        )
        _write(f"{preset.code}: {preset.title}, {path}. {preset.source.credit}\n{differences}\n")


@main.command(hidden=True)  # For maintainers, in a clone.
@click.argument("book_code", metavar="BOOK")
@click.option(
    "--repin-games",
    "repin_reason",
    cls=RenamedOption,
    old_name="--games-anew",
    metavar="REASON",
    help="Pin the games of a frozen book again, and nothing else; REASON is kept with them.",
)
def freeze(book_code: str, repin_reason: str | None) -> None:
    """Freeze BOOK in a clone: pin the options that its digits give, and the course of its games."""
    from carnage.cli.freeze import run

    run(_load_book(book_code), repin_reason=repin_reason)


@main.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to bind to.")
@click.option(
    "--port",
    type=click.IntRange(1, 65535),
    default=8000,
    show_default=True,
    help="The port to bind to.",
)
@click.option(
    "--processes",
    type=click.IntRange(1, 64),
    help="Number of web processes.  [default: one for each processor]",
)
@click.option(
    "--proxies",
    type=click.IntRange(0, 9),
    help="Number of trusted reverse proxies in front of the site.  [default: 0]",
)
@click.option(
    "--log-format",
    "log",
    cls=RenamedOption,
    old_name="--log",
    type=click.Choice(["text", "json"]),
    help="Format of the log.  [default: text]",
)
@click.option("--access-log", is_flag=True, default=None, help="Log every request.  [default: off]")
@click.option(
    "--metrics",
    metavar="[HOST:]PORT",
    help="Serve metrics for Prometheus at this address; the default host is the loopback "
    "interface.  [default: no metrics]",
)
def serve(host: str, port: int, metrics: str | None, **options: Any) -> None:
    """Serve the site. Options that are not given are read from the environment."""
    from carnage import serving

    try:
        settings = serving.Settings.read(os.environ)
        given_options = {name: value for name, value in options.items() if value is not None}
        if metrics is not None:
            given_options["metrics"] = serving.parse_metrics_address(metrics)
        serving.serve(host, port, settings._replace(**given_options))
    except serving.SettingError as error:
        raise click.UsageError(str(error)) from None
    except serving.BindError as error:
        raise click.ClickException(str(error)) from None


def _load_book(code: str) -> Book:
    """Return the book with this code. Raise UnknownBookError if it does not exist."""
    if code not in catalog.book_codes():
        raise carnage.UnknownBookError(
            f"There is no book {code!r}; there is {', '.join(catalog.book_codes())}."
        )
    return catalog.book(code)


def _list_tables(book: Book) -> Iterator[str]:
    """Yield the tables of a book as lines with digits and labels, by chapter."""
    edition = f"edition {book.edition}"
    if not book.frozen:
        edition += " (draft)"
    yield f"{book.title}, {edition}: {book.length} digits"
    chapter = ""
    for number, table in enumerate(book.rolled, 1):
        if table.chapter != chapter:
            chapter = table.chapter
            yield f"\n{chapter}"
        yield f"\n{number:3}  {table.title} [{table.id}]"
        for rolls, label in _group_rolls(table):
            yield f"      {rolls:>5}  {label}"


def _group_rolls(table: Table) -> Iterator[tuple[str, str]]:
    """Yield each range of rolls with the same label, such as "1-2", and the label, lowest first."""
    first = 0
    labels = [_format_label(table, roll) for roll in range(len(table.rolls))]
    for last, label in enumerate(labels):
        if last + 1 < len(labels) and labels[last + 1] == label:
            continue
        rolls = f"{first:0{table.digits}}"
        if last > first:
            rolls += f"-{last:0{table.digits}}"
        yield rolls, label
        first = last + 1


def _format_label(table: Table, roll: int) -> str:
    """Return the label of a roll's option, with the parameters that are particular to this roll.

    If the label is only a number, all parameters of the option are included.
    """
    option = table.rolls[roll]
    parameters = dict(table.at.get(roll, {}))
    if option.label.isdigit():
        parameters = {**option.params, **parameters}
    if not parameters:
        return option.label
    texts = [f"{name.replace('_', ' ')} {value:g}" for name, value in parameters.items()]
    return f"{option.label} ({', '.join(texts)})"


def _write(text: str, path: str | None = None) -> None:
    """Write a text in UTF-8 to a file, or to standard output.

    The encoding of the terminal is ignored, because rulebooks contain fractions and dashes.
    """
    if path is None:
        sys.stdout.buffer.write(text.encode())
        sys.stdout.buffer.flush()
    else:
        write_file(path, text)


for command in (*GAME_COMMANDS, example, *SWEEP_COMMANDS):
    main.add_command(command)
