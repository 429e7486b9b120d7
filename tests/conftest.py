"""Fixtures and hooks of all tests."""

from __future__ import annotations

import asyncio
import gc
import os
import re
import shutil
import subprocess
import sys
import zlib
from collections import defaultdict
from collections.abc import Generator, Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from carnage import catalog
from carnage.engine.compiling import build

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


# Equal in each run: the same examples, however slow the machine.
settings.register_profile("steady", derandomize=True, deadline=None, database=None)
settings.load_profile("steady")

BUILD = (
    "from carnage.engine import games; [games.load_family(family) for family in games.families()]"
)


def pytest_sessionstart(session: pytest.Session) -> None:
    """Build the compiled rules once, before workers start, in another process, so that this one has
    no engine loaded.
    """
    is_worker = hasattr(session.config, "workerinput")
    if not is_worker and os.environ.get("CARNAGE_UNCOMPILED") != "1":
        subprocess.run([sys.executable, "-c", BUILD], check=True)


def pytest_collection_finish() -> None:
    """Freeze collected objects: with a gigabyte of modules and tables each whole garbage collection
    takes a second.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


# Functions that play many games, which takes too long without compiled rules.
MANY_GAMES = re.compile(
    r"\b(simulat\w+|playtest\w*|sweeps?|atlas|learn\w*|job_tasks|at_play|verdicts|environment)\b"
)
WITHOUT_COMPILER = frozenset({"test_no_compiler.py", "test_user_cache.py"})


@cache
def plays_many_games(path: Path) -> bool:
    """Return whether a test file plays more games than uncompiled rules play in a short time."""
    if path.name in WITHOUT_COMPILER:
        return False
    return "engine" in path.parts or bool(MANY_GAMES.search(path.read_text(encoding="utf-8")))


@pytest.hookimpl(trylast=True)
def pytest_itemcollected(item: pytest.Item) -> None:
    """Skip the tests of many games where no C compiler is installed."""
    if not can_compile() and plays_many_games(item.path):
        item.add_marker(pytest.mark.skip(reason="needs a C compiler: apt install gcc"))


@cache
def can_compile() -> bool:
    """Return whether games of these tests are compiled, or meant to be uncompiled."""
    return os.environ.get("CARNAGE_UNCOMPILED") == "1" or build.find_compiler() is not None


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option of `make test`, which has three minutes."""
    parser.addoption(
        "--variations",
        type=int,
        metavar="N",
        help="run at most N variations of each parametrized test, spread evenly over all of them",
    )


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> Generator[None]:
    """Mark browser tests as thorough before tests are selected by their marks, and leave out the
    variations that are too many afterwards.
    """
    mark_browser_tests(items)
    yield
    if (most := config.getoption("--variations")) is not None:
        kept = select_variations(items, most)
        config.hook.pytest_deselected(items=[item for item in items if item not in kept])
        items[:] = [item for item in items if item in kept]


def mark_browser_tests(items: list[pytest.Item]) -> None:
    """Mark browser tests as thorough, all but the first of each file `test_…_browser.py`."""
    met = set()
    for item in items:
        if isinstance(item, pytest.Function) and "browser" in item.fixturenames:
            if item.get_closest_marker("thorough") or item.get_closest_marker("soak"):
                continue
            if item.path in met or not item.path.stem.endswith("_browser"):
                item.add_marker("thorough")
            met.add(item.path)


def select_variations(items: list[pytest.Item], most: int) -> set[pytest.Item]:
    """Return at most so many variations of each test.

    The first one depends on the name of the test, so that different tests run for different books.
    """
    tests = defaultdict(list)
    for item in items:
        tests[item.nodeid.partition("[")[0]].append(item)
    kept: set[pytest.Item] = set()
    for name, variations in tests.items():
        first = zlib.crc32(name.encode())
        count = len(variations)
        number = min(most, count)
        kept.update(variations[(first + i * count // number) % count] for i in range(number))
    return kept


@pytest.fixture
def tables(tmp_path: Path) -> Path:
    """Copy the tables to a folder where a test may change them."""
    copy = tmp_path / "tables"
    shutil.copytree(Path(str(catalog.TABLES)), copy)
    return copy


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Run a Chromium, one in each process of the tests, imported only if a test needs it."""
    from tests.support.browser import run_chromium

    with run_chromium() as browser:
        yield browser


@pytest.fixture(autouse=True)
def own_event_loop(request: pytest.FixtureRequest) -> Iterator[None]:
    """Hide Playwright's event loop from tests without a browser, so that they can run their own."""
    if "browser" in request.fixturenames:
        yield
        return
    loop = asyncio._get_running_loop()
    asyncio._set_running_loop(None)
    yield
    asyncio._set_running_loop(loop)


@pytest.fixture
def visitor(
    browser: Browser, site: str, viewport: dict[str, int], scheme: str, scripts: bool
) -> Iterator[Page]:
    """Yield a page of its own context, for tests with several screens and schemes, with and without
    script.
    """
    context = browser.new_context(
        base_url=site,
        viewport=viewport,  # type: ignore[arg-type]
        color_scheme=scheme,  # type: ignore[arg-type]
        java_script_enabled=scripts,
    )
    yield context.new_page()
    context.close()
