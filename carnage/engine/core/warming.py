"""Warming up: compiling a family's rules once per state of the sources, and telling how far that is.

A folder that holds everything says so in `complete.json`, with the list of the rules that have to be loaded
for its entries to run. Whoever finds no such file compiles, under a lock, so that two who ask at once do
the work once.
"""

from __future__ import annotations

import json
import os
import shutil
import time
from collections.abc import Callable
from pathlib import Path

from carnage.engine.core import compiling
from carnage.engine.core.compiling import RULES, UNCOMPILED, Rule, cache_folder
from carnage.engine.core.crew import Crew, hire

Progress = Callable[[int, int], None]
STALE_LOCK = 120.0  # seconds without progress after which a lock's owner counts as gone
KEPT_FOLDERS = 3


class SourcesChanged(RuntimeError):
    """The sources are no longer those that this process imported."""


_loaded: list[Rule] = []  # what `load` has made ready: every game asks, and none should wait for the answer


def is_warm() -> bool:
    """Whether the rules as they stand need no compiling."""
    return UNCOMPILED or _complete().exists()


def progress() -> tuple[int, int]:
    """How many rules are compiled, of how many; (0, 0) if nobody has begun."""
    try:
        done, total = (_folder() / "progress").read_text().split()
        return int(done), int(total)
    except (OSError, ValueError):
        return 0, 0


def load(tell: Progress | None = None) -> None:
    """Make every rule that has been declared ready to run, compiling what is not compiled yet."""
    if UNCOMPILED or len(_loaded) == len(RULES):
        return
    if not _complete().exists():
        warm_up(tell)
    rules = {rule.name: rule for rule in RULES}
    for name in json.loads(_complete().read_text())["load"]:  # callees before callers
        rules[name].fetch()
    _loaded[:] = RULES


def warm_up(tell: Progress | None = None) -> None:
    """Compile every rule that has been declared, or wait for whoever is doing so."""
    _folder().mkdir(parents=True, exist_ok=True)
    while not _complete().exists():
        if _lock():
            try:
                _compile_all(tell)
                _sweep()
            finally:
                _lock_file().unlink(missing_ok=True)
            return
        time.sleep(0.2)
        if tell:
            tell(*progress())


def in_order(rules: list[Rule]) -> list[Rule]:
    """The rules, callees before callers."""
    found: dict[str, Rule] = {}

    def visit(rule: Rule) -> None:
        if rule.name not in found:
            for callee in rule.callees:
                visit(callee)
            found[rule.name] = rule

    for rule in rules:
        visit(rule)
    return list(found.values())


def _compile_all(tell: Progress | None) -> None:
    order = in_order(RULES)

    def say(ready: int) -> None:
        (_folder() / "progress").write_text(f"{ready} {len(order)}")
        if tell:
            tell(ready, len(order))

    shared = _folder() / f"shared-{os.getpid()}"
    helper = hire(shared)
    try:
        Crew(shared, order).work(lambda: helper is None or helper.poll() is not None, say)
    finally:
        if helper:
            helper.kill()
            helper.wait()
        shutil.rmtree(shared, ignore_errors=True)
    if compiling.fingerprint() != _folder().name:
        # What was imported and what is named may differ: nobody must ever be served from this folder.
        raise SourcesChanged("The engine's sources changed while it was compiled; start again.")
    needed = [rule.name for rule in order if rule.entry or not compiling.is_light(rule)]
    part = _folder() / "complete.part"
    part.write_text(json.dumps({"load": needed}))
    part.replace(_complete())


def _folder() -> Path:
    return cache_folder()


def _complete() -> Path:
    return _folder() / "complete.json"


def _lock_file() -> Path:
    return _folder() / "lock"


def _lock() -> bool:
    """Take the lock; a lock whose owner has made no progress for long is broken."""
    path = _lock_file()
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL))
        return True
    except FileExistsError:
        marks = [mark for mark in (path, _folder() / "progress") if mark.exists()]
        if marks and time.time() - max(mark.stat().st_mtime for mark in marks) > STALE_LOCK:
            path.unlink(missing_ok=True)
        return False


def _sweep() -> None:
    """Leave only the newest few folders: every change of the sources makes a new one."""
    siblings = sorted(_folder().parent.glob("engine-*"), key=lambda path: path.stat().st_mtime)
    for old in siblings[:-KEPT_FOLDERS]:
        if old != _folder():
            shutil.rmtree(old, ignore_errors=True)
