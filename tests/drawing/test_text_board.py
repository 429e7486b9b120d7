"""The board at the terminal: whatever a scene holds is told, in a family's own words."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace

from carnage.drawing import assign_map_letters, render_text_map
from carnage.drawing.symbols import is_owned_figure
from carnage.drawing.text_board import render_board
from carnage.engine.games import Match
from carnage.engine.scene_builder import build_scene
from carnage.replays.scenes import Piece, PieceCounter, Readout, Region, Scene, TableBounds
from carnage.rulesets.ruleset import Ruleset
from tests.support.marks import soak_all_but
from tests.support.rulesets import BOOKS, every_digit, rolled

HURT, WELL = PieceCounter("wounds", 1, 3), PieceCounter("wounds", 0, 3)
TABLE = Scene(
    TableBounds(48.0, 48.0, "inches"),
    ("Reds", "Blues"),
    (
        Region("wood", "wood", "west wood", "disc", 10.0, 10.0, 8.0, 8.0),
        Region("hill", "hill", "hill", "box", 30.0, 10.0, 8.0, 4.0, upright=False),
        Region("area", "area", "where Reds set up", "box", 24.0, 3.0, 48.0, 6.0, owner=0),
    ),
    (
        Piece("a", "boss", "Boss", "disc", 10.0, 11.0, 1.0, 0, facing=(1.0, 0.0), meters=(HURT,)),
        Piece(
            *("b", "hand", "Hand 1", "disc", 30.0, 10.0, 1.0, 0, "", (0.0, 1.0)),
            tokens={"Aim": 2, "Jam": 1},
            stack=4,
            state=("prone",),
            meters=(WELL, PieceCounter("Pistol", 5, 6)),
        ),
        Piece("c", "hand", "Hand 2", "disc", size=1.0, owner=0, row="removed"),
        Piece("d", "boss", "Boss", "disc", 20.0, 11.0, 1.0, 1, facing=(0.0, -1.0), meters=(WELL,)),
        Piece(
            *("e", "hand", "Hand", "disc", 12.0, 11.0, 1.0, 1),
            out=True,
            state=("fallen",),
            meters=(HURT,),
        ),
        Piece("f", "marker", "middle marker", "token", 20.0, 12.0, 1.0, state=("held by nobody",)),
    ),
    (
        Readout("round", "Round", value=2, most=6),
        Readout("phase", "Phase", text="Ranged Phase"),
        Readout("score", "Victory points", 0, 3),
        Readout("hero", "Hero number", 1, 4, text="used"),
        Readout("gone", "Has legged it", 1),
    ),
)


def test_board_lists_table_line_by_line() -> None:
    lines = list(render_board(TABLE, 1))
    drawn = render_text_map(TABLE)
    assert lines[1 : 1 + len(drawn)] == drawn
    assert [*lines[:1], *lines[1 + len(drawn) :]] == [
        "Round 2 of 6; Phase: Ranged Phase",
        'The table is 48" by 48"; places are counted from its south-west corner.',
        "Middle marker at (20.0, 12.0), held by nobody",
        "Blues (you): Hero number 4 (used), Has legged it",
        "           place         nearest enemy  wounds  facing",
        '  b  Boss  (20.0, 11.0)  9" Boss        0 of 3  south   at the middle marker',
        "  h  Hand  (12.0, 11.0)                 1 of 3          fallen, in the west wood",
        "Reds: Victory points 3",
        "              place         nearest enemy  wounds  facing",
        '  B   Boss    (10.0, 11.0)  9" Boss        1 of 3  east    in the west wood',
        '  H1  Hand 1  (30.0, 10.0)  9" Boss        0 of 3  north   '
        "prone, a tower of 4, 2 Aims, Jam, Pistol 5 of 6, on the hill",
        "  Removed: Hand 2",
    ]


def test_board_wreck_has_no_counters() -> None:
    wreck = replace(
        TABLE.pieces[3], id="w", label="Hand", x=25.0, out=True, state=("wreck",), meters=()
    )
    lines = list(render_board(replace(TABLE, pieces=(*TABLE.pieces, wreck)), 1))
    shown = [line.split() for line in lines if line.startswith("  h") or line.startswith("  b")]
    assert '  b   Boss  (20.0, 11.0)  9" Boss        0 of 3  south   at the middle marker' in lines
    assert ["h2", "Hand", "(25.0,", "11.0)", "south", "wreck,"] in [words[:6] for words in shown]


def test_board_names_kinds_of_dice_only_if_they_differ() -> None:
    def dice(*kinds: str) -> list[str]:
        pieces = [
            Piece(f"{n}", kind.lower(), kind, "die", owner=0, row="fuel", face=str(n + 2))
            for n, kind in enumerate(kinds)
        ]
        return list(render_board(Scene(TableBounds(0, 0), ("Reds",), pieces=tuple(pieces)), 0))[2:]

    assert dice("D8", "D8") == ["  Fuel: 2 3"]
    assert dice("D8", "D4") == ["  Fuel: D8 2, D4 3"]


def test_board_for_spectator_lists_sides_in_order() -> None:
    lines = list(render_board(TABLE, -1))
    assert [line for line in lines if line.startswith(("Reds", "Blues"))] == [
        "Reds: Victory points 3",
        "Blues: Hero number 4 (used), Has legged it",
    ]


def test_map_letters_numbered_figures_use_letter_of_kind() -> None:
    figures = [
        Piece(f"spy-{side}-{n}", "spy", "spy", "disc", 3.0 * n, 2.0 + side, 1.0, side, face=str(n))
        for side in (0, 1)
        for n in (1, 2)
    ]
    marks = assign_map_letters(replace(TABLE, pieces=tuple(figures)))
    assert list(marks.values()) == ["S1", "S2", "s1", "s2"]


def test_board_empty_table_has_map_once_regions_matter() -> None:
    bare = replace(TABLE, regions=TABLE.regions[:2], pieces=TABLE.pieces[2:3])
    assert list(render_board(bare, 0))[1].startswith("The table is")
    lines = list(render_board(replace(bare, regions=TABLE.regions), 0))
    assert "·" in "".join(lines)


def stopped(rules: Ruleset, decisions: int) -> Match:
    """A game of greedy bots stopped after so many decisions."""
    return Match(
        rules, 3, 0, ("person",) * rules.players, decisions=Match(rules, 3, 0).decisions[:decisions]
    )


def lines_of(match: Match, viewer: int) -> list[str]:
    return list(render_board(build_scene(match.record, match.ruleset, viewer), viewer))


EVERY_DIGIT = [game for book in BOOKS for game in every_digit(book)]
SOME_DIGITS = [game for game in EVERY_DIGIT if game.seed.digits[0] in "037"]


@pytest.mark.parametrize(
    "rules", soak_all_but(SOME_DIGITS, EVERY_DIGIT), ids=lambda rules: rules.path
)
def test_board_of_every_book_is_readable_for_every_seat(rules: Ruleset) -> None:
    length = len(Match(rules, 3, 0).decisions)
    for at in range(0, length, max(7, length // 6)):
        match = stopped(rules, at)
        for viewer in range(rules.players):
            lines = lines_of(match, viewer)
            assert sum("(you)" in line for line in lines) == 1
            seen = build_scene(match.record, rules, viewer)
            drawn, marks = render_text_map(seen), assign_map_letters(seen)
            standing = [piece for piece in seen.pieces if not piece.row and is_owned_figure(piece)]
            whose = {(marks[piece.id], piece.owner) for piece in standing}
            assert len(whose) == len({mark for mark, _ in whose}), "figures of two sides look alike"
            shown = len(drawn) if lines[1 : 1 + len(drawn)] == drawn else 0
            assert (
                bool(shown) == (bool(drawn) and not all(piece.row for piece in seen.pieces))
                or seen.regions
            )
            for line in [*lines[:1], *lines[1 + shown :]]:
                assert re.fullmatch(r" +\S[^\n{}]*|[A-Z\d][^\n{}]*", line), line
                assert not re.search(r"None|nan|-\d|\d\.\d\d\d", line), line


def test_board_in_space_gives_directions_from_ship() -> None:
    for edges, shown in (("open", False), ("walls", True)):
        lines = lines_of(stopped(rolled("duel", edges=edges, field="moon", move="turning"), 0), 0)
        assert any("the nearest edge" in line for line in lines) == shown
        assert any(line.endswith('" toward the enemy: moon') for line in lines)
        assert sum("toward the enemy" in line for line in lines) == 2
        assert sum("toward you" in line for line in lines) == 1


def test_board_heading_has_score_to_beat() -> None:
    for pot, ties, heading in (
        ("winner-takes-all", "first-stands", "Score to beat"),
        ("winner-takes-all", "split", "Best score so far"),
        ("in-proportion", "first-stands", "Best score so far"),
    ):
        rules = rolled("gamble", players="two", pot=pot, ties=ties)
        match = Match(rules, 3, 0, ("random", "person"), decisions=[], log_length=0)
        assert f"{heading} {match.record.seats[0].score}" in lines_of(match, 1)[0]
        assert heading not in lines_of(stopped(rules, 0), 0)[0]


def test_board_common_hero_number_is_shown_once() -> None:
    for hero in ("host", "own"):
        lines = lines_of(stopped(rolled("gamble", hero=hero), 0), 0)
        assert "\n".join(lines).count("Hero number") == 1
        assert ("Hero number" in lines[0]) == (hero == "host")
