"""Every code block of the documentation is run, or at least parsed.

Blocks of commands (`console`) run line by line in one folder for each page, and their output is
compared where the page shows it. `pycon` blocks are doctests. Commands that a test cannot run are
in NOT_RUN.
"""

from __future__ import annotations

import ast
import configparser
import contextlib
import doctest
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import textwrap
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import jinja2
import pytest
from click.testing import CliRunner

from carnage.cli.command_line import main

ROOT = Path(__file__).resolve().parents[2]
PAGES = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
]
TIMEOUT_S = 240

NOT_RUN = {
    r"make serve": "starts a server",
    r"\. \.venv/bin/activate": "the reader's environment",
    r"python3 -m venv /opt|/opt/carnage/bin/pip": "installs outside of the folder of the test",
    r"docker ": "needs Docker",
    r"dask ": "starts a cluster",
    r"carnage sweep out/big": "needs the cluster",
    r"pytest ": "other tests; the files exist",
    r"carnage (tables|roll --book) courier": "run by test_adding_a_book.py",
    r"(name=|cp |for |mv |grep -rlw nim).*": "run by test_adding_a_book.py",
}
"""Beginnings of commands that are not run here, and the reason."""

SLOW = (
    r"carnage playtest ",
    r"carnage compare ",
    r"carnage find ",
    r"carnage tune ",
    r"carnage sweep out/neigh",
)
"""Beginnings of commands that take up to a minute and write no file that others read."""

IN_PROCESS = re.compile(
    r"carnage (?P<words>(?:roll|tables|presets|play|simulate|example|learn|referee)\b[^|<>&;]*?)"
    r"(?: +> (?P<file>\S+))?"
)
"""Commands that a test runs in its own process, and the file to which their output goes."""

NOT_PARSED = {
    "nginx": "no parser for it",
    "text": "a diagram",
    "{toctree}": "read by Sphinx",
    "{eval-rst}": "read by Sphinx",
}
"""Languages of blocks that are not parsed here, and the reason."""


class Block(NamedTuple):
    """A fenced block of a page; `line` is that of its first line of text."""

    page: str
    line: int
    language: str
    text: str


class Command(NamedTuple):
    """A command of a `console` block, and the output that the page shows; empty for none."""

    line: str
    output: str


def blocks_of(page: Path) -> Iterator[Block]:
    """Yield the fenced blocks of a page."""
    text = page.read_text(encoding="utf-8")
    for found in re.finditer(r"^```(.*)\n((?:.*\n)*?)```$", text, flags=re.MULTILINE):
        line = text[: found.start(2)].count("\n") + 1
        yield Block(page.relative_to(ROOT).as_posix(), line, found[1], found[2])


def commands_of(block: Block) -> Iterator[Command]:
    """Yield the commands of a `console` block; a comment behind two spaces is not part of a
    command.
    """
    for part in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
        line, _, output = part.partition("\n")
        yield Command(line.partition("  #")[0].strip(), output)


BLOCKS = [block for page in PAGES for block in blocks_of(page)]


def blocks_in(language: str) -> list[Block]:
    return [block for block in BLOCKS if block.language == language]


def reason_not_to_run(command: str) -> str:
    """Return the reason why a command is not run, or ''."""
    return next((reason for start, reason in NOT_RUN.items() if re.match(start, command)), "")


def is_slow(command: str) -> bool:
    """Return whether a command runs in `make soak` only."""
    return any(re.match(start, command) for start in SLOW)


def name_block(block: Block) -> str:
    return f"{block.page}:{block.line}"


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """Return environment variables with the command `carnage` of this clone on the path."""
    folder = tmp_path / "bin"
    folder.mkdir()
    script = folder / "carnage"
    script.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m carnage "$@"\n', encoding="utf-8")
    script.chmod(0o755)
    paths = {"PATH": f"{folder}{os.pathsep}{os.environ['PATH']}", "PYTHONPATH": str(ROOT)}
    return os.environ | paths


def run_command(line: str, folder: Path, environment: dict[str, str]) -> tuple[int, str, str]:
    """Run a command in a folder; return its status, output and errors.

    A command of `carnage` without a pipe runs in this process, which starts sooner than another.
    """
    in_process = IN_PROCESS.fullmatch(line)
    if in_process is None:
        process = subprocess.run(
            ["bash", "-o", "pipefail", "-c", line], cwd=folder, env=environment,
            stdin=subprocess.DEVNULL, capture_output=True, timeout=TIMEOUT_S,
        )  # fmt: skip
        return process.returncode, process.stdout.decode(), process.stderr.decode()
    with contextlib.chdir(folder):
        done = CliRunner().invoke(main, shlex.split(in_process["words"]))
        if in_process["file"] is None:
            return done.exit_code, done.stdout, done.stderr
        Path(in_process["file"]).write_text(done.stdout, encoding="utf-8")
        return done.exit_code, "", done.stderr


