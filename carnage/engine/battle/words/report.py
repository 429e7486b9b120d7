"""Battle reports: a game's events in words, grouped by round, phase and activation.

A report is made event by event, so that it can be read during the game. It uses the rulebook's
terms, shows every die and card, and gives distances as a player would measure them.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import Any

from carnage.common.directions import compass_point, degrees
from carnage.common.text_format import capitalize, count, join_words, remaining
from carnage.engine.battle.words.fights import FightTales
from carnage.engine.battle.words.gear import GearTales
from carnage.engine.battle.words.loot_text import SpoilTales
from carnage.engine.battle.words.muster import MusterTales
from carnage.engine.battle.words.naming import PHASES, Names
from carnage.engine.battle.words.reacting import ReactionTales
from carnage.engine.battle.words.talents import TalentTales
from carnage.engine.battle.words.teller import STAYS
from carnage.engine.battle.words.tests import TestTales, dice
from carnage.engine.battle.words.towers import TowerTales
from carnage.engine.battle.words.turns import TurnTales
from carnage.engine.core.events import python_name
from carnage.engine.core.log_reader import LoggedEvent
from carnage.engine.narration import DeferredLine

# Events that come only after an activation is over.
AFTERWARDS = {
    *("activate", "declare", "token", "pass", "phase", "round", "score", "end-roll", "game-over"),
    *(
        "bell",
        "speed-phase",
        "card",
        "jump",
        "drawn",
        "last-call",
        "time-up",
        "leg-it",
        "scoop",
        "swig",
        "fade",
        "awake",
    ),
}
# Replacements for the verb of a move that goes nowhere.
STUCK = {
    "moves": "stays where it is",
    "crawls": "does not get anywhere",
    "flees": "cannot flee any farther",
    "is pushed": "does not budge",
}
# Events with dice or cards that may have been called a Hero.
ROLLED = {"test", "bullet", "thump", "shot", "contest", "hurl"}


class Report(
    MusterTales,
    TalentTales,
    TurnTales,
    TestTales,
    TowerTales,
    FightTales,
    SpoilTales,
    GearTales,
    ReactionTales,
):
    """A writer of report lines, which tracks positions and the activation under way.

    `game.record` may be later than the events. Only data that never changes is read from it, and
    the positions of markers once the edges are picked.
    """

    def __init__(self, names: Names, game: Any) -> None:
        self.names = names
        self.game = game
        self.at: dict[int, tuple[float, float]] = {}
        self.unit = self.side = -1  # of the activation under way
        self.idle = False  # the last event began an activation
        self.edges = names.ruleset.has("wrap-around")
        self.stay = ""  # the line of a model that stays, held back in case it crosses an edge
        self.shown = False  # the last event was a pair of signs
        self.ending = False  # the End Phase of this round has begun
        self.rattled = set()
        self.dying = set()
        self.doomed = set()
        self.begun = False  # the heading of deployment has been written
        self.due = {}
        self.landed = {}
        self.ahead = {}
        self.called = {}
        self.heroes = {}
        self.picked = {}
        self.aimed = {}
        self.spent = {}
        self.score = {0: 0, 1: 0}

    def lines(self, happenings: Iterable[LoggedEvent]) -> Iterator[str]:
        """Yield one line or more for each event.

        Headings begin with #. Effects of an earlier line are indented. A `DeferredLine` belongs to
        the events before this one.
        """
        for happening in happenings:
            others_test = happening.name == "test" and happening.target != self.unit
            if self.idle and (others_test or happening.name in AFTERWARDS):
                yield DeferredLine("It does nothing.")
            if self.shown and happening.name == "signs":
                yield DeferredLine("  Nothing comes of it.")
            self.opened = self.idle
            self.idle = happening.name == "activate"
            self.shown = happening.name == "signs"
            if self.stay and happening.name != "cross":
                yield DeferredLine(self.stay)
            self.stay = ""
            tell = getattr(self, f"tell_{python_name(happening.name)}")
            told = list(tell(happening))
            if self.edges and happening.name == "move" and f" {STUCK['moves']}" in told[-1]:
                self.stay = told.pop()
            yield from told
            if happening.name in ROLLED:
                self.called.clear()

    # --------------------------------------------------------------------------------------- before

    def tell_phases(self, h: LoggedEvent) -> Iterator[str]:
        order = [PHASES[kind].removesuffix(" Phase") for kind in h.dice]
        yield f"The phases are shuffled: {join_words(order)}."

    # --------------------------------------------------------------------------------------- rounds

    def tell_round(self, h: LoggedEvent) -> Iterator[str]:
        self.leave()
        self.ending = False
        yield f"## Round {h.a}"

    def end_phase(self) -> Iterator[str]:
        """Yield the heading of the End Phase, once a round."""
        if not self.ending:
            self.leave()
            self.ending = True
            yield "### End Phase"

    def tell_bid(self, h: LoggedEvent) -> Iterator[str]:
        bid = count(h.a, "Game Token") if h.a else "nothing"
        rolled = ""
        if h.dice:
            rolled = f", rolls {dice(h.dice)} and has {h.b}"
        yield f"{self.name(h)} bids {bid}{rolled}."

    def tell_first_player(self, h: LoggedEvent) -> Iterator[str]:
        yield f"{self.names.sides[h.a]} is the First Player{self.why_first(h.a)}."

    def why_first(self, side: int) -> str:
        """Return the reason why a side is the First Player, or "" if the events before have
        shown it.
        """
        option = self.names.ruleset.choice("initiative").option.code
        if option == "bought" and len(set(self.spent.values())) > 1:
            mine = self.names.money(self.spent[side])
            theirs = self.names.money(self.spent[1 - side])
            return f", having spent {mine} to {theirs.removesuffix(' points')}"
        if self.names.ruleset.has("victory-lead") and self.score[0] != self.score[1]:
            return f", with {count(self.score[side], 'victory point')} to {self.score[1 - side]}"
        return ""

    def tell_phase(self, h: LoggedEvent) -> Iterator[str]:
        self.leave()
        yield f"### {PHASES[h.a]}"

    def tell_token(self, h: LoggedEvent) -> Iterator[str]:
        self.leave()
        if self.names.ruleset.has("activation-tokens"):
            kind = "Activation Token"
        else:
            kind = "Game Token"
        yield f"{self.name(h)} spends {'an' if kind[0] == 'A' else 'a'} {kind}; {remaining(h.a)}."

    def tell_pass(self, h: LoggedEvent) -> Iterator[str]:
        self.leave()
        yield f"{self.name(h)} passes."

    def tell_declare(self, h: LoggedEvent) -> Iterator[str]:
        self.leave()
        yield (
            f"{self.name(h)} declares {count(h.a, 'activation')} for "
            f"{self.names.unit(h.actor, h.side)}."
        )

    def tell_activate(self, h: LoggedEvent) -> Iterator[str]:
        self.unit = h.actor
        self.side = h.side
        self.rattled.clear()
        yield f"#### {self.name(h)} activates {self.names.unit(h.actor, h.side)}"

    def tell_held_up(self, h: LoggedEvent) -> Iterator[str]:
        yield f"{capitalize(self.unit_name(h))} loses its activation."
        self.leave()

    # -------------------------------------------------------------------------------------- actions

    def tell_focus(self, h: LoggedEvent) -> Iterator[str]:
        yield f"{capitalize(self.who(h))} focuses."

    def tell_flee(self, h: LoggedEvent) -> Iterator[str]:
        yield from self.went(h, "flees")

    def tell_push(self, h: LoggedEvent) -> Iterator[str]:
        after = "  " if h.by == "fighting.opposed-roll" else ""
        for line in self.went(h, "is pushed"):
            yield after + line

    def how_far(self, far: float) -> str:
        """Return a distance to a tenth, or `less than 0.1"` if it would be shown as 0."""
        said = self.names.length(far)
        if said == self.names.length(0.0):
            return f"less than {self.names.length(0.1)}"
        return said

    def went(self, h: LoggedEvent, verb: str) -> Iterator[str]:
        """Yield the line of a change of place, with its length and end."""
        self.at[h.actor] = (h.x1, h.y1)
        far = math.dist((h.x0, h.y0), (h.x1, h.y1))
        facing = self.facing(h)
        if far < STAYS:
            yield f"{capitalize(self.who(h))} {STUCK[verb]}{facing}."
            return
        way = compass_point(h.x1 - h.x0, h.y1 - h.y0)
        yield (
            f"{capitalize(self.who(h))} {verb} {self.how_far(far)} {way}{self.sideways(h, far)}, "
            f"from {self.names.place(h.x0, h.y0)} to {self.place(h.x1, h.y1)}{facing}."
        )

    def facing(self, h: LoggedEvent) -> str:
        """Return the facing of a model after its own move, or "" if the game has no facing."""
        told = h.name in ("move", "flee") and self.names.ruleset.has("facing")
        if told:
            return f", facing {compass_point(h.fx, h.fy)} ({degrees(h.fx, h.fy)}°)"
        return ""

    def sideways(self, h: LoggedEvent, far: float) -> str:
        """Return the direction of a step relative to the facing: "" for ahead, ` backward` or `
        sideways`.

        Only Restricted Movement has steps without a turn.
        """
        if h.name != "move" or h.by != "movement.restricted-movement":
            return ""
        ahead = (h.fx * (h.x1 - h.x0) + h.fy * (h.y1 - h.y0)) / far
        if ahead > 0.9:
            return ""
        if ahead < -0.9:
            return " backward"
        return " sideways"

    def tell_face(self, h: LoggedEvent) -> Iterator[str]:
        way = f"{compass_point(h.fx, h.fy)} ({degrees(h.fx, h.fy)}°)"
        yield f"{capitalize(self.who(h))} turns to face {way}."

    def tell_attack(self, h: LoggedEvent) -> Iterator[str]:
        weapon = self.names.weapons[h.a]
        target = self.names.model(h.target, self.side)
        if h.target in self.doomed:
            target += ", doomed already"  # another wound has no effect
        if h.c:
            line = f"The burst catches {target}"
        elif weapon.kind == "close":
            line = f"{capitalize(self.who(h))} uses {self.names.weapon(h.a)} on {target}"
        else:
            verb = "throws" if weapon.burst else "fires"
            line = f"{capitalize(self.who(h))} {verb} {self.names.weapon(h.a)} at {target}"
        if h.actor != h.target:
            line += f", {self.names.away(self.gap(h.actor, h.target))}"
        yield line + (", obscured." if h.b else ".")

    def tell_attempt(self, h: LoggedEvent) -> Iterator[str]:
        how = ""
        if h.by == "special.interact":
            how = ", with Interact"
        yield (
            f"{capitalize(self.who(h))} tries to capture "
            f"{self.names.marker(self.game.record, h.a)}{how}."
        )

    def tell_capture(self, h: LoggedEvent) -> Iterator[str]:
        yield f"  {self.name(h)} holds {self.names.marker(self.game.record, h.a)} now."

    def tell_shout(self, h: LoggedEvent) -> Iterator[str]:
        target = self.names.model(h.target, self.side)
        yield f"{capitalize(self.who(h))} shouts at {target} to move."

    def tell_patch_up(self, h: LoggedEvent) -> Iterator[str]:
        self.doomed.discard(h.target)
        if h.target == h.actor:
            yield f"{capitalize(self.who(h))} patches itself up."
        else:
            yield f"{capitalize(self.who(h))} patches up {self.names.model(h.target, self.side)}."

    # -------------------------------------------------------------------------------------- effects

    def tell_wound(self, h: LoggedEvent) -> Iterator[str]:
        if self.names.ruleset.has("death-tests") and h.b >= self.wounds(h.actor):
            self.dying.add(h.actor)
        limit = f"Wounds {self.wounds(h.actor)}"
        if h.by == "damage.slowed":
            pace = self.pace(h.actor) - h.b
            limit = f"Pace {pace} left" if pace > 0 else "no Pace left"
        yield f"  {capitalize(self.who(h))} suffers {count(h.a, 'wound')}: {h.b} in all, {limit}."

    def tell_doom(self, h: LoggedEvent) -> Iterator[str]:
        self.doomed.add(h.actor)
        yield f"  {capitalize(self.who(h))} takes a Doomed Token."

    def tell_removed(self, h: LoggedEvent) -> Iterator[str]:
        self.lost = h.actor
        yield f"  {capitalize(self.who(h))} is removed."

    def tell_unit_lost(self, h: LoggedEvent) -> Iterator[str]:
        if not self.names.ruleset.has("squads"):
            return
        if self.names.ruleset.has("fallen"):  # fallen models may have been booted up again
            yield f"  {capitalize(self.unit_name(h))} counts as removed."
        else:
            yield f"  That was the last of {self.unit_name(h)}."

    def tell_survive(self, h: LoggedEvent) -> Iterator[str]:
        yield f"  {capitalize(self.who(h))} stays in play."

    def tell_rattled(self, h: LoggedEvent) -> Iterator[str]:
        self.rattled.add(h.actor)
        lost = self.names.unit(h.target, self.side)
        yield f"  {capitalize(self.unit_name(h))} saw the end of {lost} and owes a Morale test."

    def tell_shaken(self, h: LoggedEvent) -> Iterator[str]:
        more = f"; it has {h.a} now" if h.a > 1 else ""
        yield f"  {capitalize(self.unit_name(h))} takes a Shaken Token{more}."

    def tell_steady(self, h: LoggedEvent) -> Iterator[str]:
        yield (
            f"  {capitalize(self.unit_name(h))} pulls itself together: its Shaken Tokens are "
            "taken off."
        )

    def tell_score(self, h: LoggedEvent) -> Iterator[str]:
        if h.by != "objectives.points-removal":
            yield from self.end_phase()
        self.score[h.side] = h.b
        yield f"{self.name(h)} scores {count(h.a, 'victory point')} and has {h.b}."

    # ------------------------------------------------------------------------------------------ end

    def tell_end_roll(self, h: LoggedEvent) -> Iterator[str]:
        yield from self.end_phase()
        goes = "The game ends." if h.b else "The game goes on."
        yield f"{self.name(h)} rolls for the end after round {h.a}: {dice(h.dice)}. {goes}"

    def tell_game_over(self, h: LoggedEvent) -> Iterator[str]:
        self.leave()
        yield "## The end"
        score = f"{h.c} to {h.b}" if h.a == 1 else f"{h.b} to {h.c}"
        rest = ""
        if h.d:
            rest = f", and the models that it has left are worth {count(h.d, 'point')} more"
        yield f"{self.names.sides[h.a]} wins, {score}{rest}." if h.a >= 0 else f"A draw, {score}."

    # ---------------------------------------------------------------------------------------- words

    def gap(self, i: int, j: int) -> float:
        """Return the distance between the base edges of two models, at their last known
        positions.
        """
        return math.dist(self.at[i], self.at[j]) - 2.0 * float(self.game.record.radius)

    def pace(self, i: int) -> int:
        """Return the Pace of model i's kind."""
        g = self.game.record
        return int(g.kinds[g.models[i].kind].pace)

    def wounds(self, i: int) -> int:
        """Return the Wounds of model i's kind."""
        g = self.game.record
        return int(g.kinds[g.models[i].kind].wounds)
