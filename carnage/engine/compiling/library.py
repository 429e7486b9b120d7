"""Load the compiled rules of a family, and build them first where that has not been done."""

from __future__ import annotations

import ctypes
import hashlib
import logging
import os
import threading
from collections.abc import Callable, Iterable
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
SHIPPED = ROOT / "engine" / "libraries"  # Wheels bring libraries along.
KEPT_FILES = 16  # of a family in the cache: libraries and their indices, of some states of the rules
NO_COMPILER = (
    "Carnage found no C compiler (CARNAGE_CC, CC, cc, gcc, clang): it plays uncompiled, 100 times slower. "
    "Install one (Debian: `apt install gcc`; macOS: `xcode-select --install`), or Carnage from a wheel."
)
C_TYPES: dict[Any, Any] = {INT: c_int64, UINT: c_uint64, FLOAT: c_double, BOOL: c_bool}
BUILTIN_EXCEPTIONS = (IndexError, ZeroDivisionError, ValueError)  # In the order of the prelude's numbers.

_warn = cache(logging.getLogger(__name__).warning)  # Once for all families.
_lock = threading.RLock()
_compiled: dict[str, bool] = {}  # By family, once it is loaded.
_callbacks: dict[str, Any] = {}  # C pointers to Python functions, by name. They must outlive the libraries.


def load(family: str) -> bool:
    """Make the entries of a family ready to be called, and return whether they are compiled.

    Where there is no library yet it is built, which takes some seconds. Without a compiler, or with
    `CARNAGE_UNCOMPILED=1`, the entries call the Python functions that the rules are.
    """
    with _lock:
        if family not in _compiled:
            import_module(f"{ENGINE}{family}.family")
            path = None if is_uncompiled() else _find(family) or _build(family)
            if path is not None:
                open_library(path, entries_of(family))
            _compiled[family] = path is not None
        return _compiled[family]


def can_compile(family: str) -> bool:
    """Return whether a family's rules are compiled or can be, without doing so."""
    return _compiled.get(family, not is_uncompiled() and bool(build.find_compiler() or _find(family)))


def is_uncompiled() -> bool:
    return os.environ.get("CARNAGE_UNCOMPILED") == "1"


def translate(family: str) -> str:
    """Return the rules of a family as C."""
    import_module(f"{ENGINE}{family}.family")
    return FamilyEmitter(language.rules_of(family)).emit()


@cache
def sources_hash(family: str) -> str:
    """Return a hash of the files that a library is made of, which finds it without a translation."""
    folders = [ROOT / "catalog", *(ROOT / "engine" / name for name in ("compiling", "core", family))]
    paths = [path for folder in folders for path in folder.rglob("*") if path.suffix in (".py", ".h")]
    return _hash(path.read_bytes() for path in sorted(paths))


def _find(family: str) -> Path | None:
    """Return the library of a family's rules as they are now; None if it has to be built."""
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
    """Build a family's library, unless the same C is there already. Return None without a compiler."""
    compiler = build.find_compiler()
    if compiler is None:
        _warn(NO_COMPILER)
        return None
    text = translate(family)
    flags = build.build_flags()
    made_of = [text, *compiler, *flags, build.compiler_version(compiler)]
    path = user_cache.folder() / f"{family}-{_hash(map(str.encode, made_of))}.{build.SUFFIX}"
    if not path.exists():
        path = user_cache.write_file(path.name, build.build_library(text, compiler, flags))
        user_cache.remove_old_files(f"{family}-*", KEPT_FILES)
    user_cache.write_file(_index_name(family), path.name.encode())
    return path


def _index_name(family: str) -> str:
    """Return the name of the file that says which library belongs to the sources as they are now."""
    words = [sources_hash(family), *(build.find_compiler() or []), *build.build_flags()]
    return f"{family}-{_hash(map(str.encode, words))}.index"


def _hash(parts: Iterable[bytes]) -> str:
    digests = [hashlib.sha256(part).digest() for part in parts]
    return hashlib.sha256(b"".join(digests)).hexdigest()[:16]


def open_library(path: Path, entries: Iterable[Rule]) -> None:
    """Load a library and have entries call their functions in it."""
    library = ctypes.CDLL(str(path))
    exceptions = (*BUILTIN_EXCEPTIONS, *map(resolve_name, _read_names(library, "exceptions")))
    for name in _read_names(library, "outside_functions"):
        callback = _callbacks.setdefault(name, ctypes.CFUNCTYPE(c_int64)(resolve_name(name)))
        pointer = c_void_p.in_dll(library, f"outside_{name.partition(':')[2]}")
        pointer.value = ctypes.cast(callback, c_void_p).value
    for rule in entries:
        rule.target.compiled = _bind(library, rule, exceptions)


def _read_names(library: ctypes.CDLL, symbol: str) -> list[str]:
    return ctypes.string_at(ctypes.addressof(ctypes.c_char.in_dll(library, symbol))).decode().split()


def _bind(library: ctypes.CDLL, rule: Rule, exceptions: tuple[type[Exception], ...]) -> Callable[..., Any]:
    """Return a function of Python that calls an entry in a library."""
    *parameters, result = map(type_of, rule.annotations)
    are_arrays = [isinstance(kind, Array) for kind in parameters]
    result_type = None if result == VOID else C_TYPES[result]
    function = library[f"entry_{function_name(rule)}"]
    function.restype = ctypes.c_int32
    types: list[Any] = []
    for kind in parameters:
        types += [c_void_p, c_int64] if isinstance(kind, Array) else [C_TYPES[kind]]
    function.argtypes = [*types, c_void_p] if result_type else types

    def call(*arguments: Any) -> Any:
        passed: list[Any] = []
        for is_array, argument in zip(are_arrays, arguments, strict=True):
            passed += (argument.ctypes.data, len(argument)) if is_array else (argument,)
        value = result_type() if result_type else None
        if value is not None:
            passed.append(ctypes.addressof(value))
        number = function(*passed)
        if number:
            raise exceptions[number - 1]
        return None if value is None else value.value

    return call
