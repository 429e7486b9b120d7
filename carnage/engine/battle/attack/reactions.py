"""Reactions: actions in the other player's turn. Dodge is in `dodging`."""

from __future__ import annotations

from carnage.engine.battle.attack.attacks import is_ready
from carnage.engine.battle.attack.dodging import can_react
from carnage.engine.battle.attack.shooting import offer_shots, shooting
from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame import writers as write
from carnage.engine.battle.frame.decisions import ask
from carnage.engine.battle.frame.event_log import fire
from carnage.engine.battle.frame.model_status import is_standing
from carnage.engine.battle.frame.questions import REACT, TO_STOP
from carnage.engine.battle.frame.state import Game, Log
from carnage.engine.battle.harm.damage import resolve_harm
from carnage.engine.battle.see.line_of_sight import enemies_from, enemies_to
from carnage.engine.compiling.marks import rule
from carnage.engine.core.decisions import clear, offer
from carnage.engine.core.rule_ids import NOT_ASKED, NoSuchRule


@rule
def begin_reactions(g: Game) -> None:
    """Count the option None as used when the game begins."""
    if g.chosen.reactions == R.REACTIONS_NONE:
        none(g)


@rule
def none(g: Game) -> None:
    """Count the rule that there are no reactions."""
    fire(g, R.REACTIONS_NONE)


@rule
def begin_action(g: Game) -> None:
    """Clear the bit masks of the models that were shot at, moved or dodged in the last action."""
    g.shot_at = 0
    g.stirred = 0
    g.dodging = 0


@rule
def can_watch(g: Game, i: int) -> bool:
    """Return whether model i may take a Watch marker: it has none, and a weapon to fire."""
    if g.chosen.reactions != R.REACTIONS_OVERWATCH or g.models[i].watching == 1:
        return False
    kind = g.kinds[g.models[i].kind]
    for n in range(kind.n_weapons):
        if g.weapons[kind.weapons[n]].ranged == 1 and is_ready(g, i, kind.weapons[n]):
            return True
    return False


@rule
def watch(g: Game, log: Log, i: int) -> None:
    """Give model i a Watch marker."""
    g.models[i].watching = 1
    write.watch(g, log, R.REACTIONS_OVERWATCH, g.models[i].side, i)


@rule
def react(g: Game, log: Log, i: int) -> None:
    """Let the enemies of model i react to its action, which is over.

    Raises:
        NoSuchRule: The game has a kind of reaction that is not implemented.
    """
    how = g.chosen.reactions
    if how == R.REACTIONS_RETURN_FIRE:
        return_fire(g, log, i)
    elif how == R.REACTIONS_OVERWATCH:
        overwatch(g, log, i)
    elif how != R.REACTIONS_NONE and how != R.REACTIONS_DODGE and how != NOT_ASKED:
        raise NoSuchRule


@rule
def return_fire(g: Game, log: Log, i: int) -> None:
    """Let each enemy that model i has shot at shoot back."""
    targets = g.shot_at
    for j in range(enemies_from(g, g.models[i].side), enemies_to(g, g.models[i].side)):
        if (targets >> j) & 1 == 1 and can_react(g, j):
            clear(g.core)
            offer(g.core, TO_STOP, i, -1)
            if is_standing(g.models[i]):
                offer_shots(g, j, i)
            if g.core.offered > 1 and choose_reaction_shot(g, log, j):
                resolve_harm(g, log)


@rule
def overwatch(g: Game, log: Log, i: int) -> None:
    """Let each watching enemy of model i shoot at one of the models that have just moved."""
    movers = g.stirred
    if movers == 0:
        return
    for j in range(enemies_from(g, g.models[i].side), enemies_to(g, g.models[i].side)):
        if g.models[j].watching == 1 and can_react(g, j):
            clear(g.core)
            offer(g.core, TO_STOP, i, -1)
            for k in range(g.n_models):
                if (movers >> k) & 1 == 1 and is_standing(g.models[k]):
                    offer_shots(g, j, k)
            if g.core.offered > 1 and choose_reaction_shot(g, log, j):
                resolve_harm(g, log)


@rule
def choose_reaction_shot(g: Game, log: Log, j: int) -> bool:
    """Ask whether model j shoots, and at which of the offered targets. Return whether it did."""
    m = g.models[j]
    o = g.core.options[ask(g, log, int(m.side), REACT, j)]
    what = o.what
    who = o.who
    w = o.other
    if what == TO_STOP:
        return False
    m.reacted += 1
    m.watching = 0
    write.reaction(g, log, g.chosen.reactions, m.side, j, who)
    shooting(g, log, j, w, who)
    return True
