"""What a rule is made of: its steps, its constants, the names it takes from its module and their values.

Read from the function itself, as it was imported: neither its docstring nor where it stands in which file has
any part in it.
"""

from __future__ import annotations

import dis
import sys
from collections.abc import Callable, Iterator
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

import numpy as np

_GLOBAL, _EXTENDED, _CACHE = (dis.opmap[name] for name in ("LOAD_GLOBAL", "EXTENDED_ARG", "CACHE"))
_ATTRIBUTE = {dis.opmap[name] for name in ("LOAD_ATTR", "LOAD_METHOD") if name in dis.opmap}
_FLAGS = 0 if sys.version_info < (3, 12) else 1  # bits of a LOAD_ATTR that are no part of its name's place
PLAIN = (bool, int, float, str, np.generic, type(None))


def global_names(function: Callable[..., Any]) -> list[tuple[str, str]]:
    """The names that a function looks up outside of itself, each with the attribute that it wants, or ''.

    `dis.get_instructions` says the same ten times more slowly, and every start of the engine asks.
    """
    code = function.__code__
    names: dict[tuple[str, str], None] = {}
    high, last = 0, ""
    for step, low in zip(code.co_code[::2], code.co_code[1::2], strict=True):
        if step == _CACHE:
            continue
        place = high | low
        if step == _EXTENDED:
            high = place << 8
            continue
        high = 0
        if last:
            names[last, code.co_names[place >> _FLAGS] if step in _ATTRIBUTE else ""] = None
        last = code.co_names[place >> 1] if step == _GLOBAL else ""
    return list(names)


def captured(function: Callable[..., Any]) -> Iterator[tuple[str, Any]]:
    """What a function takes from outside, by name: `OPTIONS` and its value, `R.MOVEMENT_SWIFT` and its value.

    Builtins are left out.
    """
    world = function.__globals__
    for name, attribute in global_names(function):
        if isinstance(world.get(name), ModuleType):
            yield f"{name}.{attribute}", getattr(world[name], attribute)
        elif name in world:
            yield name, world[name]


def spelt(value: Any) -> str:
    """What code makes of a value from outside: a constant by its value, anything callable by its name.

    Raises TypeError for anything else: a list, say, could change without anybody noticing.
    """
    if isinstance(value, PLAIN):
        return f"{type(value).__name__} {value!r}"
    if isinstance(value, tuple):
        return f"({', '.join(map(spelt, value))})"
    if isinstance(value, type | FunctionType | BuiltinFunctionType | np.ufunc):
        return f"{getattr(value, '__module__', '')}.{value.__name__}"
    raise TypeError(
        f"a rule may take constants, classes and rules from outside, and no {type(value).__name__}"
    )


def steps(function: Callable[..., Any]) -> str:
    """A function's own code, for this version of Python."""
    code = function.__code__
    # A docstring is the only text that a rule may have; None stands in its place where there is none.
    constants = tuple(None if isinstance(constant, str) else constant for constant in code.co_consts)
    return repr((code.co_code, constants, code.co_names, code.co_varnames, function.__defaults__))
