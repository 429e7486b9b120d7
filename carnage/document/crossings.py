"""Cross-references: where a text names another rule, or uses a word of the glossary, it leads there.

They are found in what texts become, never in what they are written in: HTML here, and runs of printed text by
the same `named`. Markdown stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator
from itertools import product
from typing import NamedTuple

from carnage.catalog import Book, Table, Term
from carnage.catalog.rolls import given_by, marks_of
from carnage.catalog.variants import variants
from carnage.document.parts import Chapter
from carnage.document.press import giving
from carnage.ruleset import Ruleset, resolve
from carnage.seeds import Seed
from carnage.unlocked import once_each

_TAG = re.compile(r"(<[^>]*>)")
# Within these nothing is a reference: headings of paragraphs, and what is a link or a picture already.
_APART = re.compile(r"<(strong|b|a|svg|h\d)\b")
_LINK = re.compile(r'<a href="#([^"]*)">(.*?)</a>')
# A title is named where no sentence begins and no other name goes on.
_BEFORE = re.compile(r"(?:(?:^|[\s(])[a-z][a-z0-9'’;&#-]*|[,;:)]|\b(?:See|Read)) $|\($")
_AFTER = re.compile(r" [A-Z]")
_SEE = re.compile(r"\bsee (?:[A-Z][\w -]*(?:, | and ))*$", re.IGNORECASE)
MOST_READ = 10_000  # pieces of HTML
MOST_WAYS = 50  # in which one has links
MOST_TRIED = 200  # rulesets, to see whether a term is in all games of a book


class Mention(NamedTuple):
    """Where in a text something is named, and the anchor of what is: `told` where one is told to see it,
    `word` if it is a word of the glossary."""

    start: int
    end: int
    id: str
    told: bool = False
    word: str = ""

    def moved(self, by: int) -> Mention:
        """The same in a text that has so much before this one."""
        return self._replace(start=self.start + by, end=self.end + by)


def term_id(term: str) -> str:
    """The anchor of a word of the glossary."""
    return "term-" + re.sub(r"[^a-z0-9]+", "-", term.lower())


def in_use(term: Term, ruleset: Ruleset) -> bool:
    """Whether the glossary of this game has this term."""
    return term.fits(ruleset.traits) and not any(ruleset.misses(trait) for trait in term.assumes)


class Read:
    """A piece of HTML, all that it names, in order, and its forms with links, by which of these are links."""

    __slots__ = ("linked", "mentions", "plain")

    def __init__(self, html: str, mentions: tuple[Mention, ...]) -> None:
        self.plain = str(html)
        self.mentions = mentions
        self.linked: dict[int, str] = {}

    def with_links(self, chosen: int) -> str:
        """The same with links where the bits of `chosen` say so, the lowest for the first mention."""
        if not chosen:
            return self.plain
        made = self.linked.get(chosen)
        if made is None:
            links = [mention for at, mention in enumerate(self.mentions) if chosen >> at & 1]
            if len(self.linked) >= MOST_WAYS:
                self.linked.clear()
            made = self.linked[chosen] = _with_links(self.plain, links)
        return made


class Crossings:
    """What the rulebooks of one book can refer to."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self._ids = {chapter.title: Chapter(chapter.title, ()).id for chapter in book.reading}
        self._ids |= {part.title: part.id for part in book.sheet.part} | _parts(book)
        self._ids |= {table.title: table.id for table in book.tables}
        self._titles = _any_of(self._ids)
        self._terms: dict[str, list[Term]] = {}
        for term in book.glossary:
            if not term.loose:
                self._terms.setdefault(term.term.lower(), []).append(term)
        self._words = _any_of(self._terms, "(?:s|es)?", re.IGNORECASE)
        self._besides = _any_of(
            (phrase for terms in self._terms.values() for term in terms for phrase in term.besides),
            flags=re.IGNORECASE,
        )
        self._deciding: dict[str, frozenset[str]] = {}
        self._read: dict[str, Read] = {}
        self._terms_marks = {
            word: [(term.implied, *self._marks(term)) for term in terms]
            for word, terms in self._terms.items()
        }

    def named(self, text: str, own: str = "") -> Iterator[Mention]:
        """Where a plain text names rules, chapters or parts other than its `own`."""
        for found in self._titles.finditer(text):
            id = self._ids[found[0]]
            before, after = text[: found.start()], text[found.end() :]
            told = bool(_SEE.search(before))
            if id != own and not _AFTER.match(after) and (told or _BEFORE.search(before)):
                yield Mention(found.start(), found.end(), id, told)

    def words(self, texts: Iterable[str], traits: Container[str] | None = None) -> frozenset[str]:
        """The words of the glossary in these texts, filled in or not; with traits those that may be links in
        what hangs on these: no page shall wait for a piece that it has but for what its glossary has."""
        words = {found[1].lower() for text in texts for found in self._words.finditer(text)}
        if traits is None:
            return frozenset(words)
        return frozenset(word for word in words if all(trait in traits for trait in self._decide(word)))

    def deciding(self, words: Iterable[str]) -> frozenset[str]:
        """The traits that decide which of these words are in a game's glossary."""
        return frozenset(trait for word in words for trait in self._decide(word))

    def linked(
        self,
        html: str,
        ruleset: Ruleset,
        own: str = "",
        seen: set[str] | None = None,
        words: Container[str] | None = None,
    ) -> str:
        """HTML of our own with links: on what one is told to see; on what it names and on these `words` of
        this game's glossary, or all, each once, and not again if `seen`; on nothing of this `own` anchor."""
        return self.led(self.read(html), ruleset, own, set() if seen is None else seen, words)

    def read(self, html: str) -> Read:
        """HTML of our own, read: texts that differ have most of their pieces in common."""
        read = self._read.get(html)
        if read is None:
            if len(self._read) >= MOST_READ:
                self._read.clear()
            read = self._read[html] = Read(html, tuple(self._by_lines(html)))
        return read

    def led(
        self, read: Read, ruleset: Ruleset, own: str, seen: set[str], words: Container[str] | None
    ) -> str:
        """What was read with links, as `linked` has them."""
        chosen, bit = 0, 1
        for start, end, id, told, word in read.mentions:
            if id not in seen or (told and id != own):
                if start == end:  # it is explained here
                    seen.add(id)
                elif not word or self._leads(word, ruleset, words):
                    seen.add(id)
                    chosen |= bit
            bit <<= 1
        return read.with_links(chosen)

    def of_table(self, table: Table) -> frozenset[str]:
        """The anchors of what is told in this table's own section, where nothing leads to them."""
        title = table.title.lower()
        return frozenset({table.id, term_id(title), term_id(title.removesuffix("s"))})

    def titles_linked(self, html: str) -> str:
        """HTML of our own with links on titles alone, which hang on nothing but the book."""
        return _with_links(html, [mention for mention in self._mentions(html) if not mention.word])

    def _by_lines(self, html: str) -> Iterator[Mention]:
        """All that HTML names, line by line: what is set apart in one ends with it."""
        start = 0
        for line in str(html).split("\n"):
            yield from [mention.moved(start) for mention in self._mentions(line)]
            start += len(line) + 1

    def _mentions(self, html: str) -> tuple[Mention, ...]:
        """All that a piece of HTML names, in order; what it explains, in bold, is an empty mention."""
        mentions: list[Mention] = []
        apart: list[str] = []
        start = 0
        for at, piece in enumerate(_TAG.split(html)):
            if at % 2:
                opened = _APART.match(piece)
                if opened:
                    apart.append(opened[1])
                elif apart and piece == f"</{apart[-1]}>":
                    apart.pop()
            elif piece and not apart:
                mentions += [each.moved(start) for each in sorted([*self.named(piece), *self._used(piece)])]
            elif piece and apart[-1] in ("strong", "b"):
                term = self._words.fullmatch(piece.strip(" .:"))
                mentions += [Mention(start, start, term_id(term[1]), word=term[1].lower())] if term else []
            start += len(piece)
        return tuple(mentions)

    def _used(self, text: str) -> Iterator[Mention]:
        """The words of the glossary in a plain text, where they are no everyday words and in no title."""
        taken = [range(found.start(), found.end()) for found in self._besides.finditer(text)]
        taken += [range(mention.start, mention.end) for mention in self.named(text)]
        for found in self._words.finditer(text):
            if not any(found.start() in each for each in taken):
                yield Mention(found.start(), found.end(), term_id(found[1]), word=found[1].lower())

    def _leads(self, word: str, ruleset: Ruleset, words: Container[str] | None) -> bool:
        return (words is None or word in words) and self._has(word, ruleset)

    def _has(self, word: str, ruleset: Ruleset) -> bool:
        state = ruleset.state
        return any(
            implied or (state & needs == needs and not state & unless)
            for implied, needs, unless in self._terms_marks[word]
        )

    def _marks(self, term: Term) -> tuple[int, int]:
        """What a game has, and has not, whose glossary has this term (`in_use`), as marks."""
        assumed = [trait for trait in term.assumes if trait in given_by(self.book)]
        return marks_of(self.book, (*term.needs, *assumed)), marks_of(self.book, term.unless)

    def _decide(self, word: str) -> frozenset[str]:
        """The traits that decide whether this word is in a game's glossary; none if it is in each."""
        traits = self._deciding.get(word)
        if traits is None:
            terms = self._terms[word]
            traits = frozenset(
                trait for term in terms for trait in (*term.needs, *term.unless, *term.assumes)
            )
            if any(term.implied for term in terms) or self._in_all(word, traits):
                traits = frozenset()
            self._deciding[word] = traits
        return traits

    def _in_all(self, word: str, traits: frozenset[str]) -> bool:
        deciding = giving(self.book, traits)
        rolls = [
            [variant.lowest for variant in variants(table)] if table.id in deciding else ["0" * table.digits]
            for table in self.book.rolled
        ]
        count = 1
        for each in rolls:
            count *= len(each)
        return count <= MOST_TRIED and all(
            self._has(word, resolve(self.book, Seed("".join(digits)))) for digits in product(*rolls)
        )


