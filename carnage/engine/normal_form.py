"""The normal form of rules: their source without the names that programmers chose.

Two sets of rules have the same normal form if they differ only in names: of functions, parameters,
local variables, constants, modules or fields of records. Everything else in a rule is part of its
normal form: numbers, operators, and the order of statements, offers and questions. Comments,
docstrings and layout are not.

Functions, local variables and fields become numbers, in the order of their first appearance.
Constants become their values. Those that a module lists as NUMBERED keep their names, which are
codes of the tables.
"""

from __future__ import annotations

import ast
import builtins
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any, NamedTuple, get_args, get_origin

import numpy as np

from carnage.engine.compiling.marks import find_rule, marked
from carnage.engine.core import records
from carnage.engine.core.records import SCALARS
from carnage.engine.core.specialization import ForwardRef

Function = Callable[..., Any]

FLOAT_FORMAT = ".12g"  # the last digits of a calculated number differ between machines

# Fields of syntax trees that differ between versions of Python, or that have no effect.
_LEFT_OUT = frozenset(
    {"ctx", "kind", "type_comment", "type_ignores", "type_params", "decorator_list"}
)


class NormalForm:
    """The normal form of rules, of plain functions, and of all functions that these call.

    Args:
        rules: Rules, as their modules have them.
        plain: Functions that are not rules.
        left_out: Rules whose own source is left out if others call them.
    """

    def __init__(
        self, rules: Iterable[Any], plain: Iterable[Function] = (), left_out: Iterable[Any] = ()
    ) -> None:
        self._numbers: defaultdict[str, dict[Any, int]] = defaultdict(dict)
        self._fields: dict[tuple[type, str], str] = {}
        self._waiting: list[_Source] = []
        for rule in left_out:
            self.number("function", marked(rule).function)
        for rule in rules:
            self.function(_RuleSource(marked(rule).function, self))
        for function in plain:
            self.function(_PlainSource(function, self))
        written = [source.write() for source in self._waiting]  # `write` adds to the list
        self._waiting.clear()
        self.text = "\n".join([*written, *self._field_types()])

    @property
    def fields(self) -> Mapping[tuple[type, str], str]:
        """Return the placeholder of each field, such as `field3`, by record class and name."""
        return self._fields

    def number(self, kind: str, key: Any) -> str:
        """Return the text in place of a name: its kind and its number among names of this kind."""
        numbers = self._numbers[kind]
        return f"{kind}{numbers.setdefault(key, len(numbers))}"

    def function(self, source: _Source) -> str:
        """Return the text in place of a function's name, and add the function to the normal
        form.
        """
        if source.function not in self._numbers["function"]:
            self._waiting.append(source)
        return self.number("function", source.function)

    def field(self, cls: type, name: str) -> str:
        """Return the text in place of the name of a record's field."""
        key = cls, name
        self._fields[key] = self.number("field", key)
        return self._fields[key]

    def _field_types(self) -> list[str]:
        """Return a line for each field, with its type, row length and storage."""
        lines = []
        for (cls, name), written in self._fields.items():
            kind, count, storage = records.fields(cls)[name]
            lines.append(
                f"{written} {kind.__name__ if kind in SCALARS else 'record'} {count} {storage}"
            )
        return lines


# ------------------------------------------------------------------------------------- one function


class Row(NamedTuple):
    """The type of a row: `of` is the type of its items."""

    of: Any


