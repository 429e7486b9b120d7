"""Rulebooks of skirmish read as one game each: no word for a thing, stat, test or place that it has not."""

from __future__ import annotations

import re
from functools import cache

import pytest
from bs4 import BeautifulSoup
from markdown import markdown
from rulesets import rolled, sample

from carnage import catalog
from carnage.document import Rulebook, rulebook
from carnage.document.rulebook import _Press
from carnage.ruleset import Ruleset

MANY = 200


@cache
def games() -> tuple[Ruleset, ...]:
    return sample(MANY, "skirmish")


def told(game: Ruleset) -> str:
    """All that a rulebook says, but for its name and for what it says of rolls that are not used."""
    text = rulebook(game).markdown().split("\n", 1)[1]
    used = [part for part in re.split(r"(?=^#{2,3} )", text, flags=re.MULTILINE) if "Not used in" not in part]
    # What an option does to a game is told as freely as a pitch.
    return re.sub(r"^> \*Rolled .*$", "", "".join(used), flags=re.MULTILINE)


def part(book: Rulebook, id: str) -> str:
    return next((part.markdown for part in (*book.front, *book.back) if part.id == id), "")


# A word in a rulebook, and the traits one of which its game must have.
WORDS = {
    r"[Ss]haken": ("shaken-tokens",),
    r"\bFocus": ("focus",),
    r"[Ss]quad": ("squads",),
    r"\b(a|A|an?y|whole|its|each) block\b|Block \d|\bBlocks\b": ("ranked",),
    r"Doomed": ("doomed-tokens",),
    r"\b[Mm]arkers?\b": ("markers", "stun-markers", "counters", "ammunition"),
    r"Interact\b": ("marker-capture",),
    r"Activation Token": ("activation-tokens",),
    r"Game Token": ("game-tokens",),
    r"Re-roll Token": ("re-rolls",),
    r"\b(Movement|Ranged|Close|Special|Morale) Phase": ("phased",),
    r"Speed Phase": ("speed-phases",),
    r"Action Phase": ("action-phase",),
    r"\b[Bb]ells?\b": ("bell",),
    r"\b([Ff]lees?|fled|flight)\b": ("flight", "leg-it"),
    r"\bSpeed\b(?! Phase)": ("speed", "gaits"),
    r"Wounds (stat|\()": ("wounds",),
    r"\bcm\b|[Cc]entimetre": ("centimetres",),
    r"\bfacing\b|\bfronts?\b(?! of)": ("facing", "range-bands"),
    r"\bbids?\b": ("bids",),
    r"Ranged Skill": ("shoot-tests",),
    r"Close Skill": ("close-skill",),
    r"Morale test|tests? Morale|Morale \(": ("nerve",),
    r"\bDefense\b": ("defense",),
    r"\bToughness\b": ("toughness",),
    r"\bPace\b": ("pace",),
    r"\bLuck \(|luck roll": ("luck-rolls",),
    r"\bSuccess(es)?\b|\bDifficulty\b": ("stat-tests",),
    r"\b[Tt]owers?\b|\b[Ss]wigs?\b": ("tower",),
    r"\b[Ss]coots?\b": ("scoot", "boot"),
    r"\b[Ll]oot\b|\b[Ss]tash\b": ("loot",),
    r"\b[Ww]recks?\b(?! more)": ("wreckage",),
    r"Defend": ("allocation",),
    r"\b[Bb]rid?ge\b|\b[Rr]iver\b": ("river-terrain",),
    r"dynamite": ("dynamite",),
    r"[Dd]ollars?|\$\d": ("price-list",),
    r"\bpool\b": ("draft",),
    r"\bcorners?\b(?! that shows)(?!, |; one side| and lower)": ("corners",),
    r"deployment strips?": ("strips",),
    r"\btimer\b": ("clock",),
    r"leaves? out|left out": ("saved-points",),
    r"\bUndefined\b|\bNone\b(?!\])": (),
}


def test_no_rulebook_speaks_of_what_its_game_lacks() -> None:
    patterns = [(re.compile(word), traits) for word, traits in WORDS.items()]
    faults = []
    for game in games():
        text = told(game)
        known = {trait for trait in game.book.traits}
        for pattern, traits in patterns:
            assert set(traits) <= known, traits
            if traits and not all(game.misses(trait) for trait in traits):
                continue
            if game.traits.isdisjoint(traits):
                found = pattern.search(text)
                if found:
                    near = text[max(0, found.start() - 60) : found.end() + 40].replace("\n", " ")
                    faults.append(f"{game.seed.digits} {traits}: …{near}…")
    assert not faults, "\n".join([f"{len(faults)} in all", *faults[:40]])


def test_pieces_that_lie_ready_are_what_would_be_made_afresh() -> None:
    for game in games()[:120]:
        ready, fresh = rulebook(game), Rulebook(game)
        fresh._press = _Press(game.book)
        assert ready.markdown() == fresh.markdown()
        assert ready.html(css="") == fresh.html(css="")


def test_every_stat_that_is_used_is_defined_and_no_other() -> None:
    for game in games():
        book = rulebook(game)
        stats = next(s.markdown for c in book.chapters for s in c.sections if s.id == "stats")
        for stat in game.book.roster.stat:
            used = stat in game.stats
            assert (f"**{stat.label}**" in stats) == used
            assert (f" {stat.short} |" in part(book, "rosters")) == used
            assert (f" {stat.short} |" in part(book, "reference")) == used


