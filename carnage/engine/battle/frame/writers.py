"""The writers of events, one for each kind: battle/frame/events.py says what their numbers mean.

Written by `make stubs`. `by` is the number of the rule that did it.
"""

from __future__ import annotations

from carnage.engine.battle.frame import events as E
from carnage.engine.battle.frame.noting import note, note_way
from carnage.engine.battle.frame.state import Game, Log
from carnage.engine.compiling.marks import rule

# fmt: off


@rule
def muster(g: Game, log: Log, by: int, side: int, unit_left_out: int, points_spent: int) -> None:
    """A side says which unit it leaves out."""
    note(g, log, E.MUSTER, by, side, -1, -1, unit_left_out, points_spent, 0, 0, 0)


@rule
def roll_off(g: Game, log: Log, by: int, winner: int) -> None:
    """Each side rolls a D6 until they differ.

    It shows the dice kept for it.
    """
    note(g, log, E.ROLL_OFF, by, -1, -1, -1, winner, 0, 0, 0, 1)


@rule
def edge(g: Game, log: Log, by: int, side: int, edge: int) -> None:
    """A side picks its table edge."""
    note(g, log, E.EDGE, by, side, -1, -1, edge, 0, 0, 0, 0)


@rule
def recruit(g: Game, log: Log, by: int, side: int, model: int, kind: int) -> None:
    """A side has this kind of model in its force."""
    note(g, log, E.RECRUIT, by, side, model, -1, kind, 0, 0, 0, 0)


@rule
def corner(g: Game, log: Log, by: int, side: int, corner: int) -> None:
    """A side picks its corner."""
    note(g, log, E.CORNER, by, side, -1, -1, corner, 0, 0, 0, 0)


@rule
def ring(g: Game, log: Log, by: int, side: int, in_the_middle: int) -> None:
    """A side is in the middle or outside."""
    note(g, log, E.RING, by, side, -1, -1, in_the_middle, 0, 0, 0, 0)


@rule
def cross(
    g: Game, log: Log, by: int, side: int, model: int, from_x: float, from_y: float, to_x: float, to_y: float,
    facing_x: float, facing_y: float
) -> None:
    """A model goes over the edge of the table."""
    note_way(
        g, log, E.CROSS, by, side, model, -1, 0, 0, 0, 0, from_x, from_y, to_x, to_y, facing_x, facing_y, 0
    )


@rule
def deploy(
    g: Game, log: Log, by: int, side: int, model: int, from_x: float, from_y: float, to_x: float, to_y: float,
    facing_x: float, facing_y: float
) -> None:
    """A model is set up."""
    note_way(
        g, log, E.DEPLOY, by, side, model, -1, 0, 0, 0, 0, from_x, from_y, to_x, to_y, facing_x, facing_y, 0
    )


@rule
def phases(g: Game, log: Log, by: int) -> None:
    """The order of the phases is shuffled.

    It shows the dice kept for it.
    """
    note(g, log, E.PHASES, by, -1, -1, -1, 0, 0, 0, 0, 1)


@rule
def round(g: Game, log: Log, by: int, round: int) -> None:
    """A round begins."""
    note(g, log, E.ROUND, by, -1, -1, -1, round, 0, 0, 0, 0)


@rule
def bid(g: Game, log: Log, by: int, side: int, tokens: int, total: int) -> None:
    """A side opens its bid.

    It shows the dice kept for it.
    """
    note(g, log, E.BID, by, side, -1, -1, tokens, total, 0, 0, 1)


@rule
def first_player(g: Game, log: Log, by: int, side: int, first_player: int) -> None:
    """The First Player is found."""
    note(g, log, E.FIRST_PLAYER, by, side, -1, -1, first_player, 0, 0, 0, 0)


@rule
def phase(g: Game, log: Log, by: int, phase: int) -> None:
    """A phase begins."""
    note(g, log, E.PHASE, by, -1, -1, -1, phase, 0, 0, 0, 0)


