"""What there is to cut out and to write on: counted as the rulebook counts it, and of the size
it says.
"""

from __future__ import annotations

import json
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from carnage import catalog, printing
from carnage.catalog.variants import variants
from carnage.lab.predictions import foretold
from carnage.printing import Prediction, cutouts
from carnage.printing.token_counts import Token, decks, measure, number, tokens
from carnage.rulebook import build_rulebook
from carnage.rulesets.forces import force
from carnage.rulesets.ruleset import Ruleset
from tests.support import pages
from tests.support.job_tasks import FIGURES
from tests.support.rulesets import BATTLES, BOOKS, PUBLISHED, rolled, ruleset, sample

NEAR = 0.05  # millimetres
CARD = 63, 86
A_PAGE = 9


def printed(game: Ruleset, part: str) -> bytes:
    return _printed(game.book.code, game.seed.digits, part)


@cache
def _printed(book: str, digits: str, part: str) -> bytes:
    return printing.pdf(build_rulebook(ruleset(digits, book=book)), part)


def shapes(pdf: bytes) -> list[pages.Shape]:
    return [
        each for number in range(len(pages.reader(pdf).pages)) for each in pages.shapes(pdf, number)
    ]


def across(pdf: bytes, width: float, height: float) -> int:
    """How many shapes are of this size, in millimetres."""
    return sum(abs(s.width - width) < NEAR and abs(s.height - height) < NEAR for s in shapes(pdf))


# ----------------------------------------------------------------------------------------- counting


@pytest.mark.parametrize(
    ("line", "counted"),
    [
        (
            "5 Re-roll Tokens for each player",
            [Token("Re-roll", 5, 18, 1), Token("Re-roll", 5, 18, 2)],
        ),
        ("3 objective markers, 30 mm across", [Token("Objective", 3, 30)]),
        ("A handful of Shaken Tokens", [Token("Shaken", 12, 18)]),
        (
            "A handful of Stun markers, Jam and Aim markers, and a die or a note of the shots left",
            [Token("Stun", 12, 18), Token("Jam", 12, 18), Token("Aim", 12, 18)],
        ),
        (
            "A bag, a token for each unit in its player's colour, and two Last Call tokens",
            [
                *[Token(f"Unit {n}", 1, 18, side) for side in (1, 2) for n in (1, 2, 3)],
                Token("Last Call", 2, 18),
            ],
        ),
        ("6 sticks of dynamite, and six cards for the fuse of each", [Token("Dynamite", 6, 18)]),
        (
            "Five Activation Tokens for every two units",
            [Token("Activation", 8, 18, 1), Token("Activation", 8, 18, 2)],
        ),
        ('Two large coins of one kind, 0.95" across: the ships', [Token("Ship", 2, 24.13)]),
        ('A glass or saucer 2½" across, for the moon', [Token("Moon", 1, 63.5)]),
        ('12 figures, 6 for each player, on round bases 1" across: the pool of 4 Bosses', []),
        ("Small dice or beads, to count wounds", []),
        ("A ruler or tape measure in inches", []),
    ],
)
def test_tokens_are_read_from_what_is_needed(line: str, counted: list[Token]) -> None:
    found = tokens([line], 2, 3)
    assert [each._replace(mm=round(each.mm, 2)) for each in found] == counted


def test_decks_are_read_from_what_is_needed() -> None:
    line = "Five cards or slips named Movement, Ranged, Close, Special and Morale"
    (phases,) = decks([line], "")
    assert [name for name, _ in phases.cards] == [
        "Movement",
        "Ranged",
        "Close",
        "Special",
        "Morale",
    ]
    rules = "shuffle six cards, one of which bears the bang, and lay them face down"
    (fuse,) = decks(["6 sticks of dynamite, and six cards for the fuse of each"], rules)
    assert (fuse.title, fuse.sets, [name for name, _ in fuse.cards].count("Bang")) == ("Fuse", 6, 1)
    assert len(fuse.cards) == 6


