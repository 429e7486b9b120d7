"""Write the diagrams in rules to static/diagrams: `make diagrams`."""

from __future__ import annotations

from random import Random

from carnage import catalog
from carnage.common import assets
from carnage.drawing.standalone import embed_style
from carnage.rulebook import build_rulebook
from carnage.rulebook.model import Figure
from carnage.rulesets.ruleset import resolve
from carnage.seeds import Seed
from carnage.web.games.diagrams import FOLDER, make_path

SEARCHED_GAMES = 600
"""Random games of each book among which all diagrams are found."""


def draw_diagrams(games: int = SEARCHED_GAMES) -> dict[str, str]:
    """Return the diagrams of some games of each book by their paths, with their style inside."""
    drawn: dict[str, str] = {}
    for code in catalog.book_codes():
        book, random = catalog.book(code), Random(code)
        for _ in range(games):
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
    folder = assets.static_folder() / FOLDER
    folder.mkdir(exist_ok=True)
    for old in folder.glob("*.svg"):
        old.unlink()
    for path, svg in draw_diagrams().items():
        (folder.parent / path).write_text(svg, encoding="utf-8")
        print(path)


if __name__ == "__main__":
    main()
