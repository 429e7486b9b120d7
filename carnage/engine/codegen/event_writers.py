"""The source of the event writers: a rule for each declared kind of event.

A rule that logs an event calls its writer: `write.shaken(g, log, R.MORALE_SHAKEN, side, unit,
tokens=2)`. The numbers are passed under the names that they have in the log.
"""

from __future__ import annotations

import keyword
import textwrap
from collections.abc import Iterator
from importlib import import_module

from carnage.common.text_format import capitalize
from carnage.engine.core.events import Shape, constant_name, python_name

MAX_WIDTH = 100  # characters of a line
THING_SLOTS = ("actor", "target")
INTEGER_SLOTS = ("a", "b", "c", "d")
FLOAT_SLOTS = ("x0", "y0", "x1", "y1", "fx", "fy")


def render_writers(package: str) -> str:
    """Return the source of `writers.py` for the declarations in this package."""
    shapes: tuple[Shape, ...] = import_module(f"{package}.shapes").SHAPES
    log_functions = sorted({_log_function(shape) for shape in shapes})
    imports = [
        "from carnage.engine.compiling.marks import rule",
        f"from {package} import events as E",
        f"from {package}.event_log import {', '.join(log_functions)}",
        f"from {package}.state import Game, Log",
    ]
    lines = [
        '"""The writers of events, one for each kind: `shapes.py` declares what their numbers '
        "mean.",
        "",
        "`by` is the number of the rule that did it.",
        '"""',
        "",
        "from __future__ import annotations",
        "",
        *sorted(imports, key=str.split),
        "",
        "# fmt: off",
    ]
    for shape in shapes:
        lines += ["", "", *render_writer(shape)]
    return "\n".join(lines) + "\n"


def _has_floats(shape: Shape) -> bool:
    """Return True if events of this kind have places or directions."""
    return any(slot in shape.fields for slot in FLOAT_SLOTS)


def _log_function(shape: Shape) -> str:
    """Return the name of the function that logs events of this kind."""
    return "log_move" if _has_floats(shape) else "log_event"


def parameter_name(word: str) -> str:
    """Return a name of the log as a Python name: `first_player` for `first-player`.

    A keyword gets an underscore: `with_` for `with`.
    """
    word = python_name(word)
    return f"{word}_" if keyword.iskeyword(word) else word


def render_writer(shape: Shape) -> Iterator[str]:
    """Yield the lines of the rule that logs events of one kind."""
    yield "@rule"
    name = parameter_name(shape.name)
    yield from _wrap_call(f"def {name}(", _parameters(shape), ") -> None:")
    summary = f"{capitalize(shape.says)}."
    if shape.dice:
        yield from (
            f'    """{summary}',
            "",
            "    The event includes the dice kept with `keep_die`.",
            '    """',
        )
    else:
        yield f'    """{summary}"""'
    yield from _wrap_call(f"    {_log_function(shape)}(", _arguments(shape), ")", indent="    ")


def _parameters(shape: Shape) -> list[str]:
    """Return the parameters of the rule that logs events of one kind, with their types."""
    parameters = ["g: Game", "log: Log", "by: int"]
    if shape.sided:
        parameters.append("side: int")
    for slot in (*THING_SLOTS, *INTEGER_SLOTS, *FLOAT_SLOTS):
        if slot in shape.fields:
            kind = "float" if slot in FLOAT_SLOTS else "int"
            parameters.append(f"{parameter_name(shape.fields[slot])}: {kind}")
    return parameters


def _arguments(shape: Shape) -> list[str]:
    """Return the arguments of the function that logs events of one kind."""
    names = {slot: parameter_name(field) for slot, field in shape.fields.items()}
    side = "side" if shape.sided else "-1"
    arguments = ["g", "log", f"E.{constant_name(shape.name)}", "by", side]
    arguments += [names.get(slot, "-1") for slot in THING_SLOTS]
    arguments += [names.get(slot, "0") for slot in INTEGER_SLOTS]
    if _has_floats(shape):
        arguments += [names.get(slot, "0.0") for slot in FLOAT_SLOTS]
    arguments.append("1" if shape.dice else "0")
    return arguments


def _wrap_call(head: str, parts: list[str], tail: str, indent: str = "") -> Iterator[str]:
    """Yield a call or a signature as one line, or as several if it is longer than MAX_WIDTH."""
    inner = ", ".join(parts)
    if len(head + inner + tail) <= MAX_WIDTH:
        yield head + inner + tail
    else:
        margin = f"{indent}    "
        yield head
        yield from textwrap.wrap(inner, MAX_WIDTH, initial_indent=margin, subsequent_indent=margin)
        yield indent + tail
