"""Where the rules of a family choose by option, and whom they call, read from their sources.

A dispatch is a chain of ifs that picks what to do by the option that a game has of one table:

    if g.chosen.hit == R.HIT_GLANCING:
        return glancing(offense, defense)
    if g.chosen.hit == R.HIT_WHOLE_CELLS:
        return whole_cells(offense, defense)
    raise NoSuchRule

One comparison with nothing in its place where it fails is no dispatch: it says what one option
adds.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from carnage.engine.core.rule_ids import constant_name, identifier
from tests.support.playing import PACKAGE, tree_of

Modules = Mapping[str, ast.Module]  # by their names: carnage.engine.duel.hit
Branch = tuple[ast.expr, list[ast.stmt]]  # a test, and what is done where it holds
MARKS = {"rule", "entry", "inlined"}
# How a line asks for options, and how one asks that refuses all others.
MEANT, REFUSED = (ast.Eq, ast.Or), (ast.NotEq, ast.And)


class Named(NamedTuple):
    """Options of a table that a comparison names; of no table where it asks for NOT_ASKED alone."""

    table: str
    options: frozenset[str]


@dataclass(frozen=True)
class Arm:
    """A line of a dispatch: the options that it names, and the node that asks for them."""

    named: Named
    test: ast.expr


@dataclass(frozen=True)
class Dispatch:
    """A choice by the options of one table. `closed` says whether all others raise NoSuchRule."""

    module: str
    rule: str
    table: str
    arms: tuple[Arm, ...]
    closed: bool
    else_calls: frozenset[str]  # the functions that what is none of its options comes to

    @property
    def place(self) -> str:
        return f"{file_of(self.module)}, {self.rule}: {self.table}"


def file_of(module: str) -> str:
    """A module's file, as a reader looks for it."""
    return module.replace(".", "/") + ".py"


@cache
def modules_of(family: str) -> Modules:
    """The sources of a family's package, each read once."""
    root = PACKAGE / "engine" / family
    modules = {}
    for path in sorted(root.rglob("*.py")):
        parts = path.relative_to(root).with_suffix("").parts
        modules[".".join(("carnage", "engine", family, *parts))] = tree_of(path)
    return modules


def rules_in(modules: Modules) -> Iterator[tuple[str, ast.FunctionDef]]:
    """Every rule, with its module."""
    for module, tree in modules.items():
        for node in tree.body:
            if isinstance(node, ast.FunctionDef) and marked(node, MARKS):
                yield module, node


def marked(function: ast.FunctionDef, marks: set[str]) -> bool:
    return any(isinstance(mark, ast.Name) and mark.id in marks for mark in function.decorator_list)


