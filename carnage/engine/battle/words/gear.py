"""Report lines for guns, brawls, luck, dynamite and markers on models."""

from __future__ import annotations

from collections.abc import Iterator

from carnage.common.text_format import capitalize, count, join_words, remaining
from carnage.engine.battle.words.talents import edge
from carnage.engine.battle.words.teller import Tale
from carnage.engine.core.log_reader import LoggedEvent

EFFECTS = ("out", "down", "stunned", "dazed")
SAID = {
    "out": "knocked out",
    "down": "knocked down",
    "stunned": "stunned",
    "dazed": "dazed",
    "": "none the worse",
}
CUTS = {1: "whole", 2: "half", 4: "quarter"}


class GearTales(Tale):
    """Report lines for the events of guns, brawls, luck, dynamite and markers. See `Tale`."""

    aimed: dict[int, int]  # by model, its last target of an Aim marker

    def effect(self, h: LoggedEvent, text: str) -> str:
        """Return an indented line about the effect of an earlier line on a model."""
        return f"  {capitalize(self.who(h))} {text}"

    # -------------------------------------------------------------------------------------- markers

    def tell_get_up(self, h: LoggedEvent) -> Iterator[str]:
        yield f"{capitalize(self.who(h))} stands up."

    def tell_crawl(self, h: LoggedEvent) -> Iterator[str]:
        yield from self.went(h, "crawls")

    def tell_knocked_down(self, h: LoggedEvent) -> Iterator[str]:
        yield self.effect(h, "is knocked down.")

    def tell_knocked_out(self, h: LoggedEvent) -> Iterator[str]:
        yield self.effect(h, f"is knocked out for {count(h.a, 'phase')}.")

    def tell_awake(self, h: LoggedEvent) -> Iterator[str]:
        self.leave()
        yield f"{capitalize(self.names.model(h.actor))} comes to."

    def tell_stunned(self, h: LoggedEvent) -> Iterator[str]:
        more = "" if h.a == h.b else f"; it has {h.b} now"
        yield self.effect(h, f"takes {count(h.a, 'Stun marker')}{more}.")

    def tell_fade(self, h: LoggedEvent) -> Iterator[str]:
        yield from self.end_phase()
        yield f"{capitalize(self.names.model(h.actor))} loses a Stun marker; {remaining(h.a)}."

    def tell_counter_off(self, h: LoggedEvent) -> Iterator[str]:
        if h.a:
            what = "clears its jammed gun"
        else:
            what = f"takes off a Stun marker; {remaining(h.b)}"
        yield f"{capitalize(self.who(h))} {what}."

    # ----------------------------------------------------------------------------------------- guns

    def tell_aim(self, h: LoggedEvent) -> Iterator[str]:
        markers = count(h.a, "Aim marker")
        self.aimed[h.actor] = h.target
        yield f"{capitalize(self.who(h))} aims at {self.names.model(h.target, h.side)}: {markers}."

    def tell_aim_lost(self, h: LoggedEvent) -> Iterator[str]:
        line = self.effect(h, "loses its aim.")
        by_itself = self.unit_of(h.actor) == self.unit and self.aimed.get(h.actor) != self.lost
        yield line.strip() if by_itself else line

    def tell_reload(self, h: LoggedEvent) -> Iterator[str]:
        yield f"{capitalize(self.who(h))} reloads {self.names.weapon(h.a)}."

    def tell_shot(self, h: LoggedEvent) -> Iterator[str]:
        rolled = join_words([str(die) for die in h.dice])
        hit = "a hit" if h.b else "a miss"
        shots = count(h.d, "shot") if h.d else "No shots"
        chart = f"{h.c:+d}".replace("-", "−")
        yield f"  It needs {h.a} (chart {chart}) and rolls {rolled}: {hit}. {shots} left."

    def tell_jam(self, h: LoggedEvent) -> Iterator[str]:
        yield f"  {capitalize(self.names.weapon(h.a))} jams."

    # --------------------------------------------------------------------------------------- brawls

    def tell_contest(self, h: LoggedEvent) -> Iterator[str]:
        g = self.game.record
        mine = edge(g, h.actor, h.c)
        dice = (*self.heroic(h.side, h.dice[:1]), *self.heroic(1 - h.side, h.dice[1:]))
        fighter = f"{dice[0]} + {mine} with {self.names.weapon(h.c)}, {h.a}"
        total = f"{h.b}".replace("-", "−")
        if len(dice) > 1:
            theirs = edge(g, h.target, h.d)
            why = "".join(f" {term}" for term in self.situation(h, h.b - dice[1] - theirs))
            said = f"{dice[1]} + {theirs} with {self.names.weapon(h.d)}{why}, {total}"
        else:
            why = " ".join(self.situation(h, h.b))
            said = f"is knocked out and comes to {total}{': ' if why else ''}{why}"
        yield f"  It rolls {fighter}; its target {said}."

    def situation(self, h: LoggedEvent, rest: int) -> Iterator[str]:
        """Yield each change to a fighter's target's total, with its reason: `+ 1 for having moved`.

        Args:
            h: The event of the contest.
            rest: The target's total without its die and its weapon's edge.
        """
        params = self.names.ruleset.params
        prone, moved, came, turned, back = map(int, (h.x0, h.y0, h.x1, h.y1, h.fx))
        from_behind = -turned >= params["fighting.target_rear"]
        behind_it = back >= params["fighting.fighter_rear"]
        terms = {
            "for being prone": prone,
            "for having moved": moved,
            "for the fighter’s move": came,
            f"for being taken from {'behind' if from_behind else 'the side'}": turned,
            f"for standing {'behind the fighter' if behind_it else 'at the fighter’s side'}": back,
            "for the lit dynamite": int(h.fy),
        }
        terms["for its Defend die"] = rest - sum(terms.values())
        for why, adds in terms.items():
            if adds:
                yield f"{'+' if adds > 0 else '−'} {abs(adds)} {why}"

    def tell_beaten(self, h: LoggedEvent) -> Iterator[str]:
        params = self.names.ruleset.params
        effect = next((e for e in EFFECTS if h.a >= params[f"fighting.{e}"]), "")
        yield self.effect(h, f"loses by {h.a}: {SAID[effect]}.")

    # ----------------------------------------------------------------------------------------- luck

    def tell_luck(self, h: LoggedEvent) -> Iterator[str]:
        came = "lucky" if h.b else "out of luck"
        yield self.effect(
            h, f"rolls {h.dice[0]} against its Luck of {h.a}: {came}. Luck {h.c} from now on."
        )

    def tell_hero_number(self, h: LoggedEvent) -> Iterator[str]:
        self.heroes[h.side] = h.a
        yield f"{self.name(h)} rolls its Hero number: {h.a}."

    def tell_hero(self, h: LoggedEvent) -> Iterator[str]:
        self.called[h.side] = h.a
        what = {11: "a jack", 12: "a queen", 13: "a king"}.get(h.a, str(h.a))
        if self.names.ruleset.has("card-tests") and h.a == 13:
            kind = "card"
        else:
            kind = "die"
        yield f"  {self.name(h)} calls a {kind} a Hero: it counts as {what}."

    def tell_pushed(self, h: LoggedEvent) -> Iterator[str]:
        thrown = join_words([str(die) for die in h.dice])
        got = count(h.a, "success")
        again = count(h.b, "die")
        yield f"  The dice show {thrown}: {got} so far. Pushed: {again} again."

    # ------------------------------------------------------------------------------------- dynamite

    def sticks(self, number: int) -> str:
        """Return a number of sticks in words."""
        if number == 1:
            return "a stick of dynamite"
        return f"a bundle of {number} sticks"

    def tell_light(self, h: LoggedEvent) -> Iterator[str]:
        if h.b == 1:
            cut = ""
        else:
            cut = f" and cuts the fuse to a {CUTS[h.b]}"
        if h.d:
            cut = f" again, {count(h.d, 'step')} of the fuse burnt"
        lights = f"{capitalize(self.who(h))} lights {self.sticks(h.a)}{cut}"
        yield f"{lights}; its side has {remaining(h.c)}."

    def tell_steady_arm(self, h: LoggedEvent) -> Iterator[str]:
        yield f"{capitalize(self.who(h))} takes aim with its dynamite: {count(h.a, 'Aim marker')}."

    def tell_hurl(self, h: LoggedEvent) -> Iterator[str]:
        hit = "there it goes" if h.b else "a miss"
        yield (
            f"{capitalize(self.who(h))} "
            f"{'takes up lit dynamite and throws it' if h.c else 'throws dynamite'} "
            f"at {self.place(h.x1, h.y1)}. "
            f"It needs {h.a} and rolls {h.dice[0]}: {hit}."
        )

    def tell_lands(self, h: LoggedEvent) -> Iterator[str]:
        way = f" (direction {h.dice[0]})" if h.dice else ""
        yield f"  {capitalize(self.sticks(h.a))} lies fizzing at {self.place(h.x1, h.y1)}{way}."

    def tell_snuff(self, h: LoggedEvent) -> Iterator[str]:
        yield f"{capitalize(self.who(h))} snuffs out {self.sticks(h.a)}; its side has {h.b} now."

    def tell_blast(self, h: LoggedEvent) -> Iterator[str]:
        self.leave()
        yield f"{capitalize(self.sticks(h.a))} explodes at {self.place(h.x1, h.y1)}."

    def tell_goes_off(self, h: LoggedEvent) -> Iterator[str]:
        yield self.effect(h, "goes off.")
