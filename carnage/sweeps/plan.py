"""The plan of a sweep: which rulesets, how many games of each, by whom. It is written down before anything is
played, and whoever takes a sweep up again goes on by it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from carnage import catalog
from carnage.engine.engine_version import engine_version
from carnage.engine.games import GameError, family_of
from carnage.engine.simulating import SEEDS, check
from carnage.playtest.swapping import others
from carnage.ruleset import Ruleset, resolve
from carnage.rulesets.address import AddressError, read_game
from carnage.seeds import Seed

FORMAT = 2  # of folders; those of another are refused
HASH_KIND = "2:"  # before the hash of the rules; earlier ones, without it, changed with names in the source
MOST_RULESETS = 100_000_000
BATCH = 16  # rulesets that a worker is given at once: a few seconds of 200 games each


class SweepError(ValueError):
    """A sweep that cannot be begun, gone on with or read; the message says why and what would be right."""


class Plan(Struct, frozen=True, forbid_unknown_fields=True):
    """What a sweep is to do. Either `rulesets` random ones of the book are drawn with `seed`, or `digits`
    names them; then `common` says whether all are played with the same dice.

    `bots` play `games` of each; with `skill` greedy bots also play random ones. `keep_games` keeps a row of
    every game. `engine` is a hash of the rules and bots that it was begun with, and `version` the package's.
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
        """How many rulesets there are."""
        return len(self.digits) or self.rulesets

    def drawn(self, number: int) -> str:
        """The digits of ruleset 0, 1, … of the sweep. Random ones follow from the plan's seed and their
        number alone."""
        if self.digits:
            return self.digits[number]
        text = f"sweep/{self.seed}/{self.book}/{number}"
        return Seed.from_text(text, catalog.book(self.book).length).digits

    def ruleset(self, digits: str) -> Ruleset:
        """The ruleset of these digits."""
        book = catalog.book(self.book)
        return resolve(book, Seed.parse(digits, book.length))

    @property
    def orders(self) -> Plan:
        """What a worker has to know of it: all but which rulesets there are."""
        return msgspec.structs.replace(self, digits=(), rulesets=0)

    def dice(self, ruleset: Ruleset) -> int:
        """The dice seed that a ruleset is played with: its own, so that no two share their luck, or, of a
        plan with `common` dice, the plan's."""
        if self.common:
            return self.seed
        hashed = hashlib.sha256(f"sweep/{self.seed}{ruleset.path}".encode()).digest()
        return int.from_bytes(hashed[:8], "big") % (SEEDS - 1)  # the ladder plays with the next

    def json(self) -> bytes:
        return msgspec.json.format(msgspec.json.encode(self), indent=1)


def made(book: str, **wanted: Any) -> Plan:
    """A plan that can be carried out, with the versions of this package; raises SweepError."""
    if book not in catalog.book_codes():
        raise SweepError(f"There is no book {book!r}; there is {', '.join(catalog.book_codes())}.")
    plan = Plan(book=book, **wanted)
    if not 1 <= plan.count <= MOST_RULESETS:
        raise SweepError(f"A sweep is of 1 to {MOST_RULESETS:,} rulesets, such as 1000.")
    if not 0 <= plan.seed < SEEDS - 1:
        raise SweepError(f"The seed is a whole number from 0 to {SEEDS - 2:,}, such as 0.")
    if not 1 <= plan.batch <= 10_000:
        raise SweepError("A batch is of 1 to 10,000 rulesets, such as 16.")
    try:
        known = family_of(catalog.book(book).family).bots
        check(plan.ruleset(plan.drawn(0)), plan.games, ("random",), plan.seed)
    except GameError as error:
        raise SweepError(str(error)) from None
    unknown = [bot for bot in plan.bots if bot not in known]
    if unknown or not plan.bots:
        raise SweepError(
            f"There is no bot {', '.join(map(repr, unknown))} for sweeps; there is {', '.join(known)}."
        )
    return msgspec.structs.replace(plan, engine=engine_of(plan), version=carnage_version())


def carnage_version() -> str:
    """This package's version."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("carnage")
    except PackageNotFoundError:
        return "unknown"


def engine_of(plan: Plan) -> str:
    """A hash of what decides how this plan's rows come out: the rules and bots, and what the book's data
    say. Folders that were begun with another are not gone on with."""
    book = catalog.book(plan.book)
    told = msgspec.json.encode(
        [
            [
                [table.id, dict(table.params), [_option(each) for each in table.rolls]]
                for table in book.rolled
            ],
            [[table.id, dict(table.params)] for table in book.tables if not table.rolled],
            book.roster,
        ],
        enc_hook=str,
    )
    bots = (*plan.bots, *(("greedy", "random") if plan.skill else ()))
    rules = engine_version(resolve(book, Seed("0" * book.length)), bots)
    return HASH_KIND + hashlib.sha256(rules.encode() + told).hexdigest()[:12]


def _option(option: Any) -> list[Any]:
    return [option.code, dict(option.params), sorted(option.gives)]


def changes(ruleset: Ruleset) -> Iterator[str]:
    """The digits of a ruleset, and then of all that differ from it in one answer with work in the game."""
    yield str(ruleset.seed)
    book = ruleset.book
    for choice in ruleset.choices:
        if ruleset.uses(choice.table, choice.option):
            place = book.place(choice.table.id)
            for variant in others(ruleset, choice.table):
                yield str(ruleset.seed.replaced(place, f"{variant.lowest:0{choice.table.digits}}"))


def listed_plan(lines: Sequence[str], **wanted: Any) -> Plan:
    """A plan of the games that lines name, a path each, and once each; raises SweepError."""
    digits, book = [], ""
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
        raise SweepError("No game is named; a list has a path such as classic/243856987615781 a line.")
    return made(book, digits=tuple(dict.fromkeys(digits)), **wanted)
