"""Compiling side by side: processes that share the rules out among themselves, each rule compiled once.

Threads cannot compile at the same time (Numba has one lock), so a second process helps. A rule is claimed by
a file that only one of them can create, and done when a second file says so; whoever finds it done loads it
from the cache.
"""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from carnage.engine.core.compiling import Rule, cache_folder, rules_of

NAP = 0.01  # seconds


class Crew:
    """One process's view of the work: which rules are ready here, which are done by anybody."""

    def __init__(self, folder: Path, order: list[Rule]) -> None:
        self.folder = folder
        self.waiting = list(order)
        self.ready: set[str] = set()
        folder.mkdir(parents=True, exist_ok=True)

    def work(self, alone: Callable[[], bool], tell: Callable[[int], None] = lambda ready: None) -> None:
        """Compile or load every rule. `alone` says whether nobody else is at work any more, so that what
        somebody claimed and never finished has to be done here."""
        while self.waiting:
            found = next((rule for rule in self.waiting if self.get_ready(rule, alone())), None)
            if found is None:
                time.sleep(NAP)
                continue
            self.waiting.remove(found)
            self.ready.add(found.name)
            tell(len(self.ready))

    def get_ready(self, rule: Rule, alone: bool) -> bool:
        """Get a rule ready if its callees are, and if it is done already or nobody else is at it."""
        if not all(callee.name in self.ready for callee in rule.callees):
            return False
        done = self._file(rule, "done")
        if not (done.exists() or self._claim(rule) or alone):
            return False
        rule.compile()
        done.touch()
        return True

    def _claim(self, rule: Rule) -> bool:
        try:
            os.close(os.open(self._file(rule, "claim"), os.O_CREAT | os.O_EXCL))
        except FileExistsError:
            return False
        return True

    def _file(self, rule: Rule, kind: str) -> Path:
        return self.folder / f"{rule.name}.{kind}"


def hire(folder: Path, family: str, rules: list[Rule]) -> subprocess.Popen[bytes] | None:
    """Start a second process that shares the work in this folder; None where there is but one processor."""
    if (os.cpu_count() or 1) < 2:
        return None
    modules = sorted({rule.function.__module__ for rule in rules})
    program = "import sys; from carnage.engine.core.crew import lend_a_hand; lend_a_hand(*sys.argv[1:])"
    path = os.pathsep.join(entry or os.getcwd() for entry in sys.path)
    return subprocess.Popen(
        [sys.executable, "-c", program, str(folder), str(cache_folder(family)), family, *modules],
        env=os.environ | {"PYTHONPATH": path},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def lend_a_hand(folder: str, cache: str, family: str, *modules: str) -> None:
    """What the second process does: compile whatever the first has not begun, as long as that lives."""
    parent = os.getppid()
    for module in modules:
        importlib.import_module(module)
    if str(cache_folder(family)) != cache:
        return  # the sources have changed in the meantime: this is another engine

    def stop_if_orphaned(ready: int) -> None:
        if os.getppid() != parent:
            raise SystemExit

    Crew(Path(folder), rules_of(family)).work(lambda: False, stop_if_orphaned)