@pytest.mark.parametrize("forces", ["mirrored", "price-list"])
def test_units_that_are_drawn_have_a_card_each(forces: str) -> None:
    game = rolled("skirmish", activation_order="character-cards", forces=forces)
    assert "A card or slip for each unit" in build_rulebook(game).markdown()
    units = [deck for deck in cutouts._decks(build_rulebook(game)) if deck["side"]]
    assert [deck["side"] for deck in units] == [1, 2]
    assert [len(deck["cards"]) for deck in units] == 2 * [len(force(game).units)]


def test_sizes_are_read_with_their_measure() -> None:
    assert measure("on round bases 1 cm across") == 10
    assert measure('¾" across: the pennies') == pytest.approx(19.05)
    assert measure("30 mm across") == 30
    assert measure("a ruler") == 0
    assert (number("7½"), number('24"'), number("contact")) == (7.5, 24, 0)


# ----------------------------------------------------------------------------------------- printing


def test_markers_are_as_many_and_as_large_as_the_rulebook_says() -> None:
    # This table is a foot square, and all else in centimetres.
    game = rolled("classic", objectives="positional-objectives")
    made, told = printed(game, "tokens"), build_rulebook(game).markdown()
    assert "3 objective markers, 12 mm across" in told
    assert "5 Re-roll Tokens for each player" in told
    assert pages.said(made).count("Objective") == 3
    assert pages.said(made).count("Reroll") == 10
    assert across(made, 12, 12) >= 13
    larger = printed(rolled("skirmish", table="3", objectives="positional-objectives"), "tokens")
    assert across(larger, 30, 30) == 3


def test_coins_are_true_to_size_in_a_game_without_figures() -> None:
    made = printed(ruleset("0" * catalog.book("duel").length, book="duel"), "tokens")
    assert across(made, 24.13, 24.13) == 2
    assert across(made, 19.05, 19.05) == 2
    assert "Standees" not in pages.said(made)


@pytest.mark.thorough
@pytest.mark.parametrize("book", BATTLES)
def test_there_are_a_card_and_a_standee_for_each_figure(book: str) -> None:
    for game in sample(6, book):
        figures = list(cutouts._figures(game))
        cards, said = printed(game, "cards"), pages.said(printed(game, "cards"))
        assert across(cards, *CARD) == len(figures)
        first = pages.reader(cards).pages[0].extract_text()
        assert first.count("No. ") == min(len(figures), A_PAGE)
        for model in force(game).kinds:
            assert pages.squeezed(model.label) in said
            assert all(pages.squeezed(weapon.label) in said for weapon in model.weapons)
        assert pages.said(printed(game, "tokens")).count("Standees") == 1


def test_where_sides_bring_the_same_there_are_cards_for_both() -> None:
    figures = list(cutouts._figures(ruleset()))
    assert len(figures) == 2 * force(ruleset()).size
    assert [side for _, side, _ in figures].count(1) == len(figures) / 2


@pytest.mark.parametrize("part", ["cards", "tokens", "templates", "sheets", "playtest"])
def test_a_bar_says_how_long_it_must_be(part: str) -> None:
    made = printed(ruleset(), part)
    for page in range(len(pages.reader(made).pages)):
        assert any(abs(s.width - 50) < NEAR and s.height < NEAR for s in pages.shapes(made, page))
        assert "50 mm long" in pages.reader(made).pages[page].extract_text()


def test_a_ruler_is_as_long_as_it_says() -> None:
    inches = printed(rolled("skirmish", table="3"), "templates")
    farthest = max(weapon.range for weapon in force(rolled("skirmish", table="3")).carried)
    assert (farthest, across(inches, cutouts.ACROSS[3], 254)) == (24, 3)
    assert "inches" in pages.said(inches)
    small = printed(rolled("skirmish", table="1"), "templates")
    assert across(small, cutouts.ACROSS[1], 250) == 1
    assert "centimetres" in pages.said(small)
    assert "Terrain" in pages.said(small)
    assert "Terrain" not in pages.said(inches)


