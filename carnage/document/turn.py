"""The turn summary: what happens when, numbered, in the words of the rules' own briefs."""

from __future__ import annotations

from functools import cache

from markupsafe import Markup

from carnage.document.parts import Part
from carnage.document.reference import brief_html, brief_markdown, split_brief
from carnage.document.sections import Sections
from carnage.ruleset import Ruleset

# The steps of a game in order, and the tables whose briefs tell what happens in each.
BEFORE = ("forces", "deployment")
ACTING = ("activation-order", "action-points", "actions")


class TurnSummary:
    """Makes the turn summary of any game of one book."""

    def __init__(self, sections: Sections) -> None:
        self._sections = sections

    def __call__(self, ruleset: Ruleset) -> Part:
        steps = self._steps(ruleset)
        markdown = "\n".join(
            line
            for number, (title, lines) in enumerate(steps, 1)
            for line in (f"{number}. **{title}**", *[f"    - {brief_markdown(told)}" for told in lines])
        )
        html = "".join(_step(title, tuple(lines)) for title, lines in steps)
        return Part("turn", "Turn Summary", markdown, Markup(f'<ol class="turn-summary">{html}</ol>'))

    def _briefs(self, ruleset: Ruleset, *tables: str) -> list[str]:
        sections = (self._sections.of(table, ruleset) for table in tables)
        return [section.brief for section in sections if section and section.brief]

    def _steps(self, ruleset: Ruleset) -> list[tuple[str, list[str]]]:
        phased = ruleset.has("phased")
        tokens = self._briefs(ruleset, "re-rolls", "game-tokens")
        if ruleset.has("activation-tokens") and not ruleset.has("game-tokens"):
            count = ruleset.choice("activation-order").params["tokens"]
            tokens.append(f"Activation Tokens: made up to {count}.")
        ending = []
        if ruleset.has("doomed-tokens"):
            difficulty = ruleset.choice("damage").params["difficulty"]
            ending.append(f"Doomed: each model with a Doomed Token tests Morale, Difficulty {difficulty}, or is removed.")
        if ruleset.has("markers"):
            ending.append(f"Scoring: {_tail(self._briefs(ruleset, 'objectives'))}")
        ending += [f"End: {_tail(self._briefs(ruleset, 'game-length'))}"]
        acting = self._briefs(ruleset, *ACTING)
        steps = [
            ("Before the game", self._briefs(ruleset, *BEFORE)),
            ("Each round: tokens", tokens),
            ("Initiative Phase", self._briefs(ruleset, "initiative")),
        ]
        if phased:
            steps.append(("Movement, Ranged, Close and Special Phases, in this game's order", acting))
            steps.append(("Morale Phase, in its place in that order", self._briefs(ruleset, "morale")))
        else:
            steps.append(("Action Phase", acting))
        steps.append(("End Phase", ending))
        steps.append(("After the last round", self._briefs(ruleset, "victory")))
        return steps


def _tail(briefs: list[str]) -> str:
    return split_brief(briefs[0])[1] if briefs else ""


@cache
def _step(title: str, lines: tuple[str, ...]) -> str:
    items = "".join(f"<li>{brief_html(line)}</li>" for line in lines)
    return str(Markup("<li><strong>{}</strong>").format(title)) + f"<ul>{items}</ul></li>"
