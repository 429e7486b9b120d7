"""The address of a game between bots or people, which stores the whole game."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from flask import request

from carnage.jobs.tasks.replay import PLANNER
from carnage.rulebook.custom_names import NameReplacer
from carnage.rulesets.house_rules import job_digits
from carnage.rulesets.ruleset import Ruleset
from carnage.web.errors import Advice, HttpProblem, make_retry_form
from carnage.web.games.links import LinkState, read_game
from carnage.web.params import find_playable_book

DEFAULT_BOTS = "greedy"
PERSON = "person"  # a seat that no bot plays
MAX_NUMBER_DIGITS = 20  # digits of a number in an address
TOPIC = re.compile(r"[a-z-]{1,20}")
PIECE = re.compile(r"[a-z]{1,12}-[0-9]{1,3}")
MAX_TOPICS = 16


@dataclass(frozen=True)
class MatchUrl:
    """The parameters of a game.

    Attributes:
        dice: The dice seed.
        game: The number of the game.
        bots: The names of the players with commas between them.
        at: The event to show.
        moves: The answers of people.
        alone: The seat of the only person who sees the page, from 1; 0 if others may see it.
        since: The number of answers after which events are shown; None for the last answer.
        free: Whether people are asked for a point even if the rules offer a single candidate.
        auto: The questions that a bot answers for people (`matches.automatic`).
        tapped: The id of the piece with which the last answer was given; "" for none.
        page: The page of the address: "watch" or "play".
    """

    ruleset: Ruleset
    carried: LinkState
    dice: int = 0
    game: int = 0
    bots: str = DEFAULT_BOTS
    at: int | None = None
    moves: str = ""
    alone: int = 0
    since: int | None = None
    free: bool = False
    auto: tuple[str, ...] = ()
    tapped: str = ""
    page: str = "watch"

    @property
    def key(self) -> tuple[Any, ...]:
        """Return the key of the worker's job."""
        ruleset = self.ruleset
        return (
            ruleset.book.code,
            job_digits(ruleset, ruleset.seed.digits),
            ruleset.given_name,
            self.dice,
            self.game,
            self.bots,
            self.moves,
        )

    @property
    def replay_key(self) -> tuple[Any, ...]:
        """Return the key of the job that records the game."""
        return (*self.key, True) if self.free else self.key

    @property
    def course_key(self) -> tuple[Any, ...]:
        """Return the key of the job that estimates the chances in the course of the game."""
        return (*self.key, self.free, True)

    @cached_property
    def naming(self) -> NameReplacer | None:
        """Return the replacer of labels by the names in the address and those of its setting.

        Return None if there are no names.
        """
        names = self.carried.names(self.ruleset)
        return NameReplacer(self.ruleset, names) if names else None

    def rename(self, text: str) -> str:
        """Return a text with the names in the address and those of its setting."""
        return self.naming.text(text) if self.naming else text

    @property
    def planned(self) -> bool:
        return PLANNER in self.bots.split(",")

    def url(self, form: str = "", **other: Any) -> str:
        """Return this address, or one with other parameters; defaults are left out."""
        there = replace(self, **other)
        fields = {
            "dice": there.dice or "",
            "game": there.game or "",
            "bots": "" if there.bots == DEFAULT_BOTS else there.bots,
            "free": int(there.free) or "",
            "auto": ",".join(there.auto),
            "tapped": there.tapped,
            "at": "" if there.at is None else there.at,
            "alone": there.alone or "",
            "since": "" if there.since is None else there.since,
            "moves": there.moves,
        }
        ending = f".{form}" if form else ""
        query = self.carried.query(
            **{name: str(value) for name, value in fields.items() if value != ""}
        )
        return f"/{there.page}/{self.ruleset.book.code}/{self.ruleset.seed.digits}{ending}{query}"


MAX_NUMBERS = {"dice": 2**63 - 1, "game": 999_999}
"""The largest numbers that the engine takes, which no page imports for that."""
NUMBER_LABELS = {
    "dice": "Dice seed",
    "game": "Game",
    "at": "Event",
    "alone": "Seat of the viewer",
    "since": "Told since",
}


def read_address(path: str, digits: str, page: str = "watch") -> MatchUrl:
    """Return the requested address; raises HttpProblem for an invalid one."""
    ruleset, carried = read_game(find_playable_book(path), digits)
    at = request.args.get("at", "")
    return MatchUrl(
        ruleset,
        replace(carried, keep=(), wish=""),
        _read_number("dice"),
        _read_number("game"),
        ",".join(
            bot.strip() for each in request.args.getlist("bots") if each for bot in each.split(",")
        )
        or DEFAULT_BOTS,
        _read_number("at") if at else None,
        request.args.get("moves", ""),
        _read_number("alone"),
        _read_number("since") if request.args.get("since") else None,
        request.args.get("free", "") == "1",
        _read_topics(),
        _read_piece(),
        page,
    )


def _read_topics() -> tuple[str, ...]:
    """Return the questions that a bot answers for people, each once and in alphabetical order."""
    names = {name.strip() for name in request.args.get("auto", "").split(",")}
    return tuple(sorted(name for name in names if TOPIC.fullmatch(name)))[:MAX_TOPICS]


def _read_piece() -> str:
    """Return the id of the piece with which the last answer was given; "" for none."""
    id = request.args.get("tapped", "")
    return id if PIECE.fullmatch(id) else ""


def _read_number(name: str) -> int:
    """Return a whole number of the query, 0 if it is missing; raises HttpProblem."""
    text = request.args.get(name, "") or "0"
    maximum = MAX_NUMBERS.get(name)
    number = (
        int(text) if text.isascii() and text.isdigit() and len(text) <= MAX_NUMBER_DIGITS else -1
    )
    if number < 0 or (maximum is not None and number > maximum):
        upto = "up" if maximum is None else f"to {maximum:,}"
        raise HttpProblem(
            400,
            "Invalid number" if number < 0 else "Number too large",
            Advice("bad_number", field=name, upto=upto),
            make_retry_form(name, NUMBER_LABELS[name], "Show that"),
        )
    return number


def invalid_players(why: str) -> HttpProblem:
    """Return the error for players who cannot play this game."""
    return HttpProblem(400, "Invalid players", why, field="bots")
