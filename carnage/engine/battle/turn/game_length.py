"""Game Length: the end of the game after a round."""

from __future__ import annotations

from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame import writers as write
from carnage.engine.battle.frame.event_log import fire, look_up
from carnage.engine.battle.frame.model_status import has_standing_model
from carnage.engine.battle.frame.state import Game, Log
from carnage.engine.battle.harm.damage import resolve_harm
from carnage.engine.battle.harm.losses import lost_models, models_at_start, remove_model
from carnage.engine.battle.harm.tower import has_towers
from carnage.engine.battle.turn.clock import boots_are_over
from carnage.engine.battle.turn.countdown import (
    doom_spaces,
    edge_gap,
    is_broken,
    strip_inches_lost,
)
from carnage.engine.battle.turn.objectives import score_points
from carnage.engine.compiling.marks import rule
from carnage.engine.core.chance import d6, forget_dice, keep_die
from carnage.engine.core.rule_ids import NoSuchRule


@rule
def is_game_over(g: Game, log: Log) -> bool:
    """Return whether the game ends now, by its length or because a side has no model left."""
    if g.over == 1:
        return True
    if g.chosen.game_length == R.GAME_LENGTH_BREAKING_POINT and breaking_point(g, log):
        return True
    return is_side_finished(g) or is_loot_settled(g) or is_length_reached(g, log)


@rule
def is_side_finished(g: Game) -> bool:
    """Return whether a side has no model left, or none that stands."""
    if g.sides[0].models == 0 or g.sides[1].models == 0:
        return True
    return g.stature == 1 and not (has_standing_model(g, 0) and has_standing_model(g, 1))


@rule
def is_length_reached(g: Game, log: Log) -> bool:
    """Return whether the game ends by its length, after the round just played.

    Raises NoSuchRule if the ruleset has another rule for the length.
    """
    if g.chosen.game_length == R.GAME_LENGTH_THE_CLOCK:
        return the_clock(g)
    if g.chosen.game_length == R.GAME_LENGTH_THE_CLOCK_LAST_ORDERS:
        return the_clock_last_orders(g)
    if g.chosen.game_length == R.GAME_LENGTH_LAST_SIDE_STANDING:
        return last_side_standing(g)
    if g.chosen.game_length == R.GAME_LENGTH_BREAKING_POINT:
        return is_round_reached(g, R.GAME_LENGTH_BREAKING_POINT, int(g.p.game_length_rounds))
    if g.chosen.game_length == R.GAME_LENGTH_COLLAPSING_GROUND:
        return is_round_reached(g, R.GAME_LENGTH_COLLAPSING_GROUND, int(g.p.game_length_rounds))
    if g.chosen.game_length == R.GAME_LENGTH_DOOM_TRACK:
        return doom_track(g, log)
    if g.chosen.game_length == R.GAME_LENGTH_FIXED_ROUND_LIMIT:
        return fixed_round_limit(g)
    if g.chosen.game_length == R.GAME_LENGTH_UNCERTAIN_ROUND_LIMIT_3_10:
        return uncertain_round_limit_3_10(g, log)
    if g.chosen.game_length == R.GAME_LENGTH_UNCERTAIN_ROUND_LIMIT_5_7:
        return uncertain_round_limit_5_7(g, log)
    raise NoSuchRule


@rule
def is_loot_settled(g: Game) -> bool:
    """Return whether a side has more than half of all loot, and cannot lose it any more.

    Loot changes its owner by boots, which are over once time is up, and by hand signs. A side
    that legs it drops some. Where sides break, that scores points too.
    """
    if g.chosen.objectives != R.OBJECTIVES_LOOT or g.chosen.morale == R.MORALE_LEG_IT:
        return False
    if g.chosen.game_length == R.GAME_LENGTH_BREAKING_POINT:
        return False
    if g.chosen.fighting == R.FIGHTING_HAND_SIGNS or (has_towers(g) and not boots_are_over(g)):
        return False
    tokens = 2 * int(g.p.objectives_tokens) + int(g.p.objectives_middle)
    return 2 * max(g.sides[0].stash, g.sides[1].stash) > tokens


@rule
def is_round_reached(g: Game, number: int, last: int) -> bool:
    """Return whether the round just played was number `last` or later.

    Counts rule `number` as looked up, and as applied if the round was.
    """
    look_up(g, number)
    if g.rounds < last:
        return False
    fire(g, number)
    return True


