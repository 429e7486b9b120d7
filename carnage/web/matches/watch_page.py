"""Prepare the page of a game after one event: the report of its round, and links to other
events.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from carnage.drawing.frames import DrawnReplay, Flag, FrameDiff, build_frame
from carnage.drawing.listing import list_pieces
from carnage.matches.automatic import ROUTINE
from carnage.rulesets.ruleset import Ruleset
from carnage.web.games.links import game_url, lab_url
from carnage.web.matches.game_views import describe_players
from carnage.web.matches.watch_address import DEFAULT_BOTS, PERSON, MatchUrl

MAX_HEADING_LEVEL = 4  # of the headings of the report


class Line(NamedTuple):
    """A sentence of the report.

    Attributes:
        heading: The level of a heading; 0 for text.
        follows: Whether it follows from another sentence.
    """

    text: str
    heading: int = 0
    follows: bool = False


class Entry(NamedTuple):
    """An event in the report, with the name and the anchor of the rule that caused it."""

    n: int
    url: str
    lines: tuple[Line, ...]
    rule: tuple[str, str] | None
    dice: tuple[int | str, ...]


def build_context(
    address: MatchUrl, reel: DrawnReplay, at: int, alone: bool = False
) -> dict[str, Any]:
    """Return the values of the templates for a game after an event.

    In a file of its own (`alone`), events and rules are places in the file.
    """
    rules = (
        ""
        if alone
        else game_url(address.ruleset.book, address.ruleset.seed.digits, address.carried)
    )
    names = rule_names(address.ruleset, reel)

    def event_url(n: int) -> str:
        return f"#at={n}" if alone else address.url(at=n)

    drawn = build_frame(reel, at)
    bots = address.bots.split(",")
    # The last bot takes the seats that are left.
    seated = [(side, bots[min(n, len(bots) - 1)]) for n, side in enumerate(reel.sides)]
    bots_alone = ",".join(DEFAULT_BOTS if bot == PERSON else bot for bot in bots)
    first, last = _find_round(reel, at)
    ways = {way: "" if n == at else event_url(n) for way, n in _find_targets(reel.cuts, at).items()}
    return {
        "ruleset": address.ruleset,
        "address": address,
        "reel": reel,
        "at": at,
        "last": len(reel.cuts) - 1,
        "here": event_url(0),
        "shot": drawn,
        "now": _build_entry(reel.cuts[at], names, event_url),
        "begun": first,
        "now_entry": max((cut.n for cut in reel.cuts[first : at + 1] if cut.lines), default=at),
        "entries": [
            _build_entry(cut, names, event_url) for cut in reel.cuts[first:last] if cut.lines
        ],
        "ways": ways,
        "stretches": _list_step_units(address.ruleset, reel),
        "flags": {flag for cut in reel.cuts for flag in cut.flags},
        "listed": list_pieces(drawn, reel.sides),
        "seated": seated,
        "onward": _list_onward_urls(address, bots, len(reel.sides), alone),
        "seat": _find_seat(reel.cuts, at),
        "anew": replace(address, at=None, moves="", alone=0, since=None, bots=bots_alone),
        "seated_told": describe_players(seated),
        "rules_url": rules,
        "lab": lab_url(address.ruleset, address.carried),
        "rule_names": names,
    }


def _list_onward_urls(address: MatchUrl, bots: Sequence[str], seats: int, alone: bool) -> list[str]:
    """Return the address at which a person plays on, for each seat; "" where nobody can.

    The moves of people are in the address. The moves of the greedy bot are those that it plays for
    a person, so a person takes its seat; `free` would ask this person more questions than the bot.

    Args:
        address: The address of the replay.
        bots: The players; the last one takes the seats that are left.
        seats: The number of seats.
        alone: Whether the replay is a file of its own.
    """
    if alone or address.planned:
        return [""] * seats
    there = replace(address, page="play", at=0, alone=0, since=None, auto=(ROUTINE,))
    if address.moves:
        return [there.url()] * seats
    seated = [bots[min(n, len(bots) - 1)] for n in range(seats)]
    urls = [""] * seats
    for seat, bot in enumerate(seated):
        if bot == DEFAULT_BOTS:
            players = ",".join((*seated[:seat], PERSON, *seated[seat + 1 :]))
            urls[seat] = there.url(bots=players)
    return urls


def _find_seat(cuts: Sequence[FrameDiff], at: int) -> int:
    """Return the seat of the first event after this one that belongs to a seat, or else seat 0; as
    in watch.js.
    """
    return next((cut.side for cut in cuts[at + 1 :] if cut.side >= 0), 0)


# --------------------------------------------------------------------------------------- the report


def _find_round(reel: DrawnReplay, at: int) -> tuple[int, int]:
    """Return the first event of the round of an event, and that of the next round."""
    begins = [0, *(cut.n for cut in reel.cuts if "round" in cut.flags)]
    return max(n for n in begins if n <= at), min(
        (n for n in begins if n > at), default=len(reel.cuts)
    )


def build_entries(address: MatchUrl, reel: DrawnReplay, cuts: Iterable[FrameDiff]) -> list[Entry]:
    """Return the report of some events."""
    names = rule_names(address.ruleset, reel)
    return [_build_entry(cut, names, lambda n: address.url(at=n)) for cut in cuts if cut.lines]


def _build_entry(
    cut: FrameDiff, names: Mapping[str, tuple[str, str]], event_url: Callable[[int], str]
) -> Entry:
    return Entry(
        cut.n, event_url(cut.n), tuple(map(_parse_line, cut.lines)), names.get(cut.rule), cut.dice
    )


def _parse_line(line: str) -> Line:
    if line.startswith("#"):
        marks, _, text = line.partition(" ")
        return Line(text.strip(), min(len(marks) + 1, MAX_HEADING_LEVEL))
    return Line(line.strip(), follows=line.startswith(" "))


def rule_names(ruleset: Ruleset, reel: DrawnReplay) -> dict[str, tuple[str, str]]:
    """Return the name and the anchor of each rule that had an effect."""
    named = {}
    for id in dict.fromkeys(cut.rule for cut in reel.cuts if cut.rule):
        table_id, _, code = id.partition(".")
        table = ruleset.book.table(table_id)
        entry = next(entry for entry in (*table.options, *table.rules) if entry.code == code)
        named[id] = _format_rule_name(table.title, entry.label), table_id
    return named


def rule_name(ruleset: Ruleset, table_id: str) -> tuple[str, str]:
    """Return the name and the anchor of a table's rule in this game."""
    table = ruleset.book.table(table_id)
    chosen = [choice.option.label for choice in ruleset.choices if choice.table.id == table_id]
    return _format_rule_name(table.title, *chosen), table_id


