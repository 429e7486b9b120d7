"""Warming up: compiling a family's rules once per state of the sources, and telling how far that is.

A folder that holds everything says so in `complete.json`, with the list of the rules that have to be loaded
for its entries to run. Whoever finds no such file compiles, under a lock, so that two who ask at once do
the work once. The system takes the lock from a process that has died.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path

from filelock import FileLock, Timeout

from carnage.engine.core import compiling
from carnage.engine.core.compiling import CORE, RULES, UNCOMPILED, cache_folder, rules_of
from carnage.engine.core.crew import Crew, hire

Progress = Callable[[int, int], None]
PATIENCE = 0.2  # seconds between two looks at how far somebody else's compiling is
KEPT_FOLDERS = 3


class SourcesChanged(RuntimeError):
    """The sources are no longer those that this process imported."""


_loaded: set[str] = set()  # families that are ready: every game asks, and none should wait for the answer


def is_warm(family: str) -> bool:
    """Whether a family's rules as they stand need no compiling."""
    return UNCOMPILED or _complete(family).exists()


def progress(family: str) -> tuple[int, int]:
    """How many rules are compiled, of how many; (0, 0) if nobody has begun."""
    try:
        done, total = (cache_folder(family) / "progress").read_text().split()
        return int(done), int(total)
    except (OSError, ValueError):
        return 0, 0


def load(family: str, tell: Progress | None = None) -> None:
    """Make the rules of a family that has been imported ready to run, compiling what is not compiled yet."""
    if UNCOMPILED or family in _loaded:
        return
    if not _complete(family).exists():
        warm_up(family, tell)
    rules = {rule.name: rule for rule in RULES}
    for name in json.loads(_complete(family).read_text())["load"]:  # callees before callers
        rules[name].fetch()
    _loaded.add(family)


def warm_up(family: str, tell: Progress | None = None) -> None:
    """Compile every rule of a family that has been imported, or wait for whoever is doing so."""
    folder = cache_folder(family)
    folder.mkdir(parents=True, exist_ok=True)
    while not _complete(family).exists():
        try:
            with FileLock(folder / "lock", timeout=PATIENCE):
                if not _complete(family).exists():
                    _compile_all(family, tell)
                    _sweep(family)
                    _sweep(CORE)
        except Timeout:
            if tell:
                tell(*progress(family))


def _compile_all(family: str, tell: Progress | None) -> None:
    folder, order = cache_folder(family), rules_of(family)

    def say(ready: int) -> None:
        (folder / "progress").write_text(f"{ready} {len(order)}")
        if tell:
            tell(ready, len(order))

    shared = folder / f"shared-{os.getpid()}"
    helper = hire(shared, family, order)
    try:
        Crew(shared, order).work(lambda: helper is None or helper.poll() is not None, say)
    finally:
        if helper:
            helper.kill()
            helper.wait()
        for left in folder.glob("shared-*"):  # one that was killed leaves its own
            shutil.rmtree(left, ignore_errors=True)
    if any(compiling.fingerprint(room) != cache_folder(room).name for room in (CORE, family)):
        # What was imported and what is named may differ: nobody must ever be served from this folder.
        raise SourcesChanged("The engine's sources changed while it was compiled; start again.")
    needed = [rule.name for rule in order if rule.entry or not rule.light]
    part = folder / "complete.part"
    part.write_text(json.dumps({"load": needed}))
    part.replace(_complete(family))


def _complete(family: str) -> Path:
    return cache_folder(family) / "complete.json"


def _sweep(room: str) -> None:
    """Leave only the newest few folders: every change of the sources makes a new one."""
    here = cache_folder(room)
    siblings = sorted(here.parent.glob(f"engine-{room}-*"), key=lambda path: path.stat().st_mtime)
    for old in siblings[:-KEPT_FOLDERS]:
        if old != here:
            shutil.rmtree(old, ignore_errors=True)
