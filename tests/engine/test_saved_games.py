"""Saved games: what is written, and how much of it is taken up under the same rules and under
others.
"""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from carnage.engine import saved_games
from carnage.engine.core.pointing import MAX_DECISION
from carnage.engine.engine_version import engine_version
from carnage.engine.games import GameError, Match
from carnage.engine.option_codes import option_code
from carnage.engine.saved_games import SavedGame, Transcript, parse_saved_game, saved_game_json
from tests.support.rulesets import BOOKS, ruleset, sample

BOTS = ("person", "greedy")


def played(book: str, n: int = 0) -> Match:
    """A whole game of one of a book's random rulesets."""
    return Match(sample(6, book)[n], number=n, bots=("random", "greedy"))


def persons(match: Match) -> Match:
    """The same game before its first decision, with persons in all seats."""
    return Match(match.ruleset, match.seed, match.number, ("person",))


def codes_offered(match: Match) -> list[list[str]]:
    """The codes of all options, decision by decision."""
    copy = persons(match)
    offered = []
    for decision in match.decisions:
        question = copy.question
        assert question is not None
        query = copy.family.queries[question.kind]
        offered.append([option_code(query, question, option) for option in question.options])
        copy.choose(decision)
    return offered


# ------------------------------------------------------------------------------------------ reading


def saved_file(match: Match) -> dict[str, Any]:
    written: dict[str, Any] = json.loads(
        json.dumps(saved_game_json(match, Transcript(match).codes()))
    )
    return written


def test_saved_file_round_trips() -> None:
    match = Match(ruleset(), bots=BOTS)
    match.choose(0)
    written = saved_file(match)
    assert written["engine"] == engine_version(ruleset(), BOTS)
    assert written["bots"] == list(BOTS)
    game = parse_saved_game(written, ruleset())
    assert game == SavedGame(written["engine"], match.decisions, Transcript(match).codes())


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"game": "/classic/000000000000000"}, "belong to"),
        ({"decisions": "0123"}, "whole numbers"),
        ({"decisions": [0, -1]}, "whole numbers"),
        ({"decisions": [0, True]}, "whole numbers"),
        ({"decisions": [0, MAX_DECISION + 1]}, f"whole numbers from 0 to {MAX_DECISION}"),
        ({"decisions": [0], "codes": ["act"]}, "texts such as act/attack/x7"),
        ({"decisions": [0], "codes": 5}, "texts such as act/attack/x7"),
        ({"decisions": [0, 1], "codes": ["act/attack/x7"]}, "2 decisions and 1 codes"),
    ],
)
def test_parse_saved_game_foreign_decisions_raise(change: dict[str, Any], says: str) -> None:
    written = saved_file(Match(ruleset(), bots=BOTS))
    with pytest.raises(GameError, match=says):
        parse_saved_game(written | change, ruleset())
    with pytest.raises(GameError, match="no file of decisions"):
        parse_saved_game({"decisions": []}, ruleset())


# -------------------------------------------------------------------------------------------- codes


@pytest.mark.parametrize("book", BOOKS)
def test_codes_identify_chosen_options(book: str) -> None:
    match = played(book)
    offered = codes_offered(match)
    taken = [codes[decision] for codes, decision in zip(offered, match.decisions, strict=True)]
    assert Transcript(match).codes() == taken
    # A check of two letters is the same for two options by chance, now and then.
    alike = sum(max(Counter(codes).values()) > 1 for codes in offered)
    assert alike <= 1 + len(offered) // 100


@pytest.mark.parametrize("book", BOOKS)
def test_codes_after_rewind_equal_those_of_game(book: str) -> None:
    match = persons(played(book))
    transcript = Transcript(match)
    for ordinal in (0, 1, 0, 1):
        match.choose(ordinal)
        before = transcript.codes()
    match.rewind(2)
    match.choose(1)
    assert transcript.codes()[:2] == before[:2]
    assert transcript.codes() == Transcript(match).codes()


# ------------------------------------------------------------------------------------------- replay


@pytest.mark.parametrize("book", BOOKS)
def test_replay_under_same_rules_gives_same_game(book: str) -> None:
    whole = played(book)
    saved = parse_saved_game(saved_file(whole), whole.ruleset)
    match = persons(whole)
    transcript = Transcript(match)
    assert transcript.replay(saved) is None
    assert match.decisions == whole.decisions
    assert transcript.codes() == list(saved.codes)


