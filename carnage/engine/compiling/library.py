"""The compiled libraries of rules: load that of a family, and build it first if it is missing."""

from __future__ import annotations

import ctypes
import hashlib
import logging
import os
import threading
from collections.abc import Iterable
from ctypes import c_bool, c_double, c_int64, c_uint64, c_void_p
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

import carnage
from carnage.common import user_cache
from carnage.engine.compiling import build, language
from carnage.engine.compiling.emit import FamilyEmitter, function_name
from carnage.engine.compiling.marks import ENGINE, Rule, entries_of
from carnage.engine.compiling.types import BOOL, FLOAT, INT, UINT, VOID, Array, type_of

ROOT = Path(carnage.__file__).parent
SHIPPED = ROOT / "engine" / "libraries"  # Wheels contain libraries.
# Of a family in the cache: libraries and index files, for several versions of the rules.
KEPT_FILES = 16
NO_COMPILER = (
    "Carnage found no C compiler (CARNAGE_CC, CC, cc, gcc, clang): it plays uncompiled, 100 times "
    "slower. Install one (Debian: `apt install gcc`; macOS: `xcode-select --install`), or Carnage "
    "from a wheel."
)
C_TYPES: dict[Any, Any] = {INT: c_int64, UINT: c_uint64, FLOAT: c_double, BOOL: c_bool}
BUILTIN_EXCEPTIONS = (IndexError, ZeroDivisionError, ValueError)  # In the order of prelude.h.

_warn = cache(logging.getLogger(__name__).warning)  # Once for all families.
_lock = threading.RLock()
_compiled: dict[str, bool] = {}  # By family, once it is loaded.
# C pointers to Python functions, by name. They must outlive the libraries.
_callbacks: dict[str, Any] = {}


def load(family: str) -> bool:
    """Prepare the entries of a family for calls. Return True if they are compiled.

    A missing library is built, which takes several seconds. Without a compiler, or with
    `CARNAGE_UNCOMPILED=1`, the entries call the Python functions of the rules.
    """
    with _lock:
        if family not in _compiled:
            import_module(f"{ENGINE}{family}.family")
            if is_uncompiled():
                path = None
            else:
                path = _find(family) or _build(family)
            if path is not None:
                open_library(path, entries_of(family))
            _compiled[family] = path is not None
        return _compiled[family]


def can_compile(family: str) -> bool:
    """Return True if a family's rules are compiled or can be. Compile nothing."""
    if family in _compiled:
        return _compiled[family]
    if is_uncompiled():
        return False
    return build.find_compiler() is not None or _find(family) is not None


def is_uncompiled() -> bool:
    """Return True if the environment asks for uncompiled rules."""
    return os.environ.get("CARNAGE_UNCOMPILED") == "1"


def translate(family: str) -> str:
    """Return the rules of a family as C."""
    import_module(f"{ENGINE}{family}.family")
    return FamilyEmitter(language.rules_of(family)).emit()


@cache
def sources_hash(family: str) -> str:
    """Return a hash of the source files of a library.

    It finds the library without a translation.
    """
    engine = ROOT / "engine"
    paths: list[Path] = []
    for folder in (ROOT / "catalog", engine / "compiling", engine / "core", engine / family):
        paths += [path for path in folder.rglob("*") if path.suffix in (".py", ".h")]
    return _hash(path.read_bytes() for path in sorted(paths))


def _find(family: str) -> Path | None:
    """Return the library for the present rules of a family, or None if it has to be built."""
    shipped = SHIPPED / f"{family}-{sources_hash(family)}.{build.SUFFIX}"
    if shipped.exists() and not os.environ.get("CARNAGE_CFLAGS"):
        return shipped
    try:
        name = (user_cache.folder() / _index_name(family)).read_text(encoding="utf-8")
    except OSError:
        return None
    path = user_cache.folder() / name
    return path if path.exists() else None


