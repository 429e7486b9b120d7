"""Round Structure: from the muster to the last End Phase."""

from __future__ import annotations

from carnage.engine.battle.attack.dynamite import burn_fuses, dynamite
from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame import writers as write
from carnage.engine.battle.frame.luck import prepare_luck, reset_re_rolls
from carnage.engine.battle.frame.model_status import clear_sight_cache, upright_from, upright_to
from carnage.engine.battle.frame.state import MORALE_PHASE, MOVE, SPECIAL, Game, Log
from carnage.engine.battle.harm.counters import fade_stun_markers, load_all, wake_up
from carnage.engine.battle.harm.damage import doomed
from carnage.engine.battle.harm.morale import take_rattled_tests
from carnage.engine.battle.move.loot import drop_loot, scoop_loot
from carnage.engine.battle.muster.deployment import deployment
from carnage.engine.battle.muster.forces import muster
from carnage.engine.battle.turn.action_points import has_special_action
from carnage.engine.battle.turn.activation_order import (
    activation_tokens,
    activations,
    last_orders,
    reset_activations,
)
from carnage.engine.battle.turn.allocation import allocate
from carnage.engine.battle.turn.clock import end_late_time, is_stopped
from carnage.engine.battle.turn.drinks import drinks
from carnage.engine.battle.turn.game_length import collapsing_ground, is_game_over
from carnage.engine.battle.turn.initiative import initiative
from carnage.engine.battle.turn.leg_it import force_leaving
from carnage.engine.battle.turn.markers import place_markers
from carnage.engine.battle.turn.objectives import score_round
from carnage.engine.battle.turn.units import points_in_play
from carnage.engine.compiling.marks import Rows, rule
from carnage.engine.core.chance import below, forget_dice, keep_die, rekey
from carnage.engine.core.geometry import NEVER, distance
from carnage.engine.core.rule_ids import NOT_ASKED, NoSuchRule
from carnage.engine.core.state import BotTable

# Purposes that key the dice of no unit; see `core.chance.rekey`.
SETUP = 0
INITIATIVE = 1
END = 3
LUCK = 4
LEVEL_INCHES = 0.001  # distances from the middle that differ by no more are equal
MAX_ROUNDS = 40  # more than any length allows; a game that reached it would count as capped


@rule
def set_the_table(g: Game, log: Log) -> None:
    """Play everything before the first round."""
    clear_sight_cache(g)
    g.opener = -1
    g.first = -1
    g.winner = -1
    rekey(g.core, 0, 0, SETUP)
    muster(g, log)
    if g.phased == 1:
        shuffle_phases(g, log)
    drop_loot(g, log)
    deployment(g, log)
    place_markers(g)
    load_all(g)
    if g.chosen.twist == R.TWIST_DYNAMITE:
        dynamite(g)


@rule
def shuffle_phases(g: Game, log: Log) -> None:
    """Shuffle the phases in which something can happen, once a game."""
    count = 0
    kind = MOVE
    while kind <= SPECIAL:
        if g.kinds_of_action & kind != 0:
            g.phases[count] = kind
            count += 1
        kind += kind
    if g.kinds_of_action & MORALE_PHASE != 0:
        g.phases[count] = MORALE_PHASE
        count += 1
    for n in range(count - 1, 0, -1):
        k = below(g.core, n + 1)
        kept = g.phases[n]
        g.phases[n] = g.phases[k]
        g.phases[k] = kept
    forget_dice(g.core)
    for n in range(count):
        keep_die(g.core, g.phases[n])
    write.phases(g, log, R.ROUND_STRUCTURE_PHASED)


@rule
def play_round(g: Game, log: Log) -> None:
    """Play one round. Raises NoSuchRule if the ruleset has another structure of rounds."""
    g.rounds += 1
    g.jumped = 0
    give_tokens(g)
    reset_activations(g)
    for i in range(g.n_models):
        g.models[i].moved = 0
        g.models[i].reacted = 0
    write.round(g, log, g.chosen.round_structure, g.rounds)
    rekey(g.core, 0, g.rounds, LUCK)
    prepare_luck(g, log)
    rekey(g.core, 0, g.rounds, INITIATIVE)
    if g.chosen.action_points == R.ACTION_POINTS_SECRET_ALLOCATION:
        allocate(g, log)
    initiative(g, log)
    if g.chosen.round_structure == R.ROUND_STRUCTURE_PHASED:
        phased(g, log)
    elif g.chosen.round_structure == R.ROUND_STRUCTURE_SPEED_PHASES:
        speed_phases(g, log)
    elif g.chosen.round_structure == R.ROUND_STRUCTURE_THE_BELL:
        the_bell(g, log)
    elif g.chosen.round_structure == R.ROUND_STRUCTURE_ACTION_PHASE:
        action_phase(g, log)
    else:
        raise NoSuchRule
    end_late_time(g, log)
    if g.over == 0 and is_stopped(g):
        last_orders(g, log)
    g.phase = 0
    g.speed_phase = 0
    g.called = 0
    end_phase(g, log)


@rule
def give_tokens(g: Game) -> None:
    """Give both sides their tokens at the start of a round."""
    for side in range(2):
        s = g.sides[side]
        s.activation_tokens = activation_tokens(g, side)
        s.game_tokens = min(s.game_tokens + g.p.game_tokens_tokens, g.p.game_tokens_purse)
        reset_re_rolls(g, side)


