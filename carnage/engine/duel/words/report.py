"""Reports of duels: the events as text, turn by turn."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from itertools import islice

from carnage.common.directions import STRAIGHT, bearing
from carnage.common.text_format import count, join_words, spell_out
from carnage.engine.core.events import python_name
from carnage.engine.core.log_reader import LoggedEvent
from carnage.engine.duel.questions import ATTACKS, MOVES, THE_LEAD
from carnage.engine.duel.state import DEBRIS, MOON, OFFENSE
from carnage.engine.duel.words.naming import ROWS, TOUCHING_INCHES, distance_text
from carnage.replays.scenes import NOBODY

OBSTACLES = ("a jettisoned die", "debris", "the moon")  # of a shot, by the kind of thing


class Report:
    """A writer of report lines, which tracks the positions of both ships.

    Args:
        sides: The names of both sides.
        rim_distance: The distance between the middles of a ship and of a die at its rim, in inches.
        has_prow: Whether shots leave from the prow.
    """

    def __init__(
        self, sides: tuple[str, ...], rim_distance: float, *, has_prow: bool = False
    ) -> None:
        self.sides = sides
        self.muzzle = "prow" if has_prow else "rim"
        self.rim_distance = rim_distance
        self.places = [(0.0, 0.0), (0.0, 0.0)]
        self.square = 0.0  # side of the square; 0 in open space
        self.step = ""
        self.sides_to_move: set[int] = set()  # sides with Mobility that have not moved this turn
        self.first_to_move = NOBODY
        self.dice = [[0, 0, 0], [0, 0, 0]]  # of each side, by row
        self.setup_begun = False
        self.debris_pieces = 0
        self.call_line = ""
        self.offense = 0  # dice of the shot that is under way
        self.shot_delayed = False  # a die exploded after the shot was announced
        self.hit_by_blast = False  # the next hit is by an explosion

    def lines(self, happenings: Iterable[LoggedEvent]) -> Iterator[str]:
        """Yield at least one line for each event; headings begin with #."""
        for happening in happenings:
            if not self.setup_begun:
                self.setup_begun = True
                yield "## Setting up"
            yield from getattr(self, f"tell_{python_name(happening.name)}")(happening)

    def side_name(self, h: LoggedEvent) -> str:
        """Return the name of an event's side."""
        return self.sides[h.side]

    def step_heading(self, step: str) -> Iterator[str]:
        """Yield the heading of a step, once, and the call if it was given for this step."""
        if step in ("Attacks", "End"):
            yield from self.lines_of_ships_that_stayed()
        if self.step != step:
            self.step = step
            yield f"### {step}"
        if self.call_line:
            yield self.call_line
            self.call_line = ""

    def lines_of_ships_that_stayed(self) -> Iterator[str]:
        """Yield a line for each ship that could have moved in this turn and did not, once."""
        if self.sides_to_move and self.step != "Moves":
            self.step = "Moves"
            yield "### Moves"
        for side in sorted(self.sides_to_move, key=lambda side: (side != self.first_to_move, side)):
            yield f"{self.sides[side]} does not move."
        self.sides_to_move.clear()

    def begin_move(self, side: int) -> Iterator[str]:
        """Yield the lines before a ship's move: the heading, and the other ship if it went first
        and stayed, once.
        """
        yield from self.step_heading("Moves")
        self.sides_to_move.discard(side)
        if self.first_to_move in self.sides_to_move:
            self.sides_to_move.discard(self.first_to_move)
            yield f"{self.sides[self.first_to_move]} does not move."

    def direction_text(self, side: int, dx: float, dy: float) -> str:
        """Return a direction in words, as seen from this ship."""
        return bearing(self.places[side], self.places[1 - side], (dx, dy))

    def flown_inches(self, difference: float) -> float:
        """Return the signed length along one axis of a move over an edge.

        `difference` is that between the positions after and before the move, in inches.
        """
        if abs(difference) > self.square / 2.0:
            return difference - math.copysign(self.square, difference)
        return difference

    def place_text(self, side: int, x: float, y: float) -> str:
        """Return the place of a die in words, as seen from this ship."""
        ship_x, ship_y = self.places[side]
        gap = max(0.0, math.dist((ship_x, ship_y), (x, y)) - self.rim_distance)
        if gap > TOUCHING_INCHES:
            distance = f"{distance_text(gap)} off"
        else:
            distance = "at its rim"
        return f"{distance}, {self.direction_text(side, x - ship_x, y - ship_y)}"

    # ----------------------------------------------------------------------------------- setting up

    def tell_space(self, h: LoggedEvent) -> Iterator[str]:
        self.square = float(h.a)
        if h.a:
            yield f'Space is a square of {h.a}".'

    def tell_ship(self, h: LoggedEvent) -> Iterator[str]:
        self.places[h.side] = (h.x1, h.y1)
        yield f"{self.side_name(h)} sets a ship down."
        if h.side:
            yield (
                "Angles are measured from the line that is named, toward or away from the enemy as "
                "it then stands. Left and right are those of a ship that looks at its enemy."
            )

    def tell_fuel(self, h: LoggedEvent) -> Iterator[str]:
        if self.debris_pieces:
            pieces = count(self.debris_pieces, "piece", spell_out).capitalize()
            yield f"{pieces} of debris are laid in a row between the ships."
            self.debris_pieces = 0
        dice = count(len(h.dice), "die", spell_out)
        yield f"{self.side_name(h)} has {dice}: {join_words(map(str, h.dice))}."

    def tell_field(self, h: LoggedEvent) -> Iterator[str]:
        if h.a == DEBRIS:
            self.debris_pieces += 1
        elif h.a == MOON:
            yield "The moon is put midway between the ships."

    # ---------------------------------------------------------------------------------------- turns

    def tell_turn(self, h: LoggedEvent) -> Iterator[str]:
        self.step = ""
        self.sides_to_move.clear()
        self.first_to_move = NOBODY
        yield f"## Turn {h.a}"

    def tell_reveal(self, h: LoggedEvent) -> Iterator[str]:
        yield from self.step_heading("Reveal")
        if h.a:
            self.sides_to_move.add(h.side)
        self.dice[h.side] = [h.a, h.b, h.c]
        dice = iter(h.dice)
        rows = []
        for name, size in zip(ROWS, (h.a, h.b, h.c), strict=True):
            pips = " ".join(str(die) for die in islice(dice, size))
            rows.append(f"{name} {pips or '–'}")
        yield f"{self.side_name(h)}: {', '.join(rows)}."

    def tell_call(self, h: LoggedEvent) -> Iterator[str]:
        coin = ", by the flip of a coin" if h.b else ""
        self.call_line = f"{self.sides[h.a]} has the call{coin}."
        if self.step == "End":
            yield from self.step_heading("End")

    def tell_order(self, h: LoggedEvent) -> Iterator[str]:
        first = self.sides[h.a]
        if h.b != ATTACKS:
            self.first_to_move = h.a
        if h.b == THE_LEAD:
            yield f"{self.sides[h.c]} wins the flip of a coin."
            yield f"{first} has the lead."
            return
        heading = "Attacks" if h.b == ATTACKS else "Moves"
        yield from self.step_heading(heading)
        step = "move" if h.b == MOVES else "attack"
        if h.c < 0:
            yield f"{first} {step}s first."
        elif h.c == h.a:
            yield f"{first} chooses to {step} first."
        else:
            yield f"{self.sides[h.c]} has {first} {step} first."

    def tell_move(self, h: LoggedEvent) -> Iterator[str]:
        yield from self.begin_move(h.side)
        dx = h.x1 - h.x0
        dy = h.y1 - h.y0
        over = ""
        if h.a:
            over = ", over an edge and back over the opposite one"
            dx = self.flown_inches(dx)
            dy = self.flown_inches(dy)
        length = distance_text(math.hypot(dx, dy))
        yield f"{self.side_name(h)} moves {length} {self.direction_text(h.side, dx, dy)}{over}."
        self.places[h.side] = (h.x1, h.y1)

    def tell_turn_about(self, h: LoggedEvent) -> Iterator[str]:
        yield from self.begin_move(h.side)
        yield f"{self.side_name(h)} turns its prow {self.direction_text(h.side, h.x0, h.y0)}."

    def tell_spend(self, h: LoggedEvent) -> Iterator[str]:
        if not h.b:
            self.dice[h.side][h.a] -= 1
        state = f"now at {h.b}" if h.b else "now empty"
        yield f"  {self.side_name(h)} spends a pip of {ROWS[h.a]}: a die is {state}."

    # -------------------------------------------------------------------------------------- attacks

    def tell_no_shot(self, h: LoggedEvent) -> Iterator[str]:
        yield from self.step_heading("Attacks")
        yield f"{self.side_name(h)} finds no line that hits."

    def tell_hold_fire(self, h: LoggedEvent) -> Iterator[str]:
        yield from self.step_heading("Attacks")
        yield f"{self.side_name(h)} holds fire."

    def tell_attack(self, h: LoggedEvent) -> Iterator[str]:
        yield from self.step_heading("Attacks")
        self.shot_delayed = False
        self.hit_by_blast = False
        self.offense = h.a
        x, y = self.places[h.side]
        start = self.direction_text(h.side, h.x0 - x, h.y0 - y)
        line = start
        # The line of a penny that touches the enemy from the start has no direction.
        if (h.x0, h.y0) != (h.x1, h.y1):
            line = self.direction_text(h.side, h.x1 - h.x0, h.y1 - h.y0)
        if start == STRAIGHT and line == STRAIGHT:
            how = "straight at the enemy"
        else:
            how = f"from its {self.muzzle}, {start}, in a line {line}"
        yield f"{self.side_name(h)} shoots, with Offense {h.a}, {how}."

    def tell_shatter(self, h: LoggedEvent) -> Iterator[str]:
        yield f"  The shot shatters a die {self.place_text(h.side, h.x1, h.y1)}, and goes on."

    def tell_stopped(self, h: LoggedEvent) -> Iterator[str]:
        yield f"  The shot is stopped by {OBSTACLES[h.a]}."

    def tell_hit(self, h: LoggedEvent) -> Iterator[str]:
        if self.shot_delayed and not self.hit_by_blast:
            yield "  The shot flies."
            self.shot_delayed = False
        self.hit_by_blast = False
        result = "pierced" if h.c else "blocked"
        if h.a > h.b and not h.c:
            result = "it has no dice left to lose"
        weakened = ", less for having been pierced first," if h.a < self.offense else ""
        self.offense = 0
        hit = f"is hit, Offense {h.a}{weakened} against Defense {h.b}"
        yield f"  {self.side_name(h)} {hit}: {result}."
        if h.d:
            # A ship answers if it has Offense, and if its attacker is not out of fuel.
            answers = self.dice[h.side][OFFENSE] and any(self.dice[1 - h.side])
            when = "when its own attack is over" if answers else "at once"
            yield f"  It loses {count(h.d, 'die')} {when}."

    def tell_lose(self, h: LoggedEvent) -> Iterator[str]:
        self.dice[h.side][h.a] -= 1
        yield f"  {self.side_name(h)} loses a die at {h.b} of {ROWS[h.a]}."

    def tell_jettison(self, h: LoggedEvent) -> Iterator[str]:
        place = self.place_text(h.side, h.x1, h.y1)
        yield f"  {self.side_name(h)} jettisons a die {place}; {self.dice_left_text(h.a)}."

    def tell_nowhere(self, h: LoggedEvent) -> Iterator[str]:
        left = self.dice_left_text(h.a)
        yield f"  {self.side_name(h)} has no room for a die and puts it aside; {left}."

    def tell_explode(self, h: LoggedEvent) -> Iterator[str]:
        self.shot_delayed = True
        self.hit_by_blast = True
        throw = f"{self.side_name(h)} throws a die onto the enemy ship"
        yield f"  {throw}, where it explodes with Offense {h.a}."

    def dice_left_text(self, dice: int) -> str:
        """Return a number of dice that are left, in words."""
        return f"{count(dice, 'die', spell_out)} left"

    # ------------------------------------------------------------------------------------------ end

    def tell_coast(self, h: LoggedEvent) -> Iterator[str]:
        yield from self.step_heading("End")
        pips = count(h.a, "pip", spell_out)
        yield f"{self.side_name(h)} has neither moved nor attacked, so it coasts: {pips}."

    def tell_drift(self, h: LoggedEvent) -> Iterator[str]:
        yield from self.step_heading("End")
        length = distance_text(math.dist((h.x0, h.y0), (h.x1, h.y1)))
        place = self.place_text(h.side, h.x0, h.y0)
        yield f"A die of {self.side_name(h)}, {place}, drifts {length}."

    def tell_drift_off(self, h: LoggedEvent) -> Iterator[str]:
        yield from self.step_heading("End")
        place = self.place_text(h.side, h.x0, h.y0)
        yield f"A die of {self.side_name(h)}, {place}, drifts over the edge and is gone."

    def tell_game_over(self, h: LoggedEvent) -> Iterator[str]:
        yield "## The end"
        if h.b or h.c:
            left = self.dice_left_text(max(h.b, h.c))
            yield f"{self.sides[1 - h.a]} is out of fuel."
            yield f"{self.sides[h.a]} wins with {left}."
        elif self.step == "End":
            yield f"Both ships are out of fuel. {self.coasting_result(h)}"
        elif h.a < 0:
            yield "Both ships are out of fuel by the same action: a draw."
        else:
            yield f"Both ships are out of fuel by an action of {self.sides[h.a]}, who wins."

    def coasting_result(self, h: LoggedEvent) -> str:
        """Return the result of a game after both ships have coasted dry, in words."""
        if h.a < 0:
            return "They had equally many pips before they coasted: a draw."
        return f"{self.sides[h.a]} had more pips, and wins."
