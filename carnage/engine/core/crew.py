"""Compiling side by side: processes that share the rules out among themselves, each rule compiled once.

Threads cannot compile at the same time (Numba has one lock), so a second process helps. A rule is claimed by
a file that only one of them can create, and done when it lies in the store, where whoever finds it loads it.
"""

from __future__ import annotations

import gc
import importlib
import logging
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from carnage.engine.core import folders
from carnage.engine.core.compiling import Rule, beside, rules_of, store

NAP = 0.01  # seconds
FEW = 16  # rules that one process has compiled before another has got going
SELDOM = 50_000  # objects more between two looks for garbage
ERRORS = "errors"  # the file for what the second process has to complain of

_log = logging.getLogger(__name__)


class Crew:
    """One process's view of the work: which rules are ready here, which are done by anybody."""

    def __init__(self, folder: Path, order: list[Rule]) -> None:
        self.folder = folder
        self.waiting = list(order)
        self.ready: set[str] = set()
        folder.mkdir(parents=True, exist_ok=True)

    def take_what_is_kept(self) -> None:
        """Load every rule that needs no compiling as yet."""
        for rule in list(self.waiting):
            if self._prepared(rule) and (store() / rule.file).exists():
                self._get_ready(rule)

    def work(self, alone: Callable[[], bool], tell: Callable[[int], None] = lambda ready: None) -> None:
        """Compile or load every rule. `alone` says whether nobody else is at work any more, so that what
        somebody claimed and never finished has to be done here."""
        often = gc.get_threshold()
        gc.set_threshold(SELDOM, *often[1:])  # as there is little to collect, and much to look through
        try:
            self._work(alone, tell)
        finally:
            gc.set_threshold(*often)

    def _work(self, alone: Callable[[], bool], tell: Callable[[int], None]) -> None:
        while self.waiting:
            tell(len(self.ready))
            rule = next(
                (rule for rule in self.waiting if self._prepared(rule) and self._mine(rule, alone())), None
            )
            if rule:
                self._get_ready(rule)
            else:
                time.sleep(NAP)
        tell(len(self.ready))

    def _prepared(self, rule: Rule) -> bool:
        return all(callee.name in self.ready for callee in rule.callees)

    def _mine(self, rule: Rule, alone: bool) -> bool:
        """Whether to get this rule ready here: it is kept already, or nobody else is at it."""
        return (store() / rule.file).exists() or self._claim(rule) or alone

    def _get_ready(self, rule: Rule) -> None:
        rule.get_ready(store())
        self.waiting.remove(rule)
        self.ready.add(rule.name)

    def _claim(self, rule: Rule) -> bool:
        try:
            os.close(os.open(self.folder / rule.name, os.O_CREAT | os.O_EXCL))
        except FileExistsError:
            return False
        return True


def hire(folder: Path, listed: Path, family: str, modules: set[str]) -> subprocess.Popen[bytes] | None:
    """Start a second process that shares the work in this folder, for which it imports these modules; None
    where there is but one processor."""
    if (os.cpu_count() or 1) < 2:
        return None
    program = "import sys; from carnage.engine.core.crew import lend_a_hand; lend_a_hand(*sys.argv[1:])"
    path = os.pathsep.join(entry or os.getcwd() for entry in sys.path)
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / ERRORS).open("wb") as errors:
        return subprocess.Popen(
            [sys.executable, "-c", program, str(folder), str(listed), family, *sorted(modules)],
            env=os.environ | {"PYTHONPATH": path, folders.PLACE: str(listed.parents[1])},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=errors,
        )


def tell_of_failure(second: subprocess.Popen[bytes], folder: Path) -> None:
    """Write into the log why the second process broke off, if it did: the first does the work without it."""
    if second.poll():
        last = (folder / ERRORS).read_text(encoding="utf-8", errors="replace").strip()
        _log.warning("The second process at compiling ended with status %d. %s", second.returncode, last)


def lend_a_hand(folder: str, listed: str, family: str, *modules: str) -> None:
    """What the second process does: compile whatever the first has not begun, as long as that lives."""
    parent = os.getppid()
    for module in modules:
        importlib.import_module(module)
    if beside(family, "json") != Path(listed):
        return  # the sources have changed in the meantime: this is another engine

    def stop_if_orphaned(ready: int) -> None:
        if os.getppid() != parent:
            raise SystemExit

    Crew(Path(folder), rules_of(family)).work(lambda: False, stop_if_orphaned)
