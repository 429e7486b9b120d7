"""Whole rulebooks: what stands in them, in which order, and nothing that their game lacks."""

from __future__ import annotations

import itertools
import re

import pytest
from bs4 import BeautifulSoup
from markdown import markdown

from carnage import catalog
from carnage.rulebook import Rulebook, build_rulebook
from carnage.rulesets.forces import get_force
from carnage.rulesets.ruleset import Ruleset
from tests.support.prose import check_markdown
from tests.support.rulebooks import fill, part_html, part_text
from tests.support.rulesets import classic, every_digit, rolled, ruleset, sample

MANY = 100
FRONT = ["setup", "aim", "components", "time", "first-game"]
BACK = ["example", "rosters", "odds", "glossary", "ours", "credits", "reference"]


def headings(text: str) -> list[tuple[int, str]]:
    return [
        (len(marks), title) for marks, title in re.findall(r"^(#+) (.+)$", text, flags=re.MULTILINE)
    ]


def page(book: Rulebook) -> BeautifulSoup:
    return BeautifulSoup(book.html(css="body { margin: 0 }"), "html.parser")


def test_rulebook_parts_are_in_order() -> None:
    book = build_rulebook(ruleset())
    assert [part.id for part in book.front] == FRONT
    assert [part.id for part in book.back] == BACK
    titles = [title for depth, title in headings(book.markdown()) if depth == 2]
    chapters = [chapter.title for chapter in classic().reading]
    assert titles == [part.title for part in book.front] + chapters + [
        part.title for part in book.back
    ]


def test_rulebook_sections_are_in_reading_order() -> None:
    for game in sample(40):
        book = build_rulebook(game)
        written = book.markdown()
        sections = [section for chapter in book.chapters for section in chapter.sections]
        wanted = [
            table.id
            for chapter in classic().reading
            for table in map(classic().table, chapter.tables)
            if table.rolled or game.traits.issuperset(table.needs)
        ]
        assert [section.id for section in sections] == wanted
        for section in sections:
            if section.choice:
                assert f"**[{section.label}]**" in section.markdown
                does = fill(section.choice.option.does, section.choice.params, game)
                assert does not in section.markdown
                assert f"### {section.title} · {section.digits}\n" in written
                option = BeautifulSoup(section.body, "html.parser").find(class_="option-label")
                assert option is not None
                assert option.get_text() == f"[{section.label}]"
                assert option.find_parent("p").contents[0] is option
                assert does not in section.body
            else:
                assert not section.effect


def test_published_rulebook_keeps_its_text() -> None:
    text = build_rulebook(ruleset()).markdown()
    assert text.startswith("# Ruinous Throne\n")
    assert "\n**[Bias to realism]** If a rule is unclear" in text


@pytest.mark.parametrize("game", list(every_digit()), ids=lambda game: game.seed.digits)
def test_rulebook_headings_and_anchors_are_sound(game: Ruleset) -> None:
    book = build_rulebook(game)
    depths = headings(book.markdown())
    assert [depth for depth, _ in depths].count(1) == 1
    assert all(after - before <= 1 for (before, _), (after, _) in itertools.pairwise(depths))
    parsed = page(book)
    depths = [int(tag.name[1]) for tag in parsed.find_all(re.compile(r"^h[1-6]$"))]
    assert depths[0] == 1
    assert depths.count(1) == 1
    assert all(after - before <= 1 for before, after in itertools.pairwise(depths))
    anchors = [tag["id"] for tag in parsed.find_all(id=True)]
    assert len(anchors) == len(set(anchors))
    assert not parsed.find_all(style=True)
    assert not parsed.find_all("script")
    for table in parsed.find_all("table"):
        widths = {
            sum(int(cell.get("colspan", 1)) for cell in row.find_all(["td", "th"]))
            for row in table.find_all("tr")
        }
        assert len(widths) == 1, table
        assert all(
            cell.get("scope") or cell.find_parent("section", class_="rule")
            for cell in table.find_all("th")
        )


def test_markdown_tables_and_lists_render() -> None:
    """The tables and lists must also render in other programs."""
    for game in sample(20):
        check_markdown(build_rulebook(game).markdown())


@pytest.mark.thorough
def test_rulebook_terms_match_traits_of_game() -> None:
    for game in sample(MANY):
        text = build_rulebook(game).markdown()
        for trait, word in {
            "shaken-tokens": "**Shaken Token**",
            "focus": "**Focus**",
            "squads": "**Squad**",
            "doomed-tokens": "**Doomed Token**",
            "markers": "**Marker**",
            "game-tokens": "**Game Token**",
            "arc-limited": "**Arc**",
        }.items():
            assert (word in text) == (trait in game.traits), (game.seed.digits, trait)


def test_pitch_and_tags_have_right_length_and_differ() -> None:
    pitches = set()
    for game in sample(MANY):
        book = build_rulebook(game)
        pitches.add(book.pitch)
        assert len(book.tags) == len(set(book.tags)) == 3
        assert "\n" not in book.pitch
        assert book.pitch.endswith(".")
        assert 3 <= len(re.findall(r"\.(?= |$)", book.pitch)) <= 6, book.pitch
        assert 150 <= len(book.pitch) <= 600
    assert len(pitches) > MANY * 0.9


