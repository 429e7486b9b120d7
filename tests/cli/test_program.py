"""Test the program: closed streams, interrupts and exit statuses."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from carnage.cli.command_line import main
from tests.support.marks import soak_all_but
from tests.support.rulesets import PUBLISHED

GAME = f"classic/{PUBLISHED}"
DUEL = "duel/8384093643032"
PROGRAM = (sys.executable, "-m", "carnage")
CLOSED = "carnage: Standard output is closed: there is nowhere to print to.\n"

# Each prints to standard output and ends by itself.
COMMANDS = {
    "tables": ("tables",),
    "a book": ("tables", "classic"),
    "presets": ("presets",),
    "version": ("--version",),
    "help": ("find", "--help"),
    "roll": ("roll", "--seed", PUBLISHED),
    "html": ("roll", "--seed", PUBLISHED, "--format", "html"),
    "pdf": ("roll", "--seed", PUBLISHED, "--format", "pdf", "--part", "tokens"),
    "simulate": ("simulate", DUEL, "--games", "10"),
    "json": ("simulate", DUEL, "--games", "10", "--json"),
    "play": ("play", DUEL),
    "me": ("play", GAME, "--side", "1"),
    "example": ("example", DUEL),
    "find": ("find", "--book", "gamble", "--count", "1"),
    "learn": ("learn", DUEL, "--seconds", "0.1"),
}
# A command each that prints text and a PDF; then numbers, questions, and a game.
EVERYDAY = ("tables", "pdf")
IN_CHECK = ("json", "me", "example")


def thorough(*parameters: str | float) -> list[Any]:
    """Return parameters that are tried by `make check` alone."""
    return [pytest.param(each, marks=pytest.mark.thorough) for each in parameters]


def soak(*parameters: str | float) -> list[Any]:
    """Return parameters that are tried by `make soak` alone."""
    return [pytest.param(each, marks=pytest.mark.soak) for each in parameters]


OTHERS = [each for each in COMMANDS if each not in (*EVERYDAY, *IN_CHECK)]
EVERY_COMMAND = [*EVERYDAY, *thorough(*IN_CHECK), *soak(*OTHERS)]


def run_shell(words: tuple[str, ...], redirected: str, folder: Path) -> tuple[int, str, str]:
    """Run a command with streams redirected by a shell. Return its status, output and errors."""
    done = subprocess.run(
        ["/bin/sh", "-c", f'exec "$@" {redirected}', "sh", *PROGRAM, *words],
        *(),
        capture_output=True,
        text=True,
        errors="replace",
        cwd=folder,
        timeout=120,
    )
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("command", EVERY_COMMAND)
def test_command_output_closed_prints_one_line(command: str, tmp_path: Path) -> None:
    assert run_shell(COMMANDS[command], ">&-", tmp_path) == (2, "", CLOSED)


@pytest.mark.thorough
@pytest.mark.parametrize("command", soak_all_but(["tables", "me"], COMMANDS))
def test_command_input_and_errors_closed_succeeds(command: str, tmp_path: Path) -> None:
    status, out, err = run_shell(COMMANDS[command], "<&- 2>&-", tmp_path)
    assert (status, err) == (0, "")
    assert out


@pytest.mark.parametrize("command", ["tables", *thorough("me"), *soak("pdf", "simulate")])
def test_command_all_streams_closed_is_silent(command: str, tmp_path: Path) -> None:
    assert run_shell(COMMANDS[command], "<&- >&- 2>&-", tmp_path) == (2, "", "")


@pytest.mark.parametrize(
    "command", ["tables", *thorough("pdf", "play"), *soak("html", "simulate", "help")]
)
def test_command_output_full_prints_one_line(command: str, tmp_path: Path) -> None:
    status, _, err = run_shell(COMMANDS[command], ">/dev/full", tmp_path)
    assert (status, err) == (1, "carnage: standard output: No space left on device\n")


@pytest.mark.parametrize("command", ["tables", *thorough("html"), *soak("presets", "play", "help")])
@pytest.mark.parametrize("reader", ["true", "head -c 1"])
def test_command_broken_pipe_is_silent(command: str, reader: str, tmp_path: Path) -> None:
    _, _, err = run_shell(COMMANDS[command], f"| {reader}", tmp_path)
    assert err == ""


@pytest.mark.thorough
def test_command_output_file_needs_no_streams(tmp_path: Path) -> None:
    words = ("roll", "--seed", PUBLISHED, "-o", "game.md")
    assert run_shell(words, "<&- >&- 2>&-", tmp_path) == (0, "", "")
    assert (tmp_path / "game.md").read_text(encoding="utf-8").startswith("# Ruinous Throne\n")


def test_command_streams_closed_creates_no_files(tmp_path: Path) -> None:
    """Keep errors out of a file that gets the number of a closed stream."""
    status, _, _ = run_shell(
        ("play", DUEL, "--events", "a", "--replay", "b"), "<&- >&- 2>&-", tmp_path
    )
    assert status == 2
    assert [path.name for path in tmp_path.iterdir()] == []


@pytest.mark.parametrize(
    "words", [("dance",), ("roll", "--sed"), ("play", "nix"), ("tables", "chess")]
)
def test_command_bad_input_and_errors_closed_returns_2(
    words: tuple[str, ...], tmp_path: Path
) -> None:
    assert run_shell(words, "2>&-", tmp_path) == (2, "", "")


# --------------------------------------------------------------------------------------- interrupts

INTERRUPTED = {
    "simulate": ("simulate", GAME, "--games", "1000000"),
    "roll": ("roll", "--seed", PUBLISHED, "--format", "pdf", "-o", "game.pdf"),
    "find": ("find", "--book", "gamble", "--count", "100"),
    "play": ("play", GAME, "--side", "1", "--bots", "planner"),
    "learn": ("learn", DUEL, "--seconds", "60"),
}

# An interrupt while the interpreter starts cannot be handled; `carnage.cli` imports very little.
BEGIN = """
import sys
from carnage.cli import run
print("begun", file=sys.stderr, flush=True)
run()
"""


@pytest.mark.parametrize("after_s", [*thorough(0.05), *soak(0.1, 0.25), 0.6])
@pytest.mark.parametrize("command", ["simulate", "play", *thorough("roll", "find", "learn")])
def test_command_interrupted_ends_without_traceback(
    command: str, after_s: float, tmp_path: Path
) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", BEGIN, *INTERRUPTED[command]],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
        preexec_fn=accept_interrupts,
    )
    assert process.stderr is not None
    assert process.stderr.readline() == "begun\n"
    time.sleep(after_s)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=30)
    assert process.returncode in (130, 0)
    assert err.strip() == ""
    assert not list(tmp_path.glob("*.part"))


# An interrupt in a callback at the deletion of an object, whose exceptions Python ignores.
IGNORED = """
def main(**_):
    weak = weakref.ref(thing := Thing(), lambda _: os.kill(os.getpid(), signal.SIGINT))
    del thing
    time.sleep(20)