class Reader:
    """Reads the dispatches of one family."""

    def __init__(self, rules: Iterable[str]) -> None:
        self.numbers = {constant_name(name): tuple(name.split(".")) for name in rules}
        self.options: dict[str, set[str]] = {}
        for table, option in self.numbers.values():
            self.options.setdefault(table, set()).add(option)
        self._known: dict[ast.Module, list[Dispatch]] = {}
        self._asked_for: dict[ast.Module, set[str]] = {}

    def dispatches(self, modules: Modules) -> list[Dispatch]:
        """Those of all modules; each module is read once."""
        for name, tree in modules.items():
            if tree not in self._known:
                self._known[tree] = [
                    dispatch
                    for module, function in rules_in({name: tree})
                    for block in blocks(function)
                    for dispatch in self._of_block(module, function.name, block)
                ]
        return [dispatch for tree in modules.values() for dispatch in self._known[tree]]

    def asked_for(self, tree: ast.Module) -> set[str]:
        """The options that some line asks for and for nothing else, as `table.option`."""
        if tree not in self._asked_for:
            self._asked_for[tree] = self._read_lines(tree)
        return self._asked_for[tree]

    def _read_lines(self, tree: ast.Module) -> set[str]:
        tests = [node.test for node in ast.walk(tree) if isinstance(node, ast.If | ast.IfExp)]
        lines = [
            self._named(*each) for test in tests for each in ((test, *MEANT), (test, *REFUSED))
        ]
        return {f"{line.table}.{option}" for line in lines if line for option in line.options}

    def _of_block(self, module: str, rule: str, block: list[ast.stmt]) -> Iterator[Dispatch]:
        seen: set[int] = set()
        for at, statement in enumerate(block):
            if not isinstance(statement, ast.If) or at in seen:
                continue
            tests, rest, last = chain(block, at)
            seen |= set(range(at, last + 1))
            arms: dict[str, list[Arm]] = {}
            refused: set[str] = set()
            for test, body in tests:
                if raises(body) and (named := self._named(test, *REFUSED)):
                    refused.add(named.table)
                    arms.setdefault(named.table, []).append(Arm(named, test))
                elif named := self._named(test, *MEANT):
                    arms.setdefault(named.table, []).append(Arm(named, test))
            closed = bool(refused) or raises(rest)
            for table in arms.keys() - {""}:
                one_of_two = any(self._is_function_of(table, name) for name in called(rest))
                if closed or one_of_two or len(arms[table]) > 1:
                    yield Dispatch(
                        module, rule, table, tuple(arms[table]), closed, frozenset(called(rest))
                    )

    def _is_function_of(self, table: str, name: str) -> bool:
        return name in {identifier(option) for option in self.options[table]}

    def _named(
        self, test: ast.expr, sign: type[ast.cmpop], joint: type[ast.boolop]
    ) -> Named | None:
        """The options of one table that a test asks for, if it asks for nothing else."""
        if isinstance(test, ast.BoolOp):
            parts = [self._named(part, sign, joint) for part in test.values]
            known = [part for part in parts if part]
            if not isinstance(test.op, joint) or len(known) < len(parts):
                return None
            tables = {part.table for part in known if part.table}
            if len(tables) != 1:
                return None
            return Named(tables.pop(), frozenset().union(*(part.options for part in known)))
        if isinstance(test, ast.Compare) and len(test.ops) == 1 and isinstance(test.ops[0], sign):
            (other,) = test.comparators
            if isinstance(other, ast.Attribute) and other.attr in self.numbers:
                table, option = self.numbers[other.attr]
                return Named(table, frozenset({option}))
            if isinstance(other, ast.Name) and other.id == "NOT_ASKED":
                return Named("", frozenset())
        return None


def blocks(node: ast.AST) -> Iterator[list[ast.stmt]]:
    """Every run of statements in a function; an `elif` is no run of its own."""
    for name in ("body", "orelse", "finalbody"):
        block = getattr(node, name, None)
        if not isinstance(block, list) or not block:
            continue
        lone = name == "orelse" and isinstance(node, ast.If) and len(block) == 1
        if not (lone and isinstance(block[0], ast.If)):
            yield block
        for statement in block:
            yield from blocks(statement)


def chain(block: list[ast.stmt], at: int) -> tuple[list[Branch], list[ast.stmt], int]:
    """The chain that begins with an if of a block: its tests and what they lead to, what is done
    where all of them fail, and where in the block its last if stands.

    It goes on with the next statement where all that it has led to so far has left the block.
    """
    arms: list[Branch] = []
    node = block[at]
    while isinstance(node, ast.If):
        arms.append((node.test, node.body))
        if len(node.orelse) == 1 and isinstance(node.orelse[0], ast.If):
            node = node.orelse[0]
            continue
        if node.orelse:
            return arms, node.orelse, at
        leaves = all(
            isinstance(body[-1], ast.Return | ast.Raise | ast.Continue) for _, body in arms
        )
        if not leaves or at + 1 == len(block):
            return arms, [], at
        if not isinstance(block[at + 1], ast.If):
            return arms, block[at + 1 :], at
        at += 1
        node = block[at]
    return arms, [], at


