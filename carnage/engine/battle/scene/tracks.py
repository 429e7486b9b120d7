"""Tracks beside a battle's table: those of the game, and those of each side."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from carnage.common.text_format import join_words
from carnage.engine.battle.frame.queries import CORNERS, EDGES
from carnage.engine.battle.frame.state import DECK
from carnage.engine.battle.scene.measures import MIDDLE, has_deployment_areas
from carnage.engine.battle.turn.countdown import doom_spaces
from carnage.engine.battle.words.naming import PHASES, Names
from carnage.engine.scene_builder import IdCache
from carnage.replays.scenes import Readout
from carnage.rulesets.forces import get_force

LEAD_TRACKS = ("score", "stash")  # tracks that show who is ahead


class Tracks:
    """Tracks of one ruleset's battles."""

    def __init__(self, names: Names) -> None:
        self.ruleset = names.ruleset
        self.sides = names.sides
        self.has = names.ruleset.has
        self.kept = IdCache()

    def of(self, g: Any) -> tuple[Readout, ...]:
        """Return the tracks of the game, then those of each side."""
        clock = (g.time, g.clock, g.time_up, g.doom)
        phase = (g.rounds, g.phases, g.called, g.speed_phase, g.first)
        lists = (g.sides, g.pool, g.deck_left, g.bag)
        return self.kept.get("all", (*lists, *clock, *phase), self.all, g)

    def all(self, parts: tuple[Any, ...], g: Any) -> tuple[Readout, ...]:
        """Return all tracks of a record. `parts` is the key of the cache."""
        tracks = [*self.round_tracks(g), *self.pool_tracks(g)]
        for side in (0, 1):
            tracks += self.side_tracks(g, side)
        return tuple(tracks)

    def round_tracks(self, g: Any) -> Iterator[Readout]:
        """Yield the tracks of the round, the phases, the First Player and the clock."""
        if not g.rounds:
            yield Readout("round", "Setting up")
        else:
            yield Readout("round", "Round", value=g.rounds)
        if g.phases[0]:
            order = [PHASES[kind].removesuffix(" Phase") for kind in g.phases if kind]
            yield Readout("phases", "Order of the phases", text=join_words(order))
        if g.called:
            yield Readout("phase", "Phase", text=PHASES[g.called].removesuffix(" Phase"))
        if g.speed_phase:
            phases = g.p.round_structure_phases
            yield Readout("phase", "Speed phase", value=g.speed_phase, most=phases)
        if g.rounds and g.first >= 0:
            yield Readout("first-player", "First Player", text=self.sides[g.first])
        if g.rounds and g.time:
            text = "time is up" if g.time_up else ""
            yield Readout("clock", "Activations", value=g.clock, most=g.time, text=text)
        if g.rounds and self.has("doom-track"):
            yield Readout("doom", "Doom Track", value=g.doom, most=doom_spaces(g))

    def pool_tracks(self, g: Any) -> Iterator[Readout]:
        """Yield the number of each kind of model in the pool of a draft."""
        if not self.has("draft") or g.rounds:
            return
        for kind, model in enumerate(get_force(self.ruleset).kinds):
            if g.pool[kind]:
                label = f"{model.label} in the pool"
                yield Readout(f"pool-{model.code}", label, value=g.pool[kind])

    def side_tracks(self, g: Any, side: int) -> Iterator[Readout]:
        """Yield the tracks of a side."""
        ground = self.ground(g, side)
        if ground:
            label = "Set up" if g.rounds else "Sets up"
            yield Readout(f"ground-{side + 1}", label, side, text=ground)
        if not g.rounds:
            return
        for id, label, value in self.counts(g, side):
            yield Readout(
                f"{id}-{side + 1}",
                label,
                owner=side,
                value=value,
                text="used" if id == "hero" and g.sides[side].hero_used else "",
                standing=id in LEAD_TRACKS,
            )
        if g.sides[side].gone:
            yield Readout(f"gone-{side + 1}", "Has legged it", side)

    def counts(self, g: Any, side: int) -> Iterator[tuple[str, str, int]]:
        """Yield the id, the label and the number of each track of a side that has a number."""
        s = g.sides[side]
        yield "score", "Victory points", s.victory
        if self.has("loot"):
            yield "stash", "Loot Tokens", s.stash
        # In the classic book every game has Re-roll Tokens, without a rule of its own.
        if g.chosen.luck < 0 or self.has("re-rolls"):
            yield "re-rolls", "Re-roll Tokens", s.re_rolls
        if self.has("hero-number") and s.hero:
            yield "hero", "Hero number", s.hero
        if self.has("dynamite"):
            yield "sticks", "Sticks of dynamite", s.sticks
        yield from self.activation_counts(g, side)

    def activation_counts(self, g: Any, side: int) -> Iterator[tuple[str, str, int]]:
        """Yield the same for the tokens, dice and cards that pay for or decide activations."""
        s = g.sides[side]
        if self.has("activation-tokens"):
            yield "activation-tokens", "Activation Tokens", s.activation_tokens
        if self.has("game-tokens"):
            yield "game-tokens", "Game Tokens", s.game_tokens
        if self.has("allocation"):
            yield "move-dice", "Move dice", s.move_dice
            yield "attack-dice", "Attack dice", s.attack_dice
            yield "defend-dice", "Defend dice", s.defend_dice
        if self.has("card-tests"):
            yield "deck", "Cards in the deck", g.deck_left[side] or DECK
        if self.has("bag") and g.bag[side]:
            yield "bag", "Tokens in the bag", g.bag[side]

    def ground(self, g: Any, side: int) -> str:
        """Return the name of a side's deployment area, or "" if it has none or is not settled."""
        edge = g.sides[side].edge
        if not has_deployment_areas(self.ruleset, g):
            return ""
        if self.has("corners"):
            return f"{CORNERS[edge]} corner"
        if self.has("surrounded"):
            return "in the middle" if edge == MIDDLE else "outside"
        return f"{EDGES[edge]} edge"
