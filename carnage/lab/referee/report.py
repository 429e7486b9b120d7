"""The report of a game for a referee, with numbered steps."""

from __future__ import annotations

from collections.abc import Iterator

from carnage.engine.narration import side_names
from carnage.lab.referee.injection import Refereed
from carnage.rulebook.markdown import escape_markdown

HOW = """\
This is what happened in one game, step by step; `rulebook.md` has its rules. Every step has a
number, every heading too. Go through it as its referee: some steps may break the rules, or none.

Name each step that does, by its number, and the section of the rulebook that forbids it. A step
that is missing counts, too: name the step after which it should stand. Take every step as it is
told, and go on from there as if it had been right: what only follows from a wrong step is no
further fault. Say where you are not sure."""


def report(game: Refereed) -> str:
    """Return the report as Markdown, without any hint of planted steps."""
    return "\n".join(_lines(game)) + "\n"


def _lines(game: Refereed) -> Iterator[str]:
    ruleset = game.match.ruleset
    yield f"# {escape_markdown(ruleset.name)}: a game to referee"
    yield ""
    yield HOW
    yield ""
    yield f"It is a game of {ruleset.path}, between {' and '.join(side_names(ruleset))}."
    follows = False  # the last line was a step, so this one continues its list
    for step, (said, _) in enumerate(game.lines, 1):
        heading = said.startswith("#")
        if heading or not follows:
            yield ""
        if heading:
            marks, text = said.split(" ", 1)
            yield f"{marks} {step}. {text}"
        else:
            yield f"{step}. {said}"
        follows = not heading
