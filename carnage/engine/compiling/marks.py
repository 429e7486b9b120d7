"""Decorators that mark the functions of the engine as rules, and the registry of rules.

A rule is a plain Python function over records (`core.records`). Python may call it as it is. Rules marked with
`@entry` are the ones that Python calls in a compiled library; all others are reached from them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pkgutil import resolve_name
from typing import Any, Generic, TypeVar

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")

PACKAGE = "carnage.engine."


class Rows(Generic[T]):
    """Annotation of an array of records: `Rows[Event]`."""

    def __getitem__(self, index: int) -> T:
        raise NotImplementedError

    def __setitem__(self, index: int, value: T) -> None:
        raise NotImplementedError

    def __len__(self) -> int:
        raise NotImplementedError


class Later:
    """Reference to a rule by name, for a rule whose module cannot be imported yet; see `core.binding`."""

    def __init__(self, name: str) -> None:
        self.name = name

    @cached_property
    def rule(self) -> Any:
        return resolve_name(self.name)

    def __call__(self, *arguments: Any) -> Any:
        return self.rule(*arguments)


class Entry:
    """A rule that Python calls: the compiled function once a library is loaded, else the Python function."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function
        self.compiled: Callable[..., Any] | None = None
        self.__name__ = function.__name__
        self.__module__ = function.__module__
        self.__doc__ = function.__doc__

    def __call__(self, *arguments: Any) -> Any:
        return (self.compiled or self.function)(*arguments)


@dataclass(frozen=True, eq=False)
class Rule:
    """One function of the rules.

    `target` is the object that the decorated name refers to: the function itself, or its `Entry`.
    """

    function: Callable[..., Any]
    target: Any
    is_inlined: bool = False

    @property
    def name(self) -> str:
        return f"{self.function.__module__}.{self.function.__qualname__}"

    @property
    def is_entry(self) -> bool:
        return isinstance(self.target, Entry)

    @property
    def family(self) -> str:
        """The family that the rule belongs to, or `core`."""
        return self.function.__module__.removeprefix(PACKAGE).partition(".")[0]

    @cached_property
    def annotations(self) -> list[Any]:
        """The types of the parameters in order, then the type of the result."""
        return [_evaluate(hint, self.function) for hint in self.function.__annotations__.values()]


RULES: list[Rule] = []
_rules_by_target: dict[int, Rule] = {}
_python_functions: dict[int, Callable[[], int]] = {}


def rule(function: F) -> F:
    """Mark a function as a rule. It may call other rules, `math.sqrt`, `math.floor`, `abs`, `min` and `max`."""
    return _register(Rule(function, function))


def inlined(function: F) -> F:
    """Mark a rule that the compiler must copy into each of its callers."""
    return _register(Rule(function, function, is_inlined=True))


def entry(function: F) -> F:
    """Mark a rule that Python calls."""
    return _register(Rule(function, Entry(function)))


def outside(function: F) -> F:
    """Mark a Python function without parameters that rules may call. It returns an int and may not raise."""
    _python_functions[id(function)] = function
    return function


def _register(rule: Rule) -> Any:
    RULES.append(rule)
    _rules_by_target[id(rule.target)] = rule
    return rule.target


def find_rule(value: Any) -> Rule | None:
    """Return the rule that a decorated name refers to, or None if the value is no rule."""
    if isinstance(value, Later):
        value = value.rule
    return _rules_by_target.get(id(value))


def marked(value: Any) -> Rule:
    """Return the rule that a decorated name refers to. Raise TypeError if the value is no rule."""
    found = find_rule(value)
    if found is None:
        raise TypeError(f"{value!r} is not marked as a rule: decorate it with @rule or @entry")
    return found


def is_outside(value: Any) -> bool:
    """Return whether a value is a Python function that rules may call."""
    return id(value) in _python_functions


def entries_of(family: str) -> list[Rule]:
    """Return the entries of a family."""
    return [rule for rule in RULES if rule.is_entry and rule.family == family]


def _evaluate(hint: Any, function: Callable[..., Any]) -> Any:
    if isinstance(hint, str):
        hint = eval(hint, function.__globals__)
    return type(None) if hint is None else hint
