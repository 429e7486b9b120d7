"""Rules of the turn, from setting up to the last die."""

from __future__ import annotations

from carnage.engine.compiling.marks import Rows, rule
from carnage.engine.core.chance import rekey
from carnage.engine.core.state import BotTable
from carnage.engine.duel import numbers as R
from carnage.engine.duel import writers as write
from carnage.engine.duel.action_cleanup import settle_debts
from carnage.engine.duel.assignment import assign
from carnage.engine.duel.counts import dice_left, is_finished, pips_left
from carnage.engine.duel.dice import load_fuel
from carnage.engine.duel.edges import set_space
from carnage.engine.duel.field import lay_field
from carnage.engine.duel.hit import lose_due_dice
from carnage.engine.duel.jettison import drift
from carnage.engine.duel.last_gasp import is_halted, winner
from carnage.engine.duel.move import play_moves
from carnage.engine.duel.order import first_ship, the_lead
from carnage.engine.duel.questions import ATTACKS, MOVES
from carnage.engine.duel.shot import attack
from carnage.engine.duel.start_distance import place_ships
from carnage.engine.duel.state import ANY, Game, Log
from carnage.engine.duel.tie_order import give_call, ship_with_fewer

# More than two ships have pips, and each turn burns at least one; a longer game counts as capped.
MAX_TURNS = 100


@rule
def set_up_game(g: Game, log: Log) -> None:
    """Play everything before the first turn."""
    g.opener = -1
    g.winner = -1
    g.called = -1
    g.lead = -1
    g.acting = -1
    g.ahead = -1
    g.first = -1
    g.firing = -1
    g.answering = -1
    set_space(g, log)
    place_ships(g, log)
    lay_field(g, log)
    load_fuel(g, log)


@rule
def play_turn(g: Game, log: Log) -> None:
    """Play one turn: assign and reveal, move, attack, end.

    The turn ends early after an action that leaves a ship without dice.
    """
    g.rounds += 1
    g.called = -1
    for ship in range(2):
        g.ships[ship].acted = 0
    rekey(g.core, 0, g.rounds, 0)
    write.turn(g, log, g.chosen.assignment, turn=g.rounds)
    if g.chosen.order == R.ORDER_THE_LEAD:
        the_lead(g, log)
    assign(g, log)
    g.first = first_ship(g, log, MOVES)
    if g.opener < 0:
        g.opener = g.first
    play_moves(g, log, g.first)
    if not is_finished(g):
        play_moves(g, log, 1 - g.first)
    if is_finished(g):
        return
    play_attacks(g, log, first_ship(g, log, ATTACKS))
    if is_finished(g):
        return
    if g.ships[0].acted == 0 or g.ships[1].acted == 0:
        coasting(g, log)
    if not is_finished(g):
        drift(g, log)


@rule
def play_attacks(g: Game, log: Log, first: int) -> None:
    """Have both ships attack; the second one loses the dice that were pierced first afterwards."""
    second = 1 - first
    if g.chosen.hit != R.HIT_WHOLE_CELLS:
        g.answering = second
    attack(g, log, first)
    g.answering = -1
    if not is_finished(g):
        attack(g, log, second)
    if not is_halted(g):
        lose_due_dice(g, log, second)
        settle_debts(g, log, second)


@rule
def coasting(g: Game, log: Log) -> None:
    """Have each ship that has neither moved nor attacked spend pips from any row.

    The price rises each time, so that nobody can wait behind Defense for long. If both coast, they
    spend and jettison in the order of their moves, and both do it. If neither had Mobility, the
    ship with the lead begins, or else the one without the call.
    """
    g.acting = -1
    g.ahead = ship_with_fewer(pips_left(g, 1), pips_left(g, 0))
    first = g.first
    if g.ships[0].acted != g.ships[1].acted:
        first = 0 if g.ships[0].acted == 0 else 1
    elif g.ships[0].mobility == 0 and g.ships[1].mobility == 0:
        if g.chosen.order == R.ORDER_THE_LEAD:
            first = g.lead
        else:
            first = 1 - give_call(g, log)
    for n in range(2):
        side = first if n == 0 else 1 - first
        ship = g.ships[side]
        if ship.acted == 0:
            ship.coasts += 1
            pips = g.p.turn_coast * ship.coasts
            write.coast(g, log, R.TURN_COASTING, side, pips=pips)
            ship.owes[ANY] += pips
    settle_debts(g, log, first)


@rule
def out_of_fuel(g: Game, log: Log) -> None:
    """End the game: a ship without dice has lost. If neither has any, Last Gasp decides."""
    mine = dice_left(g, 0)
    theirs = dice_left(g, 1)
    g.over = 1
    g.winner = winner(g)
    write.game_over(g, log, R.END_OUT_OF_FUEL, winner=g.winner, dice_1=mine, dice_2=theirs)


@rule
def play_stage(g: Game, bot_table: Rows[BotTable], log: Log) -> bool:
    """Play the next stage of a game, setting up or a turn, and return whether another follows."""
    if g.core.stage == 0:
        set_up_game(g, log)
    else:
        play_turn(g, log)
    if is_finished(g):
        out_of_fuel(g, log)
        return False
    return g.rounds < MAX_TURNS