"""
# A library that turns an interrupt into another exception.
TURNED_INTO_AN_ERROR = """
def main(**_):
    try:
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(20)
    except KeyboardInterrupt:
        raise RuntimeError("release unlocked lock")
"""


# A thread that waits for a lock which the interrupt left held, and which Python waits for at exit.
LOCK_LEFT_HELD = """
def main(**_):
    lock = threading.Lock()
    lock.acquire()
    threading.Thread(target=lock.acquire).start()
    os.kill(os.getpid(), signal.SIGINT)
    time.sleep(20)
"""


@pytest.mark.parametrize("command", [IGNORED, TURNED_INTO_AN_ERROR, LOCK_LEFT_HELD])
def test_command_interrupt_swallowed_ends_anyway(command: str) -> None:
    program = "\n".join(
        (
            "import os, signal, threading, time, weakref",
            "from carnage import cli",
            "from carnage.cli import command_line",
            "class Thing: pass",
            command,
            "command_line.main = main",
            "cli.run()",
        )
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        timeout=15,
        check=False,
        preexec_fn=accept_interrupts,
    )
    assert (done.returncode, done.stderr) == (130, "")


def accept_interrupts() -> None:
    """Restore the default handler, as a shell ignores interrupts of processes in the background."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


SWEEP = ("--rulesets", "4000", "--book", "duel", "--games", "50", "--workers", "2")


