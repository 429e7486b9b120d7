"""What must not depend on anything that a seat may not see, and games that a seat cannot tell
apart.

General: it asks a family for its record and entries alone. Compiled and plain rules are held to it
    alike.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from carnage.engine.core import records
from carnage.engine.games import GameError, Match
from carnage.engine.narration import Narrator
from carnage.engine.planner import plan
from carnage.engine.scene_builder import build_scene
from carnage.engine.visibility import HiddenField, hidden_fields, observe
from carnage.replays.replay import SPECTATOR
from tests.support.arena import covering, happenings

# A bot's own: the stream that it draws its whims from, and what it thinks of an option, 0 when it
# is asked.
WHIMS = {"bot_key", "bot_counter", "value"}
# The dice to come.
DICE = {"key", "game_key", "counter"}
# How many decisions there have been keys a bot's draws, and says where a planner's try is to stop.
COUNTED = {"n_decisions", "n_script"}
# What is left in a deck is what nobody has drawn, which all have seen; any of it may be drawn, so
# that how it lies there tells nothing.
DECK = {"deck"}


def asker(match: Match) -> int:
    """Whose answer a game waits for."""
    assert match.question is not None
    return match.question.side


class Known(NamedTuple):
    """All that is made of a game's record for one seat."""

    observation: tuple[Any, ...]
    scene: Any
    events: list[Any]


def known(match: Match, seat: int) -> Known:
    """What this seat knows of a game that has stopped."""
    return Known(
        records.as_values(match.family.Game, observe(match.record, seat)),
        build_scene(match.record, match.ruleset, seat),
        happenings(match),
    )


def advice(match: Match, game: Any) -> int:
    """What the greedy bot says to a record, which is left as it was."""
    rows = records.copy_rows(game)
    with np.errstate(over="ignore"):
        return int(match.family.entries.advice(rows))


def stops(book: str, rulesets: int, step: int, few: int) -> Iterator[Match]:
    """Games of a book, between bots that try much, stopped at every so-manyth question.

    At the first few of each kind of question to each seat in any case.
    """
    seen: Counter[tuple[int, int]] = Counter()
    for n, rules in enumerate(covering(1, book)[:rulesets]):
        bots = ("random", "greedy") if n % 2 else ("greedy", "random")
        match = Match(rules, n, 0, ("person",))
        for at, decision in enumerate(Match(rules, n, 0, bots, log_length=0).decisions):
            assert match.question is not None
            asked = match.question.kind, match.question.side
            seen[asked] += 1
            if at % step == 0 or seen[asked] <= few:
                yield match
            match.choose(decision)


def samples(book: str, rulesets: int, count: int) -> Iterator[Match]:
    """Games of a book stopped here and there, without a walk from question to question."""
    for n, rules in enumerate(covering(1, book)[:rulesets]):
        decisions = Match(rules, n, 0, ("random", "greedy"), log_length=0).decisions
        places = random.Random(n).sample(range(len(decisions)), min(count, len(decisions)))
        for at in sorted(places):
            yield Match(rules, n, 0, ("person",), decisions=decisions[:at])


def other(hidden: HiddenField, chance: random.Random, wild: bool) -> list[Any]:
    """Other numbers that could stand there: any, or such as are near those that do."""
    if hidden.kind is np.uint64:
        return [np.uint64(chance.getrandbits(64)) for _ in range(hidden.size)]
    row = getattr(hidden.record, hidden.name)
    there = (
        [row] if hidden.row_length == 0 else list(row) if hidden.item < 0 else [row[hidden.item]]
    )
    if hidden.kind is float:
        return [chance.uniform(-1000.0, 1000.0) for _ in there]
    low, high = {"u1": (0, 255), "u2": (0, 65535), "i2": (-32768, 32767)}.get(
        hidden.code, (-(2**40), 2**40)
    )
    if wild:
        return [chance.randint(low, high) for _ in there]
    return [min(max(int(number) + chance.randint(-2, 4), low), high) for number in there]


