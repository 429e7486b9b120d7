"""Check rulebooks for faults of prose and markup, and for words whose things the game lacks."""

from __future__ import annotations

import html
import itertools
import re
from functools import cache
from html.parser import HTMLParser

from bs4 import BeautifulSoup
from markdown import markdown

FAULTS = (
    r"\{\{|\}\}|\{%",
    r"[Uu]ndefined|(?<!\[)None\b",
    r"  ",
    r" [.,;:](?!\d)",
    r"\.\.",
    r",,",
    r"\(\)",
    r"\bnan\b",
)


def check_prose(text: str) -> None:
    """Check for traces of templates, missing words, and doubled or orphaned punctuation."""
    prose = re.sub(r"^\|.*$", "", text, flags=re.MULTILINE)
    for fault in FAULTS:
        assert not re.search(fault, prose), (fault, text)
    for line in prose.splitlines():
        assert not re.search(r"[,;]$", line), text


def check_headings(depths: list[int]) -> None:
    """Check the depths of headings in their order: one title, and no skipped level."""
    assert depths[0] == 1
    assert depths.count(1) == 1
    assert all(after - before <= 1 for before, after in itertools.pairwise(depths))


def check_markdown(text: str) -> None:
    """Check that tables are tables, and lists are lists, if another program renders them."""
    assert not re.search(r"\n{3,}", text)
    # Rulebooks share most of their sections, and each section is rendered by itself.
    for section in re.split(r"(?=^#+ )", text, flags=re.MULTILINE):
        _check_section(section)


@cache
def _check_section(text: str) -> None:
    shown = BeautifulSoup(markdown(text, extensions=["tables"]), "html.parser")
    assert len(shown.find_all("table")) == len(re.findall(r"^\| --- ", text, flags=re.MULTILINE)), (
        text
    )
    for drawn in shown.find_all("pre"):
        drawn.decompose()
    assert "|" not in shown.get_text(), text
    assert "**" not in shown.get_text(), text


def check_tables(page: str) -> None:
    """Check that every row of a table is as wide as the others."""
    tables = re.findall(r"<table.*?</table>", page, flags=re.DOTALL)
    assert len(tables) == page.count("<table")
    for table in tables:
        _check_table(table)


@cache
def _check_table(text: str) -> None:
    rows = [row.find_all(["td", "th"]) for row in BeautifulSoup(text, "html.parser").find_all("tr")]
    assert len({sum(int(cell.get("colspan", 1)) for cell in row) for row in rows}) == 1, text


class _Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.seen: list[tuple[str, dict[str, str]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, {name: value or "" for name, value in attrs}))


def tags(page: str) -> list[tuple[str, dict[str, str]]]:
    """Return all tags of a page in their order, each with its attributes."""
    parser = _Tags()
    parser.feed(page)
    return parser.seen


def visible(page: str) -> str:
    """Return the text of a page without its tags, with single spaces."""
    return " ".join(html.unescape(re.sub(r"<[^>]*>", "", page)).split())


