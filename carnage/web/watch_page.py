"""What the page of a game at one of its events shows: the report of its round, and the ways from there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from carnage.document.drawing.reel import Cut, Flag, Reel, shot
from carnage.ruleset import Ruleset
from carnage.web.links import game_url
from carnage.web.watch_address import Address


class Line(NamedTuple):
    """A sentence of the report: how deep a heading it is, 0 for none; whether it follows from another."""

    text: str
    heading: int = 0
    follows: bool = False


class Told(NamedTuple):
    """An event as the report has it."""

    n: int
    url: str
    lines: tuple[Line, ...]
    rule: str
    rule_url: str
    dice: tuple[int | str, ...]


def parts(address: Address, reel: Reel, at: int) -> dict[str, Any]:
    """All that the template is given of a game, whose reel this is, after an event."""
    return {
        "ruleset": address.ruleset,
        "address": address,
        "reel": reel,
        "at": at,
        "last": len(reel.cuts) - 1,
        "shot": shot(reel, at),
        "told": list(told(address, reel, _round(reel, at))),
        "ways": _ways(address, reel, at),
        "seated": _seated(address, reel),
        "rules_url": game_url(address.ruleset.book, address.ruleset.seed.digits, address.carried),
    }


def _seated(address: Address, reel: Reel) -> list[tuple[str, str]]:
    """Each side and the bot that plays it."""
    named = address.bots.split(",")
    return [(side, named[min(n, len(named) - 1)]) for n, side in enumerate(reel.sides)]


def _round(reel: Reel, at: int) -> Sequence[Cut]:
    """The events of the round in which this one lies."""
    begins = [0, *(cut.n for cut in reel.cuts if "round" in cut.flags)]
    first = max(n for n in begins if n <= at)
    last = min((n for n in begins if n > at), default=len(reel.cuts))
    return reel.cuts[first:last]


def told(address: Address, reel: Reel, cuts: Sequence[Cut]) -> Iterator[Told]:
    """What the report tells of these events."""
    names = rule_names(address.ruleset, reel)
    rules = game_url(address.ruleset.book, address.ruleset.seed.digits, address.carried)
    for cut in cuts:
        if cut.lines:
            anchor = cut.rule.partition(".")[0]
            yield Told(
                cut.n,
                address.url(at=cut.n),
                tuple(map(_line, cut.lines)),
                names.get(cut.rule, ""),
                f"{rules}#{anchor}",
                cut.dice,
            )


def _line(said: str) -> Line:
    if said.startswith("#"):
        marks, _, text = said.partition(" ")
        return Line(text, len(marks))
    return Line(said.strip(), follows=said.startswith(" "))


def rule_names(ruleset: Ruleset, reel: Reel) -> dict[str, str]:
    """What each rule is called that did something: its table's title, and its option's name."""
    named = {}
    for id in dict.fromkeys(cut.rule for cut in reel.cuts if cut.rule):
        table_id, _, code = id.partition(".")
        table = ruleset.book.table(table_id)
        entry = next(entry for entry in (*table.options, *table.rules) if entry.code == code)
        named[id] = f"{table.title}: {entry.label}" if entry.label != table.title else table.title
    return named


def _ways(address: Address, reel: Reel, at: int) -> dict[str, str]:
    """The addresses of the events that one may go to from this one; empty where there is none."""
    last = len(reel.cuts) - 1

    def to(n: int | None) -> str:
        return "" if n is None or n == at else address.url(at=n)

    return {
        "first": to(0),
        "earlier round": to(_nearest(reel.cuts[:at], "round", -1)),
        "earlier turn": to(_nearest(reel.cuts[:at], "turn", -1)),
        "earlier": to(at - 1 if at else None),
        "later": to(at + 1 if at < last else None),
        "later turn": to(_nearest(reel.cuts[at + 1 :], "turn", 0)),
        "later round": to(_nearest(reel.cuts[at + 1 :], "round", 0)),
        "last": to(last),
    }


def _nearest(cuts: tuple[Cut, ...], flag: Flag, which: int) -> int | None:
    there = [cut.n for cut in cuts if flag in cut.flags]
    return there[which] if there else None
