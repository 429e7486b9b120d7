"""Build libraries of test rules, with several optimisation levels, beside the Python functions."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from carnage.engine.compiling import build, language, library
from carnage.engine.compiling.emit import FamilyEmitter
from carnage.engine.compiling.marks import Entry, Rule, marked
from carnage.engine.core import records

Call = Callable[..., Any]


def compile_entries(functions: Iterable[Any], folder: Path, optimization: str) -> dict[str, Call]:
    """Return the compiled form of entries by name, from a library of their own."""
    rules = [marked(function) for function in functions]
    compiler = build.find_compiler()
    assert compiler is not None, "these tests need a C compiler: apt install gcc"
    text = FamilyEmitter(language.sort_rules(rules)).emit()
    path = folder / f"rules{optimization}.{build.SUFFIX}"
    path.write_bytes(build.build_library(text, compiler, [*build.build_flags(), optimization]))
    twins = [Rule(rule.function, Entry(rule.function)) for rule in rules]
    library.open_library(path, twins)
    return {rule.function.__name__: rule.target.compiled for rule in twins}


def outcome(call: Call, worlds: Any, *numbers: int) -> str:
    """Return the result of a call, or the name of the exception that it raises."""
    try:
        return repr(call(worlds, *numbers))
    except Exception as error:
        return type(error).__name__


def compare(compiled: Call, function: Call, cls: type, text: str, *numbers: int) -> None:
    """Assert that a compiled entry and its Python function do the same to two fresh records."""
    plain, rows = [records.plain(cls), records.plain(cls)], records.new(cls, 2)
    copies = records.CopyingList(plain)
    expected = outcome(function, copies, *numbers)
    assert outcome(compiled, rows, *numbers) == expected, (text, numbers)
    for row, record in zip(rows, copies, strict=True):
        assert records.as_values(cls, row) == records.as_values(cls, record), (text, numbers)
