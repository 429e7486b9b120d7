"""Compute measures with intervals from games; docs/explanation/playtests.md defines them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from carnage.engine.core.family import Family
from carnage.engine.core.state import CHOICES
from carnage.engine.simulating import Played
from carnage.intervals import Estimate
from carnage.playtest.winning import points_of
from carnage.ruleset import Ruleset

OFTEN = 100  # times that an answer could have been given, before it means something that it never was


def shares(family: Family, played: Played, players: int, z: float) -> dict[str, Any]:
    """What share of the games went how, as estimates in JSON.

    `places` has what share of its games each place in the order of play takes, a draw shared out: by who
    opened the game, or by seats where all act at once. What a family does not know of its games is not among
    them.
    """
    results = played.results
    drawn = results.winner < 0
    told = {
        "capped": results.capped == 1,
        "drawn": drawn & (results.capped == 0),
        "tie_break": results.tie_break == 1,
        "one_round": results.rounds <= 1,
    }
    if "harm" in family.seen:
        told["unhurt"] = results.harm == 0
        told["nil_nil"] = (results.scores == 0).all(1)
    figures: dict[str, Any] = {name: Estimate.of(each.astype(float), z).json() for name, each in told.items()}
    figures["places"] = [Estimate.of(place, z).json() for place in by_place(results, players).T]
    return figures


def by_place(results: Any, players: int) -> Any:
    """What each place in the order of play has of each game; an array of games by places."""
    opener = np.maximum(results.opener, 0)
    seats = (opener[:, None] + np.arange(players)) % players
    return np.take_along_axis(points_of(results, players), seats, 1)


def opens(results: Any) -> bool:
    """Whether somebody opens these games; else all act at once."""
    return bool((results.opener >= 0).any())


def endings(family: Family, results: Any) -> dict[str, int]:
    """How many games came to which ending."""
    return {name: int((results.ending == n).sum()) for n, name in enumerate(family.endings)}


def lengths(results: Any, players: int) -> list[list[float]]:
    """For each number of rounds that games took: that, how many took so many, and what share of those whoever
    opened them has."""
    points = by_place(results, players)[:, 0]
    told = []
    for rounds in np.unique(results.rounds):
        took = results.rounds == rounds
        told.append([int(rounds), int(took.sum()), round(float(points[took].mean()), 4)])
    return told


def answers(family: Family, played: Played) -> dict[str, Any]:
    """Of each kind of question that was asked: how often, how often with one answer alone, and, where its
    answers have names, how often each could have been given and was, and which are a `whole` answer: “no”
    to where somebody moves is none."""
    asked: dict[str, Any] = {}
    for kind, query in enumerate(family.queries):
        decisions, forced = int(played.asked[kind]), int(played.forced[kind])
        if not decisions + forced:
            continue
        asked[query.name] = {
            "put": query.put_of_many,
            "decisions": decisions,
            "forced": forced,
        }
        named = {
            name: [int(played.offered[kind, number]), int(played.taken[kind, number])]
            for number, name in query.answers.items()
            if 0 <= number < CHOICES and played.offered[kind, number]
        }
        if named:
            asked[query.name]["answers"] = named
            asked[query.name]["whole"] = [name for name in named if query.says_all(name)]
    return asked


def never_given(played: Played) -> Any:
    """Which answers, by kind and answer as in `Played`, bots never gave though they often could have."""
    return (played.offered >= OFTEN) & (played.taken == 0)


def named(family: Family, answers: Any) -> dict[str, list[str]]:
    """The answers that are true by kind and answer, by the names of their questions."""
    told = {
        query.name: [
            name for number, name in query.answers.items() if number < CHOICES and answers[kind, number]
        ]
        for kind, query in enumerate(family.queries)
    }
    return {query: each for query, each in told.items() if each}


def uses(family: Family, ruleset: Ruleset, asked: dict[str, Any]) -> dict[str, tuple[int, int]]:
    """Of each rule that nobody has to use: how often somebody could have used it, and how often did."""
    counted: dict[str, tuple[int, int]] = {}
    for query in family.queries:
        answered = asked.get(query.name, {}).get("answers", {})
        for answer, rule in query.uses.items():
            if answer in answered:
                id = rule if "." in rule else f"{rule}.{ruleset.choice(rule).option.code}"
                could, did = counted.get(id, (0, 0))
                offered, taken = answered[answer]
                counted[id] = could + offered, did + taken
    return counted


def looked_up(family: Family, played: Played) -> dict[str, int]:
    """How often each rule was looked up, of those that often change nothing then."""
    counts = played.tallies.looked_up
    return {name: int(counts[number]) for number, name in enumerate(family.rules) if counts[number]}


def attacks(family: Family, asked: dict[str, Any], games: int) -> float | None:
    """How many attacks are made in a game, all together; None where a family has none."""
    if not family.attacks:
        return None
    made = sum(
        asked.get(query, {}).get("answers", {}).get(answer, (0, 0))[1]
        for query, answers_ in family.attacks.items()
        for answer in answers_
    )
    return float(made) / games


def pairs(results: Any, players: int, bot: int) -> Any:
    """What one of the named bots has of the games in which each has sat everywhere once with the same dice:
    its mean share of each such set, from 0 to 1. Games are those of a simulation with seats changed."""
    sets = len(results) // players
    seat = (bot - np.arange(sets * players)) % players
    own = points_of(results[: sets * players], players)[np.arange(sets * players), seat]
    return own.reshape(sets, players).mean(1)


def to_watch(played: Played, chances: Any) -> Iterator[tuple[str, int]]:
    """Three games worth watching, by their numbers: the usual, the closest and the oddest, among those that
    chances are known of.

    How odd a game is, is how far it lies from the middle of all in rounds, decisions, scores and harm,
    reckoned in their own spread; the closest is the decided one that stayed open for longest.
    """
    results = played.results[: len(chances.points)] if chances else played.results
    kept = results.capped == 0
    scores = np.sort(results.scores, 1)
    told = np.stack(
        [results.rounds, results.decisions, scores[:, -1] - scores[:, -2], scores.sum(1), results.harm], 1
    ).astype(float)
    middle, spread = np.median(told, 0), told.std(0)
    odd = (np.abs(told - middle) / np.where(spread > 0, spread, 1.0)).sum(1)
    games = np.flatnonzero(kept)
    if not len(games):
        return
    yield "usual", int(games[odd[games].argmin()])
    yield "oddest", int(games[odd[games].argmax()])
    if chances is not None:
        openness = 1.0 - chances.chance.max(1)
        sums = np.bincount(chances.game, openness * (chances.stage + 1.0), minlength=len(results))
        weights = np.bincount(chances.game, chances.stage + 1.0, minlength=len(results))
        close = np.where(weights > 0, sums / np.maximum(weights, 1.0), 0.0)[: len(results)]
        decided = games[(results.winner[games] >= 0) & (results.tie_break[games] == 0)]
        if len(decided):
            yield "closest", int(decided[close[decided].argmax()])


def courses(watched: dict[str, int], chances: Any) -> dict[str, list[float]]:
    """How each of these games went: the chance of its winner, stage by stage, as far as it is known."""
    told = {name: chances.course_of(game) for name, game in watched.items()} if chances else {}
    return {name: [round(chance, 3) for chance in course] for name, course in told.items() if course}
