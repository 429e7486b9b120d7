"""Checks (gates in the code): measures with bounds that grade a game. Reads figures as JSON; needs
no engine.

The bounds divide the values of a measure into grades: fine, blemish, fault or broken. A check is
settled when its whole interval has one grade. The verdict is the worst check, never a weighted sum.
docs/explanation/playtests.md lists all checks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from carnage.common.text_format import join_words
from carnage.lab.check_inputs import (
    Figures,
    Reading,
    always,
    capped,
    edge,
    of_tension,
    one_round,
    place,
    rounds,
    share,
    skill,
    soon,
    unhurt,
)
from carnage.lab.severity import BLEMISH, BROKEN, FAULT, FINE, Gate
from carnage.rulesets.ruleset import Ruleset

SHORT = 2  # rounds; too few for a plan
LONG = 12  # rounds; too many for an evening


@dataclass(frozen=True, slots=True)
class Passed:
    """The result of a check for one game.

    Attributes:
        name: The name of the check.
        grade: The grade of the value.
        sentence: The result in words.
        reading: The value with its interval.
        mildest: The mildest grade within the interval.
        worst: The worst grade within the interval.
    """

    name: str
    grade: int
    sentence: str
    reading: Reading
    mildest: int
    worst: int

    @property
    def sure(self) -> bool:
        """Return True if the whole interval has one grade."""
        return self.mildest == self.worst

    @property
    def interval(self) -> str:
        """Return the interval as text, or nothing if the value has none.

        Percentages have one decimal if the interval crosses a bound.
        """
        low = self.reading.low
        high = self.reading.high
        told = [self.reading.told(end, 0 if self.sure else 1) for end in (low, high)]
        return f"{told[0]} to {told[1]}" if low < high else ""

    @property
    def edges(self) -> str:
        """Return the bounds within the interval as text, or nothing if the check is settled."""
        low = self.reading.low
        high = self.reading.high
        within = [bound for bound in gate(self.name).bounds if low < bound <= high]
        if self.sure:
            return ""
        return join_words(map(self.reading.told, within))


def passed(ruleset: Ruleset, figures: Figures) -> Iterator[Passed]:
    """Yield the result of each check that applies to the game."""
    for gate in GATES:
        reading = gate.read(ruleset, figures)
        if reading is None:
            continue
        at = gate.graded(reading.value)
        spanned = gate.between(reading.low, reading.high)
        sentence = gate.sentences[at].format(
            share=reading.told(reading.value), about=reading.about, beside=reading.beside
        )
        yield Passed(gate.name, gate.grades[at], sentence, reading, min(spanned), max(spanned))


def verdict(said: Iterable[Passed]) -> tuple[int, bool]:
    """Return the worst grade, and True if it is settled.

    It is settled if the intervals allow no worse grade, and at least one of them no better one.
    """
    each = list(said)
    grade = max((one.grade for one in each), default=FINE)
    worst = max((one.worst for one in each), default=FINE)
    mildest = max((one.mildest for one in each), default=FINE)
    return grade, worst == mildest


def settled(ruleset: Ruleset, figures: Figures) -> bool:
    """Return True if every check except those of the ladder, which has its own schedule, is
    settled.
    """
    return all(each.sure for each in passed(ruleset, figures) if each.name not in LADDER)


def skill_settled(rung: Mapping[str, float], players: int) -> bool:
    """Return True if the check of skill is settled.

    Args:
        rung: The result of greedy against random bots.
        players: The number of players.
    """
    reading = edge(rung, players)
    return SKILL.graded(reading.low) == SKILL.graded(reading.high)


WON = (
    "bots that play to win score {about} against bots that play at random ({share} of the "
    "possible gain)."
)

SKILL = Gate(
    "skill",
    "no skill",
    skill,
    (-0.1, 0.1, 0.3),
    (FAULT, BROKEN, BLEMISH, FINE),
    (
        "Bots do not understand this game, so this report may be wrong: " + WON,
        "It is a coin flip: " + WON,
        "Skill counts for little: " + WON,
        "Skill counts: " + WON,
    ),
)

GATES: Sequence[Gate] = (
    Gate(
        "capped",
        "endless games",
        capped,
        (0.02,),
        (FAULT, BROKEN),
        ("{share} of games never end.", "{share} of games never end."),
    ),
    Gate(
        "drawn",
        "too many draws",
        share("drawn"),
        (0.1, 0.25, 0.5),
        (FINE, BLEMISH, FAULT, BROKEN),
        (
            "Nearly every game has a winner ({share} are drawn).",
            "{share} of games are drawn.",
            "{share} of games are drawn: too many to play for a win.",
            "{share} of games are drawn.",
        ),
    ),
    Gate(
        "nobody-meets",
        "nobody meets",
        unhurt(True),
        (0.1, 0.35, 0.75),
        (BLEMISH, BLEMISH, FAULT, BROKEN),
        (
            "Attacks are rare ({about} attacks per game), but figures are still hurt.",
            "Attacks are rare ({about} attacks per game): {share} of games end with nobody hurt.",
            "The sides rarely meet ({about} attacks per game): {share} of games end with nobody "
            "hurt.",
            "The sides rarely meet ({about} attacks per game): {share} of games end with nobody "
            "hurt.",
        ),
    ),
    Gate(
        "nobody-is-hurt",
        "nobody is hurt",
        unhurt(False),
        (0.1, 0.35, 0.75),
        (FINE, BLEMISH, FAULT, BROKEN),
        (
            "Nearly every game ends with somebody hurt ({about} attacks per game).",
            "{share} of games end with nobody hurt.",
            "{share} of games end with nobody hurt, despite {about} attacks per game.",
            "{share} of games end with nobody hurt ({about} attacks per game).",
        ),
    ),
    Gate(
        "nil-nil",
        "nobody scores",
        share("nil_nil"),
        (0.15, 0.4, 0.75),
        (FINE, BLEMISH, FAULT, BROKEN),
        (
            "Somebody scores in most games ({share} end without a point).",
            "{share} of games end without a point scored.",
            "{share} of games end without a point scored.",
            "Nobody scores: {share} of games end at 0 : 0.",
        ),
    ),
    Gate(
        "tie-break",
        "only the tie-break decides",
        share("tie_break"),
        (0.2, 0.4, 0.7),
        (FINE, BLEMISH, FAULT, BROKEN),
        (
            "",
            "{share} of games are level in points and decided by the tie-break.",
            "{share} of games are level in points and decided by the tie-break: points hardly "
            "matter.",
            "{share} of games are level in points and decided by the tie-break: points do not "
            "matter.",
        ),
    ),
    Gate(
        "over-at-once",
        "over at once",
        one_round,
        (0.1, 0.3, 0.6),
        (FINE, BLEMISH, FAULT, BROKEN),
        (
            "Few games are over in the first {about} ({share}).",
            "{share} of games are over in the first {about}.",
            "{share} of games are over in the first {about}.",
            "{share} of games are over in the first {about}.",
        ),
    ),
    Gate(
        "over-soon",
        "over too soon",
        soon,
        (SHORT + 1,),
        (BLEMISH, FINE),
        ("Median length: {about}. The game ends too soon for any plan.", ""),
    ),
    Gate(
        "length",
        "too long",
        rounds,
        (SHORT + 1, LONG),
        (FINE, FINE, BLEMISH),
        ("", "Median length: {about}.", "Median length: {about}. The game is too long."),
    ),
    Gate(
        "fairness",
        "unfair",
        place,
        (0.25, 0.4, 0.45, 0.55, 0.6, 0.75),
        (BROKEN, FAULT, BLEMISH, FINE, BLEMISH, FAULT, BROKEN),
        (
            "{about} nearly always loses: {share} of the points{beside}.",
            "{about} is badly off: {share} of the points{beside}.",
            "{about} is a little worse off: {share} of the points{beside}.",
            "The order of play hardly matters.",
            "{about} is a little better off: {share} of the points{beside}.",
            "{about} has a clear advantage: {share} of the points{beside}.",
            "{about} nearly always wins: {share} of the points{beside}.",
        ),
    ),
    SKILL,
    Gate(
        "settled-early",
        "decided too early",
        of_tension("settled"),
        (0.35, 0.5),
        (FINE, BLEMISH, FAULT),
        (
            "The winner is decided with {share} of the game still to play.",
            "The winner is decided with {share} of the game still to play.",
            "The winner is decided with {share} of the game still to play.",
        ),
    ),
    Gate(
        "one-answer",
        "nothing to decide",
        always,
        (0.3, 0.6, 0.9),
        (FINE, BLEMISH, FAULT, BROKEN),
        (
            "Bots nearly always answer {about}.",
            "{share} of decisions are forced: bots nearly always answer {about}.",
            "{share} of decisions are forced: bots nearly always answer {about}.",
            "There is nothing to decide: bots nearly always answer {about}.",
        ),
    ),
)
LADDER = frozenset({SKILL.name})


def gate(name: str) -> Gate:
    """Return the check of this name. Raises KeyError."""
    return _NAMED[name]


_NAMED = {each.name: each for each in GATES}
