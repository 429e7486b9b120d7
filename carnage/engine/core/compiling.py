"""Compiling: rules are plain functions; `@rule` marks them, and Numba compiles them when a game is wanted.

Each rule's signature is read from its annotations, so that it is compiled once and for those types alone.
Nothing is compiled at import. `CARNAGE_UNCOMPILED=1` leaves every rule the plain function that it is: the
same games, slower, for debugging, coverage and tests. `CARNAGE_PLAIN_NUMBA=1` compiles them without
leaning on Numba's insides (`plain.py` in the place of `linking.py`).

Compiled code is kept rule by rule, in files named by a hash of all that it is made of: the rule itself, the
types and constants that it uses, the light rules that are copied into it, and how heavy ones are called. So
no changed rule is served by stale code, only a changed rule and what it is copied into are compiled, and what
has no part in it (texts, docstrings, numbers in tables, places in files) changes nothing.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from functools import cache, cached_property
from importlib import import_module
from pathlib import Path
from pkgutil import resolve_name
from typing import Any, Generic, TypeVar, get_args, get_origin

import numpy as np

from carnage.engine.core import contents, folders
from carnage.engine.core.records import dtype_of

UNCOMPILED = os.environ.get("CARNAGE_UNCOMPILED") == "1"
PLAIN = os.environ.get("CARNAGE_PLAIN_NUMBA") == "1" and not UNCOMPILED
# Numba comes with it.
road: Any = None if UNCOMPILED else import_module(f"carnage.engine.core.{'plain' if PLAIN else 'linking'}")
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


class Later:
    """What stands for a rule of a module that cannot be imported yet; see `core.binding`."""

    def __init__(self, name: str) -> None:
        self.name = name

    @cached_property
    def rule(self) -> Any:
        return resolve_name(self.name)

    def __call__(self, *given: Any) -> Any:
        """Uncompiled rules call it as it is; compiled ones have the rule itself put in its place."""
        return self.rule(*given)


class Rule:
    """One function of the rules: the plain function, its compiled twin (or itself), and whom it calls."""

    def __init__(
        self,
        function: Callable[..., Any],
        entry: bool = False,
        copied: bool | None = None,
        in_line: bool = False,
    ) -> None:
        """`copied` says whether its callers have copies of it: always, never, or, None, if it is light."""
        self.function = function
        self.entry = entry
        self.copied = copied
        self.in_line = in_line
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
    def captured(self) -> dict[str, Any]:
        """What this rule takes from outside of itself, by name; see `contents`."""
        world = self.function.__globals__
        for name, _ in contents.global_names(self.function):
            if isinstance(world.get(name), Later):
                world[name] = world[name].rule
        return dict(contents.captured(self.function))

    @cached_property
    def callees(self) -> list[Rule]:
        """The rules that this one calls."""
        return [_by_dispatcher[id(value)] for value in self.captured.values() if id(value) in _by_dispatcher]

    @cached_property
    def made_of(self) -> str:
        """A hash of the rule's own code, its types and what it takes from outside, of callees their names."""
        outside = [(name, self._spelt(value)) for name, value in self.captured.items()]
        marks = (self.entry, self.copied, self.in_line)
        return _hash((self.name, marks, contents.steps(self.function), outside, self._types))

    @cached_property
    def address(self) -> str:
        """A hash of all that its compiled code depends on; its callees must be ready."""
        used = [callee.address if callee.light else callee._types for callee in self.callees]
        return _hash((self.made_of, used))

    @property
    def file(self) -> str:
        """The name of the file that its compiled code is kept in; its callees must be ready."""
        return f"{self.name}-{self.address}"

    def load(self, path: Path) -> bool:
        """Get this rule ready from the file that it is kept in; whether it is there."""
        if not self.dispatcher.overloads:
            if not self.dispatcher._cache.open(path):
                return False
            self._compile()
        return True

    def get_ready(self, folder: Path) -> None:
        """Get this rule ready to run and to be compiled into others, out of a folder or to be kept there.

        All of its callees must be ready: one that is compiled only when its caller is would be compiled once
        for every literal number that it is called with.
        """
        if not self.load(folder / self.file):
            self._compile()
        if not self.light:
            road.call_rather_than_copy(self.dispatcher)

    def keep(self, folder: Path) -> None:
        """Keep in this folder what has been compiled, if it is not there."""
        if self.dispatcher.overloads and not (folder / self.file).exists():
            (compiled,) = self.dispatcher.overloads.values()
            self.dispatcher._cache.open(folder / self.file)
            self.dispatcher._cache.save_overload(self.signature(), compiled)

    def signature(self) -> Any:
        """Numba's form of what the rule's annotations say."""
        import numba

        *given, result = map(_numba_type, _hints(self.function))
        return numba.core.typing.signature(result, *given)

    def _compile(self) -> None:
        self.dispatcher.compile(self.signature())
        self.dispatcher.disable_compile()

    @property
    def _types(self) -> tuple[str, ...]:
        return tuple(map(_described, _hints(self.function)))

    def _spelt(self, value: Any) -> str:
        if id(value) in _by_dispatcher:
            return f"rule {_by_dispatcher[id(value)].name}"
        if id(value) in _outside:
            return f"outside {_outside[id(value)][0]}"
        try:
            return contents.spelt(value)
        except TypeError as error:
            raise TypeError(f"{self.name}: {error}") from None


