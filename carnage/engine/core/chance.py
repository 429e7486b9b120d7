"""Random streams with keys: the dice and cards of games, and the draws of bots.

Dice come from a splitmix64 mixer over a key and a counter. At each activation the key becomes a mix
of the game's key, the actor, the number of the activation and the purpose. The counter starts
again. So a change of one rule does not change all later dice. Bots draw from a stream of their own.
"""

from __future__ import annotations

import numpy as np

from carnage.engine.compiling.marks import rule
from carnage.engine.core.state import Core

GOLDEN_GAMMA = np.uint64(0x9E3779B97F4A7C15)
_M1 = np.uint64(0xBF58476D1CE4E5B9)
_M2 = np.uint64(0x94D049BB133111EB)
_S27 = np.uint64(27)
_S30 = np.uint64(30)
_S31 = np.uint64(31)
_S32 = np.uint64(32)
_ONE = np.uint64(1)
_BOT_KEY = np.uint64(0xD1B54A32D192ED03)


@rule
def mix(z: np.uint64) -> np.uint64:
    """Return 64 well-mixed bits: the finaliser of splitmix64."""
    z = (z ^ (z >> _S30)) * _M1
    z = (z ^ (z >> _S27)) * _M2
    return z ^ (z >> _S31)


@rule
def start_chance(c: Core, seed: int, game: int) -> None:
    """Set the keys of all streams at the start of a game.

    Args:
        c: The core of the record.
        seed: The dice seed of the simulation.
        game: The number of the game in it, from 0.
    """
    c.game_key = mix(mix(np.uint64(seed) + GOLDEN_GAMMA) + np.uint64(game) * GOLDEN_GAMMA)
    c.key = c.game_key
    c.counter = np.uint64(0)
    c.bot_key = mix(c.game_key ^ _BOT_KEY)
    c.bot_counter = np.uint64(0)


@rule
def rekey(c: Core, actor: int, number: int, purpose: int) -> None:
    """Start a new stream of dice.

    Args:
        c: The core of the record.
        actor: The unit or seat that acts.
        number: The number of its activation, or of the round or throw.
        purpose: A number below 256 that separates streams of the same actor and number.
    """
    word = np.uint64(actor + 1) * np.uint64(1 << 40) + np.uint64(number + 1) * np.uint64(1 << 8)
    c.key = mix(c.game_key ^ mix(word + np.uint64(purpose)))
    c.counter = np.uint64(0)


@rule
def below(c: Core, n: int) -> int:
    """Return a random integer from 0 to n − 1, all equally likely."""
    c.counter = c.counter + _ONE
    return int(((mix(c.key + c.counter * GOLDEN_GAMMA) >> _S32) * np.uint64(n)) >> _S32)


@rule
def bot_below(c: Core, n: int) -> int:
    """Return a random integer from 0 to n − 1 from the bots' stream."""
    c.bot_counter = c.bot_counter + _ONE
    return int(((mix(c.bot_key + c.bot_counter * GOLDEN_GAMMA) >> _S32) * np.uint64(n)) >> _S32)


@rule
def d6(c: Core) -> int:
    """Roll a six-sided die."""
    return below(c, 6) + 1


@rule
def d10(c: Core) -> int:
    """Roll a ten-sided die."""
    return below(c, 10) + 1


@rule
def forget_dice(c: Core) -> None:
    """Start a new throw: the next event shows only dice that are kept from now on."""
    c.n_dice = 0


@rule
def keep_die(c: Core, value: int) -> None:
    """Keep a die or a card for the next event to show. There is room for DICE of them."""
    if c.n_dice < len(c.dice):
        c.dice[c.n_dice] = value
        c.n_dice += 1
