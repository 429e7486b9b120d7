"""Numbers in wishes: every way in which people write them, and no digit that becomes a rule."""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from carnage import catalog
from carnage.common.text_format import spell_out
from carnage.lab.criteria import NUMBERS
from carnage.lab.criteria_text import format_errors, parse_criteria
from carnage.lab.number_words import InvalidNumber, parse_number
from carnage.lab.quantities import is_bare_number

CLASSIC = catalog.book("classic")


@pytest.mark.parametrize(
    ("text", "wished"),
    [
        ("1.5 hours", {"about": 90}),
        ("1,5 hours", {"about": 90}),
        ("1.5hrs", {"about": 90}),
        ("0.5 hours", {"about": 30}),
        (".5 hours", {"about": 30}),
        ("0.500 hours", {"about": 30}),
        ("1.25 h", {"about": 75}),
        ("37.5 minutes", {"about": 38}),
        ("1 000 minutes", {"about": 1000}),
        ("1'000 minutes", {"about": 1000}),
        ("1½ hours", {"about": 90}),
        ("1 ½ hours", {"about": 90}),
        ("1 1/2 hours", {"about": 90}),
        ("½ hour", {"about": 30}),
        ("3/4 of an hour", {"about": 45}),
        ("three quarters of an hour", {"about": 45}),
        ("a quarter of an hour", {"about": 15}),
        ("half an hour", {"about": 30}),
        ("half-hour", {"about": 30}),
        ("an hour and a half", {"about": 90}),
        ("an hour and a quarter", {"about": 75}),
        ("two and a half hours", {"about": 150}),
        ("one hour and 30 minutes", {"about": 90}),
        ("2 hours, 30 minutes", {"about": 150}),
        ("a couple of hours", {"about": 120}),
        ("forty-five minutes", {"about": 45}),
        ("a hundred and twenty minutes", {"about": 120}),
        ("30 to 45 minutes", {"about": 38, "minutes": 45}),
        ("30-45 min", {"about": 38, "minutes": 45}),
        ("30–45 minutes", {"about": 38, "minutes": 45}),
        ("between 30 and 45 minutes", {"about": 38, "minutes": 45}),
        ("30 minutes to an hour", {"about": 45, "minutes": 60}),
        ("1–1.5 hours", {"about": 75, "minutes": 90}),
        ("about 30-45 minutes", {"about": 38}),
        ("1h30", {"about": 90}),
        ("1h30m", {"about": 90}),
        ("1:30 h", {"about": 90}),
        ("1 h 30 min", {"about": 90}),
        ("90min", {"about": 90}),
        ("９０ minutes", {"about": 90}),
        ("1\u200b.5\u00a0hours", {"about": 90}),
        ("up to 1.5 hours", {"minutes": 90}),
        ("max. 45 minutes", {"minutes": 45}),
        ("45 minutes, at most", {"minutes": 45}),
        ("2h30 at most", {"minutes": 150}),
        ("30 min. at most", {"minutes": 30}),
        ("about 30 min. At most 40 min.", {"about": 30, "minutes": 40}),
        ("an hour to an hour and a half", {"about": 75, "minutes": 90}),
        ("about 30 minutes at most 40 minutes", {"about": 30, "minutes": 40}),
        ("30 minutes, at most 40 minutes", {"about": 30, "minutes": 40}),
        ("1h-1h30", {"about": 75, "minutes": 90}),
        ("45 minutes to 1 h 15", {"about": 60, "minutes": 75}),
        ("one or two hours", {"about": 90, "minutes": 120}),
        ("4 x 4 feet", {"feet": 4}),
        ("4x4 ft", {"feet": 4}),
        ("4' × 4'", {"feet": 4}),
        ("a table of four feet", {"feet": 4}),
        ("a 3-foot table", {"feet": 3}),
        ("half a dozen figures", {"figures": 6}),
        ("2.0 figures each", {"figures": 4}),
        ("2-player game", {"players": 2}),
        ("30 minutes and 4 figures", {"about": 30, "figures": 4}),
        ("30 minutes.2 players", {"about": 30, "players": 2}),
    ],
)
def test_parse_criteria_number_with_unit_returns_number(text: str, wished: dict[str, int]) -> None:
    found = parse_criteria(text, CLASSIC)
    assert found.fields == {name: [str(number)] for name, number in wished.items()}
    assert not found.errors


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("2.5 feet", "“2.5 feet” cannot be used: feet are counted in whole numbers."),
        ("2,5 feet", "“2,5 feet” cannot be used: feet are counted in whole numbers."),
        (
            "a foot and a half",
            "“a foot and a half” cannot be used: feet are counted in whole numbers.",
        ),
        ("2½ players", "“2½ players” cannot be used: players are counted in whole numbers."),
        (
            "2.5 figures each",
            "“2.5 figures each” cannot be used: figures are counted in whole numbers.",
        ),
        ("for 2.5 people", "“2.5 people” cannot be used: players are counted in whole numbers."),
        ("1.000 minutes", "“1.000” can be read as 1 or as 1000: write it without “.”."),
        ("2,500 minutes", "“2,500” can be read as 2.5 or as 2500: write it without “,”."),
        ("1..5 hours", "“1..5” is no number: it has a divider too many."),
        ("1.5.2 hours", "“1.5.2” is no number: it has a divider too many."),
        ("1. 5 hours", "“1. 5” is no number: write it without the space."),
        ("1/0 hours", "“1/0” is no number."),
        ("1:75 h", "“1:75 h” is no time: after hours there are fewer than 60 minutes."),
        (
            "4x6 feet",
            "“4x6 feet” cannot be used: tables are square, so give one side, such as “4 feet”.",
        ),
        ("45 to 30 minutes", "“45 to 30 minutes” cannot be used: write the smaller number first."),
        ("0.2 minutes", "“0.2 minutes” is less than a minute."),
        ("10000 minutes", "“10000 minutes” is too large: numbers in wishes are at most 9,999."),
        (
            "at least 30 minutes",
            "“at least 30 minutes” cannot be asked for: only “at most 30 minutes” or “about 30 "
            "minutes”.",
        ),
        (
            "30+ minutes",
            "“30+ minutes” cannot be asked for: only “at most 30 minutes” or “about 30 minutes”.",
        ),
        (
            "over an hour",
            "“over an hour” cannot be asked for: only “at most 60 minutes” or “about 60 minutes”.",
        ),
        (
            "not 45 minutes",
            "“not 45 minutes” cannot be asked for: only “at most 45 minutes” or “about 45 "
            "minutes”.",
        ),
        (
            "at least 4 figures",
            "“at least 4 figures” cannot be asked for: only “at most 4 figures”.",
        ),
        (
            "2 to 4 players",
            "“2 to 4 players” cannot be asked for: only one number of players, such as “4 "
            "players”.",
        ),
        (
            "2",
            "“2” is a number without a unit: write, for example, “30 minutes”, “4 figures”, “2 "
            "players” or "
            "“3 feet”. Did you mean “deployment 2”?",
        ),
        (
            "30-45",
            "“30-45” is a number without a unit: write, for example, “30 minutes”, “4 figures”, "
            "“2 players” "
            "or “3 feet”.",
        ),
    ],
)
def test_parse_criteria_invalid_number_is_refused_entirely(text: str, problem: str) -> None:
    found = parse_criteria(text, CLASSIC)
    assert found.fields == {}
    assert format_errors(found.errors, CLASSIC) == problem


