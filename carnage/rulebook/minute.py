"""The rules of a game that a beginner can read in one minute."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from carnage.common.text_format import capitalize, count, join_words
from carnage.rulebook.sections import build_briefs
from carnage.rulebook.summary import list_odd_rules
from carnage.rulebook.text import TextFiller
from carnage.rulesets.forces import get_force
from carnage.rulesets.ruleset import Ruleset

MAX_WORDS = 110
MAX_FIGURES = 8
ODD_RULES = 2
SCORING = ("sets", "runs")  # tables of a gamble
NO_STEPS = (
    "Before",
    "When ",
    "Whenever",
    "Scoring a turn",  # is told by itself
)  # of titles that are no part of a round


class MinutePart(NamedTuple):
    """A part of the rules: its title and its text."""

    title: str
    text: str


def build_minute_rules(ruleset: Ruleset, aim: str) -> tuple[MinutePart, ...]:
    """Return the rules of a game in at most MAX_WORDS words.

    Args:
        ruleset: The rules.
        aim: The aim of the game in one line, or "".
    """
    filler = TextFiller(ruleset)
    parts = [MinutePart("How you win", aim)] if aim else []
    steps = _list_steps(ruleset, filler)
    if steps:
        noun = ruleset.book.sheet.nouns.round or "turn"
        text = ", then ".join(steps).removeprefix(f"A {noun}: ")
        parts.append(MinutePart(f"A {noun}", f"{capitalize(text)}."))
    scores = _list_scores(ruleset, filler)
    if scores:
        parts.append(MinutePart("What scores", " ".join(scores)))
    figures = _describe_figures(ruleset)
    if figures:
        parts.append(MinutePart("Who is who", figures))
    for rule in list_odd_rules(ruleset, filler, ODD_RULES):
        parts.append(MinutePart("In this game", rule))
    return _fit(parts)


def _list_steps(ruleset: Ruleset, filler: TextFiller) -> list[str]:
    """Return the titles of the steps of a round."""
    titles = []
    for step in ruleset.book.sheet.step:
        if step.applies_to(ruleset.traits):
            title = filler.fill(step.title).strip()
            if title and not title.startswith(NO_STEPS):
                titles.append(title)
    return titles


def _list_scores(ruleset: Ruleset, filler: TextFiller) -> list[str]:
    """Return the worth of sets and runs of dice; empty for a game without them."""
    lines: list[str] = []
    for choice in ruleset.choices:
        if choice.table.id in SCORING:
            briefs = build_briefs(filler, choice.table, choice.option, choice.params)
            lines.extend(f"{brief.heading}: {brief.text}" for brief in briefs)
    return lines


def _describe_figures(ruleset: Ruleset) -> str:
    """Return the figures of a side in one sentence; "" without figures."""
    if not ruleset.book.roster.figure:
        return ""
    force = get_force(ruleset)
    if force.is_fixed:
        numbers: Counter[str] = Counter()
        for unit in force.units:
            numbers.update(model.label for model in unit.models)
        figures = [count(number, label) for label, number in numbers.items()]
        return f"Each side has {join_words(figures)}."
    labels = [model.label for model in force.kinds]
    return f"Each side picks its figures, such as {join_words(labels[:MAX_FIGURES])}."


def _fit(parts: list[MinutePart]) -> tuple[MinutePart, ...]:
    """Return the parts that fit into MAX_WORDS words, the first ones first."""
    kept = []
    words = 0
    for part in parts:
        words += len(f"{part.title} {part.text}".split())
        if words > MAX_WORDS:
            break
        kept.append(MinutePart(part.title, capitalize(part.text)))
    return tuple(kept)
