"""Editions of books: pins that record the meaning of frozen books.

Tests compare each frozen book with its pin. A pin holds the option codes and parameters of all
digits, and the parameters of the other sections. It also holds digests of the forces and of games
of the random bot, one game for each seed of a set. Together these seeds roll every result of every
table. Wording is not part of a pin.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from carnage import catalog
from carnage.catalog import Book, Table
from carnage.engine.core.records import as_values
from carnage.engine.core.state import Event
from carnage.engine.games import Match
from carnage.rulesets.ruleset import resolve
from carnage.seeds import Seed

RANDOM_SEEDS = 60  # random seeds, in addition to those that cover every result
PIN_FOLDER = "pins"


def pin_of(book: Book) -> dict[str, Any]:
    """Return the pin of a book as it is now, as values for JSON."""
    return {
        "book": book.code,
        "edition": book.edition,
        "tables": {table.id: list(_roll_results(book, table.id)) for table in book.rolled},
        "sections": {table.id: _section(table) for table in book.tables if not table.rolled},
        "forces": _forces_digest(book),
        "games": {str(seed): _game_digest(book, seed) for seed in pin_seeds(book)},
    }


def _section(table: Table) -> dict[str, Any]:
    """Return the parameters of a section and of its rules."""
    rules = {rule.code: rule.params for rule in table.rules}
    return {"params": _without_empty(table.params, HANDICAPS), "rules": rules}


# Fields of forces that were added after the first pin. They are pinned only where they have a
# value. Otherwise a new field for another book's forces would change every pin.
LATER_FORCE_FIELDS = frozenset(
    {
        *("dice", "weak", "big", "band", "load", "edge", "price", "sure"),
        *("also", "unless", "line", "layout"),
    }
)
# Parameters for house rules, which do nothing at 0. They are pinned only where they have a value.
HANDICAPS = frozenset({"second_points", "second_ties", "held_back", "opening", "kept"})


def _forces_digest(book: Book) -> str:
    """Return a digest of the forces of a book."""
    forces = _without_empty(msgspec.to_builtins(book.roster), LATER_FORCE_FIELDS)
    return _digest(msgspec.json.encode(forces))


def _without_empty(value: Any, names: frozenset[str]) -> Any:
    """Return a value without those of the named fields that are empty or 0, at any depth."""
    if isinstance(value, Mapping):
        return {
            key: _without_empty(item, names)
            for key, item in value.items()
            if item or key not in names
        }
    if isinstance(value, (list, tuple)):
        return [_without_empty(item, names) for item in value]
    return value


def _roll_results(book: Book, table_id: str) -> Iterator[dict[str, Any]]:
    """Yield the option code and the parameters of each roll on a table, lowest first."""
    table = book.table(table_id)
    zeros = Seed("0" * book.length)
    for roll in range(10**table.digits):
        seed = zeros.replaced(book.digit_offset(table_id), str(roll).zfill(table.digits))
        choice = resolve(book, seed).choice(table_id)
        yield {"option": choice.option.code, "params": _without_empty(choice.params, HANDICAPS)}


def pin_seeds(book: Book) -> tuple[Seed, ...]:
    """Return the seeds of a pin: seeds that roll every result of every table, and random ones."""
    covering = tuple(Seed(str(roll) * book.length) for roll in range(10))
    return covering + tuple(Seed.from_text(f"pin {n}", book.length) for n in range(RANDOM_SEEDS))


def _game_digest(book: Book, seed: Seed) -> str:
    """Return a digest of the events of one game of the random bot."""
    match = Match(resolve(book, seed), seed=1, bots=("random", "random"))
    shapes = match.family.shapes
    rules = match.family.rules
    # Use names, because the numbers of rules and events change when a family gets new ones. Events
    # that are not reported follow from reported ones, and may be more detailed than when the pin
    # was written.
    lines = []
    for event in match.events():
        shape = shapes[event.event]
        if shape.reported:
            _, _, *numbers, _ = as_values(Event, event)  # without the kind, the rule and the dice
            line = (shape.name, rules[event.rule], *numbers, *event.dice)
            lines.append(tuple(map(str, line)))
    return _digest(repr(lines).encode())


def _digest(data: bytes) -> str:
    """Return the first 16 hexadecimal digits of a SHA-256 hash."""
    return hashlib.sha256(data).hexdigest()[:16]


def read_pin(book: Book) -> dict[str, Any]:
    """Return the pin that was written when the book was frozen.

    Raises:
        FileNotFoundError: The book has no pin.
    """
    path = catalog.TABLES / PIN_FOLDER / f"{book.code}.json"
    pin: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return pin


def diff_pins(before: dict[str, Any], now: dict[str, Any], path: str = "") -> list[str]:
    """Return the differences of two pins, one line for each path.

    It is empty if the edition is unchanged.
    """
    lines = []
    for key in sorted({*before, *now} - {"anew"}):
        key_path = f"{path}/{key}"
        old = before.get(key)
        new = now.get(key)
        if isinstance(old, dict) and isinstance(new, dict):
            lines += diff_pins(old, new, key_path)
        elif old != new:
            lines.append(f"{key_path}: was {old}, is {new}")
    return lines


def format_pin(pin: dict[str, Any]) -> str:
    """Return a pin as the text of its file, with one value on a line for readable diffs."""
    return json.dumps(pin, indent=1, ensure_ascii=False) + "\n"
