"""Throws: sets and runs in a handful of dice, and pushing for more."""

from __future__ import annotations

from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame import writers as write
from carnage.engine.battle.frame.asking import ask
from carnage.engine.battle.frame.luck import hero, may_be_hero
from carnage.engine.battle.frame.questions import PUSH
from carnage.engine.battle.frame.state import Game, Log
from carnage.engine.compiling.marks import rule
from carnage.engine.core.asking import clear, offer
from carnage.engine.core.chance import d6, keep_die

# So many dice of each face are kept in one number, four bits each, ones lowest.
FACES = 6


@rule
def of_face(dice: int, face: int) -> int:
    """How many of the dice show a face, 0 for a one."""
    return (dice >> (4 * face)) & 15


@rule
def without_run(dice: int, start: int, length: int) -> int:
    """The dice without a run that begins at a face; -1 if there is no such run."""
    for face in range(start, start + length):
        if of_face(dice, face) == 0:
            return -1
        dice -= 1 << (4 * face)
    return dice


@rule
def sets_in(g: Game, dice: int) -> tuple[int, int]:
    """The successes that sets alone make, and the dice that then lie idle."""
    worth, idle = 0, 0
    for face in range(FACES):
        n = of_face(dice, face)
        if n >= g.p.resolution_set:
            worth += n - g.p.resolution_lost
        else:
            idle += n << (4 * face)
    return worth, idle


@rule
def how_many(dice: int) -> int:
    """How many dice these are."""
    total = 0
    for face in range(FACES):
        total += of_face(dice, face)
    return total


@rule
def has_run(g: Game, dice: int) -> bool:
    """Whether there is any run among the dice."""
    length = 0
    for face in range(FACES):
        length = length + 1 if of_face(dice, face) > 0 else 0
        if length >= g.p.resolution_run:
            return True
    return False


@rule
def with_runs(g: Game, dice: int, worth: int, best: int, idle: int) -> tuple[int, int]:
    """The best and its idle dice, or a better way with one run more beside what makes `worth`."""
    for start in range(FACES - g.p.resolution_run + 1):
        for length in range(g.p.resolution_run, FACES - start + 1):
            rest = without_run(dice, start, length)
            if rest < 0:
                break
            more, lying = sets_in(g, rest)
            more += worth + length - g.p.resolution_lost
            if more > best or (more == best and how_many(lying) > how_many(idle)):
                best, idle = more, lying
    return best, idle


@rule
def arranged(g: Game, dice: int) -> tuple[int, int]:
    """The best way to share dice out, and the dice that lie idle then: of equals the way that leaves most.

    Two runs are enough: of nine dice three make no more than sets of the same dice do.
    """
    best, idle = sets_in(g, dice)
    if not has_run(g, dice):
        return best, idle
    best, idle = with_runs(g, dice, 0, best, idle)
    for start in range(FACES - g.p.resolution_run + 1):
        for length in range(g.p.resolution_run, FACES - start + 1):
            rest = without_run(dice, start, length)
            if rest < 0:
                break
            if has_run(g, rest):
                best, idle = with_runs(g, rest, length - g.p.resolution_lost, best, idle)
    return best, idle


@rule
def throw(g: Game, count: int) -> int:
    """So many dice thrown."""
    dice = 0
    for _ in range(count):
        die = d6(g.core)
        keep_die(g.core, die)
        dice += 1 << (4 * (die - 1))
    return dice


@rule
def wild(g: Game, log: Log, side: int, i: int, dice: int, difficulty: int) -> int:
    """The dice, with one that shows the Hero number made whatever serves best, if the side likes."""
    face = int(g.sides[side].hero) - 1
    if face < 0 or not may_be_hero(g, side, face + 1) or of_face(dice, face) == 0:
        return dice
    had, _ = arranged(g, dice)
    best, after = had, dice
    for other in range(FACES):
        changed = dice - (1 << (4 * face)) + (1 << (4 * other))
        worth, _ = arranged(g, changed)
        if worth > best:
            best, after = worth, changed
    if after == dice:
        return dice
    counts = 0
    for other in range(FACES):
        if of_face(after, other) > of_face(dice, other):
            counts = other + 1
    without = had if had >= difficulty else 0
    if hero(g, log, side, i, counts, without, best if best >= difficulty else 0):
        return after
    return dice


@rule
def goes_on(g: Game, log: Log, side: int, i: int, worth: int, dice: int) -> bool:
    """Whether a side that has successes enough pushes its throw all the same."""
    clear(g.core)
    offer(g.core, 0, dice, worth)
    offer(g.core, 1, dice, worth)
    return ask(g, log, side, PUSH, i) == 1


@rule
def push_your_throws(g: Game, log: Log, side: int, i: int, value: int, difficulty: int) -> int:
    """Stat D6, and the idle ones again but one; a push that adds nothing spoils it.

    Whoever would fail as it stands pushes without being asked: there is nothing to lose.
    """
    dice = wild(g, log, side, i, throw(g, min(value, g.p.resolution_most)), difficulty)
    worth, idle = arranged(g, dice)
    for _ in range(g.p.resolution_throws - 1):
        again = how_many(idle) - g.p.resolution_lost
        if again < 1 or (worth >= difficulty and not goes_on(g, log, side, i, worth, again)):
            break
        write.pushed(g, log, R.RESOLUTION_PUSH_YOUR_THROWS, side, i, successes=worth, thrown_again=again)
        dice = wild(g, log, side, i, dice - idle + throw(g, again), difficulty)
        more, idle = arranged(g, dice)
        if more <= worth:
            return 0
        worth = more
    return worth if worth >= difficulty else 0
