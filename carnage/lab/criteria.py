"""Wishes: criteria for a game that its rulebook alone can meet. Needs no engine."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import urlencode

from carnage.catalog import Book, Table
from carnage.lab.criteria_vocabulary import tags, wish_words
from carnage.rulebook.battle import requirements
from carnage.rulesets.battlefield import get_battlefield
from carnage.rulesets.forces import get_force
from carnage.rulesets.ruleset import Ruleset, resolve
from carnage.seeds import Seed

MOST = 2_000  # rolls of a search
LARGEST = 9_999  # the largest number of a wish
SHORTER, LONGER = 0.8, 1.125  # times that still count as "about" a wished time, as factors of it
NUMBERS = ("about", "minutes", "figures", "players", "feet")
OF_ROSTERS = frozenset(
    {"about", "minutes", "figures", "feet"}
)  # wishes for games with figures only
NOTHING = frozenset({"none", "empty"})  # codes of options that leave a rule out


class WishError(ValueError):
    """A wish that games of this book cannot meet. The message lists the possible ones."""


Fields = Mapping[str, Sequence[str]]
"""The fields of a query or form, each with all of its values."""


@dataclass(frozen=True)
class Wishes:
    """Criteria for a game. None and empty values do not restrict it.

    Attributes:
        minutes: The greatest playing time in minutes.
        feet: The side of the table in feet.
        figures: The greatest number of figures, of both sides together.
        about: The approximate playing time in minutes.
        kept: The option that each of these tables must have: codes by ids.
        needs: Traits, tables, options and tags that the game must have (see `has`).
    """

    minutes: int | None = None
    players: int | None = None
    feet: int | None = None
    figures: int | None = None
    about: int | None = None
    kept: Mapping[str, str] = field(default_factory=dict)
    needs: tuple[str, ...] = ()
    lacks: tuple[str, ...] = ()
    seed: int = 0

    def check(self, book: Book) -> None:
        """Raise WishError for wishes that games of this book cannot meet."""
        for id, code in self.kept.items():
            table = _kept_table(book, id)
            if not table.results(code):
                options = dict.fromkeys(option.code for option in table.rolls)
                raise WishError(
                    f"{table.title} has no option {code!r}. Its options: {', '.join(options)}."
                )
        for thing in (*self.needs, *self.lacks):
            _check_thing(book, thing)
        both = sorted(set(self.needs) & set(self.lacks))
        if both:
            raise WishError(f"No game both has and lacks {both[0]!r}. Remove one of the two.")
        if not book.roster.figure and any(getattr(self, name) is not None for name in OF_ROSTERS):
            raise WishError(
                f"Games of {book.title} have no figures. Search by players, rules or traits."
            )

    @property
    def missable(self) -> tuple[str, ...]:
        """Return the names of all wishes, as `missed` returns them."""
        numbers = {
            "players": self.players,
            "table": self.feet,
            "figures": self.figures,
            "about": self.about,
            "minutes": self.minutes,
        }
        return (
            *[f"with {trait}" for trait in self.needs],
            *[f"without {trait}" for trait in self.lacks],
            *[f"keep {id}={code}" for id, code in self.kept.items()],
            *[name for name, value in numbers.items() if value is not None],
        )

    def missed(self, ruleset: Ruleset) -> tuple[str, ...]:
        """Return the names of the wishes that a game does not meet."""
        granted = {
            **{f"with {thing}": has(ruleset, thing) for thing in self.needs},
            **{f"without {thing}": not has(ruleset, thing) for thing in self.lacks},
            **{
                f"keep {id}={code}": ruleset.choice(id).option.code == code
                for id, code in self.kept.items()
            },
            "players": self.players is None or ruleset.players == self.players,
            "table": self.feet is None or get_battlefield(ruleset).side_feet == self.feet,
            "figures": self.figures is None or 2 * get_force(ruleset).size <= self.figures,
            "about": self.about is None or is_about(self.about, ruleset),
            "minutes": self.minutes is None or requirements.minutes(ruleset)[1] <= self.minutes,
        }
        return tuple(name for name, is_so in granted.items() if not is_so)

    @property
    def choosy(self) -> bool:
        """Return True if some games that meet these wishes fit better than others."""
        return (self.about, self.minutes) != (None, None) or any(
            thing in wish_words().first for thing in self.needs
        )

    def lesser(self, ruleset: Ruleset) -> int:
        """Return the number of rules that a game has in another form than people mean
        (`wishes.toml`).
        """
        first = wish_words().first
        return sum(thing in first and not ruleset.has(first[thing]) for thing in self.needs)

    def closest(self, near: Near) -> tuple[int, float, int, float]:
        """Return the sort key of a game: missed wishes, then rules in another form, then unused
        time.
        """
        spare = 0.0
        if self.about is not None:
            spare = abs(self.about - _middle(near.ruleset))
        elif self.minutes is not None:
            spare = abs(self.minutes - requirements.minutes(near.ruleset)[1])
        misses, over = self.far(near)
        return misses, over, self.lesser(near.ruleset), spare

    def far(self, near: Near) -> tuple[int, float]:
        """Return the number of missed wishes, and minutes that grow with the error of the
        playing time.
        """
        over = 0.0
        if "minutes" in near.misses:
            over = requirements.minutes(near.ruleset)[1]
        elif "about" in near.misses and self.about is not None:
            over = abs(self.about - _middle(near.ruleset))
        return len(near.misses), over

    def granted(self, ruleset: Ruleset) -> bool:
        """Return True if a game meets all wishes."""
        return not self.missed(ruleset)


def is_about(minutes: int, ruleset: Ruleset) -> bool:
    """Return True if a game's middle time is at most a fifth less or an eighth more than
    `minutes`.
    """
    middle = _middle(ruleset)
    return SHORTER * minutes <= middle <= LONGER * minutes


def _middle(ruleset: Ruleset) -> float:
    """Return the mean of a game's estimated shortest and longest time, in minutes."""
    return sum(requirements.minutes(ruleset)) / 2


