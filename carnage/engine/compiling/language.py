"""The subset of Python in which rules are written. Other constructs are rejected.

`docs/explanation/rule-language.md` describes the subset. Each error message suggests a replacement.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import carnage
from carnage.engine.compiling.marks import Rule, entries_of, find_rule
from carnage.engine.core.specialization import ForwardRef

ROOT = Path(carnage.__file__).parent.parent

# The replacements for constructs that cannot be translated.
ADVICE: dict[str, tuple[type[ast.AST], ...]] = {
    "assign on a line before": (ast.NamedExpr,),
    "hold the value in a field of a record": (ast.Delete, ast.Global, ast.Nonlocal),
    "hold the values in fields of a record": (ast.Dict, ast.List, ast.Set),
    "index one element at a time in a loop": (ast.Slice,),
    "multiply": (ast.Pow, ast.MatMult),
    "test the condition before; rules catch no exceptions and hold no resources": (
        ast.Try,
        ast.With,
    ),
    "write `==` or `!=`": (ast.Is, ast.IsNot),
    "write `if …: raise …`": (ast.Assert,),
    "write `if … elif …`": (ast.Match,),
    "write `name = value`; the type follows from the value": (ast.AnnAssign,),
    "write `x == A or x == B`": (ast.In, ast.NotIn),
    "write a loop over `range(…)`": (
        ast.ListComp,
        ast.SetComp,
        ast.DictComp,
        ast.GeneratorExp,
        ast.AsyncFor,
    ),
    "write a rule of its own at the top of the module": (ast.FunctionDef, ast.Lambda, ast.ClassDef),
    "write every argument out": (ast.Starred,),
    "write numbers; texts are put together in the package `words`": (ast.JoinedStr,),
    "write to a record that the caller hands over": (ast.Yield, ast.YieldFrom, ast.Await),
}
ADVICE_FOR: dict[type[ast.AST], str] = {}
for _advice, _constructs in ADVICE.items():
    ADVICE_FOR |= dict.fromkeys(_constructs, _advice)


class RuleError(TypeError):
    """A rule contains a construct that cannot be translated.

    The message has the file, the line and a suggestion.
    """

    def __init__(self, rule: Rule, node: ast.AST, *, problem: str = "", advice: str = "") -> None:
        line = getattr(node, "lineno", rule.function.__code__.co_firstlineno)
        text = ast.unparse(node).partition("\n")[0]
        advice = advice or ADVICE_FOR.get(type(node), "see docs/explanation/rule-language.md")
        problem = problem or "cannot be translated"
        super().__init__(f"{file_of(rule)}:{line}: `{text}` {problem}: {advice}")


def file_of(rule: Rule) -> str:
    """Return the path of a rule's module, relative to the folder of the package if it is inside."""
    path = Path(rule.function.__code__.co_filename)
    if path.is_relative_to(ROOT):
        return path.relative_to(ROOT).as_posix()
    return path.name


@cache
def _definitions(path: str) -> dict[int, ast.FunctionDef]:
    """Return the functions of a module by their first line, which may be that of a decorator."""
    tree = ast.parse(Path(path).read_text(encoding="utf-8"))
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    return {
        min([node.lineno, *(mark.lineno for mark in node.decorator_list)]): node
        for node in functions
    }


def definition_of(rule: Rule) -> ast.FunctionDef:
    """Return the syntax tree of a rule."""
    code = rule.function.__code__
    return _definitions(code.co_filename)[code.co_firstlineno]


def parameters_of(rule: Rule) -> list[str]:
    """Return the names of a rule's parameters."""
    return [parameter.arg for parameter in definition_of(rule).args.args]


@cache
def outside_values(rule: Rule) -> dict[str, Any]:
    """Return the values that a rule uses from its module.

    The keys are their names in its source, such as `ROUNDS` and `R.MOVEMENT_SWIFT`.
    """
    module = rule.function.__globals__
    local = rule.function.__code__.co_varnames
    values: dict[str, Any] = {}
    for node in _body_nodes(rule):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            owner = module.get(node.value.id)
            if isinstance(owner, ModuleType) and node.value.id not in local:
                values[f"{node.value.id}.{node.attr}"] = getattr(owner, node.attr)
        elif isinstance(node, ast.Name) and node.id in module and node.id not in local:
            value = module[node.id]
            values[node.id] = value.rule if isinstance(value, ForwardRef) else value
    return {name: value for name, value in values.items() if not isinstance(value, ModuleType)}


@cache
def callees_of(rule: Rule) -> list[Rule]:
    """Return the rules that a rule calls."""
    found = [find_rule(value) for value in outside_values(rule).values()]
    return [callee for callee in found if callee is not None]


def rules_of(family: str) -> list[Rule]:
    """Return the rules that a family's entries reach, callees before callers."""
    return sort_rules(entries_of(family))


def sort_rules(rules: Iterable[Rule]) -> list[Rule]:
    """Return rules and their callees at any depth, callees before callers.

    Raises:
        RuleError: A rule calls itself, directly or through others.
    """
    sorter = _RuleSorter()
    for rule in rules:
        sorter.add(rule)
    return list(sorter.sorted_rules)


class _RuleSorter:
    """Sorts rules by a depth-first search of their callees.

    Attributes:
        sorted_rules: The rules so far, callees before callers.
    """

    def __init__(self) -> None:
        self.sorted_rules: dict[Rule, None] = {}
        self._path: list[Rule] = []  # from the first caller to the present rule

    def add(self, rule: Rule) -> None:
        """Add a rule after all of its callees. Raise RuleError if it calls itself."""
        if rule in self.sorted_rules:
            return
        if rule in self._path:
            circle = [*self._path[self._path.index(rule) :], rule]
            names = " -> ".join(member.name for member in circle)
            raise RuleError(
                rule,
                ast.Name(rule.function.__name__),
                problem=f"calls itself ({names})",
                advice="write a loop; a bot may not call a rule that asks a question",
            )
        self._path.append(rule)
        for callee in callees_of(rule):
            self.add(callee)
        self._path.pop()
        self.sorted_rules[rule] = None


def _body_nodes(rule: Rule) -> list[ast.AST]:
    """Return all nodes of the syntax tree of a rule's body."""
    nodes: list[ast.AST] = []
    for statement in definition_of(rule).body:
        nodes += ast.walk(statement)
    return nodes
