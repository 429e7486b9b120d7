"""Every construct of the rule language does the same compiled as in Python; every other one is
refused.
"""

from __future__ import annotations

import importlib.util
import sys
from itertools import product
from pathlib import Path
from types import ModuleType
from typing import Any

import different_rules
import language_rules
import numpy as np
import pytest
from language_rules import World
from libraries import Call, compare, compile_entries, outcome

from carnage.engine.compiling import build, language
from carnage.engine.compiling.emit import FamilyEmitter
from carnage.engine.compiling.language import RuleError
from carnage.engine.compiling.marks import RULES, Entry, Rule, marked
from carnage.engine.core import records

ENTRIES = {name: value for name, value in vars(language_rules).items() if isinstance(value, Entry)}
DIFFERENT = {
    name: value for name, value in vars(different_rules).items() if isinstance(value, Entry)
}
NUMBERS = list(product((-7, -5, -1, 0, 1, 2, 3, 4, 6, 9), repeat=2))


@pytest.fixture(
    scope="module",
    params=[
        "-O0",
        pytest.param("-O1", marks=pytest.mark.soak),
        pytest.param("-O3", marks=pytest.mark.thorough),
    ],
)
def compiled(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, Call]:
    entries = [*ENTRIES.values(), *DIFFERENT.values()]
    return compile_entries(entries, tmp_path_factory.mktemp("libraries"), request.param)


def test_construct_compiled_equals_python(compiled: dict[str, Call]) -> None:
    for name, (a, b) in product(ENTRIES, NUMBERS):
        with np.errstate(over="ignore"):
            compare(compiled[name], ENTRIES[name].function, World, name, a, b)


# From here on a float has no room for every whole number.
LARGE = 2**53
# Name of the rule, its two numbers, the outcome compiled, the outcome in Python.
DIFFERENCES = [
    ("sum_past_64_bits", 2**63 - 1, 1, str(-(2**63)), str(2**63)),
    ("shift_past_64_bits", 3, 64, "0", str(3 << 64)),
    ("signed_storage", 40000, 0, "-25536", "40000"),
    ("unsigned_storage", 300, 0, "44", "300"),
    ("quotient_of_large_numbers", LARGE + 1, 3, "3002399751580330.5", "3002399751580331.0"),
    ("comparison_of_large_numbers", LARGE + 1, LARGE, "True", "False"),
    ("int_of_a_large_float", 10**18, 10, "ValueError", str(10**19)),
    ("unsigned_of_a_negative", -1, 0, "-1", "OverflowError"),
    ("int_of_a_large_unsigned", 1, 63, str(-(2**63)), str(2**63)),
    ("variable_without_a_value", 1, 2, "0", "UnboundLocalError"),
    ("loop_that_never_runs", 2, 1, "0", "UnboundLocalError"),
    ("step_of_nothing", 1, 2, "0", "ValueError"),
    ("record_in_a_field", 1, 2, "1", "2"),
]


def test_differences_from_python_are_as_documented(compiled: dict[str, Call]) -> None:
    cls = different_rules.World
    found = [
        (
            name,
            a,
            b,
            outcome(compiled[name], records.new(cls), a, b),
            outcome(DIFFERENT[name].function, records.CopyingList([records.plain(cls)]), a, b),
        )
        for name, a, b, _, _ in DIFFERENCES
    ]
    assert found == DIFFERENCES


def test_emit_same_rules_returns_same_text() -> None:
    rules = language.sort_rules(marked(entry) for entry in ENTRIES.values())
    assert FamilyEmitter(rules).emit() == FamilyEmitter(rules).emit()


def test_emit_function_has_line_directive_of_its_rule() -> None:
    rule = marked(ENTRIES["shifts"])
    line = f'#line {language.definition_of(rule).lineno} "{language.file_of(rule)}"'
    assert f"{line}\nstatic int64_t language_rules__shifts(" in FamilyEmitter([rule]).emit()


# ----------------------------------------------------------------------------------------- refusals

