"""The variants of a table: its options, one for each set of numbers if these depend on the roll."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from carnage.catalog.schema import Option, Table

ORDINALS = ("layout",)  # numbers of a variant that count nothing
MAX_CACHED_TABLES = 512  # tables of the package, and some of books with house rules


@dataclass(frozen=True, slots=True)
class Variant:
    """One result of a table, with the rolls that give it, lowest first."""

    option: Option
    rolls: tuple[int, ...]
    label: str
    digits: int

    @property
    def lowest(self) -> str:
        """Return the lowest roll, with all its digits."""
        return str(self.rolls[0]).zfill(self.digits)

    @property
    def span(self) -> str:
        """Return the rolls as text, such as `0–2` or `0, 9`, each with all its digits."""
        runs: list[list[int]] = []
        for roll in self.rolls:
            if runs and runs[-1][-1] == roll - 1:
                runs[-1].append(roll)
            else:
                runs.append([roll])
        ends = [[f"{roll:0{self.digits}}" for roll in (run[0], run[-1])] for run in runs]
        return ", ".join(first if first == last else f"{first}–{last}" for first, last in ends)


@lru_cache(maxsize=MAX_CACHED_TABLES)
def list_variants(table: Table) -> tuple[Variant, ...]:
    """Return the variants of a rolled table, in the order of their lowest rolls."""
    rolls: dict[tuple[str, tuple[tuple[str, float], ...]], list[int]] = {}
    for roll, option in enumerate(table.rolls):
        rolls.setdefault((option.code, tuple(table.at.get(roll, {}).items())), []).append(roll)
    return tuple(
        Variant(table.option(code), tuple(run), _build_label(table, code, own), table.digits)
        for (code, own), run in rolls.items()
    )


def _build_label(table: Table, code: str, own: tuple[tuple[str, float], ...]) -> str:
    """Return the option's label, with the numbers that distinguish this variant."""
    option = table.option(code)
    numbers = dict(own)
    if option.label.isdigit() and not numbers:
        numbers = dict(
            option.params
        )  # a label such as "2" means nothing without the name of its number
    settings = ", ".join(
        f"{key} {value}" if key in ORDINALS else f"{value} {key.replace('_', ' ')}"
        for key, value in numbers.items()
    )
    if settings:
        return f"{option.label} ({settings})"
    return option.label
