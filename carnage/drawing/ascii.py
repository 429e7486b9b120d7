"""Text in ASCII, so that a drawing has the same bytes in every encoding."""

from __future__ import annotations


def ascii_html(html: str) -> str:
    """Return the same HTML with every character outside ASCII as a reference."""
    if html.isascii():
        return str(html)
    return html.encode("ascii", "xmlcharrefreplace").decode("ascii")