@rule
def the_clock(g: Game) -> bool:
    """Return whether the game has reached its limit of rounds after time was up."""
    if g.time_up == 0:
        return False
    if has_towers(g):
        more = g.p.game_length_bound
    else:
        more = g.p.game_length_grace
    return is_round_reached(g, R.GAME_LENGTH_THE_CLOCK, g.time_up + more)


@rule
def the_clock_last_orders(g: Game) -> bool:
    """Return whether the game ends, in the round in which time is up, after the last orders."""
    return g.time_up > 0


@rule
def last_side_standing(g: Game) -> bool:
    """Return whether Last Side Standing has reached its limit of rounds.

    `is_game_over` has already checked that both sides have models left.
    """
    return is_round_reached(g, R.GAME_LENGTH_LAST_SIDE_STANDING, int(g.p.game_length_rounds))


@rule
def fixed_round_limit(g: Game) -> bool:
    """Return whether the game ends by its limit of rounds."""
    return is_round_reached(g, R.GAME_LENGTH_FIXED_ROUND_LIMIT, int(g.p.game_length_rounds))


@rule
def uncertain_round_limit_3_10(g: Game, log: Log) -> bool:
    """Return whether the game ends: on D6 + round number of 9 or more."""
    forget_dice(g.core)
    die = d6(g.core)
    keep_die(g.core, die)
    over = die + g.rounds >= g.p.game_length_reach
    write.end_roll(
        g, log, R.GAME_LENGTH_UNCERTAIN_ROUND_LIMIT_3_10, g.first, round=g.rounds, over=int(over)
    )
    return over


@rule
def uncertain_round_limit_5_7(g: Game, log: Log) -> bool:
    """Return whether the game ends: after round 5 on 5+, round 6 on 3+, round 7 always."""
    if g.rounds < g.p.game_length_first:
        return False
    if g.rounds >= g.p.game_length_last:
        fire(g, R.GAME_LENGTH_UNCERTAIN_ROUND_LIMIT_5_7)
        return True
    forget_dice(g.core)
    die = d6(g.core)
    keep_die(g.core, die)
    if g.rounds == g.p.game_length_first:
        need = g.p.game_length_first_on
    else:
        need = g.p.game_length_second_on
    over = die >= need
    write.end_roll(
        g, log, R.GAME_LENGTH_UNCERTAIN_ROUND_LIMIT_5_7, g.first, round=g.rounds, over=int(over)
    )
    return over


@rule
def breaking_point(g: Game, log: Log) -> bool:
    """Score for the enemies of broken sides, and return whether a side is broken."""
    any_broken = False
    for side in range(2):
        if is_broken(g, side):
            any_broken = True
            lost = lost_models(g, side)
            began = models_at_start(g, side)
            write.broken(g, log, R.GAME_LENGTH_BREAKING_POINT, side, lost=lost, began=began)
    for side in range(2):
        if is_broken(g, side):
            bonus = int(g.p.game_length_bonus)
            if g.chosen.objectives == R.OBJECTIVES_POINTS_REMOVAL:
                bonus = int(g.p.game_length_kill_bonus)
            score_points(g, log, 1 - side, bonus, R.GAME_LENGTH_BREAKING_POINT)
    return any_broken


@rule
def collapsing_ground(g: Game, log: Log) -> None:
    """Let a strip along all edges crumble in the End Phase, and remove the models on it."""
    if g.chosen.game_length != R.GAME_LENGTH_COLLAPSING_GROUND:
        return
    inches = strip_inches_lost(g, g.rounds)
    if inches == 0:
        return
    g.lost_depth = inches * g.inch
    write.crumble(g, log, R.GAME_LENGTH_COLLAPSING_GROUND, inches=inches)
    for n in range(2):
        side = g.first if n == 0 else 1 - g.first
        for i in range(g.n_models):
            m = g.models[i]
            if m.side == side and m.in_play == 1 and edge_gap(g, m.x, m.y) < g.lost_depth:
                remove_model(g, log, i, R.GAME_LENGTH_COLLAPSING_GROUND)
    resolve_harm(g, log)


@rule
def doom_track(g: Game, log: Log) -> bool:
    """Move the marker on the Doom Track, and return whether it has reached the last space."""
    spaces = doom_spaces(g)
    losses = lost_models(g, 0) + lost_models(g, 1)
    g.doom = min(spaces, int(g.p.game_length_step * g.rounds + g.p.game_length_loss * losses))
    write.doom_track(g, log, R.GAME_LENGTH_DOOM_TRACK, reached=g.doom, spaces=spaces, losses=losses)
    return g.doom >= spaces
