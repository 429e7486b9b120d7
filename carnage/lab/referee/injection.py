"""Plant fouls in a game, so that its report differs from the true one at the planted steps only.

A foul is refused if the report of the changed events differs anywhere else, because it would then
cause further errors.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from difflib import SequenceMatcher
from random import Random
from typing import Any, NamedTuple

from carnage.engine.core.log_reader import LoggedEvent
from carnage.engine.games import Match
from carnage.lab.referee.violations import Foul, Plant, Played, fouls_of

TRIES = 8  # half of the plants that are tried for each kind of foul
APART = 3  # two fouls are more events apart than this
MOST = 100  # fouls in a game; no game has room for more


class Planted(NamedTuple):
    """A foul with its plant in one game."""

    foul: Foul
    plant: Plant


class Line(NamedTuple):
    """A line of a report, with the index of its event in the true game."""

    text: str
    event: int


class Refereed(NamedTuple):
    """A game for a referee: the lines of its report, where headings begin with #, and its planted
    fouls.

    `truth` has the lines of the true report for each event.
    """

    match: Match
    lines: tuple[Line, ...]
    truth: tuple[tuple[str, ...], ...]
    planted: tuple[Planted, ...]
    played: Played

    def answers(self) -> dict[str, Any]:
        """Return the planted fouls as JSON, each with the steps of the report that differ."""
        return {
            "game": self.match.ruleset.path,
            "seed": self.match.seed,
            "number": self.match.number,
            "bots": list(self.match.bots),
            "planted": [self._answer(each) for each in sorted(self.planted, key=_first)],
        }

    def _answer(self, planted: Planted) -> dict[str, Any]:
        steps: list[dict[str, Any]] = []
        for event in sorted(planted.plant.scope):
            here = [step for step, line in enumerate(self.lines, 1) if line.event == event]
            said = [self.lines[step - 1].text for step in here]
            matcher = SequenceMatcher(None, self.truth[event], said, autojunk=False)
            for change, i, j, k, m in matcher.get_opcodes():
                if change != "equal":
                    true = [text.strip() for text in self.truth[event][i:j]]
                    before = max(
                        (s for s, line in enumerate(self.lines, 1) if line.event < event), default=0
                    )
                    after = here[k - 1] if k else before
                    where = {"steps": here[k:m]} if k < m else {"missing_after_step": after}
                    steps.append(
                        {**where, "says": [text.strip() for text in said[k:m]], "truly": true}
                    )
        shows = [
            step for step, line in enumerate(self.lines, 1) if line.event in planted.plant.shows
        ]
        foul = planted.foul
        rule = {"section": foul.section(self.played, planted.plant)}
        return {
            "foul": foul.code,
            "what": foul.says,
            **rule,
            "why": planted.plant.why,
            "told": steps,
            "shows_at_steps": shows,
        }


def referee(match: Match, plant: int = 0) -> Refereed:
    """Return a finished game with `plant` fouls in it, or fewer if it has no room for them.

    The same game and number give the same fouls. Raises ValueError for a number outside 0 to
    `MOST`.
    """
    if not 0 <= plant <= MOST:
        raise ValueError(f"From 0 to {MOST} steps can be planted, not {plant}.")
    key = f"{match.ruleset.path}/{match.seed}/{match.number}/{','.join(match.bots)}/{plant}"
    played = Played(match, Random(f"carnage referee/{key}"))
    planted: list[Planted] = []
    if plant:
        for each in _plants(played):
            if _fits(played, planted, each):
                planted.append(each)
                if len(planted) == plant:
                    break
    told = _retold(played, [each.plant for each in planted])
    lines = tuple(Line(text, event) for event, texts in told.items() for text in texts)
    return Refereed(match, lines, tuple(played.truth), tuple(planted), played)


def plants(played: Played, foul: Foul) -> Iterator[Plant]:
    """Yield the plants of one foul in a game, in random order."""
    places = [n for n, happening in enumerate(played.events) if happening.name in foul.events and n]
    played.random.shuffle(places)
    for n in places:
        plant = foul.tamper(played, n)
        if plant is not None and clean(played, [plant]):
            yield plant


def clean(played: Played, plants: Iterable[Plant]) -> bool:
    """Return True if the report differs from the true one at each of these plants, and nowhere
    else.
    """
    given = list(plants)
    told = _retold(played, given)
    scope = frozenset[int]().union(*[plant.scope for plant in given])
    if any(told[n] != truth for n, truth in enumerate(played.truth) if n not in scope):
        return False
    return all(any(told[n] != played.truth[n] for n in plant.scope) for plant in given)


def _plants(played: Played) -> Iterator[Planted]:
    """Yield plants of all fouls, in rounds with one plant of each kind."""
    fouls = [foul for foul in fouls_of(played.ruleset.book.family) if foul.section(played)]
    drawn = {foul: played.random.random() ** (1.0 / foul.weight) for foul in fouls}
    fouls.sort(key=lambda foul: -drawn[foul])
    sources = {foul: plants(played, foul) for foul in fouls}
    left = {foul: TRIES * 2 for foul in fouls}
    while sources:
        for foul, source in list(sources.items()):
            plant = next(source, None)
            left[foul] -= 1
            if plant is None or left[foul] < 0:
                del sources[foul]
            else:
                yield Planted(foul, plant)


def _fits(played: Played, planted: list[Planted], more: Planted) -> bool:
    """Return True if a foul can be added to those that are planted already."""
    taken = {n for each in planted for n in each.plant.scope}
    if any(abs(n - other) <= APART for n in more.plant.scope for other in taken):
        return False
    return clean(played, [*(each.plant for each in planted), more.plant])


def _retold(played: Played, plants: Iterable[Plant]) -> Mapping[int, tuple[str, ...]]:
    """Return the lines of the report for each event of the true game, or for the events that
    replace it.
    """
    edits = {n: happenings for plant in plants for n, happenings in plant.edits.items()}
    events: list[LoggedEvent] = []
    origins: list[int] = []
    for n, happening in enumerate(played.events):
        for each in edits.get(n, (happening,)):
            events.append(each)
            origins.append(n)
    told: dict[int, tuple[str, ...]] = dict.fromkeys(range(len(played.events)), ())
    for origin, lines in zip(origins, played.tell(events), strict=True):
        told[origin] = (*told[origin], *lines)
    return told


def _first(planted: Planted) -> int:
    return min(planted.plant.scope)
