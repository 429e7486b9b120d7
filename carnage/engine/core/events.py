"""Declarations of events: the name of each kind, and the meaning of its numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True)
class Shape:
    """One kind of event. `make generated` writes the rule that logs it to `writers.py`.

    Attributes:
        name: The name in the log.
        says: The event in words.
        fields: The slots of the record that the event uses, each with its name in the log.
        sided: True if the event belongs to a side.
        dice: True if the event shows the dice that were kept for it.
        reported: True if a report has words for it. An event that is not reported marks a visible
            change.
    """

    name: str
    says: str
    fields: dict[str, str]
    sided: bool = True
    dice: bool = False
    reported: bool = True


class DeclaredKind(Protocol):
    """A declared kind of event or question."""

    @property
    def name(self) -> str: ...


def number_kinds(kinds: Iterable[DeclaredKind]) -> dict[str, int]:
    """Return the number of each kind by its name."""
    return {kind.name: number for number, kind in enumerate(kinds)}


def numbers_by_constant(numbers: Mapping[str, int]) -> dict[str, int]:
    """Return the numbers by the names of their Python constants."""
    return {constant_name(name): number for name, number in numbers.items()}


def constant_name(name: str) -> str:
    """Return the name of the constant of a kind: GAME_OVER for `game-over`."""
    return python_name(name).upper()


def python_name(name: str) -> str:
    """Return the name of a kind as part of a Python name: `game_over` for `game-over`."""
    return name.replace("-", "_")
