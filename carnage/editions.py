"""Editions: what a frozen book promises, written down as a pin that tests compare with.

A pin holds what the digits give (option codes and parameters), the parameters of the sections that every
game has, what the forces are made of, and how games go: a digest of what the random bot's games log, over
seeds that between them roll every result of every table. Wording is no part of it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from typing import Any

import msgspec

from carnage import catalog
from carnage.catalog import Book
from carnage.engine.core.records import as_values
from carnage.engine.core.state import Event
from carnage.engine.games import Match
from carnage.ruleset import resolve
from carnage.seeds import Seed

SAMPLE = 60  # random seeds played besides those that cover every result
PINS = "pins"


def pin(book: Book) -> dict[str, Any]:
    """What this edition of a book means, ready for JSON."""
    return {
        "book": book.code,
        "edition": book.edition,
        "tables": {table.id: list(_results(book, table.id)) for table in book.rolled},
        "sections": {
            table.id: {
                "params": dict(table.params),
                "rules": {rule.code: rule.params for rule in table.rules},
            }
            for table in book.tables
            if not table.rolled
        },
        "forces": _digest(msgspec.json.encode(_as_first_pinned(msgspec.to_builtins(book.roster)))),
        "games": {str(seed): _game(book, seed) for seed in seeds(book)},
    }


# What forces have learnt to say since the first pin was written. Where they do not say it, nothing is pinned,
# or every pin would move with every new thing that some other book's forces can have.
LATER = frozenset({"dice", "weak", "big", "band", "load", "edge", "price", "line", "layout"})


def _as_first_pinned(value: Any) -> Any:
    if isinstance(value, dict):
        return {k: _as_first_pinned(v) for k, v in value.items() if v or k not in LATER}
    return [_as_first_pinned(v) for v in value] if isinstance(value, (list, tuple)) else value


def _results(book: Book, table_id: str) -> Iterator[dict[str, Any]]:
    """What each roll on a table gives, lowest first."""
    table = book.table(table_id)
    zeros = Seed("0" * book.length)
    for roll in range(10**table.digits):
        seed = zeros.replaced(book.place(table_id), str(roll).zfill(table.digits))
        choice = resolve(book, seed).choice(table_id)
        yield {"option": choice.option.code, "params": dict(choice.params)}


def seeds(book: Book) -> tuple[Seed, ...]:
    """Seeds that roll every result of every table, and a sample of others."""
    covering = tuple(Seed(str(roll) * book.length) for roll in range(10))
    return covering + tuple(Seed.from_text(f"pin {n}", book.length) for n in range(SAMPLE))


def _game(book: Book, seed: Seed) -> str:
    """A digest of all that happens in one game of the random bot, to the last event."""
    match = Match(resolve(book, seed), seed=1, bots=("random", "random"))
    shapes, rules = match.family.shapes, match.family.rules
    # By name: the numbers of rules and events move when a family learns new ones. What no report tells only
    # follows from what it tells, and may be noted more closely than when a pin was written.
    log = [
        (shapes[event.event].name, rules[event.rule], *as_values(Event, event)[2:-1], *event.dice)
        for event in match.events()
        if shapes[event.event].reported
    ]
    return _digest(repr([tuple(map(str, line)) for line in log]).encode())


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]


def pinned(book: Book) -> dict[str, Any]:
    """The pin that was written when the book was frozen; raises FileNotFoundError if there is none."""
    path = catalog.TABLES / PINS / f"{book.code}.json"
    written: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return written


def differences(before: dict[str, Any], now: dict[str, Any], place: str = "") -> list[str]:
    """Where two pins differ, by their path: empty where an edition has kept its promise."""
    lines = []
    for key in sorted({*before, *now} - {"anew"}):
        here = f"{place}/{key}"
        old, new = before.get(key), now.get(key)
        if isinstance(old, dict) and isinstance(new, dict):
            lines += differences(old, new, here)
        elif old != new:
            lines.append(f"{here}: was {old}, is {new}")
    return lines


def text_of(pin: dict[str, Any]) -> str:
    """A pin as it stands in its file: laid out so that a change shows as changed lines."""
    return json.dumps(pin, indent=1, ensure_ascii=False) + "\n"