class _Source(ast.NodeVisitor):
    """The source of one function. `visit` returns the normal form of a part of its syntax tree."""

    def __init__(self, function: Function, form: NormalForm) -> None:
        self.function = function
        self.form = form
        self.tree = _syntax_tree(function)
        self.local_names = _local_names(self.tree)
        self.local_numbers: dict[str, int] = {}
        # Known types, each the class of a record or a Row: by local variable, and by part of the
        # tree.
        self.local_types: dict[str, Any] = {}
        self.types: dict[ast.AST, Any] = {}

    def write(self) -> str:
        """Return the normal form of the whole function."""
        body = self.tree.body
        if ast.get_docstring(self.tree) is not None:
            body = body[1:]
        name = self.form.function(self)
        result = self.annotation("", self.tree.returns)
        return f"{name} {self.visit(self.tree.args)} {result} {self.parts(body)}"

    def generic_visit(self, node: ast.AST) -> str:
        parts = [type(node).__name__]
        for name, value in ast.iter_fields(node):
            if name not in _LEFT_OUT and value is not None and value != []:
                parts.append(f"{name}={self.parts(value)}")
        return f"({' '.join(parts)})"

    def parts(self, value: Any) -> str:
        """Return the normal form of the value of a field of the syntax tree."""
        if isinstance(value, list):
            return f"[{' '.join(map(self.parts, value))}]"
        if isinstance(value, ast.AST):
            return str(self.visit(value))
        return repr(value)

    def visit_arg(self, node: ast.arg) -> str:
        return f"{self.local(node.arg)} {self.annotation(node.arg, node.annotation)}"

    def visit_Constant(self, node: ast.Constant) -> str:
        return repr(node.value)

    def visit_Name(self, node: ast.Name) -> str:
        if node.id in self.local_names:
            self.types[node] = self.local_types.get(node.id)
            return self.local(node.id)
        return self.value(self.global_value(node.id))

    def visit_Attribute(self, node: ast.Attribute) -> str:
        module = self.module(node.value)
        if module is None:
            return f"{self.visit(node.value)}.{self.attribute(node)}"
        if node.attr in getattr(module, "NUMBERED", ()):
            return f"code.{node.attr}"
        return self.value(getattr(module, node.attr))

    def visit_Call(self, node: ast.Call) -> str:
        parts = [self.visit(node.func), *map(self.visit, node.args)]
        for keyword in node.keywords:
            parts.append(f"{self.keyword(node.func, keyword.arg)}={self.visit(keyword.value)}")
        return f"(Call {' '.join(parts)})"

    def visit_Assign(self, node: ast.Assign) -> str:
        value = self.visit(node.value)
        for target in node.targets:
            self.assign(target, node.value)
        return f"(Assign {self.parts(node.targets)} {value})"

    def visit_For(self, node: ast.For) -> str:
        row = self.visit(node.iter)
        type = self.types.get(node.iter)
        if isinstance(node.target, ast.Name) and isinstance(type, Row):
            self.local_types[node.target.id] = type.of
        return (
            f"(For {self.visit(node.target)} {row} {self.parts(node.body)} "
            f"{self.parts(node.orelse)})"
        )

    def visit_Subscript(self, node: ast.Subscript) -> str:
        written = self.generic_visit(node)
        row = self.types.get(node.value)
        if isinstance(row, Row):
            self.types[node] = row if isinstance(node.slice, ast.Slice) else row.of
        return written

    def visit_IfExp(self, node: ast.IfExp) -> str:
        written = self.generic_visit(node)
        self.types[node] = self.types.get(node.body)
        return written

    def assign(self, target: ast.expr, value: ast.expr) -> None:
        """Store the types of the values that are assigned to variables."""
        if isinstance(target, ast.Name):
            self.local_types[target.id] = self.types.get(value)
        elif isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
            for each, part in zip(target.elts, value.elts, strict=True):
                self.assign(each, part)

    def local(self, name: str) -> str:
        """Return the text in place of the name of a local variable."""
        return f"local{self.local_numbers.setdefault(name, len(self.local_numbers))}"

    def global_value(self, name: str) -> Any:
        """Return the value of a name that is not a local variable."""
        world = self.function.__globals__
        if name in world:
            return world[name]
        return getattr(builtins, name)

    def module(self, node: ast.expr) -> ModuleType | None:
        """Return the module that a part of the tree names, or None."""
        if not isinstance(node, ast.Name) or node.id in self.local_names:
            return None
        value = self.global_value(node.id)
        return value if isinstance(value, ModuleType) else None

    def value(self, value: Any) -> str:
        """Return the text in place of the name of something outside the function."""
        if isinstance(value, float):
            return format(value, FLOAT_FORMAT)
        if isinstance(value, bool | int | str):
            return repr(value)
        if isinstance(value, np.generic):
            return f"{type(value).__name__} {self.value(value.item())}"
        if isinstance(value, tuple):
            return f"({' '.join(map(self.value, value))})"
        rule = _rule_function(value)
        if rule is not None:
            return self.form.function(_RuleSource(rule, self.form))
        if isinstance(value, type | BuiltinFunctionType | np.ufunc) and not _is_own(value):
            return f"{_module_of(value)}.{value.__name__}"
        return self.form.number("other", id(value))

    def keyword(self, called: ast.expr, name: str | None) -> str:
        """Return the text in place of the name of a parameter in a call."""
        value = None
        module = None
        if isinstance(called, ast.Attribute):
            module = self.module(called.value)
        if isinstance(called, ast.Name) and called.id not in self.local_names:
            value = self.global_value(called.id)
        elif isinstance(called, ast.Attribute) and module is not None:
            value = getattr(module, called.attr)
        rule = _rule_function(value)
        if rule is None:
            return str(name)
        return f"parameter{rule.__code__.co_varnames.index(name)}"

    def attribute(self, node: ast.Attribute) -> str:
        """Return the text in place of the name of an attribute that is not a module's."""
        raise NotImplementedError

    def annotation(self, parameter: str, hint: ast.expr | None) -> str:
        """Return the text for the type of a parameter or of the result.

        Args:
            parameter: The name of the parameter; empty for the result.
            hint: The annotation.
        """
        raise NotImplementedError


