"""Translate the rules of a family to one file of C.

Python evaluates operands from left to right; C leaves the order open. So each call of a rule becomes a statement
of its own, and a value that a later call could change, or that must raise its exception first, is put into a
temporary variable before.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from carnage.engine.compiling import language
from carnage.engine.compiling.language import RuleError
from carnage.engine.compiling.marks import PACKAGE, Rule, find_rule, is_outside
from carnage.engine.compiling.types import (
    BOOL,
    FLOAT,
    INT,
    UINT,
    VOID,
    Array,
    Record,
    Row,
    Scalar,
    Tuple,
    Type,
    describe,
    join,
    type_of,
)
from carnage.engine.core import records

PRELUDE = Path(__file__).with_name("prelude.h")
# Number types of NumPy, as records store them.
STORED = {
    **{"u1": "uint8_t", "u2": "uint16_t", "u4": "uint32_t", "u8": "uint64_t"},
    **{"i1": "int8_t", "i2": "int16_t", "i4": "int32_t", "i8": "int64_t", "f8": "double"},
}
# Words that a local variable or a field may have in Python and may not have in C.
RESERVED = frozenset(
    [
        "auto",
        "break",
        "case",
        "catcher",
        "char",
        "const",
        "continue",
        "default",
        "do",
        "double",
        "else",
        "enum",
        "extern",
        "false",
        "float",
        "for",
        "goto",
        "if",
        "inline",
        "int",
        "linux",
        "long",
        "register",
        "restrict",
        "return",
        "short",
        "signed",
        "sizeof",
        "static",
        "struct",
        "switch",
        "true",
        "typedef",
        "union",
        "unix",
        "unsigned",
        "void",
        "volatile",
        "while",
    ]
)
ARITHMETIC = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*"}
BITWISE = {ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^"}
COMPARISONS = {ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}
# Functions of Python that a rule may call and that neither change anything nor raise.
PURE = frozenset({"abs", "bool", "float", "len", "max", "min", "np.uint64"})


@dataclass(frozen=True)
class Value:
    """An expression of C and its type. No call changes a stable one: a constant or a local variable."""

    code: str
    type: Type
    is_constant: bool = False
    is_stable: bool = False


def c_name(name: str) -> str:
    """Return a Python name as one that C allows."""
    return f"{name}_" if name in RESERVED else name


def c_function(rule: Rule) -> str:
    """Return the name of a rule's function in C, such as `battle__move__paths__reach`."""
    return rule.name.removeprefix(PACKAGE).replace(".", "__")


def c_constant(value: Any) -> Value | None:
    """Return a number of Python as a constant of C; None if the value is no number."""
    if isinstance(value, bool | np.bool_):
        return Value("true" if value else "false", BOOL, True, True)
    if isinstance(value, np.uint64):
        return Value(f"UINT64_C({value})", UINT, True, True)
    if isinstance(value, int | np.integer):
        return Value(f"INT64_C({value})" if value >= 0 else f"(-INT64_C({-value}))", INT, True, True)
    if isinstance(value, float):
        return Value(repr(value) if value >= 0 else f"({value!r})", FLOAT, True, True)
    return None


