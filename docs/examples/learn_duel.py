"""An agent that learns one game by playing against the greedy bot, with nothing but NumPy.

    python docs/examples/learn_duel.py [--games 800] [--game duel/9693593851045]

It keeps a weight for each answer to each kind of question and each subject of it. It draws answers
with probabilities proportional to the exponentials of the weights. After each game it raises the
weights of its answers if it won, and lowers them if it lost (REINFORCE with a baseline: R. J.
Williams 1992). Finally it plays games with unseen dice, once from each seat.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import defaultdict
from collections.abc import Iterator

import numpy as np

import carnage

GAME = "duel/9693593851045"
PACE = 0.2  # the learning rate
TRIALS, UNSEEN = 200, 1_000_000  # dice seeds of the evaluation, and the first of them


class Agent:
    """Weights of answers by the kind of the question and the fields of the option."""

    def __init__(self, seed: int = 0) -> None:
        self.likes: defaultdict[tuple[int, ...], float] = defaultdict(float)
        self.chance = random.Random(seed)
        self.usual = [0.0, 0.0]  # the mean reward of each seat

    def chances(self, answers: list[tuple[int, ...]]) -> np.ndarray:
        """Return the probability of each answer."""
        likes = np.exp([self.likes[answer] for answer in answers])
        return likes / likes.sum()

    def learn(
        self, seat: int, given: list[tuple[list[tuple[int, ...]], int]], reward: float
    ) -> None:
        """Adjust the weights of the answers of one game."""
        gain = PACE * (reward - self.usual[seat])
        self.usual[seat] += 0.01 * (reward - self.usual[seat])
        for answers, taken in given:
            for n, (answer, chance) in enumerate(zip(answers, self.chances(answers), strict=True)):
                self.likes[answer] += gain * (float(n == taken) - chance)


class Player:
    """One seat of a game; the greedy bot has the other."""

    def __init__(self, game: str, seat: int) -> None:
        self.seat = seat
        bots = ("person", "greedy") if seat == 0 else ("greedy", "person")
        self.env = carnage.environment(game, bots)
        names = {name: n for n, name in enumerate(self.env.observation_names)}
        self.kind = names["core.kind"]
        self.options = np.array(
            [[names[f"core.options.{n}.{part}"] for part in ("what", "who")] for n in range(16)]
        )

    def play(
        self, agent: Agent, dice: int
    ) -> tuple[list[tuple[list[tuple[int, ...]], int]], float]:
        """Play a game and return the answers by question, and the reward."""
        self.env.reset(seed=dice)
        given = []
        while True:
            seen, reward, ended, stopped, _ = self.env.last()
            if ended or stopped:
                return given, reward
            numbers = seen["observation"]
            kind = int(numbers[self.kind])
            options = numbers[self.options[: seen["action_mask"].sum()]].astype(int).tolist()
            answers = [(kind, *option) for option in options]
            taken = agent.chance.choices(range(len(answers)), agent.chances(answers))[0]
            given.append((answers, taken))
            self.env.step(taken)


def learned(game: str, games: int) -> Iterator[tuple[int, Agent]]:
    """Yield the number of games so far and the agent; it changes seats after each game."""
    agent, players = Agent(), [Player(game, seat) for seat in (0, 1)]
    for number in range(games):
        seat = number % 2
        given, reward = players[seat].play(agent, number)
        agent.learn(seat, given, reward)
        yield number + 1, agent


def share(game: str, agent: Agent, trials: int = TRIALS) -> tuple[float, float]:
    """Return the agent's share of wins against greedy, a draw as a half, and its standard error."""
    players = [Player(game, seat) for seat in (0, 1)]
    won = [
        np.mean([(1 + player.play(agent, UNSEEN + dice)[1]) / 2 for player in players])
        for dice in range(trials)
    ]
    return float(np.mean(won)), float(np.std(won) / np.sqrt(trials))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--games", type=int, default=800, help="to learn from")
    parser.add_argument("--game", default=GAME)
    given = parser.parse_args()
    print(f"before: {share(given.game, Agent())[0]:.0%} of the games against greedy", flush=True)
    began = time.process_time()
    for games, agent in learned(given.game, given.games):
        if games % 200 == 0:
            print(f"{games:,} games: {share(given.game, agent, 50)[0]:.0%}", flush=True)
    took = time.process_time() - began
    has, error = share(given.game, agent)
    print(
        f"after {games:,} games, in {took:.0f} seconds: {has:.1%}, give or take {1.96 * error:.1%}"
    )


if __name__ == "__main__":
    main()
