"""Gates: what a game has to pass to be worth playing, and how badly it fails. Reads figures as JSON; needs
no engine.

Each gate asks one figure of the games, and says by bounds how bad it is: nothing to say, a blemish, a fault,
or broken. A gate is settled once the whole interval of its figure says the same. The overall verdict is the
worst gate, never a weighted sum.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from carnage.playtest.grading import BLEMISH, BROKEN, FAULT, FINE, Gate
from carnage.playtest.readings import (
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
from carnage.ruleset import Ruleset
from carnage.wording import listed

SHORT = 2  # rounds that are too few for a plan
LONG = 12  # rounds that are too many for an evening


@dataclass(frozen=True, slots=True)
class Passed:
    """What a gate says of a game: how bad it is, in a sentence, and between which grades the interval of its
    figure lies."""

    name: str
    grade: int
    sentence: str
    reading: Reading
    mildest: int
    worst: int

    @property
    def sure(self) -> bool:
        """Whether the whole interval says the same."""
        return self.mildest == self.worst

    @property
    def interval(self) -> str:
        """In words, to the tenth of a percent where it lies across an edge; empty where there is none."""
        low, high = self.reading.low, self.reading.high
        told = [self.reading.told(end, 0 if self.sure else 1) for end in (low, high)]
        return f"{told[0]} to {told[1]}" if low < high else ""

    @property
    def edges(self) -> str:
        """Where one grade ends and the next begins within the interval, in words; empty where it is sure."""
        low, high = self.reading.low, self.reading.high
        within = [bound for bound in gate(self.name).bounds if low < bound <= high]
        return "" if self.sure else listed(map(self.reading.told, within))


def passed(ruleset: Ruleset, figures: Figures) -> Iterator[Passed]:
    """What each gate says that has something to read."""
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
    """The worst that is said, and whether that is sure: nothing may be worse, and one gate no better."""
    each = list(said)
    grade = max((one.grade for one in each), default=FINE)
    worst = max((one.worst for one in each), default=FINE)
    mildest = max((one.mildest for one in each), default=FINE)
    return grade, worst == mildest


def settled(ruleset: Ruleset, figures: Figures) -> bool:
    """Whether more games would say nothing else: each gate is sure. The ladder has looks of its own."""
    return all(each.sure for each in passed(ruleset, figures) if each.name not in LADDER)


def skill_settled(rung: Mapping[str, float], players: int) -> bool:
    """Whether more games would say nothing else of this rung of the ladder."""
    reading = edge(rung, players)
    return SKILL.graded(reading.low) == SKILL.graded(reading.high)


WON = "bots that play to win take {about} against bots that play at random, {share} of what there is to gain."

SKILL = Gate(
    "skill",
    "no skill",
    skill,
    (-0.1, 0.1, 0.3),
    (FAULT, BROKEN, BLEMISH, FINE),
    (
        "Bots do not understand this game, and what is said of it may be wrong: " + WON,
        "It is a coin flip: " + WON,
        "Skill counts for little: " + WON,
        "Skill counts: " + WON,
    ),
)

GATES: Sequence[Gate] = (
    Gate(
        "capped",
        "without an end",
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
            "Hardly anybody attacks ({about} attacks a game), and yet people come to harm.",
            "Hardly anybody attacks ({about} attacks a game), and {share} of games end with nobody hurt.",
            "The sides hardly ever meet ({about} attacks a game): {share} of games end with nobody hurt.",
            "The sides hardly ever meet ({about} attacks a game): {share} of games end with nobody hurt.",
        ),
    ),
    Gate(
        "nobody-is-hurt",
        "nobody is hurt",
        unhurt(False),
        (0.1, 0.35, 0.75),
        (FINE, BLEMISH, FAULT, BROKEN),
        (
            "Nearly every game ends with somebody hurt ({about} attacks a game).",
            "{share} of games end with nobody hurt.",
            "{share} of games end with nobody hurt, for all the {about} attacks of a game.",
            "Hardly anybody is ever hurt: {share} of games end with nobody hurt ({about} attacks a game).",
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
            "{share} of games are level in points and decided by the tie-break: what scores hardly matters.",
            "{share} of games are level in points and decided by the tie-break: what scores does not matter.",
        ),
    ),
    Gate(
        "over-at-once",
        "over at once",
        one_round,
        (0.1, 0.3, 0.6),
        (FINE, BLEMISH, FAULT, BROKEN),
        (
            "Hardly any game is over in the first {about} ({share}).",
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
        ("It is over as soon as it has begun: {about} in half of all games.", ""),
    ),
    Gate(
        "length",
        "too long",
        rounds,
        (SHORT + 1, LONG),
        (FINE, FINE, BLEMISH),
        ("", "It lasts {about}.", "It drags on: {about} in half of all games."),
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
            "It hardly matters who goes first.",
            "{about} is a little better off: {share} of the points{beside}.",
            "{about} has a clear advantage: {share} of the points{beside}.",
            "{about} nearly always wins: {share} of the points{beside}.",
        ),
    ),
    SKILL,
    Gate(
        "settled-early",
        "settled too early",
        of_tension("settled"),
        (0.35, 0.5),
        (FINE, BLEMISH, FAULT),
        (
            "It is not clear too early who wins: {share} of a game is left then.",
            "{share} of each game is played after it is clear who wins.",
            "{share} of each game is played after it is clear who wins.",
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
            "{share} of decisions are none: bots nearly always answer {about}.",
            "{share} of decisions are none: bots nearly always answer {about}.",
            "There is nothing to decide: bots nearly always answer {about}.",
        ),
    ),
)
LADDER = frozenset({SKILL.name})


def gate(name: str) -> Gate:
    """The gate of this name; raises KeyError."""
    return _NAMED[name]


_NAMED = {each.name: each for each in GATES}
