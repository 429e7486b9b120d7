"""Rendering of the table as a watcher sees it: as text, as an SVG drawing or as pixels."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np

from carnage.common import assets
from carnage.drawing import render_svg
from carnage.drawing.standalone import replace_style
from carnage.drawing.text_board import render_board
from carnage.engine.core.state import MAX_PLAYERS
from carnage.engine.games import Match
from carnage.engine.scene_builder import build_scene
from carnage.replays.replay import SPECTATOR

MODES = ("human", "ansi", "svg", "rgb_array")
WIDTH_PX, HEIGHT_PX = 960, 600  # of all images


def render_match(match: Match, mode: str | None) -> Any:
    """Return a match in this render mode; None for `human`, which prints it, or without a mode."""
    if mode is None:
        return None
    scene = build_scene(match.record, match.ruleset, SPECTATOR)
    if mode in ("human", "ansi"):
        text = "\n".join(render_board(scene, SPECTATOR))
        if mode == "ansi":
            return text
        print(text)
        return None
    drawing = render_svg(scene, title=match.ruleset.name, is_standalone=True)
    if mode == "svg":
        return drawing
    return pixels(drawing)


def pixels(drawing: str) -> Any:
    """Return a standalone drawing on paper colour, as an array of uint8.

    Its shape is (HEIGHT_PX, WIDTH_PX, 3). Letters use a serif font of this machine. Without one,
    there are no letters.
    """
    from PIL import Image
    from resvg_py import svg_to_bytes

    box_width, box_height = _view_box_size(drawing)
    scale = min(WIDTH_PX / box_width, HEIGHT_PX / box_height)
    width = max(1, int(box_width * scale))
    height = max(1, int(box_height * scale))
    background = _custom_properties()["--paper"]
    png = svg_to_bytes(
        svg_string=replace_style(drawing, plain_css()),
        width=width,
        height=height,
        background=background,
    )
    paper = Image.new("RGB", (WIDTH_PX, HEIGHT_PX), background)
    with Image.open(io.BytesIO(png)) as picture:
        corner = ((WIDTH_PX - width) // 2, (HEIGHT_PX - height) // 2)
        paper.paste(picture.convert("RGB"), corner)
    return np.asarray(paper, dtype=np.uint8).copy()


def _view_box_size(drawing: str) -> tuple[float, float]:
    """Return the width and the height of a drawing in its own unit."""
    view_box = re.search(r'viewBox="([^"]+)"', drawing)
    assert view_box is not None
    _, _, width, height = view_box[1].split()
    return float(width), float(height)


@cache
def plain_css() -> str:
    """Return the style sheet of drawings without the features that only browsers support.

    These are custom properties, `:is()` and mixed colours. A rule with its side's colour becomes
    one rule for each side.
    """
    css = re.sub(r"/\*.*?\*/", "", assets.drawing_css(), flags=re.DOTALL)
    css = css.replace("currentcolor", "currentColor")
    css = re.sub(r"@media[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}", "", css)
    rules: list[str] = []
    for selectors, body in re.findall(r"([^{}]+)\{([^{}]*)\}", css):
        if ":root" in selectors or body.strip().startswith("--"):
            continue
        declarations = re.sub(
            r"(stroke|fill): color-mix\(in srgb, currentColor (\d+)%, [^;]*\)(;|$)",
            r"\1: currentColor; \1-opacity: 0.\2;",
            body.strip(),
        )
        for part in _split_selectors(selectors):
            for selector in _expand_is(part):
                rules += _plain_rules(selector, declarations)
    return "\n".join(rules)


def _plain_rules(selector: str, declarations: str) -> Iterator[str]:
    """Yield a rule without custom properties, and one for each side if it has a side's colour."""
    yield f"{selector} {{ {_resolve_properties(declarations, '--ink')} }}"
    if "var(--side" not in declarations:
        return
    for owner in range(MAX_PLAYERS):
        side_declarations = _resolve_properties(declarations, f"--side-{owner + 1}")
        yield f".owner-{owner} {selector} {{ {side_declarations} }}"
        yield f".owner-{owner}{selector} {{ {side_declarations} }}"


@cache
def _custom_properties() -> dict[str, str]:
    """Return the values of the drawings' custom properties in the light theme."""
    root = re.search(r":root \{(.*?)\}", assets.drawing_css(), flags=re.DOTALL)
    assert root is not None
    declarations = re.findall(r"(--[\w-]+):([^;]+);", root[1])
    values = {name: value.strip() for name, value in declarations}
    # A value may be another property: `var(--name)`.
    return {name: values.get(value[4:-1], value) for name, value in values.items()}


def _resolve_properties(declarations: str, side_property: str) -> str:
    """Return declarations with the values of their custom properties.

    Args:
        declarations: The declarations.
        side_property: The custom property to use for the side's colour.
    """
    properties = _custom_properties()
    declarations = re.sub(
        r"var\(--side(?:, var\(--ink\))?\)", f"var({side_property})", declarations
    )
    return re.sub(r"var\((--[\w-]+)\)", lambda match: properties[match[1]], declarations)


def _split_selectors(selectors: str) -> Iterator[str]:
    """Yield the selectors of a rule, which are separated by commas outside of brackets."""
    for selector in re.findall(r"(?:\([^()]*\)|[^,(])+", selectors):
        yield selector.strip()


def _expand_is(selector: str) -> Iterator[str]:
    """Yield one selector for each alternative of `:is()`."""
    group = re.search(r":is\(([^()]*)\)", selector)
    if group is None:
        yield selector
        return
    before = selector[: group.start()]
    after = selector[group.end() :]
    for alternative in group[1].split(","):
        yield from _expand_is(before + alternative.strip() + after)
