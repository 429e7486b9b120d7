"""Rulebooks of every book: each option beside each option of other tables, and what must hold of
them all.
"""

from __future__ import annotations

import re
from functools import cache

import pytest

from carnage import catalog
from carnage.rulebook import build_rulebook
from carnage.rulesets.action_kinds import list_action_kinds
from carnage.rulesets.forces import get_force, list_stats
from carnage.rulesets.ruleset import Ruleset
from tests.support.prose import (
    check_headings,
    check_markdown,
    check_prose,
    check_tables,
    out_of_place,
    tags,
    visible,
)
from tests.support.rulebooks import build_section, fill, list_html, list_texts, part_text
from tests.support.rulesets import BATTLES, BOOKS, printed, sample

EACH = pytest.mark.parametrize("book", BOOKS)
TABLES = [(code, table.id) for code in BOOKS for table in catalog.book(code).tables]
COUNTS = pytest.mark.parametrize("count", [40, pytest.param(200, marks=pytest.mark.soak)])
# Pairs of options of the large books take long; other tests check each section with them.
PAIRS = [
    *(pytest.param(book, 2, marks=pytest.mark.soak) for book in BATTLES),
    *(pytest.param(book, 2, marks=pytest.mark.thorough) for book in BOOKS if book not in BATTLES),
]
EACH_TOGETHER = pytest.mark.parametrize(
    ("book", "together"), [*((book, 1) for book in BOOKS), *PAIRS]
)
PAIRS_OF_SOME_BOOKS = pytest.mark.parametrize(
    ("book", "together"),
    [*(pytest.param(book, 1, marks=pytest.mark.thorough) for book in BATTLES), *PAIRS],
)
WORDS = {
    "skirmish": 5400,
    "classic": 4450,
    "duel": 2700,
    "gamble": 1850,
}  # a rulebook's at most, on average
SEE = r"\b[Ss]ee ((?:[A-Z][A-Za-z-]*)(?:(?: of| on| and| the|)? [A-Z][A-Za-z-]*)*)"


@cache
def covering(together: int, book: str) -> tuple[Ruleset, ...]:
    """Rulesets with every option; with 2 together, with every option beside every option of
    another table.
    """
    from tests.support import arena

    return arena.covering(together, book)


@PAIRS_OF_SOME_BOOKS
def test_rulebook_every_pair_of_options_is_sound_markdown(book: str, together: int) -> None:
    for game in covering(together, book):
        text = build_rulebook(game).markdown()
        check_headings([len(marks) for marks in re.findall(r"^(#+) \S", text, flags=re.MULTILINE)])
        assert not re.search(r"\{\{|\{%|[Uu]ndefined|(?<!\[)\bNone\b|\bnan\b|@@", text), game.path
        check_markdown(text)


@pytest.mark.thorough
@pytest.mark.parametrize("count", [40, pytest.param(200, marks=pytest.mark.soak)])
@EACH
def test_rulebook_equal_dice_are_counted_instead_of_listed(book: str, count: int) -> None:
    """Expect “five D6 each”; two equal dice beside others may be listed."""
    counted = 0
    for game in sample(count, book):
        text = build_rulebook(game).markdown()
        assert not re.search(r"\b(D\d+)(?:, | and )\1(?:, | and )\1\b", text), game.path
        counted += bool(re.search(r"\b(?:three|four|five|six) D\d+", text))
    assert counted or book != "gamble"


@EACH_TOGETHER
def test_rulebook_every_pair_of_options_is_sound_html(book: str, together: int) -> None:
    for game in covering(together, book):
        page = build_rulebook(game).html(css="")
        there = tags(page)
        check_headings([int(name[1]) for name, _ in there if re.fullmatch(r"h[1-6]", name)])
        anchors = [attributes["id"] for _, attributes in there if "id" in attributes]
        assert len(anchors) == len(set(anchors)), game.path
        links = [attributes.get("href", "") for name, attributes in there if name == "a"]
        assert {link[1:] for link in links if link.startswith("#")} <= set(anchors), game.path
        assert not any("style" in attributes for _, attributes in there)
        assert "script" not in {name for name, _ in there}
        check_tables(page)


@pytest.mark.parametrize(("book", "id"), TABLES, ids=[f"{code}-{id}" for code, id in TABLES])
def test_section_every_pair_of_options_reads_well(book: str, id: str) -> None:
    """Check each game of the pairwise covering."""
    table = catalog.book(book).table(id)
    for game in covering(2, book):
        each = build_section(table, game)
        if each is None:
            continue
        for text in list_texts(table, each, game):
            check_prose(text)
        assert bool(each.markdown) == each.is_used, game.path
        assert "style=" not in list_html(each)


@EACH_TOGETHER
def test_sections_are_in_reading_order_and_unused_take_one_line(book: str, together: int) -> None:
    for game in covering(together, book):
        written = build_rulebook(game)
        read = [id for chapter in game.book.reading for id in chapter.tables]
        tables = [game.book.table(id) for id in read]
        working = {
            c.table.id for c in game.choices if game.uses(c.table, c.option) and c.option.text
        }
        if book == "skirmish" and not (game.has("sight") or game.has("facing")):
            working.discard("arc-of-sight")
        there = [t.id for t in tables if (t.id in working if t.rolled else game.uses(t))]
        if book == "skirmish" and "Special" not in list_action_kinds(game):
            there.remove("special")
        idle = [t.id for t in tables if t.rolled and t.id not in working]
        assert [each.id for chapter in written.chapters for each in chapter.sections] == there
        assert [each.id for each in written.unused] == idle, game.path
        assert all(chapter.sections for chapter in written.chapters)
        for each in (part for chapter in written.chapters for part in chapter.sections):
            assert each.is_used
            assert bool(each.effect) == (each.choice is not None)
        texts = written.markdown(), visible(written.html(css=""))
        for text in texts:
            assert text.count("Rolled, and no") >= bool(idle), game.path
        line = next((line for line in texts[0].splitlines() if "Rolled, and no" in line), "")
        for each in written.unused:
            assert not each.briefs
            assert not each.components
            assert f"{each.title} · {each.digits} [{each.label}]" in line
            assert f"### {each.title}" not in texts[0]


