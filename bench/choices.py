"""Measure whether the choices of a game are choices: answers that differ, and errors that cost.

    python bench/choices.py [--book skirmish duel gamble] [--rulesets 20] [--games 3] [--each 4]

The rulesets are those of `bench/endings.py`. Bots that have practised a ruleset play it; gambles are
played by exact bots, which have nothing to practise. In some of their decisions each answer is
played out, by the same bots (greedy ones in gambles) and with the same dice for every answer.
Half of these rollouts rank the answers, and the other half measure the gain of the best one, so that
luck in the ranking does not count as a gain.

Each row is a kind of decision that is not routine:

- its decisions in a game, and the share of rulesets that have it;
- the commonest answer that leaves nothing else to choose, and its share of the decisions in which
  it was offered. Kinds whose answers are places or targets have none;
- the loss by the second-best answer: the change of the chance to win, with its standard error, and
  the number of decisions that were played out.

A kind is dead if an answer has a share of 95 %, or if the second-best answer costs less than half a
point of a hundred for sure, in ten decisions or more.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np
from endings import draw_ruleset, seat_bots, survey_rulesets

from carnage.common.intervals import Z95
from carnage.rulesets.ruleset import Ruleset

DICE_SEED = 11
EXACT = "exact"  # the bot of gambles that plays best
MAX_SHARE = 0.95  # of one answer, from which a kind is dead
MIN_LOSS = 0.005  # of the chance to win, below which a kind is dead
MIN_OFFERED = 20  # times that an answer is offered, from which its share is known
MIN_LOSSES = 10  # decisions that say whether the second-best answer costs something
MAX_TRIED = 6  # answers that are played out: that of the bot, and others at random
TRIED_SHARE = 0.3  # chance of a decision to be played out


@dataclass
class Kind:
    """The counts and losses of one kind of decision.

    Attributes:
        decisions: The number of decisions.
        rulesets: The number of rulesets with such decisions.
        offered, taken: The numbers of answers, by name.
        losses: The loss by the second-best answer, for each decision that was played out.
    """

    decisions: int = 0
    rulesets: int = 0
    offered: Counter[str] = field(default_factory=Counter)
    taken: Counter[str] = field(default_factory=Counter)
    losses: list[float] = field(default_factory=list)

    def add(self, other: Kind) -> None:
        """Add the counts and losses of the kind in another ruleset."""
        self.decisions += other.decisions
        self.rulesets += other.rulesets
        self.offered += other.offered
        self.taken += other.taken
        self.losses += other.losses

    def commonest(self) -> tuple[str, float]:
        """Return the answer that is most often taken where it is offered, and its share."""
        shares = {
            name: self.taken[name] / count
            for name, count in self.offered.items()
            if count >= MIN_OFFERED
        }
        if not shares:
            return "", 0.0
        name = max(shares, key=lambda each: shares[each])
        return name, shares[name]

    def loss(self) -> tuple[float, float]:
        """Return the mean loss by the second-best answer, and its standard error."""
        if len(self.losses) < 2:
            return float("nan"), float("nan")
        losses = np.array(self.losses)
        return float(losses.mean()), float(losses.std(ddof=1) / len(losses) ** 0.5)

    def is_dead(self) -> bool:
        """Return whether the answers are alike, or the second-best one costs nothing."""
        if self.commonest()[1] >= MAX_SHARE:
            return True
        mean, error = self.loss()
        return len(self.losses) >= MIN_LOSSES and mean + Z95 * error < MIN_LOSS


def count_answers(kind: Kind, query: Any, options: Sequence[Any], chosen: int) -> None:
    """Count the named answers that a question offers, and the one that is taken."""
    names = Counter(query.answers[each.what] for each in options if each.what in query.answers)
    if len(names) < 2:
        return
    # Of several options with one name, the name does not say which is chosen.
    complete = [name for name in names if names[name] == 1 and query.is_complete_answer(name)]
    kind.offered.update(complete)
    if query.answers[options[chosen].what] not in complete:
        return
    kind.taken[query.answers[options[chosen].what]] += 1


def measure_loss(match: Any, chosen: int, rollouts: int, generator: random.Random) -> float:
    """Return the loss of the chance to win by the second-best answer to the open question."""
    from carnage.engine.planner import Rollouts

    count = len(match.question.options)
    others = [option for option in range(count) if option != chosen]
    tried = [chosen, *generator.sample(others, min(len(others), MAX_TRIED - 1))]
    player = Rollouts(match, generator.randrange(2**40))
    chances = []
    for option in tried:
        won = np.sign(player.results(option, 0, 2 * rollouts))
        chances.append((won + 1.0) / 2.0)
    ranking = sorted(range(len(tried)), key=lambda n: -float(chances[n][:rollouts].mean()))
    best, second = chances[ranking[0]], chances[ranking[1]]
    return float((best[rollouts:] - second[rollouts:]).mean())


def list_exact_choices(ruleset: Ruleset, game: int) -> list[int]:
    """Return the decisions of a game between exact bots; empty if the family has no such bot."""
    from carnage.engine.games import Match, load_family

    if EXACT not in load_family(ruleset.book.family).bots:
        return []
    return Match(ruleset, DICE_SEED, game, bots=(EXACT,) * ruleset.players).decisions


def survey_ruleset(code: str, games: int, each: int, rollouts: int, number: int) -> dict[str, Kind]:
    """Return the kinds of decision of a ruleset, by name."""
    from carnage.engine.games import PLANNER, Match, load_family
    from carnage.engine.planner import greedy_choice

    ruleset = draw_ruleset(code, number)
    has_weights = bool(load_family(ruleset.book.family).weights)
    _, weights = seat_bots(ruleset, is_practised=has_weights)
    generator = random.Random(f"choices {number}")
    kinds: dict[str, Kind] = defaultdict(Kind)
    # Planners stop at every decision, and their advice is that of the practised bots.
    seats = (PLANNER,) * ruleset.players
    for game in range(games):
        exact = list_exact_choices(ruleset, game)
        match = Match(ruleset, DICE_SEED, game, bots=seats, learned=weights, log_length=0)
        while match.question is not None:
            question = match.question
            query = match.family.queries[question.kind]
            if exact:
                chosen = exact[len(match.decisions)]
            else:
                chosen = greedy_choice(match)
            if len(question.options) > 1 and not query.routine:
                kind = kinds[query.name]
                kind.rulesets = 1
                kind.decisions += 1
                count_answers(kind, query, question.options, chosen)
                if len(kind.losses) < each and generator.random() < TRIED_SHARE:
                    kind.losses.append(measure_loss(match, chosen, rollouts, generator))
            match.choose(chosen)
    return dict(kinds)


def print_kinds(kinds: dict[str, Kind], rulesets: int, games: int) -> None:
    """Print the row of each kind of decision, the most frequent first."""
    for name, kind in sorted(kinds.items(), key=lambda item: -item[1].decisions):
        answer, share = kind.commonest()
        common = f"{share:4.0%} {answer}" if answer else "-"
        mean, error = kind.loss()
        frequency = kind.decisions / games / kind.rulesets
        dead = "dead" if kind.is_dead() else ""
        print(
            f"{name:20} {frequency:6.1f} a game in {kind.rulesets / rulesets:4.0%}  {common:30} "
            f"loss {mean:7.2%} ± {error:.2%} ({len(kind.losses)})  {dead}"
        )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--book", nargs="*", default=["skirmish", "duel", "gamble"])
    parser.add_argument("--rulesets", type=int, default=20, help="of each book")
    parser.add_argument("--games", type=int, default=3, help="of each ruleset")
    parser.add_argument("--each", type=int, default=4, help="decisions of a kind played out")
    parser.add_argument("--rollouts", type=int, default=16, help="of each answer, twice")
    arguments = parser.parse_args()
    for code in arguments.book:
        survey = partial(survey_ruleset, code, arguments.games, arguments.each, arguments.rollouts)
        kinds: dict[str, Kind] = defaultdict(Kind)
        for found in survey_rulesets(survey, code, arguments.rulesets):
            for name, kind in found.items():
                kinds[name].add(kind)
        print(f"\n{code}: {arguments.rulesets} rulesets, {arguments.games} games each")
        print_kinds(kinds, arguments.rulesets, arguments.games)


if __name__ == "__main__":
    main()
