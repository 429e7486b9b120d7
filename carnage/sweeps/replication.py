"""Replication: the most surprising statements of an atlas are tested on sweeps that it does not
contain.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from carnage.sweeps.atlas import Atlas, build_atlas
from carnage.sweeps.effects import Answers, Interaction, estimate_interaction
from carnage.sweeps.plan import SweepError

MAX_INTERACTIONS = 10  # number of pairs that are tested


@dataclass(frozen=True)
class Replication:
    """A pair of answers with its effect in an atlas (`told`) and in fresh sweeps (`found`).

    If too few fresh rulesets have both answers, `found` is None.
    """

    measure: str
    told: Interaction
    found: Interaction | None

    @property
    def held(self) -> bool | None:
        """Return whether the fresh sweeps confirm the sign.

        If their interval contains zero or is missing, return None.
        """
        if self.found is None or self.found.low <= 0.0 <= self.found.high:
            return None
        return (self.found.effect > 0.0) == (self.told.effect > 0.0)


def replicate_interactions(atlas: Atlas, fresh: Sequence[Path]) -> list[Replication]:
    """Return the strongest pairs of an atlas, with their effects in fresh sweeps.

    Raise SweepError if the sweeps are of another kind, or contain rulesets of the atlas.
    """
    other = build_atlas(fresh)
    if (other.plan.book, other.plan.engine, other.plan.games) != (
        atlas.plan.book,
        atlas.plan.engine,
        atlas.plan.games,
    ):
        raise SweepError(
            "These sweeps are of another book, other rules or another number of games."
        )
    known = set(atlas.games["digits"].to_pylist())
    if known.intersection(other.games["digits"].to_pylist()):
        raise SweepError(
            "The atlas was made of some of these rulesets: sweep fresh ones, with another "
            "--random-seed."
        )
    tables = [name for name in other.games.column_names if name.startswith("answer.")]
    answers = Answers.of(
        {name.removeprefix("answer."): other.games[name].to_pylist() for name in tables}
    )
    found = []
    for measure, told in largest_interactions(atlas):
        if measure in other.games.column_names:
            values = other.games[measure].to_numpy(zero_copy_only=False).astype(np.float64)
        else:
            values = np.full(len(other.games), np.nan)
        there = np.isfinite(values)
        again = None
        if there.any():
            again = estimate_interaction(answers.taken(there), values[there], told)
        found.append(Replication(measure, told, again))
    return found


def largest_interactions(atlas: Atlas) -> list[tuple[str, Interaction]]:
    """Return the pairs with the largest joint effects, as multiples of their measure's standard
    deviation.

    Each pair occurs once, with its largest effect.
    """
    candidates = []
    for measure, pairs in atlas.pairs.items():
        values = atlas.games[measure].to_numpy(zero_copy_only=False).astype(np.float64)
        spread = float(np.nanstd(values))
        candidates += [(abs(each.effect) / spread, measure, each) for each in pairs]
    candidates.sort(key=lambda each: (-each[0], each[1]))
    largest: dict[tuple[str, ...], tuple[str, Interaction]] = {}
    for _, measure, each in candidates:
        largest.setdefault(
            (each.table, each.option, each.other_table, each.other_option), (measure, each)
        )
    return list(largest.values())[:MAX_INTERACTIONS]
