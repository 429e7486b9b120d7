"""Duels in words: options that a player can tell apart, reports that read like reports, logs as
declared.
"""

from __future__ import annotations

import json
import re
from functools import cache

import pytest

from carnage.engine.duel.shapes import SHAPES
from carnage.engine.games import Match
from carnage.engine.narration import Narrator
from carnage.rulesets.ruleset import Ruleset
from tests.support.arena import covering
from tests.support.rulesets import rolled, ruleset

EVERY = pytest.mark.parametrize("rules", covering(1, "duel"), ids=lambda rules: rules.seed.digits)
BOTS = [("greedy", "greedy"), ("random", "random")]


def games(rules: Ruleset) -> list[Match]:
    return _played(rules.seed.digits)


@cache
def _played(digits: str) -> list[Match]:
    rules = ruleset(digits, book="duel")
    return [Match(rules, 3, number, bots) for number, bots in enumerate(BOTS)]


@EVERY
def test_duel_options_have_distinct_lines(rules: Ruleset) -> None:
    for match in games(rules):
        for at in range(0, len(match.decisions), 7):
            decisions = match.decisions[:at]
            stopped = Match(
                rules, 3, match.number, ("person", "person"), decisions=decisions, log_length=0
            )
            title, lines = Narrator(stopped).question()
            assert stopped.question is not None
            assert len(lines) == len(stopped.question.options) == len(set(lines)), (title, lines)
            for line in (title, *lines):
                assert re.fullmatch(r"[A-Z\d][^\n{}]*", line), line
                assert not re.search(r"None|nan|-\d", line), line


def asked(rules: Ruleset, decisions: list[int]) -> Narrator:
    return Narrator(Match(rules, 3, 0, ("person", "person"), decisions=decisions, log_length=0))


def test_duel_lead_is_asked_for_and_reported_before_reveal() -> None:
    rules = rolled("duel", order="the-lead")
    assert (
        asked(rules, []).question()[0]
        == "You have won the flip of a coin: who has the lead this turn?"
    )
    report = Narrator(Match(rules, 3, 0, ("greedy",))).new_lines()
    turn = [line.strip() for line in report[report.index("## Turn 1") :]]
    assert next(line for line in turn if line.startswith("###")) == "### Reveal"
    lead = next(line for line in turn if line.endswith("has the lead."))
    assert turn.index(lead) < turn.index("### Reveal")


def test_duel_question_numbers_changes_of_row() -> None:
    rules = rolled("duel", dice="odd-lot", assignment="stiff-valves")
    titles = [asked(rules, [0] * changes).question()[0] for changes in range(4)]
    assert titles[0] == "Which die may change its row (1 of 2)?"
    assert titles[1] == "Which row is the die at 10 in Mobility for?"
    assert titles[2] == "Which die may change its row (2 of 2)?"
    assert [asked(rules, [0] * changes).is_about_game for changes in range(4)] == [
        True,
        False,
        False,
        False,
    ]
    assert (
        asked(rules, [0, 1]).question()[1][0]
        == "The same die again, which goes to Offense as it is"
    )
    assert asked(rules, [0]).question()[1] == ["Mobility, where it stands", "Offense", "Defense"]


@EVERY
def test_duel_report_has_heading_per_turn(rules: Ruleset) -> None:
    for match in games(rules):
        lines = Narrator(match).new_lines()
        turns = [line for line in lines if line.startswith("## Turn ")]
        assert len(turns) == match.record.rounds
        assert lines[0] == "## Setting up"
        assert "## The end" in lines
        assert all(line.startswith("#") or line.endswith(".") for line in lines)


@EVERY
def test_duel_log_has_declared_fields(rules: Ruleset) -> None:
    for match in games(rules):
        for event in Narrator(match).events():
            declared = {shape.name: set(shape.fields.values()) for shape in SHAPES}[event["event"]]
            assert set(event) == declared | {"n", "rule", "event", "side", "dice"}
            assert json.loads(json.dumps(event)) == event


@EVERY
def test_duel_report_says_of_every_ship_with_mobility_whether_it_moves(rules: Ruleset) -> None:
    for match in games(rules):
        for turn in "\n".join(Narrator(match).new_lines()).split("## Turn ")[1:]:
            if "### Attacks" not in turn:
                continue
            for able in re.findall(r"(?m)^(Player \d): Mobility \d", turn):
                told = re.findall(rf"(?m)^{able} (?:moves|turns its prow|does not move)", turn)
                assert told, (able, turn)
                assert told.count(f"{able} does not move") in (0, 1)


@EVERY
def test_duel_report_tells_moves_in_their_order(rules: Ruleset) -> None:
    moves = re.compile(r"(.+?) (?:moves \d|turns its prow|does not move)")
    order = re.compile(r"(?:.+ has )?(.+?) (?:moves first|chooses to move first|move first)\.")
    for match in games(rules):
        first = ""
        for line in map(str.strip, Narrator(match).new_lines()):
            if ordered := order.fullmatch(line):
                first = ordered[1]
            elif line.startswith("#"):
                first = first if line.endswith("Moves") else ""
            elif first and (moved := moves.match(line)):
                assert moved[1] == first, line
                first = ""


def test_duel_report_blocks_only_shots_that_do_not_exceed_the_defense() -> None:
    hit = re.compile(r"Offense (\d+)\b.* against Defense (\d+): (.+)\.")
    rules = ruleset("3925038617225", book="duel")  # explosions may take the last die before a shot
    results = set()
    for number in range(12):
        report = "\n".join(Narrator(Match(rules, 5, number, ("greedy", "greedy"))).new_lines())
        for offense, defense, result in hit.findall(report):
            assert (result == "blocked") == (int(offense) <= int(defense)), result
            results.add(result)
    assert results == {"blocked", "pierced", "it has no dice left to lose"}
