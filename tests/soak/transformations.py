"""Transformations of inputs: each has a name, a stage in which it is applied, and may keep the
meaning.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

Value = TypeVar("Value")

MAX_DEPTH = 3
"""Transformations of one input."""


@dataclass(frozen=True)
class Transformation(Generic[Value]):
    """A named change of an input.

    Attributes:
        name: The name, which a failed case is reported by.
        change: Returns the changed input; it may draw from the generator.
        stage: Transformations of one input are applied in the order of their stages, one of each
            stage.
        keeps: Whether the input means the same afterwards. If it does not, it may also be refused.
    """

    name: str
    change: Callable[[Value, random.Random], Value]
    stage: int = 0
    keeps: bool = True


@dataclass(frozen=True)
class Case(Generic[Value]):
    """An input with the names of its transformations.

    Attributes:
        input: The input.
        base: The known input that it is made of.
        names: The names of the transformations, in the order in which they were applied.
        keeps: Whether it means what the base means.
    """

    input: Value
    base: object
    names: tuple[str, ...] = field(default=())
    keeps: bool = True


Base = TypeVar("Base")


def generate_cases(
    seed: str,
    count: int,
    bases: Sequence[Base],
    read: Callable[[Base], Value],
    transformations: Sequence[Transformation[Value]],
) -> Iterator[Case[Value]]:
    """Yield cases, each of one base with one to three transformations; the same for the same
    arguments.

    Args:
        seed: The seed of the generator.
        count: The number of cases.
        bases: Known inputs.
        read: Returns the text or the bytes of a base.
        transformations: The transformations; each is used equally often as far as stages allow.
    """
    chance = random.Random(seed)
    stages = sorted({each.stage for each in transformations})
    for number in range(count):
        base = bases[number % len(bases)]
        first = transformations[number % len(transformations)]
        others = [stage for stage in stages if stage != first.stage]
        chosen_stages = chance.sample(others, min(len(others), chance.randrange(MAX_DEPTH)))
        chosen = [first]
        for stage in chosen_stages:
            chosen.append(chance.choice([each for each in transformations if each.stage == stage]))
        chosen.sort(key=lambda each: each.stage)
        value = read(base)
        for each in chosen:
            value = each.change(value, chance)
        names = tuple(each.name for each in chosen)
        yield Case(value, base, names, all(each.keeps for each in chosen))
