"""The subset of Python that rules are written in: read a rule's source, and refuse what cannot be translated.

`docs/explanation/rule-language.md` describes the subset for people; each refusal names what to write instead.
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

ROOT = Path(carnage.__file__).parent.parent

STATEMENTS = (
    *(ast.Assign, ast.AugAssign, ast.If, ast.While, ast.For, ast.Return, ast.Raise, ast.Expr),
    *(ast.Pass, ast.Break, ast.Continue),
)
EXPRESSIONS = (
    *(ast.Constant, ast.Name, ast.Attribute, ast.Subscript, ast.Tuple, ast.UnaryOp, ast.BinOp, ast.BoolOp),
    *(ast.Compare, ast.IfExp, ast.Call, ast.keyword),
)
GRAMMAR = (ast.operator, ast.unaryop, ast.boolop, ast.cmpop, ast.expr_context)

# What to write in place of a construct that cannot be translated.
ADVICE: dict[type[ast.AST], str] = {
    ast.AnnAssign: "write `name = value`; the type follows from the value",
    ast.Assert: "write `if …: raise …`",
    ast.AsyncFor: "write `for name in range(…)`",
    ast.Delete: "keep the value in a record and set it to 0",
    ast.Dict: "keep the values in fields of a record",
    ast.DictComp: "write a loop over `range(…)`",
    ast.FunctionDef: "write a rule of its own at the top of the module",
    ast.GeneratorExp: "write a loop over `range(…)`",
    ast.Global: "keep the value in a record",
    ast.JoinedStr: "keep numbers; texts are put together in the package `words`",
    ast.Lambda: "write a rule of its own at the top of the module",
    ast.List: "keep the values in fields of a record, or write a tuple",
    ast.ListComp: "write a loop over `range(…)`",
    ast.Match: "write `if … elif …`",
    ast.NamedExpr: "assign on a line before",
    ast.Nonlocal: "keep the value in a record",
    ast.Set: "keep the values in fields of a record",
    ast.SetComp: "write a loop over `range(…)`",
    ast.Slice: "index one element at a time in a loop",
    ast.Starred: "write every argument out",
    ast.Try: "test the condition before; rules do not catch exceptions",
    ast.With: "rules hold no resources",
    ast.Yield: "write to a record that the caller hands over",
    ast.Pow: "multiply",
    ast.MatMult: "write a loop",
    ast.Is: "write `==`",
    ast.IsNot: "write `!=`",
}


class RuleError(TypeError):
    """A rule contains something that cannot be translated. The message has its file, line and the remedy."""

    def __init__(self, rule: Rule, node: ast.AST, problem: str, advice: str) -> None:
        line = getattr(node, "lineno", rule.function.__code__.co_firstlineno)
        super().__init__(f"{file_of(rule)}:{line}: `{ast.unparse(node)}` {problem}: {advice}")


def file_of(rule: Rule) -> str:
    """Return the path of a rule's module, from the folder that holds the package where it is inside."""
    path = Path(rule.function.__code__.co_filename)
    return path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else path.name


@cache
def _definitions(path: str) -> dict[int, ast.FunctionDef]:
    """Return the functions of a module by their first line, which is that of the first decorator."""
    tree = ast.parse(Path(path).read_text(encoding="utf-8"))
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    return {min([node.lineno, *(mark.lineno for mark in node.decorator_list)]): node for node in functions}


def definition_of(rule: Rule) -> ast.FunctionDef:
    """Return the syntax tree of a rule."""
    code = rule.function.__code__
    return _definitions(code.co_filename)[code.co_firstlineno]


def parameters_of(rule: Rule) -> list[str]:
    """Return the names of a rule's parameters."""
    return [parameter.arg for parameter in definition_of(rule).args.args]


@cache
def outside_values(rule: Rule) -> dict[str, Any]:
    """Return what a rule takes from its module, by the name in its source: `ROUNDS`, `R.MOVEMENT_SWIFT`."""
    module = rule.function.__globals__
    code = rule.function.__code__
    local = {*code.co_varnames[: code.co_argcount], *code.co_varnames}
    values: dict[str, Any] = {}
    for node in _body_nodes(rule):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            owner = module.get(node.value.id)
            if isinstance(owner, ModuleType) and node.value.id not in local:
                values[f"{node.value.id}.{node.attr}"] = getattr(owner, node.attr)
        elif isinstance(node, ast.Name) and node.id in module and node.id not in local:
            if not isinstance(module[node.id], ModuleType):
                values[node.id] = module[node.id]
    return values


@cache
def callees_of(rule: Rule) -> list[Rule]:
    """Return the rules that a rule calls."""
    found = [find_rule(value) for value in outside_values(rule).values()]
    return [callee for callee in found if callee is not None]


def rules_of(family: str) -> list[Rule]:
    """Return the rules that a family's entries reach, callees before callers."""
    return sort_rules(entries_of(family))


def sort_rules(rules: Iterable[Rule]) -> list[Rule]:
    """Return rules and all that they call, callees before callers. Raise RuleError for a recursion."""
    done: dict[Rule, None] = {}
    path: list[Rule] = []

    def visit(rule: Rule) -> None:
        if rule in done:
            return
        if rule in path:
            circle = " -> ".join(each.name for each in [*path[path.index(rule) :], rule])
            advice = "write a loop; a bot may not call a rule that asks a question"
            raise RuleError(rule, ast.Name(rule.function.__name__), f"calls itself ({circle})", advice)
        path.append(rule)
        for callee in callees_of(rule):
            visit(callee)
        path.pop()
        done[rule] = None

    for rule in rules:
        visit(rule)
    return list(done)


def check(rule: Rule) -> None:
    """Raise RuleError if a rule uses syntax that is no part of the language."""
    arguments = definition_of(rule).args
    if arguments.defaults or arguments.kwonlyargs or arguments.vararg or arguments.kwarg:
        raise RuleError(
            rule,
            definition_of(rule).args,
            "has optional parameters",
            "give every parameter a value at each call",
        )
    for node in _body_nodes(rule):
        _check_node(rule, node)


def _body_nodes(rule: Rule) -> list[ast.AST]:
    return [node for statement in definition_of(rule).body for node in ast.walk(statement)]


def _check_node(rule: Rule, node: ast.AST) -> None:
    if type(node) in ADVICE:
        raise RuleError(rule, node, "cannot be translated", ADVICE[type(node)])
    if not isinstance(node, (*STATEMENTS, *EXPRESSIONS, *GRAMMAR)):
        raise RuleError(rule, node, "cannot be translated", "see docs/explanation/rule-language.md")
    operator = getattr(node, "op", None)
    operators = [operator] if operator is not None else getattr(node, "ops", [])
    for each in operators:
        if type(each) in ADVICE:
            raise RuleError(rule, node, "cannot be translated", ADVICE[type(each)])
    if isinstance(node, ast.For | ast.While) and node.orelse:
        raise RuleError(rule, node, "has an `else`", "set a local variable before `break`")
    if isinstance(node, ast.Assign) and len(node.targets) > 1:
        raise RuleError(rule, node, "has several targets", "write one assignment a line")
    if isinstance(node, ast.Raise) and (node.cause or not isinstance(node.exc, ast.Name)):
        raise RuleError(
            rule, node, "has arguments", "raise the class of an exception, as in `raise NoSuchRule`"
        )