def test_parse_criteria_contradicting_times_are_refused() -> None:
    found = parse_criteria("30 minutes, with morale, 40 minutes", CLASSIC)
    assert found.errors == {
        "40 minutes": "“40 minutes” contradicts “about 30 minutes”. Remove one of the two."
    }


@pytest.mark.parametrize(
    "text", ["-30 minutes", "1e3 minutes", "2² minutes", "1 ,5 hours", "30 minutes each"]
)
def test_parse_criteria_unknown_spelling_is_refused_entirely(text: str) -> None:
    found = parse_criteria(text, CLASSIC)
    assert found.fields == {}
    assert found.errors


@pytest.mark.parametrize(
    ("text", "kept"), [("deployment 1", "deployment=1"), ("arc of sight 90", "arc-of-sight=90")]
)
def test_parse_criteria_number_after_table_name_keeps_rule(text: str, kept: str) -> None:
    assert parse_criteria(text, CLASSIC).fields == {"keep": [kept]}


def _spellings(number: Fraction) -> list[str]:
    """Return the ways to write a number of quarters."""
    whole, rest = divmod(number, 1)
    ways = [f"{float(number):g}", f"{float(number):g}".replace(".", ",")]
    if not rest:
        return [*ways, spell_out(int(whole)) if whole else "0"]
    sign = {Fraction(1, 4): "¼", Fraction(1, 2): "½", Fraction(3, 4): "¾"}[rest]
    word = {
        Fraction(1, 4): "a quarter",
        Fraction(1, 2): "a half",
        Fraction(3, 4): "three quarters",
    }[rest]
    if not whole:
        return [*ways, sign, f"{rest}"]
    return [
        *ways,
        f"{whole}{sign}",
        f"{whole} {sign}",
        f"{whole} {rest}",
        f"{spell_out(int(whole))} and {word}",
    ]


