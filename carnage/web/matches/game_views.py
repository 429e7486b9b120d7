"""Code that the pages to watch and to play a game share."""

from __future__ import annotations

import gzip
from collections.abc import Sequence
from functools import lru_cache

import msgspec
from flask import Response, request
from msgspec.structs import replace

from carnage.common.text_format import capitalize, join_words
from carnage.drawing.frames import DrawnReplay, FrameDiff
from carnage.lab.bot_names import describe_bot
from carnage.rulebook.custom_names import NameReplacer
from carnage.web.matches.watch_address import PERSON

# Learnt here, once: reading into a class for the first time in two threads at once crashes msgspec.
_REELS = msgspec.json.Decoder(DrawnReplay)


@lru_cache(maxsize=16)
def read_reel(packed: bytes) -> DrawnReplay:
    """Return the reel that a worker has packed."""
    return _REELS.decode(gzip.decompress(packed))


def rename_reel(packed: bytes, naming: NameReplacer | None) -> DrawnReplay:
    """Return the reel of a game with these names, which takes up to 16 ms if there are any."""
    reel = read_reel(packed)
    if naming is None:
        return reel
    return replace(
        reel,
        sides=tuple(map(naming.text, reel.sides)),
        cuts=tuple([_rename_cut(cut, naming) for cut in reel.cuts]),
    )


def _rename_cut(cut: FrameDiff, naming: NameReplacer) -> FrameDiff:
    drawings = {"ground": cut.ground, "beside": cut.beside, "marks": cut.marks}
    return replace(
        cut,
        lines=tuple(map(naming.text, cut.lines)),
        roll=naming.text(cut.roll),
        **{name: naming.html(svg) for name, svg in drawings.items() if svg is not None},
        drawn={id: (layer, naming.html(svg)) for id, (layer, svg) in cut.drawn.items()},
    )


def compress_reel(reel: DrawnReplay) -> bytes:
    """Return a reel as it is sent: JSON compressed with gzip."""
    return gzip.compress(msgspec.json.encode(reel), 6, mtime=0)


def decompress_if_needed(packed: bytes, content_type: str) -> Response:
    """Return a compressed body, decompressed if the client does not accept gzip."""
    gzipped = request.accept_encodings["gzip"] > 0
    response = Response(packed if gzipped else gzip.decompress(packed), content_type=content_type)
    response.headers["Vary"] = "Accept-Encoding"
    if gzipped:
        response.headers["Content-Encoding"] = "gzip"
    return response


def describe_players(seated: Sequence[tuple[str, str]], played: bool = False) -> str:
    """Return the players of the sides in a line.

    Args:
        seated: Each side with its bot, or `PERSON`.
        played: Whether the page speaks to a single person who plays.
    """
    sides: dict[str, list[str]] = {}
    for side, bot in seated:
        sides.setdefault(bot, []).append(side)
    you = played and len(sides.get(PERSON, ())) == 1
    descriptions = [_describe_seats(bot, theirs, len(seated), you) for bot, theirs in sides.items()]
    return f"{capitalize('; '.join(descriptions))}."


def _describe_seats(bot: str, sides: Sequence[str], seat_count: int, you: bool) -> str:
    """Return the players of some of the seats."""
    which, several = join_words(sides), len(sides) > 1
    if bot == PERSON:
        return f"{which}: {'you' if you else 'persons' if several else 'a person'}"
    if several:
        which = {seat_count: "all sides", seat_count - 1: "all others"}.get(len(sides), which)
    return f"{which}: {describe_bot(bot, several)}"
