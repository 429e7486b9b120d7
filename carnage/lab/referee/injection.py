"""Inject rule violations into a game, whose report then differs at those steps only.

A violation is refused if the report of the changed events differs anywhere else, because it would
then cause further errors.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from difflib import SequenceMatcher
from random import Random
from typing import Any, NamedTuple

from carnage.engine.core.log_reader import LoggedEvent
from carnage.engine.games import Match
from carnage.lab.referee.violations import Injection, Played, Violation, list_violations

TRIES = 8  # half of the injections that are tried for each kind of violation
APART = 3  # two violations are more events apart than this
MOST = 100  # violations in a game; no game has room for more


class InjectedViolation(NamedTuple):
    """A violation with its injection in one game."""

    violation: Violation
    injection: Injection


class Line(NamedTuple):
    """A line of a report, with the index of its event in the true game."""

    text: str
    event: int


class Refereed(NamedTuple):
    """A game for a referee: the lines of its report, where headings begin with #, and its planted
    violations.

    `truth` has the lines of the true report for each event.
    """

    match: Match
    lines: tuple[Line, ...]
    truth: tuple[tuple[str, ...], ...]
    planted: tuple[InjectedViolation, ...]
    played: Played

    def answers(self) -> dict[str, Any]:
        """Return the planted violations as JSON, each with the steps of the report that differ."""
        return {
            "game": self.match.ruleset.path,
            "seed": self.match.seed,
            "number": self.match.number,
            "bots": list(self.match.bots),
            "planted": [self._answer(each) for each in sorted(self.planted, key=_first)],
        }

    def _answer(self, planted: InjectedViolation) -> dict[str, Any]:
        steps: list[dict[str, Any]] = []
        for event in sorted(planted.injection.scope):
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
            step for step, line in enumerate(self.lines, 1) if line.event in planted.injection.shows
        ]
        violation = planted.violation
        rule = {"section": violation.section(self.played, planted.injection)}
        return {
            "foul": violation.code,
            "what": violation.says,
            **rule,
            "why": planted.injection.why,
            "told": steps,
            "shows_at_steps": shows,
        }


def referee(match: Match, count: int = 0) -> Refereed:
    """Return a finished game with `count` violations in it, or fewer if it has no room for them.

    The same game and number give the same violations. Raises ValueError for a number outside 0 to
    `MOST`.
    """
    if not 0 <= count <= MOST:
        raise ValueError(f"From 0 to {MOST} steps can be planted, not {count}.")
    key = f"{match.ruleset.path}/{match.seed}/{match.number}/{','.join(match.bots)}/{count}"
    played = Played(match, Random(f"carnage referee/{key}"))
    planted: list[InjectedViolation] = []
    if count:
        for each in _list_injected(played):
            if _fits(played, planted, each):
                planted.append(each)
                if len(planted) == count:
                    break
    told = _retold(played, [each.injection for each in planted])
    lines = tuple(Line(text, event) for event, texts in told.items() for text in texts)
    return Refereed(match, lines, tuple(played.truth), tuple(planted), played)


def list_injections(played: Played, violation: Violation) -> Iterator[Injection]:
    """Yield the injections of one violation in a game, in random order."""
    places = [
        n for n, happening in enumerate(played.events) if happening.name in violation.events and n
    ]
    played.random.shuffle(places)
    for n in places:
        injection = violation.tamper(played, n)
        if injection is not None and is_isolated(played, [injection]):
            yield injection


def is_isolated(played: Played, injections: Iterable[Injection]) -> bool:
    """Return whether the report differs from the true one at each of these injections, and nowhere
    else.
    """
    given = list(injections)
    told = _retold(played, given)
    scope = frozenset[int]().union(*[injection.scope for injection in given])
    if any(told[n] != truth for n, truth in enumerate(played.truth) if n not in scope):
        return False
    return all(any(told[n] != played.truth[n] for n in injection.scope) for injection in given)


def _list_injected(played: Played) -> Iterator[InjectedViolation]:
    """Yield injections of all violations, in rounds with one injection of each kind."""
    violations = [
        violation
        for violation in list_violations(played.ruleset.book.family)
        if violation.section(played)
    ]
    drawn = {
        violation: played.random.random() ** (1.0 / violation.weight) for violation in violations
    }
    violations.sort(key=lambda violation: -drawn[violation])
    sources = {violation: list_injections(played, violation) for violation in violations}
    left = {violation: TRIES * 2 for violation in violations}
    while sources:
        for violation, source in list(sources.items()):
            injection = next(source, None)
            left[violation] -= 1
            if injection is None or left[violation] < 0:
                del sources[violation]
            else:
                yield InjectedViolation(violation, injection)


def _fits(played: Played, planted: list[InjectedViolation], more: InjectedViolation) -> bool:
    """Return whether a violation can be added to those that are planted already."""
    taken = {n for each in planted for n in each.injection.scope}
    if any(abs(n - other) <= APART for n in more.injection.scope for other in taken):
        return False
    return is_isolated(played, [*(each.injection for each in planted), more.injection])


def _retold(played: Played, injections: Iterable[Injection]) -> Mapping[int, tuple[str, ...]]:
    """Return the lines of the report for each event of the true game, or for the events that
    replace it.
    """
    edits = {n: happenings for injection in injections for n, happenings in injection.edits.items()}
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


def _first(planted: InjectedViolation) -> int:
    return min(planted.injection.scope)
