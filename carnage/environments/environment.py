"""PettingZoo environments: any game of any book for agents that act in turn (the AEC interface).

An agent is a player without a bot. At each of its turns it is offered up to sixteen options, which
are part of its observation (`core.options`). Its action is the index of an option.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv

from carnage.engine.core.state import MAX_OPTIONS
from carnage.engine.games import PERSON_NAME, PLANNER, GameError, Match, family_of
from carnage.engine.question_data import OpenQuestion, describe_question
from carnage.engine.simulation import DICE_SEED_LIMIT, MAX_GAMES, check_dice
from carnage.environments import rendering
from carnage.environments.observations import Observer
from carnage.rulesets.ruleset import Ruleset
from carnage.rulesets.settings import DEFAULT_SETTINGS, resolve_settings

_MASKS = np.tri(MAX_OPTIONS + 1, MAX_OPTIONS, -1, dtype=np.int8)  # row n: the mask of n actions


@cache
def observer(family: str) -> Observer:
    """Return the encoder of observations for a family."""
    return Observer(family_of(family).Game)


class Environment(AECEnv):  # type: ignore[misc]  # PettingZoo has no type hints
    """An environment that plays one ruleset's games, one after another.

    An observation is a dict of two arrays. `observation` is float32 with one number for each of
    `observation_names`. `action_mask` is int8 of length 16 with 1 for each legal action. It is all
    0 for an agent that does not act now. When a game is over, the reward of the winner is 1, and
    the losers share -1. In a draw all rewards are 0. A game that the engine stops before its rules
    end it is truncated.

    Args:
        ruleset: The rules.
        bots: The players by seat, as in a simulation. `person` stands for an agent, named
            `player_0`, `player_1`, … by its seat.
        render_mode: One of `rendering.MODES`, or None.

    Raises:
        GameError: If a bot does not exist or no seat has an agent.
        ValueError: If the render mode does not exist.
    """

    def __init__(
        self, ruleset: Ruleset, bots: Sequence[str] = (PERSON_NAME,), render_mode: str | None = None
    ) -> None:
        if render_mode is not None and render_mode not in rendering.MODES:
            raise ValueError(
                f"There is no render mode {render_mode!r}; there is {', '.join(rendering.MODES)}."
            )
        self.ruleset = ruleset
        self.render_mode = render_mode
        self.metadata: dict[str, Any] = {
            "name": ruleset.path.strip("/"),
            "render_modes": [*rendering.MODES],
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.match = Match(
            ruleset,
            bots=tuple(bots),
            log_length=0,
            settings=resolve_settings(ruleset, DEFAULT_SETTINGS),
            resumable=True,
        )
        seated = self.match.bots
        if PLANNER in seated:
            raise GameError("A planner has no seat in an environment: its turns take seconds each.")
        agent_seats = [seat for seat, bot in enumerate(seated) if bot == PERSON_NAME]
        self._agent_of = {seat: f"player_{seat}" for seat in agent_seats}
        if not self._agent_of:
            raise GameError(
                "An environment needs an agent: name one of its bots `person`, such as "
                "person,greedy."
            )
        self.possible_agents = [*self._agent_of.values()]
        self._seat_of = {agent: seat for seat, agent in self._agent_of.items()}
        self._observer = observer(ruleset.book.family)
        self._encoder = self._observer.encoder(self.match)
        self.observation_names = self._observer.names
        self.observation_spaces = {agent: self._space() for agent in self.possible_agents}
        self.action_spaces = {agent: Discrete(MAX_OPTIONS) for agent in self.possible_agents}
        self._seed = -1
        self._number = 0
        self.agents: list[str] = []

    def _space(self) -> Any:
        """Return the space of observations of one agent."""
        numbers = Box(low=-np.inf, high=np.inf, shape=(len(self._observer),), dtype=np.float32)
        mask = Box(low=0, high=1, shape=(MAX_OPTIONS,), dtype=np.int8)
        return Dict({"observation": numbers, "action_mask": mask})

    def observation_space(self, agent: str) -> Any:
        """Return the observation space of this agent, always the same object."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the action space of this agent, the indices of options; always the same object."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game: the first with this dice seed, or without one, the next with the same seed.

        Raise GameError if the seed or the game does not exist.

        Args:
            seed: The dice seed. Without one, the first game gets a random seed.
            options: `{"game": 7}` selects a game of the simulation with that seed. Other keys are
                ignored, as the interface demands.
        """
        if seed is not None:
            self._seed = seed
            self._number = 0
        elif self._seed < 0:
            self._seed = secrets.randbelow(DICE_SEED_LIMIT)
            self._number = 0
        else:
            self._number = (self._number + 1) % MAX_GAMES
        self._number = (options or {}).get("game", self._number)
        check_dice(self._seed, self._number)
        self.match.restart(int(self._seed), int(self._number))
        agents = self.possible_agents
        self.agents = [*agents]
        self.rewards = dict.fromkeys(agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(agents, 0.0)
        self.terminations = dict.fromkeys(agents, False)
        self.truncations = dict.fromkeys(agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in agents}
        self._skip_agent_selection = None
        self.agent_selection = agents[0]
        self._select_agent()

    def step(self, action: int | None) -> None:
        """Take an option for the agent that acts now; None if its game is over. Raise GameError."""
        if not self.agents:
            raise GameError("No game is on: reset() begins one.")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise GameError(f"{agent} has to act: give the number of an option.")
        offered = self.match.core.get("offered")
        if not 0 <= int(action) < offered:  # Agents choose options only, no points.
            raise GameError(f"There are {offered} options, 0 to {offered - 1}.")
        self.match.choose(int(action))
        self._cumulative_rewards[agent] = 0.0
        self._select_agent()

    def observe(self, agent: str) -> dict[str, Any]:
        """Return the observation of this agent: the numbers that it may see, and its legal actions.

        `carnage.engine.visibility.observe` decides which numbers it may see.
        """
        seat = self._seat_of[agent]
        match = self.match
        core = match.core
        offered = 0
        if not match.is_over and core.get("asker") == seat:
            offered = core.get("offered")
        return {"observation": self._encoder.row(seat), "action_mask": _MASKS[offered].copy()}

    def question(self) -> OpenQuestion | None:
        """Return the present question with its options by name, or None after the game.

        It is that of `describe_question`.
        """
        return describe_question(self.match)

    def render(self) -> Any:
        """Return the table as a watcher sees it, in the render mode.

        The result is a text, an SVG drawing, or an array of uint8 with the shape (height, width,
        3). The mode `human` prints the text and returns None.
        """
        return rendering.render_match(self.match, self.render_mode)

    def close(self) -> None:
        """Do nothing: there are no resources to release. The environment remains usable."""

    def __str__(self) -> str:
        return str(self.metadata["name"])

    def _select_agent(self) -> None:
        """Select the agent that acts next, or set the rewards if the game is over."""
        match = self.match
        if not match.is_over:
            self.agent_selection = self._agent_of[match.core.get("asker")]
            return
        record = match.record
        ended = bool(record.over)
        winner = int(record.winner) if ended else -1
        for agent, reward in self._rewards(winner):
            self.rewards[agent] = reward
            self.terminations[agent] = ended
            self.truncations[agent] = not ended
        self._accumulate_rewards()
        self.agent_selection = self.agents[0]

    def _rewards(self, winner: int) -> Iterator[tuple[str, float]]:
        """Yield each agent and its reward; `winner` is a seat, or -1 for a draw."""
        other_players = self.ruleset.players - 1
        for seat, agent in self._agent_of.items():
            if winner < 0:
                yield agent, 0.0
            elif seat == winner:
                yield agent, 1.0
            else:
                yield agent, -1.0 / other_players
