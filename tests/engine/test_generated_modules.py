"""The engine's generated modules are what the generator writes now."""

from __future__ import annotations

import ast
from importlib import import_module
from types import ModuleType

import pytest

from carnage.engine import codegen
from carnage.engine.core.events import numbers_by_constant
from carnage.engine.core.rule_ids import constant_name
from carnage.engine.games import families, family_of

NAMES = ("numbers", "events", "questions", "writers")
EACH_FAMILY = pytest.mark.parametrize("family", families())


def module_of(family: str, name: str) -> ModuleType:
    return import_module(f"{codegen.frame_package(family)}.{name}")


@EACH_FAMILY
@pytest.mark.parametrize("name", NAMES)
def test_generated_module_is_up_to_date(family: str, name: str) -> None:
    (module,) = [each for each in codegen.generated_modules(family) if each.path.stem == name]

    checked_in = module.path.read_text(encoding="utf-8")

    assert checked_in == module.source(), (
        f"{module.path.name} of {family} is out of date: run `{codegen.COMMAND}`"
    )


@EACH_FAMILY
def test_generated_modules_are_all_listed(family: str) -> None:
    assert tuple(module.path.stem for module in codegen.generated_modules(family)) == NAMES


@EACH_FAMILY
@pytest.mark.parametrize("name", NAMES)
def test_generated_module_first_line_names_command(family: str, name: str) -> None:
    file = module_of(family, name).__file__
    assert file is not None
    with open(file, encoding="utf-8") as source:
        first = source.readline()

    assert f"`{codegen.COMMAND}`" in first


@EACH_FAMILY
@pytest.mark.parametrize("name", ["numbers", "events", "questions"])
def test_generated_constants_are_integer_literals(family: str, name: str) -> None:
    """The compiler of rules reads them from the source."""
    module = module_of(family, name)
    assert module.__file__ is not None
    with open(module.__file__, encoding="utf-8") as source:
        tree = ast.parse(source.read())
    written = {
        node.targets[0].id: node.value.value
        for node in tree.body
        if isinstance(node, ast.Assign)
        and isinstance(node.targets[0], ast.Name)
        and isinstance(node.value, ast.Constant)
    }

    assert set(written) == module.NUMBERED
    assert all(type(number) is int for number in written.values())


@EACH_FAMILY
def test_rule_constants_equal_positions_of_rules(family: str) -> None:
    numbers = module_of(family, "numbers")

    for number, rule in enumerate(family_of(family).rules):
        assert getattr(numbers, constant_name(rule)) == number


@EACH_FAMILY
def test_event_constants_equal_positions_of_shapes(family: str) -> None:
    events = module_of(family, "events")
    numbers = {shape.name: number for number, shape in enumerate(family_of(family).shapes)}

    assert {name: getattr(events, name) for name in events.NUMBERED} == numbers_by_constant(numbers)


def test_numbering_unknown_rule_names_command() -> None:
    numbers = module_of("duel", "numbers")

    with pytest.raises(ValueError, match=r"move\.sideways .* `make generated`"):
        numbers.NUMBERING.number("move.sideways")
