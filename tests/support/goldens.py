"""Golden games: whole battles as readable reports, one file each, which between them use every rule
of a book.

A file's first lines name its game; the rest is what the engine makes of it. `python -m
tests.golden` tells the same games anew, and adds some if a rule is in none of them any more, in a
commit of its own that says why they changed; with `--choose` it picks all of them anew.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from carnage import catalog
from carnage.engine.games import Match
from carnage.engine.narration import Narrator, side_names
from tests.support.arena import BOTS, ROOT, Case, covering, events_of
from tests.support.rulesets import own_rules

FOLDER = ROOT / "tests" / "golden"
AT_LEAST = 12  # of a book with so many games to choose from
_HEAD = re.compile(
    r"# .+, game (?P<number>\d+) of dice seed (?P<seed>\d+)\n/(?P<book>[^/]+)/(?P<digits>\d+): "
    r"(?P<bots>.+)\n"
)
_BOT = re.compile(r"(\w+) plays \w+ \d")


class Golden(Case):
    """The game that a file tells."""

    @property
    def path(self) -> Path:
        return FOLDER / self.book / f"{self.digits}.txt"


def read(path: Path) -> Golden:
    """Which game a golden file tells; raises ValueError if its head is not as it should be."""
    head = _HEAD.match(path.read_text())
    if not head:
        raise ValueError(f"{path}: does not begin like a golden game")
    bots = tuple(_BOT.findall(head["bots"]))
    # Whoever takes all the seats that are left is named but once.
    while len(bots) > 2 and bots[-1] == bots[-2]:
        bots = bots[:-1]
    return Golden(head["digits"], int(head["seed"]), int(head["number"]), bots, head["book"])


def kept(book: str) -> list[Golden]:
    """The games that stand in a book's folder."""
    return [read(path) for path in sorted((FOLDER / book).glob("*.txt"))]


def tell(golden: Golden, match: Match) -> str:
    """The whole report."""
    seats = zip(match.bots, side_names(match.ruleset), strict=True)
    head = [
        f"# {match.ruleset.name}, game {golden.number} of dice seed {golden.seed}",
        f"/{golden.book}/{golden.digits}: "
        f"{', '.join(f'{bot} plays {side}' for bot, side in seats)}.",
        "",
        *(f"- {choice.table.title}: {choice.option.label}" for choice in match.ruleset.choices),
        "",
    ]
    return "\n".join([*head, *Narrator(match).new_lines()]) + "\n"


def used(match: Match) -> set[str]:
    """The rules that did something in a game, its chosen options, and the kinds of events in it."""
    rules = {name for n, name in enumerate(match.family.rules) if match.record.core.fired[n]}
    ruleset = match.ruleset
    options = {
        f"chosen: {choice.table.id}.{choice.option.code}"
        for choice in ruleset.choices
        if ruleset.uses(choice.table, choice.option)
    }
    events = {f"event: {match.family.shapes[int(event.event)].name}" for event in match.events()}
    return rules | options | events


def wanted(book: str) -> set[str]:
    """All that must be seen in some golden game of a book."""
    rolled = catalog.book(book).rolled
    options = {f"chosen: {table.id}.{option.code}" for table in rolled for option in table.options}
    # Play never asks what is for people, and there is nothing to see of what a game does without.
    unasked = {table.id for table in rolled if table.for_people}
    played = {
        rule
        for rule in own_rules(book)
        if rule.split(".")[0] not in unasked and not rule.endswith(".none")
    }
    return played | options | {f"event: {name}" for name in events_of(book)}


def candidates(book: str) -> Iterator[Golden]:
    for n, ruleset in enumerate(covering(2, book)):
        # The random bot does what no sensible player would, and that is where odd rules fire.
        for number, bots in enumerate([*[BOTS[0]] * 3, *[BOTS[1]] * 3, *[BOTS[3]] * 2]):
            yield Golden(str(ruleset.seed), n, number, bots, book)


def choose(book: str, begin: list[Golden]) -> list[Golden]:
    """A few games, the shortest that will do, in which everything wanted is seen; those of `begin`
    stay.

    Sensible players come first; games of the random bot only for what they leave out. Raises
    ValueError if no game shows something.
    """
    chosen = list(begin)
    missing = wanted(book).difference(*(used(golden.play()) for golden in begin))
    enough = min(AT_LEAST, len(covering(2, book)))
    if not missing and len(chosen) >= enough:
        return chosen
    seen: dict[Golden, set[str]] = {}
    cost: dict[Golden, int] = {}
    for golden in candidates(book):
        match = golden.play()
        seen[golden], cost[golden] = used(match), int(match.record.core.n_events) + 300
    nowhere = missing.difference(*seen.values())
    if nowhere:
        raise ValueError(f"no game of {book} shows {', '.join(sorted(nowhere))}")
    while missing or len(chosen) < enough:
        rest = [golden for golden in seen if golden.digits not in {g.digits for g in chosen}]
        sensible = [golden for golden in rest if golden.bots == BOTS[0]]
        useful = [golden for golden in sensible if seen[golden] & missing or not missing] or rest
        best = max(
            useful, key=lambda golden: ((len(seen[golden] & missing) + 0.5) / cost[golden], golden)
        )
        assert seen[best] & missing or not missing, sorted(missing)
        missing -= seen[best]
        chosen.append(best)
    return chosen


def write(book: str, chosen: list[Golden]) -> None:
    """Put these games, and no others, in a book's folder."""
    (FOLDER / book).mkdir(parents=True, exist_ok=True)
    for path in (FOLDER / book).glob("*.txt"):
        if path not in {golden.path for golden in chosen}:
            path.unlink()
    for golden in chosen:
        golden.path.write_text(tell(golden, golden.play()))
