"""Policy of the exact bot: its next action, from the lore. Missing solutions are calculated.

A player maximises the expected score while any other player is not done. The last one knows the
score to beat. That player maximises the chance to beat it, if the solution does not take too long
and one player wins the pot.
"""

from __future__ import annotations

from carnage.engine.compiling.marks import Rows, entry, rule
from carnage.engine.core.rule_ids import NoSuchRule
from carnage.engine.gamble import numbers as R
from carnage.engine.gamble.multisets import fill_binomials, fill_next, fill_scores
from carnage.engine.gamble.policy_table import (
    ANSWER,
    BYTES,
    CLOCK,
    DIRECTORY,
    HERO,
    LATEST,
    LAYERS,
    READY,
    SLOT,
    TARGET,
    TARGETS,
    TIE,
    USED_AT,
    byte_at,
    word_at,
)
from carnage.engine.gamble.powers import set_powers
from carnage.engine.gamble.scoring import best_score, set_scale
from carnage.engine.gamble.solver import solve_turn
from carnage.engine.gamble.state import EXACT, USED, BotTable, Game, Hand


@rule
def set_hint(g: Game, lore: Rows[BotTable], side: int, throws_made: int) -> None:
    """Set the hint to the next action of this player; -1 unless the exact bot plays the seat."""
    g.hint = -1
    if g.core.bots[side] != EXACT or len(lore) == 0:
        return
    target, tie = score_to_beat(g, lore, side)
    layer = find_layer(g, lore, g.seats[side].hero, target, tie)
    state = 0
    for d in range(g.n_dice):
        die = g.seats[side].dice[d]
        digit = 0
        if die.value > 0:
            if die.hero == USED:
                shown = g.faces[d] + 1
            else:
                shown = int(die.value)
            digit = (die.thrown - 1) * (g.faces[d] + 1) + shown
        state = state * (1 + throws_made * (g.faces[d] + 1)) + digit
    g.hint = 0
    if throws_made + 1 < g.throws or g.re_rolls == 1 or g.chosen.choice == R.CHOICE_AGAIN:
        g.hint = byte_at(lore, layer, word_at(lore, BYTES + throws_made) + state)


@rule
def score_to_beat(g: Game, lore: Rows[BotTable], side: int) -> tuple[int, int]:
    """Return the score to beat, and n if a tie is worth 1/n of a win, or 0 if it is worth nothing.

    The score is -1 if the player maximises the expected score.
    """
    if word_at(lore, TARGETS) == 0 or g.chosen.pot == R.POT_IN_PROPORTION:
        return -1, 0
    best = -1
    count = 0
    first = 0
    for other in range(g.players):
        if other == side:
            continue
        if g.seats[other].done == 0:
            return -1, 0
        score = g.seats[other].score
        if score > best:
            best = score
            count = 0
            first = other
        if score == best:
            count += 1
    return best, tie_divisor(g, side, first, count)


@rule
def tie_divisor(g: Game, side: int, first: int, count: int) -> int:
    """Return n if a tie for the best score is worth 1/n of a win, or 0 if it is worth nothing.

    Args:
        g: The game.
        side: The player who ties.
        first: The first of the others with that score.
        count: The number of the others with that score.
    """
    if g.chosen.ties == R.TIES_FIRST_STANDS:
        return 0 if first < side else 1
    if g.chosen.ties == R.TIES_HOST_LOSES:
        if side == 0:
            return 0
        return count if first == 0 else count + 1
    if g.chosen.ties == R.TIES_SPLIT or g.chosen.ties == R.TIES_THROW_OFF:
        return count + 1
    raise NoSuchRule


@rule
def find_layer(g: Game, lore: Rows[BotTable], hero: int, target: int, tie: int) -> int:
    """Return the layer with this solution.

    A solution that is missing is calculated and replaces the one that has not been used for
    longest.
    """
    latest = word_at(lore, LATEST)
    if layer_holds(lore, latest, hero, target, tie):
        return latest
    lore[CLOCK].word = word_at(lore, CLOCK) + 1
    oldest = 0
    for layer in range(word_at(lore, LAYERS)):
        slot = DIRECTORY + layer * SLOT
        if layer_holds(lore, layer, hero, target, tie):
            lore[slot + USED_AT].word = word_at(lore, CLOCK)
            lore[LATEST].word = layer
            return layer
        if word_at(lore, slot + USED_AT) < word_at(lore, DIRECTORY + oldest * SLOT + USED_AT):
            oldest = layer
    if word_at(lore, READY) == 0:
        fill_binomials(lore)
        fill_next(g, lore)
        fill_scores(g, lore)
        lore[READY].word = 1
    slot = DIRECTORY + oldest * SLOT
    lore[slot + HERO].word = hero
    lore[slot + TARGET].word = target
    lore[slot + TIE].word = tie
    lore[slot + USED_AT].word = word_at(lore, CLOCK)
    lore[slot + ANSWER].word = solve_turn(g, lore, oldest, hero, target, tie)
    lore[LATEST].word = oldest
    return oldest


@rule
def layer_holds(lore: Rows[BotTable], layer: int, hero: int, target: int, tie: int) -> bool:
    """Return whether a layer has this solution."""
    slot = DIRECTORY + layer * SLOT
    same = word_at(lore, slot + HERO) == hero and word_at(lore, slot + TARGET) == target
    return same and word_at(lore, slot + TIE) == tie


@entry
def turn_value(game: Rows[Game], lore: Rows[BotTable], hero: int, target: int, tie: int) -> int:
    """Return the value of a turn with this Hero number, in units of 1/FINE points or of certainty.

    `target` and `tie` are as `score_to_beat` returns them.
    """
    g = game[0]
    set_powers(g)
    set_scale(g)
    layer = find_layer(g, lore, hero, target, tie)
    return word_at(lore, DIRECTORY + layer * SLOT + ANSWER)


@entry
def score_hands(game: Rows[Game], hands: Rows[Hand], scores: Rows[BotTable]) -> None:
    """Store the score of each of these hands by a game's rules."""
    set_scale(game[0])
    for n in range(len(hands)):
        scores[n].word = best_score(hands[n], game[0].scale)
