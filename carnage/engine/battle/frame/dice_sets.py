"""Push Your Throws: tests by sets and runs of dice, with further throws of the idle dice.

A hand of dice is one number: a count of four bits for each face, ones lowest.
"""

from __future__ import annotations

from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame import writers as write
from carnage.engine.battle.frame.decisions import ask
from carnage.engine.battle.frame.luck import can_be_hero, choose_hero
from carnage.engine.battle.frame.questions import PUSH
from carnage.engine.battle.frame.state import Game, Log
from carnage.engine.compiling.marks import rule
from carnage.engine.core.chance import d6, keep_die
from carnage.engine.core.decisions import clear, offer

# Faces are numbered from 0, which is a one.
FACES = 6


@rule
def count_face(dice: int, face: int) -> int:
    """Return the number of dice that show a face, 0 being a one."""
    return (dice >> (4 * face)) & 15


@rule
def remove_run(dice: int, start: int, length: int) -> int:
    """Return the dice less a run of `length` faces from `start` on; -1 if a face is missing."""
    for face in range(start, start + length):
        if count_face(dice, face) == 0:
            return -1
        dice -= 1 << (4 * face)
    return dice


@rule
def count_sets(g: Game, dice: int) -> tuple[int, int]:
    """Return the successes of all sets among the dice, and the dice that belong to no set."""
    worth = 0
    idle = 0
    for face in range(FACES):
        n = count_face(dice, face)
        if n >= g.p.resolution_set:
            worth += n - g.p.resolution_lost
        else:
            idle += n << (4 * face)
    return worth, idle


@rule
def count_dice(dice: int) -> int:
    """Return the number of dice."""
    total = 0
    for face in range(FACES):
        total += count_face(dice, face)
    return total


@rule
def has_run(g: Game, dice: int) -> bool:
    """Return whether the dice contain a run."""
    length = 0
    for face in range(FACES):
        length = length + 1 if count_face(dice, face) > 0 else 0
        if length >= g.p.resolution_run:
            return True
    return False


@rule
def best_with_runs(g: Game, dice: int, worth: int, best: int, idle: int) -> tuple[int, int]:
    """Return the better of a known arrangement and the best one that sets another run aside.

    Of equal arrangements the one with more idle dice is better.

    Args:
        g: The game.
        dice: The dice that are not set aside yet.
        worth: The successes of the runs set aside so far.
        best: The successes of the known arrangement.
        idle: Its idle dice.

    Returns:
        The successes and the idle dice of the better arrangement.
    """
    for start in range(FACES - g.p.resolution_run + 1):
        for length in range(g.p.resolution_run, FACES - start + 1):
            rest = remove_run(dice, start, length)
            if rest < 0:
                break
            more, lying = count_sets(g, rest)
            more += worth + length - g.p.resolution_lost
            if more > best or (more == best and count_dice(lying) > count_dice(idle)):
                best = more
                idle = lying
    return best, idle


@rule
def best_arrangement(g: Game, dice: int) -> tuple[int, int]:
    """Return the most successes that the dice can make, and the dice that then remain idle.

    Of equal arrangements the one with most idle dice counts. Up to two runs are tried: with nine
    dice, three runs make no more successes than sets of the same dice.
    """
    best, idle = count_sets(g, dice)
    if not has_run(g, dice):
        return best, idle
    best, idle = best_with_runs(g, dice, 0, best, idle)
    for start in range(FACES - g.p.resolution_run + 1):
        for length in range(g.p.resolution_run, FACES - start + 1):
            rest = remove_run(dice, start, length)
            if rest < 0:
                break
            if has_run(g, rest):
                best, idle = best_with_runs(g, rest, length - g.p.resolution_lost, best, idle)
    return best, idle


@rule
def roll_dice(g: Game, count: int) -> int:
    """Roll `count` D6 and return them as a hand of dice."""
    dice = 0
    for _ in range(count):
        die = d6(g.core)
        keep_die(g.core, die)
        dice += 1 << (4 * (die - 1))
    return dice


@rule
def call_hero_die(g: Game, log: Log, side: int, i: int, dice: int, difficulty: int) -> int:
    """Return the dice, after the side may have called one that shows the Hero number a Hero.

    The Hero becomes the face that makes most successes. The side is asked only if that is an
    improvement.

    Args:
        g: The game.
        log: Its log.
        side: The side that tests.
        i: The model that tests, -1 for a whole unit.
        dice: The dice thrown.
        difficulty: The successes that the test needs.
    """
    face = int(g.sides[side].hero) - 1
    if face < 0 or not can_be_hero(g, side, face + 1) or count_face(dice, face) == 0:
        return dice
    had, _ = best_arrangement(g, dice)
    best = had
    after = dice
    for other in range(FACES):
        changed = dice - (1 << (4 * face)) + (1 << (4 * other))
        worth, _ = best_arrangement(g, changed)
        if worth > best:
            best = worth
            after = changed
    if after == dice:
        return dice
    counts = 0
    for other in range(FACES):
        if count_face(after, other) > count_face(dice, other):
            counts = other + 1
    without = had if had >= difficulty else 0
    better = best if best >= difficulty else 0
    if choose_hero(g, log, side, i, counts, without, better):
        return after
    return dice


@rule
def choose_to_push(g: Game, log: Log, side: int, i: int, worth: int, dice: int) -> bool:
    """Ask a side whose test already succeeds whether it pushes the throw, and return its answer.

    Args:
        g: The game.
        log: Its log.
        side: The side that tests.
        i: The model that tests, -1 for a whole unit.
        worth: The successes so far.
        dice: The number of dice that would be thrown again.
    """
    clear(g.core)
    offer(g.core, 0, dice, worth)
    offer(g.core, 1, dice, worth)
    return ask(g, log, side, PUSH, i) == 1


@rule
def push_your_throws(g: Game, log: Log, side: int, i: int, value: int, difficulty: int) -> int:
    """Return the successes of a throw of stat D6 that may be pushed; 0 for a failure.

    A push throws the idle dice again, less the dice lost to a push. A push that adds no success
    spoils the test. A test that would fail is pushed without a question, because the side has
    nothing to lose.
    """
    dice = call_hero_die(g, log, side, i, roll_dice(g, min(value, g.p.resolution_most)), difficulty)
    worth, idle = best_arrangement(g, dice)
    for _ in range(g.p.resolution_throws - 1):
        again = count_dice(idle) - g.p.resolution_lost
        if again < 1 or (worth >= difficulty and not choose_to_push(g, log, side, i, worth, again)):
            break
        write.pushed(
            g, log, R.RESOLUTION_PUSH_YOUR_THROWS, side, i, successes=worth, thrown_again=again
        )
        dice = call_hero_die(g, log, side, i, dice - idle + roll_dice(g, again), difficulty)
        more, idle = best_arrangement(g, dice)
        if more <= worth:
            return 0
        worth = more
    return worth if worth >= difficulty else 0
