"""Duels reckoned a second time from their logs alone: see `duel_ledger`."""

from __future__ import annotations

import pytest

from carnage.engine.games import Match
from carnage.engine.narration import Narrator
from carnage.rulesets.ruleset import Ruleset
from tests.support.arena import covering
from tests.support.duel_ledger import Ledger
from tests.support.goldens import Golden, kept


def reckon(match: Match) -> None:
    ledger = Ledger(match.ruleset)
    for entry in Narrator(match).events():
        ledger.read(entry)


@pytest.mark.parametrize("golden", kept("duel"), ids=lambda golden: golden.digits)
def test_ledger_of_golden_duels_adds_up(golden: Golden) -> None:
    reckon(golden.play())


@pytest.mark.parametrize("rules", covering(1, "duel"), ids=lambda rules: rules.seed.digits)
@pytest.mark.parametrize("bot", ["greedy", "random"])
def test_ledger_of_duels_with_all_options_adds_up(rules: Ruleset, bot: str) -> None:
    for number in range(5):
        reckon(Match(rules, 11, number, (bot,)))
