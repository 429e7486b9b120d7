"""The common core of every game's record, and the records of games that have been played.

The core has the random streams, the offered options, the decisions and the counts of rules.
"""

from __future__ import annotations

from typing import Annotated, Any, Protocol

import numpy as np

from carnage.engine.core.records import SHORT
from carnage.engine.core.visibility import AFTER_SEALING, ASKED_ONLY, HIDDEN, OWNER_ONLY

MAX_PLAYERS = 6  # maximum
MAX_OPTIONS = 16  # maximum of one question
# The slots after the options offered: that of a point that a person chose, and that of the first
# candidate while the option of a point is made (`core.pointing`).
POINTED = MAX_OPTIONS
FIRST_CANDIDATE = MAX_OPTIONS + 1
OPTION_SLOTS = MAX_OPTIONS + 2
MAX_DECISIONS = 16000  # of one game; the longest known has 8,000. More are an error.
MAX_EVENTS = 6000  # kept of one game; the longest known has 2,500
MAX_FRAMES = 256  # copies of the record in one log; for more, the stage is played again
MAX_DICE = 16  # maximum that one event shows
MAX_RULES = 208  # maximum of rules in one family
MAX_QUERIES = 64  # maximum of kinds of question in one family
MAX_ANSWERS = 32  # answers to one kind of question that are counted separately

# Players of a seat. PERSON is also a planner. EASY plays as GREEDY, but often as RANDOM; 3 is the
# exact bot of gambles. RESTRICTED is a greedy bot that never takes the options that the log marks,
# or always takes one.
RANDOM, GREEDY, PERSON, EASY, RESTRICTED = 0, 1, 2, 4, 8


class Option:
    """One option of a question: an action, the things it concerns, and the place it leads to.

    `x` and `y` are in inches or the family's own unit; `fx` and `fy` are a unit vector. A query may
    declare other meanings.
    """

    what: int
    who: int
    other: int
    x: float
    y: float
    fx: float
    fy: float
    value: Annotated[float, HIDDEN]  # the estimate of a bot


class Core:
    """The part of the record that all families share."""

    key: Annotated[np.uint64, HIDDEN]
    counter: Annotated[np.uint64, HIDDEN]
    game_key: Annotated[np.uint64, HIDDEN]
    bot_key: Annotated[np.uint64, HIDDEN]
    bot_counter: Annotated[np.uint64, HIDDEN]
    bots: Annotated[list[int], MAX_PLAYERS]
    # 1 for seats that are asked for a point even if the rules offer a single candidate.
    free: Annotated[list[int], MAX_PLAYERS]

    offered: Annotated[int, ASKED_ONLY]
    options: Annotated[list[Option], OPTION_SLOTS, ASKED_ONLY]
    kind: Annotated[int, ASKED_ONLY]  # the kind of question
    actor: Annotated[int, ASKED_ONLY]  # the thing that it is about, such as a model
    asker: int  # the seat that is asked
    n_decisions: Annotated[int, AFTER_SEALING]  # sealed: the number may depend on a hidden answer
    n_script: Annotated[int, AFTER_SEALING]  # the number of decisions recorded in advance
    sealed_from: int  # the first decision that is still hidden, -1 if none
    sealed: Annotated[
        list[int], MAX_PLAYERS, OWNER_ONLY
    ]  # secret answers; the rules define the code
    forced_at: int  # in a rollout: the decision that is tried, else -1
    forced_choice: int  # its option
    forced_side: int  # its seat, which keeps its own sealed answers
    branch: np.uint64  # the key of new dice after that, 0 for none

    stage: int  # the number of stages played; a game can be resumed at the start of each
    closed: int  # 1 after the last stage

    pondering: int  # 1 while a bot values its options
    n_dice: int
    dice: Annotated[list[int], MAX_DICE]
    n_events: int
    fired: Annotated[list[int], MAX_RULES, SHORT]
    looked_up: Annotated[list[int], MAX_RULES, SHORT]


