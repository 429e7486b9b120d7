"""What the README says is so: its examples are run as they stand."""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```", README, flags=re.MULTILINE | re.DOTALL)
COMMANDS = [
    line
    for kind, block in BLOCKS
    if kind == "console"
    for line in re.findall(r"^\$ (carnage .*)$", block, flags=re.MULTILINE)
]


def test_the_library_does_what_the_readme_shows() -> None:
    shown = "\n".join(block for kind, block in BLOCKS if kind == "pycon")
    test = doctest.DocTestParser().get_doctest(shown, {}, "README.md", "README.md", 0)
    assert len(test.examples) >= 4
    assert doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test).failed == 0


@pytest.mark.thorough
@pytest.mark.parametrize("command", [line for line in COMMANDS if " serve" not in line])
def test_the_commands_do_what_the_readme_shows(command: str, tmp_path: Path) -> None:
    words = shlex.split(command.partition(" | ")[0].partition("  #")[0])
    environ = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-m", "carnage", *words[1:]],
        cwd=tmp_path, env=environ, capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    said = done.stdout.encode() + b"".join(
        path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()
    )
    assert len(said) > 100


def test_there_are_commands_and_serve_is_one() -> None:
    assert len(COMMANDS) >= 4
    assert any(" serve" in line for line in COMMANDS)


def test_the_make_targets_that_are_named_exist() -> None:
    targets = set(re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(), flags=re.MULTILINE))
    named = set(re.findall(r"\bmake (\w+)", README))
    assert {"serve", "test", "check", "soak", "bench"} <= named <= targets


def test_what_the_map_names_is_there() -> None:
    for path in re.findall(r"^\| `(\w[\w./-]*)` \|", README, flags=re.MULTILINE):
        assert (ROOT / path).exists(), path
    for path in re.findall(r"\]\((?!http)([^)#]+)\)", README):
        assert (ROOT / path).exists(), path
