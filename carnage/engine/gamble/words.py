"""Texts of gambles for `engine.narration`: questions, options and reports."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from carnage.common.text_format import count, join_words, ordinal, spell_out
from carnage.engine.core.events import python_name
from carnage.engine.core.log_reader import LoggedEvent
from carnage.engine.gamble.queries import QUERIES
from carnage.engine.gamble.questions import ADD, HERO, PICK, RE_ROLL
from carnage.engine.games import Match, Question
from carnage.replays.replay import SPECTATOR
from carnage.rulesets.ruleset import Ruleset
from carnage.rulesets.throws import list_dice

PARTS = {  # of a report, by the event that begins them
    "sit-down": "Setting up",
    "level": "The pot",
    "paid": "The pot",
    "game-over": "The end",
}
GO = ("hero-number", "re-roll", "throw", "wild", "set", "run", "score")
"""The events of a player's part in a round."""
SETS = {2: "A pair of", 3: "Three", 4: "Four", 5: "Five"}


class Words:
    """Texts for one ruleset's games."""

    def __init__(self, ruleset: Ruleset, sides: tuple[str, ...]) -> None:
        self.sides = sides
        self.faces = list_dice(ruleset)
        self.ids: list[str] = []  # of the dice of a set
        self.names: list[str] = []
        for d, die_sides in enumerate(self.faces):
            id = f"d{die_sides}"
            name = f"D{die_sides}"
            if self.faces.count(die_sides) > 1:
                number = self.faces[: d + 1].count(die_sides)
                id = f"{id}-{number}"
                name = f"{ordinal(number)} {name}"
            self.ids.append(id)
            self.names.append(name)
        self.ruleset = ruleset
        self.picked = 0  # bit mask of the dice picked for the next throw
        self.throw = 0  # the number of that throw
        self.in_hand: list[list[int]] = []  # the dice that each seat has not thrown

    def read_record(self, g: Any) -> None:
        """Remember the throw that is being put together, and the dice for it."""
        self.picked = int(g.picked)
        self.throw = int(g.throw)
        self.in_hand = []
        for seat in range(int(g.players)):
            dice = g.seats[seat].dice
            self.in_hand.append([d for d in range(len(self.faces)) if dice[d].value == 0])

    def report(self, match: Match, seat: int = SPECTATOR) -> Report:
        """Return a new report of a game."""
        return Report(self)

    def value(self, name: str, number: float) -> Any:
        """Return a number of an event as a value for JSON, by the name of its field.

        Dice are given by their ids, such as `d8`, or `d6-2` if there are several. Players and
        places count from 1.
        """
        whole = int(number)
        if name in ("hero", "die"):
            return self.ids[whole]
        if name == "dice_thrown":
            return [self.ids[d] for d in self.dice_in(whole)]
        if name in ("winner", "place"):
            return whole + 1 if whole >= 0 else None
        if name == "best_before":
            return whole if whole >= 0 else None
        return whole

    def dice(self, happening: LoggedEvent) -> list[Any]:
        """Return the dice of an event."""
        return list(happening.dice)

    def question(self, g: Any, asked: Question) -> tuple[str, list[str]]:
        """Return the text of a question and the lines of its options."""
        put = QUERIES[asked.kind].put.format(about=ordinal(asked.actor))
        say = getattr(self, f"say_{python_name(QUERIES[asked.kind].name)}")
        lines = [say(g, asked.side, option) for option in asked.options]
        return f"{self.sides[asked.side]}: {put}", lines

    def option_ranks(self, g: Any, asked: Question) -> list[int]:
        """Return the same rank for each option."""
        return [0] * len(asked.options)

    def short_options(self, g: Any, asked: Question) -> list[str]:
        """Return a short line for each die that a Hero throws again, and "" for other options."""
        heroes = {int(option.who) for option in asked.options if option.what == RE_ROLL}
        lines = []
        for option in asked.options:
            line = ""
            if asked.kind == HERO and option.what == RE_ROLL:
                d = int(option.other)
                value = int(g.seats[asked.side].dice[d].value)
                line = f"Roll the {self.names[d]} ({value}) again"
                if len(heroes) > 1:
                    line += f", Hero on the {self.names[int(option.who)]}"
            lines.append(line)
        return lines

    def sight(self, g: Any, actor: int, sight: Any) -> str:
        """Return "": no figure looks at another."""
        return ""

    def ranges(self, g: Any, actor: int) -> list[tuple[str, float]]:
        """Return no range: there are no figures with weapons."""
        return []

    def is_about_game(self, asked: Question) -> bool:
        """Return whether the board is shown before the question."""
        if asked.kind != PICK or not self.picked:
            return True
        if self.ruleset.has("throw-again"):
            return False
        # Show it once for each throw. If only their number is chosen, the first dice are picked
        # without a question.
        left = self.in_hand[asked.side]
        if len({self.faces[d] for d in left}) > 1:
            return False
        params = self.ruleset.params
        least = int(params.get("choice.least", 1)) if self.throw == 1 else 1
        return len(self.dice_in(self.picked)) == min(least, len(left))

    def say_pick(self, g: Any, side: int, option: Any) -> str:
        """Return one option of a question about the dice to throw."""
        if option.what != ADD:
            if not int(g.picked):
                return "Keep all dice as they lie"
            return f"Throw {self.dice_text(int(g.picked))}"
        sides = self.faces[int(option.who)]
        shown = int(g.seats[side].dice[int(option.who)].value)
        if shown:
            return f"Pick up the {self.names[int(option.who)]}, which shows {shown}"
        if any(self.faces[d] == sides for d in self.dice_in(int(g.picked))):
            article = "another"
        elif self.faces.count(sides) > 1:
            article = "a"
        else:
            article = "the"
        return f"Add {article} D{sides}"

    def say_hero(self, g: Any, side: int, option: Any) -> str:
        """Return one option of a question about Heroes."""
        if option.what != RE_ROLL:
            return "Keep every Hero for now"
        d = int(option.other)
        h = int(option.who)
        die = g.seats[side].dice[d]
        hero = g.seats[side].dice[h]
        die_throw = ordinal(int(die.thrown))
        hero_throw = ordinal(int(hero.thrown))
        shown = f"which shows {int(die.value)} ({die_throw} throw)"
        hero_text = f"the Hero on the {self.names[h]} ({hero_throw} throw)"
        return f"Roll the {self.names[d]} again, {shown}, for {hero_text}"

    def dice_text(self, dice: int) -> str:
        """Return dice in words from a bit mask, such as "D4, D8 and D12" or "the D4"."""
        names = [f"D{self.faces[d]}" for d in self.dice_in(dice)]
        if len(names) > 1:
            return join_words(names)
        return f"the {names[0]}"

    def dice_in(self, dice: int) -> list[int]:
        """Return the indices of the dice in a bit mask."""
        return [d for d in range(len(self.faces)) if dice >> d & 1]


