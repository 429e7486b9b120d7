"""Criteria: criteria for a game that its rulebook alone can meet. Needs no engine."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import urlencode

from carnage.catalog import Book, Table
from carnage.lab.criteria_vocabulary import list_tags, load_vocabulary
from carnage.rulebook.battle import play_time
from carnage.rulesets.battlefield import get_battlefield
from carnage.rulesets.forces import get_force
from carnage.rulesets.ruleset import Ruleset, resolve
from carnage.seeds import Seed

MAX_ROLLS = 2_000  # rolls of a search
MAX_NUMBER = 9_999  # the largest number of a criterion
MIN_TIME_FACTOR, MAX_TIME_FACTOR = (
    0.8,
    1.125,
)  # times that still count as "about" a requested time, as factors of it
NUMBERS = ("about", "minutes", "figures", "players", "feet")
FIGURE_CRITERIA = frozenset(
    {"about", "minutes", "figures", "feet"}
)  # criteria for games with figures only
EMPTY_OPTIONS = frozenset({"none", "empty"})  # codes of options that leave a rule out


class InvalidCriteria(ValueError):
    """A criterion that games of this book cannot meet. The message lists the possible ones."""


Fields = Mapping[str, Sequence[str]]
"""The fields of a query or form, each with all of its values."""


@dataclass(frozen=True)
class Criteria:
    """Criteria for a game. None and empty values do not restrict it.

    Attributes:
        minutes: The greatest playing time in minutes.
        feet: The side of the table in feet.
        figures: The greatest number of figures, of both sides together.
        about: The approximate playing time in minutes.
        required_options: The codes of required options, by the ids of their tables.
        required: Traits, tables, options and tags that the game must have (see `has_feature`).
        excluded: Those that it must not have.
        seed: The seed of the search.
    """

    minutes: int | None = None
    players: int | None = None
    feet: int | None = None
    figures: int | None = None
    about: int | None = None
    required_options: Mapping[str, str] = field(default_factory=dict)
    required: tuple[str, ...] = ()
    excluded: tuple[str, ...] = ()
    seed: int = 0

    def validate(self, book: Book) -> None:
        """Raise InvalidCriteria for criteria that games of this book cannot meet."""
        for id, code in self.required_options.items():
            table = _find_table(book, id)
            if not table.results(code):
                options = dict.fromkeys(option.code for option in table.rolls)
                raise InvalidCriteria(
                    f"{table.title} has no option {code!r}. Its options: {', '.join(options)}."
                )
        for feature in (*self.required, *self.excluded):
            _check_feature(book, feature)
        both = sorted(set(self.required) & set(self.excluded))
        if both:
            raise InvalidCriteria(f"No game both has and lacks {both[0]!r}. Remove one of the two.")
        if not book.roster.figure and any(
            getattr(self, name) is not None for name in FIGURE_CRITERIA
        ):
            raise InvalidCriteria(
                f"Games of {book.title} have no figures. Search by players, rules or traits."
            )

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names of all criteria, as `unmet_by` returns them."""
        numbers = {
            "players": self.players,
            "table": self.feet,
            "figures": self.figures,
            "about": self.about,
            "minutes": self.minutes,
        }
        return (
            *[f"with {trait}" for trait in self.required],
            *[f"without {trait}" for trait in self.excluded],
            *[f"keep {id}={code}" for id, code in self.required_options.items()],
            *[name for name, value in numbers.items() if value is not None],
        )

    def unmet_by(self, ruleset: Ruleset) -> tuple[str, ...]:
        """Return the names of the criteria that a game does not meet."""
        met = {
            **{f"with {feature}": has_feature(ruleset, feature) for feature in self.required},
            **{
                f"without {feature}": not has_feature(ruleset, feature) for feature in self.excluded
            },
            **{
                f"keep {id}={code}": ruleset.choice(id).option.code == code
                for id, code in self.required_options.items()
            },
            "players": self.players is None or ruleset.players == self.players,
            "table": self.feet is None or get_battlefield(ruleset).side_feet == self.feet,
            "figures": self.figures is None or 2 * get_force(ruleset).size <= self.figures,
            "about": self.about is None or is_about(self.about, ruleset),
            "minutes": self.minutes is None
            or play_time.estimate_minutes(ruleset)[1] <= self.minutes,
        }
        return tuple(name for name, is_met in met.items() if not is_met)

    @property
    def has_preference(self) -> bool:
        """Return True if some games that meet these criteria fit better than others."""
        return (self.about, self.minutes) != (None, None) or any(
            feature in load_vocabulary().first for feature in self.required
        )

    def count_other_forms(self, ruleset: Ruleset) -> int:
        """Return the number of rules that a game has in another form than people mean
        (`wishes.toml`).
        """
        first = load_vocabulary().first
        return sum(
            feature in first and not ruleset.has(first[feature]) for feature in self.required
        )

    def sort_key(self, near: NearMatch) -> tuple[int, float, int, float]:
        """Return the sort key of a game: missed criteria, then rules in another form, then unused
        time.
        """
        unused_minutes = 0.0
        if self.about is not None:
            unused_minutes = abs(self.about - _middle_minutes(near.ruleset))
        elif self.minutes is not None:
            unused_minutes = abs(self.minutes - play_time.estimate_minutes(near.ruleset)[1])
        misses, excess_minutes = self.distance(near)
        return misses, excess_minutes, self.count_other_forms(near.ruleset), unused_minutes

    def distance(self, near: NearMatch) -> tuple[int, float]:
        """Return the number of missed criteria, and minutes that grow with the error of the
        playing time.
        """
        excess_minutes = 0.0
        if "minutes" in near.unmet:
            excess_minutes = play_time.estimate_minutes(near.ruleset)[1]
        elif "about" in near.unmet and self.about is not None:
            excess_minutes = abs(self.about - _middle_minutes(near.ruleset))
        return len(near.unmet), excess_minutes

    def is_met_by(self, ruleset: Ruleset) -> bool:
        """Return True if a game meets all criteria."""
        return not self.unmet_by(ruleset)


