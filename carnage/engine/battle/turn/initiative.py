"""Initiative: the choice of the First Player."""

from __future__ import annotations

from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame import writers as write
from carnage.engine.battle.frame.decisions import ask_sealed, open_sealed
from carnage.engine.battle.frame.questions import BID
from carnage.engine.battle.frame.state import Game, Log
from carnage.engine.compiling.marks import rule
from carnage.engine.core.chance import d6, forget_dice, keep_die
from carnage.engine.core.decisions import clear, offer, sealed_answers, store_sealed
from carnage.engine.core.rule_ids import NoSuchRule


@rule
def roll_off(g: Game, log: Log, number: int) -> int:
    """Roll a D6 for each side, again after a tie, and return the side with the higher roll."""
    forget_dice(g.core)
    winner = -1
    while winner < 0:
        a = d6(g.core)
        b = d6(g.core)
        keep_die(g.core, a)
        keep_die(g.core, b)
        if a != b:
            winner = 0 if a > b else 1
    write.roll_off(g, log, number, winner)
    return winner


@rule
def initiative(g: Game, log: Log) -> None:
    """Play the Initiative Phase. Raises NoSuchRule if the ruleset has another rule for it."""
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
    elif how == R.INITIATIVE_BOUGHT:
        bought(g, log)
    else:
        raise NoSuchRule
    write.first_player(g, log, how, g.first, first_player=g.first)


@rule
def side_with_more(g: Game, log: Log, a: int, b: int) -> int:
    """Return the side with the greater value, or the winner of a roll-off."""
    if a != b:
        return 0 if a > b else 1
    return roll_off(g, log, g.chosen.initiative)


@rule
def random_static(g: Game, log: Log) -> None:
    """Roll off once a game for the First Player."""
    if g.rounds == 1:
        g.first = roll_off(g, log, R.INITIATIVE_RANDOM_STATIC)


@rule
def random_shifting(g: Game, log: Log) -> None:
    """Roll off each round for the First Player."""
    g.first = roll_off(g, log, R.INITIATIVE_RANDOM_SHIFTING)


@rule
def earnt_leader(g: Game, log: Log) -> None:
    """Make the side with most victory points the First Player.

    Roll off ties, as in the first round.
    """
    g.first = side_with_more(g, log, g.sides[0].victory, g.sides[1].victory)


@rule
def earnt_laggard(g: Game, log: Log) -> None:
    """Make the side with fewest victory points the First Player.

    Roll off ties, as in the first round.
    """
    g.first = side_with_more(g, log, g.sides[1].victory, g.sides[0].victory)


@rule
def ask_bid(g: Game, log: Log, side: int) -> None:
    """Ask a side for a secret bid of its Game Tokens."""
    clear(g.core)
    for n in range(g.sides[side].game_tokens + 1):
        offer(g.core, n, -1, -1)
    choice = ask_sealed(g, log, side, BID, -1)
    store_sealed(g.core, side, g.core.options[choice].what)


@rule
def earnt_resource_buy(g: Game, log: Log) -> None:
    """Take secret bids and roll a D6 for each token.

    The highest total is first; all bids are lost.
    """
    ask_bid(g, log, 0)
    ask_bid(g, log, 1)
    a, b = sealed_answers(g.core)
    open_sealed(g)
    g.first = side_with_more(g, log, cash_in(g, log, 0, a), cash_in(g, log, 1, b))


@rule
def cash_in(g: Game, log: Log, side: int, tokens: int) -> int:
    """Take the tokens that a side has bid, roll a D6 for each, and return the total."""
    g.sides[side].game_tokens -= tokens
    forget_dice(g.core)
    total = 0
    for _ in range(tokens):
        die = d6(g.core)
        keep_die(g.core, die)
        total += die
    write.bid(g, log, R.INITIATIVE_EARNT_RESOURCE_BUY, side, tokens=tokens, total=total)
    return total


@rule
def earnt_resource_bid(g: Game, log: Log) -> None:
    """Take secret bids. The highest is first, and only the winner's tokens are lost."""
    ask_bid(g, log, 0)
    ask_bid(g, log, 1)
    a, b = sealed_answers(g.core)
    open_sealed(g)
    forget_dice(g.core)
    write.bid(g, log, R.INITIATIVE_EARNT_RESOURCE_BID, 0, tokens=a, total=a)
    write.bid(g, log, R.INITIATIVE_EARNT_RESOURCE_BID, 1, tokens=b, total=b)
    g.first = side_with_more(g, log, a, b)
    g.sides[g.first].game_tokens -= a if g.first == 0 else b


@rule
def bought(g: Game, log: Log) -> None:
    """Make the side that spent fewer points on its force the First Player, for the whole game.

    After a draft it is the side that did not take the first model.
    """
    if g.rounds > 1:
        return
    if g.chosen.forces == R.FORCES_DRAFT:
        g.first = 1 - g.drafted_first
    else:
        g.first = side_with_more(g, log, g.sides[1].spent, g.sides[0].spent)