class Report:
    """A writer of report lines."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.turn = -1
        self.part = ""
        self.heroes = [0] * len(words.sides)  # Hero number of each player
        self.throws = [0] * len(words.sides)  # throws that each player has made
        self.values: list[dict[int, int]] = [{} for _ in words.sides]  # of each player's dice
        self.pot = 0
        self.scores = [0] * len(words.sides)

    def lines(self, happenings: Iterable[LoggedEvent]) -> Iterator[str]:
        """Yield the lines for these events; headings begin with #."""
        for h in happenings:
            yield from self.heading(h)
            yield from getattr(self, f"tell_{python_name(h.name)}")(h)

    def heading(self, h: LoggedEvent) -> Iterator[str]:
        """Yield the heading of the part that begins with this event, if any."""
        part = PARTS.get(h.name, "")
        if self.words.ruleset.has("rounds"):
            if h.name in GO and h.side >= 0 and h.side != self.turn:
                self.turn = h.side
                part = f"Round {self.throws[h.side] + 1}: {self.player(h)}"
        elif h.name in ("hero-number", "throw") and h.side >= 0 and h.side != self.turn:
            self.turn = h.side
            part = f"Turn {h.side + 1}: {self.player(h)}"
        if part and part != self.part:
            self.part = part
            yield f"## {part}"

    def player(self, h: LoggedEvent) -> str:
        """Return the name of an event's player."""
        return self.words.sides[h.side]

    def tell_sit_down(self, h: LoggedEvent) -> Iterator[str]:
        yield f"{spell_out(h.a).capitalize()} players sit down. {self.words.sides[0]} is the Host."

    def tell_ante(self, h: LoggedEvent) -> Iterator[str]:
        self.pot = h.b
        yield f"{self.player(h)} puts {count(h.a, 'credit')} into the pot, which makes {h.b}."

    def tell_hero_number(self, h: LoggedEvent) -> Iterator[str]:
        if h.side >= 0:
            self.heroes[h.side] = h.a
            subject = f"{self.player(h)}’s Hero number"
        else:
            self.heroes = [h.a] * len(self.heroes)
            subject = "The Hero number"
        yield f"{subject} is {h.a}."

    def tell_throw(self, h: LoggedEvent) -> Iterator[str]:
        self.throws[h.side] = h.a
        values = self.values[h.side]
        thrown = dict(zip(self.words.dice_in(h.b), h.dice, strict=True))
        kept = {d: value for d, value in values.items() if d not in thrown}
        values.update(thrown)
        dice_text = self.dice_text(h.side, thrown)
        if kept and self.words.ruleset.has("throw-again"):
            dice_text += f"; kept: {self.dice_text(h.side, kept)}"
        left = f" {count(h.c, 'die')} left." if h.c else ""
        throw = f"{ordinal(h.a).capitalize()} throw"
        if self.words.ruleset.has("rounds"):
            throw = f"{self.player(h)}’s {ordinal(h.a)} throw"  # everybody's are told in a row
        yield f"{throw}: {dice_text}.{left}"

    def dice_text(self, side: int, values: Mapping[int, int]) -> str:
        """Return dice and the values that they show, in words."""
        dice = []
        for d, value in sorted(values.items()):
            dice.append(f"D{self.words.faces[d]} {self.value_text(side, value)}")
        return ", ".join(dice)

    def value_text(self, side: int, value: int) -> str:
        """Return the value of a die, with a note if it is the Hero number of the player."""
        return f"{value} (Hero)" if value == self.heroes[side] else str(value)

    def tell_re_roll(self, h: LoggedEvent) -> Iterator[str]:
        hero = self.words.names[h.actor]
        die = self.words.names[h.target]
        result = self.value_text(h.side, h.b)
        self.values[h.side][h.target] = h.b
        yield f"The Hero on the {hero} has the {die}, which shows {h.a}, rolled again: {result}."

    def tell_wild(self, h: LoggedEvent) -> Iterator[str]:
        yield f"The Hero on the {self.words.names[h.actor]} counts as {h.a}."

    def tell_set(self, h: LoggedEvent) -> Iterator[str]:
        yield f"{SETS[h.b]} {h.a}s{self.completion_text(h)}: {count(h.d, 'point')}."

    def tell_run(self, h: LoggedEvent) -> Iterator[str]:
        values = "-".join(str(h.a + n) for n in range(h.b))
        yield f"A run of {values}{self.completion_text(h)}: {count(h.d, 'point')}."

    def completion_text(self, h: LoggedEvent) -> str:
        """Return the throw in which a set or run was completed, in words; "" if all count alike."""
        ruleset = self.words.ruleset
        if ruleset.has("late-factors") or ruleset.has("late-points"):
            return f", complete in the {ordinal(h.c)} throw"
        return ""

    def tell_score(self, h: LoggedEvent) -> Iterator[str]:
        self.scores[h.side] = h.a
        score = count(h.a, "point") if h.a else "nothing"
        lead = " and leads" if h.a > h.b >= 0 else ""
        yield f"{self.player(h)} scores {score}{lead}."

    def tell_level(self, h: LoggedEvent) -> Iterator[str]:
        yield f"{spell_out(h.b).capitalize()} players are level for the {ordinal(h.a + 1)} place."

    def tell_throw_off(self, h: LoggedEvent) -> Iterator[str]:
        yield f"{self.player(h)} throws a D{max(self.words.faces)}: {h.a}."

    def tell_paid(self, h: LoggedEvent) -> Iterator[str]:
        score = self.scores[h.side]
        points = count(score, "point") if score else "no points"
        part = "all" if h.a == self.pot else f"{h.a} of the"
        yield f"{self.player(h)}, with {points}, is paid {part} {count(self.pot, 'credit')}."

    def tell_game_over(self, h: LoggedEvent) -> Iterator[str]:
        if h.a >= 0 and h.b == 0:
            yield f"Nobody has scored: {self.words.sides[h.a]} wins."
        elif h.a >= 0:
            yield f"{self.words.sides[h.a]} wins with {count(h.b, 'point')}."
        elif h.b == 0:
            yield "Nobody has scored."
        else:
            yield f"The best score is {count(h.b, 'point')}, and more than one player has it."
