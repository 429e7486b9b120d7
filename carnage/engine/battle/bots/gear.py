"""Values of shots by range bands, of fights by opposed rolls, of aiming, reloading and luck."""

from __future__ import annotations

from carnage.engine.battle.attack.brawls import best_weapon, can_fight, enemy_total_change
from carnage.engine.battle.attack.range_bands import chart_change, d10_chance, number_to_reach
from carnage.engine.battle.bots.attack_values import weighted_harm_value
from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame.model_status import gait_distance, upright_from, upright_to
from carnage.engine.battle.frame.state import SPECIAL, Game
from carnage.engine.battle.frame.talent_list import brawlers_edge
from carnage.engine.battle.harm.counters import can_aim_at, shots_left
from carnage.engine.battle.see.line_of_sight import measure_gaps
from carnage.engine.compiling.marks import inlined, rule
from carnage.engine.core.geometry import distance
from carnage.engine.core.state import Option

D10_SIDES = 10
OPPOSED_ROLLS = 100.0  # the ways in which two D10 fall
OTHER_ROLLS = 9.0  # of a D10 that a helpless model does not roll: all of them count like the first
EVEN_CHANCE_SCALE = 2.0  # a chance times this is 1 for an even chance

RAN = 2  # `moved` of a model that has run, as `gaits.gait_of_move` returns it

# Chosen by hand.
KNOCK_DOWN_SHARE = 0.15  # value of knocking a model down, as a share of its points
KNOCK_OUT_SHARE = 0.35  # of knocking it out
STUN_MARKER_SHARE = 0.06  # of each Stun marker
OWN_HARM_WEIGHT = 0.8  # of harm to the model itself, against harm to the enemy
RUN_FACTOR = 0.8  # of a shot after a run
SAME_PLACE_INCHES = 0.01  # for rounding of positions
FREE_AIM_POINTS = 0.4  # of aiming in a phase in which nothing else can be done
LONG_SHOT_POINTS = 0.4  # a shot that is worth less is better aimed first
LONG_SHOT_AIM_POINTS = 0.5  # of aiming it
EMPTY_RELOAD_POINTS = 2.0  # of reloading if all guns are empty
LOW_RELOAD_POINTS = 0.15  # of reloading if at most a third of the rounds are left
LOW_LOAD_DIVISOR = 3
LUCK_POINTS = 0.25  # value of a point of Luck


@rule
def shot_hit_value(g: Game, w: int, j: int) -> float:
    """Return the value of a hit on model j with weapon w, by range bands."""
    t = g.models[j]
    points = float(g.kinds[t.kind].points)
    besides = 0.0
    if g.chosen.damage == R.DAMAGE_SLOWED:
        if t.out == 0:
            besides = KNOCK_OUT_SHARE * points
        return weighted_harm_value(g, j, float(g.p.shooting_wound)) + besides
    if t.prone == 0:
        besides = KNOCK_DOWN_SHARE * points
    return weighted_harm_value(g, j, float(g.weapons[w].wounds)) + besides


@rule
def shot_value(g: Game, i: int, w: int, j: int) -> float:
    """Return the value of a shot of model i at model j, by range bands.

    Call `measure_gaps` for i first.
    """
    return d10_chance(number_to_reach(g, i, w, j)) * shot_hit_value(g, w, j)


@rule
def best_shot_hit_value(g: Game, i: int) -> float:
    """Return the value of a hit on the best of model i's targets.

    Call `measure_gaps` for i first.
    """
    m = g.models[i]
    kind = g.kinds[m.kind]
    best = 0.0
    for n in range(kind.n_weapons):
        w = int(kind.weapons[n])
        if g.weapons[w].ranged == 1:
            for place in range(upright_from(g, 1 - m.side), upright_to(g, 1 - m.side)):
                j = int(g.upright[place])
                if g.gaps[j] <= g.weapons[w].bands * g.p.shooting_band:
                    best = max(best, shot_hit_value(g, w, j))
    return best


