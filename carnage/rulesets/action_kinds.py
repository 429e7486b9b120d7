"""The kinds of action and the phases of a round that a battle can use.

A kind without any action, such as Close where fights break out by themselves, is neither printed
nor offered, and a phased round has no phase for it.
"""

from __future__ import annotations

from carnage.rulesets.forces import get_force
from carnage.rulesets.ruleset import Ruleset

MOVE = "Move"
RANGED = "Ranged"
CLOSE = "Close"
SPECIAL = "Special"
MORALE = "Morale"
ACTION_KINDS = (MOVE, RANGED, CLOSE, SPECIAL)
PHASE_NAMES = {MOVE: "Movement"}
# Traits that bring a Special action for any model: Interact, boots, markers to take off, snuffing.
SPECIAL_TRAITS = ("marker-capture", "fallen", "counters", "dynamite")


def list_action_kinds(ruleset: Ruleset) -> tuple[str, ...]:
    """Return the kinds of action, without Focus, that a model of this game can take."""
    return ruleset.memoize(_find_action_kinds)


def list_phases(ruleset: Ruleset) -> tuple[str, ...]:
    """Return the names of the phases in which something can happen in a phased round."""
    phases = [PHASE_NAMES.get(kind, kind) for kind in list_action_kinds(ruleset)]
    if ruleset.has("morale-tests"):
        phases.append(MORALE)
    return tuple(phases)


def _find_action_kinds(ruleset: Ruleset) -> tuple[str, ...]:
    idle = set()
    if _lacks_close_actions(ruleset):
        idle.add(CLOSE)
    if _lacks_special_actions(ruleset):
        idle.add(SPECIAL)
    return tuple(kind for kind in ACTION_KINDS if kind not in idle)


def _lacks_close_actions(ruleset: Ruleset) -> bool:
    """Return whether no Close action exists: contact alone leads to fights, and nothing else is
    done by hand.
    """
    return ruleset.has("hand-signs") and not ruleset.has("marker-capture")


def _lacks_special_actions(ruleset: Ruleset) -> bool:
    """Return whether no model of this game has a Special action."""
    if get_force(ruleset).specials:
        return False
    return not any(ruleset.has(trait) for trait in SPECIAL_TRAITS)
