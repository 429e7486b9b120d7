"""Games for a referee: what is planted in reports breaks the rules, and nothing else is told
otherwise.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from carnage import catalog
from carnage.cli.command_line import main
from carnage.engine.core.log_reader import LoggedEvent
from carnage.engine.games import Match
from carnage.engine.narration import Narrator, event_as_dict
from carnage.engine.planner import run_planner
from carnage.lab.referee import report
from carnage.lab.referee.injection import (
    MOST,
    InjectedViolation,
    Line,
    Refereed,
    _retold,
    is_isolated,
    list_injections,
    referee,
)
from carnage.lab.referee.violations import Injection, Played, Violation, list_violations
from carnage.rulesets.ruleset import Ruleset
from tests.support.arena import Happening as Row
from tests.support.duel_ledger import Entry, Ledger
from tests.support.referee import Foul as Called
from tests.support.referee import Referee
from tests.support.rulesets import PUBLISHED, sample

FAMILIES = tuple(dict.fromkeys(catalog.book(code).family for code in catalog.book_codes()))
ID = f"classic/{PUBLISHED}"
ENOUGH = 250  # rulesets of a book among which every kind of violation has to have room somewhere
# What the second reading of duels does not look at: places, and with what Offense an explosion is
# announced.
UNSEEN = {"move-far", "jettison-far", "drift-far", "blast"}


def played(ruleset: Ruleset, bot: str = "greedy") -> Played:
    match = Match(ruleset, 1, 0, (bot,))
    run_planner(match)
    return Played(match, Random(1))


@cache
def violations(family: str) -> dict[str, tuple[Violation, Played, Injection]]:
    """One violation of every kind of a family, each where room for it was found first."""
    found: dict[str, tuple[Violation, Played, Injection]] = {}
    books = [code for code in catalog.book_codes() if catalog.book(code).family == family]
    wanted = {violation.code for violation in list_violations(family)}
    for rulesets in zip(*(sample(ENOUGH, book) for book in books), strict=True):
        for ruleset in rulesets:
            for bot in ("greedy", "random"):
                if wanted == set(found):
                    return found
                game = played(ruleset, bot)
                for violation in list_violations(family):
                    if violation.code not in found and violation.section(game):
                        injection = next(list_injections(game, violation), None)
                        if injection is not None:
                            found[violation.code] = violation, game, injection
    return found


def tampered(game: Played, injection: Injection) -> Iterator[LoggedEvent]:
    """The events of a game with a violation in it."""
    for n, happening in enumerate(game.events):
        yield from injection.edits.get(n, (happening,))


@pytest.mark.thorough
@pytest.mark.parametrize("family", FAMILIES)
def test_fouls_of_family_all_fit_some_game(family: str) -> None:
    assert {violation.code for violation in list_violations(family)} == set(violations(family))


def test_fouls_of_family_without_fouls_is_empty() -> None:
    assert list_violations("nim") == ()


@pytest.mark.thorough
@pytest.mark.parametrize("family", FAMILIES)
def test_fouls_have_unique_codes_and_existing_events(family: str) -> None:
    kinds = list_violations(family)
    assert len({violation.code for violation in kinds}) == len(kinds)
    books = [
        catalog.book(code) for code in catalog.book_codes() if catalog.book(code).family == family
    ]
    tables = {table.id for book in books for table in book.tables}
    for violation in kinds:
        assert set(violation.tables) <= tables, violation.code
        game = violations(family)[violation.code][1]
        assert set(violation.events) <= set(game.numbers), violation.code


@pytest.mark.parametrize(
    "family",
    [
        pytest.param(family, marks=pytest.mark.thorough if family == "battle" else ())
        for family in FAMILIES
    ],
)
def test_planted_foul_changes_only_its_scope(family: str) -> None:
    for code, (_, game, injection) in violations(family).items():
        told = _retold(game, [injection])
        other = {n for n, truth in enumerate(game.truth) if told[n] != truth}
        assert other, code
        assert other <= injection.scope, code


@pytest.mark.thorough
def test_referee_finds_planted_fouls_in_classic() -> None:
    seen = set()
    for ruleset in sample(6):
        game = played(ruleset)
        for violation in list_violations("battle"):
            injection = (
                next(list_injections(game, violation), None) if violation.section(game) else None
            )
            if injection is not None:
                log = [
                    Row(*each[:15], len(each[15]), each[15]) for each in tampered(game, injection)
                ]
                with pytest.raises(Called):
                    Referee(ruleset, log).watch()
                seen.add(violation.code)
    assert len(seen) > 25


def reckon(game: Played, entries: list[Entry]) -> None:
    ledger = Ledger(game.ruleset)
    for each in entries:
        ledger.read(each)


def test_ledger_finds_planted_fouls_in_duels() -> None:
    for code, (_, game, injection) in violations("duel").items():
        if code not in UNSEEN:
            entries = [
                event_as_dict(game.words, n, each, fields=game.shapes[each.event].fields)
                for n, each in enumerate(tampered(game, injection), 1)
            ]
            with pytest.raises((AssertionError, StopIteration, ValueError)):
                reckon(game, entries)


@pytest.mark.parametrize("book", catalog.book_codes())
def test_refereed_game_without_fouls_equals_report(book: str) -> None:
    match = played(sample(3, book)[2]).match
    game = referee(match)
    assert [line.text for line in game.lines] == Narrator(match).new_lines()
    assert game.answers()["planted"] == []


@pytest.mark.parametrize("book", catalog.book_codes())
def test_planted_answers_equal_steps_that_differ(book: str) -> None:
    match = played(sample(5, book)[4]).match
    true, game = referee(match), referee(match, 5)
    answers = game.answers()["planted"]
    assert len(answers) == 5
    told = [line.text.strip() for line in game.lines]
    planted: set[int] = set()
    for answer in answers:
        assert answer["section"] in {table.title for table in match.ruleset.book.tables}
        assert answer["told"]
        for change in answer["told"]:
            steps = change.get("steps", [])
            assert [told[step - 1] for step in steps] == change["says"]
            planted.update(steps)
    # Put right what the answers say, and the true report is there.
    for answer in answers:
        for change in answer["told"]:
            if "steps" in change:
                first, *more = change["steps"]
                told[first - 1] = "\n".join(change["truly"])
                for step in more:
                    told[step - 1] = ""
            else:
                told[change["missing_after_step"] - 1] += "\n" + "\n".join(change["truly"])
    mended = [line for text in told for line in text.split("\n") if line]
    assert mended == [line.text.strip() for line in true.lines]


@pytest.mark.thorough
def test_planted_answers_locate_missing_step() -> None:
    violation, game, injection = violations("battle")["reload"]
    shown = Refereed(
        game.match,
        tuple(Line(text, n) for n, texts in _retold(game, [injection]).items() for text in texts),
        tuple(game.truth),
        (InjectedViolation(violation, injection),),
        game,
    )
    (answer,) = shown.answers()["planted"]
    assert "missing_after_step" in answer["told"][0]
    assert "fires" in shown.lines[answer["shows_at_steps"][0] - 1].text


def test_referee_more_fouls_than_fit_plants_fewer() -> None:
    match = played(sample(3, "gamble")[2]).match
    game = referee(match, MOST)
    assert 3 < len(game.planted) < MOST
    assert is_isolated(game.played, [each.injection for each in game.planted])
    with pytest.raises(ValueError, match="From 0 to 100 steps"):
        referee(match, -1)


def test_refereed_report_does_not_reveal_fouls() -> None:
    match = played(sample(1, "skirmish")[0]).match
    game = referee(match, 5)
    text, true = report.report(game), report.report(referee(match))
    assert text != true
    assert text.split("\n\n")[:3] == true.split("\n\n")[:3], (
        "whoever reads the head knows that something is planted"
    )
    for answer in game.answers()["planted"]:
        assert not re.search(rf"\b{answer['foul']}\b", text.split("##", 1)[0])
        assert answer["what"] not in text
        assert answer["why"] not in text


# --------------------------------------------------------------------------------- the command line


def run(*words: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(main, ["referee", *words])
    return result.exit_code, result.stdout, result.stderr


def written(folder: Path) -> dict[str, str]:
    return {file.name: file.read_text(encoding="utf-8") for file in folder.iterdir()}


def test_referee_command_same_game_writes_same_folder(tmp_path: Path) -> None:
    for name in ("one", "two"):
        answers = str(tmp_path / f"{name}.json")
        said = run(
            ID,
            "--dice-seed",
            "4",
            "--output-dir",
            str(tmp_path / name),
            "--violations",
            "3",
            "--answer-key",
            answers,
        )
        assert said[0] == 0, said
        assert "3 rule violations injected." in said[1]
    assert written(tmp_path / "one") == written(tmp_path / "two")
    assert set(written(tmp_path / "one")) == {"rulebook.md", "report.md"}
    kept = json.loads((tmp_path / "one.json").read_text(encoding="utf-8"))
    assert kept == json.loads((tmp_path / "two.json").read_text(encoding="utf-8"))
    assert len(kept["planted"]) == 3
    assert run(ID, "--dice-seed", "4", "--output-dir", str(tmp_path / "true"))[0] == 0
    assert written(tmp_path / "true") != written(tmp_path / "one")


def test_referee_command_max_lines_finds_short_game(tmp_path: Path) -> None:
    status, said, _ = run(
        "duel/8384993643132", "--max-lines", "200", "--output-dir", str(tmp_path / "it")
    )
    assert status == 0
    assert int(said.rsplit(" in ", 1)[1].split()[0]) <= 200
    status, _, complaint = run(
        "duel/8384993643132", "--max-lines", "3", "--output-dir", str(tmp_path / "no")
    )
    assert status == 2
    assert "the shortest has" in complaint
    assert not (tmp_path / "no").exists()


def test_referee_command_invalid_input_is_explained(tmp_path: Path) -> None:
    to, full = str(tmp_path / "new"), tmp_path / "full"
    full.mkdir()
    (full / "mine.txt").write_text("mine", encoding="utf-8")
    for words, told in (
        ((ID, "--output-dir", to, "--violations", "3"), "--violations needs --answer-key FILE"),
        (
            (ID, "--output-dir", to, "--violations", "3", "--answer-key", f"{to}/a.json"),
            "Give --answer-key a file elsewhere",
        ),
        (
            (
                ID,
                "--output-dir",
                to,
                "--violations",
                "101",
                "--answer-key",
                str(tmp_path / "a.json"),
            ),
            "From 0 to 100",
        ),
        ((ID, "--output-dir", str(full)), "a new or an empty folder"),
        ((ID, "--output-dir", to, "--game-number", "3", "--max-lines", "9"), "not both"),
        (("classic/12", "--output-dir", to), "A seed of Classic has 15 digits"),
        (
            (ID, "--output-dir", to, "--bots", "nobody"),
            "There is no nobody to play it. Bots are up to 2 of random",
        ),
    ):
        status, _, complaint = run(*words)
        assert status == 2, words
        assert told in complaint
        assert not Path(to).exists()
    assert (full / "mine.txt").read_text(encoding="utf-8") == "mine"
