"""Test which book the words of the search box mean."""

from __future__ import annotations

import pytest

from carnage import catalog
from carnage.lab.meant_book import find_meant_book

BOOKS = [catalog.book(code) for code in ("skirmish", "classic", "duel", "gamble")]


@pytest.mark.parametrize(
    ("text", "asked", "meant", "rest"),
    [
        ("duel", "skirmish", "duel", ""),
        ("gamble", "skirmish", "gamble", ""),
        ("a duel of ships", "skirmish", "duel", ""),
        ("A gamble of dice", "skirmish", "gamble", ""),
        ("ships", "skirmish", "duel", ""),
        ("dice", "skirmish", "gamble", ""),
        ("dice", "duel", "duel", "dice"),  # the chosen book knows the word
        ("45 minutes, a duel", "skirmish", "duel", "45 minutes"),
        ("a classic without phases", "duel", "duel", "a classic without phases"),
        ("no dice", "skirmish", "duel", "no dice"),  # it fits only there
        ("45 minutes, no luck", "skirmish", "skirmish", "45 minutes, no luck"),
        ("nonsense", "skirmish", "skirmish", "nonsense"),
        ("no measuring", "duel", "skirmish", "no measuring"),
        ("", "gamble", "gamble", ""),
    ],
)
def test_words_mean_a_book(text: str, asked: str, meant: str, rest: str) -> None:
    book, kept = find_meant_book(text, catalog.book(asked), BOOKS)
    assert (book.code, kept) == (meant, rest)
