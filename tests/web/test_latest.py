"""Test what the play page tells above the question."""

from __future__ import annotations

from carnage.drawing.frames import Flag, FrameDiff
from carnage.web.matches.latest import tell_latest

MOVE = 'The Boss moves 3" east, from (3.5, 10.0) to (6.5, 9.3), in the west thicket.'
SHOT = 'Side 2’s Boss fires the Rifle at your Hand, 12" away.'


def cut(
    *lines: str, side: int = 1, flags: tuple[Flag, ...] = (), rule: str = "shooting.any"
) -> FrameDiff:
    return FrameDiff(1, rule, side, lines, flags=flags)


def test_shot_is_told_with_its_last_result_before_later_moves() -> None:
    cuts = [cut(SHOT), cut("  It rolls 3."), cut("  Your Hand suffers 1 wound."), cut(MOVE)]
    assert tell_latest(cuts, (0,)) == (
        f'{SHOT} Your Hand suffers 1 wound. The Boss moves 3" east, in the west thicket.'
    )


def test_deeds_of_others_are_told_before_own_results() -> None:
    cuts = [
        cut(MOVE, side=0),
        cut("  Your Boss picks up a Loot Token; Side 1 has 2.", side=0, flags=("score",)),
        cut(SHOT),
        cut("  It fails."),
    ]
    told = tell_latest(cuts, (0,))
    assert told == f"{SHOT} It fails. Your Boss picks up a Loot Token."


def test_four_weightiest_deeds_are_told_in_order() -> None:
    cuts = [cut(f"The Hand moves {n}.") for n in range(6)]
    cuts.append(cut("The Boss falls.", flags=("fall",)))
    told = "The Hand moves 0. The Hand moves 1. The Hand moves 2. The Boss falls."
    assert tell_latest(cuts, (0,)) == told


def test_round_that_begins_is_told_first() -> None:
    cuts = [
        cut(MOVE),
        cut("## Round 2", side=-1, flags=("round",)),
        cut("Side 2 passes.", rule="activation-order.alternating"),
    ]
    assert tell_latest(cuts, (0,)) == 'Round 2. The Boss moves 3" east, in the west thicket.'


def test_round_of_throws_is_told_without_its_first_player() -> None:
    cuts = [
        cut("## Round 1: Blue", "Blue’s first throw: D6 1.", flags=("round",)),
        cut("## Round 1: Green", "Green’s first throw: D6 2.", flags=("round",)),
    ]
    told = tell_latest([*cuts, cut("Green stops.")], (0,))
    assert told.startswith("Round 1. ")
    assert "Round 1: Green" not in told


def test_own_moves_passes_and_idleness_are_left_out() -> None:
    cuts = [
        cut(MOVE, side=0),
        cut("Side 2 passes.", rule="activation-order.alternating"),
        cut("#### Side 2 activates the Hand", "It does nothing."),
    ]
    assert tell_latest(cuts, (0,)) == ""
    assert tell_latest([], (0,)) == ""


def test_payments_of_a_ship_are_left_out() -> None:
    move = 'Second Class moves 1.7" toward the enemy.'
    cuts = [
        cut(move, side=1),
        cut("Second Class spends a pip of Mobility: a die is now at 7.", side=1),
    ]
    assert tell_latest(cuts, (0,)) == move
    following = cut("  Second Class spends a pip of Mobility: a die is now at 7.", side=1)
    assert tell_latest([cuts[0], following], (0,)) == move


def test_shot_of_a_ship_is_told_with_what_became_of_it() -> None:
    shot = "First Class shoots, with Offense 3, straight at the enemy."
    hit = "Second Class is hit, Offense 3 against Defense 2: pierced."
    lost = "It loses 1 die at once."
    cuts = [
        cut(shot, side=0),
        cut(f"  {hit}", f"  {lost}", side=0),
        cut("  Second Class jettisons a die; four dice left."),
        cut("Second Class moves.", "  Second Class spends a pip of Mobility: a die is now at 2."),
    ]
    assert tell_latest(cuts, (1,)) == f"{shot} {hit} {lost}"
    assert tell_latest(cuts, (0,)).endswith(f"{hit} {lost}")
    cuts = [cut(shot, side=0), cut("  Second Class is hit, Offense 3 against Defense 3: blocked.")]
    assert tell_latest(cuts, (0,)).endswith(": blocked.")
    paid = "  First Class spends a pip of Offense: a die is now at 5."
    assert tell_latest([cut(paid, side=0), cuts[1]], (0,)) == cuts[1].lines[0].strip()
