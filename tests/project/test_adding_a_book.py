"""The guide's template works: docs/nim, laid over a copy of the project, is a book like any other.

What needs a person's work (golden games, games worth a look, when a game must be over) is not asked
of it.
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
    """A copy of all that the general tests need, with the template's tables in it."""
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
def played(clone: Path) -> Path:
    """The same with its engine."""
    shutil.copytree(TEMPLATE, clone, dirs_exist_ok=True)
    return clone


UNCOMPILED, COMPILED = {"CARNAGE_UNCOMPILED": "1"}, {"CARNAGE_UNCOMPILED": ""}


def run(
    root: Path, *words: str, how: dict[str, str] = UNCOMPILED
) -> subprocess.CompletedProcess[str]:
    """`python -m …` in the copy."""
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


def simulated(root: Path, how: dict[str, str]) -> dict[str, Any]:
    process = run(
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


def test_tables_alone_make_rulebooks(clone: Path) -> None:
    process = run(clone, "carnage", "roll", "--book", "nim", "--seed", "905")
    assert "[A Purse]" in process.stdout, process.stderr
    assert "No engine plays" in run(clone, "carnage", "simulate", GAME).stderr


def test_with_its_engine_it_is_played_compiled_as_uncompiled(played: Path) -> None:
    figures = simulated(played, UNCOMPILED)
    assert figures["ended_by_rules"] == 40
    assert figures["wins"][0] > figures["wins"][1]
    assert figures == simulated(played, COMPILED)
    assert "## The end" in run(played, "carnage", "play", GAME).stdout


def test_generated_modules_of_the_template_are_up_to_date(played: Path) -> None:
    engine = Path("carnage", "engine", "nim")
    names = ("numbers.py", "events.py", "questions.py", "writers.py")
    checked_in = {name: (TEMPLATE / engine / name).read_text() for name in names}
    for name in names:
        (played / engine / name).unlink()

    process = run(played, "carnage.engine.codegen")

    assert process.returncode == 0, process.stderr
    assert {name: (played / engine / name).read_text() for name in names} == checked_in


@pytest.mark.thorough
def test_it_passes_what_every_book_has_to_pass(played: Path) -> None:
    chosen = ["-m", "not soak", "-k", "nim"]
    process = run(
        played, "pytest", "-q", "-p", "no:xdist", "-p", "no:cacheprovider", *chosen, *GENERAL
    )
    assert process.returncode == 0, process.stdout
    assert " failed" not in process.stdout


def test_guide_names_every_module_of_the_template() -> None:
    text = GUIDE.read_text(encoding="utf-8")
    for path in (TEMPLATE / "carnage" / "engine" / "nim").glob("[a-z]*.py"):
        assert f"`{path.name}`" in text, path.name


def test_commands_of_the_guide_copy_the_template_under_another_name(tmp_path: Path) -> None:
    leave = shutil.ignore_patterns("__pycache__", "golden")
    for folder in ("carnage", "static", "tests/engine/plain", "docs/nim"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=leave)
    copying, looking = re.findall(
        r"^```console\n(.*?)^```", GUIDE.read_text(encoding="utf-8"), re.M | re.S
    )
    script = re.sub(r"^\$ ", "", copying, flags=re.MULTILINE)
    subprocess.run(["bash", "-e", "-c", script], cwd=tmp_path, check=True)

    processes = [
        run(tmp_path, *shlex.split(line)) for line in re.findall(r"^\$ (.*)$", looking, re.M)
    ]

    assert [process.returncode for process in processes] == [0, 0]
    assert "[A Purse]" in processes[1].stdout
    assert (tmp_path / "tests/engine/plain/courier_examples.py").exists()
