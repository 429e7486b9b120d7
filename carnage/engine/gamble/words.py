"""Texts of gambles for `engine.narration`: questions, options and reports."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from carnage.common.text_format import count, join_words, ordinal, spell_out
from carnage.engine.core.events import python_name
from carnage.engine.core.log_reader import LoggedEvent
from carnage.engine.gamble.prepare import faces
from carnage.engine.gamble.queries import QUERIES
from carnage.engine.gamble.questions import ADD, PICK, RE_ROLL, STOP
from carnage.engine.games import Match, Question
from carnage.replays.replay import SPECTATOR
from carnage.rulesets.ruleset import Ruleset

SETS = {2: "A pair of", 3: "Three", 4: "Four", 5: "Five"}


class Words:
    """Texts for one ruleset's games."""

    def __init__(self, ruleset: Ruleset, sides: tuple[str, ...]) -> None:
        self.sides = sides
        self.faces = faces(ruleset)
        which = [self.faces[: d + 1].count(sides) for d, sides in enumerate(self.faces)]
        alike = [self.faces.count(sides) > 1 for sides in self.faces]
        dice = list(zip(self.faces, which, alike, strict=True))
        self.ids = [f"d{sides}-{nth}" if many else f"d{sides}" for sides, nth, many in dice]
        self.names = [
            f"{ordinal(nth)} D{sides}" if many else f"D{sides}" for sides, nth, many in dice
        ]
        self.fewest = int(
            ruleset.params.get("choice.each") or ruleset.params.get("choice.least") or 1
        )
        self.picked = 0
        self.throw = 0

    def read_record(self, g: Any) -> None:
        """Remember the throw that is being put together, and the dice picked for it."""
        self.picked = int(g.picked)
        self.throw = int(g.throw)

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
            return [self.ids[d] for d in self.among(whole)]
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

    def is_about_game(self, asked: Question) -> bool:
        """Return whether the board is shown before the question."""
        if asked.kind != PICK:
            return True
        if not self.picked or STOP in {int(option.what) for option in asked.options}:
            return True
        # Show it once for each throw. If all dice are alike, the first ones are picked without a
        # question.
        unasked = self.throw == 1 and len(set(self.faces)) == 1
        return unasked and len(self.among(self.picked)) == self.fewest

    def say_pick(self, g: Any, side: int, option: Any) -> str:
        """Return one option of a question about the dice to throw."""
        if option.what == ADD:
            sides = self.faces[int(option.who)]
            more = any(self.faces[d] == sides for d in self.among(int(g.picked)))
            return (
                f"Add {'another' if more else 'a' if self.faces.count(sides) > 1 else 'the'} "
                f"D{sides}"
            )
        if option.what == STOP:
            return "Stop here"
        return f"Throw {self.named(int(g.picked))}"

    def say_hero(self, g: Any, side: int, option: Any) -> str:
        """Return one option of a question about Heroes."""
        if option.what != RE_ROLL:
            return "Keep every Hero for now"
        d = int(option.other)
        h = int(option.who)
        die = g.seats[side].dice[d]
        hero = g.seats[side].dice[h]
        again = (
            f"Roll the {self.names[d]} again, which shows {int(die.value)} "
            f"({ordinal(int(die.thrown))} throw)"
        )
        return f"{again}, for the Hero on the {self.names[h]} ({ordinal(int(hero.thrown))} throw)"

    def named(self, dice: int) -> str:
        """Return dice in words from a bit mask, such as "D4, D8 and D12" or "the D4"."""
        names = [f"D{self.faces[d]}" for d in self.among(dice)]
        if len(names) > 1:
            return join_words(names)
        return f"the {names[0]}"

    def among(self, dice: int) -> list[int]:
        """Return the indices of the dice in a bit mask."""
        return [d for d in range(len(self.faces)) if dice >> d & 1]


