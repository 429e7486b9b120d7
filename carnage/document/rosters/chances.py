"""The rulebook's odds: the typical tests of this game, worked out exactly."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache, lru_cache, partial

from markupsafe import Markup

from carnage.catalog import Book
from carnage.document import templates
from carnage.document.parts import Part, Rendering
from carnage.document.press import Once, Thing
from carnage.document.rosters import odds
from carnage.document.rosters.deciding import KINDS
from carnage.document.tabular import Cell, Row, cell, head, html_body, html_table, markdown_table, row_head
from carnage.forces import Model, force
from carnage.ruleset import Ruleset
from carnage.wording import listed, percent

DEFENSE = "Defense"
TRIED = frozenset({"shoot-tests", "fight-tests", "marker-capture", "re-rolls", "card-tests"})
NERVE = frozenset({"nerve", "repeats", "unit-tests", "death-tests", "morale-tests"})
MOST_GRIDS = 2_000
MOST_CHANCES = 10_000

Difficulties = tuple[tuple[int, tuple[str, ...]], ...]
"""Difficulties, lowest first, and what is tested at each."""

Skills = tuple[tuple[int, str], ...]
"""Values of a stat, and who has each."""


class Odds:
    """Makes the odds of any game of one book, each table of them once for what it depends on."""

    def __init__(self, book: Book) -> None:
        rolled = {table.id for table in book.rolled}
        decided = {"resolution", "activation-order", "damage", "morale"} & rolled
        attacks, nerve = TRIED | {"focus", "wounds"}, TRIED | NERVE
        self._attacks = Once(book, _attacks, attacks, {"resolution"}, things=[KINDS])
        difficulties = Thing(_morale_difficulties, lambda book: NERVE, lambda book: decided, kept=True)
        self._nerve = Once(book, _nerve, nerve, {"resolution"}, things=[KINDS, difficulties])
        self._ends = Once(book, _ends, ("clock", "bell"), ["game-length"])

    def __call__(self, ruleset: Ruleset) -> Part:
        pieces = (self._attacks(ruleset), self._nerve(ruleset), self._ends(ruleset))
        return Part("odds", "Odds", partial(_markdown, pieces), _html(pieces))


def _attacks(ruleset: Ruleset) -> Rendering:
    return _together(Tests(ruleset).attacks())


def _nerve(ruleset: Ruleset) -> Rendering:
    return _together(Tests(ruleset).nerve())


def _together(pieces: Iterator[Rendering]) -> Rendering:
    made = tuple(pieces)
    return Rendering(cache(partial(_markdown, made)), _html(made))


def _html(pieces: Sequence[Rendering]) -> Markup:
    return Markup("\n".join([piece.html for piece in pieces if piece.html]))


def _markdown(pieces: Sequence[Rendering]) -> str:
    return "\n\n".join([markdown for piece in pieces if (markdown := piece.markdown)])


def _print(name: str, **context: object) -> Rendering:
    return Rendering(
        cache(partial(templates.markdown, f"{name}.md", **context)),
        templates.html(f"{name}.html", **context),
    )


class Tests:
    """The tests of one game, and the odds of each kind."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.how = odds.mechanic(ruleset)
        self.again = not ruleset.misses("re-rolls")
        self.cards = ruleset.has("card-tests")
        self.shots = not ruleset.misses("shoot-tests")
        self.blows = not ruleset.misses("fight-tests")
        self.capture = ruleset.params["objectives.difficulty"] if ruleset.has("marker-capture") else 0

    def attacks(self) -> Iterator[Rendering]:
        """Everything but Morale, if any of it is tested."""
        if not (self.shots or self.blows or self.capture):
            return
        ruleset, how, again = self.ruleset, self.how, self.again
        models, focus = force(ruleset).kinds, ruleset.has("focus")
        obscured = int(ruleset.book.table("ranged").params["obscured"]) if self.shots else 0
        # Focus is told as the column to the left.
        easier = int(ruleset.book.table("actions").params["easier"]) if focus else 0
        least = int(ruleset.params["resolution.least"]) if focus else 0
        defenses = _defenses(models, 0, easier, least)
        captured = {int(self.capture), max(least, int(self.capture) - easier)}
        tried = [*(["hit"] if self.shots or self.blows else []), *(["capture"] if self.capture else [])]
        helps = " or to ".join(tried) if focus else ""
        yield _told(self.cards, again, obscured, int(self.capture) if self.blows else 0, helps)
        skills = _skills(models, "close_skill")
        if self.shots:
            ranged = _defenses(models, obscured, easier, least)
            title = "To hit with a ranged weapon"
            yield _grid(how, again, title, "Ranged Skill", _skills(models, "ranged_skill"), ranged, DEFENSE)
        if self.blows:
            if self.capture and focus:  # told by the same columns
                defenses = tuple(sorted({*defenses, *captured}))
            yield _grid(how, again, "To hit with a close weapon", "Close Skill", skills, defenses, DEFENSE)
            if ruleset.has("wounds"):
                yield _averages(how, skills, defenses)
        elif self.capture:
            numbers = tuple(sorted(captured))
            yield _grid(how, again, "To capture a marker", "Close Skill", skills, numbers, "Difficulty")

    def nerve(self) -> Iterator[Rendering]:
        """Morale, if it is tested."""
        ruleset = self.ruleset
        if ruleset.misses("nerve"):
            return
        if not (self.shots or self.blows or self.capture):
            yield _told(self.cards, self.again, 0, 0, "")
        difficulties = _morale_difficulties(ruleset)
        skills, title = _skills(force(ruleset).kinds, "morale"), "To keep one's nerve"
        numbers = tuple([number for number, _ in difficulties])
        yield _grid(self.how, self.again, title, "Morale", skills, numbers, "Difficulty")
        yield _tested(tuple([(_span(tested), why) for why, tested in _by_purpose(difficulties).items()]))


