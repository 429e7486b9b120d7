"""Rendering of the table as a watcher sees it: as text, as an SVG drawing or as pixels."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np

from carnage.common import assets
from carnage.drawing import svg
from carnage.drawing.standalone import replace_style
from carnage.drawing.text_board import board
from carnage.engine.core.state import MAX_PLAYERS
from carnage.engine.games import Match
from carnage.engine.scene_builder import build_scene
from carnage.replays.replay import SPECTATOR

MODES = ("human", "ansi", "svg", "rgb_array")
WIDTH, HEIGHT = 960, 600  # of all images, in pixels


def render_match(match: Match, mode: str | None) -> Any:
    """Return a match in this render mode; None for `human`, which prints it, or without a mode."""
    if mode is None:
        return None
    seen = build_scene(match.record, match.ruleset, SPECTATOR)
    if mode in ("human", "ansi"):
        text = "\n".join(board(seen, SPECTATOR))
        if mode == "ansi":
            return text
        print(text)
        return None
    drawing = svg(seen, title=match.ruleset.name, alone=True)
    return drawing if mode == "svg" else pixels(drawing)


def pixels(drawing: str) -> Any:
    """Return a standalone drawing as an array of uint8 with the shape (HEIGHT, WIDTH, 3), on paper
    colour.

    Letters use a serif font of this machine. Without one, there are no letters.
    """
    from PIL import Image
    from resvg_py import svg_to_bytes

    plain = replace_style(drawing, plain_css())
    wide, high = map(float, re.findall(r'viewBox="([^"]+)"', drawing)[0].split()[2:])
    scale = min(WIDTH / wide, HEIGHT / high)
    shape = max(1, int(wide * scale)), max(1, int(high * scale))
    paper = Image.new("RGB", (WIDTH, HEIGHT), _custom_properties()["--paper"])
    png = svg_to_bytes(
        svg_string=plain,
        width=shape[0],
        height=shape[1],
        background=_custom_properties()["--paper"],
    )
    with Image.open(io.BytesIO(png)) as picture:
        paper.paste(picture.convert("RGB"), ((WIDTH - shape[0]) // 2, (HEIGHT - shape[1]) // 2))
    return np.asarray(paper, dtype=np.uint8).copy()


@cache
def plain_css() -> str:
    """Return the style sheet of drawings without the features that only browsers support.

    These are custom properties, `:is()` and mixed colours. A rule with its side's colour becomes
    one rule for each side.
    """
    css = re.sub(r"/\*.*?\*/", "", assets.drawing_css(), flags=re.DOTALL)
    css = css.replace("currentcolor", "currentColor")
    css = re.sub(r"@media[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}", "", css)
    rules = []
    for selectors, body in re.findall(r"([^{}]+)\{([^{}]*)\}", css):
        if ":root" in selectors or body.strip().startswith("--"):
            continue
        body = re.sub(
            r"(stroke|fill): color-mix\(in srgb, currentColor (\d+)%, [^;]*\)(;|$)",
            r"\1: currentColor; \1-opacity: 0.\2;",
            body.strip(),
        )
        for selector in (each for part in _split_selectors(selectors) for each in _expand_is(part)):
            rules.append(f"{selector} {{ {_resolve_properties(body, '--ink')} }}")
            if "var(--side" in body:
                rules += [
                    f"{each} {{ {_resolve_properties(body, f'--side-{owner + 1}')} }}"
                    for owner in range(MAX_PLAYERS)
                    for each in (f".owner-{owner} {selector}", f".owner-{owner}{selector}")
                ]
    return "\n".join(rules)


@cache
def _custom_properties() -> dict[str, str]:
    """Return the values of the drawings' custom properties in the light theme."""
    root = re.search(r":root \{(.*?)\}", assets.drawing_css(), flags=re.DOTALL)
    assert root is not None
    values = {name: value.strip() for name, value in re.findall(r"(--[\w-]+):([^;]+);", root[1])}
    return {name: values.get(value[4:-1], value) for name, value in values.items()}


def _resolve_properties(body: str, side: str) -> str:
    """Return declarations with the values of their custom properties.

    `side` is the custom property to use for the side's colour.
    """
    body = re.sub(r"var\(--side(?:, var\(--ink\))?\)", f"var({side})", body)
    return re.sub(r"var\((--[\w-]+)\)", lambda name: _custom_properties()[name[1]], body)


def _split_selectors(selectors: str) -> Iterator[str]:
    """Yield the selectors of a rule, which are separated by commas outside of brackets."""
    for each in re.findall(r"(?:\([^()]*\)|[^,(])+", selectors):
        yield each.strip()


def _expand_is(selector: str) -> Iterator[str]:
    """Yield one selector for each alternative of `:is()`."""
    group = re.search(r":is\(([^()]*)\)", selector)
    if group is None:
        yield selector
        return
    for each in group[1].split(","):
        yield from _expand_is(selector[: group.start()] + each.strip() + selector[group.end() :])
