"""The engine against a second reading of the rulebook: a referee who knows the rules and sees only
the log.

Every option stands beside every option of another table, played by the greedy and the random bot;
the referee calls a foul on any event that the rules do not ask for, and on any that fails to come.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable

import pytest

from carnage.engine.battle.frame.shapes import SHAPES
from carnage.engine.games import Match
from tests.support.arena import Case, Happening, cases, covering, events_of, happenings
from tests.support.referee import Foul, Referee
from tests.support.rulesets import having, own_rules, rolled, sample


def watch(chosen: Iterable[Case]) -> Counter[str]:
    seen: Counter[str] = Counter()
    for case in chosen:
        match = case.play()
        try:
            seen += Referee(match.ruleset, happenings(match)).watch().seen
        except Foul as foul:
            raise Foul(f"{case}: {foul}") from None
    return seen


@pytest.mark.thorough
def test_referee_every_pair_of_options_finds_no_foul() -> None:
    seen = watch(cases(covering(2), 2))
    # What none of these happened to show is looked for where each rule is in force.
    for rule in sorted(own_rules("classic")):
        if set(seen) == events_of("classic"):
            break
        seen += watch(cases(having(rule, "classic", 2)))
    assert set(seen) == events_of("classic"), "an event that never happened was never checked"


@pytest.mark.soak
def test_referee_every_three_options_finds_no_foul() -> None:
    watch(cases(covering(3), 4))


@pytest.mark.soak
def test_referee_thousand_random_games_finds_no_foul() -> None:
    watch(cases(sample(1000), 2))


# -------------------------------------------------------------------------- can the referee say no?

Forgery = Callable[[Happening], Happening]
FORGERIES: dict[str, tuple[str, Forgery]] = {
    "a model moves from where it does not stand": ("move", lambda e: e._replace(x0=e.x0 + 0.1)),
    "a model goes too far": ("move", lambda e: e._replace(x1=e.x1 + 9.0)),
    "a die shows another number": ("test", lambda e: e._replace(dice=(7 - e.dice[0], *e.dice[1:]))),
    "a success too many": ("test", lambda e: e._replace(d=e.d + 1)),
    "a test too easy": ("test", lambda e: e._replace(c=e.c - 1)),
    "another's stat": ("test", lambda e: e._replace(b=e.b + 1)),
    "more wounds": ("wound", lambda e: e._replace(a=e.a + 1)),
    "the attacker hits itself": ("attack", lambda e: e._replace(target=e.actor)),
    "another weapon": ("attack", lambda e: e._replace(a=(e.a + 1) % 8)),
    "obscured or not": ("attack", lambda e: e._replace(b=1 - e.b)),
    "out of turn": ("activate", lambda e: e._replace(side=1 - e.side)),
    "a token more left": ("re-roll", lambda e: e._replace(a=e.a + 1)),
    "the wrong First Player": ("first-player", lambda e: e._replace(a=1 - e.a, side=1 - e.side)),
    "a roll-off's winner": ("roll-off", lambda e: e._replace(a=1 - e.a)),
    "a point more": ("score", lambda e: e._replace(a=e.a + 1, b=e.b + 1)),
    "a round skipped": ("round", lambda e: e._replace(a=e.a + 1)),
    "another winner": ("game-over", lambda e: e._replace(a=0 if e.a else 1)),
    "a rule that did nothing": ("removed", lambda e: e._replace(rule=0)),
}


def log_with(name: str) -> tuple[Match, list[Happening], list[int]]:
    """A game in which this kind of event happens at least five times, or as often as any."""
    often = (
        5 if name not in ("game-over", "roll-off", "round", "first-player", "score", "wound") else 1
    )
    for digits in (
        rolled(movement="free-movement", resolution="dice-combination", deployment="2"),
        *sample(20),
    ):
        match = Match(digits)
        log = happenings(match)
        places = [n for n, event in enumerate(log) if SHAPES[event.event].name == name]
        if len(places) >= often:
            return match, log, places
    raise AssertionError(f"no game with {name}")


@pytest.mark.parametrize("what", FORGERIES)
def test_referee_forged_event_is_found(what: str) -> None:
    name, forge = FORGERIES[what]
    match, log, places = log_with(name)
    Referee(match.ruleset, log).watch()
    caught = 0
    for at in random.Random(3).sample(places, min(len(places), 5)):
        forged = [*log[:at], forge(log[at]), *log[at + 1 :]]
        try:
            Referee(match.ruleset, forged).watch()
        except Foul:
            caught += 1
    assert caught, "the referee lets it pass"
    if name != "test":  # a die that fails either way, or one of a pool, may change nothing
        assert caught == min(len(places), 5)


@pytest.mark.parametrize(
    "name", ["move", "test", "wound", "removed", "activate", "score", "rattled", "first-player"]
)
def test_referee_missing_or_extra_event_is_found(name: str) -> None:
    match, log, places = log_with(name)
    # Standing still costs a Move, but one more or less of that may be within the rules.
    places = [n for n in places if name != "move" or log[n].x0 != log[n].x1]
    at = places[len(places) // 2]
    for forged in ([*log[:at], *log[at + 1 :]], [*log[:at], log[at], *log[at:]]):
        with pytest.raises(Foul):
            Referee(match.ruleset, forged).watch()