@cache
def _told(cards: bool, again: bool, obscured: int, capture: int, focus: str) -> Rendering:
    """What the tables of odds say, and what they do not; `focus` is what it helps to do, if anything."""
    return _print("odds", cards=cards, again=again, obscured=obscured, capture=capture, focus=focus)


@lru_cache(MOST_GRIDS)
def _defenses(models: tuple[Model, ...], obscured: int, easier: int, least: int) -> tuple[int, ...]:
    """What attacks are made against: each Defense, obscured too, and made easier as far as that goes."""
    defenses = {model.stats["defense"] for model in models}
    defenses |= {defense + obscured for defense in defenses}
    if easier:
        defenses |= {max(least, defense - easier) for defense in defenses}
    return tuple(sorted(defenses))


@lru_cache(MOST_GRIDS)
def _tested(nerve: tuple[tuple[str, tuple[str, ...]], ...]) -> Rendering:
    """At which Difficulty Morale is tested, and what for."""
    return _print("nerve", nerve=[f"{numbers} ({listed(why)})" for numbers, why in nerve])


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


@lru_cache(MOST_GRIDS)
def _skills(models: tuple[Model, ...], stat: str) -> Skills:
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
    return tuple((value, ", ".join(holders[value])) for value in sorted(holders))


@lru_cache(MOST_GRIDS)
def _grid(
    how: odds.Mechanic,
    again: bool,
    title: str,
    stat: str,
    skills: Skills,
    difficulties: tuple[int, ...],
    noun: str,
) -> Rendering:
    """The chances of each skill at each Difficulty, as rolled; beside them, if `again`, re-rolled once if it
    fails."""
    rows = [
        [row_head(str(value), who), *[_chance(how, again, value, hard) for hard in difficulties]]
        for value, who in skills
    ]
    return _table(title, [head(stat), *[head(f"{noun} {difficulty}") for difficulty in difficulties]], rows)


@lru_cache(MOST_CHANCES)
def _chance(how: odds.Mechanic, again: bool, value: int, hard: int) -> Cell:
    once = percent(odds.chance(how, value, hard))
    twice = percent(odds.chance_with_reroll(how, value, hard)) if again else once
    return cell(once, twice if twice != once else "")


def _table(title: str, heads: Row, rows: Sequence[Row]) -> Rendering:
    """A table of odds; nothing without rows."""
    if not rows:
        return Rendering()
    html = html_table('class="odds"', title, heads, html_body(rows))
    return Rendering(partial(markdown_table, heads, rows, title), Markup(html))


def _morale_difficulties(ruleset: Ruleset) -> Difficulties:
    """The Difficulties at which this game tests Morale, and what for."""
    purposes: dict[int, tuple[str, ...]] = {}
    params = ruleset.params
    asked: list[tuple[int, str]] = []
    if ruleset.has("repeats"):
        most = int(params["activation-order.most"])
        asked += [(number, "to be activated") for number in range(1, most + 1)]
    elif ruleset.has("unit-tests"):
        asked.append((int(params["activation-order.difficulty"]), "to be activated"))
    if ruleset.has("death-tests"):
        asked.append((int(params["damage.difficulty"]), "to stay in play"))
    if not ruleset.misses("morale-tests"):
        asked.append((int(params["morale.difficulty"]), "when friends are lost"))
    for number, why in asked:
        purposes[number] = (*purposes.get(number, ()), why)
    return tuple(sorted(purposes.items()))


def _by_purpose(difficulties: Difficulties) -> dict[tuple[str, ...], list[int]]:
    numbers: dict[tuple[str, ...], list[int]] = {}
    for number, why in difficulties:
        numbers.setdefault(why, []).append(number)
    return numbers


def _span(numbers: list[int]) -> str:
    return f"{numbers[0]}" if len(numbers) == 1 else f"{numbers[0]} to {numbers[-1]}"


@lru_cache(MOST_GRIDS)
def _averages(how: odds.Mechanic, skills: Skills, defenses: tuple[int, ...]) -> Rendering:
    """The successes that close attacks count on average, for each of which the weapon wounds."""
    rows = [
        [
            row_head(str(value), who),
            *[cell(f"{float(odds.average(how, value, defense)):.1f}") for defense in defenses],
        ]
        for value, who in skills
    ]
    heads = [head("Close Skill"), *[head(f"{DEFENSE} {defense}") for defense in defenses]]
    return _table("Successes of a close attack, on average", heads, rows)