@pytest.mark.parametrize(
    "with_slow",
    [
        pytest.param(False, marks=pytest.mark.thorough, id="quick"),
        pytest.param(True, marks=pytest.mark.soak, id="all"),
    ],
)
@pytest.mark.parametrize("page", dict.fromkeys(block.page for block in blocks_in("console")))
def test_page_commands_print_shown_output(
    page: str, environment: dict[str, str], tmp_path: Path, with_slow: bool
) -> None:
    folder = tmp_path / "work"
    folder.mkdir()
    flags = doctest.ELLIPSIS
    for block in blocks_in("console"):
        for command in commands_of(block) if block.page == page else ():
            if reason_not_to_run(command.line):
                continue
            if is_slow(command.line) and not with_slow:
                continue
            in_clone = command.line.startswith("git ")
            if in_clone and not ((ROOT / ".git").exists() and shutil.which("git")):
                continue
            line = command.line.replace(".venv/bin/carnage", "carnage")
            status, output, errors = run_command(line, ROOT if in_clone else folder, environment)
            assert status in ({0, 1} if "grep -c" in command.line else {0}), (
                f"{name_block(block)}: {command.line}\n{errors}"
            )
            if command.output:
                assert doctest.OutputChecker().check_output(command.output, output, flags), (
                    f"{name_block(block)}: {command.line}\n{output}"
                )


def test_skipped_commands_exist_in_pages() -> None:
    lines = [command.line for block in blocks_in("console") for command in commands_of(block)]
    assert lines
    for start in (*NOT_RUN, *SLOW):
        assert any(re.match(start, line) for line in lines), f"no page has {start}"


def test_pytest_commands_name_existing_files() -> None:
    for block in blocks_in("console"):
        for command in commands_of(block):
            if command.line.startswith("pytest "):
                for name in re.findall(r"\btests/[\w/]+\.py", command.line):
                    assert (ROOT / name).exists(), f"{name_block(block)}: {name}"


@pytest.mark.parametrize("page", dict.fromkeys(block.page for block in blocks_in("pycon")))
def test_page_python_examples_print_shown_results(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for extra in ("pettingzoo", "pyarrow", "duckdb"):
        pytest.importorskip(extra)
    monkeypatch.chdir(tmp_path)
    text = "\n".join(block.text for block in blocks_in("pycon") if block.page == page)

    test = doctest.DocTestParser().get_doctest(text, {}, page, page, 0)

    assert test.examples
    assert doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test).failed == 0


@pytest.mark.parametrize("block", blocks_in("python"), ids=name_block)
def test_python_blocks_can_be_parsed(block: Block) -> None:
    text = textwrap.dedent(block.text)
    ast.parse(f"if False:\n    pass\n{text}" if text.startswith("elif") else text)


@pytest.mark.parametrize("block", blocks_in("diff"), ids=name_block)
def test_diff_blocks_apply_to_named_file(block: Block) -> None:
    head, _, body = block.text.partition("\n")
    assert head.startswith("--- "), name_block(block)
    before = "".join(f"{line[1:]}\n" for line in body.splitlines() if not line.startswith("+"))

    source = (ROOT / head.removeprefix("--- ")).read_text(encoding="utf-8")

    assert source.count(before) == 1, f"{name_block(block)}: {head}"


@pytest.mark.parametrize("block", blocks_in("json"), ids=name_block)
def test_json_blocks_can_be_parsed(block: Block) -> None:
    assert json.loads(block.text)


@pytest.mark.parametrize("block", blocks_in("toml"), ids=name_block)
def test_toml_blocks_can_be_parsed(block: Block) -> None:
    assert tomllib.loads(block.text)


@pytest.mark.parametrize("block", blocks_in("ini"), ids=name_block)
def test_unit_files_have_a_service_section(block: Block) -> None:
    parser = configparser.ConfigParser()
    parser.read_string(block.text)
    assert "ExecStart" in parser["Service"]


@pytest.mark.parametrize("block", blocks_in("html"), ids=name_block)
def test_template_blocks_can_be_parsed(block: Block) -> None:
    assert jinja2.Environment().parse(block.text).body


def test_blocks_have_a_tested_language() -> None:
    tested = {"console", "pycon", "python", "diff", "json", "toml", "ini", "html"}
    for block in BLOCKS:
        assert block.language in tested | NOT_PARSED.keys(), name_block(block)
