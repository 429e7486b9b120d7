"""Symbols: functions of Python that compiled rules know by name, as they know each other."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

import llvmlite.binding as llvm
from numba import types


def known(function: Callable[[], int], name: str) -> tuple[Any, Any]:
    """What compiled rules call by this name, and what has to live as long as they do."""
    python = ctypes.CFUNCTYPE(ctypes.c_int64)(function)
    llvm.add_symbol(name, ctypes.cast(python, ctypes.c_void_p).value)
    return types.ExternalFunction(name, types.int64()), python