@rule
def activate(
    g: Game, log: Log, by: int, side: int, unit: int, number: int, score_gap: int, points_alive: int,
    enemy_points_alive: int
) -> None:
    """A unit is activated."""
    note(g, log, E.ACTIVATE, by, side, unit, -1, number, score_gap, points_alive, enemy_points_alive, 0)


@rule
def declare(g: Game, log: Log, by: int, side: int, unit: int, activations: int) -> None:
    """A side names a number of activations."""
    note(g, log, E.DECLARE, by, side, unit, -1, activations, 0, 0, 0, 0)


@rule
def jump(g: Game, log: Log, by: int, side: int, unit: int) -> None:
    """The First Player activates a unit before it is its turn."""
    note(g, log, E.JUMP, by, side, unit, -1, 0, 0, 0, 0, 0)


@rule
def drawn(g: Game, log: Log, by: int, side: int, tokens_left: int, idle: int) -> None:
    """A side's token is drawn from the bag; whether nobody can use it."""
    note(g, log, E.DRAWN, by, side, -1, -1, tokens_left, idle, 0, 0, 0)


@rule
def last_call(g: Game, log: Log, by: int, calls_left: int) -> None:
    """A Last Call is drawn."""
    note(g, log, E.LAST_CALL, by, -1, -1, -1, calls_left, 0, 0, 0, 0)


@rule
def card(g: Game, log: Log, by: int, side: int, unit: int, kept_by: int) -> None:
    """A unit's card is turned."""
    note(g, log, E.CARD, by, side, unit, -1, kept_by, 0, 0, 0, 0)


@rule
def bell(g: Game, log: Log, by: int, round: int) -> None:
    """The bell rings."""
    note(g, log, E.BELL, by, -1, -1, -1, round, 0, 0, 0, 0)


@rule
def anew(g: Game, log: Log, by: int, side: int) -> None:
    """A side that has activated everybody may activate them again."""
    note(g, log, E.ANEW, by, side, -1, -1, 0, 0, 0, 0, 0)


@rule
def last_orders(g: Game, log: Log, by: int) -> None:
    """Each side has one activation more."""
    note(g, log, E.LAST_ORDERS, by, -1, -1, -1, 0, 0, 0, 0, 0)


@rule
def end_phase(g: Game, log: Log, by: int) -> None:
    """The End Phase begins."""
    note(g, log, E.END_PHASE, by, -1, -1, -1, 0, 0, 0, 0, 0)


@rule
def speed_phase(g: Game, log: Log, by: int, number: int) -> None:
    """A speed phase begins."""
    note(g, log, E.SPEED_PHASE, by, -1, -1, -1, number, 0, 0, 0, 0)


@rule
def time_up(g: Game, log: Log, by: int, activations: int) -> None:
    """The clock has run out."""
    note(g, log, E.TIME_UP, by, -1, -1, -1, activations, 0, 0, 0, 0)


@rule
def toll(g: Game, log: Log, by: int, side: int, model: int) -> None:
    """A model pays for one activation more."""
    note(g, log, E.TOLL, by, side, model, -1, 0, 0, 0, 0, 0)


@rule
def allocation(
    g: Game, log: Log, by: int, side: int, move_dice: int, attack_dice: int, defend_dice: int
) -> None:
    """A side shows how it has shared out its dice."""
    note(g, log, E.ALLOCATION, by, side, -1, -1, move_dice, attack_dice, defend_dice, 0, 0)


@rule
def pay(g: Game, log: Log, by: int, side: int, unit: int, row: int, dice_left: int) -> None:
    """A die of the allocation pays for an action."""
    note(g, log, E.PAY, by, side, unit, -1, row, dice_left, 0, 0, 0)


@rule
def defend(g: Game, log: Log, by: int, side: int, model: int, dice_left: int) -> None:
    """A Defend die makes an attack harder."""
    note(g, log, E.DEFEND, by, side, model, -1, dice_left, 0, 0, 0, 0)


@rule
def pass_(g: Game, log: Log, by: int, side: int) -> None:
    """A side passes."""
    note(g, log, E.PASS, by, side, -1, -1, 0, 0, 0, 0, 0)


