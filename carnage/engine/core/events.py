"""Events: how a family declares what each kind is called and what its numbers mean."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True)
class Shape:
    """One kind of event: its fields, slot of the record -> name in the log.

    It is of a side, unless it is not `sided`. With `dice` it shows those thrown for it. What is not
    `reported` has no words in a report: it only says when something changes that can be seen. `make stubs`
    makes a rule of it that writes it down, in the family's `writers.py`.
    """

    name: str
    says: str
    fields: dict[str, str]
    sided: bool = True
    dice: bool = False
    reported: bool = True


class Declared(Protocol):
    """A kind of event or of question."""

    @property
    def name(self) -> str: ...


def numbered(kinds: Iterable[Declared]) -> dict[str, int]:
    """The number of each kind by its name."""
    return {kind.name: number for number, kind in enumerate(kinds)}


def constants(numbers: dict[str, int]) -> dict[str, int]:
    """The same under Python names: `game-over` is GAME_OVER."""
    return {constant(name): number for name, number in numbers.items()}


def constant(name: str) -> str:
    """The constant that stands for such a kind."""
    return in_python(name).upper()


def in_python(name: str) -> str:
    """The name of such a kind as part of one in Python: `game-over` is told by `tell_game_over`."""
    return name.replace("-", "_")
