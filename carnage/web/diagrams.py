"""The diagrams in rules as files: the same few stand on most pages, and are sent once.

`make diagrams` writes them to static/diagrams, each under a hash of its drawing. A page shows the file of a
diagram, and one of which there is none stands in the page itself.
"""

from __future__ import annotations

import hashlib
import re
from pathlib import Path
from random import Random

from carnage import assets, catalog
from carnage.document import rulebook
from carnage.ruleset import resolve
from carnage.seeds import Seed
from carnage.web import files

FOLDER = "diagrams"
MANY = 600  # games of each book, in which all diagrams come up
_DRAWN = '<figure class="diagram"><svg'
_DIAGRAM = re.compile(
    r'(?<=<figure class="diagram">)<svg class="drawing" viewBox="\S+ \S+ (\d+) (\d+)".*?</svg>'
)


def linked(html: str) -> str:
    """A rule's HTML with its diagrams as images, as far as there are files of them."""
    return _DIAGRAM.sub(_image, html) if _DRAWN in html else html


def _image(found: re.Match[str]) -> str:
    path = _path(found[0])
    if not files.there(path):
        return found[0]
    # What it shows is told right below it.
    return f'<img src="{files.address(path)}" width="{found[1]}" height="{found[2]}" alt="" loading="lazy">'


def _path(svg: str) -> str:
    return f"{FOLDER}/{hashlib.blake2b(svg.encode(), digest_size=4).hexdigest()}.svg"


def drawn() -> dict[str, str]:
    """The diagrams of all books by their paths, each as a file of its own."""
    found: dict[str, str] = {}
    for code in catalog.book_codes():
        book, random = catalog.book(code), Random(code)
        for _ in range(MANY):
            seed = Seed("".join(random.choices("0123456789", k=book.length)))
            for chapter in rulebook(resolve(book, seed)).chapters:
                for section in chapter.sections:
                    for svg in _DIAGRAM.finditer(str(section.html)):
                        found.setdefault(_path(svg[0]), _alone(svg[0]))
    return found


def _alone(svg: str) -> str:
    """A drawing with its style inside."""
    opened, rest = svg.split(">", 1)
    return f'{opened} xmlns="http://www.w3.org/2000/svg"><style>{assets.drawing_css()}</style>{rest}\n'


def main() -> None:
    """Write all diagrams, and take away what is none any more."""
    folder = Path(assets.static_folder()) / FOLDER
    folder.mkdir(exist_ok=True)
    for old in folder.glob("*.svg"):
        old.unlink()
    for path, svg in drawn().items():
        (folder.parent / path).write_text(svg, encoding="utf-8")
        print(path)


if __name__ == "__main__":
    main()