@rule
def token(g: Game, log: Log, by: int, side: int, tokens_left: int) -> None:
    """A side spends a token."""
    note(g, log, E.TOKEN, by, side, -1, -1, tokens_left, 0, 0, 0, 0)


@rule
def held_up(g: Game, log: Log, by: int, side: int, unit: int) -> None:
    """A unit loses its activation."""
    note(g, log, E.HELD_UP, by, side, unit, -1, 0, 0, 0, 0, 0)


@rule
def focus(g: Game, log: Log, by: int, side: int, model: int) -> None:
    """A model focuses."""
    note(g, log, E.FOCUS, by, side, model, -1, 0, 0, 0, 0, 0)


@rule
def focus_lost(g: Game, log: Log, by: int, side: int, model: int) -> None:
    """A model has not used its Focus, and loses it."""
    note(g, log, E.FOCUS_LOST, by, side, model, -1, 0, 0, 0, 0, 0)


@rule
def move(
    g: Game, log: Log, by: int, side: int, model: int, from_x: float, from_y: float, to_x: float, to_y: float,
    facing_x: float, facing_y: float
) -> None:
    """A model moves."""
    note_way(
        g, log, E.MOVE, by, side, model, -1, 0, 0, 0, 0, from_x, from_y, to_x, to_y, facing_x, facing_y, 0
    )


@rule
def face(
    g: Game, log: Log, by: int, side: int, model: int, from_x: float, from_y: float, to_x: float, to_y: float,
    facing_x: float, facing_y: float
) -> None:
    """A model turns."""
    note_way(
        g, log, E.FACE, by, side, model, -1, 0, 0, 0, 0, from_x, from_y, to_x, to_y, facing_x, facing_y, 0
    )


@rule
def test(
    g: Game, log: Log, by: int, side: int, model: int, unit: int, stat: int, value: int, difficulty: int,
    successes: int
) -> None:
    """A test is taken.

    It shows the dice kept for it.
    """
    note(g, log, E.TEST, by, side, model, unit, stat, value, difficulty, successes, 1)


@rule
def pushed(g: Game, log: Log, by: int, side: int, model: int, successes: int, thrown_again: int) -> None:
    """Dice are thrown once more.

    It shows the dice kept for it.
    """
    note(g, log, E.PUSHED, by, side, model, -1, successes, thrown_again, 0, 0, 1)


@rule
def re_roll(g: Game, log: Log, by: int, side: int, model: int, unit: int, tokens_left: int) -> None:
    """A token is spent on a failed test."""
    note(g, log, E.RE_ROLL, by, side, model, unit, tokens_left, 0, 0, 0, 0)


@rule
def attack(
    g: Game, log: Log, by: int, side: int, model: int, target: int, weapon: int, obscured: int, caught: int
) -> None:
    """A weapon is used; everyone caught in a burst is attacked by itself."""
    note(g, log, E.ATTACK, by, side, model, target, weapon, obscured, caught, 0, 0)


@rule
def wound(g: Game, log: Log, by: int, side: int, model: int, wounds: int, total: int) -> None:
    """A model suffers wounds."""
    note(g, log, E.WOUND, by, side, model, -1, wounds, total, 0, 0, 0)


@rule
def doom(g: Game, log: Log, by: int, side: int, model: int) -> None:
    """A model takes a Doomed Token."""
    note(g, log, E.DOOM, by, side, model, -1, 0, 0, 0, 0, 0)


@rule
def push(
    g: Game, log: Log, by: int, side: int, model: int, from_x: float, from_y: float, to_x: float, to_y: float,
    facing_x: float, facing_y: float
) -> None:
    """A model is pushed."""
    note_way(
        g, log, E.PUSH, by, side, model, -1, 0, 0, 0, 0, from_x, from_y, to_x, to_y, facing_x, facing_y, 0
    )


@rule
def removed(g: Game, log: Log, by: int, side: int, model: int) -> None:
    """A model is removed."""
    note(g, log, E.REMOVED, by, side, model, -1, 0, 0, 0, 0, 0)