RULES: list[Rule] = []
_by_dispatcher: dict[int, Rule] = {}
# What rules call that is no rule: its name, and what has to live as long as they do.
_outside: dict[int, tuple[str, Any, Any]] = {}


def rule(function: F) -> F:
    """Mark a function as a rule. It may call other rules, `math`, and `abs`, `min`, `max`."""
    return _marked(function, Rule(function))


def entry(function: F) -> F:
    """Mark a rule that Python calls."""
    return _marked(function, Rule(function, entry=True, copied=False))


def called(function: F) -> F:
    """Mark a rule that so many others call that none of them should have a copy of it, light as it is."""
    return _marked(function, Rule(function, copied=False))


def copied(function: F) -> F:
    """Mark a rule that is asked so often that each of those who ask it should have a copy of it, heavy as it
    is: one that can be shaped to what they ask."""
    return _marked(function, Rule(function, copied=True))


def inlined(function: F) -> F:
    """Mark a rule that is asked so often that calling it would cost as much as what it does: it becomes a
    part of each rule that asks it."""
    return _marked(function, Rule(function, copied=True, in_line=True))


def outside(function: F) -> F:
    """Mark a function of Python that rules may call: it is given nothing, gives a whole number, and may raise
    nothing. Compiled rules know it by its name alone."""
    name = f"{function.__module__}.{function.__qualname__}"
    asked, python = (
        (function, function)
        if UNCOMPILED
        else import_module("carnage.engine.core.symbols").known(function, name)
    )
    _outside[id(asked)] = name, asked, python
    return asked


def _marked(function: F, rule: Rule) -> F:
    rule.dispatcher = function if UNCOMPILED else road.marked(rule)
    RULES.append(rule)
    _by_dispatcher[id(rule.dispatcher)] = rule
    return rule.dispatcher  # type: ignore[no-any-return]


def marked(function: Any) -> Rule:
    """The rule that has been made of a function; `function` is what `rule` or `entry` gave for it."""
    return _by_dispatcher[id(function)]


def rules_of(family: str) -> list[Rule]:
    """The rules that a family's entries come to, callees before callers."""
    return in_order([rule for rule in RULES if rule.entry and rule.room == family])


def in_order(rules: list[Rule]) -> list[Rule]:
    """The rules and what they call, callees before callers. Raises TypeError for one that calls itself."""
    ordered: dict[str, Rule] = {}
    above: list[str] = []

    def visit(rule: Rule) -> None:
        if rule.name in ordered:
            return
        if rule.name in above:
            circle = " -> ".join([*above[above.index(rule.name) :], rule.name])
            raise TypeError(f"a rule may not call itself, nor a bot a rule that asks: {circle}")
        above.append(rule.name)
        for callee in rule.callees:
            visit(callee)
        above.pop()
        ordered[rule.name] = rule

    for rule in rules:
        visit(rule)
    return list(ordered.values())


def _hints(function: Callable[..., Any]) -> list[Any]:
    """What a function's annotations mean: those of what it is given, and of what it returns."""
    return [_meant(id(function.__globals__), hint, function) for hint in function.__annotations__.values()]


_meanings: dict[tuple[int, Any], Any] = {}


def _meant(world: int, hint: Any, function: Callable[..., Any]) -> Any:
    # `get_type_hints` says the same, and would work each out anew for every function of a module.
    if (world, hint) not in _meanings:
        meaning = eval(hint, function.__globals__) if isinstance(hint, str) else hint
        _meanings[world, hint] = type(None) if meaning is None else meaning
    return _meanings[world, hint]


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


@cache
def _described(hint: Any) -> str:
    """A hash of a type: of a record, of the names, places and kinds of all its fields."""
    return _hash(str(_numba_type(hint)))


# ------------------------------------------------------------------------------------------------- cache


def room_of(module: str) -> str:
    """The family that a module of the engine belongs to, or `core`."""
    return module.removeprefix("carnage.engine.").partition(".")[0]


@cache
def store() -> Path:
    """The folder of compiled rules for this machine and the versions in use; all families share it, and all
    checkouts: a rule that is the same in two of them is compiled once."""
    return folders.base() / f"engine-{road.environment()}"


@cache
def code_hash(family: str) -> str:
    """A hash of what compiles: of everything that compiled code of a family's rules is made of.

    Ask when its modules have been imported.
    """
    return _hash(sorted(rule.made_of for rule in rules_of(family)))


def beside(family: str, ending: str) -> Path:
    """The file that tells which compiled rules belong to a family in this state, and others of its name."""
    return store() / f"{family}-{code_hash(family)}.{ending}"


def _hash(parts: Any) -> str:
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:20]