class Report:
    """Converts events to lines of text."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.turn = -1
        self.part = ""
        self.hero = 0  # Hero number of the player who throws

    def lines(self, happenings: Iterable[LoggedEvent]) -> Iterator[str]:
        """Yield the lines for these events; headings begin with #."""
        for h in happenings:
            yield from self.heading(h)
            yield from getattr(self, f"tell_{python_name(h.name)}")(h)

    def heading(self, h: LoggedEvent) -> Iterator[str]:
        """Yield the heading of the part that begins with this event, if any."""
        part = {
            "sit-down": "Setting up",
            "level": "The pot",
            "paid": "The pot",
            "game-over": "The end",
        }.get(h.name, "")
        if h.name in ("hero-number", "throw") and h.side >= 0 and h.side != self.turn:
            self.turn = h.side
            part = f"Turn {h.side + 1}: {self.who(h)}"
        if part and part != self.part:
            self.part = part
            yield f"## {part}"

    def who(self, h: LoggedEvent) -> str:
        """Return the name of an event's player."""
        return self.words.sides[h.side]

    def tell_sit_down(self, h: LoggedEvent) -> Iterator[str]:
        yield f"{spell_out(h.a).capitalize()} players sit down. {self.words.sides[0]} is the Host."

    def tell_ante(self, h: LoggedEvent) -> Iterator[str]:
        yield f"{self.who(h)} puts {count(h.a, 'credit')} into the pot, which makes {h.b}."

    def tell_hero_number(self, h: LoggedEvent) -> Iterator[str]:
        self.hero = h.a
        if h.side >= 0:
            whose = f"{self.who(h)}’s Hero number"
        else:
            whose = "The Hero number"
        if h.a <= max(self.words.faces):
            none = ""
        else:
            none = ": no die can show it"
        yield f"{whose} is {h.a}{none}."

    def tell_throw(self, h: LoggedEvent) -> Iterator[str]:
        thrown = [
            f"D{self.words.faces[d]} {v}{' (Hero)' if v == self.hero else ''}"
            for d, v in zip(self.words.among(h.b), h.dice, strict=True)
        ]
        left = f" {count(h.c, 'die')} left." if h.c else ""
        yield f"{ordinal(h.a).capitalize()} throw: {', '.join(thrown)}.{left}"

    def tell_re_roll(self, h: LoggedEvent) -> Iterator[str]:
        hero = self.words.names[h.actor]
        die = self.words.names[h.target]
        now = f"{h.b}{' (Hero)' if h.b == self.hero else ''}"
        yield f"The Hero on the {hero} has the {die}, which shows {h.a}, rolled again: {now}."

    def tell_stop(self, h: LoggedEvent) -> Iterator[str]:
        yield f"{self.who(h)} stops with {count(h.a, 'die')} in hand."

    def tell_wild(self, h: LoggedEvent) -> Iterator[str]:
        yield f"The Hero on the {self.words.names[h.actor]} counts as {h.a}."

    def tell_set(self, h: LoggedEvent) -> Iterator[str]:
        yield f"{SETS[h.b]} {h.a}s, {self.since(h)}: {count(h.d, 'point')}."

    def tell_run(self, h: LoggedEvent) -> Iterator[str]:
        values = "-".join(str(h.a + n) for n in range(h.b))
        yield f"A run of {values}, {self.since(h)}: {count(h.d, 'point')}."

    def since(self, h: LoggedEvent) -> str:
        """Return the throw in which a set or run was completed, in words."""
        return f"complete in the {ordinal(h.c)} throw"

    def tell_score(self, h: LoggedEvent) -> Iterator[str]:
        score = count(h.a, "point") if h.a else "nothing"
        lead = " and leads" if h.a > h.b >= 0 else ""
        yield f"{self.who(h)} scores {score}{lead}."

    def tell_level(self, h: LoggedEvent) -> Iterator[str]:
        yield f"{spell_out(h.b).capitalize()} players are level for the {ordinal(h.a + 1)} place."

    def tell_throw_off(self, h: LoggedEvent) -> Iterator[str]:
        yield f"{self.who(h)} throws a D{max(self.words.faces)}: {h.a}."

    def tell_paid(self, h: LoggedEvent) -> Iterator[str]:
        yield f"{self.who(h)} is paid {count(h.a, 'credit')}."

    def tell_game_over(self, h: LoggedEvent) -> Iterator[str]:
        if h.a >= 0 and h.b == 0:
            yield f"Nobody has scored: {self.words.sides[h.a]} wins."
        elif h.a >= 0:
            yield f"{self.words.sides[h.a]} wins with {count(h.b, 'point')}."
        elif h.b == 0:
            yield "Nobody has scored."
        else:
            yield f"The best score is {count(h.b, 'point')}, and more than one player has it."