@rule
def unit_lost(g: Game, log: Log, by: int, side: int, unit: int, points: int) -> None:
    """A unit is removed."""
    note(g, log, E.UNIT_LOST, by, side, unit, -1, points, 0, 0, 0, 0)


@rule
def survive(g: Game, log: Log, by: int, side: int, model: int) -> None:
    """A model passes its test and stays."""
    note(g, log, E.SURVIVE, by, side, model, -1, 0, 0, 0, 0, 0)


@rule
def rattled(g: Game, log: Log, by: int, side: int, unit: int, unit_lost: int) -> None:
    """A unit sees a friend removed."""
    note(g, log, E.RATTLED, by, side, unit, unit_lost, 0, 0, 0, 0, 0)


@rule
def flee(
    g: Game, log: Log, by: int, side: int, model: int, from_x: float, from_y: float, to_x: float, to_y: float,
    facing_x: float, facing_y: float
) -> None:
    """A model flees.

    It shows the dice kept for it.
    """
    note_way(
        g, log, E.FLEE, by, side, model, -1, 0, 0, 0, 0, from_x, from_y, to_x, to_y, facing_x, facing_y, 1
    )


@rule
def shaken(g: Game, log: Log, by: int, side: int, unit: int, tokens: int) -> None:
    """A unit takes a Shaken Token."""
    note(g, log, E.SHAKEN, by, side, unit, -1, tokens, 0, 0, 0, 0)


@rule
def steady(g: Game, log: Log, by: int, side: int, unit: int) -> None:
    """A unit's Shaken Tokens are taken off."""
    note(g, log, E.STEADY, by, side, unit, -1, 0, 0, 0, 0, 0)


@rule
def shout(g: Game, log: Log, by: int, side: int, model: int, target: int) -> None:
    """A model sends a friend to move."""
    note(g, log, E.SHOUT, by, side, model, target, 0, 0, 0, 0, 0)


@rule
def patch_up(g: Game, log: Log, by: int, side: int, model: int, target: int) -> None:
    """A model heals another."""
    note(g, log, E.PATCH_UP, by, side, model, target, 0, 0, 0, 0, 0)


@rule
def attempt(g: Game, log: Log, by: int, side: int, model: int, marker: int) -> None:
    """A model tries to capture a marker."""
    note(g, log, E.ATTEMPT, by, side, model, -1, marker, 0, 0, 0, 0)


@rule
def capture(g: Game, log: Log, by: int, side: int, model: int, marker: int) -> None:
    """A model captures a marker."""
    note(g, log, E.CAPTURE, by, side, model, -1, marker, 0, 0, 0, 0)


@rule
def drop(g: Game, log: Log, by: int, side: int, token: int, to_x: float, to_y: float) -> None:
    """A Loot Token comes to lie on the table."""
    note_way(g, log, E.DROP, by, side, -1, -1, token, 0, 0, 0, 0.0, 0.0, to_x, to_y, 0.0, 0.0, 0)


@rule
def loot(g: Game, log: Log, by: int, side: int, model: int, token: int, stash: int) -> None:
    """A model picks up loot."""
    note(g, log, E.LOOT, by, side, model, -1, token, stash, 0, 0, 0)


@rule
def steal(
    g: Game, log: Log, by: int, side: int, model: int, target: int, stash: int, enemy_stash: int
) -> None:
    """A model takes loot from the other side's stash."""
    note(g, log, E.STEAL, by, side, model, target, stash, enemy_stash, 0, 0, 0)


@rule
def scoop(g: Game, log: Log, by: int, side: int, tokens: int, stash: int) -> None:
    """The last side takes what lies about."""
    note(g, log, E.SCOOP, by, side, -1, -1, tokens, stash, 0, 0, 0)


@rule
def tower(g: Game, log: Log, by: int, side: int, model: int, added: int, tower: int) -> None:
    """A tower grows by damage, or by a friend's care."""
    note(g, log, E.TOWER, by, side, model, -1, added, tower, 0, 0, 0)