def _format_rule_name(table: str, option: str = "") -> str:
    return f"{table}: {option}" if option not in ("", table) else table


# ----------------------------------------------------------------------------------------- the ways


def _find_targets(cuts: tuple[FrameDiff, ...], at: int) -> dict[str, int]:
    """Return the event that each control leads to; the same event if it leads nowhere, as in
    player.js.
    """
    last = len(cuts) - 1

    def find_before(wanted: Callable[[FrameDiff], bool]) -> int:
        return next((cut.n for cut in reversed(cuts[:at]) if wanted(cut)), 0)

    def find_after(wanted: Callable[[FrameDiff], bool]) -> int:
        return next((cut.n for cut in cuts[at + 1 :] if wanted(cut)), last)

    def has_flag(flag: Flag) -> Callable[[FrameDiff], bool]:
        return lambda cut: flag in cut.flags

    return {
        "first": 0,
        "earlier round": find_before(has_flag("round")),
        "earlier turn": find_before(has_flag("turn")),
        "earlier": find_before(_is_seen),
        "later": find_after(_is_seen),
        "later turn": find_after(has_flag("turn")),
        "later round": find_after(has_flag("round")),
        "last": last,
    }


def _is_seen(cut: FrameDiff) -> bool:
    """Return whether an event is a step of its own; the next event shows the changes of one that
    is not.
    """
    return bool(cut.lines or cut.flags or cut.marks)


def _list_step_units(ruleset: Ruleset, reel: DrawnReplay) -> list[tuple[str, str, str, str]]:
    """Return the units of the controls: name, controls back and on, and strokes of their
    symbols.
    """
    counted = ruleset.book.sheet.nouns.round or "turn"
    has_turns = any("turn" in cut.flags for cut in reel.cuts)
    return [
        ("step", "earlier", "later", "1"),
        *(
            [("part" if counted == "turn" else "turn", "earlier turn", "later turn", "2")]
            if has_turns
            else []
        ),
        (counted, "earlier round", "later round", "3"),
    ]
