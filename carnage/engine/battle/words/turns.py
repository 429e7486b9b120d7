"""Report lines for the structure of turns: bells, phases, cards, allocated dice, and the clock."""

from __future__ import annotations

from collections.abc import Iterator

from carnage.common.text_format import count, ordinal, remaining
from carnage.engine.battle.turn.units import (
    ACTED,
    FALLEN,
    KNOCKED_OUT,
    NO_ACT,
    NOTHING,
    OFF_TABLE,
    SIDE_GONE,
    SPENT,
)
from carnage.engine.battle.words.teller import EventLines
from carnage.engine.core.log_reader import LoggedEvent

# Reasons why a unit whose card has come up does not act. `{}` is replaced by the unit's remaining
# models.
WHY_NOT = {
    NOTHING: "",
    OFF_TABLE: ", but it is no longer on the table",
    SIDE_GONE: ", but its side has left the table",
    FALLEN: ", but {} has fallen",
    KNOCKED_OUT: ", but {} is knocked out",
    NO_ACT: ", but at its Pace it has no act in this phase",
    ACTED: ", but it has been activated",
    SPENT: ", but it has no action left for this phase",
}
ROWS = ("Move", "Attack", "Defend")


class TurnLines(EventLines):
    """Report lines for the events of round structure and activation order. See `EventLines`."""

    timed_out = False  # time is up
    shot_defended: int

    def tell_bell(self, h: LoggedEvent) -> Iterator[str]:
        self.end_activation()
        last_orders = self.timed_out and self.names.ruleset.has("last-orders")
        if not last_orders:  # they follow without a bell
            yield "### The bell rings"

    def tell_speed_phase(self, h: LoggedEvent) -> Iterator[str]:
        self.end_activation()
        yield f"### {ordinal(h.a).capitalize()} Speed Phase"

    def tell_card(self, h: LoggedEvent) -> Iterator[str]:
        self.end_activation()
        if self.names.ruleset.has("individuals"):
            models = "it"
        else:
            models = "all of it that is left"
        why = WHY_NOT[h.a].format(models)
        yield f"The card of {self.names.unit(h.actor)} comes up{why}."

    def tell_jump(self, h: LoggedEvent) -> Iterator[str]:
        self.end_activation()
        yield f"{self.side_name(h)} goes first with {self.names.unit(h.actor)}."

    def tell_drawn(self, h: LoggedEvent) -> Iterator[str]:
        self.end_activation()
        idle = ", and nobody can use it" if h.b else ""
        left = f"{remaining(h.a)} of its own in the bag"
        yield f"A token of {self.side_name(h)} is drawn{idle}; {left}."

    def tell_last_call(self, h: LoggedEvent) -> Iterator[str]:
        self.end_activation()
        yield "The last Last Call is drawn." if h.a == 0 else "A Last Call is drawn."

    def tell_allocation(self, h: LoggedEvent) -> Iterator[str]:
        shares = zip((h.a, h.b, h.c), ROWS, strict=True)
        texts = [f"{dice or 'none'} on {row}" for dice, row in shares]
        yield f"{self.side_name(h)} shares out its dice: {', '.join(texts)}."

    def tell_pay(self, h: LoggedEvent) -> Iterator[str]:
        row = ROWS[h.a]
        article = "an" if row[0] == "A" else "a"
        yield f"{self.side_name(h)} pays {article} {row} die; {remaining(h.b)}."

    def tell_defend(self, h: LoggedEvent) -> Iterator[str]:
        dice = remaining(h.a)
        self.shot_defended = int(self.names.ruleset.params["action-points.harder"])
        yield f"  {self.side_name(h)} spends a Defend die on {self.model_name(h)}; {dice}."

    def tell_toll(self, h: LoggedEvent) -> Iterator[str]:
        yield f"{self.subject(h)} pays for acting again."

    def tell_time_up(self, h: LoggedEvent) -> Iterator[str]:
        self.end_activation()
        self.timed_out = True
        yield f"Time is up, after {count(h.a, 'activation')}."