def _build(family: str) -> Path | None:
    """Build a family's library, unless one of the same C exists. Return None without a compiler."""
    compiler = build.find_compiler()
    if compiler is None:
        _warn(NO_COMPILER)
        return None
    text = translate(family)
    flags = build.build_flags()
    inputs = [text, *compiler, *flags, build.compiler_version(compiler)]
    path = user_cache.folder() / f"{family}-{_hash(map(str.encode, inputs))}.{build.SUFFIX}"
    if not path.exists():
        path = user_cache.write_file(path.name, build.build_library(text, compiler, flags))
        user_cache.remove_old_files(f"{family}-*", KEPT_FILES)
    user_cache.write_file(_index_name(family), path.name.encode())
    return path


def _index_name(family: str) -> str:
    """Return the name of the file that contains the name of the library for the present sources."""
    words = [sources_hash(family), *(build.find_compiler() or []), *build.build_flags()]
    return f"{family}-{_hash(map(str.encode, words))}.index"


def _hash(parts: Iterable[bytes]) -> str:
    """Return 16 hexadecimal digits of SHA-256 over the digests of all parts."""
    digests = [hashlib.sha256(part).digest() for part in parts]
    return hashlib.sha256(b"".join(digests)).hexdigest()[:16]


def open_library(path: Path, entries: Iterable[Rule]) -> None:
    """Load a library and make entries call their functions in it."""
    library = ctypes.CDLL(str(path))
    exceptions = (*BUILTIN_EXCEPTIONS, *map(resolve_name, _read_names(library, "exceptions")))
    for name in _read_names(library, "outside_functions"):
        callback = _callbacks.setdefault(name, ctypes.CFUNCTYPE(c_int64)(resolve_name(name)))
        pointer = c_void_p.in_dll(library, f"outside_{name.partition(':')[2]}")
        pointer.value = ctypes.cast(callback, c_void_p).value
    for rule in entries:
        rule.target.compiled = _bind(library, rule, exceptions)


def _read_names(library: ctypes.CDLL, symbol: str) -> list[str]:
    """Return the names in a string of the library, which are separated by spaces."""
    address = ctypes.addressof(ctypes.c_char.in_dll(library, symbol))
    return ctypes.string_at(address).decode().split()


def _bind(
    library: ctypes.CDLL, rule: Rule, exceptions: tuple[type[Exception], ...]
) -> _CompiledEntry:
    """Return a Python function that calls an entry in a library."""
    *parameters, result = map(type_of, rule.annotations)
    types: list[Any] = []
    for kind in parameters:
        if isinstance(kind, Array):
            types += [c_void_p, c_int64]
        else:
            types.append(C_TYPES[kind])
    result_type = None
    if result != VOID:
        result_type = C_TYPES[result]
        types.append(c_void_p)
    function = library[f"entry_{function_name(rule)}"]
    function.restype = ctypes.c_int32
    function.argtypes = types
    are_arrays = [isinstance(kind, Array) for kind in parameters]
    return _CompiledEntry(function, are_arrays, result_type, exceptions=exceptions)


class _CompiledEntry:
    """A call of a compiled entry.

    An array is passed as a pointer and a length. The number that the entry returns selects the
    exception to raise, from 1; 0 means success.

    Args:
        function: The C function.
        are_arrays: True for each parameter that is an array.
        result_type: The C type of the result, which the function writes to a pointer; None without
            a result.
        exceptions: The exceptions in the order of their numbers.
    """

    def __init__(
        self,
        function: Any,
        are_arrays: list[bool],
        result_type: Any,
        *,
        exceptions: tuple[type[Exception], ...],
    ) -> None:
        self._function = function
        self._are_arrays = are_arrays
        self._result_type = result_type
        self._exceptions = exceptions

    def __call__(self, *arguments: Any) -> Any:
        c_arguments: list[Any] = []
        for is_array, argument in zip(self._are_arrays, arguments, strict=True):
            if is_array:
                c_arguments += (argument.ctypes.data, len(argument))
            else:
                c_arguments.append(argument)
        result = None
        if self._result_type:
            result = self._result_type()
            c_arguments.append(ctypes.addressof(result))
        number = self._function(*c_arguments)
        if number:
            raise self._exceptions[number - 1]
        return None if result is None else result.value
