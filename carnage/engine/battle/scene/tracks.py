"""Tracks beside a battle's table: those of the game, and those of each side."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from carnage.common.text_format import join_words
from carnage.engine.battle.frame.queries import CORNERS, EDGES
from carnage.engine.battle.frame.state import DECK
from carnage.engine.battle.scene.measures import MIDDLE, settled
from carnage.engine.battle.words.naming import PHASES, Names
from carnage.engine.scene_builder import IdCache
from carnage.replays.scenes import Readout
from carnage.rulesets.forces import force

STANDING = ("score", "stash")  # tracks that show who is ahead


class Tracks:
    """Tracks of one ruleset's battles."""

    def __init__(self, names: Names) -> None:
        self.ruleset = names.ruleset
        self.sides = names.sides
        self.has = names.ruleset.has
        self.kept = IdCache()

    def of(self, g: Any) -> tuple[Readout, ...]:
        """Return the tracks of the game, then those of each side."""
        clock = g.time, g.clock, g.time_up
        phase = g.rounds, g.phases, g.called, g.speed_phase, g.first
        return self.kept.get("all", (g.sides, g.pool, g.deck_left, *clock, *phase), self.all, g)

    def all(self, of: tuple[Any, ...], g: Any) -> tuple[Readout, ...]:
        """Return all tracks of a record."""
        return tuple(self.each(g))

    def each(self, g: Any) -> Iterator[Readout]:
        """Yield all tracks of a record."""
        if not g.rounds:
            yield Readout("round", "Setting up")
        else:
            yield Readout("round", "Round", value=g.rounds)
        if g.phases[0]:
            order = [PHASES[kind].removesuffix(" Phase") for kind in g.phases]
            yield Readout("phases", "Order of the phases", text=join_words(order))
        if g.called:
            yield Readout("phase", "Phase", text=PHASES[g.called].removesuffix(" Phase"))
        if g.speed_phase:
            most = g.p.round_structure_phases
            yield Readout("phase", "Speed phase", value=g.speed_phase, most=most)
        if g.rounds and g.first >= 0:
            yield Readout("first-player", "First Player", text=self.sides[g.first])
        if g.rounds and g.time:
            up = "time is up" if g.time_up else ""
            yield Readout("clock", "Activations", value=g.clock, most=g.time, text=up)
        if self.has("draft") and not g.rounds:
            for kind, model in enumerate(force(self.ruleset).kinds):
                if g.pool[kind]:
                    label = f"{model.label} in the pool"
                    yield Readout(f"pool-{model.code}", label, value=g.pool[kind])
        for side in (0, 1):
            for what, label, value, text in self.purse(g, side):
                ahead = what in STANDING
                yield Readout(f"{what}-{side + 1}", label, side, value, text=text, standing=ahead)

    def purse(self, g: Any, side: int) -> Iterator[tuple[str, str, int | None, str]]:
        """Yield the id, label, number and text of each track of a side."""
        s = g.sides[side]
        has = self.has
        ground = self.ground(g, side)
        if ground:
            yield "ground", "Sets up" if not g.rounds else "Set up", None, ground
        if not g.rounds:
            return
        yield "score", "Victory points", s.victory, ""
        if has("loot"):
            yield "stash", "Loot Tokens", s.stash, ""
        # In the classic book every game has Re-roll Tokens, without a rule of its own.
        if g.chosen.luck < 0 or has("re-rolls"):
            yield "re-rolls", "Re-roll Tokens", s.re_rolls, ""
        if has("hero-number") and s.hero:
            yield "hero", "Hero number", s.hero, "used" if s.hero_used else ""
        if has("dynamite"):
            yield "sticks", "Sticks of dynamite", s.sticks, ""
        if has("activation-tokens"):
            yield "activation-tokens", "Activation Tokens", s.activation_tokens, ""
        if has("game-tokens"):
            yield "game-tokens", "Game Tokens", s.game_tokens, ""
        if has("allocation"):
            yield "move-dice", "Move dice", s.move_dice, ""
            yield "attack-dice", "Attack dice", s.attack_dice, ""
            yield "defend-dice", "Defend dice", s.defend_dice, ""
        if has("card-tests"):
            yield "deck", "Cards in the deck", g.deck_left[side] or DECK, ""
        if has("bag") and g.bag[side]:
            yield "bag", "Tokens in the bag", g.bag[side], ""
        if s.gone:
            yield "gone", "Has legged it", None, ""

    def ground(self, g: Any, side: int) -> str:
        """Return the name of a side's deployment area, or "" if it has none or is not settled."""
        edge = g.sides[side].edge
        if not settled(self.ruleset, g):
            return ""
        if self.has("corners"):
            return f"{CORNERS[edge]} corner"
        if self.has("surrounded"):
            return "in the middle" if edge == MIDDLE else "outside"
        return f"{EDGES[edge]} edge"
