"""Build the trackers of a game: the counts and dice that its family's sheet declares."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from carnage.catalog.sheets import CounterSpec, DiceThrow
from carnage.common.text_format import number_duplicates
from carnage.rulebook.battle.fielded import FigureKind, Slot, list_unit_slots
from carnage.rulebook.text import TextFiller
from carnage.rulesets.ruleset import Ruleset

_DIE = re.compile(r"D(\d+)")


class Counter(NamedTuple):
    """A count from `start` to `most`, or without an end if `most` is None.

    Attributes:
        key: A key that no other count of the game has.
        tally: The declaration in the sheet. A tally with `states` counts through them; a `mark` is
            0 or 1.
        kinds: The codes of the kinds of figure that have the count; empty for all.
    """

    key: str
    label: str
    tally: CounterSpec
    start: int = 0
    most: int | None = None
    kinds: tuple[str, ...] = ()


class CounterOwner(NamedTuple):
    """A side, a unit, a figure or a die with counts of its own.

    Attributes:
        description: A line that describes it.
        kinds: The kinds to choose from, each with its code, its label and that line.
    """

    key: str
    label: str
    counts: tuple[Counter, ...]
    members: tuple[CounterOwner, ...] = ()
    description: str = ""
    kinds: tuple[tuple[str, str, str], ...] = ()


class Throw(NamedTuple):
    """Dice or cards to throw.

    Attributes:
        dice: The faces of each die, 2 for a coin.
        more: Whether the number of dice may be changed.
        own: Whether each side draws from a deck of its own.
        success: The lowest result that counts as a success; 0 if successes are not counted.
    """

    label: str
    dice: tuple[str, ...]
    more: bool
    own: bool
    success: int = 0


class CompanionData(NamedTuple):
    """The counts, the dice and the clock of a game."""

    counts: tuple[Counter, ...]
    sides: tuple[CounterOwner, ...]
    throws: tuple[Throw, ...]
    minutes: int = 0  # that a clock runs, if there is one

    @property
    def scores(self) -> tuple[tuple[str, Counter], ...]:
        """Return each side's label with the count that it wins by, if there is one."""
        return tuple(
            (side.label, each) for side in self.sides for each in side.counts if each.tally.score
        )


def build_companion_data(ruleset: Ruleset) -> CompanionData:
    """Return everything that this game counts and throws."""
    return TrackerBuilder(ruleset).build()


