"""Test the parts of a PDF to cut out and to write on: their counts and sizes."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner

from carnage import catalog, printing
from carnage.catalog.variants import list_variants
from carnage.cli.command_line import main
from carnage.drawing.figures import GLYPH_OF_KIND, GLYPHS
from carnage.lab.predictions import build_predictions
from carnage.printing import Prediction, cutouts
from carnage.printing.token_counts import (
    Token,
    parse_decks,
    parse_diameter_mm,
    parse_number,
    parse_tokens,
)
from carnage.rulebook import build_rulebook
from carnage.rulebook.battle.table_layout import TableLayout
from carnage.rulesets.battlefield import get_battlefield
from carnage.rulesets.forces import get_force
from carnage.rulesets.ruleset import Ruleset
from carnage.rulesets.world import find_world
from tests.support import pages
from tests.support.job_tasks import FIGURES
from tests.support.marks import soak_all_but
from tests.support.rulesets import BATTLES, BOOKS, PUBLISHED, rolled, ruleset, sample

NEAR = 0.05  # millimetres
CARD = 63, 86
A_PAGE = 9


def print_part(game: Ruleset, part: str) -> bytes:
    return _print_part(game.book.code, game.seed.digits, part)


@cache
def _print_part(book: str, digits: str, part: str) -> bytes:
    return printing.pdf(build_rulebook(ruleset(digits, book=book)), part)


def list_shapes(pdf: bytes) -> list[pages.Shape]:
    return [
        each
        for number in range(len(pages.open_pdf(pdf).pages))
        for each in pages.list_shapes(pdf, number)
    ]


def count_shapes(pdf: bytes, width: float, height: float) -> int:
    """Return the number of shapes of this size in millimetres."""
    return sum(
        abs(s.width - width) < NEAR and abs(s.height - height) < NEAR for s in list_shapes(pdf)
    )


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
def test_tokens_are_read_from_requirements(line: str, counted: list[Token]) -> None:
    found = parse_tokens([line], 2, 3)
    assert [each._replace(mm=round(each.mm, 2)) for each in found] == counted


def test_decks_are_read_from_requirements() -> None:
    line = "Five cards or slips named Movement, Ranged, Close, Special and Morale"
    (phases,) = parse_decks([line], "")
    assert [name for name, _ in phases.cards] == [
        "Movement",
        "Ranged",
        "Close",
        "Special",
        "Morale",
    ]
    rules = "shuffle six cards, one of which bears the bang, and lay them face down"
    (fuse,) = parse_decks(["6 sticks of dynamite, and six cards for the fuse of each"], rules)
    assert (fuse.title, fuse.sets, [name for name, _ in fuse.cards].count("Bang")) == ("Fuse", 6, 1)
    assert len(fuse.cards) == 6


@pytest.mark.parametrize("forces", ["mirrored", "price-list"])
def test_decks_have_a_card_for_each_unit(forces: str) -> None:
    game = rolled("skirmish", activation_order="character-cards", forces=forces)
    text = build_rulebook(game).markdown()
    assert re.search("A card or slip for each (?:unit|model), to shuffle", text)
    units = [deck for deck in cutouts._build_decks(build_rulebook(game)) if deck["side"]]
    assert [deck["side"] for deck in units] == [1, 2]
    assert [len(deck["cards"]) for deck in units] == 2 * [len(get_force(game).units)]


def test_measure_converts_units() -> None:
    assert parse_diameter_mm("on round bases 1 cm across") == 10
    assert parse_diameter_mm('¾" across: the pennies') == pytest.approx(19.05)
    assert parse_diameter_mm("30 mm across") == 30
    assert parse_diameter_mm("a ruler") == 0
    assert (parse_number("7½"), parse_number('24"'), parse_number("contact")) == (7.5, 24, 0)


# ----------------------------------------------------------------------------------------- printing


def test_tokens_match_rulebook() -> None:
    # This table is a foot square, so lengths are in centimetres.
    game = rolled("classic", objectives="positional-objectives")
    made, told = print_part(game, "tokens"), build_rulebook(game).markdown()
    assert "3 objective markers, 12 mm across" in told
    assert "5 Re-roll Tokens for each player" in told
    assert pages.read_text(made).count("Objective") == 3
    assert pages.read_text(made).count("Reroll") == 10
    assert count_shapes(made, 12, 12) >= 13
    larger = print_part(rolled("skirmish", table="3", objectives="positional-objectives"), "tokens")
    assert count_shapes(larger, 30, 30) == 3


def test_tokens_of_duel_are_true_to_size() -> None:
    made = print_part(ruleset("0" * catalog.book("duel").length, book="duel"), "tokens")
    assert count_shapes(made, 24.13, 24.13) == 2
    assert count_shapes(made, 19.05, 19.05) == 2
    assert "Standees" not in pages.read_text(made)


@pytest.mark.thorough
@pytest.mark.parametrize("book", BATTLES)
def test_cards_and_standees_match_figures(book: str) -> None:
    for game in sample(2, book):
        figures = list(cutouts._list_figures(game))
        cards, said = print_part(game, "cards"), pages.read_text(print_part(game, "cards"))
        assert count_shapes(cards, *CARD) == len(figures)
        first = pages.open_pdf(cards).pages[0].extract_text()
        assert first.count("No. ") == min(len(figures), A_PAGE)
        for model in get_force(game).kinds:
            assert pages.remove_spaces(model.label) in said
            assert all(pages.remove_spaces(weapon.label) in said for weapon in model.weapons)
        assert pages.read_text(print_part(game, "tokens")).count("Standees") == 1


@pytest.mark.parametrize("book", BATTLES)
def test_cards_have_the_kind_of_figure_of_the_board(book: str) -> None:
    rulebook = build_rulebook(sample(1, book)[0])
    cards = list(cutouts._build_cards(rulebook))
    models = [model for model, _, _ in cutouts._list_figures(rulebook.ruleset)]
    assert [card["kind"] for card in cards] == [GLYPH_OF_KIND[model.code] for model in models]
    assert [card["glyph"] for card in cards] == [GLYPHS[card["kind"]] for card in cards]


def test_cards_equal_forces_cover_both_sides() -> None:
    figures = list(cutouts._list_figures(ruleset()))
    assert len(figures) == 2 * get_force(ruleset()).size
    assert [side for _, side, _ in figures].count(1) == len(figures) / 2


@pytest.mark.parametrize(
    "part",
    [
        "cards",
        *(
            pytest.param(part, marks=pytest.mark.thorough)
            for part in ("tokens", "templates", "sheets", "playtest")
        ),
    ],
)
def test_parts_have_a_bar_of_50_mm(part: str) -> None:
    made = print_part(ruleset(), part)
    for page in range(len(pages.open_pdf(made).pages)):
        assert any(
            abs(s.width - 50) < NEAR and s.height < NEAR for s in pages.list_shapes(made, page)
        )
        assert "50 mm long" in pages.open_pdf(made).pages[page].extract_text()


def test_cards_of_units_have_the_names_of_the_setting() -> None:
    game = rolled("skirmish", activation_order="character-cards")
    rulebook = build_rulebook(game, (), find_world(game, "smugglers"))
    text = pages.read_text(printing.pdf(rulebook, "cards"))
    assert "LamplightCrew" in text
    assert not re.search(r"Side\d|Boss|Bruiser|Deadeye", text)


def test_templates_ruler_is_true_to_size() -> None:
    inches = print_part(rolled("skirmish", table="3"), "templates")
    farthest = max(weapon.range for weapon in get_force(rolled("skirmish", table="3")).weapons)
    assert (farthest, count_shapes(inches, cutouts.STRIP_WIDTHS_MM[3], 254)) == (24, 3)
    assert "inches" in pages.read_text(inches)
    small = print_part(rolled("skirmish", table="1"), "templates")
    assert count_shapes(small, cutouts.STRIP_WIDTHS_MM[1], 250) == 1
    assert "centimetres" in pages.read_text(small)


def test_templates_blast_is_true_to_size() -> None:
    made = print_part(ruleset(), "templates")
    (burst,) = [weapon.burst for weapon in get_force(ruleset()).weapons if weapon.burst]
    assert count_shapes(made, 2 * burst * 25.4, 2 * burst * 25.4) == 1


def test_templates_blast_larger_than_half_a_page_is_true_to_size() -> None:
    made = print_part(rolled("skirmish", twist="dynamite"), "templates")
    assert count_shapes(made, 6 * 25.4, 6 * 25.4) == 1


@pytest.mark.parametrize("paper", printing.PAPERS)
def test_templates_terrain_is_true_to_size_in_parts_of_a_page(paper: str) -> None:
    game = rolled("skirmish", table="4", terrain="river")
    rulebook = build_rulebook(game, (), find_world(game, "smugglers"))
    made = printing.pdf(rulebook, "templates", paper)
    side = TableLayout(game).side * 25.4
    river = next(piece for piece in get_battlefield(game).terrain if piece.label == "River")
    assert count_shapes(made, river.width * side, river.height * side) == 2 * 3
    text = pages.read_text(made)
    assert text.count("ACanalReach(difficult),part1of3:row1,column1") == 2
    assert "part3of3:row1,column3" in text
    whole = [piece for piece in get_battlefield(game).terrain if piece.label == "House"]
    house = whole[0]
    assert count_shapes(made, house.width * side, house.height * side) == len(whole)


@pytest.mark.parametrize(
    "book",
    ["gamble", *(pytest.param(book, marks=pytest.mark.thorough) for book in (*BATTLES, "duel"))],
)
def test_tables_have_every_result_of_book(book: str) -> None:
    game = sample(1, book)[0]
    said = pages.read_text(print_part(game, "tables"))
    for table in game.book.rolled:
        for each in list_variants(table):
            assert pages.remove_spaces(each.span + each.label) in said, (table.id, each.label)


@pytest.mark.thorough
@pytest.mark.parametrize("book", soak_all_but(["skirmish", "gamble"], BOOKS))
def test_pdf_prints_only_parts_of_game(book: str) -> None:
    for game in sample(1, book):
        there = printing.list_parts(build_rulebook(game))
        assert {"rules", "tables", "playtest"} <= set(there)
        for part in printing.PARTS:
            if part in there:
                assert pages.open_pdf(print_part(game, part)).pages
            else:
                with pytest.raises(
                    printing.NothingToPrint, match=f"This game needs no {part}. Available parts"
                ):
                    print_part(game, part)


def test_parts_of_gamble_have_a_score_sheet() -> None:
    game = ruleset("453629359836", book="gamble")
    assert printing.list_parts(build_rulebook(game)) == ("rules", "sheets", "tables", "playtest")
    assert "ScoreSheet" in pages.read_text(print_part(game, "sheets"))


def test_pdf_booklet_of_cards_raises() -> None:
    with pytest.raises(printing.PrintChoiceError, match="Only the rules can be a booklet"):
        printing.pdf(build_rulebook(ruleset()), "cards", sheet="booklet")


# ---------------------------------------------------------------------------------------- playtests


def test_playtest_sheet_has_predictions() -> None:
    told = build_predictions(ruleset(), FIGURES)
    assert told
    said = pages.read_text(printing.pdf(build_rulebook(ruleset()), "playtest", predictions=told))
    for each in told:
        assert pages.remove_spaces(each.question) in said
        assert all(pages.remove_spaces(sentence) in said for sentence in each.sentences)
        assert all(pages.remove_spaces(label) in said for label, _, _ in each.measures)
    assert "Whatwasunclear" in said


def test_playtest_sheet_without_predictions_has_room() -> None:
    said = pages.read_text(print_part(ruleset(), "playtest"))
    assert "Nobodyhashadbotsplaythisgameyet" in said
    one = Prediction("Is it fair?", ("It is.",))
    assert "Nobodyhashad" not in pages.read_text(
        printing.pdf(build_rulebook(ruleset()), "playtest", predictions=[one])
    )


@pytest.mark.thorough
def test_roll_figures_of_other_game_are_refused(tmp_path: Path) -> None:
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
        page.extract_text() for page in pages.open_pdf(to.read_bytes()).pages
    )
    for wrong in (json.dumps(FIGURES), "nothing"):
        file.write_text(wrong, encoding="utf-8")
        refused = CliRunner().invoke(main, words[3:])
        assert refused.exit_code == 1
        assert (
            f"Make the file with `carnage playtest --json classic/{PUBLISHED}`." in refused.stderr
        )
