"""How rules are compiled, how compiled rules call each other, and what is kept of them.

All that leans on Numba's insides stands here; `plain.py` is the road without them.

Left to itself, Numba links a copy of all that a function calls into it and optimises the whole again, so that
a program some ten calls deep is compiled some ten times over: 81 seconds for battles, against 17. Here only
light rules are copied, so that they may be inlined; a heavy one is called where it is. The callers' own
modules declare what they call, and the engine that holds them all resolves it; whoever loads rules sees to it
that heavy callees are there first. So nobody ever runs a light rule by itself, and no code is made of it: it
is optimised and kept for copying. In a heavy rule its copies are its own, which LLVM may shape as their only
caller needs them.

A caller knows a heavy rule by its name alone, which is the same in every process: so a heavy rule that has
changed takes the place of the one before it, and its callers need not be compiled anew.

Numba also keeps far more of a rule than its code: a listing of its typed source and, three times over, the
types that it works on, of which a record has some hundred. They made nine tenths of what a start had to read.
"""

from __future__ import annotations

import copy
import hashlib
import os
import pickle
import platform
import sys
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import llvmlite
import llvmlite.binding as llvm
import numba
import numpy as np
from numba.core import cgutils
from numba.core.caching import NullCache
from numba.core.codegen import CPUCodegen, JITCodeLibrary
from numba.core.compiler import CompileResult, compile_result
from numba.core.funcdesc import default_mangler
from numba.core.registry import cpu_target
from numba.core.runtime import rtsys
from numba.core.serialize import dumps
from numba.core.types import Record

from carnage.engine.core import pipeline

if TYPE_CHECKING:
    from carnage.engine.core.compiling import Rule

# Bytes of bitcode, with all that is copied into it and before anything is optimised, up to which a rule is
# copied into its callers.
LIGHT = 15_000

NOTHING = llvm.parse_assembly("").as_bitcode()


def _kept(listing: Callable[[Any], str]) -> Callable[[Any], str]:
    """A type's listing of itself, put together once.

    Numba asks for that of every argument before each of its thirty passes over a function, and a record lists
    all fields of all records in it: two thirds of the time that a short rule of battle took.
    """

    def kept(self: Any) -> str:
        if "_listing" not in vars(self):
            self._listing = listing(self)
        return str(self._listing)

    return kept


Record.__repr__ = _kept(Record.__repr__)  # type: ignore[method-assign]


def _pass_builder(self: Any, opt: int = 2, **_: Any) -> Any:
    """What LLVM optimises by. Loops of rules are short: to unroll them or to make vectors of them takes long
    to compile and makes no game faster."""
    tuning = llvm.create_pipeline_tuning_options(min(opt, 2))
    tuning.loop_unrolling = tuning.loop_vectorization = tuning.slp_vectorization = False
    return llvm.create_pass_builder(self._tm, tuning)


CPUCodegen._pass_builder = _pass_builder


def _check_bounds(context: Any, builder: Any, index: Any, length: Any, axis: Any = None) -> None:
    """What Numba does in two comparisons with an exception each: as it is unsigned, an index below 0 is past
    the end as well."""
    with cgutils.if_unlikely(builder, builder.icmp_unsigned(">=", index, length)):
        context.call_conv.return_user_exc(builder, IndexError, ("index is out of bounds",))


cgutils.do_boundscheck = _check_bounds


def environment() -> str:
    """A hash of all that makes code of rules: processor, Python, NumPy, Numba and its settings, this file
    and `pipeline.py`."""
    settings = sorted(item for item in os.environ.items() if item[0].startswith("NUMBA_"))
    parts = (
        *(sys.version, platform.machine(), np.__version__, numba.__version__, llvmlite.__version__),
        *(cpu_target.target_context.codegen().magic_tuple(), settings),
        *(Path(file).read_bytes() for file in (__file__, pipeline.__file__)),
    )
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:20]


class RuleLibrary(JITCodeLibrary):  # type: ignore[misc]
    """The code of one rule while it is compiled; of one that is copied, all that there is of it."""

    light = False  # whether it is copied into its callers: once compiled, that is all that it means

    def __init__(self, codegen: Any, name: str, copied: bool | None = None, entry: bool = False) -> None:
        super().__init__(codegen, name)
        self._copied, self._entry = copied, entry
        self.enable_object_caching()

    @classmethod
    def kept(cls, codegen: Any, name: str, bitcode: bytes) -> RuleLibrary:
        """The library of a light rule that has been kept."""
        library = cls(codegen, name)
        library.light = library._finalized = True
        library._shared_module = llvm.parse_bitcode(bitcode)
        return library

    def add_linking_library(self, library: Any) -> None:
        # Numba would link its counting of references into each rule, of which no rule has anything.
        if library is not rtsys.library:
            super().add_linking_library(library)

    def add_ir_module(self, ir_module: Any) -> None:
        """Take what Numba has written. It would check and optimise it here for the first of three times."""
        module = llvm.parse_assembly(cgutils.normalize_ir_text(str(ir_module)))
        module.name, module.data_layout = ir_module.name, self._codegen._data_layout
        self._final_module.link_in(module)

    def finalize(self) -> None:
        module = self._final_module
        for library in dict.fromkeys(self._linking_libraries):
            self._reload_init.update(library._reload_init)
            module.link_in(library._get_module_for_linking(), preserve=True)
        self.light = len(module.as_bitcode()) <= LIGHT if self._copied is None else self._copied
        if not self.light:
            for function in module.functions:
                if function.linkage == llvm.Linkage.linkonce_odr:
                    function.linkage = "internal"
        builder = self._codegen._pass_builder()
        builder.getModulePassManager().run(module, builder)
        if self.light:
            self._finalize_dynamic_globals()
            self._finalized = True
        else:
            self._finalize_final_module()

    def executable(self, context: Any, description: Any, environment: Any) -> Any:
        """What Numba calls the compiled rule by. Whoever looks something up in its environment is not copied,
        since that lies with its code."""
        if environment.consts:
            self._copied = False
        self._ensure_finalized()
        if self.light:
            return pipeline.without_code(self, description, environment)
        return context.get_executable(self, description, environment)

    def serialize_using_object_code(self) -> tuple[Any, ...]:
        """The parts of this library that are kept: its code, or what others copy."""
        code = None if self.light else self._get_compiled_object()
        # Python finds an entry by the symbols that stand in its bitcode.
        wanted = self.light or self._entry
        return (
            self.name,
            "object",
            (code, self._get_module_for_linking().as_bitcode() if wanted else NOTHING),
        )