@rule
def action_phase(g: Game, log: Log) -> None:
    """Play all activations in one phase."""
    g.phase = 0
    activations(g, log)


@rule
def the_bell(g: Game, log: Log) -> None:
    """Play activations until each side has made as many as the larger had units; ring the bell."""
    g.phase = 0
    activations(g, log)
    if g.over == 1:
        return
    write.bell(g, log, R.ROUND_STRUCTURE_THE_BELL, g.rounds)


@rule
def speed_phases(g: Game, log: Log) -> None:
    """Play three phases, in each of which a model acts as often as its Pace allows."""
    for n in range(g.p.round_structure_phases):
        if is_stopped(g):
            return
        g.speed_phase = n + 1
        reset_activations(g)
        write.speed_phase(g, log, R.ROUND_STRUCTURE_SPEED_PHASES, number=n + 1)
        activations(g, log)
        wake_up(g, log, 1)
        burn_fuses(g, log)


@rule
def phased(g: Game, log: Log) -> None:
    """Play the phases in the order of this game."""
    for i in range(g.n_models):
        g.models[i].used = 0
        g.models[i].spent = 0
    for n in range(len(g.phases)):
        kind = g.phases[n]
        if is_stopped(g) or kind == 0:
            return
        g.called = kind
        if kind != MORALE_PHASE:
            reset_activations(g)
        write.phase(g, log, R.ROUND_STRUCTURE_PHASED, phase=kind)
        if kind == MORALE_PHASE:
            take_rattled_tests(g, log, g.first)
            take_rattled_tests(g, log, 1 - g.first)
        else:
            g.phase = kind
            may_be_empty = kind == SPECIAL and g.chosen.forces != NOT_ASKED
            if not may_be_empty or has_special_action(g):
                activations(g, log)


@rule
def end_phase(g: Game, log: Log) -> None:
    """Play the End Phase: drinks, forced leaving, Doomed Tokens, markers, scores, and the end.

    A game that is over has no End Phase.
    """
    rekey(g.core, 0, g.rounds, END)
    if g.over == 0:
        write.end_phase(g, log, g.chosen.round_structure)
        drinks(g, log)
        force_leaving(g, log)
    if g.over == 1:
        return
    if g.chosen.damage == R.DAMAGE_DOOMED:
        doomed(g, log)
    fade_stun_markers(g, log)
    collapsing_ground(g, log)
    score_round(g, log)
    if is_game_over(g, log):
        g.over = 1


@rule
def score_handicap(g: Game, log: Log) -> None:
    """Score the points that a house rule gives to the side that went second, or first."""
    points = int(g.p.victory_second_points)
    if points == 0 or g.opener < 0:
        return
    side = 1 - g.opener if points > 0 else g.opener
    g.sides[side].victory += abs(points)
    total = int(g.sides[side].victory)
    write.score(g, log, g.chosen.initiative, side, points=abs(points), total=total)


@rule
def nearer_to_middle(g: Game) -> int:
    """Return 1 if side 0 has the standing model nearest to the middle, -1 if side 1 has, else 0."""
    nearest_0 = middle_gap(g, 0)
    nearest_1 = middle_gap(g, 1)
    if abs(nearest_0 - nearest_1) <= LEVEL_INCHES:
        return 0
    return 1 if nearest_0 < nearest_1 else -1


@rule
def middle_gap(g: Game, side: int) -> float:
    """Return the distance of a side's nearest standing model from the middle of the table."""
    middle = g.table / 2.0
    nearest = NEVER
    for n in range(upright_from(g, side), upright_to(g, side)):
        m = g.models[int(g.upright[n])]
        nearest = min(nearest, distance(m.x, m.y, middle, middle))
    return nearest


@rule
def victory(g: Game, log: Log) -> None:
    """Find the winner: most victory points, most points of models left, nearest to the middle.

    Otherwise the game is drawn. Classic has no tie-breaks.
    """
    scoop_loot(g, log)
    score_handicap(g, log)
    a = g.sides[0].victory
    b = g.sides[1].victory
    g.margin = a - b
    closer = 0
    if a == b and g.p.victory_second_ties != 0 and g.opener >= 0:
        g.margin = 1 if g.opener == 1 else -1
    elif a == b and g.chosen.forces != NOT_ASKED:
        left = points_in_play(g, 0) - points_in_play(g, 1)
        if left != 0:
            closer = abs(left)
            g.margin = 1 if left > 0 else -1
        else:
            g.margin = nearer_to_middle(g)
    if g.margin != 0:
        g.winner = 0 if g.margin > 0 else 1
    write.game_over(
        g, log, g.chosen.objectives, winner=g.winner, score_1=a, score_2=b, points_more=closer
    )


@rule
def play_stage(g: Game, bot_table: Rows[BotTable], log: Log) -> bool:
    """Play the next stage of a game, the muster or a round, and return whether another follows.

    The bots of battles have no table.
    """
    if g.core.stage == 0:
        set_the_table(g, log)
    else:
        play_round(g, log)
    if g.over == 0 and g.rounds < MAX_ROUNDS:
        return True
    victory(g, log)
    return False
