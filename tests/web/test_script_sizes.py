"""Test that the scripts of the page to play stay small."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

from carnage.common.assets import imported_scripts

SCRIPTS = Path(__file__).parents[2] / "static" / "js"
MAX_BYTES = 25_000  # of all modules that the page loads at once, compressed one by one
IMPORT = re.compile(r'^import .*? from "(\..*?)";', re.MULTILINE)


def modules_of(path: Path, known: set[Path]) -> set[Path]:
    """Return a module and all that it imports at its start."""
    known.add(path)
    for imported in IMPORT.findall(path.read_text(encoding="utf-8")):
        there = (path.parent / imported).resolve()
        if there not in known:
            modules_of(there, known)
    return known


def test_imported_scripts_lists_each_module_once() -> None:
    modules = modules_of((SCRIPTS / "matches" / "play.js").resolve(), set())
    names = sorted(path.relative_to(SCRIPTS).as_posix() for path in modules)
    assert sorted([*imported_scripts("matches/play.js"), "matches/play.js"]) == names


def test_play_page_scripts_are_small() -> None:
    modules = modules_of((SCRIPTS / "matches" / "play.js").resolve(), set())
    sizes = {path.name: len(gzip.compress(path.read_bytes())) for path in modules}
    assert len(sizes) > 10
    assert sum(sizes.values()) <= MAX_BYTES, sizes