class FamilyEmitter:
    """One file of C: records and tuples as far as rules use them, the rules, and the entries."""

    def __init__(self, rules: list[Rule]) -> None:
        self.rules = rules
        self.declarations: list[str] = []
        self.records: dict[type, str] = {}
        self.structs: dict[Type, str] = {}
        self.exceptions: list[type] = []
        self.outside: dict[str, Callable[[], int]] = {}

    def emit(self) -> str:
        """Return the text of the file."""
        functions = [FunctionEmitter(self, rule).emit() for rule in self.rules]
        entries = [self._emit_entry(rule) for rule in self.rules if rule.is_entry]
        pointers = [f"API int64_t (*outside_{name})(void);" for name in self.outside]
        names = [
            _string_constant("exceptions", self.exceptions),
            _string_constant("outside_functions", self.outside.values()),
        ]
        prelude = PRELUDE.read_text(encoding="utf-8")
        return "\n".join([prelude, *names, *self.declarations, *pointers, *functions, *entries]) + "\n"

    def spell(self, type_: Type) -> str:
        """Return a type as C writes it, declared before if need be."""
        match type_:
            case Scalar():
                return type_.c
            case Record():
                return f"{self._record(type_.cls)} *"
            case Row():
                return (
                    f"{STORED[type_.storage] if type_.storage else self.spell(type_.element).rstrip(' *')} *"
                )
            case Array():
                return self._struct(type_, f"Rows_{self._record(type_.cls)}", ["*at", "length"])
            case Tuple():
                parts = [f"part{n}" for n in range(len(type_.parts))]
                return self._struct(type_, f"Tuple{len(self.structs)}", parts)

    def number_of(self, exception: type) -> str:
        """Return the number of an exception that rules raise by name."""
        if exception not in self.exceptions:
            self.exceptions.append(exception)
        return f"FIRST_EXCEPTION + {self.exceptions.index(exception)}"

    def _struct(self, type_: Array | Tuple, name: str, parts: list[str]) -> str:
        if type_ not in self.structs:
            if isinstance(type_, Array):
                spelled = [self._record(type_.cls), "int64_t"]
            else:
                spelled = [self.spell(part) for part in type_.parts]
            fields = " ".join(f"{kind} {part};" for kind, part in zip(spelled, parts, strict=True))
            self.declarations.append(f"typedef struct {{ {fields} }} {name};")
            self.structs[type_] = name
        return self.structs[type_]

    def _record(self, cls: type) -> str:
        """Return the name of a record's struct. Its layout is checked against NumPy's when C is compiled."""
        if cls in self.records:
            return self.records[cls]
        lines, checks = [], []
        name = cls.__name__
        while name in self.records.values():
            name += "_"
        dtype = records.dtype_of(cls)
        assert dtype.fields is not None
        for field, (kind, count, code) in records.fields(cls).items():
            storage = code or records.SCALARS.get(kind)
            spelled = STORED[storage] if storage else self._record(kind)
            lines.append(f"    {spelled} {c_name(field)}{f'[{count}]' if count else ''};")
            offset = dtype.fields[field][1]
            checks.append(f'_Static_assert(offsetof({name}, {c_name(field)}) == {offset}, "layout");')
        checks.append(f'_Static_assert(sizeof({name}) == {dtype.itemsize}, "layout");')
        self.records[cls] = name
        self.declarations.append("\n".join(["typedef struct {", *lines, f"}} {name};", *checks]))
        return name

    def _emit_entry(self, rule: Rule) -> str:
        """Return the function that Python calls: it returns 0, or the number of an exception.

        An array is handed over as pointer and length. The rule's result is written to `*result`.
        """
        *parameters, result = map(type_of, rule.annotations)
        declared, passed = [], []
        for n, type_ in enumerate(parameters):
            if isinstance(type_, Array):
                declared += [f"{self._record(type_.cls)} *a{n}", f"int64_t length{n}"]
                passed.append(f"({self.spell(type_)}){{ a{n}, length{n} }}")
            else:
                declared.append(f"{self.spell(type_)} a{n}")
                passed.append(f"a{n}")
        call = f"{c_function(rule)}({', '.join(passed)});"
        if result != VOID:
            declared.append(f"{self.spell(result)} *result")
            call = f"*result = {call}"
        return f"""
API int32_t entry_{c_function(rule)}({", ".join(declared) or "void"}) {{
    Catcher here, *caller = catcher;
    here.exception = 0;
    catcher = &here;
    if (SET_JUMP(here.buffer) == 0) {call}
    catcher = caller;
    return here.exception;
}}"""


