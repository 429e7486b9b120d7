"""Which rules call which: in what order they are translated, and what they take from their
modules.
"""

from __future__ import annotations

import dis
import subprocess
import sys
from itertools import pairwise
from types import ModuleType

import pytest

from carnage.engine import codegen, games
from carnage.engine.compiling import language
from carnage.engine.compiling.marks import Rule, marked, rule

EACH = pytest.mark.parametrize("family", games.families())


@rule
def asks(n: int) -> int:
    return answers(n)


@rule
def answers(n: int) -> int:
    return asks(n) + 1


def test_sort_rules_bot_asks_question_raises() -> None:
    with pytest.raises(language.RuleError, match=r"asks -> .*answers -> .*asks") as told:
        language.sort_rules([marked(asks)])
    assert "a bot may not call a rule that asks a question" in str(told.value)


@EACH
def test_decisions_import_loads_no_bots(family: str) -> None:
    """Then bots may use any rule."""
    module = f"{codegen.frame_package(family)}.decisions"
    program = f"import sys, {module}; print([m for m in sys.modules if '.bots' in m])"
    process = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert process.stdout.strip() == "[]"


@EACH
def test_sort_rules_puts_callees_first(family: str) -> None:
    games.family_of(family)
    rules = language.rules_of(family)
    (ask,) = [
        each for each in rules if each.name == f"{codegen.frame_package(family)}.decisions.ask"
    ]
    assert any(f"{family}.bots.greedy" in callee.name for callee in language.callees_of(ask))
    for place, each in enumerate(rules):
        assert all(rules.index(callee) < place for callee in language.callees_of(each))


def looked_up(each: Rule) -> set[str]:
    """The names outside itself that Python looks up when it runs a rule, builtins left out."""
    module = each.function.__globals__
    names = set()
    for step, following in pairwise(dis.get_instructions(each.function)):
        if step.opname == "LOAD_GLOBAL" and step.argval in module:
            is_module = isinstance(module[step.argval], ModuleType)
            names.add(f"{step.argval}.{following.argval}" if is_module else step.argval)
    return names


@EACH
def test_outside_values_equal_names_that_python_looks_up(family: str) -> None:
    games.family_of(family)
    for each in language.rules_of(family):
        assert set(language.outside_values(each)) == looked_up(each), each.name


def test_test_modules_import_without_playing(loaded_at_import: set[str]) -> None:
    assert not loaded_at_import
