# What this module has besides its source: written by `make stubs`.

from carnage.engine.core.numbering import Numbering

NUMBERING: Numbering
RULES: tuple[str, ...]

class Chosen:
    heap: int
    grab: int
    last: int

class Params:
    heap_coins: int
    grab_most: int

HEAP_HANDFUL: int
HEAP_PURSE: int
GRAB_TWO: int
GRAB_FOUR: int
LAST_WINS: int
LAST_LOSES: int
