"""People at play, as browsers ask for them: connections, answers, and games to their ends;
`bench/table.py` has them play many at once.
"""

from __future__ import annotations

import gzip
import html
import http.client
import random
import re
import time
from collections import Counter
from dataclasses import dataclass, field

from carnage import catalog

OPTION = re.compile(r'class="option"[^>]* href="([^"]*)"')
CURTAIN = re.compile(r'class="button"[^>]* href="([^"]*alone=[^"]*)"')
REEL = re.compile(r'data-reel="([^"]*)"')
OVER = "The game is over"
LOOKS_AGAIN = "looks again by itself"
AGAIN = 2.0  # seconds after which such a page does
TRIES = 3  # of a connection that breaks off
POLITE = (429, 503)  # with a word when to come again


@dataclass
class Answers:
    """What was answered to one kind of question: milliseconds, bytes, and how often each status; 0
    is no answer at all, and a refusal that does not say when to come again is negative.
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
    def rude(self) -> int:
        """Answers that nobody should ever get: none, or a fault."""
        return sum(
            times
            for status, times in self.statuses.items()
            if status <= 0 or (status >= 500 and status != 503)
        )


class Visitor:
    """A browser at an address of its own, with one connection that is kept open."""

    def __init__(self, port: int, number: int) -> None:
        self.port, self.source = (
            port,
            f"127.{2 + number // 62500}.{number // 250 % 250}.{number % 250 + 1}",
        )
        self.connection = self._connected()

    def _connected(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection(
            "127.0.0.1", self.port, timeout=60, source_address=(self.source, 0)
        )

    def ask(self, address: str, answers: Answers, method: str = "GET") -> tuple[int, str, float]:
        """The status, the page, and after how many seconds to come again if it is a refusal."""
        began = time.perf_counter()
        for _ in range(TRIES):
            try:
                self.connection.request(method, address, headers={"Accept-Encoding": "gzip"})
                answer = self.connection.getresponse()
                body = answer.read()
                break
            except (OSError, http.client.HTTPException):  # kept open for too long, most likely
                self.connection.close()
                self.connection = self._connected()
        else:
            answers.statuses[0] += 1
            return 0, "", AGAIN
        answers.took.append(1000.0 * (time.perf_counter() - began))
        answers.sizes.append(len(body))
        later = answer.headers["Retry-After"]
        status = -answer.status if answer.status in POLITE and not later else answer.status
        answers.statuses[status] += 1
        plain = gzip.decompress(body) if answer.headers["Content-Encoding"] else body
        return status, plain.decode(), float(later or AGAIN)

    def there(self, address: str, answers: Answers, end: float) -> tuple[str, float]:
        """The page itself, past pages that wait and refusals, and after how many milliseconds;
        empty if it cannot be had, or not in time.
        """
        began = time.perf_counter()
        while True:
            status, page, later = self.ask(address, answers)
            waits = status == 200 and LOOKS_AGAIN in page
            if status == 200 and not waits:
                return page, 1000.0 * (time.perf_counter() - began)
            if not (waits or status in POLITE) or time.monotonic() > end:
                return "", 0.0
            time.sleep(AGAIN if waits else later)


@dataclass
class Played:
    """Games of one visitor or of many: how long decisions took and first pages, all answers, and
    what was lost.
    """

    decisions: Answers = field(default_factory=Answers)
    openings: Answers = field(default_factory=Answers)
    asked: Answers = field(default_factory=Answers)
    reels: Answers = field(default_factory=Answers)
    games: int = 0
    lost: list[str] = field(default_factory=list)

    def __iadd__(self, other: Played) -> Played:
        self.decisions += other.decisions
        self.openings += other.openings
        self.asked += other.asked
        self.reels += other.reels
        self.games += other.games
        self.lost += other.lost
        return self


def ways_on(page: str) -> list[str]:
    """The addresses that the answers to a question lead to."""
    return [html.unescape(each) for each in OPTION.findall(page) or CURTAIN.findall(page)]


def play(
    visitor: Visitor,
    book: str,
    chance: random.Random,
    played: Played,
    end: float,
    pause: float = 0.0,
) -> None:
    """One game, answered at random, to its end or until it is time; then its last table is asked
    for once more.
    """
    address = (
        f"/play/{book}/{digits(book, chance)}?bots=person,greedy&game={chance.randrange(1000)}"
    )
    patience = end + 60.0
    page, took = visitor.there(address, played.asked, patience)
    played.openings.took.append(took)
    played.games += 1
    while page and time.monotonic() < end:
        for reel in REEL.findall(page):
            visitor.ask(html.unescape(reel), played.reels)
        options = ways_on(page)
        if not options:
            break
        time.sleep(pause * chance.uniform(0.5, 1.5))
        address = chance.choice(options)
        page, took = visitor.there(address, played.asked, patience)
        if page:
            played.decisions.took.append(took)
    again = visitor.there(address, played.asked, patience)[0] if page else ""
    if not page or ways_on(again) != ways_on(page) or not (ways_on(again) or OVER in again):
        played.lost.append(address)


def digits(book: str, chance: random.Random) -> str:
    return "".join(str(chance.randrange(10)) for _ in range(catalog.book(book).length))
