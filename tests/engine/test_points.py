"""Points that persons choose: as legal as the options offered, refused with a reason, and replayed."""

from __future__ import annotations

import math
from collections import Counter
from functools import cache
from importlib import import_module
from itertools import combinations
from random import Random

import numpy as np
import pytest

from carnage import catalog
from carnage.engine.core.pointing import MAX_DECISION
from carnage.engine.core.queries import Query, Refusal
from carnage.engine.core.state import MAX_OPTIONS
from carnage.engine.games import GameError, Match, PointRefused
from carnage.engine.narration import REFUSALS, Narrator
from carnage.engine.planner import Rollouts, greedy_choice
from carnage.engine.saved_games import Transcript, parse_saved_game, saved_game_json
from carnage.engine.visibility import observe
from carnage.rulesets.ruleset import Ruleset
from tests.support.arena import happenings
from tests.support.duel_ledger import Ledger
from tests.support.referee import Referee
from tests.support.rulesets import ruleset, sample

BOOKS = ("skirmish", "classic", "duel")
DECISIONS = {
    "battle": "carnage.engine.battle.frame.decisions",
    "duel": "carnage.engine.duel.decisions",
    "gamble": "carnage.engine.gamble.decisions",
}
GAMES = 9  # of each book
POINTS_PER_QUESTION = 3


def query_of(match: Match) -> Query:
    assert match.question is not None
    return match.family.queries[match.question.kind]


def random_point(match: Match, chance: Random) -> tuple[float, float]:
    """Return a point of the table, or within 8 inches of the middle of open space."""
    low, high = 0.0, 0.0
    if match.family.name == "battle":
        high = float(match.record.table)
    elif float(match.record.square) > 0.0:
        high = float(match.record.square)
    else:
        low, high = -8.0, 8.0
    return chance.uniform(low, high), chance.uniform(low, high)


Discs = list[tuple[float, float, float]]  # x, y and radius


def places_of(match: Match) -> tuple[float, Discs]:
    """Return the side of the table, 0 in open space, and the discs of all pieces on it."""
    record = match.record
    radius = float(record.radius)
    if match.family.name == "battle":
        models = [record.models[n] for n in range(int(record.n_models))]
        upright = [model for model in models if model.in_play and not model.fallen]
        return float(record.table), [(float(m.x), float(m.y), radius) for m in upright]
    things = [record.things[n] for n in range(int(record.n_things))]
    discs = [(float(t.x), float(t.y), float(t.radius)) for t in things]
    return float(record.square), [
        *discs,
        *((float(ship.x), float(ship.y), radius) for ship in record.ships),
    ]


class PointedGame:
    """A whole game in which the first seat answers by points wherever the rules take one."""

    def __init__(self, rules: Ruleset, n: int) -> None:
        chance = Random(n)
        self.match = Match(rules, n, 0, ("person", "greedy"), free=n % 2 == 1)
        self.results: Counter[tuple[str, Refusal]] = Counter()
        match = self.match
        self.places: list[tuple[float, Discs]] = []
        while match.question is not None:
            self.places.append(places_of(match))
            decision = greedy_choice(match)
            query = query_of(match)
            if query.sampled:
                for _ in range(POINTS_PER_QUESTION):
                    point = match.point_decision(*random_point(match, chance))
                    try:
                        match.option(point)
                    except PointRefused as refused:
                        self.results[query.name, refused.refusal] += 1
                        continue
                    self.results[query.name, Refusal.LEGAL] += 1
                    decision = point
                    break
            match.choose(decision)


@cache
def games() -> tuple[PointedGame, ...]:
    return tuple(
        PointedGame(rules, n) for book in BOOKS for n, rules in enumerate(sample(GAMES, book))
    )