def is_about(minutes: int, ruleset: Ruleset) -> bool:
    """Return True if a game's middle time is at most a fifth less or an eighth more than
    `minutes`.
    """
    middle = _middle_minutes(ruleset)
    return MIN_TIME_FACTOR * minutes <= middle <= MAX_TIME_FACTOR * minutes


def _middle_minutes(ruleset: Ruleset) -> float:
    """Return the mean of a game's estimated shortest and longest time, in minutes."""
    return sum(play_time.estimate_minutes(ruleset)) / 2


def has_feature(ruleset: Ruleset, feature: str) -> bool:
    """Return True if a trait, a table, an option (as table=option) or a tag has an effect in
    this game.
    """
    if feature in ruleset.book.traits:
        return ruleset.has(feature)
    if feature in list_tags(ruleset.book):
        return any(
            feature in choice.option.tags and ruleset.uses(choice.table, choice.option)
            for choice in ruleset.choices
        )
    id, _, code = feature.partition("=")
    choice = ruleset.choice(id)
    if code:
        is_present = choice.option.code == code
    else:
        is_present = choice.option.code not in EMPTY_OPTIONS
    return is_present and ruleset.uses(choice.table, choice.option)


def describe_feature(book: Book, feature: str) -> str:
    """Return the name of a thing for readers."""
    if feature in book.traits:
        return book.traits[feature]
    if feature in list_tags(book):
        return f"called {feature}"
    id, _, code = feature.partition("=")
    table = _find_table(book, id)
    if code:
        return f"{table.title}: {_label(table, code)}"
    return f"rules for {table.title}"


@dataclass(frozen=True)
class NearMatch:
    """A game with the criteria that it does not meet.

    Attributes:
        unmet: The names of these criteria.
        is_faultless: The game is in its book's atlas, without a fault.
    """

    ruleset: Ruleset
    unmet: tuple[str, ...]
    is_faultless: bool = False


def roll_games(book: Book, criteria: Criteria) -> Iterator[Ruleset]:
    """Yield MAX_ROLLS games with the required options, in the order of the criteria's seed.

    Raises InvalidCriteria.
    """
    criteria.validate(book)
    rng = random.Random(f"{book.code} {criteria.seed}")
    for _ in range(MAX_ROLLS):
        yield resolve(book, roll_seed(book, criteria, rng))


def find_nearest(
    book: Book, criteria: Criteria, count: int, tries: int = MAX_ROLLS
) -> list[NearMatch]:
    """Return the first `count` rolled games that meet the criteria, or else the nearest.

    Raises InvalidCriteria.
    """
    return sorted(roll_until_met(book, criteria, count, tries), key=criteria.distance)[:count]


