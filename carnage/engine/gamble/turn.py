"""Rules of turns and of the game: the Host first, by whole turns or throw by throw."""

from __future__ import annotations

from carnage.engine.compiling.marks import Rows, rule
from carnage.engine.core.chance import forget_dice, rekey
from carnage.engine.gamble import numbers as R
from carnage.engine.gamble import writers as write
from carnage.engine.gamble.ante import collect_antes
from carnage.engine.gamble.choice import count_dice, pick_dice
from carnage.engine.gamble.event_log import fire
from carnage.engine.gamble.hero import own, roll_shared_hero
from carnage.engine.gamble.policy_lookup import set_hint
from carnage.engine.gamble.pot import pay_out
from carnage.engine.gamble.powers import ask_heroes_to_act, log_wilds, roll_die, set_powers
from carnage.engine.gamble.runs import run_worth
from carnage.engine.gamble.scoring import best_score, late_points, read_hand, set_scale
from carnage.engine.gamble.state import BotTable, Game, Log

# Purposes of dice, for `rekey`.
TURN = 0
RE_ROLLS = 3


@rule
def left_to_throw(g: Game, side: int) -> int:
    """Return a bit mask of the dice that this player has not thrown."""
    left = 0
    for d in range(g.n_dice):
        left |= (1 if g.seats[side].dice[d].value == 0 else 0) << d
    return left


@rule
def dice_to_throw(g: Game, side: int, throw: int) -> int:
    """Return a bit mask of the dice that this player may throw now."""
    if g.chosen.choice == R.CHOICE_AGAIN and throw > 1:
        return (1 << g.n_dice) - 1
    return left_to_throw(g, side)


@rule
def throw_dice(g: Game, log: Log, side: int, throw: int, dice: int) -> None:
    """Throw these dice, a bit mask."""
    rekey(g.core, side, throw, TURN)
    forget_dice(g.core)
    for d in range(g.n_dice):
        if (dice >> d) & 1 == 1:
            roll_die(g, side, d, throw)
    g.seats[side].throws = throw
    fire(g, g.chosen.dice)
    fire(g, g.chosen.throws)
    left = left_to_throw(g, side)
    write.throw(
        g, log, g.chosen.choice, side, throw=throw, dice_thrown=dice, dice_left=count_dice(left)
    )


@rule
def play_throws(g: Game, lore: Rows[BotTable], log: Log, side: int) -> None:
    """Play all throws of a player's turn."""
    throw = 1
    while throw <= g.throws and play_throw(g, lore, log, side, throw):
        throw += 1


@rule
def play_throw(g: Game, lore: Rows[BotTable], log: Log, side: int, throw: int) -> bool:
    """Play a throw, and the actions of Heroes before it; return False if no dice are thrown."""
    if throw > 1 and g.re_rolls == 1:
        let_heroes_act(g, lore, log, side, throw - 1)
    left = dice_to_throw(g, side, throw)
    if left == 0:
        return False
    g.throw = throw
    set_hint(g, lore, side, throw - 1)
    dice = pick_dice(g, log, side, throw, left)
    if dice == 0:
        return False
    throw_dice(g, log, side, throw, dice)
    return True


@rule
def let_heroes_act(g: Game, lore: Rows[BotTable], log: Log, side: int, throws_made: int) -> None:
    """Have a player's Heroes re-roll dice, which then belong to the last throw made."""
    g.throw = throws_made
    if g.chosen.throws == R.THROWS_ROUNDS:
        # Others have thrown since.
        rekey(g.core, side, throws_made, RE_ROLLS)
    acting = True
    while acting:
        set_hint(g, lore, side, throws_made)
        acting = ask_heroes_to_act(g, log, side, throws_made)