@pytest.mark.parametrize("family", DECISIONS)
def test_points_are_taken_by_sampled_queries_only(family: str) -> None:
    book = next(code for code in catalog.book_codes() if catalog.book(code).family == family)
    match = Match(sample(1, book)[0])
    package = import_module(DECISIONS[family])
    takes_point = package.ask.__globals__["takes_point"]
    queries = match.family.queries
    taken = [query.name for n, query in enumerate(queries) if takes_point(match.record, n)]
    assert taken == [query.name for query in queries if query.sampled]


def test_query_sampled_and_sealed_raises() -> None:
    with pytest.raises(ValueError, match="a point cannot be a secret answer"):
        Query("bid", "How many?", slots={}, sealed=True, sampled=True)


def test_thousand_points_are_accepted_or_refused_with_a_reason() -> None:
    results: Counter[tuple[str, Refusal]] = Counter()
    for game in games():
        results += game.results
    assert sum(results.values()) >= 1000
    queries = {name for name, refusal in results if refusal is Refusal.LEGAL}
    assert {"move", "place", "face", "jettison"} <= queries
    refusals = {refusal for _, refusal in results}
    assert {Refusal.BLOCKED, Refusal.NO_ROOM, Refusal.OUTSIDE_ZONE} <= refusals
    assert set(REFUSALS) == set(Refusal)
    assert all(REFUSALS[refusal] for refusal in refusals - {Refusal.LEGAL})


def test_games_with_points_break_no_rule() -> None:
    """Check each game by a second reading of the rules, which knows the log alone."""
    for game in games():
        match = game.match
        if match.ruleset.book.code == "classic":
            Referee(match.ruleset, happenings(match)).watch()
        elif match.family.name == "duel":
            ledger = Ledger(match.ruleset)
            for entry in Narrator(match).events():
                ledger.read(entry)


def test_games_with_points_keep_pieces_apart() -> None:
    """Check the places on the table at each question, for books without a second reading too."""
    for game in games():
        for table, discs in game.places:
            assert all(
                math.dist((x, y), (u, v)) > r + s - 0.01
                for (x, y, r), (u, v, s) in combinations(discs, 2)
            )
            if table:
                assert all(min(x, y) > -0.01 and max(x, y) < table + 0.01 for x, y, _ in discs)


def test_games_with_points_replay_the_same() -> None:
    for game in games()[::3]:
        match = game.match
        arguments = (match.ruleset, match.seed, 0, match.bots)
        again = Match(*arguments, decisions=match.decisions, free=match.free, resumable=True)
        assert again.decisions == match.decisions
        assert again.log.tobytes() == match.log.tobytes()
        half = len(match.decisions) // 2
        again.rewind(half)
        while again.question is not None:
            again.choose(match.decisions[len(again.decisions)])
        assert again.log.tobytes() == match.log.tobytes()


def test_saved_game_with_points_replays_the_same() -> None:
    for game in games()[1::3]:
        match = game.match
        assert max(match.decisions) >= MAX_OPTIONS
        saved = saved_game_json(match, Transcript(match).codes())
        again = Match(match.ruleset, match.seed, 0, match.bots, free=match.free)
        parsed = parse_saved_game(saved, match.ruleset)
        assert Transcript(again).replay(parsed) is None
        assert again.decisions == match.decisions
        other_version = parsed._replace(version="000000000000")
        assert Transcript(again).replay(other_version) is None
        assert again.log.tobytes() == match.log.tobytes()


def test_trying_points_changes_nothing() -> None:
    chance = Random(3)
    match = Match(ruleset(), 5, 0, ("person", "greedy"))
    while not query_of(match).sampled:
        match.choose(greedy_choice(match))
    before = match.record.tobytes()
    spots = match.try_points([random_point(match, chance) for _ in range(50)])
    assert match.record.tobytes() == before
    assert len({refusal for _, _, refusal in spots}) > 1


def test_option_of_an_end_leads_back_to_it() -> None:
    """The end of a move to a point is a point that leads to nearly the same end."""
    match = first_move(free_ruleset())
    x, y, _ = next(spot for spot in match.try_points(circle(match, 30.0)) if spot[2] == 0)
    option = match.option(match.point_decision(x, y))
    assert math.dist((option.x, option.y), (x, y)) <= 1 / 16


