"""Putting other functions in the place of rules, in tests that play with the rules as plain
Python.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from types import ModuleType
from typing import Any

from carnage.engine import codegen


def modules_of(family: str) -> Iterator[ModuleType]:
    """Every module of a family's rules that has been imported."""
    for name, module in list(sys.modules.items()):
        if name.startswith(f"carnage.engine.{family}") and module is not None:
            yield module


@cache
def users(family: str, name: str) -> tuple[ModuleType, ...]:
    """The modules of a family that have a rule of this name, writers of events apart."""
    writers = sys.modules[f"{codegen.frame_package(family)}.writers"]
    return tuple(
        module for module in modules_of(family) if name in vars(module) and module is not writers
    )


@contextmanager
def swapped(
    family: str, name: str, function: Callable[..., Any], writer: bool = False
) -> Iterator[None]:
    """Put another function in the place of a family's rule, or event's writer, wherever it is
    called.
    """
    homes = (
        (sys.modules[f"{codegen.frame_package(family)}.writers"],)
        if writer
        else users(family, name)
    )
    kept = [(module, vars(module)[name]) for module in homes]
    assert kept, name
    for module, _ in kept:
        setattr(module, name, function)
    try:
        yield
    finally:
        for module, was in kept:
            setattr(module, name, was)
