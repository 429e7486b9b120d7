"""Build the tables of odds: the exact chances of the typical tests of a game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from carnage.common.text_format import capitalize, join_words, percent
from carnage.rulebook.model import Cell, Column, DataTable, Part, RowGroup
from carnage.rulesets import odds as mechanics
from carnage.rulesets.forces import Model, get_force
from carnage.rulesets.ruleset import Ruleset

Skills = list[tuple[int, str]]
"""Values of a stat and the models that have each."""


@dataclass(frozen=True, slots=True)
class Odds:
    """Tables of odds and the sentences around them.

    Attributes:
        uses_cards: True if tests draw cards.
        has_rerolls: True if a failed test can be taken again.
        obscured: Defense that an obscured target adds; 0 where it adds none.
        guards: The means of making an attack harder, such as "A dodge or a Defend die"; empty for
            none.
        guarded: Defense that such a means adds.
        capture: The Defense that capturing a marker is as hard as; 0 where it is not.
        focus_targets: Tests that focus makes easier, such as "hit or to capture"; empty for none.
        morale: Difficulties of Morale tests with their purposes.
        endings: Rounds and the chance that the game is over by the end of each.
    """

    has_tests: bool
    uses_cards: bool
    has_rerolls: bool
    obscured: int
    guards: str
    guarded: int
    capture: int
    focus_targets: str
    tables: tuple[DataTable, ...]
    morale: tuple[str, ...]
    endings: tuple[tuple[int, str], ...]


def build_odds(ruleset: Ruleset) -> Iterator[Part]:
    """Return the odds of a game, if it tests anything or its length is random."""
    odds = OddsBuilder(ruleset).build()
    if odds.has_tests or odds.endings:
        yield Part("odds", "Odds", "odds", odds)


class OddsBuilder:
    """Build the odds of one game."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        self._mechanic = mechanics.get_mechanic(ruleset)
        self._models = get_force(ruleset).kinds
        self._has_rerolls = not ruleset.misses("re-rolls")
        self._has_shots = not ruleset.misses("shoot-tests")
        self._has_fights = not ruleset.misses("fight-tests")
        self._has_morale = not ruleset.misses("nerve")
        self._capture = (
            int(ruleset.params["objectives.difficulty"]) if ruleset.has("marker-capture") else 0
        )
        self._has_attacks = bool(self._has_shots or self._has_fights or self._capture)
        self._has_focus = ruleset.has("focus") and (self._has_shots or self._has_fights)
        # A focused test is one column to the left in the tables.
        self._focus = int(ruleset.book.table("actions").params["easier"]) if self._has_focus else 0
        self._least = int(ruleset.params["resolution.least"]) if self._has_focus else 0

    def build(self) -> Odds:
        """Return all odds of the game."""
        ruleset = self._ruleset
        difficulties = _find_morale_difficulties(ruleset) if self._has_morale else {}
        tables = list(self._build_attack_tables()) if self._has_attacks else []
        if self._has_morale:
            skills = _collect_skills(self._models, "morale")
            tables += self._build_grid(
                "To keep one's nerve", "Morale", skills, sorted(difficulties), "Difficulty"
            )
        return Odds(
            has_tests=self._has_attacks or self._has_morale,
            uses_cards=ruleset.has("card-tests"),
            has_rerolls=self._has_rerolls,
            obscured=self._obscured,
            guards=capitalize(" or ".join(self._list_guards())),
            guarded=max(self._list_guards().values(), default=0),
            capture=self._capture if self._has_fights else 0,
            focus_targets=self._focus_targets,
            tables=tuple(tables),
            morale=_describe_morale(difficulties),
            endings=_compute_endings(ruleset),
        )

    @property
    def _obscured(self) -> int:
        return int(self._ruleset.book.table("ranged").params["obscured"]) if self._has_shots else 0

    def _list_guards(self, *, in_fights: bool = False) -> dict[str, int]:
        """Return the Defense that each means of making an attack harder adds. An attack has one."""
        ruleset = self._ruleset
        guards = {}
        if ruleset.has("dodging") and self._has_shots and not in_fights:
            guards["a dodge"] = int(ruleset.params["reactions.harder"])
        if ruleset.has("allocation") and (self._has_shots or self._has_fights):
            guards["a Defend die"] = int(ruleset.params["action-points.harder"])
        return guards

    @property
    def _focus_targets(self) -> str:
        if not self._has_focus:
            return ""
        tests = {"hit": self._has_shots or self._has_fights, "capture": self._capture}
        return " or to ".join(name for name, is_tested in tests.items() if is_tested)

    def _build_attack_tables(self) -> Iterator[DataTable]:
        close_skills = _collect_skills(self._models, "close_skill")
        captures = {self._capture, max(self._least, self._capture - self._focus)}
        if self._has_shots:
            skills, defenses = (
                _collect_skills(self._models, "ranged_skill"),
                sorted(self._list_defenses(self._obscured, self._list_guards())),
            )
            yield from self._build_grid(
                "To hit with a ranged weapon", "Ranged Skill", skills, defenses, "Defense"
            )
        if self._has_fights:
            close = self._list_defenses(0, self._list_guards(in_fights=True)) | (
                captures if self._capture and self._has_focus else set()
            )
            defenses = sorted(close)
            yield from self._build_grid(
                "To hit with a close weapon", "Close Skill", close_skills, defenses, "Defense"
            )
            if self._ruleset.has("wounds"):
                yield from self._build_grid(
                    "Successes of a close attack, on average",
                    "Close Skill",
                    close_skills,
                    defenses,
                    "Defense",
                    self._build_average_cell,
                )
        elif self._capture:
            yield from self._build_grid(
                "To capture a marker", "Close Skill", close_skills, sorted(captures), "Difficulty"
            )

    def _list_defenses(self, obscured: int, guards: Mapping[str, int]) -> set[int]:
        """Return the Defense values that attacks are made against, obscured, guarded and focused
        ones too.
        """
        defenses = {model.stats["defense"] for model in self._models}
        harder = obscured, max(guards.values(), default=0)
        for more in harder:
            defenses |= {defense + more for defense in defenses}
        if self._focus:
            defenses |= {max(self._least, defense - self._focus) for defense in defenses}
        return defenses

    def _build_grid(
        self,
        title: str,
        stat: str,
        skills: Skills,
        difficulties: Sequence[int],
        noun: str,
        build_cell: Callable[[int, int], Cell] | None = None,
    ) -> Iterator[DataTable]:
        """Return a table with a cell for each skill at each difficulty, by default the chance.

        There is no table without skills.
        """
        build_cell = build_cell or self._build_chance_cell
        rows = tuple(
            (
                Cell(str(value), who, is_heading=True),
                *(build_cell(value, each) for each in difficulties),
            )
            for value, who in skills
        )
        if rows:
            columns = (
                Column(stat),
                *(Column(f"{noun} {difficulty}") for difficulty in difficulties),
            )
            yield DataTable(title, "odds", columns, (RowGroup(rows),))

    def _build_chance_cell(self, value: int, difficulty: int) -> Cell:
        """Return the chance of a test and, as a note, the chance with a re-roll."""
        once = percent(mechanics.success_chance(self._mechanic, value, difficulty))
        if not self._has_rerolls:
            return Cell(once)
        twice = percent(mechanics.success_chance_with_reroll(self._mechanic, value, difficulty))
        return Cell(once, twice if twice != once else "")

    def _build_average_cell(self, value: int, defense: int) -> Cell:
        """Return the successes of a close attack on average, each of which wounds."""
        return Cell(f"{float(mechanics.mean_successes(self._mechanic, value, defense)):.1f}")


