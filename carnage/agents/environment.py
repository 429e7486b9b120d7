"""The environment: any game of any book by PettingZoo's interface for agents that act in turn (AEC).

An agent is a player whom no bot plays. At each of its turns it is offered up to sixteen options, which lie in
its observation (`core.options`), and its action is the number of one of them.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv

from carnage.agents import rendering
from carnage.agents.observations import Observer
from carnage.engine.core.state import OPTIONS
from carnage.engine.describing import OpenQuestion, describe
from carnage.engine.games import PERSON_NAME, PLANNER, GameError, Match, family_of
from carnage.engine.simulating import MOST_GAMES, SEEDS, check_dice
from carnage.ruleset import Ruleset
from carnage.settings import USUAL, settled

_MASKS = np.tri(OPTIONS + 1, OPTIONS, -1, dtype=np.int8)  # row n has n ones


@cache
def observer(family: str) -> Observer:
    """What makes observations of a family's records."""
    return Observer(family_of(family).Game)


class Environment(AECEnv):  # type: ignore[misc]  # PettingZoo tells no types
    """One ruleset's games, one after the other.

    `bots` says who has each seat, as in a simulation: whoever is called `person` is an agent, `player_0`,
    `player_1`, … by its seat; the others are bots and play by themselves. An observation is a dict of
    `observation`, float32 of as many numbers as `observation_names` has names, and `action_mask`, int8 of 16,
    1 for each action that may be taken; all 0 for whoever is not asked. When a game is over every agent has
    its reward: 1 for the winner, -1 shared among those that lost, 0 for all in a draw. A game that the engine
    stops, since no rule ended it, is truncated.

    Raises GameError for bots that there are not or when nobody is left to act, ValueError for a render mode
    that there is not.
    """

    def __init__(
        self, ruleset: Ruleset, bots: Sequence[str] = (PERSON_NAME,), render_mode: str | None = None
    ) -> None:
        if render_mode is not None and render_mode not in rendering.MODES:
            raise ValueError(
                f"There is no render mode {render_mode!r}; there is {', '.join(rendering.MODES)}."
            )
        self.ruleset, self.render_mode = ruleset, render_mode
        self.metadata: dict[str, Any] = {
            "name": ruleset.path.strip("/"),
            "render_modes": [*rendering.MODES],
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.match = Match(
            ruleset, bots=tuple(bots), log_length=0, settings=settled(ruleset, USUAL), held=True
        )
        seated = self.match.bots
        if PLANNER in seated:
            raise GameError("A planner has no seat in an environment: its turns take seconds each.")
        self._agent_of = {n: f"player_{n}" for n, bot in enumerate(seated) if bot == PERSON_NAME}
        if not self._agent_of:
            raise GameError(
                "An environment needs an agent: name one of its bots `person`, such as person,greedy."
            )
        self.possible_agents = [*self._agent_of.values()]
        self._seat_of = {agent: seat for seat, agent in self._agent_of.items()}
        self._observer = observer(ruleset.book.family)
        self._eye = self._observer.eye(self.match)
        self.observation_names = self._observer.names
        self.observation_spaces = {agent: self._space() for agent in self.possible_agents}
        self.action_spaces = {agent: Discrete(OPTIONS) for agent in self.possible_agents}
        self._seed, self._number = -1, 0
        self.agents: list[str] = []

    def _space(self) -> Any:
        numbers = Box(-np.inf, np.inf, (len(self._observer),), np.float32)
        return Dict({"observation": numbers, "action_mask": Box(0, 1, (OPTIONS,), np.int8)})

    def observation_space(self, agent: str) -> Any:
        """The same object each time, for each agent its own."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Numbers of options from 0; the same object each time, for each agent its own."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game: the first with this dice seed, or, without one, the next with the same.

        The first game of all has a dice seed that nobody has seen before, unless one is given. Options may
        say which game of the simulation with that seed it is, as `{"game": 7}`; others are passed over, as
        the interface asks. Raises GameError for a seed or a game that there is not.
        """
        if seed is not None:
            self._seed, self._number = seed, 0
        elif self._seed < 0:
            self._seed, self._number = secrets.randbelow(SEEDS), 0
        else:
            self._number = (self._number + 1) % MOST_GAMES
        self._number = (options or {}).get("game", self._number)
        check_dice(self._seed, self._number)
        self.match.begin_anew(int(self._seed), int(self._number))
        agents = self.possible_agents
        self.agents = [*agents]
        self.rewards = dict.fromkeys(agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(agents, 0.0)
        self.terminations = dict.fromkeys(agents, False)
        self.truncations = dict.fromkeys(agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in agents}
        self._skip_agent_selection = None
        self.agent_selection = agents[0]
        self._go_on()

    def step(self, action: int | None) -> None:
        """Take an option for the agent whose turn it is; None where its game is over. Raises GameError."""
        if not self.agents:
            raise GameError("No game is on: reset() begins one.")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise GameError(f"{agent} has to act: give the number of an option.")
        self.match.choose(int(action))
        self._cumulative_rewards[agent] = 0.0
        self._go_on()

    def observe(self, agent: str) -> dict[str, Any]:
        """What this agent may know: the numbers that `carnage.engine.observing.observe` leaves it, and which
        actions it may take."""
        seat, match = self._seat_of[agent], self.match
        core = match._core
        offered = core.get("offered") if not match.over and core.get("asker") == seat else 0
        return {"observation": self._eye.row(seat), "action_mask": _MASKS[offered].copy()}

    def question(self) -> OpenQuestion | None:
        """What is asked now, with every option by name, as `describe` has it; None when the game is over."""
        return describe(self.match)

    def render(self) -> Any:
        """The table as somebody sees it who watches: a text, an SVG drawing, or an array of height by width
        by 3 of uint8, as the render mode says; by `human` the text is printed."""
        return rendering.rendered(self.match, self.render_mode)

    def close(self) -> None:
        """Nothing is held that has to be let go; the environment can be used on."""

    def __str__(self) -> str:
        return str(self.metadata["name"])

    def _go_on(self) -> None:
        """Say whose turn it is, or what came of the game."""
        match = self.match
        if not match.over:
            self.agent_selection = self._agent_of[match._core.get("asker")]
            return
        record = match.record
        ended = bool(record.over)
        for agent, reward in self._rewards(int(record.winner) if ended else -1):
            self.rewards[agent] = reward
            self.terminations[agent], self.truncations[agent] = ended, not ended
        self._accumulate_rewards()
        self.agent_selection = self.agents[0]

    def _rewards(self, winner: int) -> Iterator[tuple[str, float]]:
        others = self.ruleset.players - 1
        for seat, agent in self._agent_of.items():
            lost = -1.0 / others if winner >= 0 else 0.0
            yield agent, 1.0 if seat == winner else lost