QUARTERS = st.integers(0, 80).map(lambda quarters: Fraction(quarters, 4))


@given(QUARTERS, st.data())
def test_parse_number_any_spelling_returns_number(number: Fraction, data: st.DataObject) -> None:
    assert parse_number(data.draw(st.sampled_from(_spellings(number)))) == number


@settings(max_examples=200)
@given(QUARTERS, st.sampled_from(["hours", "h", "hrs"]), st.sampled_from([" ", "-", ""]), st.data())
def test_parse_criteria_any_spelling_of_hours_returns_minutes(
    number: Fraction, unit: str, gap: str, data: st.DataObject
) -> None:
    text = data.draw(st.sampled_from(_spellings(number)))
    if text[-1].isalpha():
        gap = " "
    found = parse_criteria(f"about {text}{gap}{unit}", CLASSIC)
    assert found.fields == {"about": [str(int(number * 60))]}, text


@given(
    st.lists(st.integers(0, 999), min_size=1, max_size=4),
    st.sampled_from([".", ",", "'", " "]),
)
def test_parse_number_groups_return_digits_or_are_refused(groups: list[int], divider: str) -> None:
    text = divider.join([str(groups[0]), *[f"{group:03}" for group in groups[1:]]])
    digits = text.replace(divider, "")
    try:
        number = parse_number(text)
    except InvalidNumber:
        number = None
    is_decimal = len(groups) == 2 and groups[0] == 0 and divider in ".,"
    is_ambiguous = len(groups) == 2 and groups[0] != 0 and divider in ".,"
    assert number == (
        None if is_ambiguous else Fraction(text.replace(",", ".")) if is_decimal else int(digits)
    )


# Not “players”, which is the name of a table, too.
PIECES = st.sampled_from(
    [
        *"0123456789½¼²３.,:;/-–+x×' \n()%",
        *(
            "one",
            "two",
            "ten",
            "a",
            "an",
            "half",
            " and ",
            " to ",
            "hundred",
            " at most ",
            " about ",
            "no ",
        ),
        *(" hours ", "h", " minutes ", "min", " feet", " figures", " people "),
    ]
)


@settings(max_examples=400)
@given(st.lists(PIECES, max_size=14).map("".join), st.sampled_from(catalog.book_codes()))
def test_parse_criteria_number_never_becomes_rule(text: str, code: str) -> None:
    assert set(parse_criteria(text, catalog.book(code)).fields) <= set(NUMBERS)


@given(st.lists(PIECES, max_size=12).map("".join))
def test_parse_number_any_text_returns_number_or_is_refused(text: str) -> None:
    number = Fraction(0)
    with suppress(InvalidNumber):
        number = parse_number(text)
    assert number >= 0


@given(st.integers(0, 10**12))
def test_parse_criteria_bare_number_is_refused_in_any_book(number: int) -> None:
    for code in catalog.book_codes():
        found = parse_criteria(str(number), catalog.book(code))
        assert not found.fields
        assert found.errors
    assert is_bare_number(str(number))
