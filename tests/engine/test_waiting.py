"""Games that are held at their questions go as games do whose stages are played again."""

from __future__ import annotations

import _thread
import ctypes
import gc
import operator
import random
import signal
import threading
import time
import weakref
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from carnage.engine.core import records, suspension
from carnage.engine.core.decisions import NeedDecision
from carnage.engine.core.suspension import CONTINUE, STOP, SuspendedGame
from carnage.engine.games import GameError, Match
from tests.support.arena import happenings
from tests.support.rulesets import BOOKS, sample

PEOPLE = ("person", "greedy")


def drawn(match: Match, chance: random.Random) -> int:
    assert match.question is not None
    return chance.randrange(len(match.question.options))


def same(one: Match, other: Match) -> bool:
    """Whether the same has happened. Of persons' games, the whole record is the same; what bots
    have weighed stands in it, and is left out where they gave their answers before.
    """
    kind = one.family.Game
    equal = records.as_values(kind, one.record) == records.as_values(kind, other.record)
    bots = any(bot != "person" for bot in one.bots)
    return (
        one.question == other.question and happenings(one) == happenings(other) and (equal or bots)
    )


@pytest.mark.parametrize("bots", [("person",), PEOPLE], ids=lambda bots: "-".join(bots))
@pytest.mark.parametrize("book", BOOKS)
def test_suspended_match_equals_replayed_match_at_every_question(
    book: str, bots: tuple[str, ...]
) -> None:
    chance = random.Random(5)
    for number, ruleset in enumerate(sample(2, book)):
        held, again = (
            Match(ruleset, 1, number, bots, resumable=True),
            Match(ruleset, 1, number, bots),
        )
        while not held.is_over:
            if len(held.decisions) % 20 == 0:
                assert same(held, again)
            choice = drawn(held, chance)
            held.choose(choice)
            again.choose(choice)
        assert again.is_over
        assert held.decisions == again.decisions
        assert same(held, again)


