"""The different results that a table can give: its options, and of an option whose
numbers change with the roll, each setting."""

from __future__ import annotations

from dataclasses import dataclass

from carnage.catalog.forms import Option, Table


@dataclass(frozen=True, slots=True)
class Variant:
    """One result of a table and the rolls that give it, lowest first."""

    option: Option
    rolls: tuple[int, ...]
    label: str
    digits: int

    @property
    def lowest(self) -> str:
        """The lowest roll, written as it stands in a seed."""
        return str(self.rolls[0]).zfill(self.digits)

    @property
    def span(self) -> str:
        """The rolls as a table prints them: `0–2`, or `0, 9`; with as many digits as are rolled."""
        runs: list[list[int]] = []
        for roll in self.rolls:
            if runs and runs[-1][-1] == roll - 1:
                runs[-1].append(roll)
            else:
                runs.append([roll])
        ends = [[f"{roll:0{self.digits}}" for roll in (run[0], run[-1])] for run in runs]
        return ", ".join(first if first == last else f"{first}–{last}" for first, last in ends)


def variants(table: Table) -> tuple[Variant, ...]:
    """A rolled table's different results, in the order of their lowest rolls."""
    rolls: dict[tuple[str, tuple[tuple[str, float], ...]], list[int]] = {}
    for roll, option in enumerate(table.rolls):
        rolls.setdefault((option.code, tuple(table.at.get(roll, {}).items())), []).append(roll)
    return tuple(
        Variant(table.option(code), tuple(run), _label(table, code, own), table.digits)
        for (code, own), run in rolls.items()
    )


def _label(table: Table, code: str, own: tuple[tuple[str, float], ...]) -> str:
    """An option's label, with what sets this variant apart from the option's others."""
    option = table.option(code)
    numbers = dict(own)
    if option.label.isdigit() and not numbers:
        numbers = dict(option.params)  # a label such as "2" says nothing by itself
    settings = ", ".join(f"{value} {key.replace('_', ' ')}" for key, value in numbers.items())
    return f"{option.label} ({settings})" if settings else option.label
