"""Putting other functions in the place of rules, in tests that play with the rules as plain Python."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from types import ModuleType
from typing import Any


def modules_of(family: str) -> Iterator[ModuleType]:
    """Every module of a family's rules that has been imported."""
    for name, module in list(sys.modules.items()):
        if name.startswith(f"carnage.engine.{family}") and module is not None:
            yield module


@cache
def users(family: str, name: str) -> tuple[ModuleType, ...]:
    """The modules of a family that have a rule of this name."""
    return tuple(module for module in modules_of(family) if name in vars(module))


@contextmanager
def swapped(family: str, name: str, function: Callable[..., Any]) -> Iterator[None]:
    """Put another function in the place of a family's rule of this name, wherever it is called."""
    kept = [(module, vars(module)[name]) for module in users(family, name)]
    assert kept, name
    for module, _ in kept:
        setattr(module, name, function)
    try:
        yield
    finally:
        for module, was in kept:
            setattr(module, name, was)
