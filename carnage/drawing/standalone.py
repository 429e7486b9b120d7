"""A drawing as a file of its own."""

from __future__ import annotations

import re

_STYLE = re.compile(r"<style>.*?</style>", re.DOTALL)


def embed_style(svg: str, css: str) -> str:
    """Return a drawing that stands alone, with a style sheet inside."""
    opening, inside = svg.split(">", 1)
    if "xmlns=" in opening:
        namespace = ""
    else:
        namespace = ' xmlns="http://www.w3.org/2000/svg"'
    return f"{opening}{namespace}><style>{css}</style>{inside}"


def replace_style(svg: str, css: str) -> str:
    """Return a drawing that stands alone with another style sheet inside."""
    return _STYLE.sub(lambda _: f"<style>{css}</style>", svg)


def set_fill(svg: str, color: str) -> str:
    """Return a drawing whose shapes have a colour unless they set another."""
    return svg.replace("<svg ", f'<svg fill="{color}" ', 1)
