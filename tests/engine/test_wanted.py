"""What a new event or a new question wants is asked for by its name and by the file that wants it.

Each event is told by a method `tell_<event>` of the family's report, each question has its options
said by a method `say_<question>`, and the family's greedy bot has a line for each kind of question:
else it would give all options the same value, and nobody would see.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator

import pytest

from carnage.engine.core.events import constant_name, python_name
from carnage.engine.games import families, family_of
from tests.support.dispatch import Modules, file_of, modules_of, rules_in

EACH = pytest.mark.parametrize("family", families())


def method(prefix: str, name: str) -> str:
    return f"{prefix}_{python_name(name)}"


def methods(modules: Modules) -> Iterator[tuple[str, str]]:
    """Every method, however it is defined, with its module."""
    for module, tree in modules.items():
        for node in tree.body:
            for line in node.body if isinstance(node, ast.ClassDef) else ():
                if isinstance(line, ast.FunctionDef):
                    yield module, line.name
                elif isinstance(line, ast.Assign):
                    yield from (
                        (module, each.id) for each in line.targets if isinstance(each, ast.Name)
                    )


def missing_methods(modules: Modules, prefix: str, names: list[str]) -> list[str]:
    """The methods that there should be, each with the file in which most of its kind stand."""
    known = [(module, name) for module, name in methods(modules) if name.startswith(f"{prefix}_")]
    (home, _), *_ = Counter(module for module, _ in known).most_common(1)
    there = {name for _, name in known}
    return [
        f"{file_of(home)} wants {method(prefix, name)}"
        for name in names
        if method(prefix, name) not in there
    ]


def missing_lines(modules: Modules, names: list[str]) -> list[str]:
    """The questions that no line of the greedy bot is for.

    Where there is but one, none is needed.
    """
    bots = {module: tree for module, tree in modules.items() if "bots" in module}
    (home,) = (module for module, rule in rules_in(bots) if rule.name == "greedy")
    compared = {
        side.id
        for tree in bots.values()
        for node in ast.walk(tree)
        if isinstance(node, ast.Compare)
        for side in (node.left, *node.comparators)
        if isinstance(side, ast.Name)
    }
    wanted = (
        [name for name in names if constant_name(name) not in compared] if len(names) > 1 else []
    )
    return [
        f"{file_of(home)} has no line for the question {name}: kind == {constant_name(name)}"
        for name in wanted
    ]


def events(family: str) -> list[str]:
    """Those that a report has words for."""
    return [shape.name for shape in family_of(family).shapes if shape.reported]


def questions(family: str) -> list[str]:
    return [query.name for query in family_of(family).queries]


@EACH
def test_every_event_has_tell_method(family: str) -> None:
    amiss = missing_methods(modules_of(family), "tell", events(family))
    assert not amiss


@EACH
def test_every_question_has_say_method(family: str) -> None:
    amiss = missing_methods(modules_of(family), "say", questions(family))
    assert not amiss


@EACH
def test_greedy_has_line_for_every_question(family: str) -> None:
    amiss = missing_lines(modules_of(family), questions(family))
    assert not amiss


def test_missing_method_names_file_that_needs_it() -> None:
    battle = modules_of("battle")
    assert missing_methods(battle, "tell", ["pinned-down"]) == [
        "carnage/engine/battle/words/report.py wants tell_pinned_down"
    ]
    assert missing_methods(battle, "say", ["pin"]) == [
        "carnage/engine/battle/words/options.py wants say_pin"
    ]
    assert missing_lines(battle, ["act", "pin"]) == [
        "carnage/engine/battle/bots/greedy.py has no line for the question pin: kind == PIN"
    ]