class RuleCache(NullCache):  # type: ignore[misc]
    """Where one rule's compiled code is kept: Numba asks here before it compiles it, and tells here after.

    `light`, of a rule that is ready, says whether it is copied into its callers.
    """

    light: bool

    def __init__(self, signature: Callable[[], Any]) -> None:
        self._signature = signature
        self._path: Path | None = None
        self._kept: Any = None

    def open(self, path: Path) -> bool:
        """Look for the rule in this file, which is where it will be kept if it is not there, or in pieces."""
        self._path = path
        try:
            self._kept = pickle.loads(path.read_bytes())
        except (FileNotFoundError, EOFError, pickle.UnpicklingError):
            self._kept = None
        return self._kept is not None

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        _refresh(target_context)
        if self._kept is None:
            return None
        self.light, library, description, environment, _, *rest = self._kept
        self._kept = None
        signature = self._signature()
        description.argtypes, description.restype = signature.args, signature.return_type
        if not self.light:
            return CompileResult._rebuild(target_context, library, description, environment, signature, *rest)
        name, _, (_, bitcode) = library
        loaded = RuleLibrary.kept(target_context.codegen(), name, bitcode)
        return compile_result(
            typing_context=target_context.typing_context,
            target_context=target_context,
            entry_point=pipeline.without_code(loaded, description, environment),
            signature=signature,
            objectmode=False,
            fndesc=description,
            library=loaded,
            environment=environment,
        )

    def save_overload(self, sig: Any, data: Any) -> None:
        if self._path is None:
            raise TypeError(f"{data.fndesc.qualname} is compiled before anybody has got it ready")
        part = self._path.with_suffix(f".{os.getpid()}")
        part.write_bytes(dumps(self._reduced(data)))
        part.replace(self._path)

    def _reduced(self, result: Any) -> tuple[Any, ...]:
        signature, description = self._signature(), copy.copy(result.fndesc)
        types = (description.argtypes, description.restype)
        if types != (signature.args, signature.return_type) or result.signature != signature:
            raise TypeError(f"{description.qualname} was compiled for other types than it declares")
        if result.lifted or result.library.has_dynamic_globals:
            raise TypeError(f"{description.qualname} has code or addresses in it that cannot be kept")
        description.argtypes = description.restype = None
        plain = result._replace(type_annotation="", signature=None, fndesc=description)
        library, *rest, environments = plain._reduce()
        # Where nothing is looked up in its environment, a function does without: they come by the hundred.
        used = tuple(each for each in environments if each.consts)
        self.light = result.library.light
        return (self.light, library, *rest, used)


@cache
def _refresh(target_context: Any) -> None:
    """Have Numba read what it knows of types and functions, once in a process and not for each rule."""
    target_context.refresh()


_named: set[str] = set()  # the rules, by module and name


def marked(rule: Rule) -> Any:
    """What Numba makes of a rule, not compiled yet."""

    def new_library(name: str) -> RuleLibrary:
        return RuleLibrary(cpu_target.target_context.codegen(), name, rule.copied, rule.entry)

    dispatcher = numba.njit(
        nogil=True,
        boundscheck=True,
        _nrt=False,
        pipeline_class=partial(pipeline.RuleCompiler, new_library),
        forceinline=rule.in_line,
        no_cpython_wrapper=not rule.entry,
        no_cfunc_wrapper=True,
    )(rule.function)
    dispatcher._cache = RuleCache(rule.signature)
    _named.add(rule.name)
    dispatcher.targetctx.mangler = _mangled
    return dispatcher


def _mangled(name: str, types: Any, *, abi_tags: Any = (), uid: int | None = None) -> Any:
    """The symbol of a function. Numba would add to a rule's how many others this process had compiled, and
    the numbers that it happened to give to types: but a rule has one set of types, and is compiled once."""
    if name.removeprefix(".NumbaEnv.") in _named:
        return default_mangler(name, ())
    return default_mangler(name, types, abi_tags=abi_tags, uid=uid)


def call_rather_than_copy(dispatcher: Any) -> None:
    """Let whoever is compiled from now on call this compiled rule where it is."""
    (result,) = dispatcher.overloads.values()
    result.library._shared_module = llvm.parse_assembly("")
