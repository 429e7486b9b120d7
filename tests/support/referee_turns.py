"""The referee on whose turn it is: Activation Order, and what an activation is made of."""

from __future__ import annotations

import math

from tests.support.referee_base import Base
from tests.support.state_of_play import Band, Figure

FREE = ("focus",)  # may be done in any phase


class Turns(Base):
    """Who activates when, and what a unit may still do."""

    activated: set[int]
    passed: set[int]
    leader: Figure | None = None
    row = 0  # which of several activations in a row this is

    @property
    def limited(self) -> bool:
        return self.has("activation-tokens")

    def tokens_of_a_round(self, side: int) -> int:
        """What a side that has these tokens left has to spend in the round that begins."""
        if not self.has("rationed"):
            return self.whole("activation-order.tokens")
        units = sum(bool(band.left) for band in self.bands if band.side == side)
        share = self.whole(f"activation-order.{'phased' if self.phases else 'share'}")
        ration = math.ceil(units * share / self.whole("activation-order.of"))
        kept = self.tokens[side] if self.has("passing") else 0
        return (
            min(kept + ration, self.whole("activation-order.purse"))
            if self.has("passing")
            else ration
        )

    @property
    def order(self) -> str:
        return f"activation-order.{self.option('activation-order')}"

    def activations(self) -> None:
        """All activations of a phase."""
        self.activated, self.passed = set(), set()
        if self.option("activation-order") == "igougo":
            for side in (self.first, 1 - self.first):
                while self.can_go_on(side):
                    self.one_unit(side)
            return
        side = self.first
        while self.can_go_on(0) or self.can_go_on(1):
            if self.can_go_on(side):
                self.turn(side)
            side = 1 - side

    def can_go_on(self, side: int) -> bool:
        paid = self.option("activation-order")
        if side in self.passed:
            return False
        if self.limited and not self.tokens[side]:
            return False
        if paid == "fungible-activations" and not self.purse[side]:
            return False
        return any(band.side == side and self.may_be_picked(band) for band in self.bands)

    def may_be_picked(self, band: Band) -> bool:
        if not band.left or band.number in self.activated:
            return False
        return not self.phases or any(self.may_act(figure, self.phase) for figure in band.left)

    def turn(self, side: int) -> None:
        how = self.option("activation-order")
        if how == "batched-activations":
            for n in range(self.whole("activation-order.batch")):
                # Whether a player stopped, or went on because nobody else can, makes no difference
                # here.
                goes_on = self.next_is("activate", side=side) or self.next_is("pass", side=side)
                if n and not (self.can_go_on(side) and goes_on):
                    return
                self.one_unit(side)
        elif how == "unreliable-activation-order":
            while self.can_go_on(side):
                if self.passes(side):
                    return
                band = self.picked(side, "test", "target")
                if not self.unit_test(band, self.whole("activation-order.difficulty")):
                    self.held_up(band, self.order)
                    return
                self.activate(band)
        elif how == "push-your-luck":
            self.push_your_luck(side)
        else:
            self.one_unit(side)

    def passes(self, side: int) -> bool:
        """Whether the player passes; fouls if that is not allowed."""
        if self.name() != "pass":
            return False
        self.must(
            self.phases
            or self.has("passing")
            or self.option("activation-order") == "fungible-activations",
            "may not pass",
        )
        self.take("pass", self.order, side=side)
        self.passed.add(side)
        return True

    def picked(self, side: int, name: str, field: str) -> Band:
        """The unit that the next event names: one that this side may pick."""
        if self.name() != name:
            self.foul(f"{self.name()} where side {side} is to pick a unit ({name})")
        band = self.bands[getattr(self.log[self.at], field)]
        self.must(band.side == side, "picks the other side's unit")
        self.must(self.may_be_picked(band), "picks a unit that may not be picked")
        return band

    def one_unit(self, side: int) -> None:
        if self.passes(side):
            return
        if self.limited:
            self.tokens[side] -= 1
            self.take("token", self.order, side=side, a=self.tokens[side])
        elif self.option("activation-order") == "fungible-activations":
            self.purse[side] -= 1
            self.take("token", self.order, side=side, a=self.purse[side])
        self.activate(self.picked(side, "activate", "actor"))

    def push_your_luck(self, side: int) -> None:
        if self.passes(side):
            return
        band = self.picked(side, "declare", "actor")
        named = self.take("declare", self.order, side=side, actor=band.number).a
        self.must(1 <= named <= self.whole("activation-order.most"), "names too many activations")
        if not self.unit_test(band, named):
            self.held_up(band, self.order)
            return
        for self.row in range(named):
            if band.left:
                self.activate(band)
        self.row = 0

    def held_up(self, band: Band, rule: str) -> None:
        self.activated.add(band.number)
        self.take("held-up", rule, side=band.side, actor=band.number)

    def activate(self, band: Band) -> None:
        """One activation of a unit, from being picked to its last model's last action."""
        side = band.side
        event = self.take("activate", f"units.{self.option('units')}", side=side, actor=band.number)
        self.must(event.a > band.activations, "activations are counted up")
        band.activations = event.a
        self.must(event.b == self.victory[side] - self.victory[1 - side], "the score's gap")
        self.must(
            (event.c, event.d) == (self.worth(side), self.worth(1 - side)), "points on the table"
        )
        self.activated.add(band.number)
        if band.shaken:
            if not self.unit_test(band, self.whole("morale.difficulty")):
                self.held_up(band, "morale.shaken")
                return
            band.shaken = 0
            self.take("steady", "morale.shaken", side=side, actor=band.number)
        self.leader = None
        for figure in band.figures:
            figure.focused, figure.again = False, False
            if not self.phases:
                figure.done = []
        waiting = list(band.figures)
        while (figure := self.acting(waiting)) is not None:
            waiting.remove(figure)  # one model takes all of its actions before the next begins
            while self.acting([figure]):
                self.action(figure)
                self.after_action()
        for figure in band.figures:
            if figure.focused and figure.in_play:
                self.take("focus-lost", "actions.focus", side=side, actor=figure.number)
            figure.focused = False

    def acting(self, waiting: list[Figure]) -> Figure | None:
        """Who of these does what the next event tells, if anybody does."""
        if self.name() not in ("move", "focus", "attack", "attempt", "shout", "patch-up"):
            return None
        actor = self.log[self.at].actor
        return next((figure for figure in waiting if figure.number == actor), None)

    def may_act(self, figure: Figure, kind: str) -> bool:
        """Whether Action Points leave a model an action of this kind."""
        if self.phases and kind not in (self.phase, *FREE):
            return False
        if self.phases and self.row and kind == self.phase and kind in figure.done:
            return not figure.again
        done, how = figure.done, self.option("action-points")
        if how == "move-action":
            others = [each for each in done if each != "move"]
            return kind != "focus" and (kind not in done if kind == "move" else not others)
        if how == "two-ap":
            return len(done) < self.whole("action-points.points")
        if how == "two-unique-actions":
            return len(done) < self.whole("action-points.actions") and kind not in done
        return kind not in done

    def spend(self, figure: Figure, kind: str) -> None:
        self.must(self.may_act(figure, kind), f"has no {kind} action left after {figure.done}")
        if self.phases and self.row and kind == self.phase:
            figure.again = True
            if kind in figure.done:
                return
        figure.done.append(kind)

    def worth(self, side: int) -> int:
        return sum(
            figure.kind.points for figure in self.figures if figure.in_play and figure.side == side
        )
