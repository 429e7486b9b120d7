"""Events: how a family declares what each kind is called and what its numbers mean."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Shape:
    """The fields of one kind of event: slot of the record -> name in the log."""

    name: str
    says: str
    fields: dict[str, str]


def numbered(shapes: tuple[Shape, ...]) -> dict[str, int]:
    """The number of each kind by its name."""
    return {shape.name: number for number, shape in enumerate(shapes)}


def constants(numbers: dict[str, int]) -> dict[str, int]:
    """The same under Python names: `game-over` is GAME_OVER."""
    return {name.upper().replace("-", "_"): number for name, number in numbers.items()}
