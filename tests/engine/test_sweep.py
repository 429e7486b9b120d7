"""Every ruleset plays, and every game ends by its own rules, bounds checks on."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from itertools import islice

import numpy as np
import pytest

from carnage.engine.battle.turn.round_structure import MAX_ROUNDS
from carnage.engine.core.state import GREEDY, MAX_DECISIONS, MAX_EVENTS, RANDOM
from carnage.engine.duel.prepare import fuel
from carnage.engine.games import Match
from carnage.rulebook import build_rulebook
from carnage.rulesets import odds
from carnage.rulesets.ruleset import Ruleset
from tests.support.arena import batch, beside, covering, every_pair
from tests.support.rulesets import BOOKS, sample

EACH = pytest.mark.parametrize("book", BOOKS)
SEATS = [(GREEDY, GREEDY), (GREEDY, RANDOM), (RANDOM, GREEDY), (RANDOM, RANDOM)]
RANDOMLY = defaultdict(lambda: 1000, skirmish=2000)  # rulesets of the long sweep
GAMES = defaultdict(lambda: 50, classic=20, skirmish=20)  # of each
MANY = 20_000  # rolls in which what three traits may come together is looked for


def last_round(game: Ruleset) -> int:
    """The last round that a game can have by its rules."""
    assert game.book.family in LAST, (
        "say here after which round games of this family are over by their rules"
    )
    return LAST[game.book.family](game)


def last_of_battle(game: Ruleset) -> int:
    """By its length."""
    ends = odds.game_length_distribution(game)
    if ends:
        return max(ends)
    params = game.choice("game-length").params  # a clock's, which stops at some round at the latest
    return min(
        int(params["latest"] + max(params.get("bound", 0), params.get("grace", 0))), MAX_ROUNDS
    )


LAST: dict[str, Callable[[Ruleset], int]] = {
    "battle": last_of_battle,
    "gamble": lambda game: 1,
    "duel": lambda game: 2 * sum(fuel(game)),  # every turn burns a pip
}


def sweep(games: Iterable[Ruleset], times: int) -> None:
    """Play each ruleset so many times, the bots in all their seats; tell all that went wrong at
    once.
    """
    wrong = []
    for n, game in enumerate(games):
        last = last_round(game)
        for seats in SEATS:
            results = batch(game, times // len(SEATS), seats, seed=n)
            rounds = np.asarray(results.rounds)
            faults = {
                "does not end": np.any(results.capped),
                "ends before it begins": rounds.min() < 1,
                f"goes on after round {last}": rounds.max() > last,
                "has hardly room for its decisions": np.asarray(results.decisions).max()
                >= MAX_DECISIONS * 3 // 4,
                # Where one may pass or leave, the random bot may do so before anybody has done
                # anything; and where all act at once, nobody ever opens a game.
                "is opened by nobody": RANDOM not in seats
                and np.asarray(results.opener).min() < 0 <= np.asarray(results.opener).max(),
            }
            wrong += [f"{game.path} {seats}: {fault}" for fault, broken in faults.items() if broken]
    assert not wrong


@pytest.mark.thorough
@EACH
def test_every_pair_of_options_ends_by_its_own_rules(book: str) -> None:
    assert beside(covering(2, book)) == every_pair(book)
    sweep(covering(2, book), 8)


@pytest.mark.soak
@EACH
def test_random_rulesets_end_by_their_own_rules(book: str) -> None:
    """Roll, print and play every possible pair of options."""
    games = sample(RANDOMLY[book], book)
    assert beside(games) == every_pair(book)
    for game in games:
        assert build_rulebook(game).markdown()
    sweep(games, GAMES[book])


def together(games: Iterable[Ruleset], traits: list[str]) -> np.ndarray:
    """How many of these games have each three traits."""
    here = np.array(
        [[trait in game.traits for trait in traits] for game in games], dtype=np.float32
    )
    return np.array([(here * here[:, [at]]).T @ here for at in range(len(traits))])


def rare(book: str) -> Iterator[Ruleset]:
    """Rulesets for every three traits that may come together and do not in those of the long
    sweep.
    """
    drawn = sample(MANY, book)
    traits = sorted({trait for game in drawn for trait in game.traits})
    missing = (together(drawn, traits) > 0) & (together(islice(drawn, RANDOMLY[book]), traits) == 0)
    for game in drawn[RANDOMLY[book] :]:
        here = np.array([trait in game.traits for trait in traits])
        three = here[:, None, None] & here[None, :, None] & here[None, None, :]
        if np.any(missing & three):
            missing &= ~three
            yield game
    assert not np.any(missing)


@pytest.mark.soak
def test_every_three_traits_end_by_their_own_rules() -> None:
    rarest = list(rare("skirmish"))
    for game in rarest:
        assert build_rulebook(game).markdown()
    sweep(rarest, 20)


@EACH
def test_longest_game_fits_into_log(book: str) -> None:
    longest = 0
    for n, game in enumerate(covering(2, book)):
        match = Match(game, 3, n, ("random", "greedy"))
        assert match.is_over
        longest = max(longest, int(match.record.core.n_events))
    assert 10 < longest < MAX_EVENTS // 2
