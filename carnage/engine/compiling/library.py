"""Load the compiled rules of a family, and build them first where that has not been done."""

from __future__ import annotations

import ctypes
import hashlib
import logging
import os
import threading
from collections.abc import Callable, Iterable
from importlib import import_module
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

import carnage
from carnage.engine.compiling import build, cache, language
from carnage.engine.compiling.emit import FamilyEmitter, c_function
from carnage.engine.compiling.marks import PACKAGE, Entry, Rule, entries_of
from carnage.engine.compiling.types import BOOL, FLOAT, INT, UINT, VOID, Array, Scalar, type_of

SHIPPED = Path(carnage.__file__).parent / "engine" / "libraries"  # Wheels bring libraries along.
NO_COMPILER = (
    "Carnage found no C compiler, so it plays games uncompiled, about a hundred times slower: install one "
    "(on Debian and Ubuntu `apt install gcc`, on macOS `xcode-select --install`), or install Carnage from a wheel."
)
C_TYPES = {INT: ctypes.c_int64, UINT: ctypes.c_uint64, FLOAT: ctypes.c_double, BOOL: ctypes.c_bool}
BUILTIN_EXCEPTIONS = (IndexError, ZeroDivisionError, ValueError)  # In the order of the prelude's numbers.

_log = logging.getLogger(__name__)
_lock = threading.RLock()
_compiled: dict[str, bool] = {}  # By family, once it is loaded.
_callbacks: dict[
    str, Any
] = {}  # C function pointers to functions of Python; they must outlive the libraries.


def load(family: str) -> bool:
    """Make the entries of a family ready to be called. Return whether they are compiled.

    Where there is no library, it is built, which takes some seconds. Without a compiler the rules are played as
    the Python functions that they are. `CARNAGE_UNCOMPILED=1` asks for that.
    """
    if family not in _compiled:
        with _lock:
            if family not in _compiled:
                import_module(f"{PACKAGE}{family}.family")
                _compiled[family] = _load(family)
    return _compiled[family]


def can_compile(family: str) -> bool:
    """Return whether a family is or can be compiled, without doing so."""
    if family in _compiled:
        return _compiled[family]
    return os.environ.get("CARNAGE_UNCOMPILED") != "1" and bool(_find(family) or build.find_compiler())


def _load(family: str) -> bool:
    if os.environ.get("CARNAGE_UNCOMPILED") == "1":
        return False
    path = _find(family)
    if path is None:
        compiler = build.find_compiler()
        if compiler is None:
            _log.warning(NO_COMPILER)
            return False
        path = _build(family, compiler)
    open_library(path, entries_of(family))
    return True


def _find(family: str) -> Path | None:
    """Return the library of a family's rules as they are now; None if it has to be built."""
    shipped = SHIPPED / f"{family}-{sources_hash(family)}.{build.SUFFIX}"
    if shipped.exists() and not os.environ.get("CARNAGE_CFLAGS"):
        return shipped
    try:
        path = cache.folder() / (cache.folder() / _index_name(family)).read_text(encoding="utf-8")
    except OSError:
        return None
    return path if path.exists() else None


def _build(family: str, compiler: list[str]) -> Path:
    """Translate a family's rules and compile them, unless another checkout has done so. Return the library."""
    text = translate(family)
    version = build.compiler_version(tuple(compiler))
    name = f"{family}-{_hash([text, *compiler, *build.flags(), version])}.{build.SUFFIX}"
    path = cache.folder() / name
    if not path.exists():
        path = cache.store(name, build.build_library(text, compiler))
        cache.remove_old(f"{family}-*.{build.SUFFIX}")
        cache.remove_old(f"{family}-*.index")
    cache.store(_index_name(family), name.encode())
    return path


def translate(family: str) -> str:
    """Return the rules of a family as C."""
    import_module(f"{PACKAGE}{family}.family")
    return FamilyEmitter(language.rules_of(family)).emit()


def sources_hash(family: str) -> str:
    """Return a hash of the files that a family's library is made of.

    It names the library at a start, where translating the rules would take a second.
    """
    package = Path(carnage.__file__).parent
    folders = [package / "engine" / name for name in ("compiling", "core", family)]
    files = [path for folder in folders for path in folder.rglob("*") if path.suffix in (".py", ".h")]
    files += (package / "tables").rglob("*.toml")
    return _hash(hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(files))


def _index_name(family: str) -> str:
    """Return the name of the file that says which library belongs to the sources as they are now."""
    compiler = build.find_compiler() or []
    return f"{family}-{_hash([sources_hash(family), *compiler, *build.flags()])}.index"


def _hash(parts: Iterable[str]) -> str:
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]


def open_library(path: Path, entries: Iterable[Rule]) -> None:
    """Load a library and have entries call their functions in it."""
    library = ctypes.CDLL(str(path))
    exceptions = (*BUILTIN_EXCEPTIONS, *map(resolve_name, _names(library, "exceptions")))
    for name in _names(library, "outside_functions"):
        if name not in _callbacks:
            _callbacks[name] = ctypes.CFUNCTYPE(ctypes.c_int64)(resolve_name(name))
        pointer = ctypes.c_void_p.in_dll(library, f"outside_{name.partition(':')[2]}")
        pointer.value = ctypes.cast(_callbacks[name], ctypes.c_void_p).value
    for rule in entries:
        assert isinstance(rule.target, Entry)
        rule.target.compiled = _bind(library, rule, exceptions)


def _names(library: ctypes.CDLL, symbol: str) -> list[str]:
    """Return the names in a string constant of a library."""
    text = ctypes.string_at(ctypes.addressof(ctypes.c_char.in_dll(library, symbol)))
    return text.decode().split()


def _bind(library: ctypes.CDLL, rule: Rule, exceptions: tuple[type[Exception], ...]) -> Callable[..., Any]:
    """Return a function of Python that calls an entry in a library."""
    function = library[f"entry_{c_function(rule)}"]
    *parameters, result = map(type_of, rule.annotations)
    types: list[Any] = []
    for type_ in parameters:
        types += [ctypes.c_void_p, ctypes.c_int64] if isinstance(type_, Array) else [C_TYPES[_scalar(type_)]]
    if result != VOID:
        types.append(ctypes.c_void_p)
    function.argtypes = types
    function.restype = ctypes.c_int32
    are_arrays = [isinstance(type_, Array) for type_ in parameters]
    result_type = None if result == VOID else C_TYPES[_scalar(result)]

    def call(*arguments: Any) -> Any:
        passed: list[Any] = []
        for is_array, argument in zip(are_arrays, arguments, strict=True):
            if is_array:
                passed.append(argument.ctypes.data)
                passed.append(len(argument))
            else:
                passed.append(argument)
        value = result_type() if result_type else None
        if value is not None:
            passed.append(ctypes.addressof(value))
        number = function(*passed)
        if number:
            raise exceptions[number - 1]
        return None if value is None else value.value

    return call


def _scalar(type_: Any) -> Scalar:
    assert isinstance(type_, Scalar), "an entry takes numbers and Rows"
    return type_
