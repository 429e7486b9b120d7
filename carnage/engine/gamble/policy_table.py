"""Layout of the lore, the exact bot's memory: an array of integers with four bytes each.

The head holds the positions of all other parts. They are tables that depend on the rules alone
(`multisets`), tables of the solution in progress (`solver`), and solutions, one in each layer.
Values are integers in units of 1/FINE points, so that a solution is the same on every machine.
"""

from __future__ import annotations

from math import comb
from typing import Any

from carnage.engine.compiling.marks import Rows, rule
from carnage.engine.core import records
from carnage.engine.gamble.state import DICE, SUBSETS, THROWS, BotTable

FINE = 1 << 20  # units in a point, or in the certainty to win

# Positions in the head.
READY = 0  # 1 when the tables that depend on the rules alone are filled
TYPES = 1  # number of items: each value and the wild in each throw
LAYERS, LAYER, LAYER_SIZE = 2, 3, 4  # number of layers, position of the first, words in each
CLOCK, LATEST = 5, 6  # number of searches for a layer, and the layer that was found last
TARGETS = 7  # 1 if solutions for a score to beat are calculated too
COUNT = 10  # + dice: number of hands with that number of dice
NEXT = 20  # + dice: position of the table of hands with one more die
SCORES = 30  # position of the scores of whole hands
WORTH = 40  # + bit mask of the dice in the last throw: position of the values of hands
STATES = 80  # + throws: number of states after that number of throws
VALUES = 90  # + throws: position of their values
BYTES = 100  # + throws: first byte of their actions in a layer
BINOMIALS = 110
KINDS = 111
ITEMS = 112
MAY = 113
DIRECTORY = 120  # SLOT words for each layer
MOST_LAYERS = 400
SLOT = 5
HERO, TARGET, TIE, USED_AT, ANSWER = range(
    SLOT
)  # the words of a slot; ANSWER is the value of the whole turn

WIDEST = 64  # more than the states of one die, and than the rows of the binomials
COLUMNS = DICE + 2
ROOM = 24_000_000  # most words of the lore
DEAREST = 2_000_000  # most states before the last throw for which scores to beat are solved


def made(faces: list[int], throws: int, heroes: int, re_rolls: bool) -> Any:
    """Return empty lore.

    Args:
        faces: Number of sides of each die.
        throws: Number of throws in a turn.
        heroes: Number of possible Hero numbers.
        re_rolls: Whether Heroes may re-roll dice. Otherwise no action is stored for the states
            before the last throw, in which all dice that are left are thrown.
    """
    n = len(faces)
    types = throws * (max(faces) + 1)
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
        if re_rolls or made_throws < throws - 1:
            size += states
        put(VALUES + made_throws, states)
    head[LAYER] = at
    head[LAYER_SIZE] = size // 4 + 1
    head[TARGETS] = int(head[STATES + throws - 1] <= DEAREST)
    spare = 0
    if head[TARGETS]:
        spare = max(0, (ROOM - at) // head[LAYER_SIZE] - heroes)
    head[LAYERS] = min(MOST_LAYERS, heroes + spare)
    for layer in range(MOST_LAYERS):
        head[DIRECTORY + layer * SLOT + HERO] = -1
    lore = records.new(BotTable, at + head[LAYERS] * head[LAYER_SIZE])
    lore.word[: len(head)] = head
    return lore


@rule
def at(lore: Rows[BotTable], place: int) -> int:
    """Return one word."""
    return int(lore[place].word)


@rule
def put_byte(lore: Rows[BotTable], layer: int, place: int, value: int) -> None:
    """Write one byte of a layer, with a value below 128."""
    word = at(lore, LAYER) + layer * at(lore, LAYER_SIZE) + place // 4
    shift = 8 * (place % 4)
    lore[word].word = (int(lore[word].word) & ~(255 << shift)) | (value << shift)


@rule
def clear_bytes(lore: Rows[BotTable], layer: int, place: int, count: int) -> None:
    """Set the last `count` bytes of a layer, from `place` on, to 0."""
    word = at(lore, LAYER) + layer * at(lore, LAYER_SIZE)
    while place % 4 > 0 and count > 0:
        put_byte(lore, layer, place, 0)
        place += 1
        count -= 1
    for n in range(word + place // 4, word + (place + count + 3) // 4):
        lore[n].word = 0


@rule
def byte_at(lore: Rows[BotTable], layer: int, place: int) -> int:
    """Return one byte of a layer."""
    word = at(lore, LAYER) + layer * at(lore, LAYER_SIZE) + place // 4
    return (int(lore[word].word) >> (8 * (place % 4))) & 255


assert THROWS + STATES < VALUES