@rule
def swig(g: Game, log: Log, by: int, side: int, model: int, added: int, tower: int) -> None:
    """A drink makes a tower grow."""
    note(g, log, E.SWIG, by, side, model, -1, added, tower, 0, 0, 0)


@rule
def dwindle(g: Game, log: Log, by: int, side: int, model: int, taken: int, tower: int) -> None:
    """Damage takes dice off a tower."""
    note(g, log, E.DWINDLE, by, side, model, -1, taken, tower, 0, 0, 0)


@rule
def rebuild(g: Game, log: Log, by: int, side: int, model: int, tower: int) -> None:
    """A unit without a tower builds one."""
    note(g, log, E.REBUILD, by, side, model, -1, tower, 0, 0, 0, 0)


@rule
def hand_over(g: Game, log: Log, by: int, side: int, model: int, tower: int) -> None:
    """A unit's tower goes to the model that acts."""
    note(g, log, E.HAND_OVER, by, side, model, -1, tower, 0, 0, 0, 0)


@rule
def strike(g: Game, log: Log, by: int, side: int, model: int, tower: int, falls: int) -> None:
    """A thrown die strikes a tower."""
    note(g, log, E.STRIKE, by, side, model, -1, tower, falls, 0, 0, 0)


@rule
def spill(g: Game, log: Log, by: int, side: int, model: int, target: int, tower: int, falls: int) -> None:
    """The dice of a falling tower strike another."""
    note(g, log, E.SPILL, by, side, model, target, tower, falls, 0, 0, 0)


@rule
def fall(g: Game, log: Log, by: int, side: int, model: int, tower: int) -> None:
    """A model falls, with its tower or because it has none left."""
    note(g, log, E.FALL, by, side, model, -1, tower, 0, 0, 0, 0)


@rule
def sober(g: Game, log: Log, by: int, side: int, model: int, tower: int) -> None:
    """A model loses its tower to the other side."""
    note(g, log, E.SOBER, by, side, model, -1, tower, 0, 0, 0, 0)


@rule
def throw(g: Game, log: Log, by: int, side: int, model: int, weapon: int, aim_x: float, aim_y: float) -> None:
    """A model throws dice."""
    note_way(g, log, E.THROW, by, side, model, -1, weapon, 0, 0, 0, 0.0, 0.0, aim_x, aim_y, 0.0, 0.0, 0)


@rule
def die(g: Game, log: Log, by: int, side: int, model: int, value: int, to_x: float, to_y: float) -> None:
    """A thrown die comes to rest.

    It shows the dice kept for it.
    """
    note_way(g, log, E.DIE, by, side, model, -1, value, 0, 0, 0, 0.0, 0.0, to_x, to_y, 0.0, 0.0, 1)


@rule
def use(g: Game, log: Log, by: int, side: int, model: int, value: int) -> None:
    """A Move Die is used."""
    note(g, log, E.USE, by, side, model, -1, value, 0, 0, 0, 0)


@rule
def discard(g: Game, log: Log, by: int, side: int, model: int, value: int) -> None:
    """A Move Die is discarded."""
    note(g, log, E.DISCARD, by, side, model, -1, value, 0, 0, 0, 0)


@rule
def bullet(
    g: Game, log: Log, by: int, side: int, model: int, target: int, value: int, toughness: int, damage: int,
    hits: int, aim_x: float, aim_y: float
) -> None:
    """A bullet flies.

    It shows the dice kept for it.
    """
    note_way(
        g, log, E.BULLET, by, side, model, target, value, toughness, damage, hits, 0.0, 0.0, aim_x, aim_y,
        0.0, 0.0, 1
    )


@rule
def fight(g: Game, log: Log, by: int, side: int, model: int, target: int) -> None:
    """A fight breaks out."""
    note(g, log, E.FIGHT, by, side, model, target, 0, 0, 0, 0, 0)


@rule
def signs(g: Game, log: Log, by: int, side: int, model: int, target: int, sign: int, answer: int) -> None:
    """Both sides show a hand sign."""
    note(g, log, E.SIGNS, by, side, model, target, sign, answer, 0, 0, 0)


