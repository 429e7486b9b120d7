"""A drawing as a file of its own."""

from __future__ import annotations


def embed_style(svg: str, css: str) -> str:
    """Return a drawing that stands alone, with a style sheet inside."""
    opening, inside = svg.split(">", 1)
    namespace = "" if "xmlns=" in opening else ' xmlns="http://www.w3.org/2000/svg"'
    return f"{opening}{namespace}><style>{css}</style>{inside}"
