"""The state of a game with people as one value: the page without script renders it, and the script
reads it as JSON.

Places are in the units of the drawing, except where a point is sent back to the site.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import msgspec
from msgspec import Struct

from carnage.drawing.frames import DrawnReplay
from carnage.matches.aims import describe_side
from carnage.matches.automatic import ROUTINE, SETUP
from carnage.matches.state import PlayState
from carnage.rulesets.custom_names import CustomNames, list_nameable
from carnage.web.games.links import game_url
from carnage.web.matches.figure_view import FigureView, build_figures
from carnage.web.matches.latest import tell_latest
from carnage.web.matches.question_view import QuestionView, build_question
from carnage.web.matches.watch_address import MatchUrl
from carnage.web.matches.watch_page import rule_name

EASY = "easy"
GREEDY = "greedy"


class LinkView(Struct, frozen=True):
    """A link with its text."""

    label: str
    url: str


class PlayView(Struct, frozen=True, omit_defaults=True):
    """The state of a game with people.

    Attributes:
        version: The number of answers so far.
        url: The address of this state.
        you: The seats of people, from 0.
        sides: The names of the sides.
        side: The side of the only person, with its colour; "" with several persons.
        aim: The aim of the game in one line.
        round: The number of the round, 0 before the first.
        standing: The round and the scores in a few words.
        trouble: The message about invalid moves.
        latest: The latest deed with its result, if a question is open.
        question: The open question; None if the game is over or the question is hidden.
        curtain: The link that shows a hidden question.
        headline: The winner, if the game is over.
        reason: The reason.
        setup: The page after a bot has set up, before the first round.
        asides: Links to other ways to answer the question.
        asks: Links that change which questions a bot answers for the people.
        undo: The page before the last answer.
        hint: The page on which the planner rates the options.
        compare: The same page with the rating, which also rates the point `x`, `y` of the table.
        autoplay: The page after a bot has played the next part.
        watch: The replay, if the game is over.
        report: The report as a file, if the game is over.
        course: The chances of a side in the course of the game, as JSON, if it is over.
        again: Pages of further games, if the game is over.
        rules: The rules of the question: names and anchors.
        figures: The statistics of each kind of figure, by its code.
    """

    version: int
    url: str
    you: tuple[int, ...]
    sides: tuple[str, ...]
    side: str = ""
    aim: str = ""
    round: int = 0
    standing: str = ""
    trouble: str = ""
    latest: str = ""
    question: QuestionView | None = None
    curtain: LinkView | None = None
    headline: str = ""
    reason: str = ""
    setup: LinkView | None = None
    asides: tuple[LinkView, ...] = ()
    asks: tuple[LinkView, ...] = ()
    undo: LinkView | None = None
    hint: LinkView | None = None
    compare: LinkView | None = None
    autoplay: LinkView | None = None
    watch: LinkView | None = None
    report: LinkView | None = None
    course: LinkView | None = None
    again: tuple[LinkView, ...] = ()
    rules: tuple[tuple[str, str], ...] = ()
    figures: dict[str, FigureView] = {}


def build_view(address: MatchUrl, turn: PlayState, reel: DrawnReplay) -> PlayView:
    """Return the state of a game as its page and its script show it."""
    # A player who answers in secret is not asked again whether others look.
    alone = address.alone if turn.private else 0
    onwards = replace(
        address, since=None, tapped=""
    )  # after another answer, events are shown from there
    persons = tuple(seat for seat, bot in enumerate(turn.seats) if bot == "person")
    return PlayView(
        version=turn.answered,
        url=address.url(),
        you=persons,
        sides=turn.sides,
        side=describe_side(persons[0], turn.sides) if len(persons) == 1 else "",
        aim=address.rename(turn.aim),
        round=turn.round,
        standing=turn.standing,
        trouble=turn.trouble,
        latest="" if turn.over or turn.curtain else tell_latest(reel.cuts[1:], persons),
        question=build_question(onwards, turn, reel, alone),
        curtain=_build_curtain(address, turn),
        headline=address.rename(turn.end.headline) if turn.end else "",
        reason=address.rename(turn.end.reason) if turn.end else "",
        setup=_build_setup(address, turn),
        asides=_build_asides(onwards, turn),
        asks=_build_asks(onwards, turn),
        undo=None if turn.back is None else LinkView("Undo", onwards.url(moves=turn.back, alone=0)),
        hint=_build_hint(address, turn),
        compare=_build_comparison(address, turn),
        autoplay=_build_autoplay(address, turn),
        watch=_build_replay_link(onwards, turn, "Watch the whole game", ""),
        report=_build_replay_link(onwards, turn, "Download the report (Markdown)", "md"),
        course=_build_replay_link(onwards, turn, "Turning points", "course"),
        again=_build_again(onwards, turn),
        rules=tuple(rule_name(address.ruleset, id) for id in turn.rules),
        figures=build_figures(address),
    )


def encode_view(view: PlayView, reel: DrawnReplay) -> bytes:
    """Return a state with its drawn events as JSON."""
    frames = msgspec.Raw(msgspec.json.encode(reel))
    fields = {name: getattr(view, name) for name in view.__struct_fields__}
    kept = {name: value for name, value in fields.items() if value not in (None, "", (), {})}
    return msgspec.json.encode({**kept, "frames": frames})


def _build_curtain(address: MatchUrl, turn: PlayState) -> LinkView | None:
    """Return the link that shows a hidden question."""
    if not turn.curtain:
        return None
    label = f"Show the question to {turn.sides[turn.seat]}"
    return LinkView(label, address.url(alone=turn.seat + 1))


def hint_url(address: MatchUrl) -> str:
    """Return the address at which the planner rates the options."""
    return f"{address.url()}&advice=1"


def autoplay_url(address: MatchUrl) -> str:
    """Return the address at which a bot plays until the next part of the game."""
    return f"{address.url(since=None)}&left=1"


def setup_url(address: MatchUrl) -> str:
    """Return the address at which a bot sets up for the persons."""
    return f"{address.url(since=None)}&left=setup"


def together_url(address: MatchUrl, values: Sequence[int]) -> str:
    """Return the address at which several answers are given together."""
    return f"{address.url()}&together={'.'.join(map(str, values))}"


def _build_setup(address: MatchUrl, turn: PlayState) -> LinkView | None:
    """Return the link that lets a bot set up, before the first round and unless a planner plays."""
    if not turn.options or not turn.in_setup or address.planned:
        return None
    return LinkView("Set up for me", setup_url(address))


def _build_asides(address: MatchUrl, turn: PlayState) -> tuple[LinkView, ...]:
    """Return links to a set-up by the person, and to a bot that answers such questions."""
    links = []
    if turn.options and turn.set_up:
        topics = _without(address.auto, SETUP)
        links.append(LinkView("Set up your side yourself", address.url(moves="", auto=topics)))
    if turn.topic:
        topics = tuple(sorted({*address.auto, turn.name}))
        label = "Let a bot answer this from now on"
        links.append(LinkView(label, address.url(moves=turn.moves, auto=topics)))
    return tuple(links)


def _build_asks(address: MatchUrl, turn: PlayState) -> tuple[LinkView, ...]:
    """Return links that change which questions a bot answers for the people."""
    if turn.over:
        return ()
    here = replace(address, moves=turn.moves)
    links = [LinkView("Ask me only what matters", here.url(auto=(ROUTINE,)))]
    if ROUTINE in address.auto:
        links = [LinkView("Ask me everything", here.url(auto=()))]
    for name, text in turn.left:
        links.append(LinkView(f"Ask me again: {text}", here.url(auto=_without(here.auto, name))))
    return tuple(links)


def _without(topics: Sequence[str], left_out: str) -> tuple[str, ...]:
    """Return the topics but one."""
    return tuple(topic for topic in topics if topic != left_out)


def _build_hint(address: MatchUrl, turn: PlayState) -> LinkView | None:
    """Return the link to advice, unless the options have it already."""
    if not turn.options or turn.options[0].outlook:
        return None
    return LinkView("Ask for a hint", f"{hint_url(address)}#question")


def _build_comparison(address: MatchUrl, turn: PlayState) -> LinkView | None:
    """Return the link that compares a point with the rated options, where one can be tried."""
    if turn.pointable is None or not turn.options or not turn.options[0].outlook:
        return None
    return LinkView("Compare with my place", hint_url(address))


def _build_autoplay(address: MatchUrl, turn: PlayState) -> LinkView | None:
    """Return the link that lets a bot play the next part, unless a planner plays."""
    if not turn.options or address.planned:
        return None
    return LinkView("Let a bot play", autoplay_url(address))


def _build_replay_link(
    address: MatchUrl, turn: PlayState, label: str, form: str
) -> LinkView | None:
    """Return a link to the replay of a game that is over, in one of its forms."""
    if not turn.over:
        return None
    replay = replace(
        address,
        carried=replace(address.carried, own=_name_sides(address, turn)),
        page="watch",
        alone=0,
        auto=(),
        moves=turn.moves,
    )
    return LinkView(label, replay.url(form))


def _name_sides(address: MatchUrl, turn: PlayState) -> CustomNames:
    """Return the custom names of a game, with the colours of sides without names."""
    sides = [named for named in list_nameable(address.ruleset) if named.kind == "side"]
    named_sides = zip(sides, turn.sides, strict=True)
    colours = tuple((named.code, side) for named, side in named_sides if named.label != side)
    has_names = address.naming is not None and address.naming.sides
    return address.carried.own if has_names else (*colours, *address.carried.own)


def _build_again(address: MatchUrl, turn: PlayState) -> tuple[LinkView, ...]:
    """Return links to further games after one that is over."""
    if not turn.over:
        return ()
    again = replace(address, moves="", alone=0, free=True)
    after_seat_change = ",".join((*turn.seats[1:], turn.seats[0]))
    links = [
        LinkView("Play again", again.url(game=address.game + 1)),
        LinkView("Play again with the same dice", again.url()),
    ]
    if len(turn.seats) == 2:
        links.append(LinkView("Swap sides", again.url(bots=after_seat_change)))
    if turn.end and turn.end.won and EASY in turn.seats:
        stronger = ",".join(GREEDY if bot == EASY else bot for bot in turn.seats)
        links.insert(0, LinkView("Play against a stronger bot", again.url(bots=stronger)))
    rules_url = game_url(address.ruleset.book, address.ruleset.seed.digits, address.carried)
    return (*links, LinkView("Change a rule", rules_url))
