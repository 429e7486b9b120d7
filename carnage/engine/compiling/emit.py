"""Translation of the rules of a family to one file of C.

Python evaluates operands from left to right; C leaves the order open. So each call of a rule
becomes a separate statement. A value goes to a temporary variable first if a later call could
change it, or if its exception must come before another.
"""

from __future__ import annotations

import ast
import math
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NoReturn

import numpy as np

from carnage.engine.compiling import language
from carnage.engine.compiling.language import RuleError
from carnage.engine.compiling.marks import ENGINE, Rule, find_rule, is_outside
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
    type_of,
)
from carnage.engine.core import records

# The types of C for NumPy's codes of numbers in records.
STORED = {"i1": "int8_t", "i2": "int16_t", "i4": "int32_t", "i8": "int64_t", "f8": "double"}
STORED |= {"u1": "uint8_t", "u2": "uint16_t", "u4": "uint32_t", "u8": "uint64_t"}
# Names that are valid in Python but not in C.
RESERVED = re.compile(
    "auto|bool|case|char|const|default|do|double|enum|extern|false|float|floor|goto|inline|int|"
    "linux|long|register|restrict|short|signed|sizeof|static|struct|switch|true|typedef|union|"
    "unix|unsigned|void|volatile"
)
KEYWORDS: dict[type[ast.stmt], str] = {
    ast.Pass: ";",
    ast.Break: "break;",
    ast.Continue: "continue;",
}
COMPARISONS = {
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
}
# Operators by the type of both operands. `/` converts ints to floats first.
OPERATORS: dict[tuple[type[ast.operator], Scalar], str] = {
    (ast.Div, FLOAT): "py_divide({}, {})",
    (ast.FloorDiv, FLOAT): "py_floor_divide_float({}, {})",
    (ast.FloorDiv, INT): "py_floor_divide({}, {})",
    (ast.Mod, INT): "py_modulo({}, {})",
    (ast.LShift, INT): "py_shift_left({}, {})",
    (ast.RShift, INT): "py_shift_right({}, {})",
    (ast.LShift, UINT): "({} << {})",
    (ast.RShift, UINT): "({} >> {})",
}
_SIGNS = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.BitXor: "^",
}
for _op, _sign in _SIGNS.items():
    for _kind in (INT, UINT, FLOAT) if _sign in "+-*" else (INT, UINT):
        OPERATORS[_op, _kind] = f"({{}} {_sign} {{}})"
# Functions of one number, by the type of the argument: their C and the type of the result.
FUNCTIONS: dict[tuple[str, Scalar], tuple[str, Scalar]] = {
    ("abs", FLOAT): ("py_abs_float({})", FLOAT),
    ("abs", INT): ("py_abs_int({})", INT),
    ("float", FLOAT): ("{}", FLOAT),
    ("float", INT): ("((double){})", FLOAT),
    ("int", BOOL): ("((int64_t){})", INT),
    ("int", FLOAT): ("py_int({})", INT),
    ("int", INT): ("{}", INT),
    ("int", UINT): ("((int64_t){})", INT),
    ("math.floor", FLOAT): ("py_int(floor({}))", INT),
    ("math.sqrt", FLOAT): ("py_sqrt({})", FLOAT),
    ("np.uint64", INT): ("((uint64_t){})", UINT),
    ("np.uint64", UINT): ("{}", UINT),
}
# Functions that neither change anything nor raise.
PURE = {"abs", "float", "len", "max", "min", "np.uint64"}


@dataclass(frozen=True)
class Value:
    """An expression of C and its type.

    Attributes:
        code: The expression.
        type: Its type.
        is_constant: True for a constant, which needs no temporary variable.
        is_stable: True if no call can change it: a constant or a local variable.
    """

    code: str
    type: Type
    is_constant: bool = False
    is_stable: bool = False

    @classmethod
    def constant(cls, code: str, type: Type) -> Value:
        """Return a constant."""
        return cls(code, type, is_constant=True, is_stable=True)


