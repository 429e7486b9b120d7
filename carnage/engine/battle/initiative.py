"""Initiative: who is the First Player."""

from __future__ import annotations

from carnage.engine.battle import events as E
from carnage.engine.battle import numbers as R
from carnage.engine.battle.asking import ask_sealed, open_sealed
from carnage.engine.battle.noting import note
from carnage.engine.battle.questions import BID
from carnage.engine.battle.state import Game, Log
from carnage.engine.core.asking import clear, offer
from carnage.engine.core.chance import d6, forget_dice, keep_die
from carnage.engine.core.compiling import rule


@rule
def roll_off(g: Game, log: Log, number: int) -> int:
    """A D6 each, the higher wins, ties again; returns the winner."""
    forget_dice(g.core)
    winner = -1
    while winner < 0:
        a, b = d6(g.core), d6(g.core)
        keep_die(g.core, a)
        keep_die(g.core, b)
        if a != b:
            winner = 0 if a > b else 1
    note(g, log, E.ROLL_OFF, number, -1, -1, -1, winner, 0, 0, 0)
    return winner


@rule
def initiative(g: Game, log: Log) -> None:
    """The Initiative Phase."""
    how = g.chosen.initiative
    if how == R.INITIATIVE_RANDOM_STATIC:
        random_static(g, log)
    elif how == R.INITIATIVE_RANDOM_SHIFTING:
        random_shifting(g, log)
    elif how == R.INITIATIVE_EARNT_LEADER:
        earnt_leader(g, log)
    elif how == R.INITIATIVE_EARNT_LAGGARD:
        earnt_laggard(g, log)
    elif how == R.INITIATIVE_EARNT_RESOURCE_BUY:
        earnt_resource_buy(g, log)
    elif how == R.INITIATIVE_EARNT_RESOURCE_BID:
        earnt_resource_bid(g, log)
    else:
        bought(g, log)
    forget_dice(g.core)
    note(g, log, E.FIRST_PLAYER, how, g.first, -1, -1, g.first, 0, 0, 0)


@rule
def higher(g: Game, log: Log, a: int, b: int) -> int:
    """The side with more, or the winner of a roll-off."""
    if a != b:
        return 0 if a > b else 1
    return roll_off(g, log, g.chosen.initiative)


@rule
def random_static(g: Game, log: Log) -> None:
    """One roll-off for the game."""
    if g.rounds == 1:
        g.first = roll_off(g, log, R.INITIATIVE_RANDOM_STATIC)


@rule
def random_shifting(g: Game, log: Log) -> None:
    """A roll-off each round."""
    g.first = roll_off(g, log, R.INITIATIVE_RANDOM_SHIFTING)


@rule
def earnt_leader(g: Game, log: Log) -> None:
    """Whoever has most victory points; a roll-off in the first round."""
    g.first = higher(g, log, g.sides[0].victory, g.sides[1].victory)


@rule
def earnt_laggard(g: Game, log: Log) -> None:
    """Whoever has fewest victory points; a roll-off in the first round."""
    g.first = higher(g, log, g.sides[1].victory, g.sides[0].victory)


@rule
def bid(g: Game, side: int) -> int:
    """A secret number of this side's Game Tokens."""
    clear(g.core)
    for n in range(g.sides[side].game_tokens + 1):
        offer(g.core, n, -1, -1)
    choice = ask_sealed(g, side, BID, -1)
    return g.core.options[choice].what


@rule
def earnt_resource_buy(g: Game, log: Log) -> None:
    """Secret bids, a D6 for each token bid, the highest total; all bids are lost."""
    a = bid(g, 0)
    b = bid(g, 1)
    open_sealed(g)
    g.first = higher(g, log, cash_in(g, log, 0, a), cash_in(g, log, 1, b))


@rule
def cash_in(g: Game, log: Log, side: int, tokens: int) -> int:
    """Pay the tokens bid and roll for them."""
    g.sides[side].game_tokens -= tokens
    forget_dice(g.core)
    total = 0
    for _ in range(tokens):
        die = d6(g.core)
        keep_die(g.core, die)
        total += die
    note(g, log, E.BID, R.INITIATIVE_EARNT_RESOURCE_BUY, side, -1, -1, tokens, total, 0, 0)
    return total


@rule
def earnt_resource_bid(g: Game, log: Log) -> None:
    """Secret bids, the highest is first; only the winner's is lost."""
    a = bid(g, 0)
    b = bid(g, 1)
    open_sealed(g)
    forget_dice(g.core)
    note(g, log, E.BID, R.INITIATIVE_EARNT_RESOURCE_BID, 0, -1, -1, a, a, 0, 0)
    note(g, log, E.BID, R.INITIATIVE_EARNT_RESOURCE_BID, 1, -1, -1, b, b, 0, 0)
    g.first = higher(g, log, a, b)
    g.sides[g.first].game_tokens -= a if g.first == 0 else b


@rule
def bought(g: Game, log: Log) -> None:
    """Whoever spent fewer points on forces, for the whole game."""
    if g.rounds == 1:
        g.first = higher(g, log, g.sides[1].spent, g.sides[0].spent)