@rule
def score_turn(g: Game, log: Log, side: int) -> None:
    """Score a turn, and log the sets and runs that score."""
    s = g.seats[side]
    read_hand(g, side)
    s.score = best_score(g.hand, g.scale)
    log_wilds(g, log, side)
    h = g.hand
    for d in range(h.n):
        if h.group[d] > 0 and h.group[d] & ((1 << d) - 1) == 0:
            log_group(g, log, side, h.group[d])
    if g.chosen.runs == R.RUNS_NONE:
        fire(g, R.RUNS_NONE)
    s.done = 1
    write.score(
        g, log, R.SCORING_BEST_DIVISION, side, score=s.score, best_before=best_before(g, side)
    )


@rule
def log_group(g: Game, log: Log, side: int, group: int) -> None:
    """Log one set or run that scores; `group` is a bit mask of its dice in the hand."""
    h = g.hand
    low = 99
    high = 0
    throw = 0
    for d in range(h.n):
        if (group >> d) & 1 == 1:
            low = min(low, h.counts[d])
            high = max(high, h.counts[d])
            throw = max(throw, h.throw[d])
    size = count_dice(group)
    if low == high:
        worth = g.scale.sets[size] * low
    else:
        worth = run_worth(g.scale, low, size)
    points = late_points(g.scale, worth, throw)
    if throw > 1:
        fire(g, g.chosen.later_throws)
    if low == high:
        write.set(g, log, g.chosen.sets, side, value=low, size=size, throw=throw, points=points)
    else:
        write.run(g, log, g.chosen.runs, side, lowest=low, size=size, throw=throw, points=points)


@rule
def best_before(g: Game, side: int) -> int:
    """Return the best score of the other players who are done; -1 if there are none."""
    best = -1
    for other in range(g.players):
        if other != side and g.seats[other].done == 1:
            best = max(best, g.seats[other].score)
    return best


@rule
def set_up_game(g: Game, log: Log) -> None:
    """Play everything before the Host's turn."""
    set_powers(g)
    set_scale(g)
    g.opener = 0
    g.winner = -1
    g.hint = -1
    g.rounds = 1
    write.sit_down(g, log, g.chosen.players, g.players)
    collect_antes(g, log)
    roll_shared_hero(g, log)


@rule
def play_stage(g: Game, lore: Rows[BotTable], log: Log) -> bool:
    """Play the next stage of a game, and return whether another follows.

    The first is setting up. Each other one is a turn, or a throw if the game goes round by round.
    """
    if g.core.stage == 0:
        set_up_game(g, log)
        return True
    turn = g.core.stage - 1
    if g.chosen.throws == R.THROWS_ROUNDS:
        rounds(g, lore, log, turn % g.players, turn // g.players + 1)
    else:
        play_turn(g, lore, log, turn)
    if are_all_done(g):
        end_game(g, log)
        return False
    return True


@rule
def play_turn(g: Game, lore: Rows[BotTable], log: Log, side: int) -> None:
    """Play a player's whole turn."""
    if g.chosen.hero == R.HERO_OWN:
        own(g, log, side)
    play_throws(g, lore, log, side)
    score_turn(g, log, side)


@rule
def rounds(g: Game, lore: Rows[BotTable], log: Log, side: int, throw: int) -> None:
    """Play one throw of a player, who is done after the last one, or if no dice are thrown."""
    if g.seats[side].done == 1:
        return
    if throw == 1 and g.chosen.hero == R.HERO_OWN:
        own(g, log, side)
    has_thrown = play_throw(g, lore, log, side, throw)
    if has_thrown and throw < g.throws:
        read_hand(g, side)
        g.seats[side].score = best_score(g.hand, g.scale)
    else:
        score_turn(g, log, side)


@rule
def are_all_done(g: Game) -> bool:
    """Return whether every player's dice have been scored."""
    for side in range(g.players):
        if g.seats[side].done == 0:
            return False
    return True


@rule
def end_game(g: Game, log: Log) -> None:
    """Pay the pot out and end the game."""
    pay_out(g, log)
    best = best_before(g, -1)
    for side in range(g.players):
        if g.seats[side].place == 0 and g.seats[side].level == 1:
            g.winner = side
    g.over = 1
    write.game_over(g, log, g.chosen.pot, winner=g.winner, best_score=best)