@rule
def thump(
    g: Game, log: Log, by: int, side: int, model: int, target: int, toughness: int, damage: int
) -> None:
    """A model thumps another.

    It shows the dice kept for it.
    """
    note(g, log, E.THUMP, by, side, model, target, toughness, damage, 0, 0, 1)


@rule
def shove(
    g: Game, log: Log, by: int, side: int, model: int, into_terrain: int, from_x: float, from_y: float, to_x:
    float, to_y: float, facing_x: float, facing_y: float
) -> None:
    """A model is shoved or parted."""
    note_way(
        g, log, E.SHOVE, by, side, model, -1, into_terrain, 0, 0, 0, from_x, from_y, to_x, to_y, facing_x,
        facing_y, 0
    )


@rule
def pinch(g: Game, log: Log, by: int, side: int, model: int, target: int) -> None:
    """A model is pinched and loses an activation."""
    note(g, log, E.PINCH, by, side, model, target, 0, 0, 0, 0, 0)


@rule
def boot_up(g: Game, log: Log, by: int, side: int, model: int, target: int) -> None:
    """A model boots up another."""
    note(g, log, E.BOOT_UP, by, side, model, target, 0, 0, 0, 0, 0)


@rule
def leg_it(g: Game, log: Log, by: int, side: int, forced: int) -> None:
    """A side legs it."""
    note(g, log, E.LEG_IT, by, side, -1, -1, forced, 0, 0, 0, 0)


@rule
def leave(g: Game, log: Log, by: int, side: int, model: int) -> None:
    """A model gets away."""
    note(g, log, E.LEAVE, by, side, model, -1, 0, 0, 0, 0, 0)


@rule
def drunk(g: Game, log: Log, by: int, side: int, model: int) -> None:
    """A model has had a drink too many.

    It shows the dice kept for it.
    """
    note(g, log, E.DRUNK, by, side, model, -1, 0, 0, 0, 0, 1)


@rule
def sits_out(g: Game, log: Log, by: int, side: int, model: int) -> None:
    """A model takes no part in its unit's activation."""
    note(g, log, E.SITS_OUT, by, side, model, -1, 0, 0, 0, 0, 0)


@rule
def get_up(g: Game, log: Log, by: int, side: int, model: int) -> None:
    """A prone model stands up."""
    note(g, log, E.GET_UP, by, side, model, -1, 0, 0, 0, 0, 0)


@rule
def crawl(
    g: Game, log: Log, by: int, side: int, model: int, from_x: float, from_y: float, to_x: float, to_y: float,
    facing_x: float, facing_y: float
) -> None:
    """A prone model crawls."""
    note_way(
        g, log, E.CRAWL, by, side, model, -1, 0, 0, 0, 0, from_x, from_y, to_x, to_y, facing_x, facing_y, 0
    )


@rule
def knocked_down(g: Game, log: Log, by: int, side: int, model: int) -> None:
    """A model is knocked down."""
    note(g, log, E.KNOCKED_DOWN, by, side, model, -1, 0, 0, 0, 0, 0)


@rule
def knocked_out(g: Game, log: Log, by: int, side: int, model: int, phases: int) -> None:
    """A model is knocked out."""
    note(g, log, E.KNOCKED_OUT, by, side, model, -1, phases, 0, 0, 0, 0)


@rule
def awake(g: Game, log: Log, by: int, side: int, model: int) -> None:
    """A model comes to."""
    note(g, log, E.AWAKE, by, side, model, -1, 0, 0, 0, 0, 0)


@rule
def stunned(g: Game, log: Log, by: int, side: int, model: int, markers: int, total: int) -> None:
    """A model takes Stun markers."""
    note(g, log, E.STUNNED, by, side, model, -1, markers, total, 0, 0, 0)


@rule
def fade(g: Game, log: Log, by: int, side: int, model: int, markers_left: int) -> None:
    """A Stun marker goes by itself."""
    note(g, log, E.FADE, by, side, model, -1, markers_left, 0, 0, 0, 0)


