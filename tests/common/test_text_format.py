"""Test the format of numbers, counts, shares and lists."""

from __future__ import annotations

from fractions import Fraction

import pytest

from carnage.common.text_format import (
    approximate_duration,
    count,
    join_words,
    percent,
    plural,
    spell_out,
)


@pytest.mark.parametrize(
    ("noun", "several"),
    [
        ("wound", "wounds"),
        ("die", "dice"),
        ("Defend die", "Defend dice"),
        ("success", "successes"),
        ("Boss", "Bosses"),
        ("Dandy", "Dandies"),
        ("Rifleman", "Riflemen"),
        ("Sawbones", "Sawbones"),
        ("Loot Token", "Loot Tokens"),
    ],
)
def test_plural_returns_plural(noun: str, several: str) -> None:
    assert plural(noun) == several


def test_count_uses_singular_and_plural() -> None:
    assert [count(n, "die") for n in (0, 1, 2)] == ["0 dice", "1 die", "2 dice"]
    assert [count(n, "pip", spell_out) for n in (0, 1, 2)] == ["no pips", "one pip", "two pips"]


def test_listed_joins_words() -> None:
    words = ("one", "two", "three")
    assert [join_words(words[:n]) for n in range(4)] == [
        "",
        "one",
        "one and two",
        "one, two and three",
    ]


def test_percent_rounds_halves_up() -> None:
    assert [percent(Fraction(n, 200)) for n in (1, 3, 5)] == ["1%", "2%", "3%"]
    assert percent(0.125, 1) == percent(Fraction(1, 8), 1) == "12.5%"
    assert [percent(n) for n in (-0.25, -0.001, -0.999, -1)] == ["−25%", ">−1%", "<−99%", "−100%"]
    assert percent(Fraction(1, 16), 1) == "6.3%"


def test_soon_rounds_seconds() -> None:
    said = [approximate_duration(seconds) for seconds in (0, 7, 8, 31, 90, 95, 121)]
    assert said == [
        *("a few seconds", "a few seconds", "10 seconds", "40 seconds", "90 seconds"),
        *("two minutes", "three minutes"),
    ]