def has(ruleset: Ruleset, thing: str) -> bool:
    """Return True if a trait, a table, an option (as table=option) or a tag has an effect in
    this game.
    """
    if thing in ruleset.book.traits:
        return ruleset.has(thing)
    if thing in tags(ruleset.book):
        return any(
            thing in choice.option.tags and ruleset.uses(choice.table, choice.option)
            for choice in ruleset.choices
        )
    id, _, code = thing.partition("=")
    choice = ruleset.choice(id)
    if code:
        there = choice.option.code == code
    else:
        there = choice.option.code not in NOTHING
    return there and ruleset.uses(choice.table, choice.option)


def meant(book: Book, thing: str) -> str:
    """Return the name of a thing for readers."""
    if thing in book.traits:
        return book.traits[thing]
    if thing in tags(book):
        return f"called {thing}"
    id, _, code = thing.partition("=")
    table = _kept_table(book, id)
    if code:
        return f"{table.title}: {_label(table, code)}"
    return f"rules for {table.title}"


@dataclass(frozen=True)
class Near:
    """A game with the wishes that it `misses`; `faultless` if it is in its book's atlas without
    a fault.
    """

    ruleset: Ruleset
    misses: tuple[str, ...]
    faultless: bool = False


def rolls(book: Book, wishes: Wishes) -> Iterator[Ruleset]:
    """Yield MOST games with the kept options, in the order that the wishes' seed gives.

    Raises WishError.
    """
    wishes.check(book)
    chance = random.Random(f"{book.code} {wishes.seed}")
    for _ in range(MOST):
        yield resolve(book, rolled(book, wishes, chance))


def nearest(book: Book, wishes: Wishes, count: int, tries: int = MOST) -> list[Near]:
    """Return the first `count` rolled games that meet the wishes, or else the nearest.

    Raises WishError.
    """
    return sorted(tried(book, wishes, count, tries), key=wishes.far)[:count]


