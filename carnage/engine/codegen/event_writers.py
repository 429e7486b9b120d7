"""The source of the event writers: a rule for each declared kind of event.

A rule that logs an event calls its writer: `write.shaken(g, log, R.MORALE_SHAKEN, side, unit,
tokens=2)`. The numbers are passed under the names that they have in the log.
"""

from __future__ import annotations

import keyword
import textwrap
from collections.abc import Iterator
from importlib import import_module

from carnage.common.text_format import capital
from carnage.engine.core.events import Shape, constant_name, python_name

WIDTH = 100
NAMES = ("actor", "target")
WHOLE = ("a", "b", "c", "d")
PLACES = ("x0", "y0", "x1", "y1", "fx", "fy")


def render_writers(package: str) -> str:
    """Return the source of `writers.py` for the declarations in this package."""
    shapes: tuple[Shape, ...] = import_module(f"{package}.shapes").SHAPES
    noted = sorted(
        {"log_move" if set(shape.fields) & set(PLACES) else "log_event" for shape in shapes}
    )
    lines = [
        '"""The writers of events, one for each kind: `shapes.py` declares what their numbers '
        "mean.",
        "",
        "`by` is the number of the rule that did it.",
        '"""',
        "",
        "from __future__ import annotations",
        "",
        *sorted(
            (
                "from carnage.engine.compiling.marks import rule",
                f"from {package} import events as E",
                f"from {package}.event_log import {', '.join(noted)}",
                f"from {package}.state import Game, Log",
            ),
            key=str.split,
        ),
        "",
        "# fmt: off",
    ]
    for shape in shapes:
        lines += ["", "", *writer(shape)]
    return "\n".join(lines) + "\n"


def named(word: str) -> str:
    """Return a name of the log as a Python name:

    `first_player` for `first-player`, `with_` for `with`.
    """
    word = python_name(word)
    return f"{word}_" if keyword.iskeyword(word) else word


def writer(shape: Shape) -> Iterator[str]:
    """Yield the lines of the rule that logs events of one kind."""
    given = {slot: named(field) for slot, field in shape.fields.items()}
    order = [slot for slot in (*NAMES, *WHOLE, *PLACES) if slot in given]
    taken = ["g: Game", "log: Log", "by: int", *(["side: int"] if shape.sided else [])]
    taken += [f"{given[slot]}: {'float' if slot in PLACES else 'int'}" for slot in order]
    passed = ["g", "log", f"E.{constant_name(shape.name)}", "by", "side" if shape.sided else "-1"]
    passed += [given.get(slot, "-1") for slot in NAMES]
    passed += [given.get(slot, "0") for slot in WHOLE]
    placed = any(slot in given for slot in PLACES)
    passed += [given.get(slot, "0.0") for slot in PLACES if placed]
    yield "@rule"
    yield from wrapped(f"def {named(shape.name)}(", taken, ") -> None:", "")
    says = f"{capital(shape.says)}."
    yield from (
        [f'    """{says}', "", "    It shows the dice kept for it.", '    """']
        if shape.dice
        else [f'    """{says}"""']
    )
    passed.append("1" if shape.dice else "0")
    yield from wrapped(f"    {'log_move' if placed else 'log_event'}(", passed, ")", "    ")


def wrapped(head: str, parts: list[str], tail: str, indent: str) -> Iterator[str]:
    """Yield a call or a signature as one line, or as several if it is longer than WIDTH."""
    inner = ", ".join(parts)
    if len(head + inner + tail) <= WIDTH:
        yield head + inner + tail
    else:
        margin = f"{indent}    "
        yield head
        yield from textwrap.wrap(inner, WIDTH, initial_indent=margin, subsequent_indent=margin)
        yield indent + tail
