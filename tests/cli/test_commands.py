"""Test the commands `roll`, `tables` and `help`: their output and their errors."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

import carnage
from carnage import catalog
from carnage.cli.command_line import main
from carnage.rulebook import build_rulebook
from tests.support.pages import read_text
from tests.support.rulesets import PUBLISHED

LENGTH = catalog.book(catalog.DEFAULT_BOOK).length


def run_command(*words: str) -> tuple[int, str, str]:
    """Return the exit status, standard output and standard error of a command."""
    result = CliRunner().invoke(main, list(words))
    return result.exit_code, result.stdout, result.stderr


def test_roll_prints_rulebook() -> None:
    status, out, err = run_command("roll", "--seed", PUBLISHED)
    assert (status, err) == (0, "")
    assert out == carnage.roll("classic", PUBLISHED).markdown()


def test_roll_example_adds_an_example_of_play_in_the_words_of_the_setting() -> None:
    words = ("roll", "--seed", "8384093643032", "--setting", "bath-night")
    plain = run_command(*words)[1]
    status, told, err = run_command(*words, "--example")
    assert (status, err) == (0, "")
    assert "## Example of Play" not in plain
    example = told.partition("## Example of Play")[2].partition("\n## ")[0]
    assert "Clockwork Tug" in example or "Rubber Whale" in example
    assert "Player 1" not in example


def test_roll_prints_pdf_of_rules_with_an_example_of_play(tmp_path: Path) -> None:
    words = ("roll", "--book", "duel", "--seed", "8384093643032", "--format", "pdf", "-o")
    status, _, err = run_command(*words, str(tmp_path / "game.pdf"))
    assert (status, err) == (0, "")
    assert "ExampleofPlayFromagame" in read_text((tmp_path / "game.pdf").read_bytes())


def test_roll_alone_loads_no_engine() -> None:
    code = (
        "import sys\n"
        "from carnage.cli.command_line import main\n"
        "main(['roll', '--book', 'duel', '--seed', '8384093643032'], standalone_mode=False)\n"
        "assert not [name for name in sys.modules if name.startswith('carnage.engine')]\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Example of Play" not in done.stdout


def test_roll_custom_names_are_used(tmp_path: Path) -> None:
    file = tmp_path / "own.txt"
    file.write_text("captain = Grub\nside-1 = Orks\n", encoding="utf-8")
    typed = run_command("roll", "--seed", PUBLISHED, "--custom-names", "captain~Grub*side-1~Orks")
    assert typed == run_command("roll", "--seed", PUBLISHED, "--custom-names", str(file))
    assert "Grub" in typed[1]
    assert "Captain" not in typed[1]


def test_roll_custom_names_error_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "bytes").write_bytes(b"captain = Gr\xfcb")
    for own, expected, told in (
        ("captain", 2, "There is no file 'captain'"),
        ("captain~<b>", 2, "a name may not contain"),
        (str(tmp_path / "bytes"), 1, "no text in UTF-8; on Windows, choose “Save as”"),
        (str(tmp_path), 1, "directory"),
    ):
        status, out, err = run_command("roll", "--seed", PUBLISHED, "--custom-names", own)
        assert (status, out) == (expected, "")
        assert told in err
        assert err.count("\n") == 1


def test_roll_without_seed_prints_new_games() -> None:
    games = {run_command("roll", "--format", "json")[1] for _ in range(3)}
    assert len({json.loads(game)["seed"] for game in games}) == 3


def test_roll_text_determines_seed() -> None:
    words = ("--text", "friday night", "--name", "Two Towers", "--format", "json")
    status, out, _ = run_command("roll", "--book", "classic", *words)
    assert status == 0
    assert (json.loads(out)["seed"], json.loads(out)["name"]) == ("522170543699375", "Two Towers")


def test_roll_html_prints_page() -> None:
    status, out, _ = run_command("roll", "--seed", PUBLISHED, "--format", "html")
    assert status == 0
    assert out.startswith("<!doctype html>")
    assert "<h1>Ruinous <em>Throne</em></h1>" in out


def test_roll_output_option_writes_file(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    status, out, err = run_command("roll", "--seed", PUBLISHED, "--format", "json", "-o", str(path))
    assert (status, out, err) == (0, "", "")
    assert json.loads(path.read_text(encoding="utf-8"))["name"] == "Ruinous Throne"


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["roll", "--book", "classic", "--seed", "12"], "15 digits"),
        (["roll", "--seed", "12"], f"{LENGTH} digits"),
        (["roll", "--seed", "٣" * 14], "15 digits"),
        (["roll", "--seed", ""], f"{LENGTH} digits"),
        (
            ["roll", "--book", "chess"],
            "There is no book 'chess'; there is classic, duel, gamble, skirmish",
        ),
        (["roll", "--book", "chess", "--text", "x"], "There is no book 'chess'"),
        (["roll", "--seed", PUBLISHED, "--text", "x"], "not both"),
        (["roll", "--name", "<b>"], "may not contain"),
        (["roll", "--name", "x" * 10_000], "at most 60"),
        (["roll", "--name", "a\nb"], "one line"),
        (["roll", "--text", "\u0301" * 10_000], "at most 2,000 characters"),
        (["roll", "--format", "docx"], "'md', 'html', 'json', 'pdf'"),
        (["roll", "--sed", "1"], "--sed"),
        (["roll", "extra"], "extra"),
        (["tables", "chess"], "There is no book 'chess'"),
        (["serve", "--port", "x"], "port"),
        (["serve", "--port", "99999"], "port"),
        (["dance"], "dance"),
    ],
)
def test_commands_bad_input_is_one_line_with_status_2(words: list[str], complaint: str) -> None:
    status, out, err = run_command(*words)
    assert (status, out) == (2, "")
    assert err.startswith("carnage: ")
    assert err.count("\n") == 1
    assert complaint in err


def test_tables_lists_books() -> None:
    status, out, _ = run_command("tables")
    assert status == 0
    assert "classic: Classic, 15 digits." in out


def test_tables_of_book_lists_options() -> None:
    status, out, _ = run_command("tables", "classic")
    assert status == 0
    for line in (
        "  8  Activation Order [activation-order]",
        "          0  Batched Activations",
        "        1-2  IGOUGO",
        "          9  Batched Activations",
        "          4  Fixed Round Limit (rounds 8)",
        "        7-9  4 (table feet 4, deploy inches 8)",
    ):
        assert f"\n{line}\n" in out


def test_commands_have_help_and_version() -> None:
    assert run_command("--version") == (0, f"carnage {carnage.__version__}\n", "")
    assert "Roll up a new tabletop game" in run_command("--help")[1]
    for name, command in main.commands.items():
        assert isinstance(command, click.Command)
        assert command.help
        assert run_command(name, "--help")[0] == 0


@pytest.mark.thorough
def test_roll_closed_pipe_is_silent() -> None:
    shell = subprocess.run(
        [sys.executable, "-c", CLOSED, PUBLISHED],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert shell.stdout == "# Ruinous Throne\n"
    assert shell.stderr == ""


CLOSED = """
import subprocess, sys
roll = subprocess.Popen(
    [sys.executable, "-m", "carnage", "roll", "--seed", sys.argv[1]], stdout=subprocess.PIPE
)
print(roll.stdout.readline().decode(), end="")
roll.stdout.close()
roll.wait()
"""


def test_library_roll_returns_rulebook() -> None:
    game = carnage.roll("classic", PUBLISHED, name="Two Towers")
    assert game.markdown().startswith("# Two Towers\n")
    assert game.markdown() == build_rulebook(game.ruleset).markdown()
    assert len(carnage.roll("classic").ruleset.seed) == 15
    with pytest.raises(carnage.SeedError):
        carnage.roll("classic", "12")
    with pytest.raises(carnage.UnknownBookError, match="classic"):
        carnage.roll("chess")
    assert issubclass(carnage.UnknownBookError, ValueError)
    assert issubclass(carnage.SeedError, ValueError)
