"""The kinds of question that a battle asks, and what the options of each mean.

LEAVE_OUT   who: the unit, -1 for none           EDGE        what: 0 south, 1 east, 2 north, 3 west
SET_UP      who: the unit                        PLACE       x, y
BID         what: tokens                         PICK        who: the unit, -1: pass (what 0), leg it (1)
GO_ON       what: 1 to go on                     DECLARE     what: activations
NEXT_MODEL  who: the model, -1 to end            ACT         what: see below; who: weapon, marker or model
MOVE        x, y, fx, fy                         FACE        fx, fy
TARGET      who: the model; other: the weapon    RE_ROLL     what: 1 to spend a token; x: the chance
            what: TO_SHOOT or TO_FIGHT; x: the number to reach, or what the target's total gains
FRIEND      who: the model; what: SHOUT or PATCH_UP
ALLOCATE    what, who, other: dice on Move, Attack and Defend
CORNER      what: 0 south-west, 1 south-east, 2 north-east, 3 north-west
RING        what: 0 outside, 1 in the middle
RECRUIT     what: the kind, -1 to stop; who: picks before; other: of this kind; x: money left
DRAFT       what: the kind; who: picks before; other: how many are left of it
BLOCK       what: the kind of action, 0 to stop
DEFEND      what: 1 to spend a Defend die on the attack on model `who`
THROW_AT    x, y: the point; fx, fy: where the model is likely to come
DIE         what: 0 to use it, 1 to discard it; who: the model; other: the die; x, y: where the model ends
SHOOT_AT    x, y: the point; who: the enemy behind it; other: the weapon
HAND        what: THUMP, SHOVE or PINCH; who: the enemy
FOE         who: the enemy to fight first

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
    THROW_AT,
    DIE,
    SHOOT_AT,
    HAND,
    FOE,
    CORNER,
    RING,
    RECRUIT,
    DRAFT,
    BLOCK,
    RISE,
    LUCK,
    PUSH,
    HERO,
    AIM,
    RELOAD,
    LIGHT,
    HURL,
    SNUFF,
) = range(36)

# What an option of ACT does.
STOP, TO_MOVE, TO_FOCUS, TO_ATTACK, TO_CAPTURE, TO_INTERACT, TO_SHOUT, TO_PATCH_UP = range(8)
TO_BOOT_UP, TO_BOOT_IN = range(8, 10)
TO_REMOVE, TO_FIGHT, TO_AIM, TO_RELOAD, TO_LIGHT, TO_STEADY, TO_HURL, TO_SNUFF = range(40, 48)
TO_SHOOT = 48  # of a TARGET: by range bands

# Hand signs; each is beaten by the next.
THUMP, SHOVE, PINCH = range(3)

# What an option of PICK does that picks nothing.
TO_PASS, TO_LEG_IT = range(2)

# Questions that a planner leaves to the greedy bot: much work, little at stake.
# What a side has picked in secret is guessed anew in a planner's tries, its own picks too.
ROUTINE = (EDGE, CORNER, RECRUIT, SET_UP, PLACE, NEXT_MODEL, FACE, FRIEND, RE_ROLL, PUSH, HERO, RELOAD, SNUFF)
