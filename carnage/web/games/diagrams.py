"""The diagrams in rules as static files.

The few diagrams that most pages show are static files, so that a browser loads each of them once. `make
diagrams` writes them to static/diagrams, each under a hash of its drawing. A diagram without a file is drawn
in the page itself.
"""

from __future__ import annotations

import hashlib
import re
from pathlib import Path
from random import Random
from typing import NamedTuple

from carnage import assets, catalog
from carnage.drawing.standalone import embed_style
from carnage.rulebook import build_rulebook
from carnage.rulebook.model import Figure
from carnage.ruleset import resolve
from carnage.seeds import Seed
from carnage.web.assets import has_file, make_url

FOLDER = "diagrams"
SEARCHED_GAMES = 600
"""Random games of each book among which all diagrams are found."""

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


def draw_diagrams() -> dict[str, str]:
    """Return the diagrams of all books by their paths, each as a file with its style inside."""
    drawn: dict[str, str] = {}
    for code in catalog.book_codes():
        book, random = catalog.book(code), Random(code)
        for _ in range(SEARCHED_GAMES):
            seed = Seed("".join(random.choices("0123456789", k=book.length)))
            for section in build_rulebook(resolve(book, seed)).sections:
                for note in section.notes:
                    if isinstance(note, Figure):
                        drawn.setdefault(make_path(note.drawing), _embed_style(note.drawing))
    return drawn


def _embed_style(svg: str) -> str:
    return embed_style(svg, assets.drawing_css()) + "\n"


def main() -> None:
    """Write all diagrams, and delete those that no game has."""
    folder = Path(assets.static_folder()) / FOLDER
    folder.mkdir(exist_ok=True)
    for old in folder.glob("*.svg"):
        old.unlink()
    for path, svg in draw_diagrams().items():
        (folder.parent / path).write_text(svg, encoding="utf-8")
        print(path)


if __name__ == "__main__":
    main()
