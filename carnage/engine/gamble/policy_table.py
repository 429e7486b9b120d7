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
LAYERS = 2  # number of layers
LAYER = 3  # position of the first layer
LAYER_SIZE = 4  # words in each layer
CLOCK = 5  # number of searches for a layer
LATEST = 6  # the layer that was found last
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
MAX_LAYERS = 400
SLOT = 5
# The words of a slot. ANSWER is the value of the whole turn.
HERO, TARGET, TIE, USED_AT, ANSWER = range(SLOT)
HEAD_WORDS = DIRECTORY + MAX_LAYERS * SLOT
BYTES_PER_WORD = 4

MAX_DIGITS = 64  # more than the states of one die, and than the rows of the binomials
COLUMNS = DICE + 2
MAX_WORDS = 24_000_000  # most words of the lore
MAX_TARGET_STATES = (
    2_000_000  # most states before the last throw for which scores to beat are solved
)


def new_lore(faces: list[int], throws: int, heroes: int, *, last_choice: bool) -> Any:
    """Return empty lore.

    Args:
        faces: Number of sides of each die.
        throws: Number of throws in a turn.
        heroes: Number of possible Hero numbers.
        last_choice: Whether the player chooses before the last throw. Otherwise no action is stored
            for the states before it, in which all dice that are left are thrown.
    """
    head = [0] * HEAD_WORDS
    _count_hands(head, faces, throws)
    layer_bytes = _count_states(head, faces, throws, last_choice=last_choice)
    first_layer = _place_tables(head, len(faces), throws)
    head[LAYER] = first_layer
    head[LAYER_SIZE] = layer_bytes // BYTES_PER_WORD + 1
    head[TARGETS] = int(head[STATES + throws - 1] <= MAX_TARGET_STATES)
    spare_layers = 0
    if head[TARGETS]:
        spare_layers = max(0, (MAX_WORDS - first_layer) // head[LAYER_SIZE] - heroes)
    head[LAYERS] = min(MAX_LAYERS, heroes + spare_layers)
    for layer in range(MAX_LAYERS):
        head[DIRECTORY + layer * SLOT + HERO] = -1
    lore = records.new(BotTable, first_layer + head[LAYERS] * head[LAYER_SIZE])
    lore.word[: len(head)] = head
    return lore


def _count_hands(head: list[int], faces: list[int], throws: int) -> None:
    """Store the number of items, and of the hands with each number of dice."""
    items = throws * (max(faces) + 1)
    head[TYPES] = items
    for dice in range(len(faces) + 1):
        head[COUNT + dice] = comb(items + dice - 1, dice)


def _count_states(head: list[int], faces: list[int], throws: int, *, last_choice: bool) -> int:
    """Store the number of states after each number of throws, and the place of their actions.

    Return the bytes of a layer.
    """
    layer_bytes = 0
    for throws_made in range(throws):
        states = 1
        for sides in faces:
            states *= 1 + throws_made * (sides + 1)
        head[STATES + throws_made] = states
        head[BYTES + throws_made] = layer_bytes
        if last_choice or throws_made < throws - 1:
            layer_bytes += states
    return layer_bytes


def _place_tables(head: list[int], n_dice: int, throws: int) -> int:
    """Store the position of each table, one after the other; return the position after the last."""
    sizes = {}
    for dice in range(n_dice):
        sizes[NEXT + dice] = head[COUNT + dice] * head[TYPES]
    sizes[SCORES] = head[COUNT + n_dice]
    for left in range(1 << n_dice):
        sizes[WORTH + left] = head[COUNT + n_dice - left.bit_count()]
    sizes[BINOMIALS] = MAX_DIGITS * COLUMNS
    sizes[KINDS] = DICE * MAX_DIGITS
    sizes[ITEMS] = DICE * MAX_DIGITS
    sizes[MAY] = SUBSETS * SUBSETS
    for throws_made in range(throws):
        sizes[VALUES + throws_made] = head[STATES + throws_made]
    position = HEAD_WORDS
    for entry, words in sizes.items():
        head[entry] = position
        position += words
    return position


@rule
def word_at(lore: Rows[BotTable], place: int) -> int:
    """Return one word."""
    return int(lore[place].word)


@rule
def put_byte(lore: Rows[BotTable], layer: int, place: int, value: int) -> None:
    """Write one byte of a layer, with a value below 128."""
    word = word_at(lore, LAYER) + layer * word_at(lore, LAYER_SIZE) + place // BYTES_PER_WORD
    shift = 8 * (place % BYTES_PER_WORD)
    lore[word].word = (int(lore[word].word) & ~(255 << shift)) | (value << shift)


@rule
def clear_bytes(lore: Rows[BotTable], layer: int, place: int, count: int) -> None:
    """Set the last `count` bytes of a layer, from `place` on, to 0."""
    word = word_at(lore, LAYER) + layer * word_at(lore, LAYER_SIZE)
    while place % 4 > 0 and count > 0:
        put_byte(lore, layer, place, 0)
        place += 1
        count -= 1
    for n in range(word + place // 4, word + (place + count + 3) // 4):
        lore[n].word = 0


@rule
def byte_at(lore: Rows[BotTable], layer: int, place: int) -> int:
    """Return one byte of a layer."""
    word = word_at(lore, LAYER) + layer * word_at(lore, LAYER_SIZE) + place // 4
    return (int(lore[word].word) >> (8 * (place % 4))) & 255


assert THROWS + STATES < VALUES