def _collect_skills(models: Sequence[Model], stat: str) -> Skills:
    """Return the values of a stat with their models; a weapon's bonus is added to its wielder's
    skill.
    """
    holders: dict[int, list[str]] = {}
    for model in models:
        for value, label in _find_skill_values(model, stat).items():
            holders.setdefault(value, []).append(label)
    return [(value, ", ".join(holders[value])) for value in sorted(holders)]


def _find_skill_values(model: Model, stat: str) -> dict[int, str]:
    if stat != "ranged_skill":
        return {model.stats[stat]: model.label}
    return {
        model.stats[stat] + weapon.bonus: (
            f"{model.label} with {weapon.label.lower()}" if weapon.bonus else model.label
        )
        for weapon in model.weapons
        if weapon.kind == "ranged"
    }


def _find_morale_difficulties(ruleset: Ruleset) -> dict[int, tuple[str, ...]]:
    """Return the difficulties at which Morale is tested, with their purposes."""
    params, tests = ruleset.params, []
    if ruleset.has("repeats"):
        most = int(params["activation-order.most"])
        tests += [(number, "to be activated") for number in range(1, most + 1)]
    elif ruleset.has("unit-tests"):
        tests.append((int(params["activation-order.difficulty"]), "to be activated"))
    if ruleset.has("death-tests"):
        tests.append((int(params["damage.difficulty"]), "to stay in play"))
    if not ruleset.misses("morale-tests"):
        tests.append((int(params["morale.difficulty"]), "when friends are lost"))
    purposes: dict[int, tuple[str, ...]] = {}
    for number, purpose in tests:
        purposes[number] = (*purposes.get(number, ()), purpose)
    return dict(sorted(purposes.items()))


def _describe_morale(difficulties: dict[int, tuple[str, ...]]) -> tuple[str, ...]:
    """Return texts such as "2 to 4 (to be activated)"."""
    numbers: dict[tuple[str, ...], list[int]] = {}
    for number, purposes in difficulties.items():
        numbers.setdefault(purposes, []).append(number)
    return tuple(
        f"{' to '.join(map(str, sorted({found[0], found[-1]})))} ({join_words(purposes)})"
        for purposes, found in numbers.items()
    )


def _compute_endings(ruleset: Ruleset) -> tuple[tuple[int, str], ...]:
    """Return the chance that the game is over by the end of each round; empty for a fixed
    length.
    """
    chances = mechanics.game_length_distribution(ruleset)
    if len(chances) < 2:
        return ()
    total, endings = Fraction(), []
    for number, chance in chances.items():
        total += chance
        endings.append((number, percent(total)))
    return tuple(endings)
