"""Weights: what the bots of a family go by when they weigh their options, in `weights.toml`."""

from __future__ import annotations

from importlib.resources.abc import Traversable

from carnage.catalog.toml import CatalogError, Entry, place_of, read_if_there


class Weight(Entry, frozen=True):
    """One of them: what it `says`, the `value` that the greedy bot has, the one to `start` learning from, and
    the range in which it is learned."""

    code: str
    says: str
    value: float
    start: float
    least: float
    most: float


class WeightsFile(Entry, frozen=True):
    """All that a family's bots go by."""

    weight: tuple[Weight, ...]


def read_weights(root: Traversable, family: str) -> tuple[Weight, ...]:
    """What a family's bots go by, none where they have nothing to weigh; raises CatalogError."""
    name = f"{family}/weights.toml"
    file = read_if_there(root, name, WeightsFile)
    if file is None:
        return ()
    check_weights(place_of(name), file.weight)
    return file.weight


def check_weights(name: str, weights: tuple[Weight, ...]) -> None:
    """Raise CatalogError for what is wrong with a family's weights."""
    codes = [weight.code for weight in weights]
    if len(set(codes)) != len(codes):
        raise CatalogError(f"{name}: a code stands twice")
    for weight in weights:
        if weight.least == weight.most or not all(
            weight.least <= value <= weight.most for value in (weight.value, weight.start)
        ):
            raise CatalogError(
                f"{name}: {weight.code}: `value` and `start` lie between `least` and `most`, which differ"
            )
