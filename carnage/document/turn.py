"""The turn summary: what happens when, numbered, in the words of the rules' own briefs."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, partial

from markupsafe import Markup

from carnage.catalog import Book
from carnage.document.parts import Brief, Chapter, Part
from carnage.document.press import Once
from carnage.ruleset import Ruleset

Briefs = tuple[Brief, ...]
PHASES = Brief(
    "Phases", "shuffle the five phase cards and lay them out; their order holds for the whole game."
)


@dataclass(frozen=True, slots=True)
class Marks:
    """What the turn summary has to say that no table's brief says."""

    phased: bool
    capture: bool
    markers: bool
    tokens: Briefs
    ending: Briefs


class TurnSummary:
    """Makes the turn summary of any game of one book."""

    def __init__(self, book: Book) -> None:
        traits = ["phased", "marker-capture", "markers", "activation-tokens", "doomed-tokens"]
        self._marks = Once(book, _marks, traits, ["activation-order", "damage", "objectives"])

    def __call__(self, ruleset: Ruleset, chapters: tuple[Chapter, ...]) -> Part:
        """The steps of this game, in order; `chapters` are its rules."""
        told = {section.table.id: section.briefs for chapter in chapters for section in chapter.sections}
        steps = _steps(told, self._marks(ruleset))
        html = Markup(f'<ol class="turn-summary">{"".join([_step(*step) for step in steps])}</ol>')
        return Part("turn", "Turn Summary", partial(_markdown, steps), html)


def _steps(told: dict[str, Briefs], marks: Marks) -> list[tuple[str, Briefs]]:
    phases = (PHASES,) if marks.phased else ()
    before = told["forces"] + phases + told["deployment"]
    acting = told["activation-order"] + told["action-points"] + told["actions"]
    ending = marks.ending
    if marks.capture:
        acting += told["objectives"]
    elif marks.markers:
        ending += told["objectives"]
    steps = [
        ("Before the game", before),
        ("Start of each round", told["re-rolls"] + told.get("game-tokens", ()) + marks.tokens),
        ("Initiative Phase", told["initiative"]),
    ]
    if marks.phased:
        steps.append(("Movement, Ranged, Close and Special Phases, in this game's order", acting))
        steps.append(("Morale Phase, at its place in that order", told["morale"]))
    else:
        steps.append(("Action Phase", acting + told["morale"]))
    return [*steps, ("End Phase", ending + told["game-length"]), ("When the game is over", told["victory"])]


def _marks(ruleset: Ruleset) -> Marks:
    params = ruleset.params
    tokens: Briefs = ()
    ending: Briefs = ()
    if ruleset.has("activation-tokens"):
        held = params["activation-order.tokens"]
        tokens = (Brief("Activation Tokens", f"{held} at the start of each round."),)
    if ruleset.has("doomed-tokens"):
        test = f"tests Morale, Difficulty {params['damage.difficulty']}; it is removed, or loses the token."
        ending = (Brief("Doomed", f"each model with a Doomed Token {test}"),)
    if ruleset.has("marker-capture"):
        score = params["objectives.score"]
        points = "point" if score == 1 else "points"
        ending += (Brief("Scoring", f"{score} victory {points} for each marker that a side holds."),)
    return Marks(ruleset.has("phased"), ruleset.has("marker-capture"), ruleset.has("markers"), tokens, ending)


def _markdown(steps: list[tuple[str, Briefs]]) -> str:
    lines = []
    for number, (title, briefs) in enumerate(steps, 1):
        lines += [f"{number}. **{title}**", *[f"    - {brief.markdown}" for brief in briefs]]
    return "\n".join(lines)


@cache
def _step(title: str, briefs: Briefs) -> str:
    items = "".join(f"<li>{brief.html}</li>" for brief in briefs)
    return str(Markup("<li><strong>{}</strong><ul>{}</ul></li>").format(title, Markup(items)))
