"""Rulesets that cover the tables, and games as plain values that can be compared."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections import namedtuple
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations, product
from pathlib import Path
from typing import Any, NamedTuple

from carnage import catalog
from carnage.engine.core import records
from carnage.engine.core.entries import Seat
from carnage.engine.core.log_reader import new_log
from carnage.engine.core.state import MAX_RULES, Event, Result, Tally, Turn
from carnage.engine.games import Match, family_of, load_family
from carnage.rulesets.ruleset import Ruleset, resolve
from carnage.seeds import Seed

ROOT = Path(__file__).parents[2]
BOTS = [("greedy", "greedy"), ("greedy", "random"), ("random", "greedy"), ("random", "random")]


@cache
def answers(book: str = "classic") -> tuple[tuple[str, ...], ...]:
    """For each table the digits that differ: the lowest for each option with numbers of its own."""
    kinds: list[tuple[str, ...]] = []
    whole = catalog.book(book)
    zero = Seed("0" * whole.length)
    for table in whole.rolled:
        at = whole.digit_offset(table.id)
        rolls = [f"{roll:0{table.digits}}" for roll in range(10**table.digits)]
        lowest = {
            resolve(whole, zero.replaced(at, roll)).canonical_seed[at : at + table.digits]
            for roll in rolls
        }
        kinds.append(tuple(sorted(lowest)))
    return tuple(kinds)


@cache
def covering(strength: int, book: str = "classic") -> tuple[Ruleset, ...]:
    """Rulesets in which every `strength` answers of different tables stand together at least once.

    With 1 every option is there, with 2 every option beside every option of another table.
    """
    columns = answers(book)
    chance = random.Random(strength)
    groups = list(combinations(range(len(columns)), strength))
    missing = {
        (group, values) for group in groups for values in product(*(columns[at] for at in group))
    }
    rulesets = []
    while missing:
        group, values = min(missing)
        row = dict(zip(group, values, strict=True))
        rest = [at for at in range(len(columns)) if at not in row]
        chance.shuffle(rest)
        for at in rest:
            near = list(combinations(sorted(row), strength - 1))
            gains = [
                (_gain(row | {at: value}, at, near, missing), chance.random())
                for value in columns[at]
            ]
            row[at] = columns[at][gains.index(max(gains))]
        missing -= {(key, tuple(row[at] for at in key)) for key in groups}
        digits = "".join(row[at] for at in range(len(columns)))
        rulesets.append(resolve(catalog.book(book), Seed(digits)))
    return tuple(rulesets)


def _gain(row: dict[int, str], at: int, near: list[tuple[int, ...]], missing: set[Any]) -> int:
    """How much of what is missing a row brings by what stands in column `at`, beside each of
    `near`.
    """
    keys = (tuple(sorted((*others, at))) for others in near)
    return sum((key, tuple(row[k] for k in key)) in missing for key in keys)


def every_pair(book: str = "classic") -> set[tuple[int, str, int, str]]:
    """Every two answers of different tables, each by its table's place among the tables and its
    digits.
    """
    columns = answers(book)
    return {
        (a, x, b, y)
        for a, b in combinations(range(len(columns)), 2)
        for x in columns[a]
        for y in columns[b]
    }


def beside(games: Iterable[Ruleset]) -> set[tuple[int, str, int, str]]:
    """Which answers of different tables stand beside each other in these games of one book."""
    pairs = set()
    for game in games:
        places = [(game.book.digit_offset(table.id), table.digits) for table in game.book.rolled]
        cut = [game.canonical_seed[at : at + digits] for at, digits in places]
        pairs |= {(a, cut[a], b, cut[b]) for a, b in combinations(range(len(cut)), 2)}
    return pairs


# An event as a plain value, its fields those of its record; see the family's `events`.
Happening = namedtuple("Happening", list(records.fields(Event)))


def happenings(match: Match) -> list[Happening]:
    """The events of a game so far; refuses a log that was too short for them."""
    count = int(match.record.core.n_events)
    assert count <= len(match.log)
    return [Happening(*records.as_values(Event, event)) for event in quick(match.log[:count])]


def quick(rows: Any) -> Iterator[Any]:
    """Records as objects that are cheap to read: NumPy's own are slow, field by field."""
    if isinstance(rows, list):
        yield from rows
        return
    for row in rows.tolist():
        yield Happening(*row)


def ended(match: Match) -> tuple[Any, ...]:
    """Everything in the record of a game, as values."""
    return records.as_values(match.family.Game, match.record)


def events_of(book: str) -> set[str]:
    """The kinds of event that a book's games can have: of classic's those that the referee can
    read.
    """
    names = {shape.name for shape in family_of(catalog.book(book).family).shapes}
    if book != "classic":
        return names
    read = "".join(path.read_text() for path in Path(__file__).parent.glob("referee*.py"))
    return {name for name in names if f'"{name}"' in read}


class Case(NamedTuple):
    """A game to be played: digits, dice seed, number, bots, book."""

    digits: str
    seed: int
    number: int
    bots: tuple[str, ...]
    book: str = "classic"

    def play(self) -> Match:
        ruleset = resolve(catalog.book(self.book), Seed(self.digits))
        return Match(ruleset, self.seed, self.number, self.bots)


def cases(rulesets: Iterable[Ruleset], games: int = 1) -> list[Case]:
    """So many games of each ruleset, the bots in turn."""
    return [
        Case(str(ruleset.seed), n, k, BOTS[(n + k) % len(BOTS)], ruleset.book.code)
        for n, ruleset in enumerate(rulesets)
        for k in range(games)
    ]


def uncompiled(script: str, *arguments: str, feed: bytes = b"") -> bytes:
    """What a Python program of this folder writes when the rules are left uncompiled."""
    env = os.environ | {"CARNAGE_UNCOMPILED": "1", "PYTHONPATH": str(ROOT)}
    run = subprocess.run(
        [sys.executable, str(Path(__file__).parent / script), *arguments],
        input=feed,
        env=env,
        cwd=ROOT,
        capture_output=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr.decode()
    return run.stdout


def batch(game: Ruleset, games: int, bots: tuple[int, int], seed: int) -> Any:
    """The results of many games, played without a log; the last bot takes the seats that are
    left.
    """
    return tallied(game, games, bots, seed)[0]


def tallied(game: Ruleset, games: int, bots: tuple[int, int], seed: int) -> tuple[Any, Any]:
    """The same, and how often each rule of the family fired in these games."""
    family = load_family(game.book.family)
    results, tallies = records.new(Result, games), records.new(Tally, MAX_RULES)
    seats = records.new(Seat, game.players)
    seats.bot = (*bots, *[bots[-1]] * (game.players - len(bots)))
    family.entries.play_batch(
        records.new(family.Game),
        family.template(game),
        family.bot_table(game, ()),
        new_log(family),
        seed,
        0,
        games,
        seats,
        results,
        records.new(Turn, 0),
        tallies,
    )
    return results, tallies
