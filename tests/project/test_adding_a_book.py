"""Test the guide to a new book: docs/nim, laid over a copy of the project, is a book like any
other.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
TEMPLATE = ROOT / "docs" / "nim"
GUIDE = ROOT / "docs" / "how-to" / "add-a-book.md"
GAME = "nim/905"
GENERAL = (
    "tests/catalog/test_catalog.py",
    "tests/catalog/test_every_book.py",
    "tests/web/test_rolling.py",
    "tests/engine/test_behaviour.py",
    "tests/engine/test_decisions.py",
    "tests/engine/test_dispatch.py",
    "tests/engine/test_engine_records.py",
    "tests/engine/test_scenes.py",
    "tests/engine/test_wanted.py",
    "tests/engine/test_queries.py",
    "tests/engine/test_hidden.py",
    "tests/engine/test_options.py",
    "tests/engine/plain/test_examples.py",
)


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Copy all files that the general tests need, with the template's tables in them."""
    root = tmp_path_factory.mktemp("clone")
    leave = shutil.ignore_patterns("__pycache__", "golden")
    for folder in ("carnage", "static", "tests"):
        shutil.copytree(ROOT / folder, root / folder, ignore=leave)
    shutil.copy(ROOT / "pyproject.toml", root)
    shutil.copytree(
        TEMPLATE / "carnage" / "tables", root / "carnage" / "tables", dirs_exist_ok=True
    )
    return root


@pytest.fixture(scope="module")
def playable_clone(clone: Path) -> Path:
    """Return the copy with the template's engine."""
    shutil.copytree(TEMPLATE, clone, dirs_exist_ok=True)
    return clone


UNCOMPILED, COMPILED = {"CARNAGE_UNCOMPILED": "1"}, {"CARNAGE_UNCOMPILED": ""}


def run_module(
    root: Path, *words: str, how: dict[str, str] = UNCOMPILED
) -> subprocess.CompletedProcess[str]:
    """Run `python -m …` in the copy."""
    env = os.environ | {"PYTHONPATH": str(root)} | how
    env.pop("PYTEST_ADDOPTS", None)
    env.pop("PYTEST_XDIST_WORKER", None)
    env["CARNAGE_CACHE"] = str(root / "cache")
    return subprocess.run(
        [sys.executable, "-m", *words],
        cwd=root,
        env=env,
        capture_output=True,
        text=True,
        check=False,
    )


def run_simulation(root: Path, how: dict[str, str]) -> dict[str, Any]:
    process = run_module(
        root,
        "carnage",
        "simulate",
        GAME,
        "--games",
        "40",
        "--bots",
        "greedy,random",
        "--json",
        how=how,
    )
    assert process.returncode == 0, process.stderr
    return {key: value for key, value in json.loads(process.stdout).items() if "second" not in key}


@pytest.mark.thorough
def test_template_tables_alone_make_rulebooks(clone: Path) -> None:
    process = run_module(clone, "carnage", "roll", "--book", "nim", "--seed", "905")
    assert "[A Purse]" in process.stdout, process.stderr
    assert "No engine plays" in run_module(clone, "carnage", "simulate", GAME).stderr


@pytest.mark.thorough
def test_template_engine_compiled_matches_uncompiled(playable_clone: Path) -> None:
    figures = run_simulation(playable_clone, UNCOMPILED)
    assert figures["ended_by_rules"] == 40
    assert figures["wins"][0] > figures["wins"][1]
    assert figures == run_simulation(playable_clone, COMPILED)
    assert "## The end" in run_module(playable_clone, "carnage", "play", GAME).stdout


def test_template_generated_modules_are_up_to_date(playable_clone: Path) -> None:
    engine = Path("carnage", "engine", "nim")
    names = ("numbers.py", "events.py", "questions.py", "writers.py")
    checked_in = {name: (TEMPLATE / engine / name).read_text() for name in names}
    for name in names:
        (playable_clone / engine / name).unlink()

    process = run_module(playable_clone, "carnage.engine.codegen")

    assert process.returncode == 0, process.stderr
    assert {name: (playable_clone / engine / name).read_text() for name in names} == checked_in


@pytest.mark.thorough
def test_template_passes_tests_of_every_book(playable_clone: Path) -> None:
    chosen = ["-m", "not soak and not thorough", "-k", "nim"]
    process = run_module(
        playable_clone,
        "pytest",
        "-q",
        "-p",
        "no:xdist",
        "-p",
        "no:cacheprovider",
        *chosen,
        *GENERAL,
    )
    assert process.returncode == 0, process.stdout
    assert " failed" not in process.stdout


def test_guide_names_every_module_of_template() -> None:
    text = GUIDE.read_text(encoding="utf-8")
    for path in (TEMPLATE / "carnage" / "engine" / "nim").glob("[a-z]*.py"):
        assert f"`{path.name}`" in text, path.name


@pytest.mark.thorough
def test_guide_commands_copy_and_rename_template(tmp_path: Path) -> None:
    leave = shutil.ignore_patterns("__pycache__", "golden")
    for folder in ("carnage", "static", "tests/engine/plain", "docs/nim"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=leave)
    copying, looking = re.findall(
        r"^```console\n(.*?)^```", GUIDE.read_text(encoding="utf-8"), re.M | re.S
    )
    script = re.sub(r"^\$ ", "", copying, flags=re.MULTILINE)
    subprocess.run(["bash", "-e", "-c", script], cwd=tmp_path, check=True)

    processes = [
        run_module(tmp_path, *shlex.split(line)) for line in re.findall(r"^\$ (.*)$", looking, re.M)
    ]

    assert [process.returncode for process in processes] == [0, 0]
    assert "[A Purse]" in processes[1].stdout
    assert (tmp_path / "tests/engine/plain/courier_examples.py").exists()