def shake(record: Any, seat: int, chance: random.Random, spare: set[str], wild: bool = True) -> int:
    """Put other numbers wherever this seat may not look; returns how many fields these were."""
    shaken = 0
    for hidden in list(hidden_fields(record, seat)):
        if hidden.name not in spare:
            hidden.write(other(hidden, chance, wild))
            shaken += 1
    return shaken


def check_record(match: Match, chance: random.Random) -> None:
    """Bots, words, scenes and observations of whoever is asked ignore what the record hides from
    it.
    """
    seat = asker(match)
    before = known(match, seat)
    usual, lines = advice(match, match.game_rows), Narrator(match).question()
    as_it_was = records.copy_rows(match.game_rows)
    assert build_scene(observe(match.record, seat), match.ruleset, seat) == before.scene
    try:
        assert shake(match.record, seat, chance, WHIMS | COUNTED)
        assert advice(match, match.game_rows) == usual, "the bot has looked"
        assert known(match, seat) == before
        assert Narrator(match).question() == lines
    finally:
        records.restore(match.game_rows, as_it_was)


def check_watcher(match: Match, chance: random.Random) -> None:
    """Whoever watches sees nothing that is hidden from everybody."""
    before = known(match, SPECTATOR)
    as_it_was = records.copy_rows(match.game_rows)
    try:
        assert shake(match.record, SPECTATOR, chance, set())
        assert known(match, SPECTATOR) == before
    finally:
        records.restore(match.game_rows, as_it_was)


def undercover(match: Match, chance: random.Random) -> Match | None:
    """Another game that whoever is asked cannot tell from this one: hidden things were others from
    the start of the stage on. None if that would have been noticed, whether the dice to come were
    others too or not.
    """
    for spare in (WHIMS | COUNTED | DECK, WHIMS | COUNTED | DECK | DICE):
        twin = Match(
            match.ruleset, match.seed, match.number, ("person",), decisions=match.decisions
        )
        if shake(twin.stage_starts[-1][0], asker(match), chance, spare, wild=False) and unnoticed(
            twin, match
        ):
            return twin
    return None


def unnoticed(twin: Match, match: Match) -> bool:
    """Play a game's last stage again, and say whether its asker knows the same then as in
    another game.
    """
    stages = len(twin.stage_starts)
    try:
        twin._play(len(match.decisions))
    except GameError:  # the decisions do not fit any more
        return False
    same = len(twin.stage_starts) == stages and twin.question == match.question
    return same and known(twin, asker(match)) == known(match, asker(match))


def resealed(match: Match, chance: random.Random) -> Match | None:
    """Another game that whoever is asked cannot tell from this one: others have sealed other
    answers.

    None if nobody else has sealed anything.
    """
    sealed_from = int(match.record.core.sealed_from)
    if sealed_from < 0:
        return None
    walked, twin = (
        Match(
            match.ruleset,
            match.seed,
            match.number,
            ("person",),
            decisions=match.decisions[:sealed_from],
        )
        for _ in range(2)
    )
    own = []  # what whoever is asked has sealed already
    for decision in match.decisions[sealed_from:]:
        if asker(walked) == asker(match):
            own.append(decision)
        walked.choose(decision)
    while own or asker(twin) != asker(match):
        assert twin.question is not None
        mine = asker(twin) == asker(match)
        twin.choose(own.pop(0) if mine else chance.randrange(len(twin.question.options)))
    return twin if twin.decisions != match.decisions else None


def check_twin(match: Match, twin: Match, budget: int = 0) -> None:
    """Whoever is asked knows and does the same in both games; so does a planner, if it has any
    budget.
    """
    assert twin.question == match.question
    assert known(twin, asker(match)) == known(match, asker(match))
    twin.record.core.n_decisions = match.record.core.n_decisions
    assert advice(twin, twin.game_rows) == advice(match, match.game_rows)
    if budget and len(twin.decisions) == len(match.decisions):
        assert plan(twin, budget) == plan(match, budget), (
            "see imagine, in the family's decisions.py"
        )
