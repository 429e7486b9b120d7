"""The turn summary: what happens when, numbered, in the words of the rules' own briefs."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, partial

from markupsafe import Markup

from carnage.catalog import Book
from carnage.document.parts import Brief, Chapter, Part
from carnage.document.press import Once
from carnage.document.texts import spelled
from carnage.ruleset import Ruleset

Briefs = tuple[Brief, ...]
PHASES = Brief(
    "Phases", "shuffle the five phase cards and lay them out; their order holds for the whole game."
)


@dataclass(frozen=True, slots=True)
class Marks:
    """What the turn summary has to say that no table's brief says."""

    phased: bool
    speed: str
    bell: bool
    capture: bool
    markers: bool
    tokens: Briefs
    ending: Briefs
    loot: Briefs
    acts: Briefs
    hero: bool
    drinks: bool
    leaving: bool


class TurnSummary:
    """Makes the turn summary of any game of one book."""

    def __init__(self, book: Book) -> None:
        traits = ["phased", "marker-capture", "markers", "activation-tokens", "doomed-tokens"]
        self._marks = Once(
            book,
            _marks,
            [
                *traits,
                "speed-phases",
                "bell",
                "loot",
                "hero-number",
                "drinks",
                "stun-markers",
                "allocation",
                "leg-it",
            ],
            ["action-points", "activation-order", "damage", "objectives", "round-structure"],
        )

    def __call__(self, ruleset: Ruleset, chapters: tuple[Chapter, ...]) -> Part:
        """The steps of this game, in order; `chapters` are its rules."""
        told = {section.table.id: section.briefs for chapter in chapters for section in chapter.sections}
        steps = _steps(told, self._marks(ruleset))
        html = Markup(f'<ol class="turn-summary">{"".join([_step(*step) for step in steps])}</ol>')
        return Part("turn", "Turn Summary", partial(_markdown, steps), html)


def _steps(told: dict[str, Briefs], marks: Marks) -> list[tuple[str, Briefs]]:
    phases = (PHASES,) if marks.phased else ()
    before = told["forces"] + phases + marks.loot + told["deployment"]
    acting = told["activation-order"] + marks.acts + told.get("action-points", ()) + told.get("actions", ())
    ending = (told["twist"] if marks.drinks else ()) + marks.ending
    hero = told["luck"] if marks.hero else ()
    if marks.capture:
        acting += told["objectives"]
    elif marks.markers:
        ending += told["objectives"]
    steps = [
        ("Before the game", before),
        (
            "At the start, and after each bell" if marks.bell else "Start of each round",
            told.get("re-rolls", ()) + told.get("game-tokens", ()) + marks.tokens + hero,
        ),
        ("Initiative Phase", told["initiative"]),
    ]
    if marks.phased:
        # Legging it takes the place of an activation; only nerves wait for the Morale Phase.
        leaving, nerves = (told["morale"], ()) if marks.leaving else ((), told["morale"])
        steps.append(("Movement, Ranged, Close and Special Phases, in this game's order", acting + leaving))
        steps.append(("Morale Phase, at its place in that order", nerves))
    elif marks.speed:
        steps.append((marks.speed, acting + told["morale"]))
    elif marks.bell:
        steps.append(("Until the bell rings", told["round-structure"] + acting + told["morale"]))
    else:
        steps.append(("Action Phase", acting + told["morale"]))
    end = "End Phase, when the bell has rung" if marks.bell else "End Phase"
    steps += [(end, ending + told["game-length"]), ("When the game is over", told["victory"])]
    return [(title, briefs) for title, briefs in steps if briefs]


def _marks(ruleset: Ruleset) -> Marks:
    params = ruleset.params
    tokens: Briefs = ()
    ending: Briefs = ()
    if ruleset.has("activation-tokens"):
        held = params["activation-order.tokens"]
        tokens = (Brief("Activation Tokens", f"{held} at the start of each round."),)
    if ruleset.has("allocation"):
        dice = params["action-points.dice"]
        tokens += (Brief("Allocation", f"share out {dice} dice in secret on Move, Attack, Defend."),)
    if ruleset.has("doomed-tokens"):
        test = f"tests Morale, Difficulty {params['damage.difficulty']}; it is removed, or loses the token."
        ending += (Brief("Doomed", f"each model with a Doomed Token {test}"),)
    if ruleset.has("stun-markers"):
        fades = ruleset.book.table("counters").params["fades"]
        ending += (Brief("Stun", f"{fades} Stun marker off each model that has any."),)
    loot: Briefs = ()
    if ruleset.has("loot"):
        each, middle = params["objectives.tokens"], params["objectives.middle"]
        dropped = f"each player drops {spelled(each)} Loot Tokens; {spelled(middle)} more in the middle."
        loot = (Brief("Loot", dropped),)
    if ruleset.has("marker-capture"):
        score = params["objectives.score"]
        points = "point" if score == 1 else "points"
        ending += (Brief("Scoring", f"{score} victory {points} for each marker that a side holds."),)
    speed = ""
    acts: Briefs = ()
    if ruleset.has("speed-phases"):
        acts = (Brief("Acts", "an activated model takes as many actions as the chart of Pace gives."),)
        speed = f"{spelled(params['round-structure.phases']).capitalize()} Speed Phases"
    return Marks(
        phased=ruleset.has("phased"),
        speed=speed,
        bell=ruleset.has("bell"),
        capture=ruleset.has("marker-capture") or ruleset.has("loot"),
        markers=ruleset.has("markers"),
        tokens=tokens,
        ending=ending,
        loot=loot,
        acts=acts,
        hero=ruleset.has("hero-number"),
        drinks=ruleset.has("drinks"),
        leaving=ruleset.has("leg-it"),
    )


def _markdown(steps: list[tuple[str, Briefs]]) -> str:
    lines = []
    for number, (title, briefs) in enumerate(steps, 1):
        lines += [f"{number}. **{title}**", *[f"    - {brief.markdown}" for brief in briefs]]
    return "\n".join(lines)


@cache
def _step(title: str, briefs: Briefs) -> str:
    items = "".join(f"<li>{brief.html}</li>" for brief in briefs)
    return str(Markup("<li><strong>{}</strong><ul>{}</ul></li>").format(title, Markup(items)))
