"""Report lines for reactions."""

from __future__ import annotations

from collections.abc import Iterator

from carnage.common.text_format import capitalize
from carnage.engine.battle.words.teller import Tale
from carnage.engine.core.log_reader import LoggedEvent


class ReactionTales(Tale):
    """Report lines for the events of watching, shooting back and dodging. See `Tale`."""

    def tell_watch(self, h: LoggedEvent) -> Iterator[str]:
        yield f"{capitalize(self.who(h))} watches: a Watch marker."

    def tell_watch_over(self, h: LoggedEvent) -> Iterator[str]:
        line = f"{capitalize(self.who(h))} no longer watches."
        yield line if self.unit_of(h.actor) == self.unit else f"  {line}"

    def tell_reaction(self, h: LoggedEvent) -> Iterator[str]:
        other = self.names.model(h.target, self.side)
        if h.by == "reactions.return-fire":
            yield f"{capitalize(self.who(h))} shoots back at {other}."
        else:
            yield f"{capitalize(self.who(h))} has been watching, and reacts to {other}."

    def tell_dodge(self, h: LoggedEvent) -> Iterator[str]:
        yield f"  {capitalize(self.who(h))} dodges."
