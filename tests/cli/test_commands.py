"""The command line: what it prints, and one clear line when it cannot."""

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
from tests.support.rulesets import PUBLISHED

LENGTH = catalog.book(catalog.DEFAULT_BOOK).length


def run(*words: str) -> tuple[int, str, str]:
    """Exit status, standard output, standard error."""
    result = CliRunner().invoke(main, list(words))
    return result.exit_code, result.stdout, result.stderr


def test_roll_prints_the_rulebook() -> None:
    status, out, err = run("roll", "--seed", PUBLISHED)
    assert (status, err) == (0, "")
    assert out == carnage.roll("classic", PUBLISHED).markdown()


def test_roll_with_names_of_ones_own(tmp_path: Path) -> None:
    file = tmp_path / "own.txt"
    file.write_text("captain = Grub\nside-1 = Orks\n", encoding="utf-8")
    typed = run("roll", "--seed", PUBLISHED, "--custom-names", "captain~Grub*side-1~Orks")
    assert typed == run("roll", "--seed", PUBLISHED, "--custom-names", str(file))
    assert "Grub" in typed[1]
    assert "Captain" not in typed[1]
    (tmp_path / "bytes").write_bytes(b"captain = Gr\xfcb")
    for own, expected, told in (
        ("captain", 2, "There is no file 'captain'"),
        ("captain~<b>", 2, "a name may not contain"),
        (str(tmp_path / "bytes"), 1, "no text in UTF-8; on Windows, choose “Save as”"),
        (str(tmp_path), 1, "directory"),
    ):
        status, out, err = run("roll", "--seed", PUBLISHED, "--custom-names", own)
        assert (status, out) == (expected, "")
        assert told in err
        assert err.count("\n") == 1


def test_roll_without_a_seed_rolls_one() -> None:
    games = {run("roll", "--format", "json")[1] for _ in range(3)}
    assert len({json.loads(game)["seed"] for game in games}) == 3


def test_roll_from_text_and_with_a_name() -> None:
    words = ("--text", "friday night", "--name", "Two Towers", "--format", "json")
    status, out, _ = run("roll", "--book", "classic", *words)
    assert status == 0
    assert (json.loads(out)["seed"], json.loads(out)["name"]) == ("522170543699375", "Two Towers")


def test_roll_as_html() -> None:
    status, out, _ = run("roll", "--seed", PUBLISHED, "--format", "html")
    assert status == 0
    assert out.startswith("<!doctype html>")
    assert "<h1>Ruinous <em>Throne</em></h1>" in out


def test_roll_into_a_file(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    status, out, err = run("roll", "--seed", PUBLISHED, "--format", "json", "-o", str(path))
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
def test_bad_input_is_one_line_and_status_2(words: list[str], complaint: str) -> None:
    status, out, err = run(*words)
    assert (status, out) == (2, "")
    assert err.startswith("carnage: ")
    assert err.count("\n") == 1
    assert complaint in err


def test_tables_lists_the_books() -> None:
    status, out, _ = run("tables")
    assert status == 0
    assert "classic: Classic, 15 digits." in out


def test_tables_of_a_book() -> None:
    status, out, _ = run("tables", "classic")
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


def test_help_and_version() -> None:
    assert run("--version") == (0, f"carnage {carnage.__version__}\n", "")
    assert "Roll up a new tabletop game" in run("--help")[1]
    for name, command in main.commands.items():
        assert isinstance(command, click.Command)
        assert command.help
        assert run(name, "--help")[0] == 0


def test_a_closed_pipe_is_no_error() -> None:
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


def test_the_library_face() -> None:
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
