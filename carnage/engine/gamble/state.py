"""The record of a gamble.

Seats are 0 to 5, the Host's first. A die is named by its index in the set, from 0.
"""

from __future__ import annotations

from typing import Annotated

from carnage.engine.core.records import Small
from carnage.engine.core.state import MAX_FRAMES, MAX_PLAYERS, Core, GameOutput
from carnage.engine.core.visibility import HIDDEN
from carnage.engine.gamble.numbers import Chosen, Params

DICE = 5  # most dice in a set
THROWS = 4  # most throws in a turn
SUBSETS = 1 << DICE

EXACT = 3  # number of the exact bot, which plays by the lore; the core defines 0 to 2

# States of a die by its owner's Hero number: it does not show it; it may still act as a Hero; it
# has acted.
NO_HERO = 0
UNUSED = 1
USED = 2


class BotTable:
    """One word of the exact bot's lore; see `policy_table`."""

    word: Annotated[int, "i4"]


class Die:
    """A die of a player.

    `value` is 0 before it is thrown. `thrown` is the throw that it was last rolled in. `counts` is
    the value that a wild Hero counts as, or 0.
    """

    value: Small
    counts: Small
    thrown: Small
    hero: Small


class Seat:
    """A player. `paid_in`, `due` and `paid` are in credits.

    `place` is 0 for the first. `level` is the number of players with that place.
    """

    dice: Annotated[list[Die], DICE]
    hero: Small  # this player's Hero number, 0 for none
    throws: Small
    score: int
    done: Small
    paid_in: int
    due: int
    paid: int
    place: Small
    level: Small
    standing: int  # see `ties`


class Scale:
    """The values of sets and runs by these rules: everything that the scorer needs.

    `sets` is the factor of a set by its number of dice. `factor` and `plus` are by the throw, from
    1. `heights` is the option of Runs; see `runs`.
    """

    largest: int
    shortest: int
    heights: int
    sets: Annotated[list[int], DICE + 1]
    factor: Annotated[list[int], THROWS + 1]
    plus: Annotated[list[int], THROWS + 1]


class Hand:
    """Dice to be scored, and the results of the scorer.

    `counts` is the value that each die counts as. `group` is a bit mask of the dice that it scores
    with, or
    0. `worth`, `best` and `taken` are indexed by bit masks of dice.
    """

    n: int
    value: Annotated[list[int], DICE]
    throw: Annotated[list[int], DICE]
    wild: Annotated[list[int], DICE]
    counts: Annotated[list[int], DICE]
    group: Annotated[list[int], DICE]
    trial: Annotated[list[int], DICE]
    worth: Annotated[list[int], SUBSETS]
    best: Annotated[list[int], SUBSETS]
    taken: Annotated[list[int], SUBSETS]


class Sweep:
    """Working memory of the exact bot while it solves a turn; see `multisets` and `states`.

    The lists with DICE + 1 elements hold totals over the dice before each one.
    """

    items: Annotated[list[int], DICE]
    radix: Annotated[list[int], DICE]
    stride: Annotated[list[int], DICE]
    digit: Annotated[list[int], DICE]
    kind: Annotated[list[int], DICE]
    outcome: Annotated[list[int], DICE]
    step: Annotated[list[int], DICE]
    dice: Annotated[list[int], DICE + 1]
    left: Annotated[list[int], DICE + 1]
    fresh: Annotated[list[int], DICE + 1]
    spent: Annotated[list[int], DICE + 1]
    hand: Annotated[list[int], DICE + 1]


class Game:
    """The record of a gamble."""

    core: Core
    chosen: Chosen
    p: Params
    players: int
    n_dice: int
    faces: Annotated[list[int], DICE]
    throws: int
    re_rolls: int  # 1 if Heroes may re-roll dice
    wilds: int  # 1 if Heroes may be wild
    scale: Scale
    hand: Hand
    sweep: Annotated[Sweep, HIDDEN]
    seats: Annotated[list[Seat], MAX_PLAYERS]
    pot: int
    rounds: int
    opener: int
    over: int
    winner: int
    picked: int  # bit mask of the dice picked so far for the next throw
    throw: int  # number of that throw, or of the last one
    hint: Annotated[
        int, HIDDEN
    ]  # next action of the exact bot, -1 for other bots; see `bots.exact`


class Log(GameOutput):
    """The log of a gamble: decisions and events, and copies of the record."""

    frames: Annotated[list[Game], MAX_FRAMES]
