"""Reports of duels: the events as text, turn by turn."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from itertools import islice

from carnage.common.directions import STRAIGHT, bearing
from carnage.common.text_format import count, join_words, spell_out
from carnage.engine.core.events import in_python
from carnage.engine.core.log_reader import Happening
from carnage.engine.duel.questions import ATTACKS, MOVES, THE_LEAD
from carnage.engine.duel.state import DEBRIS, MOON
from carnage.engine.duel.words.naming import ROWS, TOUCHING_INCHES, distance_text


class Report:
    """Converts events to lines of text, and keeps track of both ships."""

    def __init__(self, sides: tuple[str, ...], touching: float) -> None:
        """Start a report.

        `touching` is the distance between the middles of a ship and of a die at its rim, in inches.
        """
        self.sides = sides
        self.touching = touching
        self.at = [(0.0, 0.0), (0.0, 0.0)]
        self.square = 0.0  # side of the square; 0 in open space
        self.step = ""
        self.begun = False
        self.debris = 0
        self.call = ""
        self.delayed = False  # a die exploded after the shot was announced
        self.blast = False  # the next hit is by an explosion

    def lines(self, happenings: Iterable[Happening]) -> Iterator[str]:
        """Yield at least one line for each event; headings begin with #."""
        for happening in happenings:
            if not self.begun:
                self.begun = True
                yield "## Setting up"
            yield from getattr(self, f"tell_{in_python(happening.name)}")(happening)

    def who(self, h: Happening) -> str:
        """Return the name of an event's side."""
        return self.sides[h.side]

    def head(self, step: str) -> Iterator[str]:
        """Yield the heading of a step, once, and the player with the call if it was decided for
        this step.
        """
        if self.step != step:
            self.step = step
            yield f"### {step}"
        if self.call:
            yield self.call
            self.call = ""

    def way(self, side: int, dx: float, dy: float) -> str:
        """Return a direction in words, as seen from this ship."""
        return bearing(self.at[side], self.at[1 - side], (dx, dy))

    def flown(self, way: float) -> float:
        """Return the signed length along one axis of a move over an edge.

        `way` is the difference between the positions after and before the move, in inches.
        """
        if abs(way) > self.square / 2.0:
            return way - math.copysign(self.square, way)
        return way

    def from_ship(self, side: int, x: float, y: float) -> str:
        """Return the place of a die in words, as seen from this ship."""
        sx, sy = self.at[side]
        gap = max(0.0, math.dist((sx, sy), (x, y)) - self.touching)
        if gap > TOUCHING_INCHES:
            off = f"{distance_text(gap)} off"
        else:
            off = "at its rim"
        return f"{off}, {self.way(side, x - sx, y - sy)}"

    # ----------------------------------------------------------------------------------- setting up

    def tell_space(self, h: Happening) -> Iterator[str]:
        self.square = float(h.a)
        if h.a:
            yield f'Space is a square of {h.a}".'

    def tell_ship(self, h: Happening) -> Iterator[str]:
        self.at[h.side] = (h.x1, h.y1)
        yield f"{self.who(h)} sets a ship down."
        if h.side:
            yield "Left and right are those of a ship that looks at its enemy."

    def tell_fuel(self, h: Happening) -> Iterator[str]:
        if self.debris:
            pieces = count(self.debris, "piece", spell_out).capitalize()
            yield f"{pieces} of debris are laid in a row between the ships."
            self.debris = 0
        dice = count(len(h.dice), "die", spell_out)
        yield f"{self.who(h)} has {dice}: {join_words(map(str, h.dice))}."

    def tell_field(self, h: Happening) -> Iterator[str]:
        if h.a == DEBRIS:
            self.debris += 1
        elif h.a == MOON:
            yield "The moon is put midway between the ships."

    # ---------------------------------------------------------------------------------------- turns

    def tell_turn(self, h: Happening) -> Iterator[str]:
        self.step = ""
        yield f"## Turn {h.a}"

    def tell_reveal(self, h: Happening) -> Iterator[str]:
        yield from self.head("Reveal")
        dice = iter(h.dice)
        rows = [list(islice(dice, size)) for size in (h.a, h.b, h.c)]
        shown = [
            f"{name} {' '.join(map(str, row)) or '–'}" for name, row in zip(ROWS, rows, strict=True)
        ]
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
        step = "move" if h.b == MOVES else "attack"
        if h.c < 0:
            yield f"{first} {step}s first."
        elif h.c == h.a:
            yield f"{first} chooses to {step} first."
        else:
            yield f"{self.sides[h.c]} has {first} {step} first."

    def tell_move(self, h: Happening) -> Iterator[str]:
        yield from self.head("Moves")
        dx = h.x1 - h.x0
        dy = h.y1 - h.y0
        over = ""
        if h.a:
            over = ", over an edge and back over the opposite one"
            dx = self.flown(dx)
            dy = self.flown(dy)
        yield f"{self.who(h)} moves {distance_text(math.hypot(dx, dy))} {self.way(h.side, dx, dy)}{over}."
        self.at[h.side] = (h.x1, h.y1)

    def tell_turn_about(self, h: Happening) -> Iterator[str]:
        yield from self.head("Moves")
        yield f"{self.who(h)} turns its prow {self.way(h.side, h.x0, h.y0)}."

    def tell_spend(self, h: Happening) -> Iterator[str]:
        left = f"now at {h.b}" if h.b else "now empty"
        yield f"  {self.who(h)} spends a pip of {ROWS[h.a]}: a die is {left}."

    # -------------------------------------------------------------------------------------- attacks

    def tell_no_shot(self, h: Happening) -> Iterator[str]:
        yield from self.head("Attacks")
        yield f"{self.who(h)} finds no line that hits."

    def tell_hold_fire(self, h: Happening) -> Iterator[str]:
        yield from self.head("Attacks")
        yield f"{self.who(h)} holds fire."

    def tell_attack(self, h: Happening) -> Iterator[str]:
        yield from self.head("Attacks")
        self.delayed = self.blast = False
        sx, sy = self.at[h.side]
        start = self.way(h.side, h.x0 - sx, h.y0 - sy)
        # The line of a penny that touches the enemy from the start has no direction.
        flies = (h.x0, h.y0) != (h.x1, h.y1)
        if flies:
            line = self.way(h.side, h.x1 - h.x0, h.y1 - h.y0)
        else:
            line = start
        straight = start == line == STRAIGHT
        if straight:
            how = "straight at the enemy"
        else:
            how = f"from its rim, {start}, in a line {line}"
        yield f"{self.who(h)} shoots, with Offense {h.a}, {how}."

    def tell_shatter(self, h: Happening) -> Iterator[str]:
        yield f"  The shot shatters a die {self.from_ship(h.side, h.x1, h.y1)}, and goes on."

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
        yield (
            f"  {self.who(h)} jettisons a die {self.from_ship(h.side, h.x1, h.y1)}; "
            f"{self.left(h.a)}."
        )

    def tell_nowhere(self, h: Happening) -> Iterator[str]:
        yield f"  {self.who(h)} has no room for a die and puts it aside; {self.left(h.a)}."

    def tell_explode(self, h: Happening) -> Iterator[str]:
        self.delayed = self.blast = True
        yield (
            f"  {self.who(h)} throws a die onto the enemy ship, where it explodes with Offense "
            f"{h.a}."
        )

    def left(self, dice: int) -> str:
        """Return a number of dice that are left, in words."""
        return f"{count(dice, 'die', spell_out)} left"

    # ------------------------------------------------------------------------------------------ end

    def tell_coast(self, h: Happening) -> Iterator[str]:
        yield from self.head("End")
        yield "Neither ship has lost any fuel, so they coast."

    def tell_drift(self, h: Happening) -> Iterator[str]:
        yield from self.head("End")
        far = distance_text(math.dist((h.x0, h.y0), (h.x1, h.y1)))
        yield f"A die of {self.who(h)}, {self.from_ship(h.side, h.x0, h.y0)}, drifts {far}."

    def tell_drift_off(self, h: Happening) -> Iterator[str]:
        yield from self.head("End")
        where = self.from_ship(h.side, h.x0, h.y0)
        yield f"A die of {self.who(h)}, {where}, drifts over the edge and is gone."

    def tell_game_over(self, h: Happening) -> Iterator[str]:
        yield "## The end"
        if h.a < 0:
            yield "Both ships are out of fuel: a draw."
        elif h.b == h.c == 0:
            yield f"Both ships are out of fuel by an action of {self.sides[h.a]}, who wins."
        else:
            yield f"{self.sides[h.a]} wins with {self.left(h.b if h.a == 0 else h.c)}."