@EACH_TOGETHER
def test_rulebook_references_name_existing_sections(book: str, together: int) -> None:
    for game in (*sample(30 * together, book), *covering(together, book)):
        written = build_rulebook(game)
        titles = {part.title for part in (*written.front, *written.back)}
        titles |= {section_.title for chapter in written.chapters for section_ in chapter.sections}
        for named in re.findall(SEE, written.markdown()):
            assert all(
                title in titles for title in ([named] if named in titles else named.split(" and "))
            ), (
                game.path,
                named,
            )


@COUNTS
@EACH
def test_quick_reference_has_no_line_twice(book: str, count: int) -> None:
    for game in sample(count, book):
        text = part_text(build_rulebook(game), "reference")
        lines = [line.strip(" -") for line in text.splitlines() if "**" in line]
        assert len(lines) == len(set(lines)), game.path


@EACH
def test_option_summaries_have_two_sentences(book: str) -> None:
    for game in covering(2, book):
        for choice in game.choices:
            does = fill(choice.option.does, choice.params, game)
            assert len(re.findall(r"[.!?](?= |$)", does)) == 2, does


@PAIRS_OF_SOME_BOOKS
def test_rulebook_mentions_nothing_that_game_lacks(book: str, together: int) -> None:
    """Skip names of options that were rolled and are not used."""
    faults: dict[str, str] = {}
    for game in (*sample(50 * together, book), *covering(together, book)):
        written = build_rulebook(game)
        text = written.markdown().split("\n", 1)[1] + written.pitch
        text = re.sub(r"^> \*.*\*$", "", text, flags=re.MULTILINE)  # remarks are no rules
        text = re.sub(r"^(?:- )?Rolled.*$", "", text, flags=re.MULTILINE)
        for lacking, around in out_of_place(book, game.traits, text).items():
            faults.setdefault(lacking, f"{game.path}: …{around}…")
    assert not faults


@pytest.mark.parametrize("together", [1, pytest.param(2, marks=pytest.mark.soak)])
@pytest.mark.parametrize("book", BATTLES)
def test_stats_and_weapons_are_defined_where_used(book: str, together: int) -> None:
    for game in (*sample(20 * together, book), *covering(together, book)):
        written = build_rulebook(game)
        meant = [
            part.markdown for c in written.chapters for part in c.sections if part.id == "stats"
        ]
        parts = {id: part_text(written, id) for id in ("rosters", "reference")}
        for stat in game.book.roster.stat:
            used = stat in list_stats(game)
            assert any(f"**{stat.label}**" in text for text in meant) == used, (
                game.path,
                stat.label,
            )
            assert (f" {stat.short} |" in parts["rosters"]) == used, (game.path, stat.label)
            assert (f" {stat.short} |" in parts["reference"]) == used, (game.path, stat.label)
        for weapon in {weapon for model in get_force(game).kinds for weapon in model.weapons}:
            assert f"| {weapon.label} |" in parts["reference"], (game.path, weapon.label)


@EACH_TOGETHER
def test_credits_are_complete_in_every_form(book: str, together: int) -> None:
    for game in covering(together, book):
        rules = printed(game)
        shown = [(c.table, c.option) for c in game.choices]
        fixed = [(table, rule) for table in game.book.tables for rule in table.rules]
        sources = {option.source for _, option in shown} | set(game.book.credits)
        sources |= {rule.source for table, rule in fixed if f"{table.id}.{rule.code}" in rules}
        credits = [catalog.sources()[code] for code in sources]
        written = build_rulebook(game)
        for text in (" ".join(written.markdown().split()), visible(written.html(css=""))):
            for source in credits:
                assert " ".join(source.credit.split()) in text, (game.path, source.title)
        listed = {entry["credit"] for entry in written.json()["credits"]}
        assert listed == {source.credit for source in credits}


@COUNTS
@EACH
def test_pitch_and_tags_have_right_length_and_differ(book: str, count: int) -> None:
    pitches, different = set(), set()
    for game in sample(count, book):
        written = build_rulebook(game)
        pitches.add(written.pitch)
        different.add(game.canonical_seed)
        assert len(written.tags) == len(set(written.tags)) == 3, game.path
        assert written.pitch.endswith((".", "!")), game.path
        assert 150 <= len(written.pitch) <= 700, game.path
    assert len(pitches) > len(different) * (
        0.9 if book in BATTLES else 0.5
    )  # few dice tell fewer games apart


@COUNTS
@EACH
def test_quick_reference_fits_one_side(book: str, count: int) -> None:
    for game in sample(count, book):
        text = part_text(build_rulebook(game), "reference")
        assert len(text) < 4900, (game.path, "a side of A4 holds so much of it, as it is printed")


@pytest.mark.parametrize(("book", "most"), WORDS.items())
def test_rulebook_length_stays_within_limit(book: str, most: int) -> None:
    """Count words with a letter or a digit, also in tables; skip pictures made of characters."""
    books = [build_rulebook(game).markdown().split() for game in sample(60, book)]
    assert sum(any(map(str.isalnum, word)) for words in books for word in words) / len(books) < most