def test_blasts_are_true_to_size() -> None:
    made = printed(ruleset(), "templates")
    (burst,) = [weapon.burst for weapon in force(ruleset()).carried if weapon.burst]
    assert across(made, 2 * burst * 25.4, 2 * burst * 25.4) == 1


@pytest.mark.parametrize("book", BOOKS)
def test_the_tables_have_every_result_of_the_book(book: str) -> None:
    game = sample(1, book)[0]
    said = pages.said(printed(game, "tables"))
    for table in game.book.rolled:
        for each in variants(table):
            assert pages.squeezed(each.span + each.label) in said, (table.id, each.label)


@pytest.mark.thorough
@pytest.mark.parametrize("book", BOOKS)
def test_every_part_of_a_game_is_printed_and_no_other(book: str) -> None:
    for game in sample(2, book):
        there = printing.parts_of(build_rulebook(game))
        assert {"rules", "tables", "playtest"} <= set(there)
        for part in printing.PARTS:
            if part in there:
                assert pages.reader(printed(game, part)).pages
            else:
                with pytest.raises(
                    printing.NothingToPrint, match=f"This game needs no {part}; what it has"
                ):
                    printed(game, part)


def test_a_gamble_has_a_score_sheet_and_nothing_to_cut_out() -> None:
    game = ruleset("453629359836", book="gamble")
    assert printing.parts_of(build_rulebook(game)) == ("rules", "sheets", "tables", "playtest")
    assert "ScoreSheet" in pages.said(printed(game, "sheets"))


def test_only_rules_make_a_booklet() -> None:
    with pytest.raises(printing.PrintChoiceError, match="Only the rules can be a booklet"):
        printing.pdf(build_rulebook(ruleset()), "cards", sheet="booklet")


# ---------------------------------------------------------------------------------------- playtests


def test_a_playtest_sheet_says_what_bots_foretell() -> None:
    told = foretold(ruleset(), FIGURES)
    assert told
    said = pages.said(printing.pdf(build_rulebook(ruleset()), "playtest", told=told))
    for each in told:
        assert pages.squeezed(each.question) in said
        assert all(pages.squeezed(sentence) in said for sentence in each.sentences)
        assert all(pages.squeezed(label) in said for label, _, _ in each.measures)
    assert "Whatwasunclear" in said


def test_a_playtest_sheet_without_figures_has_room() -> None:
    said = pages.said(printed(ruleset(), "playtest"))
    assert "Nobodyhashadbotsplaythisgameyet" in said
    one = Prediction("Is it fair?", ("It is.",))
    assert "Nobodyhashad" not in pages.said(
        printing.pdf(build_rulebook(ruleset()), "playtest", told=[one])
    )


def test_the_command_line_takes_figures_of_that_game_alone(tmp_path: Path) -> None:
    game = [sys.executable, "-m", "carnage", "roll", "--book", "classic", "--seed", PUBLISHED]
    file, to = tmp_path / "figures.json", tmp_path / "sheet.pdf"
    words = [
        *game,
        "--format",
        "pdf",
        "--part",
        "playtest",
        "--playtest-json",
        str(file),
        "-o",
        str(to),
    ]
    file.write_text(json.dumps({**FIGURES, "id": f"/classic/{PUBLISHED}"}), encoding="utf-8")
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Is it fair?" in "".join(
        page.extract_text() for page in pages.reader(to.read_bytes()).pages
    )
    for wrong in (json.dumps(FIGURES), "nothing"):
        file.write_text(wrong, encoding="utf-8")
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        assert done.returncode == 1
        assert f"Make the file with `carnage playtest --json classic/{PUBLISHED}`." in done.stderr
