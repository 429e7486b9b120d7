"""The columns of the weapon table."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from carnage.catalog.rosters import Weapon
from carnage.common.text_format import length
from carnage.rulesets.forces import get_force
from carnage.rulesets.range_chart import chart_changes, count_bands
from carnage.rulesets.ruleset import Ruleset


def list_weapon_columns(ruleset: Ruleset) -> Iterator[tuple[str, Callable[[Weapon], str]]]:
    """Return the properties of weapons that this game uses: a title and a formatter for each."""
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
            return length(count_bands(ruleset, weapon.band) * params["shooting.band"], centimetres)
        # Fighters are in base contact; only the weapons of a Close action reach any farther.
        near = weapon.kind == "close" and (
            ruleset.has("hand-signs") or ruleset.has("opposed-rolls")
        )
        return length(weapon.range, centimetres) if weapon.range and not near else "contact"

    def special(weapon: Weapon) -> str:
        if not tested(weapon):
            return ""
        if weapon.bonus and weapon.kind == "ranged":
            return f"+{weapon.bonus} Ranged Skill"
        if weapon.burst:
            return f"burst {length(weapon.burst, centimetres)}"
        return f"push {length(weapon.push, centimetres)} a success" if weapon.push else ""

    def steps(weapon: Weapon) -> str:
        if not weapon.band:
            return ""
        chart = chart_changes(ruleset, weapon.band)[: count_bands(ruleset, weapon.band)]
        return ", ".join([f"{step:+d}".replace("-", "−") if step else "0" for step in chart])

    yield "Range", reach
    if (shots or blows or bands) and not ruleset.has("doomed-tokens"):
        yield ("Damage" if ruleset.has("tower") else "Wounds"), wounds
    if ruleset.has("bullet-dice") or ruleset.has("hand-signs"):
        yield "Dice", lambda weapon: f"{weapon.dice}" if thrown(weapon) else ""
    if (ruleset.has("bullet-dice") or ruleset.has("hand-signs")) and not ruleset.has(
        "doomed-tokens"
    ):
        yield "Weak, big", lambda weapon: f"{weapon.weak}, {weapon.big}" if thrown(weapon) else ""
    if ruleset.has("range-bands"):
        yield f"± per {length(ruleset.params['shooting.band'], centimetres)}", steps
    if ruleset.has("ammunition"):
        yield "Shots", lambda weapon: f"{weapon.load}" if weapon.load else ""
    if ruleset.has("opposed-rolls"):
        yield "In a fight", lambda weapon: f"+{weapon.edge}" if weapon.edge else ""
    if ruleset.has("price-list"):
        yield "Price", lambda weapon: f"{weapon.price}"
    if any(special(weapon) for weapon in get_force(ruleset).weapons):
        yield "Special", special
