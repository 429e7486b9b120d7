"""Decorators that mark the functions of the engine as rules, and the registry of rules.

A rule is a Python function over records (`core.records`), which Python may call as it is. Rules marked with
`@entry` are the ones that Python calls in a compiled library; they reach all others.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, update_wrapper
from typing import Any, TypeVar, cast

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")

ENGINE = "carnage.engine."


class Rows(list[T]):
    """Annotation of an array of records: `Rows[Event]`. Uncompiled it may be a list."""


class Entry:
    """A rule that Python calls: the compiled function once a library is loaded, else the Python function."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function
        self.compiled: Callable[..., Any] | None = None
        update_wrapper(self, function)

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
        return self.function.__module__.removeprefix(ENGINE).partition(".")[0]

    @cached_property
    def annotations(self) -> list[Any]:
        """The types of the parameters in order, then the type of the result."""
        return [_evaluate(hint, self.function) for hint in self.function.__annotations__.values()]


RULES: list[Rule] = []
_rules_by_target: dict[int, Rule] = {}
_outside_functions: set[int] = set()


def rule(function: F) -> F:
    """Mark a function as a rule. It may call rules, and the functions that the rule language knows."""
    return _register(function, Rule(function, function))


def inlined(function: F) -> F:
    """Mark a rule that the compiler must copy into each of its callers."""
    return _register(function, Rule(function, function, is_inlined=True))


def entry(function: F) -> F:
    """Mark a rule that Python calls."""
    return _register(function, Rule(function, Entry(function)))


def outside(function: F) -> F:
    """Mark a Python function without parameters that rules may call. It returns an int and may not raise."""
    _outside_functions.add(id(function))
    return function


def _register(function: F, rule: Rule) -> F:
    RULES.append(rule)
    _rules_by_target[id(rule.target)] = rule
    return cast(F, rule.target)


def find_rule(value: Any) -> Rule | None:
    """Return the rule that a decorated name refers to, or None if the value is no rule."""
    return _rules_by_target.get(id(value))


def marked(value: Any) -> Rule:
    """Return the rule that a decorated name refers to. Raise TypeError if the value is no rule."""
    found = find_rule(value)
    if found is None:
        raise TypeError(f"{value!r} is not marked as a rule: decorate it with @rule or @entry")
    return found


def is_outside(value: Any) -> bool:
    """Return whether a value is a Python function that rules may call."""
    return id(value) in _outside_functions


def entries_of(family: str) -> list[Rule]:
    """Return the entries of a family."""
    return [rule for rule in RULES if rule.is_entry and rule.family == family]


def _evaluate(hint: Any, function: Callable[..., Any]) -> Any:
    if isinstance(hint, str):
        hint = eval(hint, function.__globals__)
    return type(None) if hint is None else hint
