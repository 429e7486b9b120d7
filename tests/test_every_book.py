"""Rulebooks of every book: each option beside each option of other tables, and what must hold of them all."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from markdown import markdown
from prose import check_headings, check_prose, out_of_place
from rulesets import BATTLES, BOOKS, printed, sample

from carnage import catalog
from carnage.document import Rulebook, rulebook
from carnage.document.pitch import _line
from carnage.document.rulebook import _Press
from carnage.document.sections import section
from carnage.document.texts import fill
from carnage.ruleset import Ruleset

EACH = pytest.mark.parametrize("book", BOOKS)
TABLES = [(code, table.id) for code in BOOKS for table in catalog.book(code).tables]
MANY = 200


@cache
def pairs(book: str) -> tuple[Ruleset, ...]:
    """Rulesets with every option beside every option of another table."""
    import sys

    sys.path.append(str(Path(__file__).parent / "engine"))
    from arena import covering

    return covering(2, book)


def page(book: Rulebook) -> BeautifulSoup:
    return BeautifulSoup(book.html(css=""), "html.parser")


@EACH
def test_every_pair_of_options_is_written_out(book: str) -> None:
    for game in pairs(book):
        text = rulebook(game).markdown()
        check_headings([len(marks) for marks in re.findall(r"^(#+) \S", text, flags=re.MULTILINE)])
        assert not re.search(r"\{\{|\{%|[Uu]ndefined|(?<!\[)\bNone\b|\bnan\b|@@", text), game.path
        shown = BeautifulSoup(markdown(text, extensions=["tables"]), "html.parser")
        assert len(shown.find_all("table")) == len(re.findall(r"^\| --- ", text, flags=re.MULTILINE))
        assert "|" not in shown.get_text(), game.path
        assert "**" not in shown.get_text(), game.path


@EACH
def test_every_pair_of_options_makes_a_sound_page(book: str) -> None:
    for game in pairs(book):
        parsed = page(rulebook(game))
        check_headings([int(tag.name[1]) for tag in parsed.find_all(re.compile(r"^h[1-6]$"))])
        anchors = [tag["id"] for tag in parsed.find_all(id=True)]
        assert len(anchors) == len(set(anchors)), game.path
        for link in parsed.select("a[href^='#']"):
            assert link["href"][1:] in anchors, game.path
        assert not parsed.find_all(style=True)
        assert not parsed.find_all("script")
        for table in parsed.find_all("table"):
            rows = [row.find_all(["td", "th"]) for row in table.find_all("tr")]
            widths = {sum(int(cell.get("colspan", 1)) for cell in row) for row in rows}
            assert len(widths) == 1, (game.path, table)


@pytest.mark.parametrize(("book", "id"), TABLES, ids=[f"{code}-{id}" for code, id in TABLES])
def test_every_section_reads_well_in_games_that_can_be_rolled(book: str, id: str) -> None:
    """Whatever stands beside it: in each game of the pairwise covering."""
    table = catalog.book(book).table(id)
    for game in pairs(book):
        for made in section(table, game):
            briefs = [brief.markdown for brief in made.briefs]
            texts = [made.markdown, made.does, *briefs, *made.components]
            if table.rolled:
                texts.append(_line(table, game).text)
            for text in texts:
                check_prose(text)
            assert made.markdown, game.path
            assert "style=" not in made.html


@EACH
def test_sections_stand_in_the_books_order_and_say_what_is_not_used(book: str) -> None:
    for game in pairs(book):
        sections = [made for chapter in rulebook(game).chapters for made in chapter.sections]
        there = [table for table in game.book.tables if table.rolled or game.uses(table)]
        assert [made.id for made in sections] == [table.id for table in there]
        for made in sections:
            if made.choice is None:
                assert not made.aside
                continue
            idle = not game.uses(made.table, made.choice.option)
            assert ("Not used in this game." in made.markdown) == idle, (game.path, made.id)
            assert ("Not used in this game." in made.aside) == idle
            assert made.does in made.markdown
            if idle:
                assert not made.briefs
                assert not made.components


@EACH
def test_every_option_says_what_it_does_in_two_sentences(book: str) -> None:
    for game in pairs(book):
        for choice in game.choices:
            does = fill(choice.option.does, choice.params, game)
            assert len(re.findall(r"[.!?](?= |$)", does)) == 2, does


@EACH
def test_no_rulebook_speaks_of_what_its_game_lacks(book: str) -> None:
    """What an option that is not used would do is told all the same, and so is left out here."""
    faults: dict[str, str] = {}
    for game in (*sample(MANY, book), *pairs(book)):
        made = rulebook(game)
        text = made.markdown().split("\n", 1)[1] + made.pitch
        for chapter in made.chapters:
            for part in chapter.sections:
                if not part.used:
                    text = text.replace(f"### {part.title}\n\n{part.markdown}", "")
        # What an option does to a game is told as freely as talk.
        text = re.sub(r"^> \*Rolled .*$", "", text, flags=re.MULTILINE)
        for lacking, around in out_of_place(book, game.traits, text).items():
            faults.setdefault(lacking, f"{game.path}: …{around}…")
    assert not faults


@pytest.mark.parametrize("book", BATTLES)
def test_stats_and_weapons_are_defined_where_they_are_used(book: str) -> None:
    for game in (*sample(40, book), *pairs(book)):
        made = rulebook(game)
        stats = [part.markdown for c in made.chapters for part in c.sections if part.id == "stats"]
        parts = {part.id: part.markdown for part in made.back}
        for stat in game.book.roster.stat:
            used = stat in game.stats
            assert any(f"**{stat.label}**" in text for text in stats) == used, (game.path, stat.label)
            assert (f" {stat.short} |" in parts["rosters"]) == used, (game.path, stat.label)
            assert (f" {stat.short} |" in parts["reference"]) == used, (game.path, stat.label)
        for weapon in {weapon for model in game.kinds for weapon in model.weapons}:
            assert f"| {weapon.label} |" in parts["reference"], (game.path, weapon.label)


@EACH
def test_pieces_that_lie_ready_are_what_would_be_made_afresh(book: str) -> None:
    """What each piece depends on is declared by hand; this is what keeps the declarations honest."""
    for game in sample(100, book):
        ready, fresh = rulebook(game), Rulebook(game)
        fresh._press = _Press(game.book)
        assert ready.markdown() == fresh.markdown(), game.path
        assert ready.html(css="") == fresh.html(css=""), game.path


@EACH
def test_whose_ideas_a_game_is_made_of_is_said_in_every_form(book: str) -> None:
    for game in pairs(book):
        rules = printed(game)
        shown = [(c.table, c.option) for c in game.choices]
        fixed = [(table, rule) for table in game.book.tables for rule in table.rules]
        sources = {option.source for _, option in shown} | set(game.book.credits)
        sources |= {rule.source for table, rule in fixed if f"{table.id}.{rule.code}" in rules}
        credits = [catalog.sources()[code] for code in sources]
        made = rulebook(game)
        for text in (made.markdown(), page(made).get_text()):
            for source in credits:
                assert " ".join(source.credit.split()) in " ".join(text.split()), (game.path, source.title)
        told = {entry["credit"] for entry in made.json()["credits"]}
        assert told == {source.credit for source in credits}


@EACH
def test_pitch_and_tags(book: str) -> None:
    pitches, different = set(), set()
    for game in sample(MANY, book):
        made = rulebook(game)
        pitches.add(made.pitch)
        different.add(game.answers)
        assert len(made.tags) == len(set(made.tags)) == 3, game.path
        assert made.pitch.endswith((".", "!")), game.path
        assert 150 <= len(made.pitch) <= 700, game.path
    assert len(pitches) > len(different) * (
        0.9 if book in BATTLES else 0.5
    )  # few dice tell fewer games apart


@EACH
def test_the_quick_reference_is_quick(book: str) -> None:
    for game in sample(MANY, book):
        text = next(part for part in rulebook(game).back if part.id == "reference").markdown
        assert len(text) < 4500, (game.path, "a side of A4 holds about 4,000 characters of it")
