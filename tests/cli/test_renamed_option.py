"""Test renamed options of the command line: the old names work, with a warning."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from carnage.cli.command_line import main
from carnage.cli.renamed_option import RenamedOption

DUEL = "duel/8384093643032"
FLAG = ""
REQUIRED_WORDS = {"freeze": ["classic"], "find": [], "learn": [], "roll": [], "serve": []}
"""The arguments that a command needs beside its options; those of the others are `[DUEL]`."""

RENAMED = (
    ("atlas", "--against", "--replicate-with", "."),
    ("atlas", "--ship", "--write-package-data", FLAG),
    ("example", "--ship", "--write-package-data", FLAG),
    ("find", "--about", "--target-minutes", "30"),
    ("find", "--figures", "--max-figures", "8"),
    ("find", "--keep", "--require", "damage=certain-death"),
    ("find", "--minutes", "--max-minutes", "45"),
    ("find", "--seed", "--random-seed", "3"),
    ("freeze", "--games-anew", "--repin-games", "other dice"),
    ("learn", "--generations", "--iterations", "2"),
    ("learn", "--seed", "--random-seed", "3"),
    ("learn", "--write", "--write-package-data", FLAG),
    ("play", "--at", "--svg-event", "3"),
    ("play", "--decisions", "--save-file", "game.json"),
    ("play", "--film", "--replay", "replay.json"),
    ("play", "--game", "--game-number", "3"),
    ("play", "--log", "--events", "events.jsonl"),
    ("play", "--me", "--side", "1"),
    ("play", "--own", "--custom-names", "side-1~Orks"),
    ("play", "--seed", "--dice-seed", "3"),
    ("referee", "--answers", "--answer-key", "key.json"),
    ("referee", "--game", "--game-number", "3"),
    ("referee", "--lines", "--max-lines", "200"),
    ("referee", "--plant", "--violations", "3"),
    ("referee", "--seed", "--dice-seed", "3"),
    ("referee", "--to", "--output-dir", "folder"),
    ("roll", "--figures", "--playtest-json", "figures.json"),
    ("roll", "--own", "--custom-names", "side-1~Orks"),
    ("roll", "--site", "--base-url", "https://carnage.example"),
    ("serve", "--log", "--log-format", "json"),
    ("simulate", "--hands", "--dexterity", "steady"),
    ("simulate", "--seed", "--dice-seed", "3"),
    ("simulate", "--swap", "--rotate-seats", FLAG),
    ("sweep", "--changes-of", "--neighbours-of", DUEL),
    ("sweep", "--file", "--from-file", "games.txt"),
    ("sweep", "--seed", "--random-seed", "3"),
)
"""The command, the old name, the new name and a value of each renamed option."""


def renamed_options() -> Iterator[tuple[str, str, str]]:
    """Yield the command, the old name and the new name of each renamed option of the program."""
    for name, command in main.commands.items():
        for parameter in command.get_params(click.Context(command)):
            if isinstance(parameter, RenamedOption):
                yield name, parameter.old_name, parameter.opts[0]


def parse(name: str, option: str, value: str) -> dict[str, object]:
    """Return the parameters of a command with one option."""
    words = [*REQUIRED_WORDS.get(name, [DUEL]), option, *([value] if value else [])]
    if name == "referee" and option not in ("--to", "--output-dir"):
        words += ["--output-dir", "folder"]
    return main.commands[name].make_context(name, words).params


def test_renamed_options_are_all_in_table() -> None:
    assert sorted(renamed_options()) == sorted(row[:3] for row in RENAMED)


@pytest.mark.parametrize(("command", "old_name", "new_name", "value"), RENAMED)
def test_renamed_option_old_name_is_parsed_as_new(
    command: str, old_name: str, new_name: str, value: str, capsys: pytest.CaptureFixture[str]
) -> None:
    old = parse(command, old_name, value)
    printed = capsys.readouterr()
    new = parse(command, new_name, value)
    assert old == new
    assert (printed.out, printed.err) == ("", f"{old_name} is deprecated; use {new_name}\n")
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize("command", sorted({row[0] for row in RENAMED}))
def test_renamed_option_help_shows_new_names_only(command: str) -> None:
    words = CliRunner().invoke(main, [command, "--help"]).stdout.replace(",", " ").split()
    assert {row[2] for row in RENAMED if row[0] == command} <= set(words)
    assert not {row[1] for row in RENAMED if row[0] == command} & set(words)


def test_renamed_option_both_names_uses_new_one(capsys: pytest.CaptureFixture[str]) -> None:
    words = [DUEL, "--dice-seed", "1", "--seed", "2"]
    context = main.commands["play"].make_context("play", words)
    assert context.params["dice_seed"] == 1
    assert capsys.readouterr().err == "--seed is deprecated; use --dice-seed\n"


def test_renamed_option_multiple_joins_both_names() -> None:
    words = ["--require", "damage=wounds", "--keep", "initiative=random"]
    context = main.commands["find"].make_context("find", words)
    assert set(context.params["require"]) == {"damage=wounds", "initiative=random"}


def test_renamed_option_old_name_keeps_output_clean(tmp_path: Path) -> None:
    runner = CliRunner()
    old_words = ["play", DUEL, "--seed", "1", "--film", str(tmp_path / "old.json")]
    new_words = ["play", DUEL, "--dice-seed", "1", "--replay", str(tmp_path / "new.json")]
    old = runner.invoke(main, old_words)
    new = runner.invoke(main, new_words)
    assert (old.exit_code, old.stdout) == (0, new.stdout)
    assert set(old.stderr.splitlines()) == {
        "--seed is deprecated; use --dice-seed",
        "--film is deprecated; use --replay",
    }
    assert (tmp_path / "old.json").read_bytes() == (tmp_path / "new.json").read_bytes()


def test_compare_table_mend_is_deprecated() -> None:
    done = CliRunner().invoke(main, ["compare", DUEL, DUEL, "--table", "mend"])
    warning, error = done.stderr.splitlines()
    assert warning == "--table mend is deprecated; use --all-tables"
    assert (done.exit_code, error) == (
        2,
        "carnage: Give another game, or --table and one of its tables, or --all-tables.",
    )
