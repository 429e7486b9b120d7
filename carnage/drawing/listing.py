"""List the pieces and tracks of a drawing in words, as its titles have them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from html import unescape

from carnage.drawing.frames import Frame
from carnage.replays.scenes import NOBODY

_TRACK = re.compile(
    r'<g class="drawing-side owner-(\d+)|<text ([^>]*)class="drawing-track"[^>]*>([^<]*)<'
)
_TITLE = re.compile(r"<title>([^<]*)</title>")
_OWNER = re.compile(r'class="drawing-piece [^"]*owner-(\d+)')


def list_pieces(frame: Frame, sides: tuple[str, ...]) -> list[tuple[str, list[str]]]:
    """Return everything that is drawn by side, nobody's first: tracks, then pieces by their titles.

    `static/js` has the same in list.js.
    """
    groups: dict[int, list[str]] = {owner: [] for owner in range(NOBODY, len(sides))}
    owner = NOBODY
    for side, attributes, text in _TRACK.findall(frame.beside):
        if side:
            owner = int(side)
        elif "id=" in attributes:
            groups[owner].append(text)
        else:
            groups[owner][-1] += f" {text}"
    for layer in frame.layers.values():
        for svg in layer.values():
            title = _TITLE.search(svg)
            piece_owner = _OWNER.search(svg)
            if title:
                groups[int(piece_owner[1]) if piece_owner else NOBODY].append(title[1])
    names = ("The table", *sides)
    return [
        (names[owner - NOBODY], _count_lines(lines)) for owner, lines in groups.items() if lines
    ]


def _count_lines(lines: Iterable[str]) -> list[str]:
    counts = Counter(lines).items()
    return [unescape(f"{line} × {count}" if count > 1 else line) for line, count in counts]
