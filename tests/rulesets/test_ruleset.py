"""Rulesets: what a seed resolves to, its name, its forces."""

from __future__ import annotations

import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carnage.rulesets.forces import get_force, list_stats
from carnage.rulesets.game_names import (
    MAX_DECOMPOSED_LENGTH,
    NAME_LIMIT,
    GameNameError,
    clean_name,
    default_name,
)
from carnage.rulesets.ruleset import resolve
from carnage.seeds import Seed, SeedError
from tests.support.rulesets import PUBLISHED, classic, every_digit, rolled, ruleset, sample


@pytest.mark.parametrize(
    ("digits", "name"),
    [
        (PUBLISHED, "Ruinous Throne"),
        ("000000000000000", "Wayward Frontier"),
        ("999999999999999", "Golden Redoubt"),
        ("123456789012345", "Broken Hammer"),
    ],
)
def test_default_name_of_seed_never_changes(digits: str, name: str) -> None:
    assert ruleset(digits).name == name


def test_given_name_is_kept_separately() -> None:
    assert ruleset(name="  Two   Towers ").name == "Two Towers"
    assert ruleset(name="Two Towers").given_name == "Two Towers"
    assert ruleset(name="Ruinous Throne").given_name == ""
    assert ruleset().given_name == ""


@pytest.mark.parametrize(
    "name",
    [
        "x" * (NAME_LIMIT + 1),
        "x" * 10_000,
        "<b>",
        "a\nb",
        "a\tb",
        "a\x00b",
        "a\u2028b",
        "\ud800",
        "\u202egnorw",
    ],
)
def test_clean_name_unprintable_raises(name: str) -> None:
    with pytest.raises(GameNameError):
        clean_name(name)


def test_clean_name_decomposed_characters_count_once() -> None:
    longest = "\u1f82" * NAME_LIMIT
    assert clean_name(unicodedata.normalize("NFD", longest)) == longest
    with pytest.raises(GameNameError, match="at most 60 characters; this one has 244"):
        clean_name(unicodedata.normalize("NFD", longest + longest[0]))
    written = max(len(unicodedata.normalize("NFD", chr(code))) for code in range(sys.maxunicode))
    assert written == MAX_DECOMPOSED_LENGTH


@given(st.text())
def test_clean_name_is_idempotent(name: str) -> None:
    try:
        cleaned = clean_name(name)
    except GameNameError:
        return
    assert clean_name(cleaned) == cleaned
    assert len(cleaned) <= NAME_LIMIT
    assert not set(cleaned) & set("<>\n\r\t")


def test_resolve_seed_of_other_length_raises() -> None:
    with pytest.raises(SeedError, match="15 digits"):
        resolve(classic(), Seed("12"))


def test_ruleset_name_does_not_change_choices() -> None:
    assert ruleset(name="Other").choices == ruleset().choices


def test_traits_come_from_options_and_unknown_raise() -> None:
    game = rolled(damage="doomed", units="individuals")
    assert game.has("doomed-tokens")
    assert not game.has("wounds")
    with pytest.raises(KeyError):
        game.has("no-such-trait")
    assert not game.has("loot"), "a trait that the family has, and this book has not"


def test_force_has_100_points_and_ten_models() -> None:
    for game in every_digit():
        assert sum(unit.points for unit in get_force(game).units) == 100
        assert sum(len(unit.models) for unit in get_force(game).units) == 10
        assert len({unit.code for unit in get_force(game).units}) == len(get_force(game).units)


def test_force_depends_only_on_units() -> None:
    mustered: dict[bool, set[str]] = {}
    for game in sample(100):
        codes = ",".join(unit.code for unit in get_force(game).units)
        mustered.setdefault(game.has("squads"), set()).add(codes)
    assert all(len(codes) == 1 for codes in mustered.values())


def test_list_stats_returns_stats_in_use() -> None:
    assert [
        stat.code for stat in list_stats(rolled(movement="measureless-movement", damage="doomed"))
    ] == [
        "ranged_skill",
        "close_skill",
        "morale",
        "defense",
    ]
    assert len(list_stats(rolled(movement="free-movement", damage="certain-death"))) == 6


def test_params_include_all_numbers_of_ruleset() -> None:
    params = ruleset().params
    assert params["deployment.table_feet"] == 4
    assert params["activation-order.most"] == 3
    assert params["morale.difficulty"] == 5
    assert params["re-rolls.tokens"] == 5


def test_default_name_depends_on_every_digit() -> None:
    book = classic()
    names = {default_name(book, Seed(PUBLISHED).replaced(at, "0")) for at in range(15)}
    assert len(names) > 10


def test_path_has_book_and_seed() -> None:
    assert ruleset().path == f"/classic/{PUBLISHED}"
