"""What tests of several files are given."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from carnage import catalog

if TYPE_CHECKING:
    from playwright.sync_api import Browser


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
