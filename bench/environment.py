"""Steps a second through Python, by agents that try anything: this package's environment beside
others.

    python bench/environment.py [--rounds 5] [--seconds 2] [--rulesets 20]

In each round the environment plays random rulesets of each book, PettingZoo plays its chess, and
OpenSpiel its backgammon by its Python interface; each makes an observation at every step (OpenSpiel
a tensor) and draws an action among those that may be taken. One after the other, so that a busy
machine harms all alike; told are medians of steps a second of processor time, and of the rounds'
ratios. What is not installed is left out: `pip install 'carnage[bench]'`.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
import warnings
from collections.abc import Callable, Iterator
from itertools import count

import numpy as np

import carnage
from carnage import catalog
from carnage.rulesets.ruleset import resolve
from carnage.seeds import Seed

AIMS = {"chess": 20.0, "backgammon": 1.0}
Play = Callable[[], int]


def walked(env, chance: random.Random, dice: int) -> int:
    """A game of a PettingZoo environment; how many steps it took."""
    env.reset(seed=dice)
    steps = 0
    while True:
        seen, _, ended, stopped, _ = env.last()
        if ended or stopped:
            return steps
        env.step(chance.choice(np.flatnonzero(seen["action_mask"]).tolist()))
        steps += 1


def ours(code: str, rulesets: int) -> Play:
    """Random rulesets of a book, a game of each in turn; environments are made once, as training
    has it.
    """
    book, chance = catalog.book(code), random.Random(1)
    envs = [
        carnage.environment(resolve(book, Seed.drawn(chance, book.length))) for _ in range(rulesets)
    ]
    dice = count()

    def play() -> int:
        number = next(dice)
        return walked(envs[number % rulesets], chance, number)

    return play


def chess() -> Play:
    """PettingZoo's."""
    from pettingzoo.classic import chess_v6

    env, chance, dice = chess_v6.env(), random.Random(1), count()
    return lambda: walked(env, chance, next(dice))


def backgammon() -> Play:
    """OpenSpiel's, with its chance nodes drawn as it draws them, and an observation for whoever
    is asked.
    """
    import pyspiel

    game, chance = pyspiel.load_game("backgammon"), random.Random(1)

    def play() -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                actions, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(chance.choices(actions, chances)[0])
            else:
                np.asarray(state.observation_tensor(state.current_player()), dtype=np.float32)
                state.apply_action(chance.choice(state.legal_actions()))
                steps += 1
        return steps

    return play


def timed(play: Play, seconds: float) -> float:
    """Steps a second of processor time, over so many seconds at least."""
    steps, began = 0, time.process_time()
    while time.process_time() - began < seconds:
        steps += play()
    return steps / (time.process_time() - began)


def plays(rulesets: int) -> Iterator[tuple[str, Play]]:
    for code in catalog.book_codes():
        yield code, ours(code, rulesets)
    for name, make in (("chess", chess), ("backgammon", backgammon)):
        try:
            yield name, make()
        except ImportError as error:
            print(f"without {name}: {error.name} is not installed")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--rulesets", type=int, default=20, help="of each book")
    given = parser.parse_args()
    warnings.simplefilter("ignore")
    every = dict(plays(given.rulesets))
    rates: dict[str, list[float]] = {name: [] for name in every}
    for play in every.values():
        play()
    for _ in range(given.rounds):
        for name, play in every.items():
            rates[name].append(timed(play, given.seconds))
    print(
        f"{'steps a second of processor time':34}{'':>10}{'times chess':>14}{'times backgammon':>18}"
    )
    for name in every:
        times = ""
        for other in AIMS:
            ratios = [a / b for a, b in zip(rates[name], rates.get(other, ()), strict=False)]
            times += f"{statistics.median(ratios):14.2f}" if ratios else f"{'':14}"
        print(f"{name:34}{statistics.median(rates[name]):10,.0f}{times}")
    print(f"{'aim':44}{AIMS['chess']:14.0f}{AIMS['backgammon']:14.0f}")


if __name__ == "__main__":
    main()
