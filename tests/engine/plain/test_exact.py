"""Small trees of chance, enumerated to the last leaf and compared with the printed odds as
fractions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

import numpy as np
import pytest
from scene import Scene, instead, rolling

from carnage.engine.battle.frame import resolution
from carnage.engine.battle.frame.resolution import attempt_test
from carnage.engine.battle.turn.game_length import is_game_over
from carnage.engine.battle.turn.initiative import roll_off
from carnage.engine.battle.turn.round_structure import shuffle_phases
from carnage.rulesets import odds
from carnage.rulesets.ruleset import Ruleset
from tests.support.rulesets import rolled

FACES = range(1, 7)
# Every value and difficulty that a test can have in this book, and some that it cannot.
VALUES, DIFFICULTIES = range(1, 13), range(1, 7)


def leaves(choices: Sequence[Sequence[int]]) -> Iterator[tuple[int, ...]]:
    return product(*choices)


def got(scene: Scene, value: int, difficulty: int, dice: Sequence[int]) -> int:
    scene.g.core.n_events = 0
    with rolling(dice) as left:
        result = attempt_test(scene.g, scene.log, 0, 0, 0, 0, value, difficulty)
    assert not left
    return result


@pytest.mark.parametrize("value", VALUES)
def test_dice_pool_equals_printed_odds(value: int) -> None:
    """Enumerate hits only: a die is a hit or not."""
    game = rolled(resolution="dice-pool")
    scene, how = Scene(game), odds.get_mechanic(game)
    for difficulty in DIFFICULTIES:
        spread: dict[int, Fraction] = {0: Fraction()}
        for hits in range(value + 1):
            successes = got(scene, value, difficulty, [4] * hits + [3] * (value - hits))
            spread[successes] = spread.get(successes, Fraction()) + Fraction(
                comb(value, hits), 2**value
            )
        assert spread == odds.success_distribution(how, value, difficulty)


@pytest.mark.parametrize("value", [1, 2, 3])
def test_dice_pool_enumerated_die_by_die_equals_printed_odds(value: int) -> None:
    game = rolled(resolution="dice-pool")
    scene, how = Scene(game), odds.get_mechanic(game)
    for difficulty in (1, 2, 3):
        counts = Counter(got(scene, value, difficulty, dice) for dice in leaves([FACES] * value))
        spread = odds.success_distribution(how, value, difficulty)
        assert {n: Fraction(c, 6**value) for n, c in counts.items()} == {
            n: p for n, p in spread.items() if p
        }


@pytest.mark.parametrize("value", VALUES)
def test_dice_combination_equals_printed_odds(value: int) -> None:
    game = rolled(resolution="dice-combination")
    scene, how = Scene(game), odds.get_mechanic(game)
    for difficulty in DIFFICULTIES:
        counts = Counter(got(scene, value, difficulty, dice) for dice in leaves([FACES, FACES]))
        spread = odds.success_distribution(how, value, difficulty)
        assert {n: Fraction(c, 36) for n, c in counts.items()} == {
            n: p for n, p in spread.items() if p
        }


@pytest.mark.parametrize("value", VALUES)
def test_card_draw_equals_printed_odds(value: int) -> None:
    game = rolled(resolution="card-draw")
    scene, how = Scene(game), odds.get_mechanic(game)
    for difficulty in DIFFICULTIES:
        counts = Counter(got(scene, value, difficulty, [rank]) for rank in range(1, 14))
        spread = odds.success_distribution(how, value, difficulty)
        assert {n: Fraction(c, 13) for n, c in counts.items()} == {
            n: p for n, p in spread.items() if p
        }


def drawing(numbers: Sequence[int]) -> Callable[[Any, int], int]:
    """Takes the place of `below`: the numbers in this order."""
    left = list(numbers)

    def below(_: Any, n: int) -> int:
        assert left[0] < n
        return left.pop(0)

    return below


def drawn(g: Any, side: int = 0) -> int:
    """A card that a side has drawn and laid aside."""
    rank: int = resolution.draw_card(g, side)
    resolution.discard_card(g, side)
    return rank


def test_deck_top_two_cards_are_equally_likely() -> None:
    pairs: Counter[tuple[int, int]] = Counter()
    scene = Scene(rolled(resolution="card-draw"))
    for one, two in product(range(52), range(51)):
        scene.g.deck_left[0] = 0
        with instead("below", drawing([one, two])):
            pairs[drawn(scene.g), drawn(scene.g)] += 1
        assert scene.g.deck_left[0] == 50
    ranks = range(1, 14)
    assert pairs == {(a, b): 4 * (3 if a == b else 4) for a in ranks for b in ranks}


def test_deck_of_each_side_is_its_own() -> None:
    scene = Scene(rolled(resolution="card-draw"))
    with instead("below", drawing([0] * 60)):
        mine = [drawn(scene.g) for _ in range(52)]
        assert scene.g.deck_left[0] == 0
        drawn(scene.g, 1)
        assert (scene.g.deck_left[0], scene.g.deck_left[1]) == (0, 51)
        drawn(scene.g)
    assert Counter(mine) == {rank: 4 for rank in range(1, 14)}
    assert scene.g.deck_left[0] == 51


def test_phase_orders_are_equally_likely() -> None:
    orders: Counter[tuple[int, ...]] = Counter()
    scene = Scene(rolled(round_structure="phased"))
    for numbers in product(range(5), range(4), range(3), range(2)):
        with instead("below", drawing(numbers)):
            shuffle_phases(scene.g, scene.log)
        orders[tuple(scene.g.phases)] += 1
    assert len(orders) == 120
    assert set(orders.values()) == {1}


def test_roll_off_is_fair_and_rerolls_ties() -> None:
    wins: Counter[int] = Counter()
    scene = Scene(rolled())
    for a, b in product(FACES, FACES):
        with rolling([a, b, 2, 5]) as left:
            winner = roll_off(scene.g, scene.log, 0)
        assert len(left) == (0 if a == b else 2)
        if a != b:
            wins[winner] += 1
            assert winner == int(b > a)
    assert wins == {0: 15, 1: 15}


def ends(game: Ruleset) -> dict[int, Fraction]:
    """How likely a game is to end after each round, by every roll that could be made."""
    lengths: dict[int, Fraction] = {}
    still = Fraction(1)
    scene = Scene(game)
    scene.g.sides[0].models = scene.g.sides[1].models = 1
    for number in range(1, 12):
        over = Fraction()
        scene.g.rounds = number
        for die in FACES:
            with rolling([die]):
                over += Fraction(int(is_game_over(scene.g, scene.log)), 6)
        if still * over:
            lengths[number] = still * over
        still *= 1 - over
    return lengths


@pytest.mark.parametrize("roll", range(10))
def test_game_lengths_equal_printed_odds(roll: int) -> None:
    base = rolled()
    game = type(base)(
        base.book, base.seed.replaced(base.book.digit_offset("game-length"), str(roll)), base.name
    )
    assert ends(game) == odds.game_length_distribution(game)


def test_game_with_nobody_left_on_a_side_is_over() -> None:
    for roll in (0, 6, 9):
        base = rolled()
        digits = base.seed.replaced(base.book.digit_offset("game-length"), str(roll))
        for gone in (0, 1):
            scene = Scene(type(base)(base.book, digits, base.name))
            scene.g.sides[1 - gone].models = 1
            with np.errstate(over="ignore"), rolling([]):
                assert is_game_over(scene.g, scene.log)