@rule
def defeat_value(g: Game, j: int, difference: int) -> float:
    """Return the value to the enemy of model j's defeat in a fight, by the difference."""
    t = g.models[j]
    points = float(g.kinds[t.kind].points)
    value = STUN_MARKER_SHARE * points * (difference // g.p.fighting_less)
    if difference >= g.p.fighting_out:
        knock_out = KNOCK_OUT_SHARE * points if t.out == 0 else 0.0
        value += weighted_harm_value(g, j, float(g.p.fighting_wound)) + knock_out
    elif difference >= g.p.fighting_down and t.prone == 0:
        value += KNOCK_DOWN_SHARE * points
    return value


@rule
def fight_value(g: Game, i: int, w: int, j: int) -> float:
    """Return the value of a fight of model i with model j: the mean over all pairs of D10."""
    edge = int(g.weapons[w].edge) + brawlers_edge(g, i)
    enemy_edge = int(g.weapons[best_weapon(g, j)].edge) + brawlers_edge(g, j)
    enemy_bonus = enemy_total_change(g, i, j)
    is_helpless = g.models[j].out > 0
    total = 0.0
    for mine in range(1, D10_SIDES + 1):
        if is_helpless:
            lead = mine + edge - enemy_bonus
            total += lead_value(g, i, j, lead)
            total += OTHER_ROLLS * defeat_value(g, j, min(max(lead, 0), int(g.p.fighting_worst)))
            continue
        for theirs in range(1, D10_SIDES + 1):
            total += lead_value(g, i, j, mine + edge - enemy_bonus - (theirs + enemy_edge))
    return total / OPPOSED_ROLLS


@rule
def lead_value(g: Game, i: int, j: int, lead: int) -> float:
    """Return the value of a fight that model i wins against j by `lead`, or loses by -`lead`."""
    worst = int(g.p.fighting_worst)
    if lead > 1:
        return defeat_value(g, j, min(lead, worst))
    if lead < -1:
        return -OWN_HARM_WEIGHT * defeat_value(g, i, min(-lead, worst))
    return 0.0


@rule
def best_fight_value(g: Game, i: int, w: int) -> float:
    """Return the value of model i's best fight with weapon w."""
    side = g.models[i].side
    best = 0.0
    for n in range(upright_from(g, 1 - side), upright_to(g, 1 - side)):
        j = int(g.upright[n])
        if can_fight(g, i, j):
            best = max(best, fight_value(g, i, w, j))
    return best


@inlined
def range_factor(g: Game, i: int, gap: float) -> float:
    """Return the chance to hit with model i's best gun at a gap in inches; 1 for an even chance."""
    kind = g.kinds[g.models[i].kind]
    best = 0.0
    for n in range(kind.n_weapons):
        w = int(kind.weapons[n])
        if g.weapons[w].ranged == 1:
            best = max(best, d10_chance(int(g.p.shooting_base + chart_change(g, w, gap))))
    return EVEN_CHANCE_SCALE * best if best > 0.0 else 1.0


@rule
def run_factor(g: Game, i: int, place: Option) -> float:
    """Return the factor of a shot's value for a model that goes to the offered place first."""
    m = g.models[i]
    if m.moved == RAN:
        return 1.0
    walk = 0.0
    if g.chosen.movement == R.MOVEMENT_GAITS:
        walk = gait_distance(g, i, float(g.p.movement_walk))
    if distance(m.x, m.y, place.x, place.y) > walk + SAME_PLACE_INCHES:
        return RUN_FACTOR
    return 1.0


@rule
def can_spare_aim(g: Game, i: int) -> bool:
    """Return whether model i can aim and still shoot, and has no better use for the action."""
    m = g.models[i]
    if g.speed_phase > 0:
        return False
    if g.phase == SPECIAL:
        return True  # `forgone_attack_value` takes the cost into account
    economy = g.chosen.action_points
    if economy == R.ACTION_POINTS_ONE_OF_EVERYTHING:
        return True
    has_two_actions = (
        economy == R.ACTION_POINTS_TWO_UNIQUE_ACTIONS
        or economy == R.ACTION_POINTS_SHOOT_SCOOT_BOOT
        or economy == R.ACTION_POINTS_SECRET_ALLOCATION
    )
    return has_two_actions and m.spent == 0


@rule
def aim_value(g: Game, i: int, shot: float) -> float:
    """Return the value to model i of aiming. `shot` is the value of its best shot."""
    if can_spare_aim(g, i):
        if g.phase == 0:
            return g.weights[g.models[i].side].aim * shot
        return FREE_AIM_POINTS
    is_long_shot = shot > 0.0 and shot < LONG_SHOT_POINTS
    if is_long_shot and g.models[i].aims < g.p.counters_most:
        return LONG_SHOT_AIM_POINTS
    return 0.0


@rule
def reload_value(g: Game, i: int) -> float:
    """Return the value of reloading to model i: high if all its guns are empty."""
    kind = g.kinds[g.models[i].kind]
    shots = 0
    max_shots = 0
    for n in range(kind.n_weapons):
        shots += shots_left(g, i, int(kind.weapons[n]))
        max_shots += g.weapons[kind.weapons[n]].load
    if shots == 0:
        return EMPTY_RELOAD_POINTS
    if LOW_LOAD_DIVISOR * shots <= max_shots:
        return LOW_RELOAD_POINTS
    return 0.0


@rule
def evaluate_aims(g: Game, i: int) -> None:
    """Value the targets to aim at by the best shot at each."""
    m = g.models[i]
    measure_gaps(g, i)
    kind = g.kinds[m.kind]
    for k in range(g.core.offered):
        o = g.core.options[k]
        for n in range(kind.n_weapons):
            w = int(kind.weapons[n])
            if g.weapons[w].ranged == 1 and can_aim_at(g, i, o.who):
                o.value = max(o.value, shot_value(g, i, w, o.who))


@rule
def evaluate_reloads(g: Game, i: int) -> None:
    """Value the guns to reload by the rounds that they lack."""
    for k in range(g.core.offered):
        o = g.core.options[k]
        o.value = float(g.weapons[o.who].load - shots_left(g, i, o.who))


@rule
def luck_value(g: Game, i: int, what: int, stake: float, rolls: int) -> float:
    """Return the value of luck rolls.

    Args:
        g: The game.
        i: The model that rolls.
        what: 0 to accept the result.
        stake: The value of the loss that the rolls may avert.
        rolls: The number of rolls, all of which must succeed.
    """
    if what == 0:
        return 0.0
    luck = int(g.models[i].luck)
    succeeds = 1.0
    for n in range(rolls):
        succeeds *= min(1.0, max(0, luck - n) / g.p.luck_die)
    return succeeds * stake - LUCK_POINTS * rolls
