"""The source of the modules that number events and questions: a constant for each declared kind."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module

from carnage.engine.core.events import numbers_by_constant

EVENTS = """\
\"\"\"The number of each kind of event, as rules log it. `shapes.py` declares them.

`NUMBERED` has the names of all constants: engine versions depend on these, not on the numbers.
\"\"\"
"""
QUESTIONS = """\
\"\"\"The number of each kind of question, and of the answers that rules name.

`queries.py` declares them. `NUMBERED` has the names of all constants: engine versions depend on
these, not on the numbers.
\"\"\"
"""


def render_events(package: str) -> str:
    """Return the source of `events.py` for the declarations in this package."""
    return _render(EVENTS, import_module(f"{package}.shapes").NUMBERS)


def render_questions(package: str) -> str:
    """Return the source of `questions.py` for the declarations in this package."""
    return _render(QUESTIONS, import_module(f"{package}.queries").CONSTANTS)


def _render(docstring: str, numbers: Mapping[str, int]) -> str:
    """Return a module with a docstring and a constant for each number."""
    lines = [docstring, "from __future__ import annotations", ""]
    lines += [f"{name} = {number}" for name, number in numbers_by_constant(numbers).items()]
    lines += ["", "NUMBERED = frozenset(name for name in dir() if name.isupper())"]
    return "\n".join(lines) + "\n"
