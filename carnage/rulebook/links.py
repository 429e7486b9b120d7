"""Link the words of a rulebook to the rules and glossary terms that they name.

Each section links a title or a term where it first names it. "See Shooting" is always a link.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from jinja2.utils import urlize
from markupsafe import Markup

from carnage.catalog import Book, Table, Term
from carnage.rulebook.model import Chapter
from carnage.rulesets.ruleset import Ruleset

CACHED_BLOCKS = 8_000
"""Blocks of HTML whose mentions are kept. Finding them takes 0.1 ms, and games share most of
their blocks.
"""

CACHED_CREDITS = 500
"""Credits that are kept as HTML: games share their sources, of which a page has five."""

_TAG = re.compile(r"(<[^>]*>)")
_LINK = re.compile(r'<a href="#([^"]*)">(.*?)</a>')
# Headings of paragraphs, links and drawings contain no mentions.
_EXCLUDED_TAG = re.compile(r"<(strong|b|a|svg|h\d)\b")
# A capitalised title is a mention in the middle of a sentence, unless another capitalised word
# follows.
_BEFORE = re.compile(r"(?:(?:^|[\s(])[a-z][a-z0-9'’;&#-]*|[,;:)]|\b(?:See|Read)) $|\($")
_AFTER = re.compile(r" [A-Z]")
_SEE = re.compile(r"\bsee (?:[A-Z][\w -]*(?:, | and ))*$", re.IGNORECASE)


class Mention(NamedTuple):
    """A place in HTML that names something.

    Attributes:
        start: The index of the first character.
        end: The index after the last character; equal to `start` where a term is explained.
        id: The anchor of the rule or the term.
        is_reference: True after "see".
        term: The glossary term in lower case; empty for a title.
    """

    start: int
    end: int
    id: str
    is_reference: bool = False
    term: str = ""


@cache
def make_term_id(term: str) -> str:
    """Return the anchor of a glossary term."""
    return "term-" + re.sub(r"[^a-z0-9]+", "-", term.lower())


def is_in_glossary(term: Term, ruleset: Ruleset) -> bool:
    """Return whether the glossary of this game has the term."""
    return term.applies_to(ruleset.traits) and not any(
        ruleset.misses(trait) for trait in term.assumes
    )


class MentionFinder:
    """Find the titles and terms of one book in HTML."""

    def __init__(self, book: Book) -> None:
        self._ids = {chapter.title: Chapter(chapter.title, ()).id for chapter in book.reading}
        self._ids |= {part.title: part.id for part in book.sheet.part}
        self._ids |= {"Quick Reference": "reference", "Glossary": "glossary"}
        if book.roster.figure:
            self._ids |= {"Setup": "setup", "Rosters": "rosters"}
        self._ids |= {table.title: table.id for table in book.tables}
        terms = [term for term in book.glossary if not term.loose]
        self._titles = _compile_words(self._ids)
        self._terms = _compile_words(
            {term.term.lower() for term in terms}, "(?:s|es)?", re.IGNORECASE
        )
        # Phrases in which a term has its everyday meaning.
        phrases = (phrase for term in terms for phrase in term.besides)
        self._phrases = _compile_words(phrases, flags=re.IGNORECASE)
        self.find = lru_cache(CACHED_BLOCKS)(self._find)

    def _find(self, html: str) -> tuple[Mention, ...]:
        """Return the mentions in a block of HTML, in order."""
        mentions: list[Mention] = []
        start = 0
        for line in html.split("\n"):
            mentions += [_move(mention, start) for mention in self._find_in_line(line)]
            start += len(line) + 1
        return tuple(mentions)

    def _find_in_line(self, line: str) -> Iterator[Mention]:
        excluded: list[str] = []
        start = 0
        for piece in _TAG.split(line):
            if piece.startswith("<"):
                opened = _EXCLUDED_TAG.match(piece)
                if opened:
                    excluded.append(opened[1])
                elif excluded and piece == f"</{excluded[-1]}>":
                    excluded.pop()
            elif piece and not excluded:
                found = sorted([*self._find_titles(piece), *self._find_terms(piece)])
                yield from (_move(mention, start) for mention in found)
            elif piece and excluded[-1] in ("strong", "b"):
                yield from self._find_explained_term(piece, start)
            start += len(piece)

    def _find_explained_term(self, heading: str, start: int) -> Iterator[Mention]:
        """Return an empty mention if a heading in bold is a term: the text after it explains the
        term.
        """
        if term := self._terms.fullmatch(heading.strip(" .:")):
            yield Mention(start, start, make_term_id(term[1]), term=term[1].lower())

    def find_titles(self, text: str, own_id: str = "") -> Iterator[Mention]:
        """Return the mentions of titles in plain text, but for those of `own_id`."""
        for mention in self._find_titles(text):
            if mention.id != own_id:
                yield mention

    def _find_titles(self, text: str) -> Iterator[Mention]:
        for found in self._titles.finditer(text):
            before, after = text[: found.start()], text[found.end() :]
            is_reference = bool(_SEE.search(before))
            if not _AFTER.match(after) and (is_reference or _BEFORE.search(before)):
                yield Mention(found.start(), found.end(), self._ids[found[0]], is_reference)

    def _find_terms(self, text: str) -> Iterator[Mention]:
        taken = [range(found.start(), found.end()) for found in self._phrases.finditer(text)]
        taken += [range(mention.start, mention.end) for mention in self._find_titles(text)]
        for found in self._terms.finditer(text):
            if not any(found.start() in span for span in taken):
                yield Mention(
                    found.start(), found.end(), make_term_id(found[1]), term=found[1].lower()
                )


@cache
def get_mention_finder(book: Book) -> MentionFinder:
    """Return the finder of a book."""
    return MentionFinder(book)


class Linker:
    """Insert links into the HTML of one game."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._finder = get_mention_finder(ruleset.book)
        self._terms = frozenset(
            term.term.lower()
            for term in ruleset.book.glossary
            if not term.loose and (term.implied or is_in_glossary(term, ruleset))
        )
        # Options without a text, such as No Twist, or without effect have no section in a rulebook.
        self._absent_ids = frozenset(
            choice.table.id
            for choice in ruleset.choices
            if not (choice.option.text and ruleset.uses(choice.table, choice.option))
        )

    def link(self, html: Markup, linked_ids: set[str], own_id: str = "") -> Markup:
        """Return HTML with a link on the first mention of each title and term.

        Args:
            html: A block of the project's own HTML.
            linked_ids: Anchors that are linked already; new ones are added.
            own_id: The anchor of the section that contains the HTML, which is never linked.
        """
        chosen = []
        for mention in self._finder.find(html):
            if mention.id in self._absent_ids:
                continue
            if mention.id in linked_ids and not (mention.is_reference and mention.id != own_id):
                continue
            if mention.start == mention.end:
                linked_ids.add(mention.id)
            elif not mention.term or mention.term in self._terms:
                linked_ids.add(mention.id)
                chosen.append(mention)
        return _insert_links(html, chosen)

    def link_titles(self, html: Markup) -> Markup:
        """Return HTML with a link on every title of a rule."""
        mentions = self._finder.find(html)
        linked = [each for each in mentions if not (each.term or each.id in self._absent_ids)]
        return _insert_links(html, linked)


