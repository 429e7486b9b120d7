"""The diagrams in rules as static files.

A browser loads each of the few diagrams that most pages show once. `make diagrams` writes them to
static/diagrams, each under a hash of its drawing. A diagram without a file is drawn in the page
itself.
"""

from __future__ import annotations

import hashlib
import re
from typing import NamedTuple

from carnage.web.assets import has_file, make_url

FOLDER = "diagrams"
_SIZE = re.compile(r'viewBox="\S+ \S+ (\d+) (\d+)"')


class DiagramFile(NamedTuple):
    """A static file with its size in pixels."""

    url: str
    width: str
    height: str


def find_diagram_file(svg: str) -> DiagramFile | None:
    """Return the static file with this drawing, if there is one."""
    path = make_path(svg)
    size = _SIZE.search(svg)
    if size is None or not has_file(path):
        return None
    return DiagramFile(make_url(path), size[1], size[2])


def make_path(svg: str) -> str:
    """Return the path of the static file with this drawing."""
    return f"{FOLDER}/{hashlib.blake2b(svg.encode(), digest_size=4).hexdigest()}.svg"
