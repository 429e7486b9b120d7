"""Transcripts: a duel's events as a report, turn by turn."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from itertools import islice

from carnage.engine.core.events import in_python
from carnage.engine.core.logbook import Happening
from carnage.engine.directions import bearing
from carnage.engine.duel.questions import ATTACKS, MOVES, THE_LEAD
from carnage.engine.duel.state import DEBRIS, MOON
from carnage.engine.duel.words.naming import ROWS, TOUCHING, inches
from carnage.wording import count, listed, spelled


class Report:
    """Turns events into lines; it remembers where both ships are."""

    def __init__(self, sides: tuple[str, ...], touching: float) -> None:
        """`touching` is how far the middles of a ship and of a die beside it are apart."""
        self.sides = sides
        self.touching = touching
        self.at = [(0.0, 0.0), (0.0, 0.0)]
        self.step = ""
        self.begun = False
        self.debris = 0
        self.call = ""
        self.delayed = False  # explosions have come between a shot and its flight
        self.blast = False  # the next hit is an explosion's

    def lines(self, happenings: Iterable[Happening]) -> Iterator[str]:
        """A line or more for each event; headings begin with #."""
        for happening in happenings:
            if not self.begun:
                self.begun = True
                yield "## Setting up"
            yield from getattr(self, f"tell_{in_python(happening.name)}")(happening)

    def who(self, h: Happening) -> str:
        return self.sides[h.side]

    def head(self, step: str) -> Iterator[str]:
        """The heading of a step, once; and who has the call, if that was found out for this step."""
        if self.step != step:
            self.step = step
            yield f"### {step}"
        if self.call:
            yield self.call
            self.call = ""

    def way(self, side: int, dx: float, dy: float) -> str:
        """A direction as this ship sees it."""
        return bearing(*self.at[side], *self.at[1 - side], dx, dy)

    # ---------------------------------------------------------------------------------------- setting up

    def tell_space(self, h: Happening) -> Iterator[str]:
        if h.a:
            yield f'Space is a square of {h.a}".'

    def tell_ship(self, h: Happening) -> Iterator[str]:
        self.at[h.side] = (h.x1, h.y1)
        yield f"{self.who(h)} sets a ship down."

    def tell_fuel(self, h: Happening) -> Iterator[str]:
        if self.debris:
            pieces = count(self.debris, "piece", spelled).capitalize()
            yield f"{pieces} of debris are laid in a row between the ships."
            self.debris = 0
        yield f"{self.who(h)} has {count(len(h.dice), 'die', spelled)}: {listed(map(str, h.dice))}."

    def tell_field(self, h: Happening) -> Iterator[str]:
        if h.a == DEBRIS:
            self.debris += 1
        elif h.a == MOON:
            yield "The moon is put midway between the ships."

    # --------------------------------------------------------------------------------------------- turns

    def tell_turn(self, h: Happening) -> Iterator[str]:
        self.step = ""
        yield f"## Turn {h.a}"

    def tell_reveal(self, h: Happening) -> Iterator[str]:
        yield from self.head("Reveal")
        dice = iter(h.dice)
        rows = [list(islice(dice, size)) for size in (h.a, h.b, h.c)]
        shown = [f"{name} {' '.join(map(str, row)) or '–'}" for name, row in zip(ROWS, rows, strict=True)]
        yield f"{self.who(h)}: {', '.join(shown)}."

    def tell_call(self, h: Happening) -> Iterator[str]:
        coin = ", by the flip of a coin" if h.b else ""
        self.call = f"{self.sides[h.a]} has the call{coin}."
        if self.step == "End":
            yield from self.head("End")

    def tell_order(self, h: Happening) -> Iterator[str]:
        first = self.sides[h.a]
        if h.b == THE_LEAD:
            yield f"{self.sides[h.c]} wins the flip of a coin."
            yield f"{first} has the lead."
            return
        yield from self.head("Attacks" if h.b == ATTACKS else "Moves")
        if h.by == "order.the-lead":
            yield f"{first} wins the flip of a coin and attacks first."
            return
        yield f"{first} {'moves' if h.b == MOVES else 'attacks'} first."

    def tell_move(self, h: Happening) -> Iterator[str]:
        yield from self.head("Moves")
        way = self.way(h.side, h.x1 - h.x0, h.y1 - h.y0)
        self.at[h.side] = (h.x1, h.y1)
        if h.a:
            yield f"{self.who(h)} flies off one edge and is back over the other."
        else:
            yield f"{self.who(h)} moves {inches(math.dist((h.x0, h.y0), (h.x1, h.y1)))} {way}."

    def tell_turn_about(self, h: Happening) -> Iterator[str]:
        yield from self.head("Moves")
        yield f"{self.who(h)} turns its prow {self.way(h.side, h.x0, h.y0)}."

    def tell_spend(self, h: Happening) -> Iterator[str]:
        left = f"now at {h.b}" if h.b else "now empty"
        yield f"  {self.who(h)} spends a pip of {ROWS[h.a]}: a die is {left}."

    # ------------------------------------------------------------------------------------------- attacks

    def tell_no_shot(self, h: Happening) -> Iterator[str]:
        yield from self.head("Attacks")
        yield f"{self.who(h)} finds no line that hits."

    def tell_hold_fire(self, h: Happening) -> Iterator[str]:
        yield from self.head("Attacks")
        yield f"{self.who(h)} holds fire."

    def tell_attack(self, h: Happening) -> Iterator[str]:
        yield from self.head("Attacks")
        self.delayed = self.blast = False
        yield f"{self.who(h)} shoots, with Offense {h.a}."

    def tell_shatter(self, h: Happening) -> Iterator[str]:
        yield "  The shot shatters a die and goes on."

    def tell_stopped(self, h: Happening) -> Iterator[str]:
        yield f"  The shot is stopped by {('a jettisoned die', 'debris', 'the moon')[h.a]}."

    def tell_hit(self, h: Happening) -> Iterator[str]:
        if self.delayed and not self.blast:
            yield "  The shot flies."
            self.delayed = False
        self.blast = False
        against = f"Offense {h.a} against Defense {h.b}"
        yield f"  {self.who(h)} is hit, {against}: {'pierced' if h.c else 'blocked'}."

    def tell_lose(self, h: Happening) -> Iterator[str]:
        yield f"  {self.who(h)} loses a die at {h.b} of {ROWS[h.a]}."

    def tell_jettison(self, h: Happening) -> Iterator[str]:
        gap = max(0.0, math.dist((h.x0, h.y0), (h.x1, h.y1)) - self.touching)
        way = self.way(h.side, h.x1 - h.x0, h.y1 - h.y0)
        at = f"{inches(gap)} off" if gap > TOUCHING else "at its rim"
        yield f"  {self.who(h)} jettisons a die {at}, {way}; {self.left(h.a)}."

    def tell_nowhere(self, h: Happening) -> Iterator[str]:
        yield f"  {self.who(h)} has no room for a die and puts it aside; {self.left(h.a)}."

    def tell_explode(self, h: Happening) -> Iterator[str]:
        self.delayed = self.blast = True
        yield f"  {self.who(h)} throws a die onto the enemy ship, where it explodes with Offense {h.a}."

    def left(self, dice: int) -> str:
        return f"{count(dice, 'die', spelled)} left"

    # ----------------------------------------------------------------------------------------------- end

    def tell_coast(self, h: Happening) -> Iterator[str]:
        yield from self.head("End")
        yield "Neither ship has lost any fuel, so they coast."

    def tell_drift(self, h: Happening) -> Iterator[str]:
        yield from self.head("End")
        yield f"A die of {self.who(h)} drifts {inches(math.dist((h.x0, h.y0), (h.x1, h.y1)))}."

    def tell_drift_off(self, h: Happening) -> Iterator[str]:
        yield from self.head("End")
        yield f"A die of {self.who(h)} drifts over the edge and is gone."

    def tell_game_over(self, h: Happening) -> Iterator[str]:
        yield "## The end"
        if h.a < 0:
            yield "Both ships are out of fuel: a draw."
        elif h.b == h.c == 0:
            yield f"Both ships are out of fuel by an action of {self.sides[h.a]}, who wins."
        else:
            yield f"{self.sides[h.a]} wins with {self.left(h.b if h.a == 0 else h.c)}."
