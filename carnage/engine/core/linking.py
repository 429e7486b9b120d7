"""How compiled rules call each other, and what is kept of them: all that leans on Numba's insides.

Left to itself, Numba links a copy of all that a function calls into it and optimises the whole again, so that
a program some ten calls deep is compiled some ten times over: 81 seconds for battles, against 17. Here only
light rules are copied, so that they may be inlined; a heavy one is called where it is. The callers' own
modules declare what they call, and the engine that holds them all resolves it; whoever loads rules sees to it
that heavy callees are there first.

Numba also keeps far more of a rule than its code: a listing of its typed source and, three times over, the
types that it works on, of which a record has some hundred. They made nine tenths of what a start had to read.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import llvmlite.binding as llvm
from numba.core.caching import CompileResultCacheImpl, FunctionCache

LIGHT = 20_000  # bytes of bitcode up to which a rule is copied into its callers

NOTHING = llvm.parse_assembly("").as_bitcode()


class _Kept(CompileResultCacheImpl):  # type: ignore[misc]
    """What is kept of one rule. `light` says whether it is copied into its callers, once it is ready."""

    light: bool
    entry: bool
    signature: Callable[[], Any]

    def reduce(self, result: Any) -> tuple[Any, ...]:
        signature, description = self.signature(), copy.copy(result.fndesc)
        types = (description.argtypes, description.restype)
        if types != (signature.args, signature.return_type) or result.signature != signature:
            raise TypeError(f"{description.qualname} was compiled for other types than it declares")
        description.argtypes = description.restype = None
        plain = result._replace(type_annotation="", signature=None, fndesc=description)
        (name, kind, (code, bitcode)), *rest = plain._reduce()
        self.light = len(bitcode) <= LIGHT
        # Python finds an entry by the symbols that stand in its bitcode.
        kept = bitcode if self.light or self.entry else NOTHING
        return (self.light, (name, kind, (code, kept)), *rest)

    def rebuild(self, context: Any, kept: tuple[Any, ...]) -> Any:
        self.light, library, description, environment, _, *rest = kept
        signature = self.signature()
        description.argtypes, description.restype = signature.args, signature.return_type
        return super().rebuild(context, (library, description, environment, signature, *rest))


class RuleCache(FunctionCache):  # type: ignore[misc]
    """Numba's cache for one rule, which it is compiled into and loaded from."""

    _impl_class = _Kept

    def __init__(self, function: Callable[..., Any], entry: bool, signature: Callable[[], Any]) -> None:
        super().__init__(function)
        self._impl.entry, self._impl.signature = entry, signature

    def _index_key(self, signature: Any, codegen: Any) -> tuple[Any, ...]:
        # A rule has one signature, so that nothing has to be looked up by it.
        return tuple(super()._index_key(signature, codegen)[1:])

    @property
    def light(self) -> bool:
        """Whether the rule, which must be compiled or loaded, is small enough to be copied."""
        return bool(self._impl.light)


def call_rather_than_copy(dispatcher: Any) -> None:
    """Let whoever is compiled from now on call this compiled rule where it is."""
    (result,) = dispatcher.overloads.values()
    result.library._shared_module = llvm.parse_assembly("")
