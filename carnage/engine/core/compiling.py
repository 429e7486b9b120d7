"""Compiling: rules are plain functions; `@rule` marks them, and Numba compiles them when a game is wanted.

Each rule's signature is read from its annotations, so that it is compiled once and for those types alone.
Nothing is compiled at import. `CARNAGE_UNCOMPILED=1` leaves every rule the plain function that it is: the
same games, slower, for debugging, coverage and tests.

Compiled code is kept in folders, one for what all families share and one for each family, named by a hash of
its sources, its tables, and the versions of everything that makes code of them: a changed source is never
served by a stale compiled one, and a change of one family leaves the others warm.
"""

from __future__ import annotations

import dis
import hashlib
import os
import platform
import sys
from collections.abc import Callable
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Generic, TypeVar, get_args, get_origin, get_type_hints

import numpy as np

from carnage import catalog
from carnage.engine.core.records import dtype_of

UNCOMPILED = os.environ.get("CARNAGE_UNCOMPILED") == "1"
if not UNCOMPILED:
    from carnage.engine.core import linking  # and Numba with it
PACKAGE = Path(__file__).resolve().parents[2]

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")


class Rows(Generic[T]):
    """An array of records, in annotations: `Rows[Event]`."""

    def __getitem__(self, index: int) -> T:
        raise NotImplementedError

    def __setitem__(self, index: int, value: T) -> None:
        raise NotImplementedError

    def __len__(self) -> int:
        raise NotImplementedError


class Rule:
    """One function of the rules: the plain function, its compiled twin, and whom it calls."""

    def __init__(self, function: Callable[..., Any], entry: bool) -> None:
        self.function = function
        self.entry = entry
        self.name = f"{function.__module__}.{function.__qualname__}"
        self.dispatcher: Any = None

    @property
    def light(self) -> bool:
        """Whether this rule, which must be ready, is copied into those that call it, or called by them."""
        return bool(self.dispatcher._cache.light)

    @property
    def room(self) -> str:
        """The family that this rule belongs to, or `core`."""
        return room_of(self.function.__module__)

    @cached_property
    def callees(self) -> list[Rule]:
        """The rules that this one calls."""
        world = self.function.__globals__
        steps = dis.get_instructions(self.function)
        found = [world.get(step.argval) for step in steps if step.opname == "LOAD_GLOBAL"]
        return [_by_dispatcher[id(value)] for value in found if id(value) in _by_dispatcher]

    def fetch(self) -> None:
        """Get this rule ready to run, from the cache. Its heavy callees must be there first."""
        if not self.dispatcher.overloads:
            self.dispatcher.compile(_signature(self.function))
            self.dispatcher.disable_compile()

    def compile(self) -> None:
        """Get this rule ready to be compiled into others. All of its callees must be there first.

        A callee that is compiled only when its caller is would be compiled once for every literal number that
        it is called with.
        """
        self.fetch()
        if not self.light:
            linking.call_rather_than_copy(self.dispatcher)


RULES: list[Rule] = []
_by_dispatcher: dict[int, Rule] = {}


def rule(function: F) -> F:
    """Mark a function as a rule. It may call other rules, `math`, and `abs`, `min`, `max`."""
    return _marked(function, False)


def entry(function: F) -> F:
    """Mark a rule that Python calls."""
    return _marked(function, True)


def _marked(function: F, wrapped: bool) -> F:
    if UNCOMPILED:
        return function
    import numba

    # Numba asks for it when a function is marked, and never again.
    numba.config.CACHE_DIR = str(cache_folder(room_of(function.__module__)))
    made = Rule(function, wrapped)
    made.dispatcher = numba.njit(
        nogil=True, boundscheck=True, no_cpython_wrapper=not wrapped, no_cfunc_wrapper=True
    )(function)
    made.dispatcher._cache = linking.RuleCache(function, wrapped, lambda: _signature(function))
    RULES.append(made)
    _by_dispatcher[id(made.dispatcher)] = made
    return made.dispatcher  # type: ignore[no-any-return]


def rules_of(family: str) -> list[Rule]:
    """A family's rules and all that they call, callees before callers."""
    return in_order([rule for rule in RULES if rule.room == family])


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


def _signature(function: Callable[..., Any]) -> Any:
    import numba

    hints = get_type_hints(function)
    result = _numba_type(hints.pop("return"))
    return numba.core.typing.signature(result, *(_numba_type(hint) for hint in hints.values()))


@cache
def _numba_type(hint: Any) -> Any:
    import numba
    from numba import types

    simple = {
        int: types.int64,
        float: types.float64,
        bool: types.boolean,
        np.uint64: types.uint64,
        type(None): types.void,
    }
    if hint in simple:
        return simple[hint]
    if get_origin(hint) is tuple:
        return types.Tuple([_numba_type(part) for part in get_args(hint)])
    if get_origin(hint) is Rows:
        return numba.from_dtype(dtype_of(get_args(hint)[0]))[::1]
    return numba.from_dtype(dtype_of(hint))


# ------------------------------------------------------------------------------------------------- cache

CORE = "core"  # the room of what all families share


def room_of(module: str) -> str:
    """The family that a module of the engine belongs to, or `core`."""
    return module.removeprefix("carnage.engine.").partition(".")[0]


@cache
def cache_folder(room: str) -> Path:
    """Where this very state of a room's sources keeps its compiled code."""
    base = Path(os.environ.get("CARNAGE_CACHE") or Path.home() / ".cache" / "carnage")
    return base / fingerprint(room)


# Modules that only show, count or drive games: no change of theirs changes how a game goes.
ONLOOKERS = {
    *("board", "family", "logbook", "naming", "tell", "telling", "transcript"),
    *("crew", "warming"),
}

# Tables that say nothing of how a game goes.
NO_RULES = {"names.toml", "sheet.toml"}


def _sources(room: str) -> list[Path]:
    """The files that decide how a room's rules go: a family's hang on the core's too."""
    engine = [
        path
        for folder in {CORE, room}
        for path in (PACKAGE / "engine" / folder).rglob("*.py")
        if path.stem not in ONLOOKERS and path.parent.name != "tales"
    ]
    if room == CORE:
        return sorted(engine)
    tables = [path for path in (PACKAGE / "tables" / room).rglob("*.toml") if path.name not in NO_RULES]
    books = [PACKAGE / "tables" / "books" / f"{code}.toml" for code in catalog.books_of(room)]
    files = ("forms.py", "catalog.py", "rolls.py", "ruleset.py", "document/odds.py")
    plain = [PACKAGE / name for name in files]
    return sorted([*engine, *tables, *books, *plain])


@cache
def source_hash(room: str) -> str:
    """A hash of everything that decides how a family's games go: its sources, its tables and the core."""
    return _contents(_sources(room))


def _contents(sources: list[Path]) -> str:
    digest = hashlib.sha256()
    for path in sources:
        digest.update(path.relative_to(PACKAGE).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def fingerprint(room: str) -> str:
    """The name of the folder for a room's sources as they are at this moment."""
    import numba

    sources = _sources(room)
    digest = hashlib.sha256(_contents(sources).encode())
    for part in (sys.version, platform.machine(), np.__version__, numba.__version__):
        digest.update(part.encode())
    for path in sources:
        # Numba's own index goes by path and time of change, so these must be part of the name too: else it
        # would compile anew, in silence, under a folder that calls itself complete.
        digest.update(f"{path}{path.stat().st_mtime_ns}".encode())
    return f"engine-{room}-{digest.hexdigest()[:20]}"
