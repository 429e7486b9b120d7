"""Report lines for reactions."""

from __future__ import annotations

from collections.abc import Iterator

from carnage.engine.battle.words.teller import EventLines
from carnage.engine.core.log_reader import LoggedEvent


class ReactionLines(EventLines):
    """Report lines for the events of watching, shooting back and dodging. See `EventLines`."""

    shot_dodged: int  # the change to the last attack for a dodge

    def tell_watch(self, h: LoggedEvent) -> Iterator[str]:
        yield f"{self.subject(h)} watches: a Watch marker."

    def tell_watch_over(self, h: LoggedEvent) -> Iterator[str]:
        line = f"{self.subject(h)} no longer watches."
        yield line if self.unit_of(h.actor) == self.unit else f"  {line}"

    def tell_reaction(self, h: LoggedEvent) -> Iterator[str]:
        other = self.target_name(h)
        if h.by == "reactions.return-fire":
            yield f"{self.subject(h)} shoots back at {other}."
        else:
            yield f"{self.subject(h)} has been watching, and reacts to {other}."

    def tell_dodge(self, h: LoggedEvent) -> Iterator[str]:
        if self.names.ruleset.has("range-bands") and self.names.ruleset.has("dodging"):
            self.shot_dodged = int(self.names.ruleset.params["reactions.farther"])
        yield f"  {self.subject(h)} dodges."
