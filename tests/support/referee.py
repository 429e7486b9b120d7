"""A referee: reads the log of a game beside its rulebook and calls a foul on whatever the rules do
not say.

It is a second, independent reading of the rules, written from the texts: it knows the ruleset and
the logged events and nothing of the engine. It follows a game event by event, as a grammar; an
event that no rule asks for at that point, or one that fails to come, is a foul. What it cannot see
from a log is told in its parts.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, NoReturn

from carnage.engine.battle.frame.numbers import RULES
from carnage.engine.battle.frame.shapes import NUMBERS, SHAPES
from carnage.rulesets.ruleset import Ruleset
from tests.support.arena import Happening
from tests.support.referee_acts import Acts
from tests.support.referee_turns import Turns

PHASES = {1: "move", 2: "ranged", 4: "close", 8: "special", 32: "morale"}
WINDS = {0: (0.0, -1.0), 1: (1.0, 0.0), 2: (0.0, 1.0), 3: (-1.0, 0.0)}


class Foul(AssertionError):
    """Something that the rules do not allow, with where in the log it stands."""


class Referee(Turns, Acts):
    """Follow one game with `watch`; `seen` counts what was met on the way."""

    def __init__(self, ruleset: Ruleset, log: list[Happening]) -> None:
        super().__init__(ruleset)
        self.log = log
        self.at = 0
        self.seen: Counter[str] = Counter()
        self.phases: list[str] = []

    # -------------------------------------------------------------------------------------- the log

    def name(self, ahead: int = 0) -> str:
        """What kind of event comes next."""
        at = self.at + ahead
        return SHAPES[self.log[at].event].name if at < len(self.log) else "the end"

    def next_is(self, name: str, **fields: int) -> bool:
        """Whether the next event is of this kind, with these numbers."""
        return self.name() == name and all(
            getattr(self.log[self.at], k) == v for k, v in fields.items()
        )

    def take(self, name: str, rule: str, dice: int = 0, **fields: int) -> Happening:
        """Read the next event: it must be of this kind, of this rule, with so many dice and
        these numbers.
        """
        if self.name() != name:
            self.foul(f"{self.name()} where the rules ask for {name}")
        event = self.log[self.at]
        if RULES[event.rule] != rule:
            self.foul(f"{name} by the rule {RULES[event.rule]}, not {rule}")
        if dice >= 0 and event.n_dice != dice:
            self.foul(f"{event.n_dice} dice with {name}, not {dice}")
        for key, value in fields.items():
            if getattr(event, key) != value:
                self.foul(f"{name}: {key} is {getattr(event, key)}, not {value}")
        self.at += 1
        self.seen[name] += 1
        return event

    def foul(self, what: str) -> NoReturn:
        """Stop the game, showing the last few events."""
        shown = [
            f"{n}: {SHAPES[e.event].name} [{RULES[e.rule]}] {tuple(e)[2:]}"
            for n, e in enumerate(self.log[: self.at + 1])
        ][-8:]
        raise Foul("\n".join([f"{self.ruleset.seed}, event {self.at}: {what}", *shown]))

    def must(self, holds: Any, what: str) -> None:
        if not holds:
            self.foul(what)

    # ----------------------------------------------------------------------------------- the battle

    def watch(self) -> Referee:
        """The whole game."""
        self.muster()
        if self.has("phased"):
            event = self.take("phases", "round-structure.phased", dice=5)
            self.phases = [PHASES[kind] for kind in event.dice[:5]]
            self.must(len(set(self.phases)) == 5, "a phase twice")
        self.deploy()
        self.place_markers()
        while True:
            self.play_round()
            if self.over():
                break
        winner = (
            -1 if self.victory[0] == self.victory[1] else int(self.victory[1] > self.victory[0])
        )
        objectives = f"objectives.{self.option('objectives')}"
        self.take("game-over", objectives, a=winner, b=self.victory[0], c=self.victory[1])
        self.must(self.at == len(self.log), "something happens after the end")
        return self

    def muster(self) -> None:
        for side in (0, 1):
            event = self.take("muster", f"units.{self.option('units')}", side=side)
            mine = [band for band in self.bands if band.side == side]
            self.must(
                event.a == -1 or event.a in [band.number for band in mine],
                "leaves out another's unit",
            )
            self.left_out[side] = event.a
            self.spent[side] = sum(band.points for band in mine if band.number != event.a)
            self.must(event.b == self.spent[side] <= self.whole("forces.limit"), "points spent")

    def roll_off(self, rule: str) -> int:
        event = self.take("roll-off", rule, dice=-1)
        dice = event.dice[: event.n_dice]
        pairs = list(zip(dice[::2], dice[1::2], strict=True))
        self.must(pairs and all(a == b for a, b in pairs[:-1]), "rolled on after a difference")
        a, b = pairs[-1]
        self.must(a != b and event.a == int(b > a), "a roll-off's winner")
        return event.a

    def deploy(self) -> None:
        rule = f"deployment.{self.option('deployment')}"
        side = self.roll_off(rule)
        edge = self.take("edge", rule, side=side).a
        self.edge[side], self.edge[1 - side] = edge, (edge + 2) % 4
        waiting = {band.number for band in self.bands} - set(self.left_out)
        while waiting:
            mine = [n for n in waiting if self.bands[n].side == side]
            if mine:
                self.must(self.name() == "deploy", "a unit is to be set up")
                number = self.figures[self.log[self.at].actor].unit
                self.must(number in mine, "it is the other side's turn to set up")
                waiting.remove(number)
                self.set_up(number, rule)
            side = 1 - side

    def set_up(self, number: int, rule: str) -> None:
        band = self.bands[number]
        for figure in band.figures:
            event = self.take("deploy", rule, side=band.side, actor=figure.number)
            figure.at, figure.facing, figure.in_play = (
                (event.x1, event.y1),
                (event.fx, event.fy),
                True,
            )
            edge = self.edge[band.side]
            depth = figure.at[edge % 2 == 0] if edge in (0, 3) else self.size - figure.at[edge == 2]
            self.must(depth + self.base / 2 <= self.strip + 0.002, "set up outside its strip")
            self.must(figure.facing == WINDS[(edge + 2) % 4], "does not face the opposite edge")
            self.stands(figure)
        if len(band.figures) > 1:
            for figure in band.figures:
                near = min(self.gap(figure, other) for other in band.figures if other is not figure)
                self.must(near <= self.number("deployment.near") + 0.002, "a squad set up apart")

    def place_markers(self) -> None:
        count = len(self.holders)
        for n in range(count):
            place, middle = self.size * (n + 1) / (count + 1), self.size / 2
            self.markers.append((place, middle) if self.edge[0] % 2 == 0 else (middle, place))

    # ----------------------------------------------------------------------------------- the rounds

    def play_round(self) -> None:
        self.round += 1
        structure = f"round-structure.{self.option('round-structure')}"
        self.take("round", structure, a=self.round)
        for side in (0, 1):
            self.re_rolls[side] = self.whole("re-rolls.tokens")
            self.tokens[side] = self.tokens_of_a_round(side) if self.limited else 0
            gain, most = self.whole("game-tokens.tokens"), self.whole("game-tokens.purse")
            self.purse[side] = min(self.purse[side] + gain, most)
        self.first = self.initiative()
        self.take(
            "first-player", f"initiative.{self.option('initiative')}", side=self.first, a=self.first
        )
        for figure in self.figures:
            figure.done = []
        for phase in self.phases:
            event = self.take("phase", "round-structure.phased")
            self.must(PHASES[event.a] == phase, "the phases in another order")
            self.phase = phase
            if phase == "morale":
                self.settle_nerves(self.first)
                self.settle_nerves(1 - self.first)
            else:
                self.activations()
        if not self.phases:
            self.phase = ""
            self.activations()
        self.phase = "end"
        self.take("end-phase", structure)
        if self.has("doomed-tokens"):
            self.face_doom()
        self.score()

    def initiative(self) -> int:
        how = self.option("initiative")
        rule = f"initiative.{how}"
        if how in ("random-static", "bought") and self.round > 1:
            return self.first
        mine, yours = 0, 0  # the higher is first
        if how == "earnt-leader":
            mine, yours = self.victory
        elif how == "earnt-laggard":
            yours, mine = self.victory
        elif how == "bought":
            yours, mine = self.spent
        elif self.has("bids"):
            mine, yours = self.bids(rule, how == "earnt-resource-buy")
        winner = self.roll_off(rule) if mine == yours else int(yours > mine)
        if how == "earnt-resource-bid":
            self.purse[winner] -= (mine, yours)[winner]
        self.must(min(self.purse) >= 0, "bids more than it has")
        return winner

    def bids(self, rule: str, rolled: bool) -> tuple[int, int]:
        totals = []
        for side in (0, 1):
            event = self.take("bid", rule, dice=-1, side=side)
            self.must(0 <= event.a <= self.purse[side], "bids more than it has")
            total = event.a
            if rolled:
                self.must(event.n_dice == event.a, "a die for each token")
                total = sum(event.dice[: event.n_dice])
                self.purse[side] -= event.a
            self.must(event.b == total, "a bid's total")
            totals.append(total)
        return totals[0], totals[1]

    def score(self) -> None:
        """What the round's end is worth."""
        won = [0, 0]
        each = int(self.params.get("objectives.score", 0))
        for n, marker in enumerate(self.markers):
            if self.has("marker-capture"):
                holder = self.holders[n]
            else:
                weight = [0, 0]
                for figure in self.figures:
                    gap = self.marker_gap(figure, marker)
                    if figure.in_play and gap <= self.number("objectives.near"):
                        weight[figure.side] += figure.kind.points
                holder = -1 if weight[0] == weight[1] else int(weight[1] > weight[0])
                counted = "objectives.positional-objectives"
                self.take("marker-count", counted, a=n, b=weight[0], c=weight[1])
            if holder >= 0:
                won[holder] += each
        for side in (0, 1):
            if won[side]:
                self.victory[side] += won[side]
                rule = f"objectives.{self.option('objectives')}"
                self.take("score", rule, side=side, a=won[side], b=self.victory[side])

    def over(self) -> bool:
        """Whether this was the last round."""
        if any(not any(f.in_play for f in self.figures if f.side == side) for side in (0, 1)):
            return True
        how = self.option("game-length")
        if how == "fixed-round-limit":
            return self.round >= self.whole("game-length.rounds")
        if how == "uncertain-round-limit-3-10":
            need = self.whole("game-length.reach") - self.round
        elif self.round in (
            first := self.whole("game-length.first"),
            self.whole("game-length.second"),
        ):
            need = self.whole(
                "game-length.first_on" if self.round == first else "game-length.second_on"
            )
        else:
            return self.round >= self.whole("game-length.last")
        event = self.take("end-roll", f"game-length.{how}", dice=1, side=self.first, a=self.round)
        self.must(event.b == int(event.dice[0] >= need), "the roll for the end")
        return bool(event.b)


assert len(NUMBERS) == len(SHAPES)
