"""A duel's books kept a second time, from the rulebook and the log alone: dice, pips, rows, who
goes first.

Nothing of the engine's rules is used here, so that what both agree on is what the text says. Places
on the table are not looked at.
"""

from __future__ import annotations

import math
from collections import Counter
from typing import Any

from carnage.rulesets.ruleset import Ruleset

MOBILITY, OFFENSE, DEFENSE, ANY = range(4)
ROWS = ("mobility", "offense", "defense")
Entry = dict[str, Any]


class Ledger:
    """Takes a game's log, entry by entry; asserts that each is what the rules say."""

    def __init__(self, game: Ruleset) -> None:
        self.option = {choice.table.id: choice.option.code for choice in game.choices}
        self.blast = game.params.get("tanks.blast")
        self.less = game.params.get("hit.less")
        self.most = game.params.get("hit.most")
        self.rows: list[list[list[int]]] = [[], []]
        self.lost = [0, 0]  # dice still to be jettisoned
        self.torn = [0, 0]  # dice still to be lost to a hit
        self.late = [0, 0]  # dice to be lost after the ship's own attack
        self.owes = [[0, 0, 0, 0], [0, 0, 0, 0]]
        self.acting = 0
        self.coasting = self.exploding = self.revealed = self.answered = False
        self.mobility = [0, 0]
        self.lead = self.called = -1
        self.order: dict[str, int] = {}
        self.moved: list[int] = []
        self.attacked: list[int] = []
        self.coasters: list[int] = []
        self.acted: set[int] = set()
        self.paying = False
        self.fuel = [0, 0]  # pips of the ships when they began to coast
        self.prices = [0, 0]  # pips that each ship spent when it last coasted

    def read(self, entry: Entry) -> None:
        side = (entry["side"] or 0) - 1
        assert entry["event"] in ("lose", "game-over") or not self.cut_short()
        getattr(self, "on_" + entry["event"].replace("-", "_"), lambda *_: None)(side, entry)

    # ------------------------------------------------------------------------------------ reckoning

    def dice(self, side: int) -> list[int]:
        return [die for row in self.rows[side] for die in row]

    def due(self, side: int, row: int) -> bool:
        """Whether a ship has still to spend a pip of a row that has any: nobody spends what is
        not there.
        """
        return self.owes[side][row] > 0 and bool(
            self.dice(side) if row == ANY else self.rows[side][row]
        )

    def settled(self) -> bool:
        owing = any(self.due(side, row) for side in (0, 1) for row in range(4))
        return not (any(self.lost) or any(self.torn) or owing)

    def cut_short(self) -> bool:
        """Whether a ship without dice has ended the game in the middle of an action."""
        over = self.revealed and not (self.dice(0) and self.dice(1))
        return over and self.option["last-gasp"] == "at-once" and not self.coasting

    def act(self, side: int, row: int, pips: int) -> None:
        """A ship begins something that it pays for, once everything before is settled."""
        assert self.settled()
        assert self.dice(0)
        assert self.dice(1)
        self.owes = [[0, 0, 0, 0], [0, 0, 0, 0]]
        self.acting = side
        self.owes[side][row] = pips
        if row != ANY:
            self.acted.add(side)

    def holder(self) -> int:
        """Who has the call, -1 if a coin says so."""
        rule = self.option["tie-order"]
        if rule == "see-saw":
            return 1 - self.called if self.called >= 0 else -1
        mine, theirs = self.dice(0), self.dice(1)
        compared = [(sum(mine), sum(theirs))] if rule != "coin" else []
        if rule == "closest-to-losing":
            compared = [(len(mine), len(theirs)), *compared, (min(mine), min(theirs))]
        return next((int(a > b) for a, b in compared if a != b), -1)

    def first(self, step: str) -> int:
        """Who goes first in a step in which both have dice."""
        lead = self.option["order"] == "the-lead" and step == "moves"
        return self.lead if lead else self.order[step]

    def takes_turn(self, step: str, side: int, values: list[int], done: list[int]) -> None:
        """A ship does something in this step: not after the other has begun, if it was to go
        first.
        """
        if side not in done:
            if done and all(values):
                assert done == [self.first(step)]
            done.append(side)
        assert done[-1] == side

    # --------------------------------------------------------------------------------------- events

    def on_fuel(self, side: int, entry: Entry) -> None:
        self.rows[side] = [
            entry["dice"][2 - row :: 3] for row in range(3)
        ]  # the farthest row first

    def on_turn(self, side: int, entry: Entry) -> None:
        assert self.settled()
        idle = [ship for ship in (0, 1) if ship not in self.acted]
        assert entry["turn"] == 1 or sorted(self.coasters) == idle
        self.coasting = False
        self.called = -1
        self.revealed = self.answered = False
        self.order, self.moved, self.attacked, self.coasters = {}, [], [], []
        self.acted: set[int] = set()  # ships that have moved or attacked

    def on_reveal(self, side: int, entry: Entry) -> None:
        dice, a, b = entry["dice"], entry["mobility"], entry["mobility"] + entry["offense"]
        rows = [dice[:a], dice[a:b], dice[b:]]
        assert sorted(dice) == sorted(self.dice(side))
        if self.option["assignment"] == "minimum" and len(dice) > 3:
            assert all(rows)
        if self.option["assignment"] == "balanced":
            assert max(map(len, rows)) <= (len(dice) + 1) // 2
        if self.option["assignment"] == "stiff-valves":
            same = zip(rows, self.rows[side], strict=True)
            assert len(dice) - sum((Counter(new) & Counter(old)).total() for new, old in same) <= 2
        self.rows[side] = rows
        self.revealed = True
        self.mobility[side] = len(rows[MOBILITY])

    def on_call(self, side: int, entry: Entry) -> None:
        holder = self.holder()
        assert entry["by_coin"] == (holder < 0)
        assert holder in (-1, entry["with"] - 1)
        self.called = entry["with"] - 1

    def on_order(self, side: int, entry: Entry) -> None:
        first, step, rule = entry["first"] - 1, entry["step"], self.option["order"]
        if step == "lead":
            assert rule == "the-lead"
            assert not self.revealed
            self.lead = first
            return
        values = (
            [len(self.rows[ship][OFFENSE]) for ship in (0, 1)]
            if step == "attacks"
            else self.mobility
        )
        assert all(values)
        if rule == "the-lead":
            assert (step, entry["said_by"]) == ("attacks", None)
        elif rule == "called" or values[0] == values[1]:
            assert entry["said_by"] == self.called + 1
        else:
            extreme = max(values) if rule == "higher-first" else min(values)
            assert values[first] == extreme
        self.order[step] = first

    def on_move(self, side: int, entry: Entry) -> None:
        assert self.rows[side][MOBILITY]
        self.takes_turn("moves", side, self.mobility, self.moved)
        self.act(side, MOBILITY, 1)

    on_turn_about = on_move

    def on_no_shot(self, side: int, entry: Entry) -> None:
        assert self.rows[side][OFFENSE]
        assert side not in self.attacked
        values = [len(self.rows[ship][OFFENSE]) for ship in (0, 1)]
        first = self.first("attacks") if "attacks" in self.order else side
        assert self.attacked or not all(values) or side == first
        self.attacked.append(side)
        self.acting = side

    on_hold_fire = on_no_shot

    def on_attack(self, side: int, entry: Entry) -> None:
        self.on_no_shot(side, entry)
        assert entry["offense"] == len(self.rows[side][OFFENSE])
        self.strength = entry["offense"]
        self.act(side, OFFENSE, self.strength)

    def on_explode(self, side: int, entry: Entry) -> None:
        self.takes_out(side)
        self.exploding = True

    def on_hit(self, side: int, entry: Entry) -> None:
        offense, defense = entry["offense"], len(self.rows[side][DEFENSE])
        late = self.less is not None and self.late[1 - side] > 0
        strength = max(1, self.strength - self.less) if late else self.strength
        assert offense == (self.blast if self.exploding else strength)
        assert entry["defense"] == defense
        assert self.exploding or self.settled()
        self.exploding = False
        hit = self.option["hit"]
        glancing, whole = hit == "glancing", len(self.dice(side))
        most = math.ceil(whole * self.most) if hit == "breach" else whole
        assert entry["pierced"] == (offense > defense)
        late = hit != "whole-cells" and self.attacked == [1 - side] and not self.answered
        lost = min(offense - (defense if glancing else 0), most) if offense > defense else 0
        assert entry["lost_later"] == (lost if late else 0)
        if late:
            self.late[side] += lost
        elif lost:
            self.torn[side] = lost
        if not lost:
            self.owes[side][DEFENSE] += defense if hit == "whole-cells" else offense

    def on_lose(self, side: int, entry: Entry) -> None:
        if self.late[side] and not self.torn[side]:
            assert side in self.attacked or not self.rows[side][OFFENSE] or not self.dice(1 - side)
            self.torn[side] = min(self.late[side], len(self.dice(side)))
            self.late[side] = 0
            self.answered = True
            self.acting = side
        assert self.torn[side] > 0
        assert entry["pips"] == min(self.dice(side))
        self.rows[side][ROWS.index(entry["row"])].remove(entry["pips"])
        self.torn[side] -= 1
        self.lost[side] += 1

    def on_spend(self, side: int, entry: Entry) -> None:
        if self.coasting and not self.paying:
            self.pay_for_coasting(side)
        assert not any(self.lost)
        assert not any(self.torn)
        both = (self.acting, 1 - self.acting)
        debts = [(ship, DEFENSE) for ship in both] + [
            (self.acting, row) for row in (MOBILITY, OFFENSE, ANY)
        ]
        debts.append((1 - self.acting, ANY))
        ship, row = next((ship, row) for ship, row in debts if self.due(ship, row))
        stands = ROWS.index(entry["row"])
        assert ship == side
        assert row in (stands, ANY)
        self.owes[side][row] -= 1
        self.rows[side][stands].remove(entry["pips_left"] + 1)
        if entry["pips_left"]:
            self.rows[side][stands].append(entry["pips_left"])
        else:
            self.lost[side] += 1

    def takes_out(self, side: int) -> None:
        """A die leaves the ship: at once, and that of whoever is acting first."""
        assert not any(self.torn)
        assert self.lost[side] > 0
        assert side == self.acting or not self.lost[self.acting]
        self.lost[side] -= 1

    def on_jettison(self, side: int, entry: Entry) -> None:
        self.takes_out(side)
        assert entry["dice_left"] == len(self.dice(side)) + self.lost[side]

    on_nowhere = on_jettison

    def on_coast(self, side: int, entry: Entry) -> None:
        if not self.coasting:
            assert self.settled()
            self.fuel = [sum(self.dice(ship)) for ship in (0, 1)]
        self.coasting = True
        self.paying = False
        self.coasters.append(side)
        self.prices[side] += 1
        assert side not in self.acted
        assert entry["pips"] == self.prices[side]

    def pay_for_coasting(self, side: int) -> None:
        """The first ship spends a pip for coasting."""
        moving = [ship for ship in (0, 1) if self.mobility[ship]]
        if len(self.coasters) == 1 or len(moving) == 1:
            assert side == (self.coasters if len(self.coasters) == 1 else moving)[0]
        elif moving or self.option["order"] == "the-lead":
            assert side == self.first("moves")
        else:
            assert side == 1 - self.called
        assert side == self.coasters[0]
        self.paying = True
        self.act(side, ANY, self.prices[side])
        if len(self.coasters) == 2:
            self.owes[1 - side][ANY] = self.prices[1 - side]

    def on_game_over(self, side: int, entry: Entry) -> None:
        left = [len(self.dice(ship)) for ship in (0, 1)]
        assert self.cut_short() or self.settled()
        assert [entry["dice_1"], entry["dice_2"]] == left
        assert min(left) == 0
        if left == [0, 0] and self.coasting:
            ahead = self.fuel[1] > self.fuel[0]
            assert entry["winner"] == (None if self.fuel[0] == self.fuel[1] else 1 + ahead)
        elif left == [0, 0]:
            assert self.option["last-gasp"] != "at-once"
            assert entry["winner"] == (
                1 + self.acting if self.option["last-gasp"] == "parting-shot" else None
            )
        else:
            assert entry["winner"] == 1 + left.index(max(left))
