"""The normal form of rules: names make no difference to it, and all else that rules say does."""

from __future__ import annotations

import ast
import copy
import importlib.util
import itertools
import keyword
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from carnage.engine import games, planner
from carnage.engine.compiling.language import callees_of
from carnage.engine.compiling.marks import marked
from carnage.engine.normal_form import NormalForm, _local_names, _RuleSource, _syntax_tree

FAMILIES = games.families()
MANY = settings(
    suppress_health_check=[HealthCheck.filter_too_much],  # many rules have nothing of a kind
)


# --------------------------------------------------------------------------------------- every rule


@cache
def whole_form(family: str) -> NormalForm:
    entries = games.family_of(family).entries
    return NormalForm(
        [entries.begin, entries.play_stage, entries.advice, entries.rollout], [planner.plan]
    )


@cache
def functions_of(family: str) -> list[Any]:
    """All rules of a family's games."""
    entries = games.family_of(family).entries
    waiting = [
        marked(rule)
        for rule in (entries.begin, entries.play_stage, entries.advice, entries.rollout)
    ]
    found = {}
    while waiting:
        rule = waiting.pop()
        if rule.name not in found:
            found[rule.name] = rule.function
            waiting += callees_of(rule)
    return [found[name] for name in sorted(found)]


FUNCTIONS = st.sampled_from(FAMILIES).flatmap(
    lambda family: st.tuples(st.just(family), st.sampled_from(functions_of(family)))
)


def written(family: str, function: Any, tree: ast.FunctionDef) -> str:
    """The normal form of a rule of which this has become; that of all others stays."""
    source = _RuleSource(function, whole_form(family))
    source.tree = tree
    source.local_names = _local_names(tree)
    return source.write()


def changed(family: str, function: Any, transformer: ast.NodeTransformer) -> bool:
    """Whether this makes another rule of it."""
    tree = _syntax_tree(function)
    other = transformer.visit(copy.deepcopy(tree))
    assume(ast.dump(other) != ast.dump(tree))
    return written(family, function, other) != written(family, function, tree)


class Renamed(ast.NodeTransformer):
    """Gives parameters and local variables other names."""

    def __init__(self, names: dict[str, str]) -> None:
        self.names = names

    def visit_arg(self, node: ast.arg) -> ast.arg:
        node.arg = self.names[node.arg]
        return node

    def visit_Name(self, node: ast.Name) -> ast.Name:
        node.id = self.names.get(node.id, node.id)
        return node


class Altered(ast.NodeTransformer):
    """Makes something else of number `at` of the nodes of a class, counted round and round."""

    def __init__(self, kind: type[ast.AST], at: int, alter: Callable[[Any], ast.AST]) -> None:
        self.kind, self.at, self.alter = kind, at, alter

    def visit(self, node: ast.AST) -> ast.AST:
        if isinstance(node, ast.FunctionDef):
            count = sum(isinstance(each, self.kind) for each in ast.walk(node))
            assume(count)
            self.at %= count
        self.generic_visit(node)
        if not isinstance(node, self.kind):
            return node
        self.at -= 1
        return self.alter(node) if self.at == -1 else node


class Swapped(ast.NodeTransformer):
    """Swaps two statements that follow one another: pair `at` of those that are not the same."""

    def __init__(self, at: int) -> None:
        self.at = at

    def generic_visit(self, node: ast.AST) -> ast.AST:
        for name, block in ast.iter_fields(node):
            if isinstance(block, list) and name in ("body", "orelse"):
                for n, pair in enumerate(itertools.pairwise(block)):
                    self.at -= 1
                    if self.at == -1 and not all(isinstance(each, ast.Assign) for each in pair):
                        block[n], block[n + 1] = block[n + 1], block[n]
        return super().generic_visit(node)


@pytest.mark.thorough
@settings(MANY, max_examples=80)
@given(FUNCTIONS, st.randoms(use_true_random=False))
def test_normal_form_local_names_changed_stays_the_same(
    chosen: tuple[str, Any], chance: Any
) -> None:
    family, function = chosen
    tree = _syntax_tree(function)
    old = sorted(_local_names(tree))
    new = [f"name_{n}" for n in range(len(old))]
    chance.shuffle(new)
    assume(old)
    assert not changed(family, function, Renamed(dict(zip(old, new, strict=True))))


ALTERATIONS: dict[str, tuple[type[ast.AST], Callable[[Any], ast.AST]]] = {
    "number": (ast.Constant, lambda node: ast.Constant(node.value + 1)),
    "arithmetic": (ast.BinOp, lambda node: ast.BinOp(node.left, ast.Mod(), node.right)),
    "operands": (ast.BinOp, lambda node: ast.BinOp(node.right, node.op, node.left)),
    "comparison": (
        ast.Compare,
        lambda node: ast.Compare(node.left, [ast.IsNot()], node.comparators),
    ),
    "condition": (
        ast.If,
        lambda node: ast.If(ast.UnaryOp(ast.Not(), node.test), node.body, node.orelse),
    ),
    "arguments": (ast.Call, lambda node: ast.Call(node.func, node.args[::-1], node.keywords)),
}


