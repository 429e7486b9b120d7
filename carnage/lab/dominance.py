"""Dominance: the worth of each weapon, figure and answer, by bots that may not use it.

A restricted bot never takes an option, or takes it whenever it can (`engine.restrictions`). It
plays pairs of games with changed seats against a bot without a restriction, both at the same
strength. An even share means that the option is worth nothing to that bot.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from carnage.common.intervals import Estimate
from carnage.common.text_format import capitalize, quote_code
from carnage.engine import games as playing
from carnage.engine.core.family import Family, Weights
from carnage.engine.core.queries import Query
from carnage.engine.games import LEARNED, RESTRICTED_NAME
from carnage.engine.restrictions import Restriction, slots_of_row
from carnage.engine.simulation import GameResults, play_games
from carnage.engine.tuning import tune_weights
from carnage.lab import statistics
from carnage.lab.sampling_plan import RESTRICTED_PAIRS, TRAINING_GAMES, TUNING_ITERATIONS
from carnage.lab.strengths import GREEDY, PRACTISED
from carnage.rulesets.forces import get_force
from carnage.rulesets.ruleset import Ruleset
from carnage.rulesets.settings import DEFAULT_SETTINGS, resolve_settings

SURVEY_GAMES = 250  # games that tell which options come up, and how often they are taken
MIN_OFFERS_PER_GAME = 0.2  # times that an option is offered in a game, to be tried
DICE_SEED = 3  # of the games of restricted bots; playtests use lower ones
DECISIONS_PER_SECOND = 150_000  # of one processor, for an estimate of the cost
# The groups of options.
WEAPON = "weapon"
FIGURE = "figure"
ANSWER = "answer"


@dataclass(frozen=True, slots=True)
class PlayerOption:
    """An option of the players of a game.

    Attributes:
        id: Its id in JSON, such as `weapon.six-gun` or `act.aim`.
        label: Its name for people.
        group: WEAPON, FIGURE or ANSWER.
        restriction: The restriction never to take it.
        offered: The times in a game that it is offered; None if they are not counted.
        taken_share: The share of these times that it is taken; None likewise.
    """

    id: str
    label: str
    group: str
    restriction: Restriction
    offered: float | None = None
    taken_share: float | None = None


def measure_options(ruleset: Ruleset, threads: int | None = None) -> Iterator[dict[str, Any]]:
    """Yield metrics while each option of the players is left out, and always taken.

    The metrics are JSON. In the last ones, `complete` is true.

    - `rows`: the options so far (`_measure`).
    - `tried`, `of`: the number of options so far, and of all.
    - `seconds`: an estimate of the cost, in seconds of one processor.
    """
    family = playing.load_family(ruleset.book.family)
    settings = resolve_settings(ruleset, DEFAULT_SETTINGS)
    survey = play_games(
        ruleset,
        SURVEY_GAMES,
        playing.assign_seats(ruleset, (GREEDY,)),
        DICE_SEED,
        threads=threads,
        settings=settings,
        stages=False,
    )
    options = list(list_options(ruleset, family, survey))
    weights_by_strength: dict[str, Weights | None] = {GREEDY: None}
    if family.weights:
        weights_by_strength[PRACTISED] = None
    games = 2 * len(options) * len(weights_by_strength) * RESTRICTED_PAIRS * ruleset.players
    decisions = float(survey.results.decisions.mean())
    seconds = (games + TRAINING_GAMES) * decisions / DECISIONS_PER_SECOND
    rows: list[dict[str, Any]] = []

    def snapshot(complete: bool) -> dict[str, Any]:
        return {
            "rows": list(rows),
            "tried": len(rows),
            "of": len(options),
            "pairs": RESTRICTED_PAIRS,
            "seconds": round(seconds, 1),
            "complete": complete,
        }

    yield snapshot(False)
    if family.weights:
        weights_by_strength[PRACTISED] = tune_weights(ruleset, iterations=TUNING_ITERATIONS)
        yield snapshot(False)
    for option in options:
        rows.append(_measure(ruleset, option, weights_by_strength, threads))
        yield snapshot(False)
    yield snapshot(True)


def _measure(
    ruleset: Ruleset,
    option: PlayerOption,
    weights_by_strength: dict[str, Weights | None],
    threads: int | None,
) -> dict[str, Any]:
    """Return the worth of an option as JSON.

    For each strength, `without` is the share of games that a bot wins that never takes the option,
    and `always` the share of one that takes it whenever it can.
    """
    row: dict[str, Any] = {
        "id": option.id,
        "label": option.label,
        "group": option.group,
        "offered": option.offered,
        "taken": option.taken_share,
    }
    for strength, weights in weights_by_strength.items():
        row[strength] = {
            "without": _restricted_share(ruleset, option.restriction, weights, threads),
            "always": _restricted_share(ruleset, option.restriction.insisting(), weights, threads),
        }
    return row


def _restricted_share(
    ruleset: Ruleset, restriction: Restriction, weights: Weights | None, threads: int | None
) -> dict[str, float]:
    """Return the share of a restricted bot against a free one, as an estimate in JSON.

    With more than two players it is scaled so that 0.5 is its due.
    """
    players = ruleset.players
    bot = GREEDY if weights is None else LEARNED
    played = play_games(
        ruleset,
        RESTRICTED_PAIRS * players,
        (RESTRICTED_NAME, *[bot] * (players - 1)),
        DICE_SEED,
        swap=True,
        threads=threads,
        settings=resolve_settings(ruleset, DEFAULT_SETTINGS),
        stages=False,
        learned=weights,
        restriction=restriction,
    )
    shares = statistics.bot_shares(played.results, players, 0)
    estimate = Estimate.from_values(shares).json()
    return {end: round(min(1.0, value * players / 2.0), 4) for end, value in estimate.items()}


def list_options(ruleset: Ruleset, family: Family, survey: GameResults) -> Iterator[PlayerOption]:
    """Yield the options that players of a game have: weapons, figures to pick, and answers.

    Args:
        ruleset: The game.
        family: Its family, ready to play.
        survey: Games that tell which answers come up.
    """
    if ruleset.book.roster.figure:
        yield from _list_weapons(ruleset)
        if any(survey.asked[kind] for kind, _ in slots_of_row(family, "kinds")):
            yield from _list_figures(ruleset)
    games = len(survey.results)
    for kind, query in enumerate(family.queries):
        if query.routine or not survey.asked[kind]:
            continue
        offered_counts = _count_offers(query, survey.offered[kind])
        for number, offered in offered_counts.items():
            name = query.answers[number]
            # To leave out “no” is to take “yes” always, which the row of “yes” tells.
            if name == "no" or len(offered_counts) < 2 or offered < MIN_OFFERS_PER_GAME * games:
                continue
            taken = int(survey.taken[kind, number])
            yield PlayerOption(
                f"{query.name}.{name}",
                f"{capitalize(query.general_text)} {quote_code(name)}",
                ANSWER,
                Restriction(answers=((kind, number),)),
                round(offered / games, 2),
                round(taken / offered, 4),
            )


def _count_offers(query: Query, offered: Any) -> dict[int, int]:
    """Return the times that each named answer of a question was offered, if it was."""
    counts = {}
    for number in query.answers:
        if 0 <= number < len(offered) and offered[number]:
            counts[number] = int(offered[number])
    return counts


def _list_weapons(ruleset: Ruleset) -> Iterator[PlayerOption]:
    """Yield the weapons of the figures of a game, if there are several."""
    carried: set[str] = set()
    for kind in get_force(ruleset).kinds:
        carried.update(weapon.code for weapon in kind.weapons)
    if len(carried) < 2:
        return
    for index, weapon in enumerate(ruleset.book.roster.weapon):
        if weapon.code in carried:
            restriction = Restriction(row="weapons", thing=index)
            yield PlayerOption(f"weapon.{weapon.code}", weapon.label, WEAPON, restriction)


def _list_figures(ruleset: Ruleset) -> Iterator[PlayerOption]:
    """Yield the kinds of figures that players pick from."""
    for index, kind in enumerate(get_force(ruleset).kinds):
        restriction = Restriction(row="kinds", thing=index)
        yield PlayerOption(f"figure.{kind.code}", kind.label, FIGURE, restriction)
