"""The rulebook's odds: the typical tests of this game, worked out exactly."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from markupsafe import Markup

from carnage.catalog import Book
from carnage.document import templates
from carnage.document.parts import Part, Rendering
from carnage.document.press import Once
from carnage.document.rosters import odds
from carnage.document.rosters.deciding import TESTED, mustered, sized
from carnage.forces import Model, force
from carnage.ruleset import Ruleset
from carnage.wording import listed, percent

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

    def __init__(self, book: Book) -> None:
        who, big = mustered(book), sized(book)
        attacks = {"focus", "wounds", "doomed-tokens", *TESTED}
        self._attacks = Once(book, _attacks, who | attacks, ["resolution", *big])
        nerve = {"repeats", "unit-tests", "death-tests", "morale-tests", *TESTED}
        tables = ["resolution", "activation-order", "damage", *big]
        self._nerve = Once(book, _nerve, who | nerve, tables)
        self._ends = Once(book, _ends, ("clock", "bell"), ["game-length"])

    def __call__(self, ruleset: Ruleset) -> Part:
        pieces = (self._attacks(ruleset), self._nerve(ruleset), self._ends(ruleset))
        html = Markup("".join([piece.html for piece in pieces]))
        return Part("odds", "Odds", partial(_markdown, pieces), html)


def _markdown(pieces: tuple[Rendering, ...]) -> str:
    return "\n\n".join(piece.markdown for piece in pieces if piece.markdown)


def _print(name: str, **context: object) -> Rendering:
    return Rendering(templates.markdown(f"{name}.md", **context), templates.html(f"{name}.html", **context))


def _attacked(ruleset: Ruleset) -> bool:
    """Whether anything but Morale is tested."""
    tested = not ruleset.misses("shoot-tests") or not ruleset.misses("fight-tests")
    return tested or ruleset.has("marker-capture")


def _attacks(ruleset: Ruleset) -> Rendering:
    if not _attacked(ruleset):
        return Rendering()
    shots, blows = not ruleset.misses("shoot-tests"), not ruleset.misses("fight-tests")
    capture = ruleset.params["objectives.difficulty"] if ruleset.has("marker-capture") else 0
    models = list(force(ruleset).kinds)
    defenses = sorted({model.stats["defense"] for model in models})
    obscured = int(ruleset.book.table("ranged").params["obscured"]) if shots else 0
    ranged = sorted({*defenses, *[defense + obscured for defense in defenses]})
    if ruleset.has("focus"):  # which is told as the column to the left
        least = int(ruleset.params["resolution.least"])
        easier = int(ruleset.book.table("actions").params["easier"])
        defenses = sorted({*defenses, *[max(least, hard - easier) for hard in defenses]})
        ranged = sorted({*ranged, *[max(least, hard - easier) for hard in ranged]})
    skills = _skills(models, "close_skill")
    grids = []
    if shots:
        able = [model for model in models if any(weapon.kind == "ranged" for weapon in model.weapons)]
        title = "To hit with a ranged weapon"
        grids.append(_grid(ruleset, title, "Ranged Skill", _skills(able, "ranged_skill"), ranged, DEFENSE))
    if blows:
        grids.append(_grid(ruleset, "To hit with a close weapon", "Close Skill", skills, defenses, DEFENSE))
        if ruleset.has("wounds"):
            grids.append(_averages(odds.mechanic(ruleset), skills, defenses))
    elif capture:
        grids.append(
            _grid(ruleset, "To capture a marker", "Close Skill", skills, [int(capture)], "Difficulty")
        )
    return _print(
        "odds",
        grids=[grid for grid in grids if grid.rows],
        obscured=obscured,
        cards=ruleset.has("card-tests"),
        again=not ruleset.misses("re-rolls"),
        focus=ruleset.has("focus"),
        capture=capture if blows else 0,
    )


def _nerve(ruleset: Ruleset) -> Rendering:
    if ruleset.misses("nerve"):
        return Rendering()
    difficulties = _morale_difficulties(ruleset)
    skills = _skills(list(force(ruleset).kinds), "morale")
    grid = _grid(ruleset, "To keep one's nerve", "Morale", skills, sorted(difficulties), "Difficulty")
    nerve = [f"{_span(numbers)} ({listed(why)})" for why, numbers in _by_purpose(difficulties).items()]
    return _print(
        "nerve",
        grid=grid,
        nerve=nerve,
        alone=not _attacked(ruleset),
        cards=ruleset.has("card-tests"),
        again=not ruleset.misses("re-rolls"),
    )


def _ends(ruleset: Ruleset) -> Rendering:
    """The chance that the game is over by the end of each round; nothing if its length is fixed."""
    chances = odds.rounds(ruleset)
    if len(chances) < 2:
        return Rendering()
    total, by_round = Fraction(), []
    for number, chance in chances.items():
        total += chance
        by_round.append((number, percent(total)))
    return _print("ends", ends=by_round)


def _skills(models: list[Model], stat: str) -> dict[int, str]:
    """Who has which value of a stat; a weapon that adds to its wielder's skill is named with the sum."""
    holders: dict[int, list[str]] = {}
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
            holders.setdefault(value, []).append(who)
    return {value: ", ".join(holders[value]) for value in sorted(holders)}


def _grid(
    ruleset: Ruleset, title: str, stat: str, skills: dict[int, str], difficulties: list[int], noun: str
) -> Grid:
    how = odds.mechanic(ruleset)
    again = odds.chance if ruleset.misses("re-rolls") else odds.chance_with_reroll
    rows = []
    for value, who in skills.items():
        cells = [
            (percent(odds.chance(how, value, hard)), percent(again(how, value, hard)))
            for hard in difficulties
        ]
        rows.append(Row(value, who, tuple(cells)))
    return Grid(title, stat, tuple(f"{noun} {difficulty}" for difficulty in difficulties), tuple(rows))


def _morale_difficulties(ruleset: Ruleset) -> dict[int, list[str]]:
    """The Difficulties at which this game tests Morale, and what for."""
    purposes: dict[int, list[str]] = {}
    params = ruleset.params
    if ruleset.has("repeats"):
        for number in range(1, int(params["activation-order.most"]) + 1):
            purposes.setdefault(number, []).append("to be activated")
    elif ruleset.has("unit-tests"):
        purposes.setdefault(int(params["activation-order.difficulty"]), []).append("to be activated")
    if ruleset.has("death-tests"):
        purposes.setdefault(int(params["damage.difficulty"]), []).append("to stay in play")
    if not ruleset.misses("morale-tests"):
        purposes.setdefault(int(params["morale.difficulty"]), []).append("when friends are lost")
    return purposes


def _by_purpose(difficulties: dict[int, list[str]]) -> dict[tuple[str, ...], list[int]]:
    numbers: dict[tuple[str, ...], list[int]] = {}
    for number in sorted(difficulties):
        numbers.setdefault(tuple(difficulties[number]), []).append(number)
    return numbers


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
