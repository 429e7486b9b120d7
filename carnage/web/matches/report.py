"""A film's report as Markdown: the whole game in sentences, to be kept or sent."""

from __future__ import annotations

from collections.abc import Iterator

from carnage.films import Film
from carnage.rulebook.markdown import escape_markdown


def markdown(film: Film) -> str:
    """What is told of a game from beginning to end, under the headings of its rounds."""
    return "\n".join(_lines(film)) + "\n"


def _lines(film: Film) -> Iterator[str]:
    game = film.game
    yield f"# {escape_markdown(game.name)}, game {game.number} of dice seed {game.seed}"
    yield ""
    yield f"{game.path}: {', '.join(_seats(film))}."
    follows = False  # some other sentence under the same heading
    for said in (line for step in film.steps for line in step.lines):
        heading = said.startswith("#")
        if heading or not follows:
            yield ""
        inner = "  " if follows and said.startswith(" ") else ""
        yield said if heading else f"{inner}- {said.strip()}"
        follows = not heading


def _seats(film: Film) -> Iterator[str]:
    for side, bot in zip(film.scene.sides, film.game.bots, strict=True):
        yield f"{side}: {bot}"
