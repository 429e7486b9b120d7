"""The referee on what models do: actions, tests, wounds, and the nerves of those who look on."""

from __future__ import annotations

from carnage.catalog.rosters import Weapon
from tests.support.referee_moves import Moves
from tests.support.state_of_play import Band, Figure

CONTACT = 0.0101
RANGED, CLOSE, MORALE = 0, 1, 2


class Acts(Moves):
    """Actions and what comes of them."""

    hurt: set[int]
    lost: list[tuple[Band, Figure]]

    def action(self, figure: Figure) -> None:
        """One action, whose first event comes next."""
        self.hurt, self.lost = set(), []
        name = self.name()
        if name == "move":
            self.spend(figure, "move")
            self.move(figure, own=True)
        elif name == "focus":
            self.must(not figure.focused, "focuses twice")
            self.spend(figure, "focus")
            self.take("focus", "actions.focus", side=figure.side, actor=figure.number)
            figure.focused = True
        elif name == "attack":
            self.attack(figure)
        elif name == "attempt":
            self.attempt(figure)
        elif name == "shout":
            self.shout(figure)
        else:
            self.patch_up(figure)

    def spend(self, figure: Figure, kind: str) -> None:
        raise NotImplementedError

    # ------------------------------------------------------------------------------------- fighting

    def attack(self, figure: Figure) -> None:
        weapons = self.ruleset.book.roster.weapon
        event = self.log[self.at]
        weapon, target = weapons[event.a], self.figures[event.target]
        self.must(weapon in figure.kind.weapons, f"does not carry a {weapon.label}")
        self.must(target.in_play and target.side != figure.side, "is no target")
        self.must(self.gap(figure, target) <= (weapon.range or CONTACT) + 1e-6, "is out of range")
        self.spend(figure, weapon.kind)
        if weapon.kind == "close":
            self.strike(figure, weapon, target)
            return
        self.must(True in self.sees(figure, target), "is not in sight")
        burst = [
            other
            for other in self.figures
            if other.in_play
            and other is not target
            and weapon.burst
            and self.edge_gap(other, target) <= weapon.burst
        ]
        self.shoot(figure, weapon, target, caught=0)
        for other in burst:
            if other.in_play:
                self.shoot(figure, weapon, other, caught=1)

    def edge_gap(self, other: Figure, centre: Figure) -> float:
        """From the centre of one base to the edge of another."""
        return self.gap(other, centre) + self.base / 2

    def shoot(self, figure: Figure, weapon: Weapon, target: Figure, caught: int) -> None:
        event = self.take(
            "attack",
            f"ranged.{weapon.code}",
            side=figure.side,
            actor=figure.number,
            target=target.number,
            c=caught,
        )
        self.must(bool(event.b) in self.obscured(figure, target), "obscured or not")
        difficulty = target.kind.stats["defense"] + event.b * self.whole("ranged.obscured")
        skill = figure.kind.stats["ranged_skill"] + weapon.skill_bonus
        if self.test(figure, self.bands[figure.unit], RANGED, skill, difficulty):
            self.wound(target, weapon.wounds)

    def strike(self, figure: Figure, weapon: Weapon, target: Figure) -> None:
        self.take(
            "attack",
            f"close.{weapon.code}",
            side=figure.side,
            actor=figure.number,
            target=target.number,
            b=0,
            c=0,
        )
        skill, defense = figure.kind.stats["close_skill"], target.kind.stats["defense"]
        got = self.test(figure, self.bands[figure.unit], CLOSE, skill, defense)
        if got and weapon.push:
            self.push(figure, target, weapon.push * got)
        if got:
            self.wound(target, weapon.wounds * got)

    # -------------------------------------------------------------------------------------- special

    def attempt(self, figure: Figure) -> None:
        interact = "special.interact"
        rule = f"objectives.{self.option('objectives')}"
        here = self.log[self.at]
        kind = "special" if self.by_rule(here.rule) == interact else "close"
        if kind == "special":
            rule = interact
        self.spend(figure, kind)
        event = self.take("attempt", rule, side=figure.side, actor=figure.number)
        self.must(
            self.marker_gap(figure, self.markers[event.a]) <= CONTACT, "does not touch the marker"
        )
        self.must(self.holders[event.a] != figure.side, "has that marker already")
        skill = figure.kind.stats["close_skill"]
        band = self.bands[figure.unit]
        if self.test(figure, band, CLOSE, skill, self.whole("objectives.difficulty")):
            self.holders[event.a] = figure.side
            self.take("capture", rule, side=figure.side, actor=figure.number, a=event.a)

    def shout(self, figure: Figure) -> None:
        self.must("shout" in figure.kind.specials, "cannot shout")
        self.spend(figure, "special")
        event = self.take("shout", "special.shout", side=figure.side, actor=figure.number)
        friend = self.figures[event.target]
        self.must(
            friend.in_play and friend.side == figure.side and friend is not figure,
            "shouts at no friend",
        )
        self.must(self.gap(figure, friend) <= self.number("special.shout_range"), "cannot be heard")
        self.move(friend, own=False)

    def patch_up(self, figure: Figure) -> None:
        self.must("patch-up" in figure.kind.specials, "cannot patch up")
        self.spend(figure, "special")
        event = self.take("patch-up", "special.patch-up", side=figure.side, actor=figure.number)
        friend = self.figures[event.target]
        self.must(
            friend.in_play and friend.side == figure.side and friend is not figure,
            "heals no friend",
        )
        self.must(self.gap(figure, friend) <= CONTACT, "is not in base contact")
        self.must(friend.doomed or friend.wounds, "heals nobody who is hurt")
        friend.doomed = False
        friend.wounds = max(0, friend.wounds - self.whole("special.patch"))

    # ---------------------------------------------------------------------------------------- tests

    def test(
        self, figure: Figure | None, band: Band, stat: int, value: int, difficulty: int
    ) -> int:
        """A test and its re-roll, if there is one; the successes that count."""
        if figure and figure.focused:
            figure.focused = False
            difficulty -= self.whole("actions.easier")
        difficulty = max(difficulty, self.whole("resolution.least"))
        actor = figure.number if figure else -1
        for attempt in (1, 2):
            event = self.take(
                "test",
                f"resolution.{self.option('resolution')}",
                dice=-1,
                side=band.side,
                actor=actor,
                target=band.number,
                a=stat,
                b=value,
                c=difficulty,
            )
            got = self.successes(event.dice[: event.n_dice], band.side, value, difficulty)
            self.must(event.d == got, f"counts {event.d} successes for {got}")
            if (
                got
                or attempt == 2
                or not self.next_is("re-roll", side=band.side, target=band.number)
            ):
                return got
            self.re_rolls[band.side] -= 1
            self.must(self.re_rolls[band.side] >= 0, "has no re-roll left")
            self.take("re-roll", "re-rolls.re-roll", actor=actor, a=self.re_rolls[band.side])
        raise AssertionError

    def successes(self, dice: tuple[int, ...], side: int, value: int, difficulty: int) -> int:
        how = self.option("resolution")
        if how == "dice-pool":
            self.must(len(dice) == value, "a die for each point of the stat")
            hits = sum(die >= self.whole("resolution.success_on") for die in dice)
            return hits if hits >= difficulty else 0
        if how == "dice-combination":
            self.must(len(dice) == 2, "two dice")
            total = sum(dice)
        else:
            self.must(len(dice) == 1, "one card")
            total = self.drawn(dice[0], side)
        total += value - difficulty - self.whole("resolution.beat")
        return 0 if total <= 0 else 1 + total // self.whole("resolution.step")

    def drawn(self, rank: int, side: int) -> int:
        """What a card is worth; there are four of each in a deck, and it is shuffled when it has
        run out.
        """
        deck = self.decks[side]
        if sum(deck.values()) == self.whole("resolution.deck"):
            deck.clear()
        deck[rank] = deck.get(rank, 0) + 1
        self.must(1 <= rank <= 13 and deck[rank] <= 4, "a card that is not in the deck any more")
        return (
            self.whole("resolution.ace") if rank == 1 else min(rank, self.whole("resolution.court"))
        )

    def unit_test(self, band: Band, difficulty: int) -> bool:
        """A Morale test of a whole unit, by the best of those left."""
        best = max(figure.kind.stats["morale"] for figure in band.left)
        lone = band.figures[0] if len(band.figures) == 1 else None
        return self.test(lone, band, MORALE, best, difficulty) > 0

    # --------------------------------------------------------------------------------------- wounds

    def wound(self, figure: Figure, wounds: int) -> None:
        self.hurt.add(figure.number)
        if self.has("doomed-tokens"):
            if not figure.doomed:
                figure.doomed = True
                self.take("doom", "damage.doomed", side=figure.side, actor=figure.number)
            return
        figure.wounds += wounds
        rule = f"damage.{self.option('damage')}"
        self.take("wound", rule, side=figure.side, actor=figure.number, a=wounds, b=figure.wounds)
        if not self.has("death-tests") and figure.wounds >= figure.kind.stats["wounds"]:
            self.remove(figure)

    def remove(self, figure: Figure) -> None:
        band = self.bands[figure.unit]
        figure.in_play = False
        self.take(
            "removed", f"damage.{self.option('damage')}", side=figure.side, actor=figure.number
        )
        if band.left:
            return
        self.lost.append((band, figure))
        unit = f"units.{self.option('units')}"
        self.take("unit-lost", unit, side=band.side, actor=band.number, a=band.points)
        if self.has("kill-points"):
            enemy = 1 - band.side
            self.victory[enemy] += band.points
            self.take(
                "score",
                "objectives.points-removal",
                side=enemy,
                a=band.points,
                b=self.victory[enemy],
            )

    def face_death(self, figure: Figure) -> None:
        difficulty = self.whole("damage.difficulty")
        band = self.bands[figure.unit]
        if self.test(figure, band, MORALE, figure.kind.stats["morale"], difficulty):
            rule = f"damage.{self.option('damage')}"
            self.take("survive", rule, side=figure.side, actor=figure.number)
        else:
            self.remove(figure)

    def face_doom(self) -> None:
        """In the End Phase: the First Player's models first."""
        for side in (self.first, 1 - self.first):
            for figure in self.figures:
                if figure.in_play and figure.side == side and figure.doomed:
                    figure.doomed = False
                    self.hurt, self.lost = set(), []
                    self.face_death(figure)
                    self.look_on()

    def after_action(self) -> None:
        """Once an action is over: those who may be dying test, then those who saw a unit go."""
        if self.option("damage") == "uncertain-death":
            for number in sorted(self.hurt):
                figure = self.figures[number]
                if figure.in_play and figure.wounds >= figure.kind.stats["wounds"]:
                    self.face_death(figure)
        self.look_on()

    # --------------------------------------------------------------------------------------- nerves

    def look_on(self) -> None:
        """Who was near to units that are gone, and saw them; then the First Player's units test
        first.
        """
        for band, last in sorted(self.lost, key=lambda pair: pair[0].number):
            for other in self.bands:
                if other.side == band.side and other.left:
                    self.witness(other, band, last)
        if self.lost and not self.phases:
            self.settle_nerves(self.first)
            self.settle_nerves(1 - self.first)
        self.lost = []

    def witness(self, other: Band, band: Band, last: Figure) -> None:
        """Whether a unit is rattled by the loss of another of its side, whose last model was
        this.
        """
        rattled = self.next_is("rattled", actor=other.number, target=band.number)
        may = [
            self.sees(figure, last)
            for figure in other.left
            if self.gap(figure, last) <= self.number("morale.distance") + 1e-9
        ]
        self.must(
            not rattled or any(True in each for each in may), "is rattled by what it did not see"
        )
        self.must(
            rattled or all(False in each for each in may), f"unit {other.number} is not rattled"
        )
        if rattled:
            self.take(
                "rattled", f"morale.{self.option('morale')}", side=other.side, actor=other.number
            )
            other.owes = 1 if self.phases else other.owes + 1

    def settle_nerves(self, side: int) -> None:
        """Each unit that owes Morale tests takes them."""
        for band in self.bands:
            if band.side != side:
                continue
            owed, band.owes = band.owes, 0
            for _ in range(owed):
                if band.left and not self.unit_test(band, self.whole("morale.difficulty")):
                    self.lose_heart(band)

    def lose_heart(self, band: Band) -> None:
        """What a failed test does."""
        if self.has("flight"):
            for figure in band.left:
                self.flee(figure)
        else:
            band.shaken += 1
            self.take("shaken", "morale.shaken", side=band.side, actor=band.number, a=band.shaken)
