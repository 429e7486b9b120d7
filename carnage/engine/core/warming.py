"""Warming up: compiling a family's rules once per state of them, and telling how far that is.

A list says for each state of a family's rules which of the compiled ones its entries need in order to run.
Whoever finds no such list compiles what is not there, under a lock, so that two who ask at once do the work
once. The system takes the lock from a process that has died. A list that a crash has left empty or in part
says nothing.
"""

from __future__ import annotations

import errno
import json
import os
import shutil
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from filelock import FileLock, Timeout

from carnage.engine.core import folders
from carnage.engine.core.compiling import PLAIN, RULES, UNCOMPILED, beside, road, rules_of, store
from carnage.engine.core.crew import FEW, Crew, hire, tell_of_failure

Progress = Callable[[int, int], None]
PATIENCE = 0.2  # seconds between two looks at how far somebody else's compiling is
FULL = {errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC)}  # what a system says of a disk without room
DAY = 24 * 3600.0  # seconds
KEPT_DAYS = 14  # what nobody has used for so long is swept out


class Kept(NamedTuple):
    """Where a family's compiled rules are: those to be loaded, callees before callers, and the rest."""

    load: dict[str, str]
    rest: list[str]


_loaded: set[str] = set()  # families that are ready: every game asks, and none should wait for the answer
_told: dict[str, float] = {}  # when it was last told of each that somebody uses it, by the monotonic clock


def is_warm(family: str) -> bool:
    """Whether the rules of a family that has been imported need no compiling."""
    return UNCOMPILED or family in _loaded or kept(beside(family, "json")) is not None


def progress(family: str) -> tuple[int, int]:
    """How many rules are compiled, of how many; (0, 0) if nobody has begun."""
    try:
        done, total = beside(family, "progress").read_text().split()
        return int(done), int(total)
    except (OSError, ValueError):
        return 0, 0


def load(family: str, tell: Progress | None = None) -> None:
    """Make the rules of a family that has been imported ready to run, compiling what is not compiled yet."""
    if UNCOMPILED or family in _loaded:
        return _tell_of_use(family)
    if PLAIN:
        road.load(rules_of(family), beside(family, "plain"))
        _loaded.add(family)
        return
    rules = {rule.name: rule for rule in RULES}
    while True:
        warm_up(family, tell)
        listed = beside(family, "json")
        files = kept(listed)
        if files is None:
            continue
        listed.touch()
        _told[family] = time.monotonic()
        if all(rules[name].load(store() / file) for name, file in files.load.items()):
            break
        listed.unlink(missing_ok=True)  # it promises a file that is gone
    _loaded.add(family)


def _tell_of_use(family: str) -> None:
    """Touch the list of a family that was loaded long ago, or it would be swept out though it is used."""
    now = time.monotonic()
    if now - _told.get(family, now) > DAY:
        _told[family] = now
        with suppress(OSError):
            os.utime(beside(family, "json"))


def warm_up(family: str, tell: Progress | None = None) -> None:
    """Compile every rule of a family that has been imported, or wait for whoever is doing so. Where the disk
    fills up meanwhile, the temporary folder serves."""
    if PLAIN:
        return load(family)
    while True:
        try:
            return _warm_up(family, tell)
        except OSError as error:
            if error.errno not in FULL or not _left(family, error):
                raise


def _left(family: str, error: OSError) -> bool:
    """Leave a folder whose disk is full for the temporary one; False if that is it."""
    for part in store().glob(f"*.{os.getpid()}"):  # what there was no room for
        part.unlink(missing_ok=True)
    if not folders.leave(error.strerror or str(error)):
        return False
    store.cache_clear()
    store().mkdir(parents=True, exist_ok=True)
    for rule in rules_of(family):
        rule.keep(store())
    return True


def _warm_up(family: str, tell: Progress | None) -> None:
    listed = beside(family, "json")
    listed.parent.mkdir(parents=True, exist_ok=True)
    while kept(listed) is None:
        try:
            with FileLock(beside(family, "lock"), timeout=PATIENCE):
                if kept(listed) is None:
                    compile_all(family, tell)
                    sweep()
        except Timeout:
            if tell:
                tell(*progress(family))


def compile_all(family: str, tell: Progress | None) -> None:
    order = rules_of(family)

    def say(ready: int) -> None:
        beside(family, "progress").write_text(f"{ready} {len(order)}")
        if tell:
            tell(ready, len(order))

    listed, shared = beside(family, "json"), beside(family, "work")
    shutil.rmtree(shared, ignore_errors=True)  # of one who was killed at it
    crew = Crew(shared, order)
    crew.take_what_is_kept()
    modules = {rule.function.__module__ for rule in order if rule.entry}
    second = hire(shared, listed, family, modules) if len(crew.waiting) > FEW else None
    try:
        crew.work(lambda: second is None or second.poll() is not None, say)
    finally:
        if second:
            tell_of_failure(second, shared)
            second.kill()
            second.wait()
        shutil.rmtree(shared, ignore_errors=True)
    needed = {rule.name: rule.file for rule in order if rule.entry or not rule.light}
    rest = [rule.file for rule in order if rule.name not in needed]
    part = beside(family, "part")
    with part.open("w", encoding="utf-8") as file:
        json.dump(Kept(needed, rest)._asdict(), file)
        file.flush()
        os.fsync(file.fileno())  # else a crash might leave the name and not the words
    part.replace(listed)


def kept(listed: Path) -> Kept | None:
    """What such a list says; None if it is not there or says nothing."""
    try:
        said = Kept(**json.loads(listed.read_text(encoding="utf-8")))
        return said if isinstance(said.load, dict) and isinstance(said.rest, list) else None
    except (OSError, ValueError, TypeError):
        return None


def sweep() -> None:
    """Delete what nobody has used for some time: lists that nobody loads, and files that no other names.

    Who loads a list touches it first, and once a day after that. What a living process has loaded it has no
    need to read again, but whoever comes after it has.
    """
    long_ago = time.time() - KEPT_DAYS * DAY
    for folder in folders.base().glob("engine-*"):
        everything = [path for path in folder.rglob("*") if path.is_file()]
        aged = {path for path in everything if path.stat().st_mtime < long_ago}
        lists = [kept(path) for path in everything if path.suffix == ".json" and path not in aged]
        used = {file for said in lists if said for file in (*said.load.values(), *said.rest)}
        for path in aged:
            if path.name not in used:
                path.unlink(missing_ok=True)
        if not any(path.is_file() for path in folder.rglob("*")):
            shutil.rmtree(folder, ignore_errors=True)
