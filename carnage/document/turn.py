"""The turn summary: what happens when, numbered, in the words of the rules' own briefs."""

from __future__ import annotations

from functools import cache

from markupsafe import Markup

from carnage.document.parts import Brief, Chapter, Part
from carnage.ruleset import Ruleset

Briefs = tuple[Brief, ...]
PHASES = Brief(
    "Phases", "shuffle the five phase cards and lay them out; their order holds for the whole game."
)


def turn_summary(ruleset: Ruleset, chapters: tuple[Chapter, ...]) -> Part:
    """The steps of this game, in order."""
    steps = _steps(ruleset, chapters)
    markdown = "\n".join(
        [
            line
            for number, (title, briefs) in enumerate(steps, 1)
            for line in (f"{number}. **{title}**", *[f"    - {brief.markdown}" for brief in briefs])
        ]
    )
    html = "".join([_step(title, briefs) for title, briefs in steps])
    return Part("turn", "Turn Summary", markdown, Markup(f'<ol class="turn-summary">{html}</ol>'))


def _steps(ruleset: Ruleset, chapters: tuple[Chapter, ...]) -> list[tuple[str, Briefs]]:
    told = {section.id: section.briefs for chapter in chapters for section in chapter.sections}
    traits = ruleset.traits
    acting = told["activation-order"] + told["action-points"] + told["actions"]
    tokens = told["re-rolls"] + told.get("game-tokens", ())
    if "activation-tokens" in traits and "game-tokens" not in traits:
        tokens += (_activation_tokens(int(ruleset.choice("activation-order").params["tokens"])),)
    ending: Briefs = ()
    if "doomed-tokens" in traits:
        ending += (_doomed(int(ruleset.choice("damage").params["difficulty"])),)
    if "marker-capture" in traits:
        acting += told["objectives"]
        ending += (_held(int(ruleset.choice("objectives").params["score"])),)
    elif "markers" in traits:
        ending += told["objectives"]
    ending += told["game-length"]
    steps = [
        ("Before the game", told["forces"] + told["deployment"]),
        ("Each round begins: tokens", tokens),
        ("Initiative Phase", told["initiative"]),
    ]
    if "phased" in traits:
        steps[0] = (steps[0][0], (*steps[0][1], PHASES))
        steps.append(("Movement, Ranged, Close and Special Phases, in this game's order", acting))
        steps.append(("Morale Phase, at its place in that order", told["morale"]))
    else:
        steps.append(("Action Phase", acting))
    return [*steps, ("End Phase", ending), ("When the game is over", told["victory"])]


@cache
def _activation_tokens(count: int) -> Brief:
    return Brief("Activation Tokens", f"made up to {count}.")


@cache
def _doomed(difficulty: int) -> Brief:
    return Brief(
        "Doomed", f"each model with a Doomed Token tests Morale, Difficulty {difficulty}, or is removed."
    )


@cache
def _held(score: int) -> Brief:
    points = "point" if score == 1 else "points"
    return Brief("Scoring", f"{score} victory {points} for each marker that a side holds.")


@cache
def _step(title: str, briefs: Briefs) -> str:
    items = "".join(f"<li>{brief.html}</li>" for brief in briefs)
    return str(Markup("<li><strong>{}</strong><ul>{}</ul></li>").format(title, Markup(items)))
