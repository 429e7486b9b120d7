"""The tables of the quick reference: weapons, with what this game uses of them, and the stats of models."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial

from markupsafe import Markup

from carnage.catalog import Book
from carnage.catalog.rosters import Weapon
from carnage.document.parts import Rendering
from carnage.document.press import Once
from carnage.document.rosters.deciding import CARRIED, KINDS, STATS
from carnage.document.rosters.told import row_begun, stat_heads, told, told_html
from carnage.document.tabular import Row, cell, head, html_body, html_table, markdown_table, row_head
from carnage.forces import Force, force, stat_codes, stats
from carnage.ruleset import Ruleset
from carnage.wording import length

NONE = "–"  # in a table, where there is nothing to say
# What decides which columns there are, and what stands in them.
TOLD = frozenset(
    {"shoot-tests", "fight-tests", "bullet-dice", "hand-signs", "range-bands", "ammunition", "opposed-rolls"}
    | {"doomed-tokens", "tower", "wounds", "centimetres", "price-list"}
)


class ReferenceTables:
    """Makes the weapon table and the stat lines of any game of one book."""

    def __init__(self, book: Book) -> None:
        self._weapons = Once(book, _weapons, TOLD, things=[CARRIED])
        self._stat_lines = Once(book, _stat_lines, things=[KINDS, STATS], rarely=True)

    def __call__(self, ruleset: Ruleset) -> Rendering:
        pieces = self._weapons(ruleset), self._stat_lines(ruleset)
        return Rendering(
            lambda: "\n\n".join([piece.markdown for piece in pieces]),
            Markup("\n".join([piece.html for piece in pieces])),
        )


def _weapons(ruleset: Ruleset) -> Rendering:
    columns = list(weapon_columns(ruleset))
    heads = [head("Weapon"), *[head(title) for title, _ in columns]]
    rows = [
        [row_head(weapon.label), *[cell(as_told(weapon) or NONE) for _, as_told in columns]]
        for weapon in force(ruleset).carried
    ]
    html = html_table('class="quick-weapons"', "Weapons", heads, html_body(rows))
    return Rendering(cache(partial(markdown_table, heads, rows)), Markup(html))


def _stat_lines(ruleset: Ruleset) -> Rendering:
    used = stats(ruleset)
    heads = [head("Model"), *stat_heads(used), head("Weapons")]
    all_told = told_html(ruleset)
    rows = "\n".join([f"{row_begun(model.label)}{all_told[model]}</tr>" for model in force(ruleset).kinds])
    html = html_table('class="quick-stats"', "Stats", heads, f"<tbody>\n{rows}\n</tbody>\n")
    return Rendering(partial(_stats_written, heads, force(ruleset), stat_codes(ruleset)), Markup(html))


def _stats_written(heads: Row, mustered: Force, codes: tuple[str, ...]) -> str:
    rows = [[row_head(model.label), *told(model, codes)[1:]] for model in mustered.kinds]
    return markdown_table(heads, rows)


def weapon_columns(ruleset: Ruleset) -> Iterator[tuple[str, Callable[[Weapon], str]]]:
    """The columns of the weapon table: what this game uses of a weapon, and how it is told."""
    centimetres = ruleset.has("centimetres")
    shots, blows = not ruleset.misses("shoot-tests"), not ruleset.misses("fight-tests")

    def tested(weapon: Weapon) -> bool:
        return shots if weapon.kind == "ranged" else blows

    def thrown(weapon: Weapon) -> bool:
        return ruleset.has("bullet-dice" if weapon.kind == "ranged" else "hand-signs")

    bands = ruleset.has("range-bands") and (ruleset.has("wounds") or ruleset.has("tower"))

    def wounds(weapon: Weapon) -> str:
        each = " a success" if weapon.kind == "close" else ""
        shown = tested(weapon) or (bands and weapon.kind == "ranged")
        return f"{weapon.wounds}{each}" if shown else ""

    def reach(weapon: Weapon) -> str:
        if weapon.kind == "ranged" and ruleset.has("range-bands"):
            params = ruleset.params
            return length(params["shooting.bands"] * params["shooting.band"], centimetres)
        # Who fights does so in base contact; only the weapons of a Close action reach any farther.
        near = weapon.kind == "close" and (ruleset.has("hand-signs") or ruleset.has("opposed-rolls"))
        return length(weapon.range, centimetres) if weapon.range and not near else "contact"

    def special(weapon: Weapon) -> str:
        if not tested(weapon):
            return ""
        if weapon.skill_bonus:
            return f"+{weapon.skill_bonus} Ranged Skill"
        if weapon.burst:
            return f"burst {length(weapon.burst, centimetres)}"
        return f"push {length(weapon.push, centimetres)} a success" if weapon.push else ""

    def steps(weapon: Weapon) -> str:
        if not weapon.band:
            return ""
        count = int(ruleset.params["shooting.bands"])
        chart = [int(ruleset.params[f"shooting.{weapon.band}_{n}"]) for n in range(1, count + 1)]
        return ", ".join([f"{step:+d}".replace("-", "−") if step else "0" for step in chart])

    yield "Range", reach
    if (shots or blows or bands) and not ruleset.has("doomed-tokens"):
        yield ("Damage" if ruleset.has("tower") else "Wounds"), wounds
    if ruleset.has("bullet-dice") or ruleset.has("hand-signs"):
        yield "Dice", lambda weapon: f"{weapon.dice}" if thrown(weapon) else ""
    if (ruleset.has("bullet-dice") or ruleset.has("hand-signs")) and not ruleset.has("doomed-tokens"):
        yield "Weak, big", lambda weapon: f"{weapon.weak}, {weapon.big}" if thrown(weapon) else ""
    if ruleset.has("range-bands"):
        yield f"± per {length(ruleset.params['shooting.band'], centimetres)}", steps
    if ruleset.has("ammunition"):
        yield "Shots", lambda weapon: f"{weapon.load}" if weapon.load else ""
    if ruleset.has("opposed-rolls"):
        yield "In a fight", lambda weapon: f"+{weapon.edge}" if weapon.edge else ""
    if ruleset.has("price-list"):
        yield "Price", lambda weapon: f"${weapon.price}"
    if any(special(weapon) for weapon in force(ruleset).carried):
        yield "Special", special