@pytest.mark.parametrize("book", BOOKS)
def test_replay_without_codes_uses_ordinals(book: str) -> None:
    whole = played(book)
    written = saved_file(whole)
    del written["codes"]
    match = persons(whole)
    transcript = Transcript(match)
    assert (
        transcript.replay(parse_saved_game(written | {"engine": "0123456789ab"}, whole.ruleset))
        is None
    )
    assert match.decisions == whole.decisions
    assert transcript.codes() == Transcript(whole).codes()


@settings(max_examples=20)
@given(st.sampled_from(BOOKS), st.integers(0, 5), st.integers(1, 15))
def test_replay_reordered_options_are_found_by_code(book: str, n: int, by: int) -> None:
    """Other rules may offer the same options in another order."""
    whole = played(book, n)
    offered = codes_offered(whole)
    moved = [
        decision if codes.count(codes[decision]) > 1 else (decision + by) % 16
        for codes, decision in zip(offered, whole.decisions, strict=True)
    ]
    match = persons(whole)
    saved = SavedGame("0123456789ab", moved, Transcript(whole).codes())
    assert Transcript(match).replay(saved) is None
    assert match.decisions == whole.decisions


@settings(max_examples=30)
@given(st.sampled_from(BOOKS), st.integers(0, 5), st.data())
def test_replay_missing_option_stops_there(book: str, n: int, data: st.DataObject) -> None:
    whole = played(book, n)
    at = data.draw(st.integers(0, len(whole.decisions) - 1))
    codes = Transcript(whole).codes()
    question, _, check = codes[at].split("/")
    codes[at] = f"{question}/teleport/{check}"
    match = persons(whole)
    transcript = Transcript(match)
    misfit = transcript.replay(SavedGame("0123456789ab", whole.decisions, codes))
    assert misfit is not None
    assert misfit.number == at + 1
    assert match.decisions == whole.decisions[:at]
    assert transcript.codes() == codes[:at]
    assert misfit.text.startswith(f"Decision {at + 1} of this game, ")
    assert misfit.text.endswith(" is no longer offered.")


def test_replay_ambiguous_code_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = played("duel")
    codes = Transcript(whole).codes()
    monkeypatch.setattr(
        saved_games, "option_code", lambda query, question, option: f"{query.name}/any/AA"
    )
    moved = [15, *whole.decisions[1:]]
    saved = SavedGame("0123456789ab", moved, [f"{codes[0].split('/')[0]}/any/AA"] * len(codes))
    misfit = Transcript(persons(whole)).replay(saved)
    assert misfit is not None
    assert misfit.number == 1


def text_of(match: Match, decisions: list[int], codes: list[str]) -> str:
    misfit = Transcript(persons(match)).replay(SavedGame("0123456789ab", decisions, codes))
    assert misfit is not None
    return misfit.text


def test_misfit_names_decision_and_question() -> None:
    match = played("duel")
    n = next(n for n, code in enumerate(Transcript(match).codes()) if code.startswith("move/"))
    decisions, codes = match.decisions[: n + 1], Transcript(match).codes()[: n + 1]
    asked = "“Where does your ship go?”"
    begins = f"Decision {n + 1} of this game, "
    assert text_of(match, decisions, [*codes[:n], "move/vanish/AA"]) == (
        f"{begins}“vanish” at the question {asked}, is no longer offered."
    )
    assert text_of(match, decisions, [*codes[:n], "shoot/yes/AA"]) == (
        f"{begins}“yes” at the question “Do you shoot?”, is no longer asked for: the game asks "
        f"{asked} there."
    )
    assert text_of(match, decisions, [*codes[:n], "sing/loudly/AA"]) == (
        f"{begins}“loudly”, is no longer asked for: the game asks {asked} there."
    )
    assert text_of(match, [*decisions[:n], 15], []) == (
        f"{begins}option 16 at the question {asked}, is no longer offered."
    )


def test_misfit_after_end_says_game_is_over() -> None:
    match = played("gamble")
    end = len(match.decisions)
    assert text_of(match, [*match.decisions, 2], []) == (
        f"Decision {end + 1} of this game, option 3, is no longer asked for: the game is over "
        "before it."
    )


def test_misfit_of_secret_answer_hides_it() -> None:
    match = played("duel")
    codes = Transcript(match).codes()
    question, row, _ = codes[0].split("/")
    assert row in ("mobility", "offense", "defense")
    text = text_of(match, [15, *match.decisions[1:]], [f"{question}/{row}/??", *codes[1:]])
    assert text.startswith("Decision 1 of this game, a secret answer at the question “")
    assert row not in text
