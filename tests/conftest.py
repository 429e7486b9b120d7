"""What tests of several files are given."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from carnage import catalog

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


BUILD = "from carnage.engine import games; [games.load_family(family) for family in games.families()]"


def pytest_sessionstart(session: pytest.Session) -> None:
    """Build the compiled rules once, before there are workers, in a process that leaves this one without an
    engine."""
    is_worker = hasattr(session.config, "workerinput")
    if not is_worker and os.environ.get("CARNAGE_UNCOMPILED") != "1":
        subprocess.run([sys.executable, "-c", BUILD], check=True)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Of the variations of a test in a browser (screens, schemes, books, with script and without) the first
    is for every day, and `make check` does the others too."""
    met = set()
    for item in items:
        if isinstance(item, pytest.Function) and "browser" in item.fixturenames:
            if item.get_closest_marker("thorough") or item.get_closest_marker("soak"):
                continue
            test = item.path, item.originalname
            if test in met:
                item.add_marker("thorough")
            met.add(test)


@pytest.fixture
def tables(tmp_path: Path) -> Path:
    """A copy of the tables, to be changed."""
    copy = tmp_path / "tables"
    shutil.copytree(Path(str(catalog.TABLES)), copy)
    return copy


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A running Chromium, imported by those tests alone that want one."""
    from browser import chromium

    with chromium() as browser:
        yield browser


@pytest.fixture
def visitor(
    browser: Browser, site: str, viewport: dict[str, int], scheme: str, scripts: bool
) -> Iterator[Page]:
    """A page of somebody's own, for tests that are tried out on screens, in the dark and without script."""
    context = browser.new_context(
        base_url=site,
        viewport=viewport,  # type: ignore[arg-type]
        color_scheme=scheme,  # type: ignore[arg-type]
        java_script_enabled=scripts,
    )
    yield context.new_page()
    context.close()
