"""Games that are broken on purpose: sound rulesets whose starting record is changed.

A test plants a break, plays the game, and expects the lab to name what is wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from carnage.engine.core.family import Family

SKIRMISH = "skirmish/419001008541567882660305207"
CLASSIC = "classic/043708430181639"
LONG_GAME = 40  # rounds

Change = Callable[[Any], None]


@dataclass(frozen=True)
class PlantedBreak:
    """A break, and the finding that it must cause.

    Attributes:
        name: What is broken.
        path: The game, in which no fault is found otherwise.
        change: Changes the record in which games begin.
        check: The check that must fail; empty if an option must dominate.
        sentence: A part of the finding's sentence.
        grade: The mildest grade of the check.
        beside: Other checks that may fail, because of the same break.
        dominant: The id of the option that must dominate.
    """

    name: str
    path: str
    change: Change
    check: str = ""
    sentence: str = ""
    grade: int = 3
    beside: frozenset[str] = frozenset()
    dominant: str = ""


@contextmanager
def planted(change: Change) -> Iterator[None]:
    """Change the records in which games begin."""
    fill_start = Family.fill_start

    def fill_changed(self: Family, record: Any, *arguments: Any) -> None:
        fill_start(self, record, *arguments)
        change(record)

    Family.fill_start = fill_changed  # type: ignore[method-assign]
    try:
        yield
    finally:
        Family.fill_start = fill_start  # type: ignore[method-assign]


def kinds_by_side(first: int, second: int) -> Change:
    """Give all figures of a side the same kind."""

    def change(record: Any) -> None:
        for model in record.models[: record.n_models]:
            model.kind = second if model.side else first

    return change


def make_harmless(record: Any) -> None:
    """Take the damage from all weapons."""
    for weapon in record.weapons:
        weapon.wounds = weapon.weak = weapon.big = 0
    record.p.fighting_terrain_damage = 0


def make_still(record: Any) -> None:
    """Take the movement from all figures, and the reach from all weapons."""
    for kind in record.kinds:
        kind.speed = kind.reach = kind.sight = 0.0
        kind.move_dice = kind.pace = 0
    for weapon in record.weapons:
        weapon.range = weapon.burst = 0.0


def make_slow(record: Any) -> None:
    """Let figures creep, and shorten all weapons, for a dozen rounds."""
    for kind in record.kinds:
        kind.speed = 1.0
    for weapon in record.weapons:
        weapon.range = min(weapon.range, 2.0)
    record.p.game_length_rounds = 12


def make_long(record: Any) -> None:
    """Let a game go on for LONG_GAME rounds."""
    record.p.game_length_rounds = LONG_GAME


def make_harmless_and_long(record: Any) -> None:
    make_harmless(record)
    make_long(record)


def strengthen_weapon(index: int, **stats: float) -> Change:
    """Set stats of a weapon."""

    def change(record: Any) -> None:
        for name, value in stats.items():
            setattr(record.weapons[index], name, value)

    return change


NOTHING_HAPPENS = frozenset({"drawn", "nil-nil", "dead-end", "skill", "dead-turns", "routine"})

BREAKS = (
    PlantedBreak(
        "classic: one side has captains, the other medics",
        CLASSIC,
        kinds_by_side(1, 0),
        "sides",
        "Side 1 nearly always loses",
        beside=frozenset({"settled-early"}),
    ),
    PlantedBreak(
        "skirmish: one side has the dearest figures, the other the cheapest",
        SKIRMISH,
        kinds_by_side(1, 0),
        "sides",
        "worse off: it wins",
        grade=1,
        beside=frozenset({"settled-early"}),
    ),
    PlantedBreak(
        "classic: nothing can hurt", CLASSIC, make_harmless, "nobody-is-hurt", "Attacks are useless"
    ),
    PlantedBreak(
        "skirmish: nothing can hurt but the drinks",
        SKIRMISH,
        make_harmless,
        "nobody-is-hurt",
        "Attacks are useless",
        beside=frozenset({"fairness"}),
    ),
    PlantedBreak(
        "classic: one weapon outdoes all",
        CLASSIC,
        strengthen_weapon(2, skill_bonus=9, range=60.0),
        dominant="weapon.rifle",
    ),
    PlantedBreak(
        "skirmish: one weapon outdoes all",
        SKIRMISH,
        strengthen_weapon(0, weak=6, big=9),
        dominant="weapon.six-gun",
    ),
    PlantedBreak(
        "classic: nobody can move or reach",
        CLASSIC,
        make_still,
        "nobody-meets",
        "The sides rarely meet",
        beside=NOTHING_HAPPENS,
    ),
    PlantedBreak(
        "skirmish: nobody can move or reach",
        SKIRMISH,
        make_still,
        "nobody-meets",
        "The sides rarely meet",
        grade=2,
    ),
    PlantedBreak(
        "classic: figures creep towards each other",
        CLASSIC,
        make_slow,
        "dead-turns",
        "of rounds nothing changes",
        grade=1,
        beside=frozenset({"nobody-meets", "length"}),
    ),
    PlantedBreak(
        "skirmish: all loot is stashed long before the end",
        SKIRMISH,
        make_harmless_and_long,
        "dead-end",
        "of a game is still to play",
        grade=2,
        beside=frozenset({"nobody-is-hurt", "length", "fairness", "settled-early"}),
    ),
    PlantedBreak(
        "classic: only the order of models is left to decide",
        CLASSIC,
        make_still,
        "routine",
        "of decisions are routine",
        grade=1,
        beside=NOTHING_HAPPENS | {"nobody-meets"},
    ),
    PlantedBreak(
        "classic: an evening is not enough",
        CLASSIC,
        make_long,
        "minutes",
        "too long for an evening",
        grade=1,
        beside=frozenset({"length", "settled-early"}),
    ),
)
