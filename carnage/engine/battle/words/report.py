"""Battle reports: a game's events in words, grouped by round, phase and activation.

A report is made event by event, so that it can be read during the game. It uses the rulebook's
terms, shows every die and card, and gives distances as a player would measure them.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import Any

from carnage.common.text_format import capitalize, count, join_words, remaining
from carnage.engine.battle.words.fights import FightLines
from carnage.engine.battle.words.gear import GearLines
from carnage.engine.battle.words.loot_text import LootLines
from carnage.engine.battle.words.moves import STOPPED_AT_ONCE, STUCK, MoveLines
from carnage.engine.battle.words.muster import MusterLines
from carnage.engine.battle.words.naming import PHASES, Names
from carnage.engine.battle.words.reacting import ReactionLines
from carnage.engine.battle.words.talents import TalentLines
from carnage.engine.battle.words.tests import TestLines, dice_text
from carnage.engine.battle.words.towers import TowerLines
from carnage.engine.battle.words.turns import TurnLines
from carnage.engine.core.events import python_name
from carnage.engine.core.log_reader import LoggedEvent
from carnage.engine.narration import DeferredLine

SECOND = ", because the other side went first"
NEAREST = ", because it has the model nearest to the middle"

# Events that come only after an activation is over.
AFTER_ACTIVATION = {
    "activate",
    "awake",
    "bell",
    "broken",
    "card",
    "crumble",
    "declare",
    "doom-track",
    "drawn",
    "end-phase",
    "end-roll",
    "marker-count",
    "fade",
    "game-over",
    "jump",
    "last-call",
    "leg-it",
    "pass",
    "phase",
    "round",
    "scoop",
    "score",
    "speed-phase",
    "swig",
    "time-up",
    "token",
}
SHOUTED_MOVES = {"move", "crawl", "get-up"}
# Events with dice or cards that may have been called a Hero.
ROLLS = {"test", "bullet", "thump", "shot", "contest", "hurl"}


class Report(
    MusterLines,
    TalentLines,
    TurnLines,
    MoveLines,
    TestLines,
    TowerLines,
    FightLines,
    LootLines,
    GearLines,
    ReactionLines,
):
    """A writer of report lines, which tracks positions and the activation under way.

    `game.record` may be later than the events. Only data that never changes is read from it, and
    the positions of markers once the edges are picked.
    """

    def __init__(self, names: Names, game: Any) -> None:
        self.names = names
        self.game = game
        self.wraps_around = names.ruleset.has("wrap-around")
        self.positions = {}
        self.facings = {}
        self.unit = -1
        self.side = -1
        self.setup_begun = False
        self.end_phase_begun = False  # the End Phase of this round has begun
        self.last_event_activated = False  # the last event began an activation
        self.shouted_model = -1  # the model that was shouted at last, until its Move is over
        self.shouted_move_begun = False
        self.signs_shown = False  # the last event was a pair of signs
        self.held_back_line = ""  # of a model that stays, in case that it crosses an edge
        self.marker_holders: dict[int, int] = {}  # by marker, the side that holds it
        self.units_owing_test = set()
        self.models_owing_test = set()
        self.doomed_models = set()
        self.dice_due = {}
        self.dice_landed = {}
        self.dice_ahead = {}
        self.hero_values = {}
        self.hero_numbers = {}
        self.picked_kinds = {}
        self.aim_targets = {}
        self.force_cost = {}
        self.score = {0: 0, 1: 0}

    def lines(self, happenings: Iterable[LoggedEvent]) -> Iterator[str]:
        """Yield one line or more for each event.

        Headings begin with #. Effects of an earlier line are indented. A `DeferredLine` belongs to
        the events before this one.
        """
        for happening in happenings:
            yield from self.belated_lines(happening)
            self.activation_just_begun = self.last_event_activated
            self.last_event_activated = happening.name == "activate"
            self.signs_shown = happening.name == "signs"
            tell = getattr(self, f"tell_{python_name(happening.name)}")
            lines = list(tell(happening))
            if self.wraps_around and happening.name == "move":
                if any(f" {verb}" in lines[-1] for verb in (STUCK["moves"], STOPPED_AT_ONCE)):
                    self.held_back_line = lines.pop()
            if self.is_shouted_move(happening):
                lines = [f"  {line}" for line in lines]
            yield from lines
            if happening.name in ROLLS:
                self.hero_values.clear()

    def is_shouted_move(self, happening: LoggedEvent) -> bool:
        """Return whether an event is part of the Move of a model that has been shouted at.

        Such lines belong to the shout: the model may also Move in its own turn.
        """
        if happening.name == "shout":
            self.shouted_model = happening.target
            self.shouted_move_begun = False
            return False
        if happening.actor != self.shouted_model:
            return False
        if happening.name in SHOUTED_MOVES and not self.shouted_move_begun:
            self.shouted_move_begun = True
            return True
        if happening.name != "face":
            self.shouted_model = -1
        return happening.name == "face"

    def belated_lines(self, happening: LoggedEvent) -> Iterator[str]:
        """Yield the lines about earlier events that an event confirms."""
        others_test = happening.name == "test" and happening.target != self.unit
        if self.last_event_activated and (others_test or happening.name in AFTER_ACTIVATION):
            yield DeferredLine("It does nothing.")
        if self.signs_shown and happening.name == "signs":
            yield DeferredLine("  Nothing comes of it.")
        if self.held_back_line and happening.name != "cross":
            yield DeferredLine(self.held_back_line)
        self.held_back_line = ""

    # --------------------------------------------------------------------------------------- before

    def tell_phases(self, h: LoggedEvent) -> Iterator[str]:
        order = [PHASES[kind].removesuffix(" Phase") for kind in h.dice]
        yield f"The phases are shuffled: {join_words(order)}."

    # --------------------------------------------------------------------------------------- rounds

    def tell_round(self, h: LoggedEvent) -> Iterator[str]:
        self.end_activation()
        self.end_phase_begun = False
        self.round = h.a
        yield f"## Round {h.a}"

    def end_phase_heading(self) -> Iterator[str]:
        """Yield the heading of the End Phase, once a round."""
        if not self.end_phase_begun:
            self.end_activation()
            self.end_phase_begun = True
            yield "### End Phase"

    def tell_end_phase(self, h: LoggedEvent) -> Iterator[str]:
        yield from self.end_phase_heading()

    def tell_bid(self, h: LoggedEvent) -> Iterator[str]:
        bid = count(h.a, "Game Token") if h.a else "nothing"
        rolled = ""
        if h.dice:
            rolled = f", rolls {dice_text(h.dice)} and has {h.b}"
        yield f"{self.side_name(h)} bids {bid}{rolled}."

    def tell_first_player(self, h: LoggedEvent) -> Iterator[str]:
        yield f"{self.names.sides[h.a]} is the First Player{self.why_first(h.a)}."

    def why_first(self, side: int) -> str:
        """Return the reason why a side is the First Player, or "" if earlier events show it."""
        ruleset = self.names.ruleset
        bought = ruleset.choice("initiative").option.code == "bought"
        if bought and ruleset.has("draft"):
            return ", having drafted second"
        if bought and len(set(self.force_cost.values())) > 1:
            cost = self.names.money(self.force_cost[side])
            other_cost = self.names.money(self.force_cost[1 - side]).removesuffix(" points")
            return f", having spent {cost} to {other_cost}"
        if ruleset.has("victory-lead") and self.score[0] != self.score[1]:
            points = count(self.score[side], "victory point")
            return f", with {points} to {self.score[1 - side]}"
        return ""

    def tell_phase(self, h: LoggedEvent) -> Iterator[str]:
        self.end_activation()
        yield f"### {PHASES[h.a]}"

    def tell_token(self, h: LoggedEvent) -> Iterator[str]:
        self.end_activation()
        if self.names.ruleset.has("activation-tokens"):
            token = "an Activation Token"
        else:
            token = "a Game Token"
        yield f"{self.side_name(h)} spends {token}; {remaining(h.a)}."

    def tell_pass(self, h: LoggedEvent) -> Iterator[str]:
        self.end_activation()
        yield f"{self.side_name(h)} passes."

    def tell_declare(self, h: LoggedEvent) -> Iterator[str]:
        self.end_activation()
        unit = self.names.unit(h.actor, h.side)
        yield f"{self.side_name(h)} declares {count(h.a, 'activation')} for {unit}."

    def tell_activate(self, h: LoggedEvent) -> Iterator[str]:
        self.unit = h.actor
        self.side = h.side
        self.units_owing_test.clear()
        yield f"#### {self.side_name(h)} activates {self.names.unit(h.actor, h.side)}"

    def tell_held_up(self, h: LoggedEvent) -> Iterator[str]:
        yield f"{self.unit_subject(h)} loses its activation."
        self.end_activation()

    # -------------------------------------------------------------------------------------- actions

    def tell_focus(self, h: LoggedEvent) -> Iterator[str]:
        yield f"{self.subject(h)} focuses."

    def tell_attack(self, h: LoggedEvent) -> Iterator[str]:
        target = self.target_name(h)
        if h.target in self.doomed_models:
            target += ", doomed already"  # another wound has no effect
        if h.c:
            line = f"The burst catches {target}"
        else:
            line = f"{self.subject(h)} {self.weapon_use(h.a, target)}"
        if h.actor != h.target:
            line += f", {self.names.away(self.gap(h.actor, h.target))}"
        self.shot_obscured = bool(h.b)
        self.shot_defended = 0
        self.shot_dodged = 0
        if h.b:
            line += f", {self.obscured_text(h.actor, h.target)}"
        yield f"{line}."

    def obscured_text(self, i: int, j: int) -> str:
        """Return `obscured by the north hedge`, with the first such terrain on the way."""
        g = self.game.record
        piece = self.names.obscured_by(g, self.positions[i], self.positions[j])
        return f"obscured by {piece}" if piece else "obscured"

    def weapon_use(self, w: int, target: str) -> str:
        """Return the use of weapon w on a target: `fires the Rifle at Trooper 1`."""
        weapon = self.names.weapons[w]
        name = self.names.weapon(w)
        if weapon.kind == "close":
            return f"uses {name} on {target}"
        if weapon.burst:
            return f"throws {name} at {target}"
        return f"fires {name} at {target}"

    def tell_attempt(self, h: LoggedEvent) -> Iterator[str]:
        marker = self.names.marker(self.game.record, h.a)
        how = ", with Interact" if h.by == "special.interact" else ""
        yield f"{self.subject(h)} tries to capture {marker}{how}."

    def tell_capture(self, h: LoggedEvent) -> Iterator[str]:
        self.marker_holders[h.a] = h.side
        yield f"  {self.side_name(h)} holds {self.names.marker(self.game.record, h.a)} now."

    def tell_shout(self, h: LoggedEvent) -> Iterator[str]:
        yield f"{self.subject(h)} shouts at {self.target_name(h)} to move."

    def tell_patch_up(self, h: LoggedEvent) -> Iterator[str]:
        self.doomed_models.discard(h.target)
        target = "itself" if h.target == h.actor else self.target_name(h)
        yield f"{self.subject(h)} patches up {target}{self.left_text(h)}."

    def left_text(self, h: LoggedEvent) -> str:
        """Return the wounds or dice of a patched up model: `, which has 1 wound left`."""
        ruleset = self.names.ruleset
        if ruleset.has("doomed-tokens"):
            return ", which loses its Doomed Token"
        if ruleset.has("dwindling"):
            return ""
        if ruleset.has("tower"):
            return f", whose tower has {count(h.a, 'die')} left"
        return f", which has {count(h.a, 'wound')} left"

    # -------------------------------------------------------------------------------------- effects

    def tell_wound(self, h: LoggedEvent) -> Iterator[str]:
        wounds = self.max_wounds(h.actor)
        if self.names.ruleset.has("death-tests") and h.b >= wounds:
            self.models_owing_test.add(h.actor)
        limit = f"Wounds {wounds}"
        if h.by == "damage.slowed":
            pace = self.pace(h.actor) - h.b
            limit = f"Pace {pace} left" if pace > 0 else "no Pace left"
        yield f"  {self.subject(h)} suffers {count(h.a, 'wound')}: {h.b} in all, {limit}."

    def tell_doom(self, h: LoggedEvent) -> Iterator[str]:
        self.doomed_models.add(h.actor)
        yield f"  {self.subject(h)} takes a Doomed Token."

    def tell_removed(self, h: LoggedEvent) -> Iterator[str]:
        self.last_lost = h.actor
        yield f"  {self.subject(h)} is removed."

    def tell_unit_lost(self, h: LoggedEvent) -> Iterator[str]:
        if not self.names.ruleset.has("squads"):
            return
        ruleset = self.names.ruleset
        if ruleset.has("fallen"):  # fallen models may have been booted up again
            if ruleset.has("kill-points") or ruleset.has("morale-tests"):
                yield f"  {self.unit_subject(h)} counts as removed."
        else:
            yield f"  That was the last of {self.unit_name(h)}."

    def tell_survive(self, h: LoggedEvent) -> Iterator[str]:
        yield f"  {self.subject(h)} stays in play."

    def tell_rattled(self, h: LoggedEvent) -> Iterator[str]:
        self.units_owing_test.add(h.actor)
        lost = self.names.unit(h.target, self.side)
        yield f"  {self.unit_subject(h)} saw the end of {lost} and owes a Morale test."

    def tell_shaken(self, h: LoggedEvent) -> Iterator[str]:
        more = f"; it has {h.a} now" if h.a > 1 else ""
        yield f"  {self.unit_subject(h)} takes a Shaken Token{more}."

    def tell_steady(self, h: LoggedEvent) -> Iterator[str]:
        yield (f"  {self.unit_subject(h)} pulls itself together: its Shaken Tokens are taken off.")

    def tell_score(self, h: LoggedEvent) -> Iterator[str]:
        if h.by != "objectives.points-removal":
            yield from self.end_phase_heading()
        self.score[h.side] = h.b
        why = ""
        if h.by == "objectives.interactive-objectives":
            held = sorted(n for n, side in self.marker_holders.items() if side == h.side)
            why = f" for {join_words(self.names.marker(self.game.record, n) for n in held)}"
        yield f"{self.side_name(h)} scores {count(h.a, 'victory point')}{why} and has {h.b}."

    def tell_marker_count(self, h: LoggedEvent) -> Iterator[str]:
        marker = capitalize(self.names.marker(self.game.record, h.a))
        if h.b == h.c:
            yield f"{marker}: {h.b} points to {h.c}, nobody’s."
        else:
            winner = self.names.sides[int(h.c > h.b)]
            yield f"{marker}: {h.b} points to {h.c}, for {winner}."

    # ------------------------------------------------------------------------------------------ end

    def tell_end_roll(self, h: LoggedEvent) -> Iterator[str]:
        yield from self.end_phase_heading()
        result = "The game ends." if h.b else "The game goes on."
        roll = f"{self.side_name(h)} rolls for the end after round {h.a}: {dice_text(h.dice)}"
        yield f"{roll}. {result}"

    def tell_broken(self, h: LoggedEvent) -> Iterator[str]:
        yield from self.end_phase_heading()
        yield f"{self.side_name(h)} has lost {h.a} of {count(h.b, 'model')}, and is broken."

    def tell_crumble(self, h: LoggedEvent) -> Iterator[str]:
        yield from self.end_phase_heading()
        yield f"The ground crumbles: {count(h.a, 'inch')} along every edge are lost."

    def tell_doom_track(self, h: LoggedEvent) -> Iterator[str]:
        yield from self.end_phase_heading()
        losses = f"{count(h.c, 'model')} lost so far"
        yield f"The marker on the Doom Track is on space {h.a} of {h.b}, with {losses}."

    def tell_game_over(self, h: LoggedEvent) -> Iterator[str]:
        self.end_activation()
        yield "## The end"
        if h.a < 0:
            yield f"A draw, {h.b} to {h.c}."
            return
        score = f"{h.c} to {h.b}" if h.a == 1 else f"{h.b} to {h.c}"
        tie_break = ""
        if h.d:
            points = count(h.d, "point")
            tie_break = f", and the models that it has left are worth {points} more"
        elif h.b == h.c:
            goes_second = self.names.ruleset.params["victory.second_ties"]
            tie_break = SECOND if goes_second else NEAREST
        yield f"{self.names.sides[h.a]} wins, {score}{tie_break}."

    # ---------------------------------------------------------------------------------------- words

    def gap(self, i: int, j: int) -> float:
        """Return the gap between the bases of two models at their last known positions."""
        return math.dist(self.positions[i], self.positions[j]) - 2.0 * float(
            self.game.record.radius
        )

    def pace(self, i: int) -> int:
        """Return the Pace of model i's kind."""
        g = self.game.record
        return int(g.kinds[g.models[i].kind].pace)

    def max_wounds(self, i: int) -> int:
        """Return the Wounds of model i's kind."""
        g = self.game.record
        return int(g.kinds[g.models[i].kind].wounds)
