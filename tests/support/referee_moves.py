"""The referee on how models get from one place to another.

A log tells where a move began and ended, and the turns of a curve, so that every way is known.
"""

from __future__ import annotations

import math

from carnage.engine.battle.frame.numbers import RULES
from carnage.engine.battle.move.curves import unpack_place
from tests.support.referee_base import Base
from tests.support.state_of_play import Figure
from tests.support.tape import Point, along, angle, apart, beside

NEAR = 0.006  # positions are rounded to a thousandth, twice in a move


class Moves(Base):
    """Moves, pushes and flight."""

    leader: Figure | None
    strays = 0  # how often a model of a squad could not end near another
    kept = 0  # how often it did

    def by_rule(self, number: int) -> str:
        return RULES[number]

    def move(self, figure: Figure, own: bool) -> None:
        """A Move, in its unit's own activation or because somebody shouted."""
        rule = f"movement.{self.option('movement')}"
        event = self.take("move", rule, side=figure.side, actor=figure.number)
        start, end = (event.x0, event.y0), (event.x1, event.y1)
        was = figure.facing
        self.arrives(figure, start, end, (event.fx, event.fy))
        far = apart(start, end)
        if far:
            self.way(figure, start, end, was)
        if own and far and self.has("squads"):
            self.together(figure, start)
        how = self.option("movement")
        left = 0.0
        if how == "free-movement":
            self.must(self.cost(start, end) <= figure.kind.stats["speed"] + NEAR, "goes too far")
            self.must(
                not far or angle(was, figure.facing) < 1 or self.ahead(figure, start, end),
                "turns oddly",
            )
        elif how == "restricted-movement":
            left = self.restricted(figure, start, end, was)
        elif how == "momentum-movement":
            turns = [unpack_place(turn) for turn in (event.a, event.b, event.c, event.d) if turn]
            self.drive(figure, start, was, turns)
            # The first leg is straight ahead, so nobody ends behind the place where they began.
            way = (end[0] - start[0], end[1] - start[1])
            self.must(far < 0.01 or angle(was, way) <= 90.5, "drives backwards")
            # Who got as far as a leg in difficult ground may have turned after every leg of its
            # Speed.
            leg = self.number("movement.leg")
            first = far >= leg / self.number("terrain.cost") - NEAR
            room = max(1, math.floor(figure.kind.stats["speed"] / leg)) if first else 1
            most = room * self.number("movement.turn_degrees")
            self.must(angle(was, figure.facing) <= most + 0.1, "turns too far")
        elif far:
            self.must(self.ahead(figure, start, end), "does not face the way it went")
            self.stops(figure, start, end)
        if self.next_is("face", actor=figure.number):
            turned = self.take("face", rule, side=figure.side)
            if how == "restricted-movement":
                share = self.number("movement.pivot_share") * figure.kind.stats["speed"]
                self.must(left >= share - 0.02, "has no pivot left")
                # Who does not move has all its pivots at one place, and they reach all the way
                # round.
                degrees = self.number("movement.pivot_degrees") * (1 if far else 2)
                self.must(
                    angle(figure.facing, (turned.fx, turned.fy)) <= degrees + 0.1, "pivots too far"
                )
            else:
                self.must(how == "free-movement", "may not turn at the end")
            figure.facing = (turned.fx, turned.fy)

    def drive(self, figure: Figure, start: Point, was: Point, turns: list[Point]) -> None:
        """A curve: ahead, and a turn of up to 45 degrees only after full legs."""
        leg = self.number("movement.leg")
        most = self.number("movement.turn_degrees")
        spent = 0.0
        at, facing = start, was
        for n, place in enumerate([*turns, figure.at]):
            far = apart(at, place)
            way = (place[0] - at[0], place[1] - at[1])
            rounding = 0.2 / max(far, 0.05) + 0.1
            if far >= 0.05:
                self.must(n or angle(facing, way) < rounding, "does not set out straight ahead")
                self.must(angle(facing, way) <= most + rounding, "turns too far")
                facing = way
            self.straight(figure, at, place)
            spent += self.cost(at, place)
            legs = spent / leg
            self.must(n == len(turns) or abs(legs - round(legs)) < 0.02, "turns in a leg")
            at = place
        self.must(angle(facing, figure.facing) <= most + 0.5, "turns too far at the end")
        self.must(spent <= figure.kind.stats["speed"] + 2 * NEAR, "goes too far")

    def arrives(self, figure: Figure, start: Point, end: Point, facing: Point) -> None:
        self.must(start == figure.at, f"sets out from {start}, though it stands at {figure.at}")
        self.must(abs(math.hypot(*facing) - 1) < 1e-6, "faces no direction")
        figure.at, figure.facing = end, facing
        if start != end:
            self.stands(figure)

    def ahead(self, figure: Figure, start: Point, end: Point) -> bool:
        """Whether a model faces the way it went; short ways are too rough to tell."""
        far = apart(start, end)
        return (
            far < 0.05
            or angle(figure.facing, (end[0] - start[0], end[1] - start[1])) < 0.2 / far + 0.1
        )

    def way(self, figure: Figure, start: Point, end: Point, was: Point) -> None:
        """No enemy, no impassable terrain on a straight way; curves are checked leg by leg."""
        if self.option("movement") != "momentum-movement":
            self.straight(figure, start, end)

    def straight(self, figure: Figure, start: Point, end: Point) -> None:
        """No enemy, no impassable terrain between two places."""
        for foe in self.enemies(figure.side):
            # A model that sets out from base contact may brush past.
            clear = min(self.base, apart(start, foe.at), apart(end, foe.at)) - 0.01
            self.must(beside(foe.at, start, end) > clear, f"goes through enemy {foe.number}")
        for piece in self.of("impassable"):
            clear = min(self.base / 2, piece.gap(start), piece.gap(end)) - 0.01
            for step in range(21):
                self.must(
                    piece.gap(along(start, end, step / 20)) > clear - 0.002,
                    "goes through the impassable",
                )

    def together(self, figure: Figure, start: Point) -> None:
        """A squad's later movers end near another of their squad, or nearer to one than before.

        Who stood near another, and need not have moved, must end near one. What else was in reach
        a log does not say.
        """
        band = self.bands[figure.unit]
        others = [other for other in band.left if other is not figure]
        if self.leader is None:
            self.leader = figure
        elif self.leader is not figure and others:
            near = self.number("units.cohesion") + 0.004
            gap = min(self.gap(figure, other) for other in others)
            before = min(apart(start, other.at) - self.base for other in others)
            self.must(gap <= near or before > near - 0.01, "leaves its squad")
            self.must(gap <= near or gap < before + 0.004, "ends farther from its squad")
            self.strays += gap > near
            self.kept += gap <= near

    def cost(self, start: Point, end: Point) -> float:
        """Inches of movement for a straight way, difficult ground counting more.

        A way that grazes the side of a piece may be in it or not by the thousandth to which ends
        are rounded.
        """
        shares = [s for piece in self.of("difficult") if (s := piece.stretch(start, end, -0.001))]
        rough = sum(high - low for low, high in shares)  # no two pieces overlap
        return apart(start, end) * (1 + (self.number("terrain.cost") - 1) * rough)

    def restricted(self, figure: Figure, start: Point, end: Point, was: Point) -> float:
        """Checks a restricted move; returns the Speed left for a last pivot."""
        speed = figure.kind.stats["speed"]
        share = self.number("movement.pivot_share") * speed
        if start == end:
            return speed
        way = (end[0] - start[0], end[1] - start[1])
        if angle(was, figure.facing) < 0.01 and angle(was, way) > 45:
            off = abs(angle(was, way) - 90)
            self.must(
                min(off, abs(angle(was, way) - 180)) < 1 + 0.2 / apart(start, end), "goes askew"
            )
            paid = self.number("movement.crab_cost") * self.cost(start, end)
        else:
            self.must(self.ahead(figure, start, end), "does not go straight ahead")
            turned = angle(was, figure.facing)
            degrees = self.number("movement.pivot_degrees")
            paid = self.cost(start, end) + share * (
                math.ceil((turned - 0.1) / degrees) if turned > 0.1 else 0
            )
        self.must(paid <= speed + NEAR * 2, f"pays {paid} with a Speed of {speed}")
        return speed - paid

    def stops(self, figure: Figure, start: Point, end: Point) -> None:
        """A measureless move goes no farther than tall terrain, or fully into another class of
        it.
        """
        half, far = self.base / 2, apart(start, end)
        for piece in self.of("blocking"):
            if piece.gap(start) > half + 0.02:
                for step in range(1, 20):
                    point = along(start, end, step / 20)
                    late = far * (1 - step / 20)
                    self.must(
                        piece.gap(point) > half - 0.02 or late < 0.03, "runs into tall terrain"
                    )
        rough = [piece for piece in self.of("difficult") if self.inside(piece, start)]
        for step in range(1, 20):
            point = along(start, end, step / 20)
            if far * (1 - step / 20) < 0.05:
                break
            if rough:
                out = min(piece.gap(point) for piece in rough) > half
                self.must(not out, "runs on after it has left difficult ground")
            else:
                deep = any(piece.gap(point) < -half for piece in self.of("difficult"))
                self.must(not deep, "runs on in difficult ground")

    def push(self, figure: Figure, target: Figure, inches: float) -> None:
        event = self.take("push", "close.shove", side=target.side, actor=target.number)
        start, end = (event.x0, event.y0), (event.x1, event.y1)
        far = apart(start, end)
        self.must(far <= inches + NEAR, "is pushed too far")
        away = (start[0] - figure.at[0], start[1] - figure.at[1])
        askew = angle(away, (end[0] - start[0], end[1] - start[1]))
        self.must(far < 0.05 or askew < 0.2 / far + 0.1, "is not pushed straight away")
        self.must((event.fx, event.fy) == target.facing, "turns while pushed")
        facing = target.facing
        self.arrives(target, start, end, facing)
        if far < inches - 0.02:
            reach = self.base / 2 + 0.02
            self.must(
                any(
                    other.in_play and other is not target and self.gap(target, other) < 0.03
                    for other in self.figures
                )
                or any(piece.gap(end) < reach for piece in self.of("impassable"))
                or min(min(end), self.size - max(end)) < reach,
                "stops though nothing is in the way",
            )

    def flee(self, figure: Figure) -> None:
        """Flight takes a model farther from the nearest enemy; that no way is better is not
        checked.
        """
        if not self.next_is("flee", actor=figure.number):
            return
        event = self.take("flee", "morale.fleeing", side=figure.side)
        start, end = (event.x0, event.y0), (event.x1, event.y1)
        foes = self.enemies(figure.side)
        before = min(apart(start, foe.at) for foe in foes)
        self.arrives(figure, start, end, (event.fx, event.fy))
        self.must(
            min(apart(end, foe.at) for foe in foes) > before - 0.001, "flees toward the enemy"
        )
        self.must(self.ahead(figure, start, end), "does not face the way it fled")
        self.way(figure, start, end, figure.facing)
        if self.has("speed"):
            self.must(self.cost(start, end) <= figure.kind.stats["speed"] + NEAR, "flees too far")
        else:
            self.stops(figure, start, end)