def tried(book: Book, wishes: Wishes, count: int, tries: int) -> list[Near]:
    """Return all games that are rolled until `count` of them meet the wishes, at most `tries`."""
    near: list[Near] = []
    fitting = 0
    for ruleset, _ in zip(rolls(book, wishes), range(tries), strict=False):
        each = Near(ruleset, wishes.missed(ruleset))
        near.append(each)
        fitting += not each.misses
        if fitting == count:
            break
    return near


def read(fields: Fields, book: Book) -> Wishes:
    """Return the wishes of a query or form, without unknown names and empty values.

    Raises WishError.
    """
    numbers = {name: _number(name, fields) for name in (*NUMBERS, "seed")}
    needs = _things("with", fields)
    options = [thing for thing in needs if "=" in thing]  # same as keeping the option
    wishes = Wishes(
        minutes=numbers["minutes"],
        players=numbers["players"],
        feet=numbers["feet"],
        figures=numbers["figures"],
        about=numbers["about"],
        kept=kept_rules(filter(None, (*fields.get("keep", ()), *options))),
        needs=tuple(thing for thing in needs if thing not in options),
        lacks=_things("without", fields),
        seed=numbers["seed"] or 0,
    )
    wishes.check(book)
    return wishes


def kept_rules(named: Iterable[str]) -> dict[str, str]:
    """Return the option of each table, from texts such as damage=doomed. Raises WishError."""
    kept = {}
    for each in named:
        id, _, code = each.partition("=")
        if each.count("=") != 1:
            raise WishError(
                f"{each!r} is no rule. Write a table and an option, such as damage=doomed."
            )
        kept[id] = code
    return kept


def spelt(wishes: Wishes, book: Book) -> str:
    """Return the wishes as a query in a canonical form; empty if there are none."""
    pairs = [(name, str(value)) for name in NUMBERS if (value := getattr(wishes, name)) is not None]
    pairs += [
        ("keep", f"{table.id}={wishes.kept[table.id]}")
        for table in book.rolled
        if table.id in wishes.kept
    ]
    pairs += [("with", trait) for trait in sorted(wishes.needs)]
    pairs += [("without", trait) for trait in sorted(wishes.lacks)]
    if wishes.seed:
        pairs.append(("seed", str(wishes.seed)))
    return urlencode(pairs, safe="=")


def _number(name: str, fields: Fields) -> int | None:
    values = [value.strip() for value in fields.get(name, ()) if value.strip()]
    if not values:
        return None
    (value, *more) = values
    digits = value.isascii() and value.isdigit()
    if more or not digits or len(value.lstrip("0")) > len(str(LARGEST)):
        raise WishError(
            f"{name} must be one whole number from 0 to {LARGEST}, not {', '.join(values)!r}."
        )
    return int(value.lstrip("0") or "0")


def _things(name: str, fields: Fields) -> tuple[str, ...]:
    return tuple(dict.fromkeys(filter(None, fields.get(name, ()))))


def _check_thing(book: Book, thing: str) -> None:
    """Raise WishError for a thing that games of this book never have."""
    id, sign, code = thing.partition("=")
    tables = {table.id: table for table in book.rolled}
    rule = id in tables and (not sign or bool(tables[id].results(code)))
    if not (rule or thing in book.traits or thing in tags(book)):
        traits = ", ".join(sorted({*book.traits, *tables, *tags(book)}))
        raise WishError(f"{book.title} has no trait {thing!r}. Its traits: {traits}.")


def _label(table: Table, code: str) -> str:
    return next(option.label for option in table.options if option.code == code)


def _kept_table(book: Book, id: str) -> Table:
    tables = {table.id: table for table in book.rolled}
    if id not in tables:
        raise WishError(f"{book.title} has no table {id!r}. Its tables: {', '.join(tables)}.")
    return tables[id]


def rolled(book: Book, wishes: Wishes, chance: random.Random) -> Seed:
    """Return a random seed with the kept options."""
    seed = Seed.drawn(chance, book.length)
    for id, code in wishes.kept.items():
        table = book.table(id)
        seed = seed.replaced(
            book.digit_offset(id), str(chance.choice(table.results(code))).zfill(table.digits)
        )
    return seed
