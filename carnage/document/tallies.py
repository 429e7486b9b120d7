"""What is counted and thrown at the table in one game, by its family's sheet and by who comes to it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from carnage.catalog.sheets import Tally
from carnage.document.additions import additions
from carnage.document.rosters.fielded import Fielded
from carnage.document.sheet_texts import tell
from carnage.ruleset import Ruleset
from carnage.wording import numbered

_DIE = re.compile(r"D(\d+)")


class Count(NamedTuple):
    """Something to be counted, from `start` to `most`, which is None where there is no end.

    Its `key` is that of no other in the game. A count with `states` goes through these; of a `mark` 1 is
    there and 0 is not. `kinds` are the codes of those that it is for, where somebody picks who comes; none
    for all. `fresh`, `by_phase`, `round`, `phase`, `out` and `score` are as with a sheet's `Tally`.
    """

    key: str
    label: str
    start: int = 0
    most: int | None = None
    mark: bool = False
    states: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    fresh: bool = False
    by_phase: bool = False
    round: bool = False
    phase: bool = False
    out: bool = False
    score: bool = False


class Holder(NamedTuple):
    """Somebody or something with counts of its own: a side, a unit, a figure, a die. `told` says in a line
    what it is; of several `kinds`, by code, label and that line, somebody picks one."""

    key: str
    label: str
    counts: tuple[Count, ...]
    members: tuple[Holder, ...] = ()
    told: str = ""
    kinds: tuple[tuple[str, str, str], ...] = ()


class Thrown(NamedTuple):
    """Dice to throw: the faces of each, 2 for a coin; of cards one is drawn from a deck that is each side's
    `own`. `more` says that another number of them may be wanted; those that show `success` or more count,
    where tests count them one by one; 0 where none does."""

    label: str
    dice: tuple[str, ...]
    more: bool
    own: bool
    success: int = 0


class AtTable(NamedTuple):
    """All that is counted, thrown and timed in a game."""

    counts: tuple[Count, ...]
    sides: tuple[Holder, ...]
    throws: tuple[Thrown, ...]
    minutes: int = 0  # that a clock runs, if there is one

    @property
    def scores(self) -> tuple[tuple[str, Count], ...]:
        """Each side, by its label, and what it wins by, where that is counted."""
        return tuple((side.label, each) for side in self.sides for each in side.counts if each.score)


def at_table(ruleset: Ruleset) -> AtTable:
    """All that is counted and thrown in this game, and nothing that it does not use."""
    sheet = ruleset.book.sheet
    tallies = [tally for tally in sheet.tally if tally.fits(ruleset.traits)]
    by_place = {
        place: [each for each in tallies if each.of == place] for place in ("game", "side", "unit", "piece")
    }
    units = additions(ruleset.book).fielded(ruleset)
    sides = []
    for number in range(1, ruleset.players + 1):
        key = f"{number}"
        members = (
            *_units(ruleset, key, units, by_place["unit"], by_place["piece"]),
            *_dice(ruleset, key, by_place["piece"]),
        )
        counts = tuple(_count(ruleset, f"{key}.{tally.code}", tally) for tally in by_place["side"])
        sides.append(Holder(key, f"{sheet.nouns.side} {number}", counts, members))
    throws = [
        Thrown(
            each.label,
            tuple(re.split(r",\s*", tell(each.dice, ruleset))),
            each.more,
            each.own,
            int(tell(each.success, ruleset) or 0),
        )
        for each in sheet.throw
        if each.fits(ruleset.traits)
    ]
    counts = tuple(_count(ruleset, f"game.{tally.code}", tally) for tally in by_place["game"])
    return AtTable(counts, tuple(sides), tuple(throws), int(tell(sheet.clock, ruleset) or 0))


def _count(ruleset: Ruleset, key: str, tally: Tally, most: int | None = None) -> Count:
    said = tell(tally.most, ruleset)
    most = int(said) if said else most
    start = tell(tally.start, ruleset)
    return Count(
        key,
        tally.label,
        int(start)
        if start
        else most or 0
        if tally.full
        else int(tally.round or (tally.phase and not tally.states)),
        1 if tally.mark else most,
        tally.mark,
        tally.states,
        fresh=tally.fresh,
        by_phase=tally.by_phase,
        round=tally.round,
        phase=tally.phase,
        out=tally.out,
        score=tally.score,
    )


def _units(
    ruleset: Ruleset,
    side: str,
    units: Iterable[tuple[str, tuple[Fielded, ...]]],
    of_units: list[Tally],
    of_pieces: list[Tally],
) -> Iterator[Holder]:
    """The units of a side; where a unit is one figure, that has all the counts."""
    shared = [_count(ruleset, tally.code, tally) for tally in of_units]
    names = numbered(label for label, _ in units)
    # Told apart throughout a side, as in reports: no two of its squads have the same Hand 1.
    labels = iter(numbered(slot.label for _, slots in units for slot in slots))
    for at, (name, (_, slots)) in enumerate(zip(names, units, strict=True), 1):
        key = f"{side}.{at}"
        if len(slots) == 1:
            next(labels)
            yield _figure(ruleset, key, name, slots[0], shared, of_pieces)
            continue
        members = tuple(
            _figure(ruleset, f"{key}.{n}", next(labels), slot, [], of_pieces)
            for n, slot in enumerate(slots, 1)
        )
        yield Holder(key, name, tuple(each._replace(key=f"{key}.{each.key}") for each in shared), members)


def _figure(
    ruleset: Ruleset, key: str, label: str, slot: Fielded, shared: list[Count], tallies: list[Tally]
) -> Holder:
    counts = [each._replace(key=f"{key}.{each.key}") for each in shared]
    for tally in tallies:
        if not (tally.stat or tally.shots):
            counts.append(_count(ruleset, f"{key}.{tally.code}", tally))
            continue
        # Whoever may come counts as far as is right for it; those who count alike share the count.
        alike: dict[tuple[str, str, int], list[str]] = {}
        for kind in slot.kinds:
            named: Mapping[str, tuple[str, int]] = (
                {code: (f"{name} {tally.label}", load) for code, (name, load) in kind.loads.items()}
                if tally.shots
                else {"": (tally.label, kind.stats[tally.stat])}
                if tally.stat in kind.stats
                else {}
            )
            for code, (name, most) in named.items():
                alike.setdefault((code, name, most), []).append(kind.code)
        for (code, name, most), kinds in alike.items():
            own = _count(ruleset, f"{key}.{tally.code}{'-' if code else ''}{code}", tally, most)
            only = tuple(kinds) if len(slot.kinds) > 1 else ()
            counts.append(own._replace(label=name, kinds=only))
    picked = tuple((kind.code, kind.label, kind.told) for kind in slot.kinds) if len(slot.kinds) > 1 else ()
    return Holder(key, label, tuple(counts), (), "" if picked else slot.kinds[0].told, picked)


def _dice(ruleset: Ruleset, side: str, tallies: list[Tally]) -> Iterator[Holder]:
    """The dice that a side has before it, from the smallest kind of them on."""
    kinds = []
    for entry in ruleset.book.sheet.pieces:
        count = tell(entry.count, ruleset) if entry.fits(ruleset.traits) else ""
        kinds += [(tell(entry.die, ruleset), entry.label)] * int(count or 0)
    names = numbered((die for die, _ in kinds), between=" no. ")
    for at, (name, (die, label)) in enumerate(zip(names, kinds, strict=True), 1):
        key = f"{side}.{at}"
        faces = faces_of(die)
        pips = Count(f"{key}.pips", label, faces, faces)
        counts = [_count(ruleset, f"{key}.{tally.code}", tally) for tally in tallies]
        yield Holder(key, name, (pips, *counts))


def faces_of(die: str) -> int:
    """How many faces a die has that is written as D6; raises ValueError for anything else."""
    match = _DIE.fullmatch(die)
    if not match:
        raise ValueError(f"a die is written as D6, not {die!r}")
    return int(match[1])
