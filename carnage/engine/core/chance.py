"""Chance: keyed streams of dice.

A game's dice come from a splitmix64 mixer over a key and a counter. At each activation the key becomes a mix
of the game's key, the actor, the number of the activation and the purpose, and the counter starts again, so
that changing one rule does not reshuffle all later dice. Bots draw from a stream of their own.
"""

from __future__ import annotations

import numpy as np

from carnage.engine.compiling.marks import rule
from carnage.engine.core.state import Core

GOLD = np.uint64(0x9E3779B97F4A7C15)
_M1 = np.uint64(0xBF58476D1CE4E5B9)
_M2 = np.uint64(0x94D049BB133111EB)
_S27, _S30, _S31, _S32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)
_ONE = np.uint64(1)
_BOT = np.uint64(0xD1B54A32D192ED03)


@rule
def mix(z: np.uint64) -> np.uint64:
    """The splitmix64 finaliser: 64 bits in, 64 well-mixed bits out."""
    z = (z ^ (z >> _S30)) * _M1
    z = (z ^ (z >> _S27)) * _M2
    return z ^ (z >> _S31)


@rule
def start_chance(c: Core, seed: int, game: int) -> None:
    """Key the streams for game number `game` of the simulation with this seed."""
    c.game_key = mix(mix(np.uint64(seed) + GOLD) + np.uint64(game) * GOLD)
    c.key = c.game_key
    c.counter = np.uint64(0)
    c.bot_key = mix(c.game_key ^ _BOT)
    c.bot_counter = np.uint64(0)


@rule
def rekey(c: Core, actor: int, number: int, purpose: int) -> None:
    """Give what follows its own dice: those of this actor's activation of this number, for this purpose."""
    word = np.uint64(actor + 1) * np.uint64(1 << 40) + np.uint64(number + 1) * np.uint64(1 << 8)
    c.key = mix(c.game_key ^ mix(word + np.uint64(purpose)))
    c.counter = np.uint64(0)


@rule
def below(c: Core, n: int) -> int:
    """A whole number from 0 to n − 1, every one equally likely."""
    c.counter = c.counter + _ONE
    return int(((mix(c.key + c.counter * GOLD) >> _S32) * np.uint64(n)) >> _S32)


@rule
def bot_below(c: Core, n: int) -> int:
    """The same from the bots' own stream."""
    c.bot_counter = c.bot_counter + _ONE
    return int(((mix(c.bot_key + c.bot_counter * GOLD) >> _S32) * np.uint64(n)) >> _S32)


@rule
def d6(c: Core) -> int:
    """A roll of one six-sided die."""
    return below(c, 6) + 1


@rule
def d10(c: Core) -> int:
    """A roll of one ten-sided die."""
    return below(c, 10) + 1


@rule
def forget_dice(c: Core) -> None:
    """Begin a new throw: what is rolled from here on is what the next event shows."""
    c.n_dice = 0


@rule
def keep_die(c: Core, value: int) -> None:
    """Remember a die or card for the next event."""
    if c.n_dice < len(c.dice):
        c.dice[c.n_dice] = value
        c.n_dice += 1
