"""Visitors who play games on a running site, for `bench/table.py` and `bench/siege.py`."""

from __future__ import annotations

import gzip
import html
import http.client
import json
import random
import re
import time
from collections import Counter
from dataclasses import dataclass, field

from carnage import catalog

OPTION = re.compile(r'class="option"[^>]* href="([^"]*)"')
CURTAIN = re.compile(r'class="button"[^>]* href="([^"]*alone=[^"]*)"')
REEL = re.compile(r'data-(?:reel|state)="([^"]*)"')
OVER = 'class="again"'
RELOADS = "reloads automatically"
RELOAD_S = 2.0  # Interval in which a page with that text reloads.
MAX_TRIES = 3  # Requests on a connection that breaks.
GRACE_S = 60.0  # Time after the end of a run in which pages may still arrive.
REFUSALS = (429, 503)  # Valid with a Retry-After header.
MS_PER_S = 1000.0
POINTS = 2  # points that are tried at a question


@dataclass
class Answers:
    """The responses to one kind of request.

    Attributes:
        took: The time of each response in milliseconds.
        sizes: The size of each body in bytes.
        statuses: The number of responses by status. 0 is no response; a refusal without a
            Retry-After header is negative.
    """

    took: list[float] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)

    def __iadd__(self, other: Answers) -> Answers:
        self.took += other.took
        self.sizes += other.sizes
        self.statuses += other.statuses
        return self

    @property
    def faults(self) -> int:
        """The number of missing responses, server errors and refusals without Retry-After."""
        faults = 0
        for status, count in self.statuses.items():
            if status <= 0 or (status >= 500 and status not in REFUSALS):
                faults += count
        return faults


class Visitor:
    """A browser with its own address on the loopback interface and one open connection."""

    def __init__(self, port: int, number: int) -> None:
        self.port = port
        self.source = f"127.{2 + number // 62500}.{number // 250 % 250}.{number % 250 + 1}"
        self.connection = self._connect()

    def _connect(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection(
            "127.0.0.1", self.port, timeout=60, source_address=(self.source, 0)
        )

    def ask(self, address: str, answers: Answers, method: str = "GET") -> tuple[int, str, float]:
        """Send a request, and return the status, the page and the seconds until a retry."""
        began = time.perf_counter()
        for _ in range(MAX_TRIES):
            try:
                self.connection.request(method, address, headers={"Accept-Encoding": "gzip"})
                response = self.connection.getresponse()
                body = response.read()
                break
            except (OSError, http.client.HTTPException):  # Probably open for too long.
                self.connection.close()
                self.connection = self._connect()
        else:
            answers.statuses[0] += 1
            return 0, "", RELOAD_S
        answers.took.append(MS_PER_S * (time.perf_counter() - began))
        answers.sizes.append(len(body))
        retry_after = response.headers["Retry-After"]
        status = response.status
        if status in REFUSALS and not retry_after:
            status = -status
        answers.statuses[status] += 1
        if response.headers["Content-Encoding"]:
            body = gzip.decompress(body)
        return status, body.decode(), float(retry_after or RELOAD_S)

    def load(self, address: str, answers: Answers, end: float) -> tuple[str, float]:
        """Load a page, and return it with the milliseconds until it arrived.

        Pages that reload and refusals are requested again. The page is empty if it does not arrive
        before `end`.
        """
        began = time.perf_counter()
        while True:
            status, page, retry_after_s = self.ask(address, answers)
            is_pending = status == 200 and RELOADS in page
            if status == 200 and not is_pending:
                return page, MS_PER_S * (time.perf_counter() - began)
            if not (is_pending or status in REFUSALS) or time.monotonic() > end:
                return "", 0.0
            time.sleep(RELOAD_S if is_pending else retry_after_s)


@dataclass
class Played:
    """The games of one visitor or of many.

    Attributes:
        decisions: The times from a decision to the next question.
        openings: The times of the first pages of games.
        asked: The responses to all requests of pages.
        reels: The responses to requests of drawn frames.
        points: The responses to points of the table that were tried.
        games: The number of games.
        lost: The addresses at which games were lost.
    """

    decisions: Answers = field(default_factory=Answers)
    openings: Answers = field(default_factory=Answers)
    asked: Answers = field(default_factory=Answers)
    reels: Answers = field(default_factory=Answers)
    points: Answers = field(default_factory=Answers)
    games: int = 0
    lost: list[str] = field(default_factory=list)

    def __iadd__(self, other: Played) -> Played:
        self.decisions += other.decisions
        self.openings += other.openings
        self.asked += other.asked
        self.reels += other.reels
        self.points += other.points
        self.games += other.games
        self.lost += other.lost
        return self


def find_options(page: str) -> list[str]:
    """Return the addresses that the options of a question link to."""
    addresses = OPTION.findall(page) or CURTAIN.findall(page)
    return [html.unescape(address) for address in addresses]


def play(
    visitor: Visitor,
    book: str,
    chance: random.Random,
    played: Played,
    end: float,
    pause: float = 0.0,
) -> None:
    """Play one game at random until it is over or the run ends, then load its last page again.

    Args:
        visitor: The visitor.
        book: The code of the book.
        chance: The random generator of the game and of the decisions.
        played: The results, to which the game is added.
        end: The end of the run, as `time.monotonic`.
        pause: The mean time in seconds before a decision.
    """
    seed = digits(book, chance)
    address = f"/play/{book}/{seed}?bots=person,greedy&game={chance.randrange(1000)}"
    last_moment = end + GRACE_S
    page, took = visitor.load(address, played.asked, last_moment)
    played.openings.took.append(took)
    played.games += 1
    while page and time.monotonic() < end:
        for reel in REEL.findall(page):
            _, state, _ = visitor.ask(html.unescape(reel), played.reels)
            try_points(visitor, state, chance, played)
        options = find_options(page)
        if not options:
            break
        time.sleep(pause * chance.uniform(0.5, 1.5))
        address = chance.choice(options)
        page, took = visitor.load(address, played.asked, last_moment)
        if page:
            played.decisions.took.append(took)
    if not page or not is_same_question(page, visitor.load(address, played.asked, last_moment)[0]):
        played.lost.append(address)


def try_points(visitor: Visitor, state: str, chance: random.Random, played: Played) -> None:
    """Try POINTS places in reach of the open question, if it takes points.

    Args:
        visitor: The visitor.
        state: The state of the game in JSON, or "".
        chance: Chooses the points.
        played: The results, to which the responses are added.
    """
    if not state.startswith("{"):
        return
    fields = json.loads(state)
    pointable = fields.get("question", {}).get("pointable")
    if not pointable:
        return
    frames = fields["frames"]
    places = pointable.get("reach") or pointable.get("spots") or []
    for x, y in chance.sample(places, min(POINTS, len(places))):
        east = frames["west"] + x / frames["scale"]
        north = frames["north"] - y / frames["scale"]
        visitor.ask(f"{pointable['url']}&x={east:.3f}&y={north:.3f}", played.points)


def is_same_question(page: str, later_page: str) -> bool:
    """Return whether a page that was loaded later has the same options, or the game is over."""
    options = find_options(later_page)
    return options == find_options(page) and (bool(options) or OVER in later_page)


def digits(book: str, chance: random.Random) -> str:
    """Return random digits of a book."""
    return "".join(str(chance.randrange(10)) for _ in range(catalog.book(book).length))
