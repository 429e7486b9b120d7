"""The tables' texts: every option reads well in every game that it can stand in."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations

import pytest
from bs4 import BeautifulSoup
from hypothesis import given
from hypothesis import strategies as st
from markdown import markdown

from carnage.catalog import Table
from carnage.catalog.rolls import encode_traits
from carnage.catalog.template_names import list_required_traits
from carnage.catalog.traits import list_conditions
from carnage.common.text_format import length, mixed_number, spell_out
from carnage.engine.games import Match
from carnage.rulebook import build_rulebook
from carnage.rulebook.markdown import escape_markdown, render_markdown
from carnage.rulebook.text import tidy
from carnage.rulebook.typography import curl_quotes
from carnage.rulesets.ruleset import Ruleset
from tests.support.prose import check_prose
from tests.support.rulebooks import build_section, fill, list_html, list_texts
from tests.support.rulesets import classic, rolled, ruleset

GAME = ruleset()


@pytest.mark.parametrize(
    ("text", "reads"),
    [
        ("{{ 8|inches }}", '8"'),
        ("{{ 4.5|inches }}", '4½"'),
        ("{{ 0.5|inches }}", '½"'),
        ("{{ 1.3|inches }}", '1.3"'),
        ("{{ 1|feet }}, {{ 4|feet }}", "1 foot, 4 feet"),
        ("{{ 3|spelled }}, {{ 20|spelled }}, {{ 21|spelled }}", "three, twenty, 21"),
        ("{{ 1|times }}, {{ 2|times }}, {{ 3|times }}", "once, twice, three times"),
        ("{{ 0.25|share }}, {{ 0.5|share }}", "a quarter, half"),
        ("{{ 3|ordinal }}, {{ 8|ordinal }}", "third, eighth"),
    ],
)
def test_filters_format_values(text: str, reads: str) -> None:
    assert fill(text, {}, GAME) == reads


def test_inches_filter_in_centimetre_game_returns_centimetres() -> None:
    small = rolled(deployment="1")
    assert fill("{{ 8|inches }} {{ 0.5|inches }}", {}, small) == "8 cm 0.5 cm"


def test_numbers_are_formatted_in_fractions_and_words() -> None:
    assert (mixed_number(4), mixed_number(4.25), spell_out(0), length(6, False)) == (
        "4",
        "4¼",
        "no",
        '6"',
    )


def test_tidy_joins_lines_and_keeps_lists_and_tables() -> None:
    ragged = "One\n  two.\n\n- a\n  b\n\n- c\n\n| x |\n| - |\n"
    assert tidy(ragged) == "One two.\n\n- a b\n- c\n\n| x |\n| - |"


def test_tidy_number_at_line_start_begins_no_list() -> None:
    assert tidy("more than\n10. And so on") == "more than 10. And so on"


def imagined(base: Ruleset, traits: frozenset[str]) -> Ruleset:
    """The same digits with other traits, as other books may bring together."""
    ruleset = Ruleset(base.book, base.seed, base.name)
    ruleset.__dict__["trait_bits"] = encode_traits(base.book, traits)
    return ruleset


def every_answer(table: Table) -> Iterator[frozenset[str]]:
    """Every combination of the traits that this table's section depends on and that its book
    knows.
    """
    given = {
        trait for each in classic().rolled for option in each.options for trait in option.gives
    }
    asks = frozenset(list_conditions([table, *table.rules, *table.options]))
    entries = [table, *table.every_rule]
    asks |= {
        trait
        for entry in entries
        for trait in (*list_required_traits(entry.text), *list_required_traits(entry.brief))
    }
    asked = sorted(asks & given)
    # Every game musters by one rule and tests by one; a game without either cannot be.
    ways = [("squads", "pool-tests"), ("individuals", "sum-tests")]
    free = [
        trait
        for trait in asked
        if trait not in {"individuals", "squads", "pool-tests", "sum-tests"}
    ]
    for count in range(len(free) + 1):
        for chosen in combinations(free, count):
            for way in ways:
                yield frozenset(chosen) | set(way)


@pytest.mark.thorough
@pytest.mark.parametrize("id", [table.id for table in classic().tables])
def test_option_texts_read_well_with_all_traits(id: str) -> None:
    table = classic().table(id)
    games = (
        [rolled(**{id.replace("-", "_"): option.code}) for option in table.options]
        if table.rolled
        else [rolled()]
    )
    for game in games:
        for traits in every_answer(table):
            variant = imagined(game, traits)
            each = build_section(table, variant)
            if each is None or not each.is_used:
                continue
            for text in list_texts(table, each, variant):
                check_prose(text)
            assert each.markdown
            assert "style=" not in list_html(each)


@pytest.mark.parametrize(
    ("throws", "when"),
    [
        ("two", "after the first throw but not the second"),
        ("three", "after any throw but the third"),
        ("four", "after any throw but the fourth"),
    ],
)
def test_powers_section_names_throws_before_the_last(throws: str, when: str) -> None:
    for powers in ("everything", "re-roll"):
        game = rolled("gamble", throws=throws, powers=powers)
        section = build_section(game.book.table("powers"), game)
        assert section is not None
        assert when in section.markdown


@pytest.mark.parametrize("choice", ["free", "rush"])
@pytest.mark.parametrize("dice", ["sixes", "four-big"])
@pytest.mark.parametrize("throws", ["two", "three", "four"])
def test_throws_told_are_those_that_dice_last_for(throws: str, dice: str, choice: str) -> None:
    """A turn of as many throws as the rulebook says can be made, and none of more."""
    game = rolled("gamble", throws=throws, dice=dice, choice=choice, later_throws="last")
    in_hand = 5 if game.has("five-dice") else 4
    made = 0
    while in_hand:
        first = game.params["choice.least"] if choice == "rush" and made == 0 else 1
        in_hand -= min(in_hand, int(first))
        made += 1
    most = min(made, int(game.params["throws.throws"]))
    ordinal = {2: "second", 3: "third", 4: "fourth"}[most]
    text = build_rulebook(game).markdown()
    assert f"of the {ordinal} throw, the last that the rules allow" in text
    assert f"{ {2: 'two', 3: 'three', 4: 'four'}[most] } throws**" in text
    assert Match(game, 0, 0, ("random",)).record.throws == most


@pytest.mark.parametrize("table", classic().rolled, ids=lambda table: table.id)
def test_option_summaries_have_two_sentences(table: Table) -> None:
    for option in table.options:
        game = rolled(**{table.id.replace("-", "_"): option.code})
        does = fill(option.does, game.choice(table.id).params, game)
        assert len(re.findall(r"[.!?](?= |$)", does)) == 2, does


def test_render_markdown_equals_markdown_package() -> None:
    table = "| a | b |\n| --- | --- |\n| 1 | 2 |"
    blocks = ["Some *text*.", "- one\n- **two**", table, "1. one\n2. two", "- a\n1. b"]
    for first in blocks:
        for second in blocks:
            text = f"{first}\n\n{second}"
            assert render_markdown(text) == markdown(
                text, extensions=["tables"], output_format="html"
            )


@given(st.text(st.characters(categories=["L", "N", "P", "S", "Zs"]), min_size=1))
def test_escape_markdown_leaves_no_markup(text: str) -> None:
    shown = markdown(f"# x{escape_markdown(text)}x")
    assert shown.startswith("<h1>")
    assert shown.count("<") == 2


@pytest.mark.parametrize(
    "name", ["*a*", "_a_", "`a`", "[a](b)", "# a", "<b>", "&amp;", "a|b", "~~a~~", "![a](b)"]
)
def test_escape_markdown_shows_name_unchanged(name: str) -> None:
    shown = markdown(f"# {escape_markdown(name)}", extensions=["tables"])
    page = BeautifulSoup(shown, "html.parser")
    assert [tag.name for tag in page.find_all(True)] == ["h1"]
    assert page.get_text() == name


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ("a model's base", "a model’s base"),
        ("the players' edges", "the players’ edges"),
        ('a range of "contact" means', "a range of “contact” means"),
        ('within 6" of it and 8" of "that"', 'within 6" of it and 8" of “that”'),
        ('½" or 4½" away', '½" or 4½" away'),
    ],
)
def test_curl_quotes_returns_typographic_quotes(typed: str, printed: str) -> None:
    assert curl_quotes(typed) == printed
