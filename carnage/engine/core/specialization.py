"""Specialization: general rules are written once and then bound to the record of each family.

Compiled rules know the exact type of their record, so one compiled function cannot serve two
families. `bind` copies a general function and replaces its general names by a family's record and
rules. The copy is a rule of the family's module and is compiled with that family.

`forward_ref` names a rule that cannot be imported yet: a family's `ask` calls its bots, whose
modules import rules that ask. The reference is resolved on first use, when all modules have been
imported.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from pkgutil import resolve_name
from types import FunctionType
from typing import Any, TypeVar, cast

from carnage.engine.compiling.marks import rule

F = TypeVar("F", bound=Callable[..., Any])


class ForwardRef:
    """Reference to a rule by name, for a rule whose module cannot be imported yet."""

    def __init__(self, name: str) -> None:
        self.name = name

    @cached_property
    def rule(self) -> Any:
        """Import the module of the rule and return the rule."""
        return resolve_name(self.name)

    def __call__(self, *arguments: Any) -> Any:
        return self.rule(*arguments)


def forward_ref(name: str) -> Any:
    """Return a reference to the rule of this name, `package.module:rule`.

    Only `bind` accepts it.
    """
    return ForwardRef(name)


def bind(function: F, module: str, mark: Callable[[F], F] = rule, **names: Any) -> F:
    """Return a copy of a general function as a rule of another module.

    Args:
        function: The general function.
        module: The name of the family's module.
        mark: The decorator of the copy, `rule` or `entry`.
        **names: The objects that replace the function's global names.
    """
    assert isinstance(function, FunctionType)
    namespace = {**function.__globals__, **names, "__name__": module}
    bound = FunctionType(
        function.__code__,
        namespace,
        name=function.__name__,
        argdefs=function.__defaults__,
    )
    bound.__annotations__ = function.__annotations__
    bound.__doc__ = function.__doc__
    bound.__module__ = module
    return mark(cast(F, bound))
