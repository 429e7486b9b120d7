"""Games are the same however the rules are compiled.

`test_equal.py` compares them with uncompiled ones.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from tests.support.marks import soak_all_but
from tests.support.rulesets import BOOKS

SCRIPT = Path(__file__).with_name("digest_games.py")
ROOT = Path(__file__).parents[3]
RULESETS = 50  # of each book
GAMES = {"gamble": 20, "duel": 8, "classic": 4, "skirmish": 3}  # of each ruleset and each bot
UNDEFINED = (
    "-O1 -fsanitize=undefined -fno-sanitize=signed-integer-overflow,shift -fno-sanitize-recover=all"
)
EACH_BOOK = pytest.mark.parametrize("book", BOOKS)


def run(book: str, **environment: str) -> str:
    process = subprocess.run(
        [sys.executable, str(SCRIPT), book, str(RULESETS), str(GAMES[book])],
        env=os.environ | {"PYTHONPATH": str(ROOT)} | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert process.returncode == 0, process.stderr
    return process.stdout


@cache
def usual(book: str) -> str:
    """The digests of games with the library that everybody uses."""
    digests = run(book)
    assert len(set(digests.splitlines())) == RULESETS
    return digests


@pytest.mark.soak
# Rules of the battle family take long to compile: they run with checks of undefined behaviour only.
@pytest.mark.parametrize("book", soak_all_but(["gamble"], BOOKS))
def test_games_fully_optimised_are_the_same(book: str) -> None:
    assert run(book, CARNAGE_CFLAGS="-O3") == usual(book)


@pytest.mark.thorough
@pytest.mark.parametrize("book", soak_all_but(["gamble"], BOOKS))
def test_games_not_optimised_are_the_same(book: str) -> None:
    assert run(book, CARNAGE_CFLAGS="-O0") == usual(book)


@pytest.mark.thorough
@pytest.mark.parametrize("book", soak_all_but(["gamble"], BOOKS))
def test_games_have_no_undefined_behaviour(book: str) -> None:
    """Overflow of integers is defined (-fwrapv). The first undefined operation ends the process."""
    assert run(book, CARNAGE_CFLAGS=UNDEFINED) == usual(book)


@pytest.mark.soak
@pytest.mark.parametrize("flags", ["-O3", UNDEFINED])
@EACH_BOOK
def test_games_compiled_by_clang_are_the_same(book: str, flags: str) -> None:
    assert shutil.which("clang"), "apt install clang"
    assert run(book, CARNAGE_CC="clang", CARNAGE_CFLAGS=flags) == usual(book)


@pytest.mark.soak
@EACH_BOOK
def test_games_touch_only_their_own_memory(book: str) -> None:
    runtime = subprocess.check_output(["cc", "-print-file-name=libasan.so"], text=True).strip()
    environment = {"LD_PRELOAD": runtime, "ASAN_OPTIONS": "detect_leaks=0"}
    assert run(book, CARNAGE_CFLAGS="-O1 -fsanitize=address", **environment) == usual(book)
