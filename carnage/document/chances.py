"""The rulebook's odds: the typical tests of this game, worked out exactly."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from markupsafe import Markup

from carnage.catalog import Book
from carnage.document import odds, templates
from carnage.document.facts import listed
from carnage.document.parts import Part
from carnage.document.press import Once
from carnage.ruleset import Model, Ruleset

DEFENSE = "Defense"


@dataclass(frozen=True, slots=True)
class Row:
    """The chances of one value of a stat, column by column: as rolled, and re-rolled once if it fails."""

    value: int
    who: str
    cells: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Grid:
    """One stat against several Difficulties."""

    title: str
    stat: str
    heads: tuple[str, ...]
    rows: tuple[Row, ...]


class Odds:
    """Makes the odds of any game of one book, each table of them once for what it depends on."""

    def __init__(self, book: Book, mustered: frozenset[str]) -> None:
        self._attacks = Once(book, _attacks, mustered | {"focus", "wounds", "marker-capture"}, ["resolution"])
        nerve = {"repeats", "unit-tests", "death-tests"}
        self._nerve = Once(book, _nerve, mustered | nerve, ["resolution", "activation-order", "damage"])
        self._ends = Once(book, _ends, (), ["game-length"])

    def __call__(self, ruleset: Ruleset) -> Part:
        pieces = (self._attacks(ruleset), self._nerve(ruleset), self._ends(ruleset))
        html = Markup("".join([html for _, html in pieces]))
        return Part("odds", "Odds", partial(_markdown, pieces), html)


Piece = tuple[str, str]
"""The same as Markdown and as HTML."""


def _markdown(pieces: tuple[Piece, ...]) -> str:
    return "\n\n".join(markdown for markdown, _ in pieces if markdown)


def _print(name: str, **told: object) -> Piece:
    return templates.markdown(f"{name}.md", **told), templates.html(f"{name}.html", **told)


def _models(ruleset: Ruleset) -> list[Model]:
    return list({model.code: model for unit in ruleset.force for model in unit.models}.values())


def _attacks(ruleset: Ruleset) -> Piece:
    how = odds.mechanic(ruleset)
    models = _models(ruleset)
    defenses = sorted({model.stats["defense"] for model in models})
    obscured = int(ruleset.book.table("ranged").params["obscured"])
    ranged = sorted({*defenses, *[defense + obscured for defense in defenses]})
    skills = _skills(models, "close_skill")
    grids = [
        _grid(
            how,
            "To hit with a ranged weapon",
            "Ranged Skill",
            _skills(models, "ranged_skill"),
            ranged,
            DEFENSE,
        ),
        _grid(how, "To hit with a close weapon", "Close Skill", skills, defenses, DEFENSE),
    ]
    if ruleset.has("wounds"):
        grids.append(_averages(how, skills, defenses))
    return _print(
        "odds",
        grids=grids,
        obscured=obscured,
        cards=ruleset.has("card-tests"),
        focus=ruleset.has("focus"),
        capture=ruleset.params["objectives.difficulty"] if ruleset.has("marker-capture") else 0,
    )


def _nerve(ruleset: Ruleset) -> Piece:
    difficulties = _morale_difficulties(ruleset)
    skills = _skills(_models(ruleset), "morale")
    grid = _grid(
        odds.mechanic(ruleset), "To keep one's nerve", "Morale", skills, sorted(difficulties), "Difficulty"
    )
    nerve = [f"{_span(numbers)} ({listed(list(why))})" for why, numbers in _by_purpose(difficulties).items()]
    return _print("nerve", grid=grid, nerve=nerve)


def _ends(ruleset: Ruleset) -> Piece:
    """The chance that the game is over by the end of each round; nothing if its length is fixed."""
    ends = odds.rounds(ruleset)
    if len(ends) == 1:
        return "", ""
    total, found = Fraction(), []
    for number, chance in ends.items():
        total += chance
        found.append((number, odds.percent(total)))
    return _print("ends", ends=found)


def _skills(models: list[Model], stat: str) -> dict[int, str]:
    """Who has which value of a stat; a weapon that adds to its wielder's skill is named with the sum."""
    found: dict[int, list[str]] = {}
    for model in models:
        values = {model.stats[stat]: model.label}
        if stat == "ranged_skill":
            weapons = [weapon for weapon in model.weapons if weapon.kind == "ranged"]
            values = {
                model.stats[stat] + weapon.skill_bonus: (
                    f"{model.label} with {weapon.label.lower()}" if weapon.skill_bonus else model.label
                )
                for weapon in weapons
            }
        for value, who in values.items():
            found.setdefault(value, []).append(who)
    return {value: ", ".join(found[value]) for value in sorted(found)}


def _grid(
    how: odds.Mechanic, title: str, stat: str, skills: dict[int, str], difficulties: list[int], noun: str
) -> Grid:
    rows = []
    for value, who in skills.items():
        cells = [
            (
                odds.percent(odds.chance(how, value, difficulty)),
                odds.percent(odds.chance_with_reroll(how, value, difficulty)),
            )
            for difficulty in difficulties
        ]
        rows.append(Row(value, who, tuple(cells)))
    return Grid(title, stat, tuple(f"{noun} {difficulty}" for difficulty in difficulties), tuple(rows))


def _morale_difficulties(ruleset: Ruleset) -> dict[int, list[str]]:
    """The Difficulties at which this game tests Morale, and what for."""
    found: dict[int, list[str]] = {}
    params = ruleset.params
    if ruleset.has("repeats"):
        for number in range(1, int(params["activation-order.most"]) + 1):
            found.setdefault(number, []).append("to be activated")
    elif ruleset.has("unit-tests"):
        found.setdefault(int(params["activation-order.difficulty"]), []).append("to be activated")
    if ruleset.has("death-tests"):
        found.setdefault(int(params["damage.difficulty"]), []).append("to stay in play")
    found.setdefault(int(params["morale.difficulty"]), []).append("when friends are lost")
    return found


def _by_purpose(difficulties: dict[int, list[str]]) -> dict[tuple[str, ...], list[int]]:
    found: dict[tuple[str, ...], list[int]] = {}
    for number in sorted(difficulties):
        found.setdefault(tuple(difficulties[number]), []).append(number)
    return found


def _span(numbers: list[int]) -> str:
    return f"{numbers[0]}" if len(numbers) == 1 else f"{numbers[0]} to {numbers[-1]}"


def _averages(how: odds.Mechanic, skills: dict[int, str], defenses: list[int]) -> Grid:
    """The successes that close attacks count on average, for each of which the weapon wounds."""
    rows = []
    for value, who in skills.items():
        cells = [f"{float(odds.average(how, value, defense)):.1f}" for defense in defenses]
        rows.append(Row(value, who, tuple((cell, cell) for cell in cells)))
    heads = tuple(f"{DEFENSE} {defense}" for defense in defenses)
    return Grid("Successes of a close attack, on average", "Close Skill", heads, tuple(rows))