def free_ruleset() -> Ruleset:
    """Return a ruleset with free movement and single models."""
    return next(
        rules
        for rules in sample(200, "skirmish")
        if any(choice.option.code == "free-movement" for choice in rules.choices)
    )


def first_move(rules: Ruleset) -> Match:
    match = Match(rules, 1, 0, ("person", "greedy"))
    while query_of(match).name != "move":
        match.choose(greedy_choice(match))
    return match


def circle(match: Match, far: float) -> list[tuple[float, float]]:
    assert match.question is not None
    model = match.record.models[match.question.actor]
    angles = [2.0 * math.pi * n / 16 for n in range(16)]
    return [
        (float(model.x) + far * math.cos(a), float(model.y) + far * math.sin(a)) for a in angles
    ]


@pytest.mark.parametrize("decision", [MAX_OPTIONS - 1, MAX_DECISION + 1, -1])
def test_choose_neither_option_nor_point_raises(decision: int) -> None:
    match = Match(ruleset(), 1, 0, ("person", "greedy"))
    with pytest.raises(GameError, match=r"There are \d+ options"):
        match.choose(decision)


def test_choose_refused_point_keeps_the_question() -> None:
    match = Match(ruleset(), 1, 0, ("person", "greedy"))
    question = match.question
    assert not query_of(match).sampled
    with pytest.raises(PointRefused) as refused:
        match.choose(match.point_decision(10.0, 10.0))
    assert refused.value.refusal is Refusal.NO_POINT
    assert match.question == question


def test_replay_refused_point_raises() -> None:
    match = Match(ruleset(), 1, 0, ("person", "greedy"))
    with pytest.raises(GameError, match="do not fit"):
        match.replay([match.point_decision(10.0, 10.0)])


def test_point_outside_grid_has_no_decision() -> None:
    match = Match(ruleset(), 1, 0, ("person", "greedy"))
    assert match.point_decision(-1.0, 3.0) == -1
    assert match.point_decision(129.0, 3.0) == -1


def test_free_seats_are_asked_about_a_single_candidate() -> None:
    """Single candidates of moves and places are questions for free seats, and for no others."""
    single = 0
    for n, rules in enumerate(sample(6, "classic")):
        match = Match(rules, n, 0, ("person", "greedy"), free=True)
        while match.question is not None:
            if len(match.question.options) == 1:
                single += 1
                assert query_of(match).sampled
                assert match.question.side == 0
            match.choose(greedy_choice(match))
        usual = Match(rules, n, 0, ("person", "greedy"))
        while usual.question is not None:
            assert len(usual.question.options) > 1
            usual.choose(greedy_choice(usual))
    assert single


def test_bots_do_not_notice_free_seats() -> None:
    for n, rules in enumerate(sample(4, "skirmish")):
        bots = Match(rules, n, 0, ("greedy", "random"))
        free = Match(rules, n, 0, ("greedy", "random"), free=True)
        assert free.decisions == bots.decisions
        assert free.log.tobytes() == bots.log.tobytes()


def test_rollouts_take_a_point() -> None:
    match = first_move(free_ruleset())
    point = next(
        decision
        for decision in (match.point_decision(x, y) for x, y in circle(match, 3.0))
        if decision >= 0 and is_legal(match, decision)
    )
    results = Rollouts(match, 7).results(point, 0, 4)
    assert results.shape == (4,)
    assert np.all(np.abs(results) <= 1.5)


def is_legal(match: Match, decision: int) -> bool:
    try:
        match.option(decision)
    except PointRefused:
        return False
    return True


def test_observation_hides_the_slots_of_points() -> None:
    match = games()[0].match
    options = observe(match.record, 0).core.options
    assert all(float(option.x) == 0.0 for option in options[MAX_OPTIONS:])
