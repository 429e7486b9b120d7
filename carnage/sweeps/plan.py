"""The plan of a sweep: its rulesets, the number of games, and the bots.

It is written before the first game. A sweep that was interrupted continues with the same plan.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from carnage import catalog
from carnage.engine.engine_version import engine_version
from carnage.engine.games import GameError, family_of
from carnage.engine.simulation import DICE_SEED_LIMIT, check_simulation
from carnage.lab.comparison import other_variants
from carnage.rulesets.address import AddressError, read_game
from carnage.rulesets.ruleset import Ruleset, resolve
from carnage.seeds import Seed

FORMAT = 2  # of folders; other formats are refused
# Prefix of the hash of the rules; older hashes, without it, depended on names in the source.
HASH_KIND = "2:"
MAX_RULESETS = 100_000_000
BATCH = 16  # rulesets in a worker's task; a few seconds at 200 games each


class SweepError(ValueError):
    """A sweep cannot be started, continued or read. The message gives the cause and a remedy."""


class Plan(Struct, frozen=True, forbid_unknown_fields=True):
    """The plan of a sweep.

    Attributes:
        book: The code of the book.
        games: Games of each ruleset.
        bots: The bots by seat.
        seed: The seed by which random rulesets are drawn, and of the dice.
        rulesets: The number of random rulesets; 0 if `digits` is given.
        digits: The digits of chosen rulesets.
        common: Whether all rulesets are played with the same dice.
        skill: Whether greedy bots also play against random ones.
        keep_games: Whether a row of each game is kept.
        batch: Rulesets in a worker's task.
        engine: The hash of the rules and bots.
        version: The version of the package that began the sweep.
    """

    book: str
    games: int = 200
    bots: tuple[str, ...] = ("greedy",)
    seed: int = 0
    rulesets: int = 0
    digits: tuple[str, ...] = ()
    common: bool = False
    skill: bool = True
    keep_games: bool = False
    batch: int = BATCH
    engine: str = ""
    version: str = ""
    format: int = FORMAT

    @property
    def count(self) -> int:
        """Return the number of rulesets."""
        return len(self.digits) or self.rulesets

    def draw_seed(self, number: int) -> str:
        """Return the digits of a ruleset, by its number from 0.

        Random digits depend on the plan's seed and the number alone.
        """
        if self.digits:
            return self.digits[number]
        text = f"sweep/{self.seed}/{self.book}/{number}"
        return Seed.from_text(text, catalog.book(self.book).length).digits

    def ruleset(self, digits: str) -> Ruleset:
        """Return the ruleset with these digits."""
        book = catalog.book(self.book)
        return resolve(book, Seed.parse(digits, book.length))

    @property
    def worker_spec(self) -> Plan:
        """Return the part of the plan that a worker needs: everything but the rulesets."""
        return msgspec.structs.replace(self, digits=(), rulesets=0)

    def dice(self, ruleset: Ruleset) -> int:
        """Return the dice seed of a ruleset: one of its own, or with `common` dice the seed of the
        plan.

        Seeds of their own keep the results of rulesets independent.
        """
        if self.common:
            return self.seed
        hashed = hashlib.sha256(f"sweep/{self.seed}{ruleset.path}".encode()).digest()
        return int.from_bytes(hashed[:8], "big") % (
            DICE_SEED_LIMIT - 1
        )  # the ladder uses the next seed

    def json(self) -> bytes:
        """Return the plan as JSON."""
        return msgspec.json.format(msgspec.json.encode(self), indent=1)


def build_plan(book: str, **wanted: Any) -> Plan:
    """Return a valid plan with the version and the hash of this package.

    Raise SweepError if a value is invalid.
    """
    if book not in catalog.book_codes():
        raise SweepError(f"There is no book {book!r}; there is {', '.join(catalog.book_codes())}.")
    plan = Plan(book=book, **wanted)
    if not 1 <= plan.count <= MAX_RULESETS:
        raise SweepError(f"A sweep is of 1 to {MAX_RULESETS:,} rulesets, such as 1000.")
    if not 0 <= plan.seed < DICE_SEED_LIMIT - 1:
        raise SweepError(
            f"The seed is a whole number from 0 to {DICE_SEED_LIMIT - 2:,}, such as 0."
        )
    if not 1 <= plan.batch <= 10_000:
        raise SweepError("A batch is of 1 to 10,000 rulesets, such as 16.")
    try:
        known = family_of(catalog.book(book).family).bots
        check_simulation(plan.ruleset(plan.draw_seed(0)), plan.games, ("random",), plan.seed)
    except GameError as error:
        raise SweepError(str(error)) from None
    unknown = [bot for bot in plan.bots if bot not in known]
    if unknown or not plan.bots:
        raise SweepError(
            f"There is no bot {', '.join(map(repr, unknown))} for sweeps; there is "
            f"{', '.join(known)}."
        )
    return msgspec.structs.replace(plan, engine=hash_engine(plan), version=carnage_version())


def carnage_version() -> str:
    """Return the version of this package."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("carnage")
    except PackageNotFoundError:
        return "unknown"


def hash_engine(plan: Plan) -> str:
    """Return a hash of everything that decides this plan's rows: rules, bots and the data of the
    book.

    A sweep does not continue with another hash.
    """
    book = catalog.book(plan.book)
    data = msgspec.json.encode(
        [
            [
                [table.id, dict(table.params), [_option_data(each) for each in table.rolls]]
                for table in book.rolled
            ],
            [[table.id, dict(table.params)] for table in book.tables if not table.rolled],
            book.roster,
        ],
        enc_hook=str,
    )
    bots = (*plan.bots, *(("greedy", "random") if plan.skill else ()))
    rules = engine_version(resolve(book, Seed("0" * book.length)), bots)
    return HASH_KIND + hashlib.sha256(rules.encode() + data).hexdigest()[:12]


def _option_data(option: Any) -> list[Any]:
    """Return the parts of an option that decide games."""
    return [option.code, dict(option.params), sorted(option.gives)]


def iterate_neighbours(ruleset: Ruleset) -> Iterator[str]:
    """Yield the digits of a ruleset, and of all rulesets that differ from it in one answer.

    Answers without work in this game are not changed.
    """
    yield str(ruleset.seed)
    book = ruleset.book
    for choice in ruleset.choices:
        if ruleset.uses(choice.table, choice.option):
            place = book.digit_offset(choice.table.id)
            for variant in other_variants(ruleset, choice.table):
                yield str(ruleset.seed.replaced(place, f"{variant.lowest:0{choice.table.digits}}"))


def plan_from_lines(lines: Sequence[str], **wanted: Any) -> Plan:
    """Return a plan of the games in these lines: one path in each, duplicates removed.

    Raise SweepError.
    """
    digits = []
    book = ""
    for n, line in enumerate(lines, 1):
        path = line.split("#")[0].strip()
        if not path:
            continue
        try:
            ruleset = read_game(path)
        except AddressError as error:
            raise SweepError(f"Line {n}: {error}") from None
        if book not in ("", ruleset.book.code):
            raise SweepError(f"Line {n}: a sweep is of one book, and this is not {book}.")
        book = ruleset.book.code
        digits.append(str(ruleset.seed))
    if not digits:
        raise SweepError(
            "No game is named; a list has a path such as classic/243856987615781 a line."
        )
    return build_plan(book, digits=tuple(dict.fromkeys(digits)), **wanted)