def test_terms_are_there_where_their_game_has_the_thing() -> None:
    for game in games():
        words = part(rulebook(game), "glossary")
        for trait, term in {
            "squads": "Squad",
            "ranked": "Block",
            "tower": "Tower",
            "loot": "Loot Token",
            "wreckage": "Wreck",
            "stat-tests": "Test",
            "re-rolls": "Re-roll Token",
            "bell": "Bell",
            "speed-phases": "Speed Phase",
        }.items():
            # What no option of the book can take away, every game has.
            there = game.has(trait) or (term in ("Test", "Re-roll Token") and not game.misses(trait))
            assert (f"**{term}**" in words) == there, (game.seed.digits, term)
        for term in ("Round", "Phase", "Unit"):
            assert words.count(f"**{term}**") == 1, (game.seed.digits, term)


def test_the_markdown_is_sound() -> None:
    for game in games()[:60]:
        text = rulebook(game).markdown()
        shown = BeautifulSoup(markdown(text, extensions=["tables"]), "html.parser")
        assert len(shown.find_all("table")) == len(re.findall(r"^\| --- ", text, flags=re.MULTILINE))
        assert "|" not in shown.get_text()
        assert "**" not in shown.get_text()
        assert not re.search(r"\n{3,}", text)
        for table in BeautifulSoup(rulebook(game).html(css=""), "html.parser").find_all("table"):
            widths = {
                sum(int(cell.get("colspan", 1)) for cell in row.find_all(["td", "th"]))
                for row in table.find_all("tr")
            }
            assert len(widths) == 1, table


@pytest.mark.parametrize("forces", ["points", "price-list", "draft"])
def test_a_list_to_pick_from_and_a_sheet_to_write_on(forces: str) -> None:
    game = rolled(book="skirmish", forces=forces, size="mob")
    sheet = BeautifulSoup(next(p.html for p in rulebook(game).back if p.id == "rosters"), "html.parser")
    listed, *sides = sheet.find_all("table")
    rows = [row.find("th").get_text() for row in listed.find_all("tr")[1:]]
    assert rows == [model.label for model in game.kinds]
    assert [len(side.find_all("tr")) - 1 for side in sides] == [game.models, game.models]
    if forces == "draft":
        numbers = [int(row.find("td").get_text()) for row in listed.find_all("tr")[1:]]
        assert sum(numbers) == 2 * game.models + 2
    if forces == "price-list":
        prices = [row.find("td").get_text() for row in listed.find_all("tr")[1:]]
        assert prices[0] == "$0"
        assert "$150" in prices
    data = rulebook(game).json()["forces"]
    assert [side["side"] for side in data] == [1, 2]
    assert {kind["code"] for kind in data[0]["pick"]} == {model.code for model in game.kinds}
    assert data[0]["limit"] == {"points": 100, "price-list": 700, "draft": None}[forces]


def test_facts() -> None:
    assert dict(rulebook(rolled(book="skirmish", forces="points")).facts)["Figures"] == "up to 4 a side"
    clock = dict(rulebook(rolled(book="skirmish", game_length="the-clock")).facts)
    assert clock["Rounds"] == "as many as 30 minutes hold"
    assert clock["Time"] == "about 40–55 minutes"
    bell = dict(rulebook(rolled(book="skirmish", round_structure="the-bell")).facts)
    assert bell["Bells"] == "4"


def test_the_setup_shows_where_both_sides_deploy() -> None:
    for deployment, drawn, told_ in (
        ("edges", 2, "strips 4"),
        ("corners", 2, 'within 8" of the lower left corner'),
        ("anywhere", 0, "all over it"),
        ("surrounded", 2, 'within 4" of its very middle'),
    ):
        for objectives in ("points-removal", "positional-objectives"):
            setup = rulebook(rolled(book="skirmish", deployment=deployment, objectives=objectives)).front[1]
            assert told_ in setup.markdown
            svg = BeautifulSoup(setup.html, "html.parser").find("svg")
            assert len(svg.find_all("g", class_="setup-strip")) == drawn
            places = {
                (float(c["cx"]), float(c["cy"]))
                for g in svg.find_all("g", class_="setup-marker")
                for c in g.find_all("circle")
            }
            if objectives == "points-removal":
                assert not places
            elif deployment == "corners":
                assert places == {(120.0, 120.0), (240.0, 240.0), (360.0, 360.0)}
            else:
                assert places == {(120.0, 240.0), (240.0, 240.0), (360.0, 240.0)}


def test_every_ground_is_drawn_and_told() -> None:
    for ground in ("sparse", "scattered", "ruins", "woods", "river"):
        game = rolled(book="skirmish", terrain=ground)
        setup = rulebook(game).front[1]
        for piece in game.terrain:
            assert piece.label in setup.markdown
        assert len(BeautifulSoup(setup.html, "html.parser").find_all("g", class_="setup-terrain")) == len(
            game.terrain
        )
    bridge = next(p for p in rolled(book="skirmish", terrain="river").terrain if p.label == "Bridge")
    assert (bridge.x, bridge.y, bridge.kinds) == (0.5, 0.5, ("open",))


def test_credits_name_whose_ideas_a_game_is_made_of() -> None:
    for game in games()[:60]:
        text = part(rulebook(game), "credits")
        used = {choice.option.source for choice in game.choices}
        for code in used:
            assert catalog.sources()[code].credit in text
