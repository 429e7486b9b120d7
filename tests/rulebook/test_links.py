"""Cross-references: what a rule names leads there, on the site, in files and in a PDF; Markdown
has none.
"""

from __future__ import annotations

import re

import pytest
from bs4 import BeautifulSoup

from carnage import catalog, printing
from carnage.rulebook import build_rulebook
from carnage.rulebook.links import Linker, get_mention_finder, keep_links, make_term_id
from carnage.rulesets.address import read_game
from tests.support import pages
from tests.support.rulebooks import list_html
from tests.support.rulesets import BOOKS, sample
from tests.support.web import GAME, client, soup

SKIRMISH = catalog.book("skirmish")


def named_in(text: str, own: str = "") -> list[str]:
    return [mention.id for mention in get_mention_finder(SKIRMISH).find_titles(text, own)]


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("A line that crosses it is harder; see Shooting.", ["shooting"]),
        ("See Terrain for what a model inside can see.", ["terrain"]),
        ("see Special Actions, Boots and Twist.", ["special", "boots", "twist"]),
        ("as many as Size says", ["size"]),
        ("when in doubt, the Golden Rule", ["golden-rule"]),
        ("(Units, Actions)", ["units", "actions"]),
        ("Read The Turn before you begin", ["chapter-the-turn"]),
        ("Movement ends in contact.", []),  # where a sentence begins any word has a capital
        ("in the Morale Phase", []),
        ("the Push Your Luck of it", []),
        ("see Shootings", []),
    ],
)
def test_find_references_returns_named_sections(text: str, ids: list[str]) -> None:
    assert named_in(text) == ids


def test_section_has_no_link_to_itself() -> None:
    assert named_in("see Shooting", own="shooting") == []
    for code in BOOKS:
        for game in sample(20, code):
            for section in build_rulebook(game).sections:
                assert f'href="#{section.id}"' not in list_html(section)


@pytest.mark.parametrize("code", BOOKS)
def test_links_of_rulebook_have_targets(code: str) -> None:
    _check_ways(code, 120)


@pytest.mark.soak
@pytest.mark.parametrize("code", BOOKS)
def test_links_of_many_rulebooks_have_targets(code: str) -> None:
    _check_ways(code, 6_000)


def _check_ways(code: str, count: int) -> None:
    led: set[str] = set()
    for game in sample(count, code):
        html = build_rulebook(game).html(css="")
        asked = set(re.findall(r'<a href="#([^"]*)"', html))
        assert asked <= set(re.findall(r' id="([^"]*)"', html)), game.path
        led |= asked
    assert len(led & {table.id for table in catalog.book(code).tables}) > 5
    assert len([id for id in led if id.startswith("term-")]) > 5


def test_glossary_terms_link_once_per_rule_in_their_own_sense() -> None:
    game = read_game(GAME)
    html = soup(build_rulebook(game).html(css=""))
    for section in html.select(".rule"):
        led = [a["href"] for a in section.select("a[href^='#term-']")]
        assert len(led) == len(set(led)), section["id"]
    asked = {a.get_text().lower() for a in html.select(".rule a[href='#term-round']")}
    assert asked == {"round", "rounds"}
    way = Linker(game).link("<p>the arc goes all the way round, for a round</p>", set())
    assert way.count("term-round") == 1
    assert way.index("term-round") > way.index("way round")
    loose = [term for term in game.book.glossary if term.loose]
    assert loose
    assert not html.select(
        ", ".join(f".rule a[href='#{make_term_id(term.term)}']" for term in loose)
    )
    assert html.select_one("#term-unit dt").get_text() == "Unit"  # type: ignore[union-attr]


def test_linker_term_explained_in_text_is_not_linked() -> None:
    game = read_game(GAME)
    html = "<p>A <strong>unit</strong> is a squad. A unit may act.</p>"
    assert "term-unit" not in Linker(game).link(html, set())
    assert "term-unit" in Linker(game).link("<p>A unit may act.</p>", set())


@pytest.mark.parametrize("code", BOOKS)
def test_markdown_has_no_internal_links(code: str) -> None:
    for game in sample(10, code):
        assert "](#" not in build_rulebook(game).markdown()
        assert "<a " not in build_rulebook(game).markdown()


def test_quick_reference_lines_link_to_rules() -> None:
    html = soup(build_rulebook(read_game(GAME)).html(css=""))
    assert html.select_one("#reference a[href='#movement']").get_text() == "Move"  # type: ignore[union-attr]
    assert html.select_one(".turn-summary a[href='#initiative']")


def test_example_rules_are_links() -> None:
    html = soup(build_rulebook(read_game(GAME)).html(css=""))
    assert html.select("#example em a[href='#round-structure']")


def test_keep_links_removes_links_without_target() -> None:
    html = 'see <a href="#here">Here</a> and <a href="#there">There</a>, <a href="/x">x</a>'
    assert (
        keep_links(html, {"here"}) == 'see <a href="#here">Here</a> and There, <a href="/x">x</a>'
    )


def test_companion_page_lines_link_to_rulebook() -> None:
    page = soup(client().get(f"/table{GAME}?name=Last+Stand").text)
    links = page.select(".quick-reference a")
    assert {link["href"].partition("#")[0] for link in links} == {f"{GAME}?name=Last+Stand"}
    ids = {tag["id"] for tag in soup(client().get(GAME).text).select("[id]")}
    assert {link["href"].partition("#")[2] for link in links} <= ids


def test_headings_of_rules_page_have_named_permalinks() -> None:
    page = soup(client().get(GAME).text)
    ids = {tag["id"] for tag in page.select("[id]")}
    links = page.select(".rulebook .perma")
    assert {link["href"][1:] for link in links} <= ids
    assert len({link["href"] for link in links}) == len(links)
    assert {link["href"][1:] for link in links} >= {
        rule["id"] for rule in page.select(".rule:not(.unused)")
    }
    for link in links:
        heading = link.find_previous_sibling(["h2", "h3"])
        assert heading is not None
        title = heading.find(string=True, recursive=False) or ""
        assert link["aria-label"] == f"Link to {str(title).strip()}"


def test_pdf_rules_have_internal_links() -> None:
    game = read_game(GAME)
    pdf = printing.pdf(build_rulebook(game))
    reader = pages.open_pdf(pdf)
    inner = [
        note.get_object()
        for page in reader.pages[1:]
        for note in page.get("/Annots", ())
        if "/Dest" in note.get_object() or "/D" in note.get_object().get("/A", {})
    ]
    told = BeautifulSoup(build_rulebook(game).html(css=""), "html.parser").select(
        ".rule a[href^='#']:not([href^='#term-'])"
    )
    assert len(inner) >= len(told) > 10
