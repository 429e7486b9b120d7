"""Seeds: what is one, what is none, and that a text's seed never changes."""

from __future__ import annotations

import hashlib
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carnage.seeds import TEXT_LIMIT, Seed, SeedError, TextError, casefold_text

TEXTS = {
    "friday night": "522170543699375",
    "": "740173469165037",
    "É": "805501732211113",
    "\ud800": "258230366118545",  # half of a surrogate pair, as a browser may send it
    "Ruinous Throne": "291896313066360",
    "٣" * 15: "680275012113680",
}


def test_seed_parse_returns_digits() -> None:
    seed = Seed.parse("243856987615781", 15)
    assert (str(seed), len(seed)) == ("243856987615781", 15)


@pytest.mark.parametrize("text", ["", "12", "1234567890123456"])
def test_seed_parse_other_length_raises(text: str) -> None:
    with pytest.raises(SeedError, match="15 digits"):
        Seed.parse(text, 15)


@pytest.mark.parametrize(
    "text",
    [
        "24385698761578x",
        " 24385698761578",
        "243856987615781\n",
        "24385 698761578",
        "-24385698761578",
        "٣" * 15,  # Arabic-Indic
        "３" * 15,  # full width
        "२" * 15,  # Devanagari
        "²" * 15,
        "\ud800" * 15,
        "\x00" * 15,
    ],
)
def test_seed_parse_other_than_ascii_digits_raises(text: str) -> None:
    with pytest.raises(SeedError, match="digits"):
        Seed.parse(text, 15)


def test_seed_from_text_never_changes() -> None:
    for text, digits in TEXTS.items():
        assert Seed.from_text(text, 15).digits == digits


def test_seed_from_text_other_composition_is_the_same() -> None:
    assert Seed.from_text("E\u0301", 15) == Seed.from_text("É", 15)


def test_seed_from_text_beyond_limit_raises() -> None:
    assert Seed.from_text("x" * TEXT_LIMIT, 15) != Seed.from_text("x" * (TEXT_LIMIT - 1), 15)
    with pytest.raises(TextError, match="at most 2,000 characters; this one has 2,001"):
        Seed.from_text("x" * (TEXT_LIMIT + 1), 15)


@pytest.mark.thorough
@given(st.text(), st.integers(1, 60))
def test_seed_from_text_any_length_extends_shorter_one(text: str, length: int) -> None:
    seed = Seed.from_text(text, length)
    assert len(seed) == length
    assert Seed.from_text(text, length + 7).digits.startswith(seed.digits)


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_seed_from_text_equals_documented_hash(text: str) -> None:
    stem = "carnage/1/" + unicodedata.normalize("NFC", text) + "/"
    drawn = b"".join(hashlib.sha256((stem + str(i)).encode()).digest() for i in range(3))
    assert (
        Seed.from_text(text, 40).digits
        == "".join(str(byte % 10) for byte in drawn if byte < 250)[:40]
    )


@pytest.mark.parametrize("text", ["friday night", "Friday Night", "  FRIDAY\n night "])
def test_folded_equal_words_are_the_same(text: str) -> None:
    assert casefold_text(text) == "friday night"
    assert casefold_text("Straße") == casefold_text("STRASSE")
    with pytest.raises(TextError):
        casefold_text("x" * (TEXT_LIMIT + 1))


def test_seed_grouped_returns_groups() -> None:
    seed = Seed("243856987615781")
    assert seed.grouped((5, 4, 3, 3)) == ("24385", "6987", "615", "781")
    with pytest.raises(ValueError, match="add up"):
        seed.grouped((5, 5))


def test_seed_replaced_returns_new_digits() -> None:
    assert Seed("000000").replaced(2, "19").digits == "001900"


@given(st.integers(1, 40))
def test_seed_roll_has_requested_length(length: int) -> None:
    assert Seed.parse(Seed.roll(length).digits, length)


def test_seed_roll_differs_each_time() -> None:
    assert len({Seed.roll(15).digits for _ in range(50)}) == 50
