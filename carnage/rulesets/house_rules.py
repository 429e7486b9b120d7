"""House rules: numbers of a game that a person has changed.

A game with house rules is a ruleset of a changed book (`catalog.numbers`). Rulebooks, forces, odds
and the engine read their numbers from the book of their ruleset, so they need no other change. An
address has them in the field `rules`: `movement.leg:3,figure.captain.points:12`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from carnage import catalog
from carnage.catalog import Book, HouseRule
from carnage.catalog.numbers import (
    FIGURE,
    WEAPON,
    NumberBounds,
    change_book,
    find_bounds,
    list_carried_numbers,
    numbers,
)
from carnage.common.text_format import Number, join_words
from carnage.rulesets.forces import get_force, list_stat_codes
from carnage.rulesets.ruleset import Ruleset, resolve
from carnage.seeds import Seed

MAX_RULES = 12
MAX_LENGTH = 600  # characters of all house rules in an address
SEPARATOR = ","
VALUE_SEPARATOR = ":"
SHOWN_NAMES = 6  # names of numbers in an error
FIELD = "?rules="  # between the seed and the house rules in the keys of jobs

HouseRules = tuple[HouseRule, ...]


class HouseRuleError(ValueError):
    """A house rule is not possible in this game. The message has an example of a possible one."""


@dataclass(frozen=True)
class HouseNumber:
    """A number of a game that house rules may change.

    Attributes:
        value: Its value in this game.
        book_value: Its value in the book.
        bounds: Its bounds, or why it is locked.
    """

    name: str
    value: Number
    book_value: Number
    bounds: NumberBounds

    @property
    def label(self) -> str:
        """Return its name for people."""
        return self.bounds.label or self.name.rpartition(".")[2].replace("_", " ")

    def check(self, value: Number) -> Number:
        """Return a new value of the right type. Raises HouseRuleError."""
        bounds = self.bounds
        if bounds.locked:
            raise HouseRuleError(f"{self.name} cannot be changed. {bounds.locked}")
        if not bounds.least <= value <= bounds.most:
            raise HouseRuleError(
                f"{self.name} is a number from {bounds.least:g} to {bounds.most:g}, such as "
                f"{self.name}{VALUE_SEPARATOR}{self.book_value:g}; {value:g} is not."
            )
        if bounds.unit != "share" and isinstance(bounds.step, int) and value != int(value):
            raise HouseRuleError(f"{self.name} is a whole number, such as {self.book_value:g}.")
        if isinstance(bounds.step, int) and bounds.unit != "share":
            return int(value)
        return round(float(value), 4)


def list_numbers(ruleset: Ruleset) -> tuple[HouseNumber, ...]:
    """Return every number that is in force in a game, in the order of the book."""
    plain = original(ruleset)
    values = dict(_list_values(ruleset))
    return tuple(
        HouseNumber(name, values.get(name, value), value, find_bounds(ruleset.book, name))
        for name, value in _list_values(plain)
    )


def original(ruleset: Ruleset) -> Ruleset:
    """Return the same game without house rules."""
    if not ruleset.book.house_rules:
        return ruleset
    return Ruleset(catalog.book(ruleset.book.code), ruleset.seed, ruleset.name)


def _list_values(ruleset: Ruleset) -> Iterator[tuple[str, Number]]:
    book = ruleset.book
    for name, value in ruleset.params.items():
        table = book.table(name.partition(".")[0])
        option = ruleset.choice(table.id).option if table.rolled else None
        if ruleset.uses(table, option) and all(map(ruleset.has, find_bounds(book, name).needs)):
            yield name, value
    if not book.roster.figure:
        return
    force = get_force(ruleset)
    for model in force.kinds:
        yield f"{FIGURE}.{model.code}.points", model.points
        for stat in list_stat_codes(ruleset):
            yield f"{FIGURE}.{model.code}.{stat}", model.stats[stat]
    yield from list_carried_numbers(force.weapons).items()


def parse_rules(text: str, ruleset: Ruleset) -> HouseRules:
    """Return the house rules of a text, in the order of the book.

    Values that are those of the book are left out, so equal games have equal house rules.

    Args:
        text: House rules as an address has them; empty for none.
        ruleset: The game.

    Raises:
        HouseRuleError: A name or a value is not possible in this game.
    """
    if not text.strip():
        return ()
    if len(text) > MAX_LENGTH:
        raise HouseRuleError(f"House rules have at most {MAX_LENGTH} characters together.")
    known = {number.name: number for number in list_numbers(original(ruleset))}
    found: dict[str, Number] = {}
    for part in filter(None, (each.strip() for each in text.split(SEPARATOR))):
        name, _, written = part.partition(VALUE_SEPARATOR)
        name = name.strip()
        if name not in known:
            raise HouseRuleError(_unknown_message(name, known))
        found[name] = known[name].check(_parse_value(name, written, known[name]))
    rules = tuple(
        HouseRule(name, found[name], number.book_value)
        for name, number in known.items()
        if name in found and found[name] != number.book_value
    )
    if len(rules) > MAX_RULES:
        raise HouseRuleError(f"A game has at most {MAX_RULES} house rules; these are {len(rules)}.")
    return rules


def parse_fitting_rules(text: str, ruleset: Ruleset) -> tuple[HouseRules, tuple[str, ...]]:
    """Return the house rules of a text that a game can have, and the names of the others.

    A number of the family that belongs to another option is left out. An unknown one is an error.

    Raises:
        HouseRuleError: A name is unknown, or a value is not possible.
    """
    if not text:
        return (), ()
    if len(text) > MAX_LENGTH:
        return parse_rules(text, ruleset), ()
    known = {number.name for number in list_numbers(original(ruleset))}
    kept = []
    dropped = []
    for part in text.split(SEPARATOR):
        name = part.partition(VALUE_SEPARATOR)[0].strip()
        if name not in known and is_number_of_book(ruleset.book, name):
            dropped.append(name)
        else:
            kept.append(part)
    return parse_rules(SEPARATOR.join(kept), ruleset), tuple(dropped)


def is_number_of_book(book: Book, name: str) -> bool:
    """Return True if some game of the book has a number of this name."""
    owner, _, rest = name.partition(".")
    known = numbers(book.family)
    if owner in (FIGURE, WEAPON):
        items = book.roster.figure if owner == FIGURE else book.roster.weapon
        code, _, stat = rest.partition(".")
        return f"{owner}.*.{stat}" in known and any(item.code == code for item in items)
    return name in known and any(table.id == owner for table in book.tables)


def _parse_value(name: str, written: str, number: HouseNumber) -> float:
    try:
        value = float(written.strip())
    except ValueError:
        value = float("nan")
    if value != value or value in (float("inf"), float("-inf")):
        example = f"{name}{VALUE_SEPARATOR}{number.book_value:g}"
        raise HouseRuleError(f"A house rule is a name and a number, such as {example}.")
    return value


def _unknown_message(name: str, known: dict[str, HouseNumber]) -> str:
    owner = name.partition(".")[0]
    near = [
        each for each in known if each.partition(".")[0] == owner and not known[each].bounds.locked
    ]
    shown = near or [each for each in known if not known[each].bounds.locked]
    names = join_words(shown[:SHOWN_NAMES])
    return f"This game has no number {name[:60]!r}. It has {names}."


def with_rules(ruleset: Ruleset, rules: HouseRules) -> Ruleset:
    """Return a game with these house rules, in place of those that it has."""
    plain = original(ruleset)
    if not rules:
        return plain
    return Ruleset(change_book(plain.book, rules), plain.seed, plain.name)


def change_rules(ruleset: Ruleset, text: str) -> Ruleset:
    """Return a game with the house rules of a text. Raises HouseRuleError."""
    return with_rules(ruleset, parse_rules(text, ruleset))


def format_rules(rules: HouseRules) -> str:
    """Return house rules as an address has them."""
    return SEPARATOR.join(f"{rule.name}{VALUE_SEPARATOR}{rule.value:g}" for rule in rules)


def describe_rule(book: Book, rule: HouseRule) -> str:
    """Return a house rule in words, for a rulebook."""
    return f"{find_owner_title(book, rule.name)}: {describe_value(book, rule)}"


def find_owner_title(book: Book, name: str) -> str:
    """Return the title of the table, or the label of the figure or weapon, that has a number."""
    owner, _, rest = name.partition(".")
    if owner in (FIGURE, WEAPON):
        code, _, _ = rest.partition(".")
        items = book.roster.figure if owner == FIGURE else book.roster.weapon
        return next(item.label for item in items if item.code == code)
    return book.table(owner).title


def list_descriptions(book: Book) -> list[str]:
    """Return the house rules of a book in words."""
    return [describe_rule(book, rule) for rule in book.house_rules]


def describe_value(book: Book, rule: HouseRule) -> str:
    """Return the number of a house rule in words, without the title of its table."""
    label = find_bounds(book, rule.name).label
    return f"{label} {rule.value:g} (the book has {rule.book_value:g})"


def job_digits(ruleset: Ruleset, digits: str) -> str:
    """Return the digits of a game with its house rules, as the keys of jobs have them."""
    rules = format_rules(ruleset.book.house_rules)
    return f"{digits}{FIELD}{rules}" if rules else digits


def resolve_job(book: Book, digits: str, name: str = "") -> Ruleset:
    """Return the game of digits as `job_digits` writes them."""
    digits, _, rules = digits.partition(FIELD)
    ruleset = resolve(book, Seed(digits), name)
    return change_rules(ruleset, rules) if rules else ruleset
