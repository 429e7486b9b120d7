"""Waiting: what becomes of a game where somebody has to answer.

By itself it stops: `wait` says STOP, and the rule that asks raises NeedDecision. To go on, its stage is
played again with one decision more, which needs nothing but the record. A game that is `Held` keeps its place
in the middle of its rules instead, on a stack of its own (a greenlet): a small part of the time where stages
are long, in exchange for a stack that lives in one thread of one process.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import get_ident
from typing import Any

from carnage.engine.compiling.marks import outside

GO_ON, STOP = 0, 1

# The stack that one is on, once a game has been held; and those of games that are being played on just now.
_current: Callable[[], Any] = object
_playing: set[Any] = set()


@outside
def wait() -> int:
    """Wait for whoever has to answer, as long as that takes: GO_ON when the next decision is laid down, STOP
    if nobody holds this game, or nobody does any longer."""
    # A stack that its own frames hold on to would never be let go: no name is given to it here.
    if _current() not in _playing:
        return STOP
    try:
        _current().parent.switch(True)
    except BaseException:  # it is let go; and no exception may pass through compiled rules
        _current().let_go = True
        return STOP
    return GO_ON


def _run(play: Callable[[], None]) -> None:
    """What happens on a stack: the game, and nothing more when it is let go."""
    try:
        play()
    except Exception:
        if not hasattr(_current(), "let_go"):
            raise


class Held:
    """A game while it is held. `play` plays it on, and may come to `wait`; it must not hold on to whatever
    holds this, or neither would ever be let go. Needs the package greenlet."""

    def __init__(self, play: Callable[[], None]) -> None:
        global _current
        import greenlet

        _current = greenlet.getcurrent
        self._thread = get_ident()
        self._stack = greenlet.greenlet(_run)
        self._given: tuple[Any, ...] = (play,)

    @property
    def here(self) -> bool:
        """Whether it can be played on in this thread."""
        return self._thread == get_ident() and not self._stack.dead

    def play_on(self) -> bool:
        """Play to the next question, and say whether there is one. Raises whatever `play` raises."""
        stack, given, self._given = self._stack, self._given, ()
        stack.parent = _current()
        _playing.add(stack)
        try:
            return bool(stack.switch(*given))
        finally:
            _playing.discard(stack)
