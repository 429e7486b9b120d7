"""A sheet's texts as they read in one game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from carnage.document.texts import fill
from carnage.document.things import Things
from carnage.ruleset import Ruleset
from carnage.wording import lower


class _Pitches:
    """What tables answer, told as the end of a sentence: pitch["units"]."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset

    def __getitem__(self, table: str) -> str:
        choice = self._ruleset.choice(table)
        return lower(fill(choice.option.pitch, choice.params, self._ruleset))


def context(ruleset: Ruleset) -> Mapping[str, Any]:
    """What a sheet's texts may use besides `has` and the filters."""
    return {
        "misses": ruleset.misses,
        "the": ruleset.params,
        "game": Things(ruleset),
        "pitch": _Pitches(ruleset),
    }


def tell(text: str, ruleset: Ruleset) -> str:
    """The text as it reads in this game, still Markdown."""
    return fill(text, {}, ruleset, context)
