"""The version of a result of the lab: a hash of the code and the tables that it depends on.

The hash covers the code that plays the games of a family and judges its figures, and the tables of
its books on disk. It ignores comments, the wording of docstrings, layout and positions, and the
parts of tables that only explain. So a reworded rule leaves the version unchanged, and no engine
has to be loaded to compute it. The version of Python is part of the hash.
"""

from __future__ import annotations

import hashlib
import sys
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from types import CodeType
from typing import Any

from carnage import catalog
from carnage.lab.sampling_plan import COMPARISON, SEARCH

PACKAGE = Path(__file__).resolve().parents[1]
COMMON_MODULES = (
    "*.py",
    "catalog/*.py",
    "rulesets/*.py",
    "engine/*.py",
    "engine/core/*.py",
    "lab/*.py",
    "common/intervals.py",
    "rulebook/battle/play_time.py",
)
SEARCH_MODULES = ("rulebook/battle/*.py",)  # modules that only searches depend on
EXPLANATORY_KEYS = {
    *("text", "does", "brief", "pitch", "says", "components", "intro", "note", "lead", "tagline"),
    *("example", "source", "credits", "tags", "picture"),
}
"""Keys of tables that only readers see. Titles and labels are part of results."""
UNREAD_TABLES = frozenset(
    {"glossary.toml", "names.toml"}
)  # Tables of a family that no playtest reads.


def version(key: tuple[Any, ...]) -> str:
    """Return the version of the result of a job of the lab, by its key."""
    code, digits, *arguments = key
    books = {
        str(code),
        *(str(other).partition("/")[0] for other in arguments[1:] if arguments[0] == COMPARISON),
    }
    return _version(tuple(sorted(books)), digits == SEARCH)


@cache
def _version(books: tuple[str, ...], is_search: bool) -> str:
    parts = [
        sys.version.encode(),
        *(_hash_module(path) for path in _list_modules(books, is_search)),
    ]
    for book in books:
        family = catalog.family_code(book)
        for path in [
            PACKAGE / f"tables/books/{book}.toml",
            *sorted((PACKAGE / f"tables/{family}").glob("*.toml")),
        ]:
            if path.name not in UNREAD_TABLES:
                parts.append(_table_bytes(path))
        atlas = PACKAGE / f"tables/atlas/{book}.zip"
        if is_search and atlas.exists():
            parts.append(atlas.read_bytes())
    return _hash(parts)


def _list_modules(books: tuple[str, ...], is_search: bool) -> Iterator[Path]:
    """Yield the paths of the modules that a result depends on, always in the same order.

    Args:
        books: The codes of the books; the modules of their families are included.
        is_search: Also yield the modules that only results of searches depend on.
    """
    families = sorted({catalog.family_code(book) for book in books})
    patterns = (
        *COMMON_MODULES,
        *SEARCH_MODULES * is_search,
        *(f"engine/{family}/**/*.py" for family in families),
    )
    for pattern in patterns:
        yield from sorted(PACKAGE.glob(pattern))


@cache
def _hash_module(path: Path) -> bytes:
    """Return the hash of a module, without the parts that no result depends on.

    A docstring that is added or removed changes the hash, because the compiler leaves a NOP in its
    place.
    """
    code = compile(
        path.read_bytes(), "", "exec", dont_inherit=True, optimize=2
    )  # 2: without docstrings
    place = path.relative_to(PACKAGE).as_posix().encode()
    return _hash([place, *_code_parts(code)]).encode()


def _code_parts(code: CodeType) -> Iterator[bytes]:
    """Yield the bytecode, names and constants of code, without its positions."""
    yield code.co_code
    yield repr(
        (code.co_name, code.co_names, code.co_varnames, code.co_freevars, code.co_flags)
    ).encode()
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _code_parts(constant)
        else:
            yield _format_constant(constant).encode()


def _format_constant(constant: object) -> str:
    """Return a constant as text; sets have no order of their own and are sorted."""
    if isinstance(constant, frozenset):
        return f"{{{sorted(map(repr, constant))}}}"
    return repr(constant)


@cache
def _table_bytes(path: Path) -> bytes:
    return repr(_strip_explanations(tomllib.loads(path.read_text(encoding="utf-8")))).encode()


def _strip_explanations(value: Any) -> Any:
    """Return a table without the parts that only explain it."""
    if isinstance(value, dict):
        return {
            name: _strip_explanations(each)
            for name, each in value.items()
            if name not in EXPLANATORY_KEYS
        }
    if isinstance(value, list):
        return [_strip_explanations(each) for each in value]
    return value


def _hash(parts: Iterable[bytes]) -> str:
    digest = hashlib.blake2b(digest_size=12)
    for part in parts:
        digest.update(len(part).to_bytes(8, "big") + part)
    return digest.hexdigest()