def link_titles(book: Book, html: Markup, linkable_ids: Container[str]) -> Markup:
    """Return HTML of a book with a link on the titles of the rules with these anchors."""
    mentions = get_mention_finder(book).find(html)
    return _insert_links(
        html, [each for each in mentions if not each.term and each.id in linkable_ids]
    )


def keep_links(html: str, anchors: Container[str]) -> Markup:
    """Return HTML with the links to these anchors and no others."""
    return Markup(_LINK.sub(lambda link: link[0] if link[1] in anchors else link[2], html))


@lru_cache(CACHED_CREDITS)
def link_addresses(text: str) -> Markup:
    """Return plain text as HTML with its addresses as links, as Jinja's filter `urlize` does."""
    return Markup(urlize(text, rel="noopener"))


def list_explained_ids(table: Table) -> set[str]:
    """Return the anchors that a table's own section explains, which it never links."""
    title = table.title.lower()
    return {table.id, make_term_id(title), make_term_id(title.removesuffix("s"))}


def remove_links(html: str) -> str:
    """Return HTML without links within the page."""
    return _LINK.sub(r"\2", html)


def _insert_links(html: Markup, mentions: Sequence[Mention]) -> Markup:
    if not mentions:
        return html
    text = str(html)
    pieces = []
    at = 0
    for mention in mentions:
        label = text[mention.start : mention.end]
        pieces += [text[at : mention.start], f'<a href="#{mention.id}">{label}</a>']
        at = mention.end
    return Markup("".join([*pieces, text[at:]]))


def _move(mention: Mention, by: int) -> Mention:
    return mention._replace(start=mention.start + by, end=mention.end + by)


def _compile_words(words: Iterable[str], ending: str = "", flags: int = 0) -> re.Pattern[str]:
    listed = "|".join(sorted(map(re.escape, set(words)), key=len, reverse=True))
    return re.compile(rf"(?<![\w-])({listed or '(?!)'}){ending}(?![\w-])", flags)
