"""Compute measures with intervals from games; docs/explanation/playtests.md defines them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from carnage.common.intervals import Estimate
from carnage.engine.core.family import Family
from carnage.engine.core.state import MAX_ANSWERS
from carnage.engine.simulation import GameResults
from carnage.lab.win_probability import points_of
from carnage.rulebook.battle.play_time import SECONDS_PER_DECISION, estimate_setup
from carnage.rulesets.ruleset import Ruleset

MIN_OFFERS = 100  # opportunities; an option that bots never chose in fewer means nothing


def estimate_shares(
    family: Family, game_results: GameResults, players: int, z: float
) -> dict[str, Any]:
    """Return shares of games as estimates in JSON.

    `places` has the share of the points of each place in the order of play, with a draw divided.
    The order begins with the opener, or with seat 0 if all act at once. `seats` has the share of
    each side, over all openers. `unhurt` is the share of games at whose end nobody is hurt, or in
    which no side hurts another. Shares that a family does not record are left out.

    Args:
        family: The family of the game.
        game_results: The games.
        players: The number of players.
        z: The half width of intervals, in standard errors.
    """
    results = game_results.results
    drawn = results.winner < 0
    masks = {
        "capped": results.capped == 1,
        "drawn": drawn & (results.capped == 0),
        "tie_break": results.tie_break == 1,
        "one_round": results.rounds <= 1,
    }
    if "harm" in family.turn_fields:
        masks["unhurt"] = (results.harm == 0) | (results.enemy_harm == 0)
        masks["nil_nil"] = (results.scores == 0).all(1)
    metrics: dict[str, Any] = {
        name: Estimate.from_values(each.astype(float), z).json() for name, each in masks.items()
    }
    metrics["places"] = [
        Estimate.from_values(place, z).json() for place in points_by_place(results, players).T
    ]
    metrics["seats"] = [
        Estimate.from_values(seat, z).json() for seat in points_of(results, players).T
    ]
    return metrics


def points_by_place(results: Any, players: int) -> Any:
    """Return the points of each place in the order of play, as an array of games by places."""
    opener = np.maximum(results.opener, 0)
    seats = (opener[:, None] + np.arange(players)) % players
    return np.take_along_axis(points_of(results, players), seats, 1)


def has_opener(results: Any) -> bool:
    """Return True if a player opens these games, and False if all act at once."""
    return bool((results.opener >= 0).any())


def count_openers(results: Any) -> int:
    """Return the number of seats that open at least one of these games."""
    return len(np.unique(results.opener[results.opener >= 0]))


def count_endings(family: Family, results: Any) -> dict[str, int]:
    """Return the number of games by ending."""
    return {name: int((results.ending == n).sum()) for n, name in enumerate(family.endings)}


def list_lengths(results: Any, players: int) -> list[list[float]]:
    """Return a list for each length of games: rounds, games, and the opener's share of their
    points.
    """
    points = points_by_place(results, players)[:, 0]
    rows = []
    for rounds in np.unique(results.rounds):
        has_length = results.rounds == rounds
        rows.append(
            [int(rounds), int(has_length.sum()), round(float(points[has_length].mean()), 4)]
        )
    return rows


def question_statistics(family: Family, game_results: GameResults) -> dict[str, Any]:
    """Return statistics of each kind of question that was asked, by its name.

    Each has the text of the question, the number of `decisions` with a choice, and of `forced` ones
    with a single option. If its options have names, it also has the times that each was offered and
    taken. `whole` has the names of options that leave nothing else to choose, such as a place or a
    target.
    """
    questions: dict[str, Any] = {}
    for kind, query in enumerate(family.queries):
        decisions = int(game_results.asked[kind])
        forced = int(game_results.forced[kind])
        if not decisions + forced:
            continue
        questions[query.name] = {
            "put": query.general_text,
            "decisions": decisions,
            "forced": forced,
            "routine": query.routine,
        }
        named = {
            name: [int(game_results.offered[kind, number]), int(game_results.taken[kind, number])]
            for number, name in query.answers.items()
            if 0 <= number < MAX_ANSWERS and game_results.offered[kind, number]
        }
        if named:
            questions[query.name]["answers"] = named
            questions[query.name]["whole"] = [
                name for name in named if query.is_complete_answer(name)
            ]
    return questions


def estimate_minutes(
    ruleset: Ruleset, questions: dict[str, Any], results: Any, z: float
) -> dict[str, float]:
    """Return the mean minutes of a game between people, as an estimate in JSON.

    It is the time to set up, and `SECONDS_PER_DECISION` of the rulebook's estimate for each
    decision that is not routine.

    Args:
        ruleset: The rules. Games without figures have nothing to set up.
        questions: The statistics of questions.
        results: The games.
        z: The half width of the interval, in standard errors.
    """
    decisions = results.decisions.astype(float)
    total = sum(query["decisions"] for query in questions.values())
    routine = sum(query["decisions"] for query in questions.values() if query["routine"])
    kept = 1.0 - routine / total if total else 1.0
    minutes = decisions * kept * SECONDS_PER_DECISION / 60.0
    setup_minutes = estimate_setup(ruleset) if ruleset.book.roster.figure else 0
    mean = float(minutes.mean()) + setup_minutes
    error = z * float(minutes.std()) / len(minutes) ** 0.5
    return Estimate(mean, max(0.0, mean - error), mean + error).json()


def never_chosen(game_results: GameResults) -> Any:
    """Return a mask of the options that bots often could choose and never did.

    It is a Boolean array by kind of question and option, as in `Played`.
    """
    return (game_results.offered >= MIN_OFFERS) & (game_results.taken == 0)


def name_options(family: Family, answers: Any) -> dict[str, list[str]]:
    """Return the names of the options that are true in an array, by the names of their questions.

    The array is by kind of question and option.
    """
    names = {
        query.name: [
            name
            for number, name in query.answers.items()
            if number < MAX_ANSWERS and answers[kind, number]
        ]
        for kind, query in enumerate(family.queries)
    }
    return {query: each for query, each in names.items() if each}


def count_optional_uses(
    family: Family, ruleset: Ruleset, questions: dict[str, Any]
) -> dict[str, tuple[int, int]]:
    """Return for each optional rule how often a player could use it, and how often one did."""
    counts: dict[str, tuple[int, int]] = {}
    for query in family.queries:
        answered = questions.get(query.name, {}).get("answers", {})
        for answer, rule in query.uses.items():
            if answer in answered:
                if "." in rule:
                    id = rule
                else:
                    id = f"{rule}.{ruleset.choice(rule).option.code}"
                opportunities, used = counts.get(id, (0, 0))
                offered, taken = answered[answer]
                counts[id] = opportunities + offered, used + taken
    return counts


def count_evaluations(family: Family, game_results: GameResults) -> dict[str, int]:
    """Return how often each rule was evaluated, for rules that often change nothing."""
    counts = game_results.tallies.looked_up
    return {name: int(counts[number]) for number, name in enumerate(family.rules) if counts[number]}


def mean_attacks(
    family: Family, questions: dict[str, Any], games: int
) -> tuple[float, float] | None:
    """Return the mean numbers of attacks in a game that were possible, and that were made.

    None for a family without attacks.
    """
    if not family.attacks:
        return None
    counts = [
        questions.get(query, {}).get("answers", {}).get(answer, (0, 0))
        for query, answers_ in family.attacks.items()
        for answer in answers_
    ]
    return sum(offered for offered, _ in counts) / games, sum(taken for _, taken in counts) / games


def bot_shares(results: Any, players: int, bot: int) -> Any:
    """Return the mean share of one bot in each set of games with the same dice, as an array.

    Each set has as many games as seats, and the bot sits in each seat once. Shares are from 0 to 1.

    Args:
        results: The games of a simulation with swapped seats.
        players: The number of players.
        bot: The index of the bot.
    """
    sets = len(results) // players
    seat = (bot - np.arange(sets * players)) % players
    own = points_of(results[: sets * players], players)[np.arange(sets * players), seat]
    return own.reshape(sets, players).mean(1)


def notable_games(game_results: GameResults, probabilities: Any) -> Iterator[tuple[str, int]]:
    """Yield the names and numbers of three games worth watching: the usual, the oddest and the
    closest.

    The distance of a game from the medians of rounds, decisions, scores and harm, in standard
    deviations, tells how odd it is. The closest game is the decided one that stayed open longest.
    Only games with known win probabilities are candidates.
    """
    if probabilities:
        results = game_results.results[: len(probabilities.points)]
    else:
        results = game_results.results
    is_finished = results.capped == 0
    scores = np.sort(results.scores, 1)
    features = np.stack(
        [
            results.rounds,
            results.decisions,
            scores[:, -1] - scores[:, -2],
            scores.sum(1),
            results.harm,
        ],
        1,
    ).astype(float)
    middle = np.median(features, 0)
    spread = features.std(0)
    distance = (np.abs(features - middle) / np.where(spread > 0, spread, 1.0)).sum(1)
    games = np.flatnonzero(is_finished)
    if not len(games):
        return
    yield "usual", int(games[distance[games].argmin()])
    yield "oddest", int(games[distance[games].argmax()])
    if probabilities is not None:
        openness = 1.0 - probabilities.probability.max(1)
        sums = np.bincount(
            probabilities.game, openness * (probabilities.stage + 1.0), minlength=len(results)
        )
        weights = np.bincount(probabilities.game, probabilities.stage + 1.0, minlength=len(results))
        close = np.where(weights > 0, sums / np.maximum(weights, 1.0), 0.0)[: len(results)]
        decided = games[(results.winner[games] >= 0) & (results.tie_break[games] == 0)]
        if len(decided):
            yield "closest", int(decided[close[decided].argmax()])


def winner_courses(watched: dict[str, int], probabilities: Any) -> dict[str, list[float]]:
    """Return the chance of the winner at each stage of these games, as far as it is known."""
    if probabilities:
        courses = {name: probabilities.course_of(game) for name, game in watched.items()}
    else:
        courses = {}
    return {
        name: [round(chance, 3) for chance in course] for name, course in courses.items() if course
    }
