"""Settings of engine tests."""

from __future__ import annotations

import os
import sys

import pytest

# These play with the rules as plain Python; `test_plain.py` runs them in a process of their own.
collect_ignore = [] if os.environ.get("CARNAGE_UNCOMPILED") == "1" else ["plain"]

LOADED_AT_IMPORT = pytest.StashKey[set[str]]()


def pytest_collection_finish(session: pytest.Session) -> None:
    """Note whose rules have been loaded by now, before any test has run."""
    library = sys.modules.get("carnage.engine.compiling.library")
    session.config.stash[LOADED_AT_IMPORT] = set(library._compiled) if library else set()


@pytest.fixture
def loaded_at_import(pytestconfig: pytest.Config) -> set[str]:
    """The families of which some test module has played when it was imported."""
    return pytestconfig.stash[LOADED_AT_IMPORT]
