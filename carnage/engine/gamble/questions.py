"""The kinds of question that a gamble asks, and what the options of each mean.

PICK   what: THROW the dice picked so far, STOP for good, or ADD one more die, who: which
HERO   what: KEEP all Heroes for now, or RE_ROLL, who: the Hero's die, other: the die that is rolled again
"""

from __future__ import annotations

PICK, HERO = 0, 1

THROW, STOP, ADD = 0, 1, 2
KEEP, RE_ROLL = 0, 1

ROUTINE: frozenset[int] = frozenset()
