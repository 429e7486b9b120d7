"""Every construct of the rule language does the same compiled as in Python; every other one is refused."""

from __future__ import annotations

import importlib.util
import sys
from itertools import product
from pathlib import Path
from types import ModuleType
from typing import Any

import language_rules
import numpy as np
import pytest
from language_rules import World
from libraries import Call, compare, compile_entries

from carnage.engine.compiling import build, language
from carnage.engine.compiling.emit import FamilyEmitter
from carnage.engine.compiling.language import RuleError
from carnage.engine.compiling.marks import RULES, Entry, marked

ENTRIES = {name: value for name, value in vars(language_rules).items() if isinstance(value, Entry)}
NUMBERS = list(product((-7, -5, -1, 0, 1, 2, 3, 4, 6, 9), repeat=2))


@pytest.fixture(scope="module", params=["-O0", "-O1", "-O3"])
def compiled(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Call]:
    return compile_entries(ENTRIES.values(), tmp_path_factory.mktemp("libraries"), request.param)


@pytest.mark.parametrize("name", ENTRIES)
def test_construct_compiled_does_the_same_as_python(compiled: dict[str, Call], name: str) -> None:
    for a, b in NUMBERS:
        with np.errstate(over="ignore"):
            compare(compiled[name], ENTRIES[name].function, World, name, a, b)


def test_the_text_of_a_library_is_the_same_each_time() -> None:
    rules = language.sort_rules(marked(entry) for entry in ENTRIES.values())
    assert FamilyEmitter(rules).emit() == FamilyEmitter(rules).emit()


# ------------------------------------------------------------------------------------------------- refusals

HEAD = """
from __future__ import annotations
import math
from typing import Annotated
from carnage.engine.compiling.marks import Rows, entry, rule

TABLE = (1, 2, 3)
NAMES = ["a"]

class Pile:
    coins: int
    gold: float
    row: Annotated[list[int], 3]

@rule
def few(p: Pile) -> int:
    return p.coins

@entry
def play(piles: Rows[Pile], n: int) -> int:
    p = piles[0]
    x = 1.0
"""
FIRST_LINE = len(HEAD.splitlines()) + 1


def write_module(folder: Path, body: str) -> ModuleType:
    """Return a module with a rule of this body."""
    path = folder / "refused.py"
    path.write_text(HEAD + "".join(f"    {line}\n" for line in body.splitlines()))
    language._definitions.cache_clear()
    spec = importlib.util.spec_from_file_location("refused", path)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules["refused"] = importlib.util.module_from_spec(spec)
    count = len(RULES)
    spec.loader.exec_module(module)
    del RULES[count:]
    return module


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("return sum([k for k in range(n)])", r"write a loop over `range\(…\)`"),
        ("y = [1, 2]\nreturn 0", "hold the values in fields of a record"),
        ("y = {1: 2}\nreturn 0", "hold the values in fields of a record"),
        ("try:\n    n = 1\nexcept IndexError:\n    n = 2\nreturn n", "test the condition before"),
        ("with p:\n    pass\nreturn n", "test the condition before"),
        ("y = lambda: 3\nreturn 0", "write a rule of its own"),
        ("def inner() -> int:\n    return 1\nreturn 0", "write a rule of its own"),
        ("return n ** 2", "multiply"),
        ("return int(n is 3)", "write `==` or `!=`"),
        ("return int(n in (1, 2))", "write `x == A or x == B`"),
        ("assert n > 0\nreturn n", "write `if …: raise …`"),
        ("y: int = 3\nreturn y", "the type follows from the value"),
        ("match n:\n    case 1:\n        return 1\nreturn 0", r"write `if … elif …`"),
        ("y = z = 3\nreturn y", "write one assignment a line"),
        ("for k in range(n):\n    pass\nelse:\n    n = 2\nreturn n", "set a local variable before `break`"),
        ("for k in TABLE:\n    n += k\nreturn n", r"write `for name in range\(…\)`"),
        ("return TABLE[n]", "is a tuple: use a number, or a field of a record"),
        ("return len(NAMES)", "is a list: use a number, or a field of a record"),
        ('y = "text"\nreturn 0', "is a str: use a number"),
        ('return f"{n}"', "texts are put together in the package `words`"),
        ("return p.row[0:2]", "index one element at a time"),
        ("p.row = p.row\nreturn 0", "store its elements one by one"),
        ("return p.silver", "its fields: coins, gold, row"),
        ("return n.coins", "is no field of int"),
        ("x = 1\nreturn n", "is float here and int there"),
        ("return x", "is float where int is expected"),
        ("p.coins = x\nreturn n", "is float where int is expected"),
        ("return few(p, n)", "it has p"),
        ("return few(n)", "is int where Pile is expected"),
        ("n = x\nreturn 0", "is int here and float there"),
        ("y = n and p.coins\nreturn 0", "is int where bool is expected"),
        ("return int(n < few(p) < few(p))", "assign its result on a line before"),
        ("return max(n, x)", "is int here and float there"),
        ("return math.cos(x)", "calls no function of float"),
        ("return print(n)", "calls no function of int"),
        ("return unknown", "has no value yet"),
        ("if n > 3:\n    y = 1\nreturn z", "has no value yet"),
        ("y, z = n, 1, 2\nreturn y", "name each value of a tuple"),
        ("raise ValueError('no')", "import one, as in `raise NoSuchRule`"),
        ("return n & x", "is no operation of float"),
        ("return (n := 3)", "assign on a line before"),
        ("del p\nreturn n", "hold the value in a field of a record"),
        ("return few(*[p])", "write every argument out"),
        ("yield n", "write to a record that the caller hands over"),
    ],
)
def test_construct_outside_the_language_is_refused_with_line_and_advice(
    tmp_path: Path, body: str, message: str
) -> None:
    module = write_module(tmp_path, body)
    with pytest.raises(
        RuleError, match=rf"^refused\.py:({FIRST_LINE}|{FIRST_LINE + 1}|{FIRST_LINE + 2}): .*{message}"
    ):
        FamilyEmitter(language.sort_rules([marked(module.play)])).emit()


def test_optional_parameter_is_refused(tmp_path: Path) -> None:
    module = write_module(tmp_path, "return n")
    module.few.__defaults__ = None
    source = (tmp_path / "refused.py").read_text().replace("def few(p: Pile)", "def few(p: Pile, k: int = 3)")
    (tmp_path / "refused.py").write_text(source.replace("return n", "return few(p)"))
    language._definitions.cache_clear()
    spec: Any = importlib.util.spec_from_file_location("refused", tmp_path / "refused.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    with pytest.raises(RuleError, match="has optional parameters: give each a value at each call"):
        FamilyEmitter(language.sort_rules([marked(module.play)])).emit()


def test_rule_that_may_end_without_a_result_is_refused_by_the_compiler(tmp_path: Path) -> None:
    module = write_module(tmp_path, "if n > 3:\n    return 2")
    with pytest.raises(build.CompilerError, match=r"refused\.py.*return-type"):
        compile_entries([module.play], tmp_path, "-O1")
