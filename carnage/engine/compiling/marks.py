"""Decorators that mark functions of the engine as rules, and the registry of rules.

A rule is a Python function over records (`core.records`) and can be called uncompiled. Python calls
only the rules marked with `@entry` in a compiled library; these call all others.
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
    """The annotation of an array of records, such as `Rows[Event]`.

    An uncompiled rule also accepts a list.
    """


class Entry:
    """A rule that Python calls.

    A call runs the compiled function if a library is loaded, and the Python function otherwise.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function
        self.compiled: Callable[..., Any] | None = None
        update_wrapper(self, function)

    def __call__(self, *arguments: Any) -> Any:
        return (self.compiled or self.function)(*arguments)


@dataclass(frozen=True, eq=False)
class Rule:
    """One function of the rules.

    Attributes:
        function: The Python function.
        target: The object that the decorated name refers to: the function itself, or its `Entry`.
        is_inlined: True if the compiler must copy it into each of its callers.
    """

    function: Callable[..., Any]
    target: Any
    is_inlined: bool = False

    @property
    def name(self) -> str:
        """Return the module and the name, joined by a dot."""
        return f"{self.function.__module__}.{self.function.__qualname__}"

    @property
    def is_entry(self) -> bool:
        """Return True if Python calls the rule."""
        return isinstance(self.target, Entry)

    @property
    def family(self) -> str:
        """Return the family that the rule belongs to, or `core`."""
        return self.function.__module__.removeprefix(ENGINE).partition(".")[0]

    @cached_property
    def annotations(self) -> list[Any]:
        """Return the types of the parameters in order, then the type of the result."""
        return [_evaluate(hint, self.function) for hint in self.function.__annotations__.values()]


RULES: list[Rule] = []
_rules_by_target: dict[int, Rule] = {}
_outside_functions: set[int] = set()


def rule(function: F) -> F:
    """Mark a function as a rule. It may call rules, and the functions of the rule language."""
    return _register(function, Rule(function, function))


def inlined(function: F) -> F:
    """Mark a rule that the compiler must copy into each of its callers."""
    return _register(function, Rule(function, function, is_inlined=True))


def entry(function: F) -> F:
    """Mark a rule that Python calls."""
    return _register(function, Rule(function, Entry(function)))


def outside(function: F) -> F:
    """Mark a Python function without parameters that rules may call.

    It returns an int and must not raise.
    """
    _outside_functions.add(id(function))
    return function


def _register(function: F, rule: Rule) -> F:
    """Add a rule to the registry and return the object for the decorated name."""
    RULES.append(rule)
    _rules_by_target[id(rule.target)] = rule
    return cast(F, rule.target)


def find_rule(value: Any) -> Rule | None:
    """Return the `Rule` of a function marked as a rule, or None for any other object.

    Args:
        value: The object that the name of the function refers to: itself, or its `Entry`.
    """
    return _rules_by_target.get(id(value))


def marked(value: Any) -> Rule:
    """Return the rule that a decorated name refers to.

    Raise TypeError if the value is not a rule.
    """
    found = find_rule(value)
    if found is None:
        raise TypeError(f"{value!r} is not marked as a rule: decorate it with @rule or @entry")
    return found


def is_outside(value: Any) -> bool:
    """Return True if a value is a Python function that rules may call."""
    return id(value) in _outside_functions


def entries_of(family: str) -> list[Rule]:
    """Return the entries of a family."""
    return [rule for rule in RULES if rule.is_entry and rule.family == family]


def _evaluate(hint: Any, function: Callable[..., Any]) -> Any:
    """Return the type of an annotation, which may be a string."""
    if isinstance(hint, str):
        hint = eval(hint, function.__globals__)
    return type(None) if hint is None else hint
