"""HTML in ASCII: pages are joined from such pieces, which are the quickest to join, to search and to send.

A single dash makes Python hold a whole page in two bytes a character.
"""

from __future__ import annotations


def ascii_html(html: str) -> str:
    """The same HTML with every character outside ASCII as a reference."""
    return str(html) if html.isascii() else html.encode("ascii", "xmlcharrefreplace").decode("ascii")