class _RuleSource(_Source):
    """The source of a rule.

    Its annotations give the types of records, and so the record of each field.
    """

    def attribute(self, node: ast.Attribute) -> str:
        cls = self.types.get(node.value)
        if not isinstance(cls, type):
            return f"name.{node.attr}"  # a rename counts as a change: the reverse would be worse
        kind, count, _ = records.fields(cls)[node.attr]
        record = None if kind in SCALARS else kind
        self.types[node] = Row(record) if count else record
        return self.form.field(cls, node.attr)

    def annotation(self, parameter: str, hint: ast.expr | None) -> str:
        type = _meaning(self.function, hint)
        if get_origin(type) is tuple:
            return f"({' '.join(part.__name__ for part in get_args(type))})"
        if get_origin(type) is not None:
            self.local_types[parameter] = Row(*get_args(type))
            return "rows"
        if _is_own(type):
            self.local_types[parameter] = type
            return "record"
        return "None" if type is None else str(type.__name__)


class _PlainSource(_Source):
    """The source of a function that is not a rule, with everything that it uses from its module.

    The types of its values are not known.
    """

    def value(self, value: Any) -> str:
        if isinstance(value, bool):
            return self.form.number("other", "bool")  # such as whether rules are compiled
        if (
            not isinstance(value, type | FunctionType)
            or value.__module__ != self.function.__module__
        ):
            return super().value(value)
        if isinstance(value, FunctionType):
            return self.form.function(_PlainSource(value, self.form))
        for method in vars(value).values():
            if isinstance(method, FunctionType):
                self.form.function(_PlainSource(method, self.form))
        return self.form.number("class", value)

    def attribute(self, node: ast.Attribute) -> str:
        if hasattr(np.ndarray, node.attr):
            return node.attr
        return self.form.number("attribute", node.attr)

    def annotation(self, parameter: str, hint: ast.expr | None) -> str:
        return ""


def _rule_function(value: Any) -> Function | None:
    """Return the function of a rule, or None if the value is not a rule."""
    rule = find_rule(value.rule if isinstance(value, ForwardRef) else value)
    return rule.function if rule is not None else None


def _is_own(value: Any) -> bool:
    """Return True if something is defined in Carnage."""
    return _module_of(value).partition(".")[0] == "carnage"


def _module_of(value: Any) -> str:
    """Return the name of the module that defines something.

    A ufunc lacks the attribute; it is NumPy's.
    """
    return getattr(value, "__module__", None) or "numpy"


_meanings: dict[tuple[int, str], Any] = {}


def _meaning(function: Function, hint: ast.expr | None) -> Any:
    """Return the type that an annotation names. `get_type_hints` takes three times as long."""
    if hint is None:
        return None
    if isinstance(hint, ast.Name):
        name = hint.id
    else:
        name = ast.unparse(hint)
    key = id(function.__globals__), name
    if key not in _meanings:
        _meanings[key] = eval(name, function.__globals__)
    return _meanings[key]


def _local_names(tree: ast.FunctionDef) -> frozenset[str]:
    """Return the names of a function's parameters and local variables."""
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.arg):
            names.add(node.arg)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.add(node.id)
    return frozenset(names)


def _syntax_tree(function: Function) -> ast.FunctionDef:
    """Return the syntax tree of a function."""
    code = function.__code__
    return _functions(code.co_filename)[code.co_firstlineno]


@cache
def _functions(file: str) -> dict[int, ast.FunctionDef]:
    """Return the functions of a module and the methods of its classes, by their first lines."""
    with open(file, encoding="utf-8") as source:
        module = ast.parse(source.read())
    functions: dict[int, ast.FunctionDef] = {}
    for node in module.body:
        for inner in node.body if isinstance(node, ast.ClassDef) else [node]:
            if isinstance(inner, ast.FunctionDef):
                decorated = [decorator.lineno for decorator in inner.decorator_list]
                functions[min([inner.lineno, *decorated])] = inner
    return functions