class FamilyEmitter:
    """The C file of one family: the records and tuples that rules use, the rules, the entries."""

    def __init__(self, rules: list[Rule]) -> None:
        self.rules = rules
        self.declarations: list[str] = []
        self.names: dict[Type, str] = {}
        self.exceptions: dict[type, int] = {}
        self.outside: dict[str, Any] = {}

    def emit(self) -> str:
        """Return the text of the file."""
        functions = [FunctionEmitter(self, rule).emit() for rule in self.rules]
        entries = [self._emit_entry(rule) for rule in self.rules if rule.is_entry]
        names = [
            f'API const char exceptions[] = "{_qualified_names(self.exceptions)}";',
            f'API const char outside_functions[] = "{_qualified_names(self.outside.values())}";',
        ]
        pointers = [f"API int64_t (*outside_{name})(void);" for name in self.outside]
        prelude = Path(__file__).with_name("prelude.h").read_text(encoding="utf-8")
        parts = [prelude, *names, *self.declarations, *pointers, *functions, *entries]
        return "\n".join(parts) + "\n"

    def spell(self, type_: Type) -> str:
        """Return the C name of a type. Declare the type first if it is new."""
        if isinstance(type_, Scalar):
            return type_.c
        if isinstance(type_, Row):
            return f"{STORED.get(type_.storage) or self.declare(type_.element)} *"
        if isinstance(type_, Record):
            return f"{self.declare(type_)} *"
        return self.declare(type_)

    def declare(self, type_: Type) -> str:
        """Return the name of the struct for a type. Declare the struct first if it is new."""
        if type_ not in self.names:
            if isinstance(type_, Record):
                name, lines = self._declare_record(type_.cls)
            elif isinstance(type_, Array):
                record = self.declare(Record(type_.cls))
                name = f"Rows_{record}"
                lines = [f"typedef struct {{ {record} *at; int64_t length; }} Rows_{record};"]
            else:
                assert isinstance(type_, Tuple)
                parts = [f"{self.spell(part)} part{n};" for n, part in enumerate(type_.parts)]
                name = f"Tuple{len(self.names)}"
                lines = [f"typedef struct {{ {' '.join(parts)} }} {name};"]
            self.names[type_] = name
            self.declarations += lines
        return self.names[type_]

    def _declare_record(self, cls: type) -> tuple[str, list[str]]:
        """Return a record's name and declaration. Assertions compare its layout with NumPy's."""
        name = cls.__name__
        while name in self.names.values():
            name += "_"
        dtype = records.dtype_of(cls)
        assert dtype.fields is not None
        lines = []
        checks = [f"sizeof({name}) == {dtype.itemsize}"]
        for field, (kind, row_length, code) in records.fields(cls).items():
            storage = code or records.SCALARS.get(kind, "")
            c_type = STORED.get(storage) or self.declare(Record(kind))
            suffix = f"[{row_length}]" if row_length else ""
            lines.append(f"    {c_type} {_name(field)}{suffix};")
            checks.append(f"offsetof({name}, {_name(field)}) == {dtype.fields[field][1]}")
        asserted = [f'_Static_assert({check}, "layout");' for check in checks]
        return name, ["typedef struct {", *lines, f"}} {name};", *asserted]

    def _emit_entry(self, rule: Rule) -> str:
        """Return the C function that Python calls. It returns 0 or the number of an exception.

        An array is passed as a pointer and a length. The result of the rule is written to
        `*result`.
        """
        *kinds, result = map(type_of, rule.annotations)
        if any(isinstance(kind, Record | Tuple) for kind in (*kinds, result)):
            raise RuleError(
                rule,
                language.definition_of(rule).args,
                problem="is an entry's",
                advice="take Rows and numbers",
            )
        parameters = []
        arguments = []
        for n, kind in enumerate(kinds):
            if isinstance(kind, Array):
                parameters.append(f"{self.spell(Record(kind.cls))} a{n}")
                parameters.append(f"int64_t length{n}")
                arguments.append(f"({self.spell(kind)}){{ a{n}, length{n} }}")
            else:
                parameters.append(f"{self.spell(kind)} a{n}")
                arguments.append(f"a{n}")
        call = f"{function_name(rule)}({', '.join(arguments)})"
        if result != VOID:
            parameters.append(f"{self.spell(result)} *result")
            call = f"*result = {call}"
        return f"""
API int32_t entry_{function_name(rule)}({", ".join(parameters) or "void"}) {{
    py_Catcher here, *caller = py_catcher;
    here.exception = 0;
    py_catcher = &here;
    if (SET_JUMP(here.buffer) == 0) {call};
    py_catcher = caller;
    return here.exception;
}}"""


