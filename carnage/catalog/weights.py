"""Weights: coefficients with which the bots of a family value their options, in `weights.toml`."""

from __future__ import annotations

from importlib.resources.abc import Traversable

from carnage.catalog.toml import CatalogError, Entry, display_path, read_optional


class Weight(Entry, frozen=True):
    """A weight of the bots.

    Attributes:
        says: Its meaning.
        value: The value that the greedy bot uses.
        start: The value from which learning starts.
        least: The lower end of the range in which it is learned.
        most: The upper end.
    """

    code: str
    says: str
    value: float
    start: float
    least: float
    most: float


class WeightsFile(Entry, frozen=True):
    """The file of a family's weights."""

    weight: tuple[Weight, ...]


def read_weights(root: Traversable, family: str) -> tuple[Weight, ...]:
    """Return the weights of a family's bots; empty if it has none. Raises CatalogError."""
    name = f"{family}/weights.toml"
    file = read_optional(root, name, WeightsFile)
    if file is None:
        return ()
    check_weights(display_path(name), file.weight)
    return file.weight


def check_weights(name: str, weights: tuple[Weight, ...]) -> None:
    """Raise CatalogError for duplicate codes or values outside their range."""
    codes = [weight.code for weight in weights]
    if len(set(codes)) != len(codes):
        raise CatalogError(f"{name}: a code stands twice")
    for weight in weights:
        if weight.least == weight.most or not all(
            weight.least <= value <= weight.most for value in (weight.value, weight.start)
        ):
            raise CatalogError(
                f"{name}: {weight.code}: `value` and `start` lie between `least` and `most`, "
                "which differ"
            )
