"""What watching a game and playing one have in common on the site."""

from __future__ import annotations

import gzip
from collections.abc import Sequence
from functools import lru_cache

import msgspec
from flask import Response
from markupsafe import Markup

from carnage.document.drawing.reel import Reel
from carnage.web.errors import error_page
from carnage.web.watch_address import PERSON
from carnage.wording import capital, listed


@lru_cache(maxsize=16)
def read_reel(packed: bytes) -> Reel:
    """A reel as workers give it."""
    return msgspec.json.decode(gzip.decompress(packed), type=Reel)


def seated_told(seated: Sequence[tuple[str, str]], played: bool = False) -> str:
    """Who plays which side, in a sentence; a page on which the game is `played` speaks to its only person."""
    seats = [bot for _, bot in seated]
    if len(set(seats)) == 1 and PERSON not in seats:
        return f"The {seats[0]} bot plays all sides."
    you = played and seats.count(PERSON) == 1
    return f"{capital(listed(_seat_told(side, bot, you) for side, bot in seated))}."


def _seat_told(side: str, bot: str, you: bool) -> str:
    if bot == PERSON:
        return f"you play {side}" if you else f"a person plays {side}"
    return f"the {bot} bot plays {side}"


def unlisted(response: Response, caching: str) -> Response:
    """A page that no crawler keeps or goes on from; `caching` says what others may keep of it."""
    response.headers["X-Robots-Tag"] = "noindex, nofollow"
    response.headers["Cache-Control"] = caching
    return response


def sent_away(url: str, why: str, seconds: int) -> Response:
    """The polite 503, with the way back to what was asked for, which is open again after so many seconds."""
    advice = Markup(
        "<p>{} Your game is not lost: its address is all there is to it. "
        '<a href="{}">Look again</a> in a few seconds.</p>'
    ).format(why, url)
    response = unlisted(error_page(503, "All tables are taken", advice), "no-store")
    response.headers["Retry-After"] = str(seconds)
    return response
