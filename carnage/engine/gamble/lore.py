"""Where everything stands in the lore, the exact bot's memory: one long row of whole numbers of four bytes.

At its head are the places of all that follows: tables that depend on the rules alone (`multisets`), those
that one solution needs while it is worked out (`solving`), and the solutions themselves, kept in layers.
Values are whole numbers too, FINE to the point, so that a solution is the same wherever it is worked out.
"""

from __future__ import annotations

from math import comb
from typing import Any

from carnage.engine.compiling.marks import Rows, rule
from carnage.engine.core import records
from carnage.engine.gamble.state import DICE, SUBSETS, THROWS, Lore

FINE = 1 << 20  # parts of a point, or of the certainty to win

# The head.
READY = 0  # the tables that depend on the rules alone are there
TYPES = 1  # kinds of thrown die: each value and the wild in each throw
LAYERS, LAYER, LAYER_SIZE = 2, 3, 4  # how many solutions there is room for, where the first is, words of each
CLOCK, LATEST = 5, 6  # how many times a solution has been looked for, and which was found last
TARGETS = 7  # whether the last player's solutions may be kept too
COUNT = 10  # + dice: how many hands there are of so many dice
NEXT = 20  # + dice: where it stands what such a hand becomes with one die more
SCORES = 30  # what each whole hand scores
WORTH = 40  # + dice, as bits, still to be thrown in the last throw: what a hand is worth
STATES = 80  # + throws: how many states there are after so many
VALUES = 90  # + throws: what they are worth
BYTES = 100  # + throws: which byte of a layer is the first of theirs
BINOMIALS, KINDS, ITEMS, MAY = 110, 111, 112, 113
DIRECTORY = 120  # five words a layer: see below
MOST_LAYERS = 400
SLOT = 5
HERO, TARGET, TIE, USED_AT, ANSWER = range(SLOT)  # the words of a slot; ANSWER is the value of the whole turn

WIDEST = 64  # more than the states of one die, and than the rows of the binomials
COLUMNS = DICE + 2
ROOM = 24_000_000  # words: past this no more layers are kept
DEAREST = 2_000_000  # states before the last throw, past which there is no time to learn to beat a score


def made(faces: list[int], throws: int, heroes: int, re_rolls: bool) -> Any:
    """Empty lore for dice of these faces; `heroes` is how many Hero numbers may come up, and without re-rolls
    nothing has to be known of the states before the last throw: all dice that are left are thrown."""
    n, types = len(faces), throws * (max(faces) + 1)
    head = [0] * (DIRECTORY + MOST_LAYERS * SLOT)
    at = len(head)

    def put(place: int, words: int) -> None:
        nonlocal at
        head[place] = at
        at += words

    head[TYPES] = types
    for dice in range(n + 1):
        head[COUNT + dice] = comb(types + dice - 1, dice)
    for dice in range(n):
        put(NEXT + dice, head[COUNT + dice] * types)
    put(SCORES, head[COUNT + n])
    for left in range(1 << n):
        put(WORTH + left, head[COUNT + n - left.bit_count()])
    put(BINOMIALS, WIDEST * COLUMNS)
    put(KINDS, DICE * WIDEST)
    put(ITEMS, DICE * WIDEST)
    put(MAY, SUBSETS * SUBSETS)
    size = 0
    for made_throws in range(throws):
        states = 1
        for sides in faces:
            states *= 1 + made_throws * (sides + 1)
        head[STATES + made_throws] = states
        head[BYTES + made_throws] = size
        size += states if re_rolls or made_throws < throws - 1 else 0
        put(VALUES + made_throws, states)
    head[LAYER], head[LAYER_SIZE] = at, size // 4 + 1
    head[TARGETS] = int(head[STATES + throws - 1] <= DEAREST)
    spare = max(0, (ROOM - at) // head[LAYER_SIZE] - heroes) if head[TARGETS] else 0
    head[LAYERS] = min(MOST_LAYERS, heroes + spare)
    for layer in range(MOST_LAYERS):
        head[DIRECTORY + layer * SLOT + HERO] = -1
    lore = records.new(Lore, at + head[LAYERS] * head[LAYER_SIZE])
    lore.word[: len(head)] = head
    return lore


@rule
def at(lore: Rows[Lore], place: int) -> int:
    """One word."""
    return int(lore[place].word)


@rule
def put_byte(lore: Rows[Lore], layer: int, place: int, value: int) -> None:
    """Write one byte, of less than 128, of a layer."""
    word = at(lore, LAYER) + layer * at(lore, LAYER_SIZE) + place // 4
    shift = 8 * (place % 4)
    lore[word].word = (int(lore[word].word) & ~(255 << shift)) | (value << shift)


@rule
def clear_bytes(lore: Rows[Lore], layer: int, place: int, count: int) -> None:
    """Have all of these bytes of a layer, its last ones, be 0."""
    word = at(lore, LAYER) + layer * at(lore, LAYER_SIZE)
    while place % 4 > 0 and count > 0:
        put_byte(lore, layer, place, 0)
        place += 1
        count -= 1
    for n in range(word + place // 4, word + (place + count + 3) // 4):
        lore[n].word = 0


@rule
def byte_at(lore: Rows[Lore], layer: int, place: int) -> int:
    """Read one byte of a layer."""
    word = at(lore, LAYER) + layer * at(lore, LAYER_SIZE) + place // 4
    return (int(lore[word].word) >> (8 * (place % 4))) & 255


assert THROWS + STATES < VALUES