class TrackerBuilder:
    """Build the trackers of one game."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        self._sheet = ruleset.book.sheet
        self._filler = TextFiller(ruleset)
        self._tallies = [tally for tally in self._sheet.tally if tally.applies_to(ruleset.traits)]

    def build(self) -> CompanionData:
        """Return all trackers."""
        sides = tuple(self._build_side(number) for number in range(1, self._ruleset.players + 1))
        throws = [
            self._build_throw(throw)
            for throw in self._sheet.throw
            if throw.applies_to(self._ruleset.traits)
        ]
        counts = tuple(self._build_counts("game", "game"))
        return CompanionData(
            counts, sides, tuple(throws), self._compute_number(self._sheet.clock) or 0
        )

    def _build_side(self, number: int) -> CounterOwner:
        key = str(number)
        members = (*self._build_units(key), *self._build_dice(key))
        counts = tuple(self._build_counts("side", key))
        return CounterOwner(key, f"{self._sheet.nouns.side} {number}", counts, members)

    def _build_throw(self, throw: DiceThrow) -> Throw:
        dice = tuple(re.split(r",\s*", self._filler.fill(throw.dice)))
        success = self._compute_number(throw.success) or 0
        return Throw(throw.label, dice, throw.more, throw.own, success)

    def _list_tallies(self, place: str) -> list[CounterSpec]:
        return [tally for tally in self._tallies if tally.of == place]

    def _build_counts(self, place: str, key: str) -> Iterator[Counter]:
        for tally in self._list_tallies(place):
            yield self._build_count(f"{key}.{tally.code}", tally)

    def _build_count(self, key: str, tally: CounterSpec, most: int | None = None) -> Counter:
        given_most = self._compute_number(tally.most)
        most = most if given_most is None else given_most
        return Counter(
            key,
            tally.label,
            tally,
            start=self._compute_start(tally, most),
            most=1 if tally.mark else most,
        )

    def _compute_start(self, tally: CounterSpec, most: int | None) -> int:
        start = self._compute_number(tally.start)
        if start is not None:
            return start
        if tally.full:
            return most or 0
        return int(tally.round or (tally.phase and not tally.states))

    def _compute_number(self, text: str) -> int | None:
        """Return the number that a text gives in this game; None for an empty text."""
        filled = self._filler.fill(text)
        return int(filled) if filled else None

    def _build_units(self, side: str) -> Iterator[CounterOwner]:
        """Return the units of a side; a unit of one figure has the counts of both."""
        if not self._ruleset.book.roster.figure:
            return
        units = list_unit_slots(self._ruleset)
        shared = [self._build_count(tally.code, tally) for tally in self._list_tallies("unit")]
        names = number_duplicates(label for label, _ in units)
        # Figures are numbered throughout a side, as in reports: no two of its squads have the same
        # Hand 1.
        labels = iter(number_duplicates(figure.label for _, figures in units for figure in figures))
        for number, (name, (_, figures)) in enumerate(zip(names, units, strict=True), 1):
            key = f"{side}.{number}"
            counts = tuple(each._replace(key=f"{key}.{each.key}") for each in shared)
            if len(figures) == 1:
                next(labels)
                yield self._build_figure(key, name, figures[0], counts)
                continue
            members = tuple(
                self._build_figure(f"{key}.{at}", next(labels), figure, ())
                for at, figure in enumerate(figures, 1)
            )
            yield CounterOwner(key, name, counts, members)

    def _build_figure(
        self, key: str, label: str, figure: Slot, shared: Sequence[Counter]
    ) -> CounterOwner:
        counts = list(shared)
        for tally in self._list_tallies("piece"):
            if tally.stat or tally.shots:
                counts += self._build_kind_counts(key, figure, tally)
            else:
                counts.append(self._build_count(f"{key}.{tally.code}", tally))
        if len(figure.kinds) == 1:
            return CounterOwner(key, label, tuple(counts), description=figure.kinds[0].description)
        kinds = tuple((kind.code, kind.label, kind.description) for kind in figure.kinds)
        return CounterOwner(key, label, tuple(counts), kinds=kinds)

    def _build_kind_counts(self, key: str, figure: Slot, tally: CounterSpec) -> Iterator[Counter]:
        """Return a count for each limit that the possible kinds of a figure have."""
        kinds_by_limit: dict[tuple[str, str, int], list[str]] = {}
        for kind in figure.kinds:
            for code, (name, most) in _find_limits(kind, tally).items():
                kinds_by_limit.setdefault((code, name, most), []).append(kind.code)
        for (code, name, most), kinds in kinds_by_limit.items():
            suffix = f"-{code}" if code else ""
            count = self._build_count(f"{key}.{tally.code}{suffix}", tally, most)
            yield count._replace(label=name, kinds=tuple(kinds) if len(figure.kinds) > 1 else ())

    def _build_dice(self, side: str) -> Iterator[CounterOwner]:
        """Return the dice that a side has before it, from the smallest kind on."""
        dice: list[tuple[str, str]] = []
        for entry in self._sheet.pieces:
            if entry.applies_to(self._ruleset.traits):
                number = self._compute_number(entry.count) or 0
                dice += [(self._filler.fill(entry.die), entry.label)] * number
        names = number_duplicates((die for die, _ in dice), between=" no. ")
        for number, (name, (die, label)) in enumerate(zip(names, dice, strict=True), 1):
            key = f"{side}.{number}"
            faces = parse_faces(die)
            pips = Counter(f"{key}.pips", label, CounterSpec("piece", "pips", label), faces, faces)
            yield CounterOwner(key, name, (pips, *self._build_counts("piece", key)))


def _find_limits(kind: FigureKind, tally: CounterSpec) -> Mapping[str, tuple[str, int]]:
    """Return the label and limit of each count of a tally for a kind, by the code of its weapon."""
    if tally.shots:
        return {
            code: (f"{name} {tally.label}", load)
            for code, (name, load) in kind.shots_by_weapon.items()
        }
    if tally.stat in kind.stats:
        return {"": (tally.label, kind.stats[tally.stat])}
    return {}


def parse_faces(die: str) -> int:
    """Return the number of faces of a die that is written as D6; raises ValueError for anything
    else.
    """
    match = _DIE.fullmatch(die)
    if not match:
        raise ValueError(f"a die is written as D6, not {die!r}")
    return int(match[1])
