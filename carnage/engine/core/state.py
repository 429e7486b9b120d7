"""The common core of every game's record: streams, offered options, decisions, the count of fired rules; and
what is kept of games that have been played."""

from __future__ import annotations

from typing import Annotated, Any, Protocol

import numpy as np

from carnage.engine.core.records import BYTE, SHORT
from carnage.engine.core.sight import ASKERS, NOBODYS, OWNERS, UNSEALED

PLAYERS = 6  # at most
OPTIONS = 16  # at most offered at once
DECISIONS = 16000  # the longest game seen, of mobs that throw dice, has 8,000; a full record is an error
EVENTS = 6000  # kept of a game; the longest seen has 2,500
FRAMES = 256  # records kept at once; whoever wants more plays the stage again for the next
DICE = 16  # shown with one event
RULE_SLOTS = 208  # rules of one family
QUERIES = 64  # kinds of question of one family
CHOICES = 32  # answers to one kind of question that are counted apart

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
    value: Annotated[float, NOBODYS]  # what a bot thinks of it


class Core:
    """See the module."""

    key: Annotated[np.uint64, NOBODYS]
    counter: Annotated[np.uint64, NOBODYS]
    game_key: Annotated[np.uint64, NOBODYS]
    bot_key: Annotated[np.uint64, NOBODYS]
    bot_counter: Annotated[np.uint64, NOBODYS]
    bots: Annotated[list[int], PLAYERS]

    offered: Annotated[int, ASKERS]
    options: Annotated[list[Option], OPTIONS, ASKERS]
    kind: Annotated[int, ASKERS]  # what is being asked
    actor: Annotated[int, ASKERS]  # which model or unit it is about
    asker: int  # whose decision it is
    n_decisions: Annotated[int, UNSEALED]  # somebody may have been asked more often for having answered so
    n_script: Annotated[int, UNSEALED]  # so many decisions are laid down beforehand
    sealed_from: int  # decisions from here on are still hidden, -1 if none
    sealed: Annotated[list[int], PLAYERS, OWNERS]  # what each seat has answered in secret; the rules say how
    forced_at: int  # a planner's try: this decision …
    forced_choice: int  # … is answered so
    forced_side: int  # by this seat, whose earlier answers stand though they are sealed
    branch: np.uint64  # a planner's fresh dice after that, 0 for none

    stage: int  # how many stages of the game are behind it: it can be taken up again at the start of each
    closed: int  # the last of them is over

    pondering: int  # a bot is weighing its options
    n_dice: int
    dice: Annotated[list[int], DICE]
    n_events: int
    fired: Annotated[list[int], RULE_SLOTS, SHORT]
    looked_up: Annotated[list[int], RULE_SLOTS, SHORT]


class Event:
    """One thing that happened; `shapes.py` names what its numbers mean for each kind of event."""

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


class Written:
    """What is written down while a game is played, and lies beside its record: decisions and events.

    `asked` and `forced` count, by kind of question, those that were decisions and those that had one answer
    alone; `offered` and `taken` how often each answer (an option's `what`) to each kind could be given, and
    was. `shunned` says, before a game begins, which answers random bots do not give (1), counted like those.

    A family's own `Log` adds `frames`, FRAMES copies of its record as it was at event `frames_from` and those
    after it. Without `length` no events are kept; with `frames_from` -1, no frames.
    """

    length: int
    frames_from: int
    decisions: Annotated[list[int], DECISIONS, BYTE]
    events: Annotated[list[Event], EVENTS]
    asked: Annotated[list[int], QUERIES]
    forced: Annotated[list[int], QUERIES]
    offered: Annotated[list[int], QUERIES * CHOICES]
    taken: Annotated[list[int], QUERIES * CHOICES]
    shunned: Annotated[list[int], QUERIES * CHOICES]


class Log(Protocol):
    """What every family's log has."""

    length: int
    frames_from: int
    decisions: Any
    events: Any
    frames: Any
    asked: Any
    forced: Any
    offered: Any
    taken: Any
    shunned: Any


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
    """What is kept of a game in a batch. `winnings` are what each seat has gained, where there is a stake.

    `ending` is which of its family's endings it came to; `tie_break` is 1 if the scores were level and the
    rules found a winner nevertheless; `harm` what all have suffered;
    `turns` is how many rows it has among those of all games.
    """

    winner: int
    opener: int
    rounds: int
    decisions: int
    capped: int
    ending: int
    tie_break: int
    turns: int
    harm: int
    check: np.uint64
    scores: Annotated[list[int], PLAYERS]
    winnings: Annotated[list[int], PLAYERS]


class Turn:
    """How a game stood when a stage of it was over, for each seat; what a family has nothing of is 0.

    `strength` is what it has left to play with, in the family's own measure; `harm` what it has suffered;
    `held` what it holds that is to score.
    """

    score: Annotated[list[int], PLAYERS, "i4"]
    strength: Annotated[list[int], PLAYERS, "i4"]
    harm: Annotated[list[int], PLAYERS, "i4"]
    held: Annotated[list[int], PLAYERS, "i4"]


class Tally:
    """How often one rule fired, in how many games, and how often it was looked up, where that is counted."""

    fired: int
    games: int
    looked_up: int


class Lead:
    """How one try of a planner ended: how far its seat was ahead of the others."""

    value: int