@pytest.mark.parametrize("book", BOOKS)
def test_suspended_match_rewinds_and_replays(book: str) -> None:
    (ruleset,) = sample(1, book)
    chance = random.Random(6)
    held, again = Match(ruleset, 2, 0, PEOPLE, resumable=True), Match(ruleset, 2, 0, PEOPLE)
    for _ in range(3):
        for _ in range(20):
            if held.is_over:
                break
            choice = drawn(held, chance)
            held.choose(choice)
            again.choose(choice)
        assert sum(1 for _ in held.frames()) == sum(1 for _ in again.frames())
        assert same(held, again)
        for match in (held, again):
            match.rewind(len(match.decisions) // 2)
        assert same(held, again)
    for match in (held, again):
        match.restart(3, 4)
    assert same(held, again)
    with pytest.raises(GameError, match="options"):
        held.choose(99)
    with pytest.raises(GameError, match="do not fit"):
        held.replay([15] * 40)


def test_suspended_match_continues_in_another_thread() -> None:
    (ruleset,) = sample(1, "duel")
    held, again = (Match(ruleset, bots=PEOPLE, resumable=wanted) for wanted in (True, False))
    with ThreadPoolExecutor(1) as pool:
        while not held.is_over:
            pool.submit(held.choose, 0).result()
            again.choose(0)
            if not held.is_over:
                held.choose(0)
                again.choose(0)
    assert same(held, again)


def test_suspended_matches_do_not_interfere() -> None:
    (ruleset,) = sample(1, "skirmish")
    every = [Match(ruleset, number=number, bots=PEOPLE, resumable=True) for number in range(5)]
    chances = [random.Random(number) for number in range(5)]
    for _ in range(40):
        for match, chance in zip(every, chances, strict=True):
            if not match.is_over:
                match.choose(drawn(match, chance))
    for number, match in enumerate(every):
        assert same(match, Match(ruleset, 0, number, PEOPLE, decisions=match.decisions))


def test_suspended_match_dropped_is_freed(capfd: pytest.CaptureFixture[str]) -> None:
    (ruleset,) = sample(1, "classic")
    dropped: list[weakref.ReferenceType[Any]] = []
    gc.disable()
    try:
        for number in range(3):
            match = Match(ruleset, number=number, bots=PEOPLE, resumable=True)
            match.choose(0)
            assert match._suspended is not None
            dropped += [weakref.ref(match), weakref.ref(match._suspended._stack)]
        del match
        assert not any(each() for each in dropped)
    finally:
        gc.enable()
    assert capfd.readouterr().err == ""


def test_suspended_games_dropped_after_thread_end_free_memory() -> None:
    """An error here ends the process."""
    kept: list[SuspendedGame] = []

    def begin() -> None:
        kept.append(SuspendedGame(lambda: play_to_a_stop(False, [])))
        kept[-1].resume()

    gc.freeze()  # what other tests have left is not looked through each time
    for _ in range(20):
        thread = threading.Thread(target=begin)
        thread.start()
        thread.join()
        assert not kept[-1].can_resume
        kept.clear()
        gc.collect()


# --------------------------------------------------------------------------------------- interrupts


@pytest.fixture
def interruptible() -> Iterator[None]:
    """SIGINT raises KeyboardInterrupt, though a shell may have started the tests with SIGINT
    ignored.
    """
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def wait_as_compiled_rules_do(interrupt: bool) -> int:
    """Call `wait` through a C function; if `interrupt`, with a signal that no Python code has
    handled yet.
    """
    pointer = ctypes.CFUNCTYPE(ctypes.c_int64)(suspension._wait)
    calls = [_thread.interrupt_main, pointer] if interrupt else [pointer]
    return list(map(operator.call, calls))[-1]


def play_to_a_stop(interrupted: bool, answers: list[int]) -> None:
    """What rules do that ask twice, the second time with a signal pending if `interrupted`."""
    for interrupt in (False, interrupted):
        answers.append(wait_as_compiled_rules_do(interrupt))
        if answers[-1] == STOP:
            raise NeedDecision


@pytest.mark.parametrize("error", [KeyboardInterrupt, SystemExit])
def test_suspended_match_exception_thrown_in_raises_and_continues(
    error: type[BaseException],
) -> None:
    (ruleset,) = sample(1, "classic")
    held, again = (Match(ruleset, bots=PEOPLE, resumable=wanted) for wanted in (True, False))
    for match in (held, again):
        match.choose(0)
    assert held._suspended is not None
    with pytest.raises(error):
        held._suspended._stack.throw(error)
    assert not held._suspended.can_resume
    for match in (held, again):
        match.choose(0)
    assert same(held, again)


def test_suspended_game_pending_signal_raises_from_resume(
    interruptible: None, capfd: pytest.CaptureFixture[str]
) -> None:
    answers: list[int] = []
    held = SuspendedGame(lambda: play_to_a_stop(True, answers))
    assert held.resume()
    with pytest.raises(KeyboardInterrupt):
        held.resume()
    assert answers == [CONTINUE, STOP]
    assert (held.can_resume, capfd.readouterr().err) == (False, "")


def test_suspended_game_without_signal_plays_to_end() -> None:
    answers: list[int] = []
    held = SuspendedGame(lambda: play_to_a_stop(False, answers))
    assert [held.resume() for _ in range(3)] == [True, True, False]
    assert answers == [CONTINUE, CONTINUE]


def test_wait_outside_suspended_game_stops_and_keeps_signal(
    interruptible: None, capfd: pytest.CaptureFixture[str]
) -> None:
    assert wait_as_compiled_rules_do(interrupt=False) == STOP
    with pytest.raises(KeyboardInterrupt):
        wait_as_compiled_rules_do(interrupt=True)
    assert capfd.readouterr().err == ""


def play_again_and_again(match: Match, interrupt: threading.Timer, seconds: float = 10.0) -> None:
    """Play a game until it is interrupted, or until this takes too long."""
    end = time.monotonic() + seconds
    interrupt.start()
    while time.monotonic() < end:
        match.choose(0)
        if match.is_over:
            match.restart(match.seed, match.number)


def test_suspended_match_interrupted_while_rules_run_raises_and_continues(
    interruptible: None, capfd: pytest.CaptureFixture[str]
) -> None:
    """The signal may arrive anywhere in the rules."""
    (ruleset,) = sample(1, "classic")
    chance = random.Random(7)
    for number in range(20):
        held = Match(ruleset, number=number, bots=PEOPLE, resumable=True)
        interrupt = threading.Timer(
            chance.uniform(0.005, 0.02), signal.raise_signal, [signal.SIGINT]
        )
        with pytest.raises(KeyboardInterrupt):
            play_again_and_again(held, interrupt)
        interrupt.join()
        held.rewind(len(held.decisions))
        assert same(held, Match(ruleset, 0, number, PEOPLE, decisions=held.decisions))
    assert capfd.readouterr().err == ""