@pytest.mark.thorough
@pytest.mark.parametrize("after_s", [0.8, *soak(0.3, 1.2, 1.6), 3.0])
def test_sweep_interrupted_ends_at_once(after_s: float, tmp_path: Path) -> None:
    """Send the interrupt to all processes of the command, as a terminal does."""
    process = subprocess.Popen(
        [*PROGRAM, "sweep", str(tmp_path / "new"), *SWEEP],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=accept_interrupts,
    )
    time.sleep(after_s + 0.3)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=30)
    # Before the program is imported, the interrupt ends Python itself.
    assert process.returncode in (130, -signal.SIGINT)
    assert out == ""
    said = [line for line in err.splitlines() if line and not line.startswith("Worker ")]
    assert said in ([], [f"Interrupted. To continue: carnage sweep {tmp_path / 'new'}"])


@pytest.mark.soak
def test_sweep_done_prints_one_line(tmp_path: Path) -> None:
    words = ("--rulesets", "4", "--book", "duel", "--games", "10", "--workers", "2")
    done = subprocess.run(
        [*PROGRAM, "sweep", str(tmp_path / "new"), *words],
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert (done.returncode, done.stdout) == (0, f"{tmp_path / 'new'}: 4 rulesets of duel.\n")
    assert [line for line in done.stderr.splitlines() if not line.startswith("Worker ")] == []


@pytest.mark.soak
def test_command_in_background_ignores_interrupts(tmp_path: Path) -> None:
    """Start the command as a shell without job control does: `carnage … &`."""
    process = subprocess.Popen(
        [*PROGRAM, "simulate", DUEL, "--games", "3000"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN),
    )
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=120)
    assert (process.returncode, err) == (0, b"")


# ------------------------------------------------------------------------------------------- --base-url

SITES = [
    "https://carnage.example",
    "http://127.0.0.1:8000",
    "http://[::1]:8000/",
    "HTTPS://Carnage.Example/games",
    "https://carnage.example/~some/path/",
    "https://bücher.example",
]
NO_SITES = [
    "a.org",
    "javascript:alert(1)",
    "//carnage.example",
    "ftp://carnage.example",
    "file:///etc/passwd",
    "https://",
    "https:///games",
    "https://user:secret@carnage.example",
    "https://carnage.example?x=1",
    "https://carnage.example#top",
    "https://carnage.example:99999",
    "https://carnage.example:port",
    "https://carnage example",
    " https://carnage.example",
    "https://carnage.example\nx",
    "https://carnage..example",
    "https://-.example",
    "https://carnage.example/<b>",
    "https://carnage.example/*x*",
    "https://" + "a" * 300,
]


@pytest.mark.parametrize("site", NO_SITES)
def test_roll_invalid_site_is_refused(site: str, tmp_path: Path) -> None:
    words = ["roll", "--format", "pdf", "-o", str(tmp_path / "x.pdf"), "--base-url", site]
    done = CliRunner().invoke(main, words)
    assert (done.exit_code, done.stderr.count("\n")) == (2, 1)
    assert "is not the address of a site. Give one such as https://carnage.example." in done.stderr
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("site", SITES)
def test_roll_valid_site_prints_pdf(site: str, tmp_path: Path) -> None:
    words = ["roll", "--seed", PUBLISHED, "--format", "pdf", "--part", "tokens", "--base-url", site]
    done = CliRunner().invoke(main, [*words, "-o", str(tmp_path / "x.pdf")])
    assert (done.exit_code, done.stderr) == (0, "")


def test_commands_in_process_keep_signal_handler() -> None:
    """Leave the interrupt handler of a program that imports the commands."""
    before = signal.getsignal(signal.SIGINT)
    CliRunner().invoke(main, ["tables"])
    assert signal.getsignal(signal.SIGINT) is before
    assert os.getpid()