class FunctionEmitter:
    """The translation of one rule.

    Methods `_emit_X` translate statements, and methods `_value_X` expressions, of the class
    `ast.X`. The types of local variables follow from the values assigned to them. A later value may
    widen a type, so the body is emitted again until no type changes.
    """

    def __init__(self, family: FamilyEmitter, rule: Rule) -> None:
        self.family = family
        self.rule = rule
        self.outside = language.outside_values(rule)
        *parameters, self.result = map(type_of, rule.annotations)
        signature = language.definition_of(rule).args
        if signature.defaults or signature.kwonlyargs or signature.vararg or signature.kwarg:
            self._refuse(signature, "has optional parameters", "give each a value at each call")
        names = language.parameters_of(rule)
        if len(parameters) != len(names):
            self._refuse(signature, "lacks an annotation", "annotate each parameter and the result")
        self.parameters = dict(zip(names, parameters, strict=True))
        self.types: dict[str, Type] = dict(self.parameters)
        self.lines: list[str] = []
        self.temporaries = 0

    def emit(self) -> str:
        """Return the function in C."""
        definition = language.definition_of(self.rule)
        types: dict[str, Type] | None = None
        while types != self.types:
            types = dict(self.types)
            self.lines = []
            self.temporaries = 0
            self._block(definition.body)
        spell = self.family.spell
        parameters = ", ".join(
            f"{spell(kind)} {_name(name)}" for name, kind in self.parameters.items()
        )
        declarations = [
            f"{spell(kind)} {_name(name)} = {{0}};"
            for name, kind in self.types.items()
            if name not in self.parameters
        ]
        specifiers = "static"
        if self.rule.is_inlined:
            specifiers = "static inline __attribute__((always_inline))"
        signature = f"{function_name(self.rule)}({parameters or 'void'})"
        head = f"{specifiers} {spell(self.result)} {signature} {{"
        line = self._line_directive(definition)  # Else debuggers number on from the last rule.
        return "\n".join(["", line, head, *declarations, *self.lines, "}"])

    def _refuse(self, node: ast.AST, problem: str = "", advice: str = "") -> NoReturn:
        """Raise RuleError for a node."""
        raise RuleError(self.rule, node, problem=problem, advice=advice)

    def _line_directive(self, node: ast.stmt) -> str:
        """Return the directive that gives the Python line of a statement to C debuggers."""
        return f'#line {node.lineno} "{language.file_of(self.rule)}"'

    def _block(self, body: Iterable[ast.stmt]) -> None:
        """Emit statements, each after its line directive."""
        for statement in body:
            self.lines.append(self._line_directive(statement))
            if type(statement) in KEYWORDS:
                self.lines.append(KEYWORDS[type(statement)])
            else:
                self._method("_emit", statement)(statement)

    def _method(self, prefix: str, node: ast.AST) -> Callable[[Any], Any]:
        """Return the method that translates a statement or an expression.

        Raise RuleError without one.
        """
        method: Callable[[Any], Any] | None = getattr(self, f"{prefix}_{type(node).__name__}", None)
        if method is None:
            self._refuse(node)
        if isinstance(node, ast.For | ast.While) and node.orelse:
            self._refuse(node, "has an `else`", "set a local variable before `break`")
        return method

    @contextmanager
    def _collected(self) -> Iterator[list[str]]:
        """Collect the lines of the `with` block, instead of adding them to the function."""
        function_lines = self.lines
        self.lines = []
        try:
            yield self.lines
        finally:
            self.lines = function_lines

    def _emit_Expr(self, node: ast.Expr) -> None:
        if not isinstance(node.value, ast.Constant):  # A docstring is a constant.
            self._value(node.value)

    def _emit_Raise(self, node: ast.Raise) -> None:
        """Emit a jump back to the entry, with the number of the exception."""
        exception = self.outside.get(ast.unparse(node.exc or node))
        if not isinstance(exception, type) or not issubclass(exception, Exception):
            self._refuse(
                node, "raises no class of exceptions", "import one, as in `raise NoSuchRule`"
            )
        numbers = self.family.exceptions
        number = numbers.setdefault(exception, len(numbers))
        self.lines.append(f"py_raise(FIRST_EXCEPTION + {number});")

    def _emit_Return(self, node: ast.Return) -> None:
        if node.value:
            value = self._value(node.value)
        else:
            value = Value("", VOID)
        self.lines.append(f"return {self._converted(value, self.result, node)};")

    def _emit_If(self, node: ast.If) -> None:
        self.lines.append(f"if ({self._truth(node.test)}) {{")
        self._block(node.body)
        if node.orelse:
            self.lines.append("} else {")
            self._block(node.orelse)
        self.lines.append("}")

    def _emit_While(self, node: ast.While) -> None:
        """Emit a loop.

        The condition may need statements of its own, so it is tested inside the loop.
        """
        self.lines.append("for (;;) {")
        self.lines.append(f"if (!({self._truth(node.test)})) break;")
        self._block(node.body)
        self.lines.append("}")

    def _emit_For(self, node: ast.For) -> None:
        """Emit a loop over a range.

        Python keeps the last value, so the counter is a separate variable.
        """
        if not isinstance(node.iter, ast.Call) or ast.unparse(node.iter.func) != "range":
            self._refuse(node.iter, "cannot be looped over", "write `for name in range(…)`")
        bounds = []
        for code in [self._converted(v, INT, node) for v in self._values(node.iter.args)]:
            value = Value(code, INT, is_constant=code.startswith("INT64_C"))
            bounds.append(self._copy(value).code)
        if len(bounds) == 1:
            bounds.insert(0, "0")
        start, stop, *steps = bounds
        n = self._new_name()
        step = "1"
        condition = f"{n} < {stop}"
        if steps:
            (step,) = steps
            condition = f"{step} > 0 ? {n} < {stop} : {n} > {stop}"
        self.lines.append(f"for (int64_t {n} = {start}; {condition}; {n} += {step}) {{")
        self._assign(node.target, Value(n, INT))
        self._block(node.body)
        self.lines.append("}")

    def _emit_Assign(self, node: ast.Assign) -> None:
        """Emit an assignment.

        The values for several targets are all computed before the first is stored.
        """
        target = node.targets[0]
        if len(node.targets) > 1:
            self._refuse(node, "has several targets", "write one assignment a line")
        if not isinstance(target, ast.Tuple):
            value = self._value(node.value)
            if not isinstance(target, ast.Name) and _must_precede(node.value, [target]):
                value = self._copy(value)
            self._assign(target, value)
            return
        if isinstance(node.value, ast.Tuple):
            parts = [self._copy(value) for value in self._values(node.value.elts)]
        else:
            whole = self._copy(self._value(node.value))
            if isinstance(whole.type, Tuple):
                kinds = whole.type.parts
            else:
                kinds = ()
            parts = [Value(f"{whole.code}.part{n}", kind) for n, kind in enumerate(kinds)]
        if len(parts) != len(target.elts):
            self._refuse(node, f"unpacks {len(parts)} values", "name each value of a tuple")
        for part, value in zip(target.elts, parts, strict=True):
            if isinstance(value.type, Record) and not isinstance(part, ast.Name):
                self._refuse(
                    part, f"is a copy of {value.type} among several", "write one assignment a line"
                )
            self._assign(part, value)

    def _assign(self, target: ast.expr, value: Value) -> None:
        """Emit the assignment of a value to a variable, a field or an element."""
        if not isinstance(target, ast.Name):
            self._store(self._place(target), value, target)
            return
        if value.type == VOID:
            self._refuse(target, "is given no value", "return one from the rule that is called")
        known = self.types.get(target.id, value.type)
        kind = self._joined([known, value.type], target)
        if kind != self.parameters.get(target.id, kind):
            self._refuse(target, f"is a parameter and becomes {kind}", "use another name")
        self.types[target.id] = kind
        self.lines.append(f"{_name(target.id)} = {self._converted(value, kind, target)};")

    def _store(self, place: Value, value: Value, node: ast.AST) -> None:
        """Emit the assignment of a value to a field or an element."""
        if isinstance(place.type, Row | Array | Tuple):
            self._refuse(node, f"is {place.type}", "store its elements one by one")
        whole = "*" if isinstance(place.type, Record) else ""
        self.lines.append(
            f"{whole}{place.code} = {whole}{self._converted(value, place.type, node)};"
        )

    def _emit_AugAssign(self, node: ast.AugAssign) -> None:
        """Emit an assignment such as `+=`. The place of the target is computed only once."""
        place = self._place(node.target)
        if not isinstance(node.target, ast.Name):
            pointer = self._new_name()
            self.lines.append(f"__auto_type {pointer} = &{place.code};")
            place = replace(place, code=f"(*{pointer})")
        old = self._loaded(place)
        if _must_precede(node.target, [node.value]):
            old = self._copy(old)
        operand = self._value(node.value)
        value = self._operation(node, node.op, old, operand)
        if isinstance(node.target, ast.Name):
            self._assign(node.target, value)
        else:
            self._store(place, value, node)

    def _new_name(self) -> str:
        """Return the name of a new temporary variable."""
        self.temporaries += 1
        return f"_{self.temporaries}"

    def _copy(self, value: Value) -> Value:
        """Assign a value to a new temporary variable and return it. Return a constant unchanged."""
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
            if not value.is_stable and _must_precede(node, nodes[n + 1 :]):
                value = self._copy(value)
            values.append(value)
        return values

    def _value(self, node: ast.expr) -> Value:
        """Return the value of an expression. Emit the statements that it needs first."""
        value: Value = self._method("_value", node)(node)
        return value

    def _truth(self, node: ast.expr) -> str:
        """Return an expression as a condition of C."""
        if isinstance(node, ast.BoolOp):
            value = self._lazy(node, self._truth)
        else:
            value = self._value(node)
        if value.type == BOOL:
            return value.code
        if value.type in (INT, UINT, FLOAT):
            return f"({value.code} != 0)"
        self._refuse(node, f"is {value.type}", "compare it with a number")

    def _constant(self, value: Any, node: ast.AST) -> Value:
        """Return a number of Python as a constant of C."""
        if isinstance(value, bool | np.bool_):
            return Value.constant("true" if value else "false", BOOL)
        if isinstance(value, np.uint64):
            return Value.constant(f"UINT64_C({value})", UINT)
        if isinstance(value, int | np.integer) and 0 <= value < 2**63:
            return Value.constant(f"INT64_C({value})", INT)
        if isinstance(value, int | np.integer) and -(2**63) <= value < 0:
            return Value.constant(f"(-INT64_C({-value}))", INT)
        if isinstance(value, float) and math.isfinite(value):
            return Value.constant(f"({float(value)!r})", FLOAT)
        if isinstance(value, int | float | np.integer):
            self._refuse(node, "has no value of 64 bits", "use a number that has")
        self._refuse(node, f"is a {type(value).__name__}", "use a number, or a field of a record")

    def _value_Constant(self, node: ast.Constant) -> Value:
        return self._constant(node.value, node)

    def _value_Name(self, node: ast.Name) -> Value:
        if node.id in self.types:
            return Value(_name(node.id), self.types[node.id], is_stable=True)
        if node.id in self.outside:
            return self._constant(self.outside[node.id], node)
        self._refuse(node, "has no value yet", "give it one before, on every way that leads here")

    def _value_Attribute(self, node: ast.Attribute) -> Value:
        name = ast.unparse(node)
        if name in self.outside:
            return self._constant(self.outside[name], node)
        return self._loaded(self._place(node))

    def _value_Subscript(self, node: ast.Subscript) -> Value:
        return self._loaded(self._place(node))

    def _loaded(self, place: Value) -> Value:
        """Return the value at a place. An integer of fewer bits is widened to 64."""
        is_number = place.type == INT and not place.is_stable
        if is_number:
            return replace(place, code=f"((int64_t){place.code})")
        return place

    def _place(self, node: ast.expr) -> Value:
        """Return an expression that can be assigned to; for a record, a pointer to it."""
        if isinstance(node, ast.Attribute):
            return self._field(node)
        if isinstance(node, ast.Subscript):
            return self._element(node)
        if isinstance(node, ast.Name):
            return self._value_Name(node)
        self._refuse(node, "cannot be stored to", "store to a name, a field or an element")

    def _field(self, node: ast.Attribute) -> Value:
        """Return the place of a field of a record."""
        owner = self._value(node.value)
        if isinstance(owner.type, Record):
            fields = records.fields(owner.type.cls)
        else:
            fields = {}
        if node.attr not in fields:
            self._refuse(
                node, f"is no field of {owner.type}", f"its fields: {', '.join(fields) or 'none'}"
            )
        kind, count, code = fields[node.attr]
        place = f"{owner.code}->{_name(node.attr)}"
        element = type_of(kind)
        if count:
            return Value(place, Row(element, count, code or records.SCALARS.get(kind, "")))
        return _at(place, element)

    def _element(self, node: ast.Subscript) -> Value:
        """Return the place of an element of a row or an array, with a check of the index."""
        owner, index = self._values([node.value, node.slice])
        at = self._converted(index, INT, node.slice)
        if isinstance(owner.type, Array):
            return _at(
                f"{owner.code}.at[py_index({at}, {owner.code}.length)]", Record(owner.type.cls)
            )
        if isinstance(owner.type, Row):
            constant = getattr(node.slice, "value", None)
            if not isinstance(constant, int) or not 0 <= constant < owner.type.count:
                at = f"py_index({at}, {owner.type.count})"
            return _at(f"{owner.code}[{at}]", owner.type.element)
        self._refuse(node.value, f"is {owner.type}", "index a row or an array; unpack a tuple")

    def _value_Tuple(self, node: ast.Tuple) -> Value:
        parts = self._values(node.elts)
        kind = Tuple(tuple(part.type for part in parts))
        return Value(
            f"(({self.family.spell(kind)}){{ {', '.join(part.code for part in parts)} }})", kind
        )

    def _value_UnaryOp(self, node: ast.UnaryOp) -> Value:
        if isinstance(node.op, ast.Not):
            return Value(f"(!{self._truth(node.operand)})", BOOL)
        value = self._value(node.operand)
        sign = {ast.USub: "-", ast.UAdd: "+", ast.Invert: "~"}[type(node.op)]
        if value.type not in (INT, UINT, FLOAT) or (sign == "~" and value.type == FLOAT):
            self._refuse(node, f"has the operand {value.type}", "use a number")
        return replace(value, code=f"({sign}{value.code})")

    def _value_BinOp(self, node: ast.BinOp) -> Value:
        left, right = self._values([node.left, node.right])
        return self._operation(node, node.op, left, right)

    def _operation(self, node: ast.AST, op: ast.operator, left: Value, right: Value) -> Value:
        """Return the result of an arithmetic operation. Both operands are converted to one type."""
        kind = self._number_type([left, right], node)
        if isinstance(op, ast.Div) and kind == INT:
            kind = FLOAT
        if (type(op), kind) not in OPERATORS:
            advice = language.ADVICE_FOR.get(type(op), "convert with int(…) or float(…)")
            self._refuse(node, f"is no operation of {kind}", advice)
        operands = [self._converted(value, kind, node) for value in (left, right)]
        return Value(OPERATORS[type(op), kind].format(*operands), kind)

    def _value_Compare(self, node: ast.Compare) -> Value:
        """Return a chain of comparisons. Raise RuleError if its later operands have effects."""
        for op in node.ops:
            if type(op) not in COMPARISONS:
                self._refuse(node, advice=language.ADVICE_FOR[type(op)])
        # Python evaluates these only if all comparisons before are true.
        late = node.comparators[1:]
        for n, operand in enumerate(late, 1):
            if _must_precede(operand, late[n:]) or "call" in _effects(operand):
                self._refuse(
                    node, "does too much late in a chain", "assign its values on lines before"
                )
        values = self._values([node.left, *node.comparators])
        pairs = zip(values, node.ops, values[1:], strict=False)
        tests = [self._comparison(node, left, op, right) for left, op, right in pairs]
        return Value(f"({' && '.join(tests)})", BOOL)

    def _comparison(self, node: ast.AST, left: Value, op: ast.cmpop, right: Value) -> str:
        """Return the comparison of two numbers, both converted to one type."""
        kind = self._number_type([left, right], node)
        operands = [self._converted(value, kind, node) for value in (left, right)]
        return f" {COMPARISONS[type(op)]} ".join(operands)

    def _value_BoolOp(self, node: ast.BoolOp) -> Value:
        return self._lazy(
            node, lambda operand: self._converted(self._value(operand), BOOL, operand)
        )

    def _lazy(self, node: ast.BoolOp, test: Callable[[ast.expr], str]) -> Value:
        """Return the value of `and` or `or`, whose later operands are evaluated only if needed.

        Args:
            node: The expression.
            test: Returns the C of one operand.
        """
        is_and = isinstance(node.op, ast.And)
        whole = test(node.values[0])
        for operand in node.values[1:]:
            with self._collected() as lines:
                further = test(operand)
            if not lines:
                sign = "&&" if is_and else "||"
                whole = f"({whole} {sign} {further})"
                continue
            so_far = self._copy(Value(whole, BOOL)).code
            condition = so_far if is_and else f"!{so_far}"
            self.lines += [f"if ({condition}) {{", *lines, f"{so_far} = {further};", "}"]
            whole = so_far
        return Value(whole, BOOL)

    def _value_IfExp(self, node: ast.IfExp) -> Value:
        """Return a conditional expression.

        It becomes an `if` if an operand needs statements of its own.
        """
        test = self._truth(node.test)
        with self._collected() as true_lines:
            true_value = self._value(node.body)
        with self._collected() as false_lines:
            false_value = self._value(node.orelse)
        kind = self._joined([true_value.type, false_value.type], node)
        true_code = self._converted(true_value, kind, node)
        false_code = self._converted(false_value, kind, node)
        if not true_lines and not false_lines:
            return Value(f"({test} ? {true_code} : {false_code})", kind)
        name = self._new_name()
        self.lines.append(f"{self.family.spell(kind)} {name};")
        self.lines += [f"if ({test}) {{", *true_lines, f"{name} = {true_code};", "} else {"]
        self.lines += [*false_lines, f"{name} = {false_code};", "}"]
        return Value(name, kind, is_stable=True)

    def _value_Call(self, node: ast.Call) -> Value:
        """Return the result of a call of a rule, an outside function, or one of FUNCTIONS."""
        name = ast.unparse(node.func)
        called = self.outside.get(name)
        rule = find_rule(called)
        if rule is not None:
            return self._call_rule(rule, node)
        if is_outside(called):
            if node.args or node.keywords:
                self._refuse(node, "has arguments", "call it without any")
            return self._call_outside(name, called)
        if node.keywords:
            self._refuse(node, "has keywords", "leave them out")
        values = self._values(node.args)
        kinds = [value.type for value in values]
        if name == "len" and len(values) == 1 and isinstance(values[0].type, Row):
            return self._constant(values[0].type.count, node)
        if name == "len" and len(values) == 1 and isinstance(values[0].type, Array):
            return Value(f"{values[0].code}.length", INT)
        if name in ("max", "min") and len(values) > 1:
            kind = self._joined(kinds, node)
            codes = [self._converted(value, kind, node) for value in values]
            whole = codes[0]
            for code in codes[1:]:
                whole = f"py_{name}_{kind}({whole}, {code})"
            if kind in (INT, FLOAT):
                return Value(whole, kind)
        if len(values) == 1 and (name, kinds[0]) in FUNCTIONS:
            code, result = FUNCTIONS[name, kinds[0]]  # type: ignore[index]
            return Value(code.format(values[0].code), result)
        self._refuse(
            node, f"calls no function of {', '.join(map(str, kinds))}", "see the rule language"
        )

    def _call_rule(self, rule: Rule, node: ast.Call) -> Value:
        """Emit a call of a rule and return its result. Keyword arguments are put in order."""
        *kinds, result = map(type_of, rule.annotations)
        names = language.parameters_of(rule)
        values = self._values([*node.args, *(keyword.value for keyword in node.keywords)])
        given = [*names[: len(node.args)], *(str(keyword.arg) for keyword in node.keywords)]
        if len(given) != len(values) or sorted(given) != sorted(names):
            self._refuse(node, "has other arguments than the rule", f"it has {', '.join(names)}")
        arguments = dict(zip(given, values, strict=True))
        converted = [
            self._converted(arguments[name], kind, node)
            for name, kind in zip(names, kinds, strict=True)
        ]
        call = f"{function_name(rule)}({', '.join(converted)})"
        if result == VOID:
            self.lines.append(f"{call};")
            return Value("", VOID)
        return self._copy(Value(call, result))

    def _call_outside(self, name: str, function: Any) -> Value:
        """Emit a call of a Python function, and restore the catcher of exceptions after it.

        Other games may run on this thread meanwhile, with their own catchers.
        """
        self.family.outside[name] = function
        catcher = self._new_name()
        self.lines.append(f"py_Catcher *{catcher} = py_catcher;")
        result = self._copy(Value(f"outside_{name}()", INT))
        self.lines.append(f"py_catcher = {catcher};")
        return result

    def _number_type(self, values: list[Value], node: ast.AST) -> Scalar:
        """Return the type in which numbers are added or compared.

        An int with a float makes a float.
        """
        kinds = {value.type for value in values}
        if kinds == {UINT}:
            return UINT
        if kinds <= {INT, BOOL, FLOAT}:
            return FLOAT if FLOAT in kinds else INT
        self._refuse(
            node, f"combines {' and '.join(sorted(map(str, kinds)))}", "convert one of them"
        )

    def _joined(self, kinds: list[Type], node: ast.AST) -> Type:
        """Return the common type of several values.

        A bool may be an int; an int and a float have none.
        """
        if set(kinds) == {BOOL, INT}:
            return INT
        if len(set(kinds)) > 1:
            named = " here and ".join(dict.fromkeys(map(str, kinds)))
            self._refuse(node, f"is {named} there", "keep to one type, such as 0.0 for a float")
        return kinds[0]

    def _converted(self, value: Value, kind: Type, node: ast.AST) -> str:
        """Return the C of a value, converted to the expected type."""
        if value.type == kind:
            return value.code
        if (value.type, kind) in ((BOOL, INT), (BOOL, FLOAT), (INT, FLOAT)):
            return f"(({self.family.spell(kind)}){value.code})"
        self._refuse(node, f"is {value.type} where {kind} is expected", f"make it {kind}")


