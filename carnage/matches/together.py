"""Questions that a person answers together: the rows of a ship's dice, and the dice of a throw.

The rules ask about one die after another. A person chooses all of them first, and can change each
until the answers are confirmed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from carnage.common.text_format import count

if TYPE_CHECKING:
    from carnage.engine.games import Match
    from carnage.matches.live_game import LiveGame

NO_ROW = -1  # of a die without one
MAX_VALUES = 16  # more than the dice of a ship

ROWS_NOTE = "Mobility pays for moves, Offense for shots, and Defense blocks the enemy’s shots."
NOT_ALLOWED = "The rules do not allow these dice together. Change them and confirm again."


class Together(NamedTuple):
    """Questions that are answered together.

    Attributes:
        title: Their text.
        verb: The text of the button that confirms the answers.
        none: Its text if no die is chosen, where that is an answer; "" for none.
        moves: The encoded moves before the first of them.
        pieces: The ids of the dice, in the order of the questions.
        labels: The names of the dice.
        rows: The names of the rows that each die may be in; empty if a die is chosen or not.
        values: The row of each die, NO_ROW for none; or 1 for a die that is chosen, and 0.
        given: The number of the values, from the first, that answers have given already.
        note: A sentence about the rows for beginners; "" for none.
        limits: The limits of the number of dice in a row, in words; "" for none.
        least: The least number of dice in a row.
        most: The greatest number of dice in a row.
        allowed: The choices of dice that the rules allow: bit masks of their numbers.
    """

    title: str
    verb: str
    moves: str
    pieces: tuple[str, ...]
    labels: tuple[str, ...]
    rows: tuple[str, ...] = ()
    values: tuple[int, ...] = ()
    given: int = 0
    note: str = ""
    limits: str = ""
    least: int = 0
    most: int = 0
    allowed: tuple[int, ...] = ()
    none: str = ""


def describe_together(live_game: LiveGame) -> Together | None:
    """Return the questions that are answered together with the open one, or None."""
    match = live_game.match
    if _is_about_rows(match):
        return _describe_rows(live_game)
    if _is_about_throw(match):
        return _describe_throw(live_game)
    return None


def answer_together(live_game: LiveGame, values: Sequence[int]) -> bool:
    """Answer questions together. Return False, and change nothing, if the rules refuse an answer.

    Args:
        live_game: The game before the first of them.
        values: The row of each die in the order of the questions, or 1 or 0 for each die.
    """
    before = len(live_game.answers)
    is_answered = False
    if _is_about_rows(live_game.match):
        is_answered = _answer_rows(live_game, values)
    elif _is_about_throw(live_game.match):
        is_answered = _answer_throw(live_game, values)
    if not is_answered:
        live_game.take_back(before)
    return is_answered


def _query_name(match: Match) -> str:
    """Return the name of the open question's kind, "" if the game is over."""
    if match.question is None:
        return ""
    return match.family.queries[match.question.kind].name


def _is_about_rows(match: Match) -> bool:
    """Return whether the open question is for the row of the next die of a ship."""
    if match.family.name != "duel" or _query_name(match) != "assign":
        return False
    return not match.ruleset.has("stiff-valves")


def _is_about_throw(match: Match) -> bool:
    """Return whether the open question is for a die of the next throw."""
    return match.family.name == "gamble" and _query_name(match) == "pick"


def _describe_rows(live_game: LiveGame) -> Together:
    """Return the questions for the rows of all dice of a ship."""
    from carnage.engine.duel.assignment import row_of
    from carnage.engine.duel.words.naming import ROWS

    match = live_game.match
    question = match.question
    assert question is not None
    side = question.side
    record = match.record
    dice = _list_dice(record, side)
    given = dice.index(question.actor)
    sealed = int(record.core.sealed[side])
    values = []
    for n, k in enumerate(dice):
        row = NO_ROW
        if n < given:
            row = row_of(sealed, k)
        elif record.rounds > 1:
            row = int(record.ships[side].cells[k].row)
        values.append(row)
    least, most = _row_limits(record, len(dice))
    return Together(
        title="Which row is each die for?",
        verb="Confirm the rows",
        moves=live_game.encoded_moves(live_game.first_alike()),
        pieces=tuple(f"die-{side + 1}-{k + 1}" for k in dice),
        labels=tuple(str(int(record.ships[side].cells[k].pips)) for k in dice),
        rows=ROWS,
        values=tuple(values),
        given=given,
        note=ROWS_NOTE,
        limits=_describe_limits(least, most, len(dice)),
        least=least,
        most=most,
    )


def _list_dice(record: Any, side: int) -> list[int]:
    """Return the numbers of a ship's dice in the order of the questions, the fullest first."""
    cells = record.ships[side].cells
    dice = [k for k in range(len(cells)) if cells[k].pips > 0]
    return sorted(dice, key=lambda k: (-cells[k].pips, k))