@rule
def counter_off(g: Game, log: Log, by: int, side: int, model: int, jam: int, markers_left: int) -> None:
    """A model removes a marker."""
    note(g, log, E.COUNTER_OFF, by, side, model, -1, jam, markers_left, 0, 0, 0)


@rule
def aim(g: Game, log: Log, by: int, side: int, model: int, target: int, aims: int) -> None:
    """A model takes aim."""
    note(g, log, E.AIM, by, side, model, target, aims, 0, 0, 0, 0)


@rule
def dealt(g: Game, log: Log, by: int, side: int, talent: int, second: int, third: int, fourth: int) -> None:
    """A side draws talents, -1 where it draws fewer."""
    note(g, log, E.DEALT, by, side, -1, -1, talent, second, third, fourth, 0)


@rule
def gift(g: Game, log: Log, by: int, side: int, model: int, talent: int) -> None:
    """A model is given a talent."""
    note(g, log, E.GIFT, by, side, model, -1, talent, 0, 0, 0, 0)


@rule
def shrug(g: Game, log: Log, by: int, side: int, model: int) -> None:
    """A talent keeps a model from harm."""
    note(g, log, E.SHRUG, by, side, model, -1, 0, 0, 0, 0, 0)


@rule
def watch(g: Game, log: Log, by: int, side: int, model: int) -> None:
    """A model begins to watch."""
    note(g, log, E.WATCH, by, side, model, -1, 0, 0, 0, 0, 0)


@rule
def watch_over(g: Game, log: Log, by: int, side: int, model: int) -> None:
    """A model no longer watches."""
    note(g, log, E.WATCH_OVER, by, side, model, -1, 0, 0, 0, 0, 0)


@rule
def reaction(g: Game, log: Log, by: int, side: int, model: int, target: int) -> None:
    """A model shoots in an enemy's activation."""
    note(g, log, E.REACTION, by, side, model, target, 0, 0, 0, 0, 0)


@rule
def dodge(g: Game, log: Log, by: int, side: int, model: int) -> None:
    """A model dodges what is shot at it."""
    note(g, log, E.DODGE, by, side, model, -1, 0, 0, 0, 0, 0)


@rule
def aim_lost(g: Game, log: Log, by: int, side: int, model: int) -> None:
    """A model's aim is spoiled."""
    note(g, log, E.AIM_LOST, by, side, model, -1, 0, 0, 0, 0, 0)


@rule
def reload(g: Game, log: Log, by: int, side: int, model: int, weapon: int) -> None:
    """A model reloads."""
    note(g, log, E.RELOAD, by, side, model, -1, weapon, 0, 0, 0, 0)


@rule
def shot(
    g: Game, log: Log, by: int, side: int, model: int, target: int, number: int, hit: int, chart: int,
    shots_left: int
) -> None:
    """A shot is rolled for.

    It shows the dice kept for it.
    """
    note(g, log, E.SHOT, by, side, model, target, number, hit, chart, shots_left, 1)


@rule
def jam(g: Game, log: Log, by: int, side: int, model: int, weapon: int) -> None:
    """A weapon jams."""
    note(g, log, E.JAM, by, side, model, -1, weapon, 0, 0, 0, 0)


@rule
def contest(
    g: Game, log: Log, by: int, side: int, model: int, target: int, total: int, target_total: int, weapon:
    int, other: int, prone_target: float, moved_target: float, moved_fighter: float, turned_target: float,
    turned_fighter: float, dynamite: float
) -> None:
    """Two models fight, each with a roll; what of the target's total is for what.

    It shows the dice kept for it.
    """
    note_way(
        g, log, E.CONTEST, by, side, model, target, total, target_total, weapon, other, prone_target,
        moved_target, moved_fighter, turned_target, turned_fighter, dynamite, 1
    )


@rule
def beaten(g: Game, log: Log, by: int, side: int, model: int, target: int, result: int) -> None:
    """Somebody has lost a fight."""
    note(g, log, E.BEATEN, by, side, model, target, result, 0, 0, 0, 0)