@pytest.mark.thorough
@pytest.mark.parametrize("alteration", ALTERATIONS)
@settings(MANY, max_examples=40)
@given(FUNCTIONS, st.integers(0, 999))
def test_normal_form_rule_altered_changes(
    alteration: str, chosen: tuple[str, Any], at: int
) -> None:
    kind, alter = ALTERATIONS[alteration]

    def alter_numbers(node: Any) -> ast.AST:
        text = isinstance(node, ast.Constant) and not isinstance(node.value, int | float)
        return node if text else alter(node)

    assert changed(*chosen, Altered(kind, at, alter_numbers))


@pytest.mark.thorough
@settings(MANY, max_examples=80)
@given(FUNCTIONS, st.integers(0, 12))
def test_normal_form_statements_swapped_changes(chosen: tuple[str, Any], at: int) -> None:
    assert changed(*chosen, Swapped(at))


@pytest.mark.parametrize("family", FAMILIES)
def test_normal_form_resolves_record_of_every_field(family: str) -> None:
    assert "field100" in whole_form(family).text
    assert "name." not in whole_form(family).text


# ------------------------------------------------------------------------------------ names outside

SOURCE = '''
from __future__ import annotations

from typing import Annotated

import numpy as np

from carnage.engine.compiling.marks import Rows, rule

MOST = 3
STEP = np.uint64(5)


class Model:
    left: int
    right: float


class Game:
    models: Annotated[list[Model], MOST]
    score: int


@rule
def double(value: int) -> int:
    """Twice the value."""
    return value * 2


@rule
def halve(value: int) -> int:
    return value // 2


@rule
def play(game: Rows[Game], count: int) -> int:
    g = game[0]
    model = g.models[0]
    model.left += double(count) + int(STEP)
    model.right = float(MOST)
    g.score = halve(value=model.left)
    for other in g.models:
        if other.left < MOST:
            g.score += other.left
    return g.score
'''
NAMES = (
    "MOST",
    "STEP",
    "Model",
    "Game",
    "left",
    "right",
    "models",
    "score",
    "double",
    "halve",
    "value",
)
_counter = itertools.count()


def loaded(source: str, folder: Path) -> ModuleType:
    """A module with this source."""
    path = folder / f"rules_{next(_counter)}.py"
    path.write_text(source, encoding="utf-8")
    spec = importlib.util.spec_from_file_location(f"carnage.engine.{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    # What annotations mean is looked up where a class says that it was defined.
    import sys

    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def form_of(source: str, folder: Path) -> str:
    return NormalForm([loaded(source, folder).play]).text


def renamed(source: str, names: dict[str, str]) -> str:
    """The same source with other names, each put for all at once."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        for field in ("id", "attr", "name", "arg"):
            name = getattr(node, field, None)
            if name in names:
                setattr(node, field, names[name])
    return ast.unparse(tree)


IDENTIFIERS = st.from_regex(r"[a-zA-Z_][a-z0-9_]{0,8}", fullmatch=True).filter(
    lambda name: not keyword.iskeyword(name) and name not in SOURCE and not name.startswith("__")
)


@settings(max_examples=20)
@given(st.lists(IDENTIFIERS, min_size=len(NAMES), max_size=len(NAMES), unique=True))
def test_normal_form_global_names_changed_stays_the_same(
    tmp_path_factory: pytest.TempPathFactory, names: list[str]
) -> None:
    folder = tmp_path_factory.mktemp("rules")
    other = renamed(SOURCE, dict(zip(NAMES, names, strict=True)))
    assert form_of(other, folder) == form_of(SOURCE, folder)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("    left: int\n    right: float\n", "    right: float\n    left: int\n"),
        ("from typing", "import math\n\nfrom typing"),
        ('    """Twice the value."""\n', '    """The value twice, which is more."""\n'),
        ("    return value * 2\n", "    # Twice.\n    return (\n        value * 2\n    )\n"),
    ],
)
def test_normal_form_layout_changed_stays_the_same(tmp_path: Path, old: str, new: str) -> None:
    assert old in SOURCE
    assert form_of(SOURCE.replace(old, new), tmp_path) == form_of(SOURCE, tmp_path)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("MOST = 3", "MOST = 4"),
        ("STEP = np.uint64(5)", "STEP = 5"),
        ("    right: float\n", "    right: int\n"),
        ("    left: int\n", '    left: Annotated[int, "i2"]\n'),
        ("value * 2", "value * 3"),
        ("value * 2", "value + 2"),
        ("model.left += double(count)", "model.left += halve(count)"),
        ("if other.left < MOST", "if other.right < MOST"),
        ("g.score += other.left", "other.left += g.score"),
        ("halve(value=model.left)", "halve(value=count)"),
    ],
)
def test_normal_form_rule_changed_changes(tmp_path: Path, old: str, new: str) -> None:
    assert old in SOURCE
    assert form_of(SOURCE.replace(old, new), tmp_path) != form_of(SOURCE, tmp_path)
