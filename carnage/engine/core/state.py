"""The common core of every game's record: streams, offered options, decisions, the count of fired rules; and
what is kept of games that have been played."""

from __future__ import annotations

from typing import Annotated, Any, Protocol

import numpy as np

from carnage.engine.core.records import BYTE, SHORT

PLAYERS = 6  # at most
OPTIONS = 16  # at most offered at once
DECISIONS = 6800  # one that asks all it may for ten rounds has 4,400; a full record is an error
DICE = 16  # shown with one event
RULE_SLOTS = 208  # rules of one family

RANDOM, GREEDY, PERSON = 0, 1, 2  # who answers


class Option:
    """One thing that may be chosen: what it is, whom it concerns, where it leads. Inches; unit vectors."""

    what: int
    who: int
    other: int
    x: float
    y: float
    fx: float
    fy: float
    value: float


class Core:
    """See the module."""

    key: np.uint64
    counter: np.uint64
    game_key: np.uint64
    bot_key: np.uint64
    bot_counter: np.uint64
    bots: Annotated[list[int], PLAYERS]

    offered: int
    options: Annotated[list[Option], OPTIONS]
    kind: int  # what is being asked
    actor: int  # which model or unit it is about
    asker: int  # whose decision it is
    n_decisions: int
    n_script: int  # so many decisions are laid down beforehand
    sealed_from: int  # decisions from here on are still hidden, -1 if none
    forced_at: int  # a planner's try: this decision …
    forced_choice: int  # … is answered so
    branch: np.uint64  # a planner's fresh dice after that, 0 for none
    decisions: Annotated[list[int], DECISIONS // 2, BYTE]  # two in a byte: there are sixteen options at most

    pondering: int  # a bot is weighing its options
    n_dice: int
    dice: Annotated[list[int], DICE]
    n_events: int
    fired: Annotated[list[int], RULE_SLOTS, SHORT]


class Event:
    """One thing that happened; `events.py` names what its numbers mean for each kind of event."""

    event: int
    rule: int
    side: int
    actor: int
    target: int
    a: int
    b: int
    c: int
    d: int
    x0: float
    y0: float
    x1: float
    y1: float
    fx: float
    fy: float
    n_dice: int
    dice: Annotated[list[int], DICE]


class Game(Protocol):
    """What every family's record has. `winner` is a seat, or -1 for a draw and as long as nobody has won."""

    core: Core
    chosen: Any
    p: Any
    rounds: int  # 0 before the first
    opener: int  # whoever acted first in the game, -1 before
    over: int
    winner: int


class Lore:
    """One number of what bots have worked out before the game; most have nothing."""

    value: float


class Result:
    """What is kept of a game in a batch. `winnings` are what each seat has gained, where there is a stake."""

    winner: int
    opener: int
    rounds: int
    decisions: int
    capped: int
    check: np.uint64
    scores: Annotated[list[int], PLAYERS]
    winnings: Annotated[list[int], PLAYERS]


class Tally:
    """How often one rule fired, and in how many games."""

    fired: int
    games: int


class Lead:
    """How one try of a planner ended: how far its seat was ahead of the others."""

    value: int
