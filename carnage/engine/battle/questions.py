"""The kinds of question that a battle asks, and what the options of each mean.

LEAVE_OUT   who: the unit, -1 for none           EDGE        what: 0 south, 1 east, 2 north, 3 west
SET_UP      who: the unit                        PLACE       x, y
BID         what: tokens                         PICK        who: the unit, -1 to pass
GO_ON       what: 1 to go on                     DECLARE     what: activations
NEXT_MODEL  who: the model, -1 to end            ACT         what: see below; who: weapon or marker
MOVE        x, y, fx, fy                         FACE        fx, fy
TARGET      who: the model; other: the weapon    RE_ROLL     what: 1 to spend a token; x: the chance
            what: TO_SHOOT or TO_FIGHT, x: the number to reach or what the situation adds to the target's total
FRIEND      who: the model; what: SHOUT or PATCH_UP
ALLOCATE    what, who, other: dice on Move, Attack and Defend
DEFEND      what: 1 to spend a Defend die on the attack on model `who`
RISE        what: 0 to stand up, 1 to crawl to x, y
LUCK        what: 1 for a luck roll; x: what is at stake, in points
PUSH        what: 1 to throw again; other: the successes so far; who: dice to be thrown
HERO        what: 1 to call a die a Hero; other: what it makes of the result, who: what it is without
AIM         who: the model aimed at            RELOAD      who: the weapon
LIGHT       what: sticks; who: how fast they burn, 1, 2 or 4 steps at a time
HURL        x, y; who: the stick; fx: the number to reach
SNUFF       who: the stick, -1 for one that is lit now; what: 0 to throw it, 1 to put it out
"""

(
    LEAVE_OUT,
    EDGE,
    SET_UP,
    PLACE,
    BID,
    PICK,
    GO_ON,
    DECLARE,
    NEXT_MODEL,
    ACT,
    MOVE,
    FACE,
    TARGET,
    RE_ROLL,
    FRIEND,
    ALLOCATE,
    DEFEND,
    RISE,
    LUCK,
    PUSH,
    HERO,
    AIM,
    RELOAD,
    LIGHT,
    HURL,
    SNUFF,
) = range(26)

# What an option of ACT does.
STOP, TO_MOVE, TO_FOCUS, TO_ATTACK, TO_CAPTURE, TO_INTERACT, TO_SHOUT, TO_PATCH_UP = range(8)
TO_REMOVE, TO_FIGHT, TO_AIM, TO_RELOAD, TO_LIGHT, TO_STEADY, TO_HURL, TO_SNUFF = range(40, 48)
TO_SHOOT = 48  # of a TARGET: by range bands

# Questions that a planner leaves to the greedy bot: much work, little at stake.
ROUTINE = (EDGE, SET_UP, PLACE, NEXT_MODEL, FACE, FRIEND, RE_ROLL, PUSH, HERO, RELOAD, SNUFF)