# A word in a rulebook, and the traits without any of which its game has no such thing.
WORDS: dict[str, tuple[str, ...]] = {
    r"[Ss]haken": ("shaken-tokens",),
    r"Focus": ("focus",),
    r"[Ss]quad": ("squads",),
    r"Doomed": ("doomed-tokens",),
    r"Interact\b": ("marker-capture",),
    r"Activation Token": ("activation-tokens",),
    r"Game Token": ("game-tokens",),
    r"\b[Aa]rc\b(?! [Oo]f [Ss]ight)": ("arc-limited", "range-bands"),
    r"\b(Movement|Ranged|Close|Special|Morale) Phase": ("phased",),
    r"Action Phase": ("action-phase",),
    r"Wounds (stat|\()": ("wounds",),
    r"\bcm\b|[Cc]entimetre": ("centimetres",),
    r"\bbids?\b": ("bids",),
    r"leaves? .* unspent|spent fewer": ("saved-points",),
}
CLASSIC = WORDS | {
    r"[Mm]arker": ("markers",),
    r"\b([Ff]lee|fled|flight)": ("flight",),
    r"Speed": ("speed",),
    r"(?<!phase )\b[Cc]ards?\b(?! or slips)|\b[Dd]eck": ("card-tests",),
    r"\bfacing\b|\bfronts?\b": ("facing",),
    r"\b[Ii]nch(es)? moved": ("no such trait",),
}
SKIRMISH = WORDS | {
    r"\b[Oo]bjective [Mm]arker": ("markers",),
    r"\b[Ff]lee(s|ing)?\b|\bfled\b": ("flight",),
    r"\bSpeed\b(?! Phase)": ("speed",),
    r"\b[Dd]eck\b": ("card-tests", "cards-activate"),
    r"\bfacing\b": ("facing", "range-bands"),
    r"\b[Tt]owers?\b": ("tower",),
    r"\b[Ss]wigs?\b": ("swigs",),
    r"\bfallen (model|figure)|\b[Bb]oot(s|ed)? up\b": ("fallen",),
    r"\b[Ll]oot\b|\b[Ss]tash": ("loot",),
    r"\b[Bb]ell\b": ("bell",),
    r"\bSpeed Phase": ("speed-phases",),
    r"\bPace\b": ("pace",),
    r"\b[Pp]rone\b": ("prone",),
    r"\b[Bb]ag\b|\bLast Call\b": ("bag",),
    r"\btalents?\b": ("talents",),
    r"\bWatch markers?\b": ("watch-markers",),
    r"\bStun\b": ("stun-markers", "drinks"),
    r"[Kk]nocked out": ("knocked-out",),
    r"\b[Dd]ynamite\b": ("dynamite",),
    r"\b[Aa]mmunition\b|\bjam(s|med)?\b": ("ammunition",),
    r"\bHero\b": ("hero-number",),
    r"\bLuck [Rr]oll": ("luck-rolls",),
    r"[Rr]e-roll Token": ("re-rolls",),
    r"\bToughness\b": ("toughness",),
    r"\bDefend (die|dice)\b": ("allocation",),
    r"\b(thump|pinch)(es|ed)?\b": ("hand-signs", "loot"),
    r"\b[Ss]coot\b": ("scoot", "boot"),
    r"\b[Gg]aits?\b": ("gaits",),
    r"\b[Dd]eployment strips?\b": ("strips",),
    r"\b[Bb]udget\b|\bdollars?\b": ("price-list",),
    r"\b[Bb]locks? of\b": ("ranked",),
    r"\b[Ww]reckage\b": ("wreckage",),
    r"\b[Ll]eg(s|ged)? it\b": ("leg-it",),
    r"\b[Ll]ast [Oo]rders\b": ("last-orders",),
    r"\b(a|A|an?y|whole|its|each) block\b|Block \d|\bBlocks\b": ("ranked",),
    r"Ranged Skill": ("shoot-tests",),
    r"Close Skill": ("close-skill",),
    r"Morale test|tests? Morale|Morale \(": ("nerve",),
    r"\bDefense\b": ("defense",),
    r"\bSuccess(es)?\b|\bDifficulty\b": ("stat-tests",),
    r"\b[Bb]rid?ge\b|\b[Rr]iver\b": ("river-terrain",),
    r"\bpool\b": ("draft",),
    r"\bcorners?\b(?! that shows)(?!, |; one side| and lower)": ("corners",),
    r"\btimer\b": ("clock",),
    r"leaves? out|left out": ("saved-points",),
}
DUEL: dict[str, tuple[str, ...]] = {
    r"\b[Mm]oon\b": ("moon",),
    r"\b[Dd]ebris\b": ("debris",),
    r"\b[Pp]row\b|\bdegrees?\b": ("prow",),
    r"\b[Oo]n the spot\b": ("turning",),
    r"\b[Dd]rift(s|ed|ing)?\b|\bcolour": ("drifting",),
    r"\b[Ee]xplo(de|sion)": ("exploding",),
    r"\b[Ss]hatter|\bexception\b": ("brittle",),
    r"\bsquare\b|\b(the|an|one|opposite) edge\b|\b[Ss]tring\b": ("bounded",),
    r"\bopposite (edge|one)\b": ("wrap-around",),
    r"\b[Ll]eads?\b": ("lead",),
    r"\bpointer finger\b|\b[Rr]ange\b|\bhow far it goes\b": ("ranged",),
    r"\bfor ever\b|without end|\b[Ee]ndless\b": ("endless",),
    r"\bchange rows\b|where they were last turn": ("stiff-valves",),
    r"\b[Ww]alls?\b": ("walls",),
    r"\b([Mm]odel|[Ss]quad|[Ww]ound|[Ii]nitiative|[Mm]orale|[Tt]errain|[Hh]ero|[Ww]ager)s?\b": (
        "no such trait",
    ),
}
OF = {"classic": CLASSIC, "skirmish": SKIRMISH, "duel": DUEL}


def out_of_place(book: str, traits: frozenset[str], text: str) -> dict[str, str]:
    """Return the words in a rulebook whose things the game lacks: the missing traits, and the text
    around.
    """
    places = {}
    for word, brought in OF.get(book, {}).items():
        match = None if traits.intersection(brought) else re.search(word, text)
        if match:
            around = text[max(0, match.start() - 60) : match.end() + 30]
            places[" or ".join(brought)] = " ".join(around.split())
    return places