def _parts(book: Book) -> dict[str, str]:
    """The parts outside the rules that every game of this book has."""
    named = {"Quick Reference": "reference", "Glossary": "glossary"}
    return named | ({"Setup": "setup", "Rosters": "rosters"} if book.roster.figure else {})


def _any_of(texts: Iterable[str], ending: str = "", flags: int = 0) -> re.Pattern[str]:
    listed = "|".join(sorted(map(re.escape, set(texts)), key=len, reverse=True))
    return re.compile(rf"(?<![\w-])({listed or '(?!)'}){ending}(?![\w-])", flags)


def _with_links(text: str, mentions: Iterable[Mention]) -> str:
    pieces, at = [], 0
    for start, end, id, _, _ in mentions:
        pieces += [text[at:start], f'<a href="#{id}">{text[start:end]}</a>']
        at = end
    return "".join([*pieces, text[at:]])


def only(html: str, anchors: Container[str]) -> str:
    """HTML of ours without the links to what a page does not have."""
    return _LINK.sub(lambda link: link[0] if link[1] in anchors else link[2], html)


def led_to(html: str, address: str) -> str:
    """HTML of ours on another page than its rulebook's, whose address this is, as HTML has it: its links lead
    there."""
    return _LINK.sub(lambda link: f'<a href="{address}#{link[1]}">{link[2]}</a>', html)


@once_each
def crossings(book: Book) -> Crossings:
    """Those of this book."""
    return Crossings(book)
