"""Gates: what a game has to pass to be worth playing, and how badly it fails. Reads figures as JSON; needs
no engine.

Each gate asks one figure of the games, and says by bounds how bad it is: nothing to say, a blemish, a fault,
or broken. A gate is settled once the whole interval of its figure says the same. The overall verdict is the
worst gate, never a weighted sum.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from carnage.ruleset import Ruleset
from carnage.wording import percent

Figures = Mapping[str, Any]

FINE, BLEMISH, FAULT, BROKEN = range(4)
"""How bad something is."""

LEAST_SKILL = 0.2  # of the model behind figures of tension; below it they say nothing
ALWAYS = 0.98  # an answer that is taken this often is always right
OFTEN = 0.25  # questions a game that are worth a word
ENDS = ("value", "low", "high")  # of an estimate
LONG = 12  # rounds that are too many for an evening


@dataclass(frozen=True, slots=True)
class Reading:
    """A figure and its interval; `about` is what the sentence wants to know besides."""

    value: float
    low: float
    high: float
    about: str = ""

    @classmethod
    def of(cls, estimate: Mapping[str, float], about: str = "") -> Reading:
        return cls(estimate["value"], estimate["low"], estimate["high"], about)


@dataclass(frozen=True, slots=True)
class Gate:
    """One gate: its name, what it reads, where one grade ends and the next begins, and how bad each is.

    `sentences` has one for each grade, with {share} and {about} to be filled in; that of what is fine is
    said where a reader wants to know everything.
    """

    name: str
    read: Callable[[Ruleset, Figures], Reading | None]
    bounds: tuple[float, ...]
    grades: tuple[int, ...]
    sentences: tuple[str, ...]

    def place(self, value: float) -> int:
        """Which of its grades a value has, by its place."""
        return bisect_right(self.bounds, value)


@dataclass(frozen=True, slots=True)
class Passed:
    """What a gate says of a game: how bad it is, in a sentence, and whether the whole interval says so."""

    name: str
    grade: int
    sentence: str
    reading: Reading
    sure: bool

    @property
    def interval(self) -> str:
        """In words; empty where there is none."""
        if self.reading.low == self.reading.high:
            return ""
        return f"{percent(self.reading.low)} to {percent(self.reading.high)}"


def passed(ruleset: Ruleset, figures: Figures) -> Iterator[Passed]:
    """What each gate says that has something to read."""
    for gate in GATES:
        reading = gate.read(ruleset, figures)
        if reading is None:
            continue
        at = gate.place(reading.value)
        spanned = range(gate.place(reading.low), gate.place(reading.high) + 1)
        sure = len({gate.grades[place] for place in spanned}) == 1
        sentence = gate.sentences[at].format(share=percent(reading.value), about=reading.about)
        yield Passed(gate.name, gate.grades[at], sentence, reading, sure)


def settled(ruleset: Ruleset, figures: Figures) -> bool:
    """Whether more games would say nothing else: each gate is sure. The ladder has looks of its own."""
    return all(each.sure for each in passed(ruleset, figures) if each.name not in LADDER)


def skill_settled(rung: Mapping[str, float], players: int) -> bool:
    """Whether more games would say nothing else of this rung of the ladder."""
    reading = _edge(rung, players)
    return SKILL.place(reading.low) == SKILL.place(reading.high)


def _share(name: str) -> Callable[[Ruleset, Figures], Reading | None]:
    def read(ruleset: Ruleset, figures: Figures) -> Reading | None:
        estimate = figures["shares"].get(name)
        return Reading.of(estimate) if estimate else None

    return read


def _capped(ruleset: Ruleset, figures: Figures) -> Reading | None:
    return Reading.of(figures["shares"]["capped"]) if figures["capped"] else None


def _unhurt(idle: bool) -> Callable[[Ruleset, Figures], Reading | None]:
    """In how many games nobody came to harm: where hardly anybody attacks, or where they do."""

    def read(ruleset: Ruleset, figures: Figures) -> Reading | None:
        unhurt, attacks = figures["shares"].get("unhurt"), figures["attacks"]
        if unhurt is None or attacks is None or (attacks < 1.0) != idle:
            return None
        return Reading.of(unhurt, f"{attacks:.1f}")

    return read


def _one_round(ruleset: Ruleset, figures: Figures) -> Reading | None:
    nouns = ruleset.book.sheet.nouns
    if not nouns.rounds:
        return None
    return Reading.of(figures["shares"]["one_round"], nouns.rounds.lower().removesuffix("s"))


def _rounds(ruleset: Ruleset, figures: Figures) -> Reading | None:
    rounds = figures["rounds"]
    if not rounds:
        return None
    return Reading(
        rounds["p50"],
        rounds["p50"],
        rounds["p50"],
        f"{rounds['p50']} {ruleset.book.sheet.nouns.rounds.lower()}",
    )


def _place(ruleset: Ruleset, figures: Figures) -> Reading:
    """The place in the order of play that has most too much or too little, as a share among two."""
    places, nouns = figures["shares"]["places"], ruleset.book.sheet.nouns
    players = len(places)
    most = max(range(players), key=lambda place: abs(places[place]["value"] - 1.0 / players))
    if players == 2:
        most = 0
    if not figures["opened"]:
        about = f"{nouns.side} {most + 1}"
    elif most == 0:
        about = f"Whoever {nouns.opener}"
    else:
        about = f"{nouns.side} {most + 1} in order of play"
    value, low, high = (min(1.0, places[most][end] * players / 2.0) for end in ENDS)
    return Reading(value, low, high, about)


def _edge(rung: Mapping[str, float], players: int) -> Reading:
    """By how much the better bot wins: 0 for no more than its part, 1 for always."""
    even = 1.0 / players
    value, low, high = ((rung[end] - even) / (1.0 - even) for end in ENDS)
    return Reading(value, low, high)


def _skill(ruleset: Ruleset, figures: Figures) -> Reading | None:
    for rung in figures["ladder"]:
        if (rung["better"], rung["worse"]) == ("greedy", "random"):
            reading = _edge(rung, len(figures["wins"]))
            return Reading(reading.value, reading.low, reading.high, percent(rung["value"]))
    return None


def _of_tension(name: str) -> Callable[[Ruleset, Figures], Reading | None]:
    def read(ruleset: Ruleset, figures: Figures) -> Reading | None:
        tension = figures["tension"]
        if tension is None or tension["skill"] < LEAST_SKILL:
            return None
        return Reading(tension[name], tension[name], tension[name])

    return read


def _always(ruleset: Ruleset, figures: Figures) -> Reading | None:
    """The answer that is most nearly always given to a question that has others, and is put often."""
    best: Reading | None = None
    for query in figures["answers"].values():
        named, decisions = query.get("answers", {}), query["decisions"]
        every = sum(offered for offered, _ in named.values())
        for name, (offered, taken) in named.items():
            # The others were there as often as it was asked.
            if decisions < OFTEN * figures["games"] or every - offered < ALWAYS * decisions:
                continue
            share = taken / decisions
            if best is None or share > best.value:
                best = Reading(share, share, share, f"“{query['put']}” is “{name.replace('-', ' ')}”")
    return best


SKILL = Gate(
    "skill",
    _skill,
    (0.1, 0.3),
    (BROKEN, BLEMISH, FINE),
    (
        "It is a coin flip: who weighs each choice wins {about} against who plays at random.",
        "Skill counts for little: who weighs each choice wins {about} against who plays at random.",
        "Skill counts: who weighs each choice wins {about} against who plays at random.",
    ),
)

GATES: Sequence[Gate] = (
    Gate(
        "capped",
        _capped,
        (0.02,),
        (FAULT, BROKEN),
        ("{share} of games never end.", "{share} of games never end."),
    ),
    Gate(
        "drawn",
        _share("drawn"),
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
        _unhurt(True),
        (0.1, 0.35, 0.75),
        (FINE, BLEMISH, FAULT, BROKEN),
        (
            "Hardly anybody attacks ({about} attacks a game), and yet people come to harm.",
            "In {share} of games nobody comes to blows.",
            "In {share} of games the sides never meet ({about} attacks a game).",
            "In {share} of games the sides never meet ({about} attacks a game).",
        ),
    ),
    Gate(
        "nobody-is-hurt",
        _unhurt(False),
        (0.1, 0.35, 0.75),
        (FINE, BLEMISH, FAULT, BROKEN),
        (
            "Attacks tell: in nearly every game somebody is hurt.",
            "In {share} of games nobody is hurt.",
            "In {share} of games nobody is hurt, for all their {about} attacks.",
            "Nobody can be hurt: in {share} of games {about} attacks do nothing.",
        ),
    ),
    Gate(
        "nil-nil",
        _share("nil_nil"),
        (0.15, 0.4, 0.75),
        (FINE, BLEMISH, FAULT, BROKEN),
        (
            "Somebody scores in nearly every game.",
            "{share} of games end without a point scored.",
            "{share} of games end without a point scored.",
            "Nobody scores: {share} of games end at 0 : 0.",
        ),
    ),
    Gate(
        "tie-break",
        _share("tie_break"),
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
        _one_round,
        (0.1, 0.3, 0.6),
        (FINE, BLEMISH, FAULT, BROKEN),
        (
            "It lasts longer than a {about}.",
            "{share} of games are over in the first {about}.",
            "{share} of games are over in the first {about}.",
            "{share} of games are over in the first {about}.",
        ),
    ),
    Gate(
        "length",
        _rounds,
        (LONG,),
        (FINE, BLEMISH),
        ("It lasts {about}.", "It drags on: {about} in half of all games."),
    ),
    Gate(
        "fairness",
        _place,
        (0.25, 0.4, 0.45, 0.55, 0.6, 0.75),
        (BROKEN, FAULT, BLEMISH, FINE, BLEMISH, FAULT, BROKEN),
        (
            "{about} nearly always loses: {share} of the points.",
            "{about} is badly off: {share} of the points.",
            "{about} is a little worse off: {share} of the points.",
            "It hardly matters who goes first.",
            "{about} is a little better off: {share} of the points.",
            "{about} has a clear advantage: {share} of the points.",
            "{about} nearly always wins: {share} of the points.",
        ),
    ),
    SKILL,
    Gate(
        "settled-early",
        _of_tension("settled"),
        (0.35, 0.5),
        (FINE, BLEMISH, FAULT),
        (
            "Games stay open: {share} of them is left once it is clear who wins.",
            "{share} of each game is played after it is clear who wins.",
            "{share} of each game is played after it is clear who wins.",
        ),
    ),
    Gate(
        "one-answer",
        _always,
        (ALWAYS,),
        (FINE, BLEMISH),
        ("", "One choice is none: the answer to {about} {share} of the time."),
    ),
)
LADDER = frozenset({SKILL.name})