@rule
def luck(
    g: Game, log: Log, by: int, side: int, model: int, needed: int, avoided: int, luck_left: int
) -> None:
    """A luck roll is made.

    It shows the dice kept for it.
    """
    note(g, log, E.LUCK, by, side, model, -1, needed, avoided, luck_left, 0, 1)


@rule
def hero_number(g: Game, log: Log, by: int, side: int, number: int) -> None:
    """A side's Hero number is rolled.

    It shows the dice kept for it.
    """
    note(g, log, E.HERO_NUMBER, by, side, -1, -1, number, 0, 0, 0, 1)


@rule
def hero(g: Game, log: Log, by: int, side: int, model: int, counts: int) -> None:
    """A die that shows the Hero number counts as another."""
    note(g, log, E.HERO, by, side, model, -1, counts, 0, 0, 0, 0)


@rule
def light(
    g: Game, log: Log, by: int, side: int, model: int, sticks: int, fuse_cut: int, left: int, burnt: int
) -> None:
    """A model lights dynamite; some of the fuse is burnt if it was put out before."""
    note(g, log, E.LIGHT, by, side, model, -1, sticks, fuse_cut, left, burnt, 0)


@rule
def steady_arm(g: Game, log: Log, by: int, side: int, model: int, aims: int) -> None:
    """A model takes aim with dynamite."""
    note(g, log, E.STEADY_ARM, by, side, model, -1, aims, 0, 0, 0, 0)


@rule
def hurl(
    g: Game, log: Log, by: int, side: int, model: int, number: int, hits: int, taken_up: int, from_x: float,
    from_y: float, aim_x: float, aim_y: float
) -> None:
    """A model throws dynamite.

    It shows the dice kept for it.
    """
    note_way(
        g, log, E.HURL, by, side, model, -1, number, hits, taken_up, 0, from_x, from_y, aim_x, aim_y, 0.0,
        0.0, 1
    )


@rule
def lands(g: Game, log: Log, by: int, sticks: int, to_x: float, to_y: float) -> None:
    """Dynamite comes to lie.

    It shows the dice kept for it.
    """
    note_way(g, log, E.LANDS, by, -1, -1, -1, sticks, 0, 0, 0, 0.0, 0.0, to_x, to_y, 0.0, 0.0, 1)


@rule
def snuff(g: Game, log: Log, by: int, side: int, model: int, sticks: int, left: int) -> None:
    """A model puts out dynamite."""
    note(g, log, E.SNUFF, by, side, model, -1, sticks, left, 0, 0, 0)


@rule
def burn(g: Game, log: Log, by: int) -> None:
    """Fuses burn."""
    note(g, log, E.BURN, by, -1, -1, -1, 0, 0, 0, 0, 0)


@rule
def blast(
    g: Game, log: Log, by: int, sticks: int, to_x: float, to_y: float, near: float, less_near: float
) -> None:
    """Dynamite explodes, and hurts some who are near and others less."""
    note_way(g, log, E.BLAST, by, -1, -1, -1, sticks, 0, 0, 0, 0.0, 0.0, to_x, to_y, near, less_near, 0)


@rule
def goes_off(
    g: Game, log: Log, by: int, side: int, model: int, to_x: float, to_y: float, near: float
) -> None:
    """A loss explodes."""
    note_way(g, log, E.GOES_OFF, by, side, model, -1, 0, 0, 0, 0, 0.0, 0.0, to_x, to_y, near, 0.0, 0)


@rule
def score(g: Game, log: Log, by: int, side: int, points: int, total: int) -> None:
    """A side scores."""
    note(g, log, E.SCORE, by, side, -1, -1, points, total, 0, 0, 0)


@rule
def end_roll(g: Game, log: Log, by: int, side: int, round: int, over: int) -> None:
    """The First Player rolls for the end.

    It shows the dice kept for it.
    """
    note(g, log, E.END_ROLL, by, side, -1, -1, round, over, 0, 0, 1)


@rule
def game_over(g: Game, log: Log, by: int, winner: int, score_1: int, score_2: int, points_more: int) -> None:
    """The game ends."""
    note(g, log, E.GAME_OVER, by, -1, -1, -1, winner, score_1, score_2, points_more, 0)
