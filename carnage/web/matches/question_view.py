"""The open question of a game with people, and its options, as pages and scripts show them."""

from __future__ import annotations

import math
from dataclasses import replace

import msgspec
from msgspec import Struct

from carnage.drawing.frames import DrawnReplay
from carnage.matches.hints import WinEstimate
from carnage.matches.state import Choice, PlayState
from carnage.matches.together import Together
from carnage.web.matches.point_view import (
    PointableView,
    PointView,
    SightView,
    build_point,
    build_pointable,
    build_sights,
    to_picture,
)
from carnage.web.matches.watch_address import MatchUrl
from carnage.web.matches.watch_page import rule_name

SECRET = "Secret until all have answered."
SAME_PLACE = 1.0  # units of the drawing


class OptionView(Struct, frozen=True, omit_defaults=True):
    """An option of the question.

    Attributes:
        n: Its number, from 1.
        label: Its text.
        url: The page after this answer.
        pieces: The ids of the pieces that it names.
        x: Its place on the drawing.
        y: Its place on the drawing.
        odds: Its win estimate, if advice was requested.
        rule: The name and the anchor of its own rule, if it leaves the game for good. The page asks
            again before it.
        short: Its text in fewer words, if it has many.
        numbers: The numbers that it consists of, in the order of their names in the question.
        spot: The number of an earlier option at the same place, 0 for none.
    """

    n: int
    label: str
    url: str
    pieces: tuple[str, ...] = ()
    x: float | None = None
    y: float | None = None
    odds: WinEstimate | None = None
    rule: tuple[str, str] | None = None
    short: str = ""
    numbers: tuple[int, ...] = ()
    spot: int = 0


class TogetherView(Struct, frozen=True, omit_defaults=True):
    """Questions that are answered together. See `matches.together.Together`.

    Attributes:
        url: The page after all answers, without these. They follow as the parameter `together`,
            with dots between them.
    """

    title: str
    verb: str
    url: str
    pieces: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    rows: tuple[str, ...] = ()
    values: tuple[int, ...] = ()
    given: int = 0
    note: str = ""
    limits: str = ""
    least: int = 0
    most: int = 0
    allowed: tuple[int, ...] = ()
    none: str = ""


class QuestionView(Struct, frozen=True, omit_defaults=True):
    """The open question.

    Attributes:
        name: The name of its kind.
        title: Its text.
        seat: The seat that answers, from 0.
        form: The form of its answers.
        about: The ids of the pieces that it is about.
        sights: The enemies as its figure sees them.
        sealed: It is answered in secret.
        note: A note for the player before the answer.
        options: The options.
        advice: The best option with its reason, if advice was requested.
        pointable: Where it takes any point, if it does.
        pointed: The answer to the point that was tried, if any.
        together: The questions that may be answered together with it, if any.
        numbers: The names of the numbers that its options consist of.
    """

    name: str
    title: str
    seat: int
    form: str = "list"
    about: tuple[str, ...] = ()
    sights: tuple[SightView, ...] = ()
    sealed: bool = False
    note: str = ""
    options: tuple[OptionView, ...] = ()
    advice: str = ""
    pointable: PointableView | None = None
    pointed: PointView | None = None
    together: TogetherView | None = None
    numbers: tuple[str, ...] = ()


def build_question(
    address: MatchUrl, turn: PlayState, reel: DrawnReplay, alone: int
) -> QuestionView | None:
    """Return the open question, or None if there is none or it is hidden."""
    if turn.over or turn.curtain:
        return None
    title = turn.question
    together = turn.together
    if turn.seats.count("person") > 1:
        title = f"{turn.sides[turn.seat]}: {title}"
        if together is not None:
            together = together._replace(title=f"{turn.sides[turn.seat]}: {together.title}")
    pointed = None
    if turn.pointed is not None:
        pointed = build_point(replace(address, alone=alone), turn, turn.pointed, reel)
    return QuestionView(
        name=turn.name,
        title=title,
        seat=turn.seat,
        form=turn.form,
        about=turn.about,
        sights=build_sights(address, turn.sights),
        sealed=turn.sealed,
        note=SECRET if turn.sealed else turn.note,
        options=build_options(turn, replace(address, alone=alone), reel),
        advice=address.rename(turn.hint),
        pointable=build_pointable(replace(address, moves=turn.moves), turn.pointable, reel),
        pointed=pointed,
        together=_build_together(replace(address, alone=alone), together),
        numbers=turn.numbers,
    )


def _build_together(address: MatchUrl, together: Together | None) -> TogetherView | None:
    """Return the questions that are answered together, if there are any."""
    if together is None:
        return None
    fields = together._asdict()
    moves = fields.pop("moves")
    return TogetherView(url=address.url(moves=moves), **fields)


def build_options(turn: PlayState, address: MatchUrl, reel: DrawnReplay) -> tuple[OptionView, ...]:
    """Return the options, each with the number of the first one at its place."""
    options: list[OptionView] = []
    for n, choice in enumerate(turn.options, 1):
        option = _build_option(n, choice, address, reel)
        spot = next((first.n for first in options if _is_same_place(first, option)), 0)
        options.append(msgspec.structs.replace(option, spot=spot))
    return tuple(options)


def _is_same_place(first: OptionView, second: OptionView) -> bool:
    """Return whether two options are at one place of the drawing, the first of which is shown."""
    if first.spot or first.x is None or first.y is None or second.x is None or second.y is None:
        return False
    return math.dist((first.x, first.y), (second.x, second.y)) < SAME_PLACE


def _build_option(n: int, choice: Choice, address: MatchUrl, reel: DrawnReplay) -> OptionView:
    """Return an option with its place on the drawing."""
    url = address.url(moves=choice.moves)
    rule = rule_name(address.ruleset, choice.rule) if choice.rule else None
    x = y = None
    if choice.place is not None and reel.table:
        x, y = to_picture(reel, choice.place)
    return OptionView(
        n,
        choice.says,
        url,
        pieces=choice.pieces,
        x=x,
        y=y,
        odds=choice.outlook,
        rule=rule,
        short=choice.short,
        numbers=choice.numbers,
    )