def test_summary_has_all_lines_and_playing_time() -> None:
    for game in sample(60):
        summary = dict(build_rulebook(game).summary)
        assert list(summary) == ["Players", "Figures", "Table", "Rounds", "Time"]
        usual, low, high = map(int, re.findall(r"\d+", summary["Time"]))
        assert 15 <= low <= usual <= high <= 400
        assert low < high
    long = dict(build_rulebook(ruleset("0" * 13 + "50")).summary)["Time"]
    short = dict(build_rulebook(ruleset("0" * 13 + "00")).summary)["Time"]
    assert int(re.findall(r"\d+", long)[0]) > int(re.findall(r"\d+", short)[0])


def test_components_list_what_rules_need() -> None:
    game = rolled(resolution="card-draw", damage="doomed", objectives="points-removal")
    bare = part_text(build_rulebook(game), "components")
    assert "20 figures, 10 for each player" in bare
    assert "One deck of 52 playing cards for each player" in bare
    assert "Doomed Tokens" in bare
    assert "marker" not in bare
    assert "count wounds" not in bare
    game = rolled(objectives="positional-objectives", initiative="earnt-resource-bid")
    rich = part_text(build_rulebook(game), "components")
    assert "3 objective markers" in rich
    assert "10 Game Tokens for each player" in rich


def test_setup_diagram_matches_ruleset() -> None:
    for code, feet, strip in (("1", 1, "5 cm"), ("2", 2, '4"'), ("3", 3, '6"'), ("4", 4, '8"')):
        for objectives, markers in (("points-removal", 0), ("positional-objectives", 3)):
            drawn = part_html(
                build_rulebook(rolled(deployment=code, objectives=objectives)), "setup"
            )
            svg = drawn.find("svg")
            assert svg is not None
            assert svg["role"] == "img"
            assert (
                svg.find("title").get_text()
                == f"The table at the start: {feet} {'foot' if feet == 1 else 'feet'} square"
            )
            assert strip in svg.find("desc").get_text()
            assert len(svg.find_all("g", class_="drawing-token")) == markers
            terrain = svg.find_all("g", id=lambda id: id and id.startswith("setup-region-terrain-"))
            assert len(terrain) == len(classic().roster.terrain)
            assert svg["aria-labelledby"].split() == [
                svg.find("title")["id"],
                svg.find("desc")["id"],
            ]
            for piece in classic().roster.terrain:
                assert piece.label in drawn.find(class_="setup-legend").get_text()


def test_deployment_strips_hold_no_terrain() -> None:
    for piece in classic().roster.terrain:
        assert piece.y - piece.height / 2 > 1 / 6
        assert piece.y + piece.height / 2 < 5 / 6


def test_rosters_list_units_of_both_sides() -> None:
    for game in (rolled(units="squads"), rolled(units="individuals")):
        sheet = part_html(build_rulebook(game), "rosters")
        assert [caption.get_text() for caption in sheet.find_all("caption")] == [
            "Side 1: 100 points",
            "Side 2: 100 points",
        ]
        for table in sheet.find_all("table"):
            names = [row.find("th").get_text() for row in table.find_all("tr")[1:]]
            for unit in get_force(game).units:
                assert any(name.startswith(unit.label) for name in names)


def test_credits_are_in_every_form() -> None:
    for game in every_digit():
        for shown in (build_rulebook(game).markdown(), page(build_rulebook(game)).get_text()):
            assert catalog.sources()["rule-of-carnage"].credit in shown
            assert catalog.sources()["house"].credit in shown


def test_given_name_is_shown_without_markup() -> None:
    name = '*Bold* & [x](y) "q" {{ 7 * 7 }} # |'
    book = build_rulebook(ruleset(name=name))
    parsed = page(book)
    assert parsed.h1.get_text() == name
    assert parsed.title.get_text() == name
    assert BeautifulSoup(markdown(book.markdown()), "html.parser").h1.get_text() == name
    assert book.json()["name"] == name


def test_html_includes_style_and_fonts() -> None:
    book = build_rulebook(ruleset())
    assert "<style>b { color: red }</style>" in book.html(css="b { color: red }")
    text = book.html()
    assert "<link" not in text
    assert "<script" not in text
    assert len(BeautifulSoup(text, "html.parser").style.get_text()) > 200
    assert text.count("url(data:font/woff2;base64,") == 2


@pytest.mark.thorough
def test_quick_reference_fits_one_side() -> None:
    for game in sample(MANY):
        text = part_text(build_rulebook(game), "reference")
        assert len(text) < 3600, "a side of A4 holds about 4,000 characters of it"


def test_html_style_is_not_escaped() -> None:
    style = 'li::before { content: "· it\'s" } a > b { color: red }'
    assert f"<style>{style}</style>" in build_rulebook(ruleset()).html(css=style)


def test_html_has_curly_quotes_and_markdown_straight_ones() -> None:
    book = build_rulebook(ruleset(name='Mike\'s "Own"'))
    text = book.markdown()
    assert "model's" in text
    assert "’" not in text
    parsed = page(book)
    assert parsed.h1.get_text() == 'Mike\'s "Own"'
    prose = parsed.main.get_text()
    assert "model’s" in prose
    assert "“contact”" in prose
    assert '8"' in prose
