"""Writers: a rule for each kind of event, made of what the family's `events.py` declares.

A rule that logs an event calls its writer, `write.shaken(g, log, R.MORALE_SHAKEN, side, unit, tokens=2)`, and
gives its numbers under the names that they have in the log. The writers lie in the family's `writers.py`, as
source, so that they can be read, type-checked and compiled like all rules. `make stubs` writes them (it is
`python -m carnage.engine.stubs`); a test holds that they are up to date.
"""

from __future__ import annotations

import keyword
import textwrap
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from carnage.engine.core.events import Shape, constant, in_python
from carnage.wording import capital

WIDTH = 110
NAMES = ("actor", "target")
WHOLE = ("a", "b", "c", "d")
PLACES = ("x0", "y0", "x1", "y1", "fx", "fy")


def frame(family: str) -> str:
    """Return the package of a family's record and events: its `frame`, or else the family itself."""
    package = f"carnage.engine.{family}"
    inner = f"{package}.frame"
    return inner if find_spec(inner) else package


def place(family: str) -> Path:
    """Where a family's writers are."""
    (folder,) = import_module(frame(family)).__path__
    return Path(folder) / "writers.py"


def text(family: str) -> str:
    """What should stand in a family's `writers.py`."""
    package = frame(family)
    folder = package.removeprefix("carnage.engine.").replace(".", "/")
    events = import_module(f"{package}.events")
    noted = sorted({"note_way" if set(shape.fields) & set(PLACES) else "note" for shape in events.SHAPES})
    lines = [
        f'"""The writers of events, one for each kind: {folder}/events.py says what their numbers mean.',
        "",
        "Written by `make stubs`. `by` is the number of the rule that did it.",
        '"""',
        "",
        "from __future__ import annotations",
        "",
        *sorted(
            (
                "from carnage.engine.compiling.marks import rule",
                f"from {package} import events as E",
                f"from {package}.noting import {', '.join(noted)}",
                f"from {package}.state import Game, Log",
            ),
            key=str.split,
        ),
        "",
        "# fmt: off",
    ]
    for shape in events.SHAPES:
        lines += ["", "", *writer(shape)]
    return "\n".join(lines) + "\n"


def named(word: str) -> str:
    """A name of the log as a name in Python: `first-player` is first_player, `with` is with_."""
    word = in_python(word)
    return f"{word}_" if keyword.iskeyword(word) else word


def writer(shape: Shape) -> Iterator[str]:
    """One rule."""
    given = {slot: named(field) for slot, field in shape.fields.items()}
    order = [slot for slot in (*NAMES, *WHOLE, *PLACES) if slot in given]
    taken = ["g: Game", "log: Log", "by: int", *(["side: int"] if shape.sided else [])]
    taken += [f"{given[slot]}: {'float' if slot in PLACES else 'int'}" for slot in order]
    passed = ["g", "log", f"E.{constant(shape.name)}", "by", "side" if shape.sided else "-1"]
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
    yield from wrapped(f"    {'note_way' if placed else 'note'}(", passed, ")", "    ")


def wrapped(head: str, parts: list[str], tail: str, indent: str) -> Iterator[str]:
    """One line, or, where it is too long for that, a few."""
    inner = ", ".join(parts)
    if len(head + inner + tail) <= WIDTH:
        yield head + inner + tail
    else:
        margin = f"{indent}    "
        yield head
        yield from textwrap.wrap(inner, WIDTH, initial_indent=margin, subsequent_indent=margin)
        yield indent + tail
