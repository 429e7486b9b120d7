"""Report lines for guns, brawls, luck, dynamite and markers on models."""

from __future__ import annotations

from collections.abc import Iterator

from carnage.common.text_format import capitalize, count, join_words, remaining
from carnage.engine.battle.words.talents import fight_edge
from carnage.engine.battle.words.teller import EventLines
from carnage.engine.core.log_reader import LoggedEvent

EFFECTS = ("out", "down", "stunned", "dazed")
EFFECT_TEXTS = {
    "out": "knocked out",
    "down": "knocked down",
    "stunned": "stunned",
    "dazed": "dazed",
    "": "none the worse",
}
KING = 13
HERO_CARDS = {11: "a jack", 12: "a queen", KING: "a king"}
CUTS = {1: "whole", 2: "half"}


class GearLines(EventLines):
    """Report lines for the events of guns, brawls, luck, dynamite and markers. See `EventLines`."""

    aim_targets: dict[int, int]  # by model, its last target of an Aim marker
    round: int = 0  # the number of the round under way
    shot_obscured: bool = False  # the target of the last attack is obscured
    shot_defended: int = 0  # the change to the last attack for a Defend die
    shot_dodged: int = 0  # the change to the last attack for a dodge

    def effect_line(self, h: LoggedEvent, text: str) -> str:
        """Return an indented line about the effect of an earlier line on a model."""
        return f"  {self.subject(h)} {text}"

    # -------------------------------------------------------------------------------------- markers

    def tell_get_up(self, h: LoggedEvent) -> Iterator[str]:
        yield f"{self.subject(h)} stands up."

    def tell_crawl(self, h: LoggedEvent) -> Iterator[str]:
        yield from self.move_lines(h, "crawls")

    def tell_knocked_down(self, h: LoggedEvent) -> Iterator[str]:
        yield self.effect_line(h, "is knocked down.")

    def tell_knocked_out(self, h: LoggedEvent) -> Iterator[str]:
        ruleset = self.names.ruleset
        if ruleset.has("timed-phases"):
            yield self.effect_line(h, f"is knocked out for {count(h.a, 'phase')}.")
            return
        yield self.effect_line(h, f"is knocked out until the end of round {self.round + h.a - 1}.")

    def tell_awake(self, h: LoggedEvent) -> Iterator[str]:
        self.end_activation()
        yield f"{capitalize(self.names.model(h.actor))} comes to."

    def tell_stunned(self, h: LoggedEvent) -> Iterator[str]:
        more = "" if h.a == h.b else f"; it has {h.b} now"
        yield self.effect_line(h, f"takes {count(h.a, 'Stun marker')}{more}.")

    def tell_fade(self, h: LoggedEvent) -> Iterator[str]:
        yield from self.end_phase_heading()
        yield f"{capitalize(self.names.model(h.actor))} loses a Stun marker; {remaining(h.a)}."

    def tell_counter_off(self, h: LoggedEvent) -> Iterator[str]:
        if h.a:
            what = "clears its jammed gun"
        else:
            has = self.names.ruleset.has
            markers = "all its Stun markers" if has("phased") or has("allocation") else ""
            what = f"takes off {markers or 'a Stun marker'}; {remaining(h.b)}"
        yield f"{self.subject(h)} {what}."

    # ----------------------------------------------------------------------------------------- guns

    def tell_aim(self, h: LoggedEvent) -> Iterator[str]:
        markers = count(h.a, "Aim marker")
        self.aim_targets[h.actor] = h.target
        yield f"{self.subject(h)} aims at {self.names.model(h.target, h.side)}: {markers}."

    def tell_aim_lost(self, h: LoggedEvent) -> Iterator[str]:
        line = self.effect_line(h, "loses its aim.")
        is_active = self.unit_of(h.actor) == self.unit
        if is_active and self.aim_targets.get(h.actor) != self.last_lost:
            yield line.strip()
        else:
            yield line

    def tell_reload(self, h: LoggedEvent) -> Iterator[str]:
        yield f"{self.subject(h)} reloads {self.names.weapon(h.a)}."

    def tell_shot(self, h: LoggedEvent) -> Iterator[str]:
        rolled = join_words([str(die) for die in h.dice])
        hit = "a hit" if h.b else "a miss"
        shots = count(h.d, "shot") if h.d else "No shots"
        changes = ", ".join(self.number_changes(h))
        yield f"  It needs {h.a} ({changes}) and rolls {rolled}: {hit}. {shots} left."

    def number_changes(self, h: LoggedEvent) -> Iterator[str]:
        """Yield the base number of a shot, and each change to it: `chart +1`."""
        params = self.names.ruleset.params
        yield str(params["shooting.base"])
        yield with_minus(f"chart {h.c:+d}")
        turned = int(h.x1)
        place = "behind" if turned >= params["shooting.rear"] else "outside the arc"
        changes = {
            "obscured": int(self.shot_obscured) * int(params["shooting.obscured"]),
            "target prone": int(h.x0),
            "shooter ran" if self.names.ruleset.has("gaits") else "shooter moved": int(h.y0),
            f"target {place}": turned,
            "talents": int(h.y1),
            "lit dynamite": int(h.fx),
            "aim": int(h.fy),
            "Defend die": self.shot_defended,
            "dodge": self.shot_dodged,
        }
        for reason, change in changes.items():
            if change:
                yield with_minus(f"{reason} {change:+d}")

    def tell_jam(self, h: LoggedEvent) -> Iterator[str]:
        yield f"  {capitalize(self.names.weapon(h.a))} jams."

    # --------------------------------------------------------------------------------------- brawls

    def tell_contest(self, h: LoggedEvent) -> Iterator[str]:
        g = self.game.record
        own_edge = fight_edge(g, h.actor, h.c)
        own_dice = self.dice_with_hero(h.side, h.dice[:1])
        target_dice = self.dice_with_hero(1 - h.side, h.dice[1:])
        fighter = f"{own_dice[0]} + {own_edge} with {self.names.weapon(h.c)}, {h.a}"
        total = with_minus(str(h.b))
        if target_dice:
            target_edge = fight_edge(g, h.target, h.d)
            changes = self.total_changes(h, h.b - target_dice[0] - target_edge)
            why = "".join(f" {change}" for change in changes)
            target = f"{target_dice[0]} + {target_edge} with {self.names.weapon(h.d)}{why}, {total}"
        else:
            target = f"is knocked out and comes to {total}"
            why = " ".join(self.total_changes(h, h.b))
            if why:
                target += f": {why}"
        yield f"  It rolls {fighter}; its target {target}."

    def total_changes(self, h: LoggedEvent, rest: int) -> Iterator[str]:
        """Yield each change to a fighter's target's total, with its reason: `+ 1 for having moved`.

        Args:
            h: The event of the contest.
            rest: The target's total without its die and its weapon's edge.
        """
        params = self.names.ruleset.params
        turned = int(h.y1)
        back = int(h.fx)
        if -turned >= params["fighting.target_rear"]:
            target_side = "behind"
        else:
            target_side = "the side"
        if back >= params["fighting.fighter_rear"]:
            fighter_side = "behind the fighter"
        else:
            fighter_side = "at the fighter’s side"
        changes = {
            "for being prone": int(h.x0),
            "for having moved": int(h.y0),
            "for the fighter’s move": int(h.x1),
            f"for being taken from {target_side}": turned,
            f"for standing {fighter_side}": back,
            "for the lit dynamite": int(h.fy),
        }
        changes["for its Defend die"] = rest - sum(changes.values())
        for reason, change in changes.items():
            if change > 0:
                yield f"+ {change} {reason}"
            elif change < 0:
                yield f"− {-change} {reason}"

    def tell_beaten(self, h: LoggedEvent) -> Iterator[str]:
        params = self.names.ruleset.params
        effects = (effect for effect in EFFECTS if h.a >= params[f"fighting.{effect}"])
        effect = next(effects, "")
        yield self.effect_line(h, f"loses by {h.a}: {EFFECT_TEXTS[effect]}.")

    # ----------------------------------------------------------------------------------------- luck

    def tell_luck(self, h: LoggedEvent) -> Iterator[str]:
        result = "lucky" if h.b else "out of luck"
        roll = f"rolls {h.dice[0]} against its Luck of {h.a}"
        yield self.effect_line(h, f"{roll}: {result}. Luck {h.c} from now on.")

    def tell_hero_number(self, h: LoggedEvent) -> Iterator[str]:
        self.hero_numbers[h.side] = h.a
        yield f"{self.side_name(h)} rolls its Hero number: {h.a}."

    def tell_hero(self, h: LoggedEvent) -> Iterator[str]:
        self.hero_values[h.side] = h.a
        value = HERO_CARDS.get(h.a, str(h.a))
        if self.names.ruleset.has("card-tests") and h.a == KING:
            kind = "card"
        else:
            kind = "die"
        yield f"  {self.side_name(h)} calls a {kind} a Hero: it counts as {value}."

    def tell_pushed(self, h: LoggedEvent) -> Iterator[str]:
        thrown = join_words([str(die) for die in h.dice])
        got = count(h.a, "success")
        again = count(h.b, "die")
        yield f"  The dice show {thrown}: {got} so far. Pushed: {again} again."

    # ------------------------------------------------------------------------------------- dynamite

    def sticks_text(self, number: int) -> str:
        """Return a number of sticks in words."""
        if number == 1:
            return "a stick of dynamite"
        return f"a bundle of {number} sticks"

    def tell_light(self, h: LoggedEvent) -> Iterator[str]:
        fuse = ""
        if h.d:
            fuse = f" again, {count(h.d, 'step')} of the fuse burnt"
        elif h.b != 1:
            fuse = f" and cuts the fuse to a {CUTS[h.b]}"
        sticks = f"{self.sticks_text(h.a)}{fuse}"
        yield f"{self.subject(h)} lights {sticks}; its side has {remaining(h.c)}."

    def tell_steady_arm(self, h: LoggedEvent) -> Iterator[str]:
        yield f"{self.subject(h)} takes aim with its dynamite: {count(h.a, 'Aim marker')}."

    def tell_hurl(self, h: LoggedEvent) -> Iterator[str]:
        verb = "takes up lit dynamite and throws it" if h.c else "throws dynamite"
        result = "there it goes" if h.b else "a miss"
        yield (
            f"{self.subject(h)} {verb} at {self.place_text(h.x1, h.y1)}. "
            f"It needs {h.a} and rolls {h.dice[0]}: {result}."
        )

    def tell_lands(self, h: LoggedEvent) -> Iterator[str]:
        sticks = capitalize(self.sticks_text(h.a))
        direction = f" (direction {h.dice[0]})" if h.dice else ""
        yield f"  {sticks} lies fizzing at {self.place_text(h.x1, h.y1)}{direction}."

    def tell_snuff(self, h: LoggedEvent) -> Iterator[str]:
        yield f"{self.subject(h)} snuffs out {self.sticks_text(h.a)}; its side has {h.b} now."

    def tell_blast(self, h: LoggedEvent) -> Iterator[str]:
        self.end_activation()
        yield f"{capitalize(self.sticks_text(h.a))} explodes at {self.place_text(h.x1, h.y1)}."

    def tell_goes_off(self, h: LoggedEvent) -> Iterator[str]:
        yield self.effect_line(h, "goes off.")


def with_minus(number: str) -> str:
    """Return a number with a minus sign instead of a hyphen."""
    return number.replace("-", "−")
