"""Games that were saved: decisions with their codes, and the games that they belong to.

A decision is the number of an option, from 0, or of a point (`core.pointing`). Its code
(`option_codes`) gives the meaning of the option. So a game that was begun under other rules is
replayed as far as the present rules offer the same options.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from importlib.util import find_spec
from itertools import takewhile
from typing import Any, NamedTuple

from carnage.engine.core.pointing import MAX_DECISION
from carnage.engine.core.queries import Query
from carnage.engine.core.state import MAX_DECISIONS, MAX_OPTIONS
from carnage.engine.engine_version import version_of
from carnage.engine.games import PERSON_NAME, GameError, Match, Question
from carnage.engine.option_codes import option_code
from carnage.rulesets.ruleset import Ruleset

MAX_SHOWN_CHARS = 80  # Characters of a file's content in an error message.
REPLAYED = (
    "This game was begun under other rules: its decisions were replayed under those of today."
)


class SavedGame(NamedTuple):
    """A game that was saved. `codes` is empty if an early version of Carnage saved it."""

    version: str
    decisions: Sequence[int]
    codes: Sequence[str]


class Misfit(NamedTuple):
    """A decision, by its number from 1, that the present rules do not offer. `text` says so."""

    number: int
    text: str


class Transcript:
    """The decisions of a match with their codes. It plays them a second time, one by one."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self._codes: list[str] = []
        # Only persons, so that the copy stops at every decision, also at those of the match's bots.
        self._copy = Match(
            match.ruleset,
            match.seed,
            match.number,
            (PERSON_NAME,),
            log_length=0,
            settings=match.settings,
            resumable=find_spec("greenlet") is not None,
            free=match.free,
        )

    def codes(self) -> list[str]:
        """Return the codes of all decisions of the match."""
        decisions = self.match.decisions
        pairs = zip(self._copy.decisions, decisions, strict=False)
        equal_pairs = takewhile(lambda pair: pair[0] == pair[1], pairs)
        equal_count = len(list(equal_pairs))
        self._rewind(equal_count)
        for ordinal in decisions[equal_count:]:
            self._choose(ordinal)
        return list(self._codes)

    def replay(self, saved: SavedGame) -> Misfit | None:
        """Replay a saved game in the match, and return the first decision that does not fit.

        A decision fits if the option of that number has its code, or if exactly one other option
        has it. Without codes the number must be offered. Return None if all decisions fit.
        """
        misfit = None
        if not self._replay_all(saved):
            self._rewind(0)
            for n, ordinal in enumerate(saved.decisions):
                code = saved.codes[n] if saved.codes else ""
                choice = self._find(ordinal, code)
                if choice is None:
                    misfit = Misfit(n + 1, self._explain(n + 1, ordinal, code))
                    break
                self._choose(choice)
        self.match.replay(self._copy.decisions)
        return misfit

    def _replay_all(self, saved: SavedGame) -> bool:
        """Replay all decisions at once if the rules have not changed since.

        Return True on success.
        """
        if not saved.codes or saved.version != version_of(self.match):
            return False
        with suppress(GameError):
            self._copy.replay(saved.decisions)
            if self._copy.decisions == list(saved.decisions):
                self._codes = list(saved.codes)
                return True
        return False

    def _rewind(self, count: int) -> None:
        """Undo all decisions but the first `count`."""
        if count < len(self._copy.decisions):
            self._copy.rewind(count)
            del self._codes[count:]

    def _choose(self, ordinal: int) -> None:
        """Answer the open question and store the code."""
        question = self._copy.question
        assert question is not None
        self._codes.append(self._code(question, ordinal))
        self._copy.choose(ordinal)

    def _code(self, question: Question, ordinal: int) -> str:
        """Return the code of an option of a question."""
        return option_code(
            self._copy.family.queries[question.kind], question, self._copy.option(ordinal)
        )

    def _find(self, ordinal: int, code: str) -> int | None:
        """Return the option of the open question that a decision means, or None."""
        question = self._copy.question
        if question is None:
            return None
        ordinals = range(len(question.options))
        with suppress(GameError):
            if code in ("", self._code(question, ordinal)):
                return ordinal
        matching = [n for n in ordinals if self._code(question, n) == code]
        if len(matching) == 1:
            return matching[0]
        return None

    def _explain(self, number: int, ordinal: int, code: str) -> str:
        """Return a sentence about a decision that does not fit the open question."""
        queries = self._copy.family.queries
        open_query: Query | None = None
        if self._copy.question is not None:
            open_query = queries[self._copy.question.kind]
        name = open_query.name if open_query else ""
        answer = ""
        if code:
            name, answer, _ = code.split("/")
        query = next((query for query in queries if query.name == name), None)
        decision = f"Decision {number} of this game, {_option_text(query, answer, ordinal)}"
        if open_query is None:
            return f"{decision}, is no longer asked for: the game is over before it."
        if open_query.name != name:
            return (
                f"{decision}, is no longer asked for: "
                f"the game asks “{open_query.general_text}” there."
            )
        return f"{decision}, is no longer offered."


def _option_text(query: Query | None, answer: str, ordinal: int) -> str:
    """Return an option in words: its name or number, and its question if that still exists."""
    option = f"option {ordinal + 1}"
    if answer:
        option = f"“{answer}”"
    elif ordinal >= MAX_OPTIONS:
        option = "a point"
    if query is None:
        return option
    if query.sealed:
        option = "a secret answer"
    return f"{option} at the question “{query.general_text}”"


def saved_game_json(match: Match, codes: Sequence[str]) -> dict[str, Any]:
    """Return a saved game as a dict, ready for JSON."""
    saved: dict[str, Any] = {
        "engine": version_of(match),
        "game": match.ruleset.address,
        "name": match.ruleset.name,
        "seed": match.seed,
        "number": match.number,
        "bots": list(match.bots),
        "decisions": list(match.decisions),
        "codes": list(codes),
    }
    if match.free:
        saved["free"] = True
    return saved


def parse_saved_game(saved: Any, ruleset: Ruleset) -> SavedGame:
    """Return the saved game in a dict from `save`.

    Raises:
        GameError: The value is not a saved game of this ruleset.
    """
    if not isinstance(saved, dict) or not {"engine", "game", "decisions"} <= set(saved):
        raise GameError("This is no file of decisions: it lacks its engine, game or decisions.")
    if saved["game"] != ruleset.address:
        shown = str(saved["game"])[:MAX_SHOWN_CHARS]
        raise GameError(f"These decisions belong to {shown}, not to {ruleset.address}.")
    decisions = saved["decisions"]
    if not isinstance(decisions, list) or not all(map(_is_ordinal, decisions)):
        raise GameError(f"Decisions are a list of whole numbers from 0 to {MAX_DECISION}.")
    if len(decisions) > MAX_DECISIONS:
        raise GameError(
            f"A game has at most {MAX_DECISIONS:,} decisions; these are {len(decisions):,}."
        )
    codes = saved.get("codes", [])
    if not isinstance(codes, list) or not all(map(_is_code, codes)):
        raise GameError("Codes are a list of texts such as act/attack/x7.")
    if codes and len(codes) != len(decisions):
        raise GameError(
            f"There are {len(decisions)} decisions and {len(codes)} codes: each has one."
        )
    return SavedGame(str(saved["engine"]), decisions, codes)


def _is_ordinal(value: Any) -> bool:
    """Return True if a value of a file may be the number of an option or of a point."""
    return type(value) is int and 0 <= value <= MAX_DECISION


def _is_code(value: Any) -> bool:
    """Return True if a value of a file may be the code of an option."""
    return isinstance(value, str) and value.count("/") == 2