def function_name(rule: Rule) -> str:
    """Return the name of a rule's function in C, such as `battle__move__paths__reach`."""
    return rule.name.removeprefix(ENGINE).replace(".", "__")


def _name(name: str) -> str:
    """Return a name of Python as a name of C."""
    return f"{name}_" if RESERVED.fullmatch(name) else name


def _at(place: str, element: Type) -> Value:
    """Return the value for a place in a record. Records are passed by pointer."""
    if isinstance(element, Record):
        return Value(f"(&{place})", element)
    return Value(place, element)


def _must_precede(node: ast.AST, later: Iterable[ast.AST]) -> bool:
    """Return True if a value must be computed before later operands are.

    That is so if one of them calls something, or if the two may raise different exceptions.
    """
    effects = _effects(node)
    later_effects = set().union(*map(_effects, later))
    return "call" in later_effects or bool(effects and later_effects and effects != later_effects)


def _effects(node: ast.AST) -> set[str]:
    """Return the effects of an expression: a `call`, or errors of `index` or `arithmetic`."""
    effects = set()
    for part in ast.walk(node):
        if isinstance(part, ast.Call) and ast.unparse(part.func) not in PURE:
            effects.add("call")
        elif isinstance(part, ast.Subscript):
            effects.add("index")
        elif isinstance(part, ast.Div | ast.FloorDiv | ast.Mod | ast.LShift | ast.RShift):
            effects.add("arithmetic")
    return effects


def _qualified_names(objects: Iterable[Any]) -> str:
    """Return the modules and names of objects as one string, separated by spaces."""
    return " ".join(f"{item.__module__}:{item.__qualname__}" for item in objects)
