"""Random expressions of the rule language give the same compiled as in Python.

Each example is a module of rules, one for each expression, compiled once. Operands are parameters,
fields, elements and calls that change what is read beside them.
"""

from __future__ import annotations

import importlib.util
import sys
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from libraries import compare, compile_entries

from carnage.engine.compiling import language
from carnage.engine.compiling.marks import RULES

HEAD = """
from __future__ import annotations
import math
from typing import Annotated
from carnage.engine.compiling.marks import Rows, entry, rule

class Box:
    n: int
    x: float
    row: Annotated[list[int], 4]
    small: Annotated[list[int], 2, "u1"]

@rule
def tick(box: Box, by: int) -> int:
    box.n = (box.n * 7 + by) % 101
    box.row[box.n % 4] += 1
    return box.n

@rule
def drift(box: Box) -> float:
    box.x = box.x * 0.5 + 1.25
    return box.x
"""
BODY = """
@entry
def play{number}(boxes: Rows[Box], a: int, b: int) -> {kind}:
    box = boxes[0]
    box.small[0] = 250
    return {text}
"""
NUMBERS = list(product((-9, -3, 0, 1, 4), (-4, 0, 2, 5)))

whole = st.deferred(
    lambda: (
        st.sampled_from(["a", "b", "box.n", "box.small[0]", "3", "(-2)", "1", "len(box.row)"])
        | st.builds("box.row[{} % 6]".format, whole)
        | st.builds("tick(box, {} % 13)".format, whole)
        | st.builds(
            "({} {} {})".format, whole, st.sampled_from(["+", "-", "*", "&", "|", "^"]), whole
        )
        | st.builds("({} {} ({} % 7))".format, whole, st.sampled_from(["//", "%"]), whole)
        | st.builds("(({} % 1000) {} ({} % 9))".format, whole, st.sampled_from(["<<", ">>"]), whole)
        | st.builds("(-{})".format, whole)
        | st.builds("(~{})".format, whole)
        | st.builds("abs({})".format, whole)
        | st.builds("{}({}, {})".format, st.sampled_from(["max", "min"]), whole, whole)
        | st.builds("int({})".format, truth)
        | st.builds("int({})".format, broken)
        | st.builds("({} if {} else {})".format, whole, truth, whole)
    )
)
broken = st.deferred(
    lambda: (
        st.sampled_from(["box.x", "0.1", "2.5", "(-0.75)", "float(a)", "drift(box)"])
        | st.builds(
            "({} {} {})".format, broken, st.sampled_from(["+", "-", "*", "/", "//"]), broken
        )
        | st.builds("({} / {})".format, whole, whole)
        | st.builds("math.sqrt(abs({}))".format, broken)
        | st.builds("abs({})".format, broken)
        | st.builds("{}({}, {})".format, st.sampled_from(["max", "min"]), broken, broken)
        | st.builds("({} if {} else {})".format, broken, truth, broken)
    )
)
SIGNS = st.sampled_from(["<", "<=", "==", "!=", ">", ">="])
truth = st.deferred(
    lambda: (
        st.builds("({} {} {})".format, whole, SIGNS, whole)
        | st.builds("({} {} {})".format, broken, SIGNS, broken)
        | st.builds("({} {} {})".format, truth, st.sampled_from(["and", "or"]), truth)
        | st.builds("(not {})".format, truth)
    )
)
EXPRESSIONS = st.one_of(
    st.tuples(st.just("int"), whole),
    st.tuples(st.just("float"), broken),
    st.tuples(st.just("bool"), truth),
).filter(lambda pair: len(pair[1]) < 400)


def load_module(folder: Path, text: str) -> Any:
    path = folder / "drawn.py"
    path.write_text(text)
    language._definitions.cache_clear()
    spec: Any = importlib.util.spec_from_file_location("drawn", path)
    module = sys.modules["drawn"] = importlib.util.module_from_spec(spec)
    count = len(RULES)
    spec.loader.exec_module(module)
    del RULES[count:]
    return module


def check(expressions: list[tuple[str, str]], folder: Path, optimization: str) -> None:
    bodies = [
        BODY.format(number=n, kind=kind, text=text) for n, (kind, text) in enumerate(expressions)
    ]
    module = load_module(folder, HEAD + "".join(bodies))
    entries = [getattr(module, f"play{n}") for n in range(len(expressions))]
    compiled = compile_entries(entries, folder, optimization)
    for entry, (_, text) in zip(entries, expressions, strict=True):
        for a, b in NUMBERS:
            with np.errstate(all="ignore"):
                compare(compiled[entry.__name__], entry.function, module.Box, text, a, b)


@pytest.mark.thorough
@pytest.mark.parametrize("optimization", ["-O1", pytest.param("-O3", marks=pytest.mark.soak)])
def test_random_expressions_compiled_equal_python(
    tmp_path_factory: pytest.TempPathFactory, optimization: str
) -> None:
    _draw(tmp_path_factory, optimization, examples=4)


@pytest.mark.soak
def test_many_random_expressions_compiled_equal_python(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    _draw(tmp_path_factory, "-O3", examples=300)


def _draw(tmp_path_factory: pytest.TempPathFactory, optimization: str, examples: int) -> None:
    @settings(
        max_examples=examples,
        database=None,
        phases=[Phase.generate],  # Each step of a shrinking would compile a library.
        suppress_health_check=list(HealthCheck),
    )
    @given(st.lists(EXPRESSIONS, min_size=40, max_size=60))
    def run(expressions: list[tuple[str, str]]) -> None:
        check(expressions, tmp_path_factory.mktemp("drawn"), optimization)

    run()
