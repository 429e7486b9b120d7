"""A sheet's texts as they read in one game, and what each of them depends on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from carnage.asking import asked_numbers, asked_of_game, asked_pitches, asked_traits
from carnage.catalog import Book
from carnage.document.game import THINGS, Game
from carnage.document.press import Once
from carnage.document.texts import fill
from carnage.ruleset import Ruleset
from carnage.sheets import Conditional

T = TypeVar("T")


def there(entry: Conditional, ruleset: Ruleset) -> bool:
    """Whether this game has what the entry needs, and nothing beside which it is of no use."""
    return ruleset.meets(entry.needs) and not any(ruleset.has(trait) for trait in entry.unless)


def asked(entries: Iterable[Conditional]) -> set[str]:
    """The traits that decide which of these are there."""
    return {trait for entry in entries for trait in (*entry.needs, *entry.unless)}


class _Pitches:
    """What tables answer, told as the end of a sentence: pitch["units"]."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset

    def __getitem__(self, table: str) -> str:
        choice = self._ruleset.choice(table)
        return lower(fill(choice.option.pitch, choice.params, self._ruleset))


def lower(sentence: str) -> str:
    """A sentence that goes on with another."""
    return sentence[:1].lower() + sentence[1:]


def context(ruleset: Ruleset) -> Mapping[str, Any]:
    """What a sheet's texts may use besides `has` and the filters."""
    return {
        "misses": ruleset.misses,
        "the": ruleset.params,
        "game": Game(ruleset),
        "pitch": _Pitches(ruleset),
    }


def tell(text: str, ruleset: Ruleset) -> str:
    """The text as it reads in this game, still Markdown."""
    return fill(text, context(ruleset), ruleset)


def once(
    book: Book, build: Callable[[Ruleset], T], texts: Iterable[str], traits: Iterable[str] = ()
) -> Once[T]:
    """A piece made of these texts: what it depends on is read from them, but for further traits."""
    named = set(traits)
    tables: set[str] = set()
    for text in texts:
        named |= asked_traits(text)
        tables |= {number.partition(".")[0] for number in asked_numbers(text)}
        for name in asked_of_game(text):
            named |= THINGS[name].traits(book)
            tables |= {*THINGS[name].tables(book)}
        for id in asked_pitches(text):
            tables.add(id)
            for option in book.table(id).options:
                named |= asked_traits(option.pitch)
    return Once(book, build, named, tables & {table.id for table in book.rolled})