def raises(body: list[ast.stmt]) -> bool:
    """Whether all that is done is to raise NoSuchRule."""
    return (
        len(body) == 1
        and isinstance(body[0], ast.Raise)
        and ast.unparse(body[0]) == "raise NoSuchRule"
    )


def called(body: list[ast.stmt]) -> set[str]:
    return {
        node.func.id
        for statement in body
        for node in ast.walk(statement)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }


# ------------------------------------------------------------------------------------ what is amiss


def left_open(reader: Reader, modules: Modules) -> list[str]:
    """The dispatches that do something for whatever they do not name, other than to leave it to
    another.
    """
    every = reader.dispatches(modules)
    closed = {(dispatch.rule, dispatch.table) for dispatch in every if dispatch.closed}
    return [
        f"{dispatch.place}: what is none of these falls through; end with `raise NoSuchRule`"
        for dispatch in every
        if not dispatch.closed
        and not any((name, dispatch.table) in closed for name in dispatch.else_calls)
    ]


def homes(reader: Reader, modules: Modules) -> dict[str, str]:
    """The module in which each table that is dispatched has its options told apart: its own, if
    it can.
    """
    home_of: dict[str, str] = {}
    for dispatch in reader.dispatches(modules):
        own = dispatch.module.endswith(f".{identifier(dispatch.table)}")
        if own or dispatch.table not in home_of:
            home_of[dispatch.table] = dispatch.module
    return home_of


def forgotten(reader: Reader, modules: Modules) -> list[str]:
    """The options that no line of the module asks for which tells their table's options apart."""
    return [
        f"{file_of(home)} has no line for {table}.{option}: compare with "
        f"R.{identifier(f'{table}.{option}').upper()}"
        for table, home in sorted(homes(reader, modules).items())
        for option in sorted(reader.options[table])
        if f"{table}.{option}" not in reader.asked_for(modules[home])
    ]


def unreached(modules: Modules) -> list[str]:
    """The rules that nothing calls that Python calls."""
    defined = {f"{module}.{function.name}": function for module, function in rules_in(modules)}
    known = {module: names_in(module, tree) for module, tree in modules.items()}
    reached: set[str] = set()
    fringe = {
        name
        for module, tree in modules.items()
        for name in from_outside(module, tree, known[module])
    }
    while fringe:
        name = fringe.pop()
        if name in defined and name not in reached:
            reached.add(name)
            module = name.rpartition(".")[0]
            fringe |= used(defined[name], known[module])
    return [
        f"{file_of(name.rpartition('.')[0])}: nothing calls {name.rpartition('.')[2]}"
        for name in sorted(defined.keys() - reached)
    ]


def names_in(module: str, tree: ast.Module) -> dict[str, str]:
    """What the names of a module mean: their full names."""
    names = {}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            names[node.name] = f"{module}.{node.name}"
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                names[alias.asname or alias.name] = f"{node.module}.{alias.name}"
    return names


def used(tree: ast.AST, known: Mapping[str, str]) -> set[str]:
    """The full names of what is spoken of: by name, by a module’s name, or `forward_ref`."""
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id in known:
            names.add(known[node.id])
        elif (
            isinstance(node, ast.Attribute)
            and isinstance(node.value, ast.Name)
            and node.value.id in known
        ):
            names.add(f"{known[node.value.id]}.{node.attr}")
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and ":" in node.value:
            names.add(node.value.replace(":", "."))
    return names


def from_outside(module: str, tree: ast.Module, known: Mapping[str, str]) -> set[str]:
    """The rules that Python calls: entries, and what is bound where a module is imported."""
    names = set()
    for node in tree.body:
        if isinstance(node, ast.Assign | ast.AnnAssign):
            names |= used(node, known)
        elif isinstance(node, ast.FunctionDef) and marked(node, {"entry"}):
            names.add(f"{module}.{node.name}")
    return names
