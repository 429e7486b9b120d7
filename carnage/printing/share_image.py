"""Preview images of games for links in other sites, and the icons of the site."""

from __future__ import annotations

from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any

from carnage.common import assets
from carnage.common.text_format import count
from carnage.drawing.standalone import set_fill
from carnage.printing.drawings import list_drawings
from carnage.printing.typesetting import TypesetDocument, replace_missing_characters
from carnage.rulebook import Rulebook

WIDTH_PX, HEIGHT_PX = 1200, 630  # pixels, the usual size of link previews (Open Graph)
TITLE_SIZES_PT = (
    (12, 104.0),
    (18, 88.0),
    (28, 68.0),
    (60, 50.0),
)  # points of type by the maximum letters of a name
MAX_PITCH_CHARACTERS = 230  # characters of a pitch
INK = "#1b1714"
CRIMSON = "#a50f2d"
ICON_SIZES_PX = (180, 192, 512)  # pixels


def render_share_image(rulebook: Rulebook) -> bytes:
    """Return the preview image of a game as PNG, 1200 by 630 pixels.

    The same game gives the same bytes.

    Raises:
        PrintError: The image cannot be typeset.
    """
    ruleset = rulebook.ruleset
    book = ruleset.book
    drawing = next(
        (each for part in rulebook.front for each in list_drawings(part, rulebook.naming)), None
    )
    groups = [
        [choice.digits for choice in run]
        for _, run in groupby(ruleset.choices, lambda choice: choice.table.chapter)
    ]
    return _typeset_image(
        name=replace_missing_characters(rulebook.name),
        kicker=f"Carnage · {book.title} · {count(ruleset.players, 'player')}",
        pitch=shorten_pitch(rulebook.pitch),
        tags=rulebook.tags,
        groups=groups,
        die=(37 if len(ruleset.choices) > 20 else 48) if drawing else 66,
        picture=drawing._asdict() if drawing else None,
    )


def render_default_image() -> bytes:
    """Return the preview image of pages that do not show a game."""
    return _typeset_image(
        name="Roll up some Carnage",
        kicker="Carnage",
        pitch="A new tabletop game at every roll: some dice decide who acts when, how far "
        "figures go, "
        "what a hit is worth and when it ends, and out comes a rulebook to print and play from "
        "tonight.",
        tags=(),
        groups=[list("2438"), list("56987"), list("615781")],
        die=66,
        picture=None,
    )


def render_icon(size: int) -> bytes:
    """Return the icon of the site, a ten-sided die with a margin, as PNG of `size` by `size`
    pixels.
    """
    return TypesetDocument("icon.typ", {"size": size, "face": _render_die(CRIMSON)}).render_png()


def write_images(folder: Path) -> None:
    """Write the preview image and the icons of the site into a folder."""
    (folder / "card.png").write_bytes(render_default_image())
    for size in ICON_SIZES_PX:
        (folder / f"icon-{size}.png").write_bytes(render_icon(size))


def shorten_pitch(pitch: str, max_characters: int = MAX_PITCH_CHARACTERS) -> str:
    """Return the first whole sentences of a pitch in at most `max_characters` characters, or its
    first words.
    """
    if len(pitch) <= max_characters:
        return pitch
    whole = pitch[:max_characters].rpartition(". ")[0]
    if whole:
        return f"{whole}."
    return f"{pitch[:max_characters].rpartition(' ')[0]} …"


def _typeset_image(**values: Any) -> bytes:
    """Return the preview image with these values as PNG."""
    title = next(
        (size for letters, size in TITLE_SIZES_PT if len(values["name"]) <= letters),
        TITLE_SIZES_PT[-1][1],
    )
    size = 29 if values["picture"] else 37  # points of type; there is more room without a drawing
    return TypesetDocument(
        "card.typ", {**values, "title": title, "size": size, "face": _render_die(INK)}
    ).render_png()


@cache
def _render_die(ink: str) -> str:
    """Return the die of the site as SVG in one colour."""
    drawn = (assets.static_folder() / "d10.svg").read_text(encoding="utf-8")
    return set_fill(drawn, ink)
