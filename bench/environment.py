"""Measure the steps a second of random agents in this package's environment and in others.

    python bench/environment.py [--rounds 5] [--seconds 2] [--rulesets 20]

In each round the environment plays random rulesets of each book, PettingZoo plays its chess, and
OpenSpiel plays its backgammon through Python, one after the other. Each step makes an observation
(in OpenSpiel a tensor) and draws a legal action. A game without its package is omitted:
`pip install 'carnage[bench]'`.

Each row is a game, with medians over the rounds: steps a second of CPU time, and the ratios to
chess and to backgammon. The last row has the targets for the ratios.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
import warnings
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

import numpy as np

import carnage
from carnage import catalog
from carnage.rulesets.ruleset import resolve
from carnage.seeds import Seed

TARGET_RATIOS = {"chess": 20.0, "backgammon": 1.0}
Play = Callable[[], int]


def play_game(env: Any, chance: random.Random, dice_seed: int) -> int:
    """Play one game of a PettingZoo environment, and return the number of steps."""
    env.reset(seed=dice_seed)
    steps = 0
    while True:
        observation, _, ended, stopped, _ = env.last()
        if ended or stopped:
            return steps
        actions = np.flatnonzero(observation["action_mask"]).tolist()
        env.step(chance.choice(actions))
        steps += 1


def make_book_player(code: str, rulesets: int) -> Play:
    """Return a function that plays a game of each of some random rulesets in turn.

    The environments are made once, as in training.
    """
    book = catalog.book(code)
    chance = random.Random(1)
    envs = [
        carnage.environment(resolve(book, Seed.from_rng(chance, book.length)))
        for _ in range(rulesets)
    ]
    dice_seeds = count()

    def play() -> int:
        dice_seed = next(dice_seeds)
        return play_game(envs[dice_seed % rulesets], chance, dice_seed)

    return play


def make_chess_player() -> Play:
    """Return a function that plays a game of PettingZoo's chess."""
    from pettingzoo.classic import chess_v6

    env = chess_v6.env()
    chance = random.Random(1)
    dice_seeds = count()
    return lambda: play_game(env, chance, next(dice_seeds))


def make_backgammon_player() -> Play:
    """Return a function that plays a game of OpenSpiel's backgammon.

    Chance nodes have OpenSpiel's probabilities. Each step makes an observation of the player.
    """
    import pyspiel

    game = pyspiel.load_game("backgammon")
    chance = random.Random(1)

    def play() -> int:
        state = game.new_initial_state()
        steps = 0
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


def measure_rate(play: Play, seconds: float) -> float:
    """Return the steps a second of CPU time, measured for at least this number of seconds."""
    steps = 0
    began = time.process_time()
    while time.process_time() - began < seconds:
        steps += play()
    return steps / (time.process_time() - began)


def list_players(rulesets: int) -> Iterator[tuple[str, Play]]:
    """Yield the name of each game and a function that plays it, if its package is installed."""
    for code in catalog.book_codes():
        yield code, make_book_player(code, rulesets)
    for name, make in (("chess", make_chess_player), ("backgammon", make_backgammon_player)):
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
    arguments = parser.parse_args()
    warnings.simplefilter("ignore")
    players = dict(list_players(arguments.rulesets))
    rates: dict[str, list[float]] = {name: [] for name in players}
    for play in players.values():
        play()  # Loads the rules.
    for _ in range(arguments.rounds):
        for name, play in players.items():
            rates[name].append(measure_rate(play, arguments.seconds))
    print(f"{'steps a second of CPU time':34}{'':>10}{'times chess':>14}{'times backgammon':>18}")
    for name in players:
        times = ""
        for other in TARGET_RATIOS:
            ratios = [a / b for a, b in zip(rates[name], rates.get(other, ()), strict=False)]
            if ratios:
                times += f"{statistics.median(ratios):14.2f}"
            else:
                times += f"{'':14}"
        print(f"{name:34}{statistics.median(rates[name]):10,.0f}{times}")
    print(f"{'target':44}{TARGET_RATIOS['chess']:14.0f}{TARGET_RATIOS['backgammon']:14.0f}")


if __name__ == "__main__":
    main()
