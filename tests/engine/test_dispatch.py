"""No option is played as another because its line was forgotten, and no rule lies where nothing
calls it.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from functools import cache

import pytest

from carnage.engine.games import families, family_of
from tests.support.dispatch import (
    Arm,
    Modules,
    Reader,
    forgotten,
    homes,
    left_open,
    modules_of,
    unreached,
)

EACH = pytest.mark.parametrize("family", families())


@cache
def reader_of(family: str) -> Reader:
    return Reader(family_of(family).rules)


@EACH
def test_dispatch_without_matching_line_raises(family: str) -> None:
    amiss = left_open(reader_of(family), modules_of(family))
    assert not amiss


@EACH
def test_dispatch_has_line_for_every_option(family: str) -> None:
    amiss = forgotten(reader_of(family), modules_of(family))
    assert not amiss


@EACH
def test_every_rule_is_called(family: str) -> None:
    amiss = unreached(modules_of(family))
    assert not amiss


def lines(family: str) -> Iterator[tuple[str, Arm]]:
    """Every line of the dispatches that tell a table's options apart, with the module in which
    it stands.
    """
    reader = reader_of(family)
    told_in = homes(reader, modules_of(family))
    for dispatch in reader.dispatches(modules_of(family)):
        if told_in[dispatch.table] == dispatch.module:
            for arm in dispatch.arms:
                yield dispatch.module, arm


def speaks_of(tree: ast.AST, options: set[str]) -> bool:
    return any(isinstance(part, ast.Attribute) and part.attr in options for part in ast.walk(tree))


def without(modules: Modules, module: str, options: set[str]) -> Modules:
    """The sources with no line in a module that asks for these options: as if it had been
    forgotten.
    """

    class Forget(ast.NodeTransformer):
        def visit_If(self, node: ast.If) -> ast.AST | list[ast.stmt]:
            self.generic_visit(node)
            node.body = node.body or [ast.Pass()]
            return node.orelse if speaks_of(node.test, options) else node

        def visit_IfExp(self, node: ast.IfExp) -> ast.AST:
            self.generic_visit(node)
            return node.orelse if speaks_of(node.test, options) else node

    # Only what speaks of them is copied: whole modules took most of the time.
    body = [
        Forget().visit(copy.deepcopy(node)) if speaks_of(node, options) else node
        for node in modules[module].body
    ]
    return {**modules, module: ast.Module(body, type_ignores=[])}


@EACH
def test_forgotten_line_removed_names_table_and_option(family: str) -> None:
    reader = reader_of(family)
    numbers = {names: constant for constant, names in reader.numbers.items()}
    tried = 0
    for module, arm in lines(family):
        for option in arm.named.options:
            constant = numbers[arm.named.table, option]
            amiss = forgotten(reader, without(modules_of(family), module, {constant}))
            stem = module.rpartition(".")[2]
            assert any(
                f"{arm.named.table}.{option}" in each and f"{stem}.py" in each for each in amiss
            )
            tried += 1
    assert tried > 1


@pytest.mark.parametrize(
    ("last", "amiss"),
    [
        ("return whole_cells()", True),
        ("raise NoSuchRule", False),
        (
            (
                "if g.chosen.hit != R.HIT_WHOLE_CELLS:\n        raise NoSuchRule\n    return "
                "whole_cells()"
            ),
            False,
        ),
        ("if g.chosen.hit == R.HIT_WHOLE_CELLS:\n        return whole_cells()", True),
    ],
)
def test_left_open_finds_choice_without_else(last: str, amiss: bool) -> None:
    first = "if g.chosen.hit == R.HIT_GLANCING:\n        return glancing()"
    modules = {
        "carnage.engine.duel.hit_costs": ast.parse(
            f"@rule\ndef toll(g):\n    {first}\n    {last}\n"
        )
    }
    assert bool(left_open(reader_of("duel"), modules)) is amiss


def test_unreached_finds_rule_without_caller() -> None:
    stray = ast.parse("@rule\ndef stray(g):\n    stray(g)\n")
    modules = {**modules_of("duel"), "carnage.engine.duel.stray": stray}
    assert unreached(modules) == ["carnage/engine/duel/stray.py: nothing calls stray"]