def _row_limits(record: Any, dice: int) -> tuple[int, int]:
    """Return the least and the greatest number of dice in a row, by the rules that offer rows."""
    from carnage.engine.duel.assignment import is_row_allowed

    can_leave_row_empty = is_row_allowed(record, dice, 1, 1, 1)
    least = 0 if can_leave_row_empty else 1
    most = 0
    while most < dice and is_row_allowed(record, dice, dice, most, 0):
        most += 1
    return least, most


def _describe_limits(least: int, most: int, dice: int) -> str:
    """Return the limits of the number of dice in a row in words; "" for none."""
    parts = []
    if least:
        parts.append("Every row needs a die.")
    if most < dice:
        parts.append(f"A row has at most {count(most, 'die')}.")
    return " ".join(parts)


def _answer_rows(live_game: LiveGame, rows: Sequence[int]) -> bool:
    """Give a row to each die of a ship. Return whether the rules allow all of them."""
    match = live_game.match
    assert match.question is not None
    side = match.question.side
    if len(rows) != len(_list_dice(match.record, side)):
        return False
    for row in rows:
        question = match.question
        if question is None or question.side != side or not _is_about_rows(match):
            return False
        options = [
            n
            for n, option in enumerate(question.options)
            if option.what == row and option.other < 0
        ]
        if not options:
            return False
        live_game.answer(options[0])
    return True


def _describe_throw(live_game: LiveGame) -> Together:
    """Return the questions for the dice of the next throw."""
    from carnage.engine.narration import Narrator

    match = live_game.match
    question = match.question
    assert question is not None
    record = match.record
    side = question.side
    dice = _list_dice_to_throw(match)
    is_again = match.ruleset.has("throw-again")
    title, _ = Narrator(match).question()
    return Together(
        title=title.partition(": ")[2],
        verb="Throw again" if is_again else "Throw",
        none="Keep all dice" if is_again else "",
        moves=live_game.encoded_moves(live_game.first_alike()),
        pieces=tuple(f"die-{side + 1}-{d + 1}" for d in dice),
        labels=tuple(_label_die(record, side, d) for d in dice),
        values=tuple(int(record.picked) >> d & 1 for d in dice),
        given=len(dice) if record.picked else 0,
        allowed=tuple(_list_allowed(match, dice)),
    )


def _list_dice_to_throw(match: Match) -> list[int]:
    """Return the numbers of the dice that the player may throw now."""
    from carnage.engine.gamble.turn import dice_to_throw

    assert match.question is not None
    left = dice_to_throw(match.record, match.question.side, match.question.actor)
    return [d for d in range(int(match.record.n_dice)) if left >> d & 1]


def _label_die(record: Any, side: int, d: int) -> str:
    """Return the name of a die, after its value if it lies on the table."""
    value = int(record.seats[side].dice[d].value)
    name = f"D{int(record.faces[d])}"
    return f"{value} ({name})" if value else name


def _list_allowed(match: Match, dice: Sequence[int]) -> list[int]:
    """Return the choices of dice that the rules allow, as bit masks of their indices."""
    from carnage.engine.gamble.choice import is_throw_allowed, throw_limits

    assert match.question is not None
    record = match.record
    throw = match.question.actor
    left = sum(1 << d for d in dice)
    least, _ = throw_limits(record, throw, len(dice))
    allowed = [] if least else [0]
    for mask in range(1, 1 << len(dice)):
        if is_throw_allowed(record, throw, left, _find_dice(match, dice, mask)):
            allowed.append(mask)
    return allowed


def _find_dice(match: Match, dice: Sequence[int], mask: int) -> int:
    """Return the dice of a choice as a bit mask of the record.

    Among dice in hand with the same faces the first ones are taken, as the rules ask for them.

    Args:
        match: The match.
        dice: The dice that may be thrown.
        mask: The choice, a bit mask of their indices.
    """
    record = match.record
    taken = 0
    for n, d in enumerate(dice):
        if mask >> n & 1 == 0:
            continue
        alike = [d]
        if not match.ruleset.has("throw-again"):
            alike = [k for k in dice if record.faces[k] == record.faces[d] and not taken >> k & 1]
        taken |= 1 << alike[0]
    return taken


def _answer_throw(live_game: LiveGame, values: Sequence[int]) -> bool:
    """Throw the dice whose value is 1. Return whether the rules allow them together."""
    from carnage.engine.gamble.questions import ADD

    match = live_game.match
    question = match.question
    assert question is not None
    side, throw = question.side, question.actor
    dice = _list_dice_to_throw(match)
    if len(values) != len(dice):
        return False
    mask = sum(bool(value) << n for n, value in enumerate(values))
    wanted = _find_dice(match, dice, mask)
    while _is_about_throw(match) and match.question is not None:
        question = match.question
        if (question.side, question.actor) != (side, throw):
            break
        options = []
        for n, option in enumerate(question.options):
            is_wanted_die = option.what == ADD and wanted >> int(option.who) & 1 == 1
            is_throw = option.what != ADD and int(match.record.picked) == wanted
            if is_wanted_die or is_throw:
                options.append(n)
        if not options:
            return False
        live_game.answer(options[0])
    thrown = sum(1 << d for d in dice if match.record.seats[side].dice[d].thrown == throw)
    return thrown == wanted
