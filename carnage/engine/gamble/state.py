"""A gamble's record. Seats are 0 to 5, the Host's first; a die is named by its place in the set, from 0."""

from __future__ import annotations

from typing import Annotated

from carnage.engine.core.records import Small
from carnage.engine.core.sight import NOBODYS
from carnage.engine.core.state import FRAMES, PLAYERS, Core, Written
from carnage.engine.gamble.numbers import Chosen, Params

DICE = 5  # in a set, at most
THROWS = 4  # in a turn, at most
SUBSETS = 1 << DICE

EXACT = 3  # the bot of this number plays by the lore; the core has 0 to 2

# What a die that shows its owner's Hero number still is.
NO_HERO, UNUSED, USED = 0, 1, 2


class Lore:
    """One word of what the exact bot has worked out (`solving`)."""

    word: Annotated[int, "i4"]


class Die:
    """One die of a player's: `value` is 0 before it is thrown; `thrown` is the throw that it belongs to, and
    `counts` what a Hero counts as instead of its value, 0 if it does not."""

    value: Small
    counts: Small
    thrown: Small
    hero: Small


class Seat:
    """A player: `paid_in`, `due` and `paid` in credits.

    `place` is 0 for the first, `level` how many have that place.
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
    """What dice score by these rules: everything that the scorer has to know.

    `sets` is by the number of dice; `factor` and `plus` are by the throw, from 1. `heights` is how runs
    pay: see `runs`.
    """

    largest: int
    shortest: int
    heights: int
    sets: Annotated[list[int], DICE + 1]
    factor: Annotated[list[int], THROWS + 1]
    plus: Annotated[list[int], THROWS + 1]


class Hand:
    """Dice to be scored, and what the scorer finds: `counts` is what each counts as, `group` the dice, as
    bits,
    with which it scores, 0 if it does not."""

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
    """What the exact bot reckons with while it works a turn out: see `multisets` and `solving`. The lists
    that are
    one longer say what the dice before each are together."""

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
    """The whole game."""

    core: Core
    chosen: Chosen
    p: Params
    players: int
    n_dice: int
    faces: Annotated[list[int], DICE]
    throws: int
    re_rolls: int  # Heroes may have dice rolled again
    wilds: int  # Heroes may be wild
    scale: Scale
    hand: Hand
    sweep: Annotated[Sweep, NOBODYS]
    seats: Annotated[list[Seat], PLAYERS]
    pot: int
    rounds: int
    opener: int
    over: int
    winner: int
    picked: int  # the dice, as bits, that are picked for the throw that is being asked about
    throw: int  # which throw that is, or which was made last
    hint: Annotated[int, NOBODYS]  # what the exact bot does next, -1 where nobody has asked it


class Log(Written):
    """What is written down beside a gamble's record."""

    frames: Annotated[list[Game], FRAMES]