def roll_until_met(book: Book, criteria: Criteria, count: int, tries: int) -> list[NearMatch]:
    """Return all games that are rolled until `count` of them meet the criteria, at most `tries`."""
    near: list[NearMatch] = []
    match_count = 0
    for ruleset, _ in zip(roll_games(book, criteria), range(tries), strict=False):
        each = NearMatch(ruleset, criteria.unmet_by(ruleset))
        near.append(each)
        match_count += not each.unmet
        if match_count == count:
            break
    return near


def parse_fields(fields: Fields, book: Book) -> Criteria:
    """Return the criteria of a query or form, without unknown names and empty values.

    Raises InvalidCriteria.
    """
    numbers = {name: _parse_number(name, fields) for name in (*NUMBERS, "seed")}
    needs = _list_features("with", fields)
    options = [feature for feature in needs if "=" in feature]  # same as keeping the option
    criteria = Criteria(
        minutes=numbers["minutes"],
        players=numbers["players"],
        feet=numbers["feet"],
        figures=numbers["figures"],
        about=numbers["about"],
        required_options=parse_required_options(filter(None, (*fields.get("keep", ()), *options))),
        required=tuple(feature for feature in needs if feature not in options),
        excluded=_list_features("without", fields),
        seed=numbers["seed"] or 0,
    )
    criteria.validate(book)
    return criteria


def parse_required_options(texts: Iterable[str]) -> dict[str, str]:
    """Return the option of each table, from texts such as damage=doomed. Raises InvalidCriteria."""
    options = {}
    for each in texts:
        id, _, code = each.partition("=")
        if each.count("=") != 1:
            raise InvalidCriteria(
                f"{each!r} is no rule. Write a table and an option, such as damage=doomed."
            )
        options[id] = code
    return options


def to_query(criteria: Criteria, book: Book) -> str:
    """Return the criteria as a query in a canonical form; empty if there are none."""
    pairs = [
        (name, str(value)) for name in NUMBERS if (value := getattr(criteria, name)) is not None
    ]
    pairs += [
        ("keep", f"{table.id}={criteria.required_options[table.id]}")
        for table in book.rolled
        if table.id in criteria.required_options
    ]
    pairs += [("with", trait) for trait in sorted(criteria.required)]
    pairs += [("without", trait) for trait in sorted(criteria.excluded)]
    if criteria.seed:
        pairs.append(("seed", str(criteria.seed)))
    return urlencode(pairs, safe="=")


def _parse_number(name: str, fields: Fields) -> int | None:
    values = [value.strip() for value in fields.get(name, ()) if value.strip()]
    if not values:
        return None
    (value, *more) = values
    digits = value.isascii() and value.isdigit()
    if more or not digits or len(value.lstrip("0")) > len(str(MAX_NUMBER)):
        raise InvalidCriteria(
            f"{name} must be one whole number from 0 to {MAX_NUMBER}, not {', '.join(values)!r}."
        )
    return int(value.lstrip("0") or "0")


def _list_features(name: str, fields: Fields) -> tuple[str, ...]:
    return tuple(dict.fromkeys(filter(None, fields.get(name, ()))))


def _check_feature(book: Book, feature: str) -> None:
    """Raise InvalidCriteria for a feature that games of this book never have."""
    id, sign, code = feature.partition("=")
    tables = {table.id: table for table in book.rolled}
    rule = id in tables and (not sign or bool(tables[id].results(code)))
    if not (rule or feature in book.traits or feature in list_tags(book)):
        traits = ", ".join(sorted({*book.traits, *tables, *list_tags(book)}))
        raise InvalidCriteria(f"{book.title} has no trait {feature!r}. Its traits: {traits}.")


def _label(table: Table, code: str) -> str:
    return next(option.label for option in table.options if option.code == code)


def _find_table(book: Book, id: str) -> Table:
    tables = {table.id: table for table in book.rolled}
    if id not in tables:
        raise InvalidCriteria(f"{book.title} has no table {id!r}. Its tables: {', '.join(tables)}.")
    return tables[id]


def roll_seed(book: Book, criteria: Criteria, rng: random.Random) -> Seed:
    """Return a random seed with the kept options."""
    seed = Seed.from_rng(rng, book.length)
    for id, code in criteria.required_options.items():
        table = book.table(id)
        seed = seed.replaced(
            book.digit_offset(id), str(rng.choice(table.results(code))).zfill(table.digits)
        )
    return seed