class Event:
    """One event. `shapes.py` of the family declares the meaning of its numbers for each kind."""

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
    dice: Annotated[list[int], MAX_DICE]


class GameOutput:
    """The log of a game, which lies outside its record.

    A family's own `Log` adds `frames`: up to FRAMES copies of its record, taken at event
    `frames_from` and at those after it.

    Attributes:
        length: The number of events to keep; 0 keeps none.
        frames_from: The first event with a copy of the record; -1 for no copies.
        decisions: The decisions, each the number of an option or of a point.
        events: The events.
        asked: The number of questions with a decision, by kind of question.
        forced: The number of questions with a single option, by kind of question.
        offered: The number of times that each answer was offered, by kind of question and answer.
        taken: The number of times that each answer was chosen, by kind of question and answer.
        shunned: 1 for answers that random and restricted bots avoid, by kind of question and
            answer. It and all fields below are set before the game.
        marked_slot: The slot of an option that names a thing, by kind of question: 1 for `what`,
            2 for `who`, 3 for `other`, 0 if none does.
        marked_thing: The thing that restricted bots avoid in these slots, or -1.
        insists: 1 if restricted bots always take one of the options that they avoid otherwise.
    """

    length: int
    frames_from: int
    decisions: Annotated[list[int], MAX_DECISIONS, "i4"]
    events: Annotated[list[Event], MAX_EVENTS]
    asked: Annotated[list[int], MAX_QUERIES]
    forced: Annotated[list[int], MAX_QUERIES]
    offered: Annotated[list[int], MAX_QUERIES * MAX_ANSWERS]
    taken: Annotated[list[int], MAX_QUERIES * MAX_ANSWERS]
    shunned: Annotated[list[int], MAX_QUERIES * MAX_ANSWERS]
    marked_slot: Annotated[list[int], MAX_QUERIES]
    marked_thing: int
    insists: int


class Log(Protocol):
    """The fields that the logs of all families have. `GameOutput` describes them."""

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
    marked_slot: Any
    marked_thing: int
    insists: int


class Game(Protocol):
    """The fields that the records of all families have.

    `winner` is a seat, or -1 for a draw and before the game is won.
    """

    core: Core
    chosen: Any
    p: Any
    rounds: int  # 0 before the first
    opener: int  # the seat that acted first in the game, -1 before
    over: int
    winner: int


class BotTable:
    """One of the numbers that a bot has calculated before the game. Most bots have none."""

    value: float


class Result:
    """The result of one game of a batch.

    Attributes:
        winner: The seat that won, or -1.
        opener: The seat that acted first, or -1.
        rounds: The number of rounds.
        decisions: The number of decisions.
        capped: 1 if the engine stopped the game because no rule ended it.
        ending: The number of the ending, as the family names them.
        tie_break: 1 if scores were equal and a rule decided the winner.
        turns: The number of rows that the game has among the turns of all games.
        harm: The harm to all seats, in the measure of the family.
        enemy_harm: The number of times that a seat has harmed another one.
        check: A hash of the course of the game.
        scores: The score of each seat.
        winnings: The gain of each seat in coins, if there is a stake.
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
    enemy_harm: int
    check: np.uint64
    scores: Annotated[list[int], MAX_PLAYERS]
    winnings: Annotated[list[int], MAX_PLAYERS]


class Turn:
    """The state of play after one stage, by seat. A field that the family does not use is 0.

    Attributes:
        score: The score so far.
        strength: The forces or dice left, in the measure of the family.
        harm: The harm suffered.
        held: The things held that will score.
    """

    score: Annotated[list[int], MAX_PLAYERS, "i4"]
    strength: Annotated[list[int], MAX_PLAYERS, "i4"]
    harm: Annotated[list[int], MAX_PLAYERS, "i4"]
    held: Annotated[list[int], MAX_PLAYERS, "i4"]


class Tally:
    """The counts of one rule: its effects, the games in which it had any, and its look-ups."""

    fired: int
    games: int
    looked_up: int


class Lead:
    """The result of one rollout: how far its seat was ahead of all others."""

    value: int
