"""Events: how a family declares what each kind is called and what its numbers mean."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True)
class Shape:
    """One kind of event. `make generated` writes the rule that logs it, in the family's `writers.py`.

    Attributes:
        name: Its name in the log.
        says: What happens, in words.
        fields: The name in the log of each slot of the record that it uses.
        sided: Whether it belongs to a side.
        dice: Whether it shows the dice that were kept for it.
        reported: Whether a report has words for it. Otherwise it only marks a change that can be seen.
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


def constants(numbers: Mapping[str, int]) -> dict[str, int]:
    """The same under Python names: `game-over` is GAME_OVER."""
    return {constant(name): number for name, number in numbers.items()}


def constant(name: str) -> str:
    """The constant that stands for such a kind."""
    return in_python(name).upper()


def in_python(name: str) -> str:
    """The name of such a kind as part of one in Python: `game-over` is told by `tell_game_over`."""
    return name.replace("-", "_")