HEAD = """
from __future__ import annotations
import math
from typing import Annotated
import numpy as np
from carnage.engine.compiling.marks import Rows, entry, outside, rule

TABLE = (1, 2, 3)
NAMES = ["a"]

class Pile:
    coins: int
    gold: float
    row: Annotated[list[int], 3]

@rule
def few(p: Pile) -> int:
    return p.coins

@rule
def nothing(p: Pile) -> None:
    pass

@outside
def current_number() -> int:
    return 42

def unmarked(n: int) -> int:
    return n

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
        (
            "for k in range(n):\n    pass\nelse:\n    n = 2\nreturn n",
            "set a local variable before `break`",
        ),
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
        ("return int(n < few(p) < few(p))", "assign its values on lines before"),
        ("return int(n < 3 < p.row[n] < 7 // n)", "assign its values on lines before"),
        ("return int(math.inf > x)", "has no value of 64 bits"),
        ("return 9223372036854775808", "has no value of 64 bits"),
        ("piles[0], piles[1] = piles[1], piles[0]\nreturn n", "write one assignment a line"),
        ("y = nothing(p)\nreturn n", "is given no value"),
        ("return max(n, 3, key=abs)", "has keywords: leave them out"),
        ("return current_number(n)", "has arguments: call it without any"),
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
        ("y = {1, 2}\nreturn 0", "hold the values in fields of a record"),
        ("y = {k for k in range(n)}\nreturn 0", r"write a loop over `range\(…\)`"),
        ("y = {k: 1 for k in range(n)}\nreturn 0", r"write a loop over `range\(…\)`"),
        ("return any(k > 2 for k in range(n))", r"write a loop over `range\(…\)`"),
        ("class Inner:\n    pass\nreturn 0", "write a rule of its own"),
        ("global TABLE\nreturn n", "hold the value in a field of a record"),
        ("import math\nreturn n", "cannot be translated"),
        ("return n @ 2", "multiply"),
        ("return int(n is not 3)", "write `==` or `!=`"),
        ("return int(n not in (1, 2))", "write `x == A or x == B`"),
        (
            "while n > 3:\n    n -= 1\nelse:\n    n = 2\nreturn n",
            "set a local variable before `break`",
        ),
        ("for k in range(x):\n    pass\nreturn n", "is float where int is expected"),
        ("y = None\nreturn 0", "is a NoneType: use a number"),
        ("return p.row[x]", "is float where int is expected"),
        ("y = n, x\nreturn y[0]", "index a row or an array; unpack a tuple"),
        ("y = n, x\nreturn len(y)", r"calls no function of tuple\[int, float\]"),
        ("return int((n, x) == (n, x))", "convert one of them"),
        ("(y, z), k = (n, x), 1\nreturn y", "store to a name, a field or an element"),
        ("y, *z = n, 1\nreturn y", "store to a name, a field or an element"),
        ("return int(p == piles[1])", "combines Pile"),
        ("return 1 if p else 0", "is Pile: compare it with a number"),
        ("p = n\nreturn n", "is Pile here and int there"),
        ("p.row[1] = x\nreturn n", "is float where int is expected"),
        ("y = p.row\ny = piles\nreturn n", r"is a row of 3 int here and Rows\[Pile\] there"),
        ("y = 1 if n > 3 else 0.5\nreturn 0", "is int here and float there"),
        ("y = n or 3\nreturn y", "is int where bool is expected"),
        ("return -(n > 3)", "has the operand bool: use a number"),
        ("return ~x", "has the operand float: use a number"),
        ("return max(n > 3, n > 4)", "calls no function of bool, bool"),
        ("return min(p.row)", "calls no function of a row of 3 int"),
        ("return max(n)", "calls no function of int"),
        ("return int(bool(n))", "calls no function of int"),
        ("return int(float(n > 3))", "calls no function of bool"),
        ("return math.floor(n)", "calls no function of int"),
        ("return int(math.sqrt(n))", "calls no function of int"),
        ("return round(x)", "calls no function of float"),
        ("return p.row.index(n)", "calls no function of int"),
        ("return int(x % 2.0)", "is no operation of float"),
        ("return int(np.uint64(n) + n)", r"combines int and np\.uint64: convert one of them"),
        ("return int(np.uint64(n) // np.uint64(2))", r"is no operation of np\.uint64"),
        ("p.coins = np.uint64(n)\nreturn 0", r"is np\.uint64 where int is expected"),
        ("raise ValueError", "import one, as in `raise NoSuchRule`"),
        ("raise", "import one, as in `raise NoSuchRule`"),
        ("return few(**p)", "it has p"),
        ("return few()", "it has p"),
        ("return unmarked(n)", "calls no function of int"),
        ("return few", "is a function: use a number"),
        ("yield from piles", "write to a record that the caller hands over"),
    ],
)
def test_emit_unsupported_construct_is_refused_with_line_and_advice(
    tmp_path: Path, body: str, message: str
) -> None:
    module = write_module(tmp_path, body)
    with pytest.raises(
        RuleError,
        match=rf"^refused\.py:({FIRST_LINE}|{FIRST_LINE + 1}|{FIRST_LINE + 2}): .*{message}",
    ):
        FamilyEmitter(language.sort_rules([marked(module.play)])).emit()


def test_emit_optional_parameter_is_refused(tmp_path: Path) -> None:
    module = write_module(tmp_path, "return n")
    module.few.__defaults__ = None
    source = (
        (tmp_path / "refused.py")
        .read_text()
        .replace("def few(p: Pile)", "def few(p: Pile, k: int = 3)")
    )
    (tmp_path / "refused.py").write_text(source.replace("return n", "return few(p)"))
    language._definitions.cache_clear()
    spec: Any = importlib.util.spec_from_file_location("refused", tmp_path / "refused.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    with pytest.raises(RuleError, match="has optional parameters: give each a value at each call"):
        FamilyEmitter(language.sort_rules([marked(module.play)])).emit()


def test_compile_rule_without_return_is_refused(tmp_path: Path) -> None:
    module = write_module(tmp_path, "if n > 3:\n    return 2")
    with pytest.raises(build.CompilerError, match=r"refused\.py.*return-type"):
        compile_entries([module.play], tmp_path, "-O1")


def test_emit_rule_without_annotation_is_refused(tmp_path: Path) -> None:
    module = write_module(tmp_path, "return n")
    del module.few.__annotations__["return"]
    with pytest.raises(
        RuleError, match="lacks an annotation: annotate each parameter and the result"
    ):
        FamilyEmitter([marked(module.few)]).emit()


def test_sort_rules_recursion_is_refused(tmp_path: Path) -> None:
    module = write_module(tmp_path, "return play(piles, n - 1)")
    with pytest.raises(RuleError, match=r"`play` calls itself \(refused\.play -> .*write a loop"):
        language.sort_rules([marked(module.play)])


def test_emit_entry_with_record_parameter_is_refused(tmp_path: Path) -> None:
    module = write_module(tmp_path, "return n")
    rule = Rule(module.few, Entry(module.few))
    with pytest.raises(RuleError, match="is an entry's: take Rows and numbers"):
        FamilyEmitter([rule]).emit()
