"""The rules of a table as items of a list, in runs that hang on little each.

What all rules of a table ask together hardly two games have in common; what a few of them ask, many have.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from carnage.catalog import Book, Option, Table
from carnage.catalog.rolls import marks_of
from carnage.catalog.traits import conditions
from carnage.document.crossings import Read, crossings
from carnage.document.dependencies import dependencies, once
from carnage.document.press import Together
from carnage.document.texts import MOST_BLOCKS, item_html, text_of
from carnage.ruleset import Ruleset

TOGETHER = 8  # traits on which the rules of a run hang, unless one of them alone hangs on more

_Crossed = tuple[tuple[str, ...], frozenset[str]]


@dataclass(frozen=True, slots=True)
class Run:
    """Rules that stand beside each other as they read in a game: as Markdown, and as items in HTML, which
    name these anchors."""

    lines: tuple[str, ...]
    items: tuple[Read, ...]
    named: frozenset[str]
    crossed: dict[frozenset[str], _Crossed] = field(default_factory=dict)
    """The items with links and what is seen then, by what of all that they name was seen before."""


class Listed:
    """Makes the list of a table's rules in any game of a book, its rolled tables under one option. Of the
    words of the glossary that a section may lead to these are `words`."""

    def __init__(self, book: Book, table: Table, words: frozenset[str] | None) -> None:
        self._table = table
        self._crossings = crossings(book)
        makers = list(_makers(book, table, words))
        self._words = [maker.words for maker in makers]
        own = [table.id] if table.rolled else []
        self._runs = Together(once(book, maker, maker.texts, maker.traits, own) for maker in makers)

    def __call__(self, ruleset: Ruleset) -> list[tuple[Run, frozenset[str]]]:
        """The runs in which anything is there, each with the words that may be links in it."""
        made = zip(self._runs(ruleset), self._words, strict=True)
        return [(run, words) for run, words in made if run.lines]

    def crossed(self, run: Run, words: frozenset[str], ruleset: Ruleset, seen: set[str]) -> tuple[str, ...]:
        """The items with links, as `Crossings.led` has them."""
        before = run.named & seen
        made = run.crossed.get(before)
        if made is None:
            after, led, own = set(before), self._crossings.led, self._table.id
            items = tuple([led(read, ruleset, own, after, words) for read in run.items])
            made = run.crossed[before] = items, frozenset(after)
        seen |= made[1]
        return made[0]


class _Maker:
    """Makes a run of these rules of a table."""

    def __init__(
        self, book: Book, table: Table, rules: tuple[Option, ...], words: frozenset[str] | None
    ) -> None:
        self._table, self._rules = table, rules
        self._texts = [
            (rule, text_of(book, rule.text), marks_of(book, rule.needs), marks_of(book, rule.unless))
            for rule in rules
        ]
        self._crossings = crossings(book)
        self.texts = [rule.text for rule in rules]
        used = self._crossings.words(self.texts)
        self.words = used if words is None else used & words
        self.traits = conditions(rules) | self._crossings.deciding(self.words)

    def __call__(self, ruleset: Ruleset) -> Run:
        table, state = self._table, ruleset.state
        params = ruleset.choice(table.id).params if table.rolled else table.params
        lines: list[str] = []
        for rule, text, needs, unless in self._texts:
            if state & needs == needs and not state & unless:
                told = text({**params, **rule.params}, ruleset)
                lines += [_line(rule.label, told)] if told else []
        items = tuple([self._crossings.read(item_html(line)) for line in lines])
        named = frozenset([mention.id for item in items for mention in item.mentions])
        return Run(tuple(lines), items, named)

    def hangs_on(self, book: Book) -> int:
        """On how many traits."""
        return len(dependencies(book, self.texts).traits | self.traits)


@lru_cache(MOST_BLOCKS)
def _line(label: str, told: str) -> str:
    """A rule as it stands in a list: runs that differ have most of their lines in common."""
    return f"**{label}.** {told}"


def _makers(book: Book, table: Table, words: frozenset[str] | None) -> Iterator[_Maker]:
    """For all rules of a table, as many at a time as hang on few traits together."""
    run: _Maker | None = None
    rules: tuple[Option, ...] = ()
    for rule in table.rules:
        longer = _Maker(book, table, (*rules, rule), words)
        if run and longer.hangs_on(book) > TOGETHER:
            yield run
            longer = _Maker(book, table, (rule,), words)
            rules = ()
        run, rules = longer, (*rules, rule)
    if run:
        yield run