class FunctionEmitter:
    """One rule.

    The types of local variables follow from the values that they are given. A later value may widen a type, so
    the body is emitted again until no type changes.
    """

    def __init__(self, family: FamilyEmitter, rule: Rule) -> None:
        language.check(rule)
        self.family = family
        self.rule = rule
        self.definition = language.definition_of(rule)
        self.outside = language.outside_values(rule)
        *parameters, self.result = map(type_of, rule.annotations)
        self.parameters = dict(zip(language.parameters_of(rule), parameters, strict=True))
        self.types: dict[str, Type] = dict(self.parameters)
        self.lines: list[str] = []
        self.temporaries = 0

    def emit(self) -> str:
        """Return the function in C."""
        types: dict[str, Type] | None = None
        while types != self.types:
            types = dict(self.types)
            self.lines, self.temporaries = [], 0
            self._block(self.definition.body)
        spell = self.family.spell
        parameters = ", ".join(f"{spell(type_)} {c_name(name)}" for name, type_ in self.parameters.items())
        local = [
            f"{spell(type_)} {c_name(name)} = {'0' if isinstance(type_, Scalar | Record) else '{0}'};"
            for name, type_ in self.types.items()
            if name not in self.parameters
        ]
        how = "static inline __attribute__((always_inline))" if self.rule.is_inlined else "static"
        head = f"{how} {spell(self.result)} {c_function(self.rule)}({parameters or 'void'}) {{"
        return "\n".join(["", head, *local, *self.lines, "}"])

    def _error(self, node: ast.AST, problem: str, advice: str) -> RuleError:
        return RuleError(self.rule, node, problem, advice)

    # ------------------------------------------------------------------------------------------- statements

    def _block(self, body: Iterable[ast.stmt]) -> None:
        path = language.file_of(self.rule)
        for statement in body:
            self.lines.append(f'#line {statement.lineno} "{path}"')
            emit: Callable[[Any], None] = getattr(self, f"_emit_{type(statement).__name__}")
            emit(statement)

    @contextmanager
    def _collected(self) -> Iterator[list[str]]:
        """Collect the lines that are emitted meanwhile."""
        before, self.lines = self.lines, []
        try:
            yield self.lines
        finally:
            self.lines = before

    def _emit_Pass(self, node: ast.Pass) -> None:
        pass

    def _emit_Break(self, node: ast.Break) -> None:
        self.lines.append("break;")

    def _emit_Continue(self, node: ast.Continue) -> None:
        self.lines.append("continue;")

    def _emit_Expr(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Constant):
            return  # A docstring.
        value = self._value(node.value)
        if value.type != VOID:
            self.lines.append(f"(void){value.code};")

    def _emit_Raise(self, node: ast.Raise) -> None:
        assert isinstance(node.exc, ast.Name)
        exception = self.outside.get(node.exc.id)
        if not isinstance(exception, type) or not issubclass(exception, Exception):
            raise self._error(node, "raises no exception of this package", "define its class and import it")
        self.lines.append(f"raise_exception({self.family.number_of(exception)});")

    def _emit_Return(self, node: ast.Return) -> None:
        if node.value is None or self.result == VOID:
            if node.value is not None and not isinstance(node.value, ast.Constant):
                self._value(node.value)
            self.lines.append("return;")
            return
        value = self._converted(self._value(node.value), self.result, node)
        self.lines.append(f"return {value.code};")

    def _emit_If(self, node: ast.If) -> None:
        self.lines.append(f"if ({self._truth(node.test)}) {{")
        self._block(node.body)
        if node.orelse:
            self.lines.append("} else {")
            self._block(node.orelse)
        self.lines.append("}")

    def _emit_While(self, node: ast.While) -> None:
        self.lines.append("for (;;) {")
        self.lines.append(f"if (!({self._truth(node.test)})) break;")
        self._block(node.body)
        self.lines.append("}")

    def _emit_For(self, node: ast.For) -> None:
        """Emit a loop over a range or a tuple. The variable keeps its last value, so the counter is another."""
        if not isinstance(node.target, ast.Name):
            raise self._error(node.target, "is no name", "write `for name in range(…)`")
        counter = self._new_name()
        if isinstance(node.iter, ast.Tuple):
            values = self._values(node.iter.elts)
            kind = self._joined([value.type for value in values], node.iter)
            table = self._new_name()
            parts = ", ".join(self._converted(value, kind, node).code for value in values)
            self.lines.append(f"{self.family.spell(kind)} {table}[] = {{ {parts} }};")
            condition, step = f"{counter} < {len(values)}", "1"
            first, element = "0", Value(f"{table}[{counter}]", kind)
        else:
            first, condition, step = self._range(node.iter, counter)
            element = Value(counter, INT)
        self.lines.append(f"for (int64_t {counter} = {first}; {condition}; {counter} += {step}) {{")
        self._assign(node.target, element)
        self._block(node.body)
        self.lines.append("}")

    def _range(self, node: ast.expr, counter: str) -> tuple[str, str, str]:
        """Return the first value, the condition and the step of a loop over a range."""
        if not isinstance(node, ast.Call) or ast.unparse(node.func) != "range":
            raise self._error(node, "cannot be looped over", "write `range(…)` or a tuple")
        bounds = [self._copy(self._converted(bound, INT, node)) for bound in self._values(node.args)]
        first = bounds[0].code if len(bounds) > 1 else "0"
        stop = bounds[min(len(bounds) - 1, 1)].code
        if len(bounds) < 3:
            return first, f"{counter} < {stop}", "1"
        step = bounds[2].code
        return first, f"{step} > 0 ? {counter} < {stop} : {counter} > {stop}", step

    def _emit_Assign(self, node: ast.Assign) -> None:
        target = node.targets[0]
        if isinstance(target, ast.Tuple):
            self._emit_unpacking(target, node.value)
            return
        value = self._value(node.value)
        if not isinstance(target, ast.Name) and self._must_precede(node.value, [target]):
            value = self._copy(value)
        self._assign(target, value)

    def _emit_unpacking(self, target: ast.Tuple, source: ast.expr) -> None:
        if isinstance(source, ast.Tuple):
            parts = [self._copy(value) for value in self._values(source.elts)]
        else:
            whole = self._copy(self._value(source))
            if not isinstance(whole.type, Tuple):
                raise self._error(source, f"is {describe(whole.type)}", "unpack a tuple")
            parts = [Value(f"{whole.code}.part{n}", type_) for n, type_ in enumerate(whole.type.parts)]
        if len(parts) != len(target.elts):
            raise self._error(target, f"is given {len(parts)} values", "name each of them")
        for part, value in zip(target.elts, parts, strict=True):
            self._assign(part, value)

    def _assign(self, target: ast.expr, value: Value) -> None:
        if isinstance(target, ast.Name):
            known = self.types.get(target.id)
            kind = value.type if known is None else self._joined([known, value.type], target)
            if kind != self.parameters.get(target.id, kind):
                raise self._error(target, f"is a parameter and becomes {describe(kind)}", "use another name")
            self.types[target.id] = kind
            self.lines.append(f"{c_name(target.id)} = {self._converted(value, kind, target).code};")
        else:
            self._store(self._place(target), value, target)

    def _store(self, place: Value, value: Value, node: ast.AST) -> None:
        if isinstance(place.type, Row | Array | Tuple):
            raise self._error(node, f"is {describe(place.type)}", "store its elements one by one")
        stored = self._converted(value, place.type, node).code
        if isinstance(place.type, Record):
            self.lines.append(f"*{place.code} = *{stored};")
        else:
            self.lines.append(f"{place.code} = {stored};")

    def _emit_AugAssign(self, node: ast.AugAssign) -> None:
        place = self._place(node.target)
        if not isinstance(node.target, ast.Name) and self._must_precede(node.target, [node.value]):
            pointer = self._new_name()
            self.lines.append(f"__auto_type {pointer} = &{place.code};")
            place = replace(place, code=f"(*{pointer})")
        old = self._loaded(place)
        if self._must_precede(node.target, [node.value]):
            old = self._copy(old)
        value = self._operation(node.op, old, self._value(node.value), node)
        if isinstance(node.target, ast.Name):
            self._assign(node.target, value)
        else:
            self._store(place, value, node)

    # ------------------------------------------------------------------------------- order of evaluation

    def _new_name(self) -> str:
        self.temporaries += 1
        return f"_{self.temporaries}"

    def _copy(self, value: Value) -> Value:
        """Put a value into a temporary variable, unless it is a constant."""
        if value.is_constant:
            return value
        name = self._new_name()
        self.lines.append(f"{self.family.spell(value.type)} {name} = {value.code};")
        return Value(name, value.type, is_stable=True)

    def _values(self, nodes: list[ast.expr]) -> list[Value]:
        """Return the values of operands, evaluated from left to right."""
        values = []
        for n, node in enumerate(nodes):
            value = self._value(node)
            if not value.is_stable and self._must_precede(node, nodes[n + 1 :]):
                value = self._copy(value)
            values.append(value)
        return values

    def _must_precede(self, node: ast.AST, later: Iterable[ast.AST]) -> bool:
        """Return whether a value must be computed before later operands are.

        That is so where one of them calls something, or where different exceptions may be raised.
        """
        later_effects = set().union(*map(_effects, later))
        effects = _effects(node)
        return "call" in later_effects or (bool(effects and later_effects) and effects != later_effects)

    # ------------------------------------------------------------------------------------------ expressions

    def _value(self, node: ast.expr) -> Value:
        emit: Callable[[Any], Value] = getattr(self, f"_value_{type(node).__name__}")
        return emit(node)

    def _truth(self, node: ast.expr) -> str:
        """Return an expression as a condition."""
        value = self._lazy(node, self._truth) if isinstance(node, ast.BoolOp) else self._value(node)
        if value.type == BOOL:
            return value.code
        if value.type in (INT, UINT, FLOAT):
            return f"({value.code} != 0)"
        raise self._error(node, f"is {describe(value.type)}", "compare it with a number")

    def _constant(self, value: Any, node: ast.AST) -> Value:
        constant = c_constant(value)
        if constant is None:
            raise self._error(node, f"is a {type(value).__name__}", "use a number, or a field of a record")
        return constant

    def _value_Constant(self, node: ast.Constant) -> Value:
        return self._constant(node.value, node)

    def _value_Name(self, node: ast.Name) -> Value:
        if node.id in self.types:
            return Value(c_name(node.id), self.types[node.id], is_stable=True)
        if node.id in self.outside:
            return self._constant(self.outside[node.id], node)
        raise self._error(node, "has no value yet", "give it one before, on every way that leads here")

    def _value_Attribute(self, node: ast.Attribute) -> Value:
        name = ast.unparse(node)
        if name in self.outside:
            return self._constant(self.outside[name], node)
        return self._loaded(self._place(node))

    def _value_Subscript(self, node: ast.Subscript) -> Value:
        return self._loaded(self._place(node))

    def _loaded(self, place: Value) -> Value:
        """Return what is at a place. Numbers of fewer bits become whole numbers of 64, as all others are."""
        return replace(place, code=f"((int64_t){place.code})") if place.type == INT else place

    def _place(self, node: ast.expr) -> Value:
        """Return an expression that can be stored to; for a record, a pointer to it."""
        if isinstance(node, ast.Attribute):
            return self._field(node)
        if isinstance(node, ast.Subscript):
            return self._element(node)
        if isinstance(node, ast.Name):
            return self._value_Name(node)
        raise self._error(node, "cannot be stored to", "store to a name, a field or an element")

    def _field(self, node: ast.Attribute) -> Value:
        owner = self._value(node.value)
        if not isinstance(owner.type, Record):
            raise self._error(node.value, f"is {describe(owner.type)}", "only records have fields")
        fields = records.fields(owner.type.cls)
        if node.attr not in fields:
            raise self._error(
                node, f"is no field of {describe(owner.type)}", f"use one of {', '.join(fields)}"
            )
        kind, count, code = fields[node.attr]
        place = f"{owner.code}->{c_name(node.attr)}"
        element = type_of(kind)
        if count:
            return Value(place, Row(element, count, code or records.SCALARS.get(kind, "")))
        return _at(place, element)

    def _element(self, node: ast.Subscript) -> Value:
        owner, index = self._values([node.value, node.slice])
        if isinstance(owner.type, Tuple):
            n = getattr(node.slice, "value", None)
            if not isinstance(n, int) or not 0 <= n < len(owner.type.parts):
                raise self._error(node, "is no element of the tuple", "write its number, as in `pair[1]`")
            return Value(f"{owner.code}.part{n}", owner.type.parts[n], is_stable=owner.is_stable)
        at = self._converted(index, INT, node.slice).code
        if isinstance(owner.type, Array):
            return _at(f"{owner.code}.at[checked_index({at}, {owner.code}.length)]", Record(owner.type.cls))
        if isinstance(owner.type, Row):
            constant = getattr(node.slice, "value", None)
            if not isinstance(constant, int) or not 0 <= constant < owner.type.count:
                at = f"checked_index({at}, {owner.type.count})"
            return _at(f"{owner.code}[{at}]", owner.type.element)
        raise self._error(node.value, f"is {describe(owner.type)}", "index a row, an array or a tuple")

    def _value_Tuple(self, node: ast.Tuple) -> Value:
        parts = self._values(node.elts)
        kind = Tuple(tuple(part.type for part in parts))
        return Value(f"(({self.family.spell(kind)}){{ {', '.join(part.code for part in parts)} }})", kind)

    def _value_UnaryOp(self, node: ast.UnaryOp) -> Value:
        if isinstance(node.op, ast.Not):
            return Value(f"(!{self._truth(node.operand)})", BOOL)
        if isinstance(node.op, ast.USub) and isinstance(node.operand, ast.Constant):
            value = node.operand.value
            if isinstance(value, int | float):
                return (
                    self._constant(-value, node)
                    if value
                    else Value(f"(-{value!r})", self._constant(value, node).type)
                )
        value = self._value(node.operand)
        if value.type == BOOL:
            value = self._converted(value, INT, node)
        sign = "-" if isinstance(node.op, ast.USub) else "+" if isinstance(node.op, ast.UAdd) else "~"
        if value.type not in (INT, UINT, FLOAT) or (sign == "~" and value.type == FLOAT):
            raise self._error(node, f"has the operand {describe(value.type)}", "use a number")
        return Value(f"({sign}{value.code})", value.type)

    def _value_BinOp(self, node: ast.BinOp) -> Value:
        left, right = self._values([node.left, node.right])
        return self._operation(node.op, left, right, node)

    def _operation(self, op: ast.operator, left: Value, right: Value, node: ast.AST) -> Value:
        kind = self._number_type([left, right], node)
        if isinstance(op, tuple(BITWISE)) and left.type == right.type == BOOL:
            return Value(f"((bool)({left.code} {BITWISE[type(op)]} {right.code}))", BOOL)
        if isinstance(op, ast.Div):
            kind = FLOAT if kind == INT else kind
        a, b = (self._converted(value, kind, node).code for value in (left, right))
        if isinstance(op, tuple(ARITHMETIC)):
            return Value(f"({a} {ARITHMETIC[type(op)]} {b})", kind)
        if isinstance(op, ast.Div) and kind == FLOAT:
            return Value(f"divide({a}, {b})", FLOAT)
        if isinstance(op, ast.FloorDiv) and kind == FLOAT:
            return Value(f"floor_divide_float({a}, {b})", FLOAT)
        if kind == INT and isinstance(op, ast.FloorDiv | ast.Mod | ast.LShift | ast.RShift):
            name = {
                ast.FloorDiv: "floor_divide",
                ast.Mod: "modulo",
                ast.LShift: "shift_left",
                ast.RShift: "shift_right",
            }
            return Value(f"{name[type(op)]}({a}, {b})", INT)
        if kind == UINT and isinstance(op, ast.LShift | ast.RShift):
            return Value(f"({a} {'<<' if isinstance(op, ast.LShift) else '>>'} {b})", UINT)
        if kind in (INT, UINT) and isinstance(op, tuple(BITWISE)):
            return Value(f"({a} {BITWISE[type(op)]} {b})", kind)
        raise self._error(node, f"is no operation of {describe(kind)}", "convert with int(…) or float(…)")

    def _value_Compare(self, node: ast.Compare) -> Value:
        if isinstance(node.ops[0], ast.In | ast.NotIn):
            return self._membership(node)
        values = self._values([node.left, *node.comparators])
        if len(values) > 2 and any("call" in _effects(later) for later in node.comparators[1:]):
            raise self._error(node, "calls a rule late in a chain", "assign its result on a line before")
        pairs = zip(values, node.ops, values[1:], strict=False)
        tests = [self._comparison(left, op, right, node) for left, op, right in pairs]
        return Value(f"({' && '.join(tests)})", BOOL)

    def _membership(self, node: ast.Compare) -> Value:
        collection = node.comparators[0]
        if len(node.ops) > 1 or not isinstance(collection, ast.Tuple):
            raise self._error(node, "needs a tuple", "write its elements out, as in `x in (A, B)`")
        sought, *values = self._values([node.left, *collection.elts])
        tests = [self._comparison(sought, ast.Eq(), value, node) for value in values]
        return Value(f"({'!' if isinstance(node.ops[0], ast.NotIn) else ''}({' || '.join(tests)}))", BOOL)

    def _comparison(self, left: Value, op: ast.cmpop, right: Value, node: ast.AST) -> str:
        kind = self._number_type([left, right], node)
        a, b = (self._converted(value, kind, node).code for value in (left, right))
        return f"{a} {COMPARISONS[type(op)]} {b}"

    def _value_BoolOp(self, node: ast.BoolOp) -> Value:
        return self._lazy(node, self._boolean)

    def _boolean(self, node: ast.expr) -> str:
        value = self._value(node)
        if value.type != BOOL:
            raise self._error(node, f"is {describe(value.type)}", "compare it where `and` or `or` is a value")
        return value.code

    def _lazy(self, node: ast.BoolOp, test: Callable[[ast.expr], str]) -> Value:
        """Return `and` or `or`, whose later operands are evaluated only where they decide."""
        is_and = isinstance(node.op, ast.And)
        whole = test(node.values[0])
        for operand in node.values[1:]:
            with self._collected() as lines:
                further = test(operand)
            if not lines:
                whole = f"({whole} {'&&' if is_and else '||'} {further})"
                continue
            kept = self._copy(Value(whole, BOOL)).code
            self.lines += [f"if ({kept if is_and else f'!{kept}'}) {{", *lines, f"{kept} = {further};", "}"]
            whole = kept
        return Value(whole, BOOL)

    def _value_IfExp(self, node: ast.IfExp) -> Value:
        test = self._truth(node.test)
        with self._collected() as lines:
            value = self._value(node.body)
        with self._collected() as other_lines:
            other = self._value(node.orelse)
        kind = self._joined([value.type, other.type], node)
        first, second = (self._converted(each, kind, node).code for each in (value, other))
        if not lines and not other_lines:
            return Value(f"({test} ? {first} : {second})", kind)
        name = self._new_name()
        self.lines.append(f"{self.family.spell(kind)} {name};")
        self.lines += [f"if ({test}) {{", *lines, f"{name} = {first};", "} else {"]
        self.lines += [*other_lines, f"{name} = {second};", "}"]
        return Value(name, kind, is_stable=True)

    def _value_Call(self, node: ast.Call) -> Value:
        name = ast.unparse(node.func)
        called = self.outside.get(name)
        rule = find_rule(called)
        if rule is not None:
            return self._call_rule(rule, node)
        if is_outside(called):
            return self._call_outside(name, called)
        if node.keywords:
            raise self._error(node, "has keywords", "write the arguments in order")
        return self._call_builtin(name, self._values(node.args), node)

    def _call_rule(self, rule: Rule, node: ast.Call) -> Value:
        *kinds, result = map(type_of, rule.annotations)
        names = language.parameters_of(rule)
        values = self._values([*node.args, *(keyword.value for keyword in node.keywords)])
        given = [*names[: len(node.args)], *(str(keyword.arg) for keyword in node.keywords)]
        if sorted(given) != sorted(names):
            raise self._error(node, "has other arguments than the rule", f"it has {', '.join(names)}")
        by_name = dict(zip(given, values, strict=True))
        passed = [
            self._converted(by_name[name], kind, node).code for name, kind in zip(names, kinds, strict=True)
        ]
        call = f"{c_function(rule)}({', '.join(passed)});"
        if result == VOID:
            self.lines.append(call)
            return Value("", VOID, is_stable=True)
        return self._copy(Value(call.rstrip(";"), result))

    def _call_outside(self, name: str, function: Callable[[], int]) -> Value:
        """Call a function of Python. Other games may run on this thread meanwhile, and set their own catcher."""
        self.family.outside[name] = function
        kept, result = self._new_name(), self._new_name()
        self.lines.append(f"Catcher *{kept} = catcher;")
        self.lines.append(f"int64_t {result} = outside_{name}();")
        self.lines.append(f"catcher = {kept};")
        return Value(result, INT, is_stable=True)

    def _call_builtin(self, name: str, values: list[Value], node: ast.Call) -> Value:
        kinds = [value.type for value in values]
        if name in ("max", "min") and len(values) > 1:
            kind = self._joined([INT if kind == BOOL else kind for kind in kinds], node)
            codes = [self._converted(value, kind, node).code for value in values]
            whole = codes[0]
            for code in codes[1:]:
                whole = f"{name}_{'int' if kind == INT else 'float'}({whole}, {code})"
            if kind in (INT, FLOAT):
                return Value(whole, kind)
        elif name == "len" and isinstance(kinds[0], Row):
            return self._constant(kinds[0].count, node)
        elif name == "len" and isinstance(kinds[0], Array):
            return Value(f"{values[0].code}.length", INT)
        elif len(values) == 1 and isinstance(kinds[0], Scalar) and kinds[0] != VOID:
            found = self._conversion(name, values[0])
            if found is not None:
                return found
        raise self._error(node, "is no function that rules may call", "see docs/explanation/rule-language.md")

    def _conversion(self, name: str, value: Value) -> Value | None:
        """Return the result of a function of one number; None if there is no such function."""
        if name == "bool":
            return Value(f"({value.code} != 0)", BOOL)
        if name == "abs" and value.type in (INT, FLOAT):
            return Value(f"abs_{value.type.python}({value.code})", value.type)
        if name == "np.uint64" and value.type != FLOAT:
            return Value(f"((uint64_t){value.code})", UINT)
        if name == "int":
            return Value(f"to_int({value.code})" if value.type == FLOAT else f"((int64_t){value.code})", INT)
        if name == "float":
            return Value(f"((double){value.code})", FLOAT)
        if name == "math.sqrt":
            return Value(f"square_root((double){value.code})", FLOAT)
        if name == "math.floor" and value.type == FLOAT:
            return Value(f"to_int(floor({value.code}))", INT)
        return None

    # ------------------------------------------------------------------------------------------------ types

    def _number_type(self, values: list[Value], node: ast.AST) -> Scalar:
        """Return the type in which numbers are added or compared: an int and a float meet as floats."""
        kinds = {value.type for value in values}
        if kinds == {UINT}:
            return UINT
        if kinds <= {INT, BOOL, FLOAT}:
            return FLOAT if FLOAT in kinds else INT
        named = " and ".join(sorted(describe(kind) for kind in kinds))
        raise self._error(
            node, f"mixes {named}" if len(kinds) > 1 else f"is of {named}", "convert one of them"
        )

    def _joined(self, kinds: list[Type], node: ast.AST) -> Type:
        """Return the type of something that has one of several types."""
        whole: Type | None = kinds[0]
        for kind in kinds[1:]:
            whole = None if whole is None else join(whole, kind)
        if whole is None:
            named = " here and ".join(dict.fromkeys(map(describe, kinds)))
            raise self._error(node, f"is {named} there", "keep to one type, such as 0.0 for a float")
        return whole

    def _converted(self, value: Value, kind: Type, node: ast.AST) -> Value:
        """Return a value as one of the type that is expected."""
        if value.type == kind:
            return value
        if kind in (INT, FLOAT) and value.type in (INT, BOOL):
            assert isinstance(kind, Scalar)
            return replace(value, code=f"(({kind.c}){value.code})", type=kind)
        if (
            isinstance(kind, Tuple)
            and isinstance(value.type, Tuple)
            and len(kind.parts) == len(value.type.parts)
        ):
            whole = self._copy(value)
            parts = [Value(f"{whole.code}.part{n}", part) for n, part in enumerate(value.type.parts)]
            pairs = zip(parts, kind.parts, strict=True)
            codes = ", ".join(self._converted(part, wanted, node).code for part, wanted in pairs)
            return Value(f"(({self.family.spell(kind)}){{ {codes} }})", kind)
        advice = f"make it {describe(kind)}"
        raise self._error(node, f"is {describe(value.type)} where {describe(kind)} is expected", advice)


def _at(place: str, element: Type) -> Value:
    """Return a place in a record: records are handed on by pointer."""
    return Value(f"(&{place})", element) if isinstance(element, Record) else Value(place, element)


def _effects(node: ast.AST) -> set[str]:
    """Return what evaluating an expression may do besides giving a value."""
    effects = set()
    for part in ast.walk(node):
        if isinstance(part, ast.Call) and ast.unparse(part.func) not in PURE:
            effects.add("call")
        elif isinstance(part, ast.Subscript):
            effects.add("index")
        elif isinstance(
            getattr(part, "op", None), ast.Div | ast.FloorDiv | ast.Mod | ast.LShift | ast.RShift
        ):
            effects.add("arithmetic")
    return effects


def _string_constant(name: str, objects: Iterable[Any]) -> str:
    """Return a string of C with the names of classes or functions, `module:name`, one a line."""
    lines = "\\n".join(f"{each.__module__}:{each.__qualname__}" for each in objects)
    return f'API const char {name}[] = "{lines}";'
