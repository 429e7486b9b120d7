"""Binding: what is the same in every family is written once, and made each family's own.

Compiled rules know the exact type of the record that they work on, so one compiled function cannot serve two
families. `bind` takes the general function's code and puts a family's record and rules in the place of the
general names; what comes out is a rule of the family's module, compiled with it and cached beside it.

`later` names a rule that cannot be imported yet: a family's `ask` calls its bots, whose modules import rules
that ask. Nobody needs it before a game begins, and by then everything has been imported.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from pkgutil import resolve_name
from types import FunctionType
from typing import Any, TypeVar, cast

from carnage.engine.compiling.marks import rule

F = TypeVar("F", bound=Callable[..., Any])


class Later:
    """Reference to a rule by name, for a rule whose module cannot be imported yet."""

    def __init__(self, name: str) -> None:
        self.name = name

    @cached_property
    def rule(self) -> Any:
        """The rule, whose module is imported now."""
        return resolve_name(self.name)

    def __call__(self, *arguments: Any) -> Any:
        return self.rule(*arguments)


def later(name: str) -> Any:
    """Return a reference to the rule of this name, `package.module:rule`, for `bind` alone."""
    return Later(name)


def bind(function: F, module: str, mark: Callable[[F], F] = rule, **names: Any) -> F:
    """A general function as a rule of `module`; `names` are what its global names mean there."""
    assert isinstance(function, FunctionType)
    world = {**function.__globals__, **names, "__name__": module}
    bound = FunctionType(function.__code__, world, function.__name__, function.__defaults__)
    bound.__annotations__ = function.__annotations__
    bound.__doc__ = function.__doc__
    bound.__module__ = module
    return mark(cast(F, bound))
