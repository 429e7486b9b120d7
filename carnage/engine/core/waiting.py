"""Waiting: what becomes of a game where somebody has to answer.

By itself it stops: `wait` returns STOP, and the rule that asks raises NeedDecision. To go on, its stage is
played again with one decision more, which needs nothing but the record. A game that is `Held` keeps its place
in the middle of its rules instead, on a stack of its own (a greenlet): a small part of the time where stages
are long, in exchange for a stack that lives in one thread of one process.

No exception may pass through compiled rules, which call `wait` through a pointer to a C function. Whatever is
raised while a held game waits (KeyboardInterrupt, or GreenletExit when the game is dropped) stops the rules
first and is raised again when they have returned.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextvars import ContextVar
from functools import partial
from itertools import repeat
from threading import get_ident
from typing import Any

from carnage.engine.compiling.marks import outside

GO_ON, STOP = 0, 1

# What `wait` returns, one call after the other. Each stack has a context of its own: that of a held game has
# the game's `_answers`, all others have the default.
_NOT_HELD = repeat(STOP)
_context: ContextVar[Iterator[int]] = ContextVar("answers", default=_NOT_HELD)

# Wait for an answer as long as that takes: GO_ON when the next decision is laid down, STOP if the game is not
# held or is dropped. The same as `lambda: next(_context.get())`, made of C functions alone: a signal that
# arrives while compiled rules run is handled at the next instruction of Python. In a function written in
# Python that is its first, before any `try`, and ctypes would drop the exception and return any number.
_wait: Any = partial(next, map(next, iter(_context.get, None)))
_wait.__module__, _wait.__qualname__ = __name__, "wait"
wait: Callable[[], int] = outside(_wait)


def _switch_back(current: Callable[[], Any]) -> None:
    """Switch to the stack that plays the game on.

    This is a function, since greenlet is not safe with a stack that is suspended right in a generator: if the
    stack is dropped after its thread has ended, the generator refers to a frame that has been freed.
    """
    current().parent.switch(True)


def _answers(current: Callable[[], Any], raised: list[BaseException]) -> Iterator[int]:
    """Yield the answers of a held game: GO_ON each time that it is played on, STOP once something is raised.

    The first is yielded before the game begins, so that signals are handled within `try` from then on.

    Args:
        current: Returns the stack that it is called on. The stack itself is given to no name here: one that
            its own frames refer to would never be freed.
        raised: Is given the exception that was raised.
    """
    try:
        while True:
            yield GO_ON
            _switch_back(current)
    except GeneratorExit:
        return  # the game is over
    except BaseException as error:
        raised.append(error)
    yield STOP


def _run(play: Callable[[], None], current: Callable[[], Any]) -> None:
    """Play a held game on its own stack; raise what was raised while it waited, in place of NeedDecision."""
    raised: list[BaseException] = []
    _context.set(_answers(current, raised))
    next(_context.get())
    try:
        play()
    except Exception:
        if raised:
            raise raised.pop() from None
        raise


class Held:
    """A game while it is held. `play` plays it on, and may come to `wait`; it must not hold on to whatever
    holds this, or neither would ever be let go. Needs the package greenlet."""

    def __init__(self, play: Callable[[], None]) -> None:
        import greenlet

        self._current = greenlet.getcurrent
        self._thread = get_ident()
        self._stack = greenlet.greenlet(_run)
        self._given: tuple[Any, ...] = (play, greenlet.getcurrent)

    @property
    def here(self) -> bool:
        """Whether it can be played on in this thread."""
        return self._thread == get_ident() and not self._stack.dead

    def play_on(self) -> bool:
        """Play to the next question, and say whether there is one. Raises whatever `play` raises, and what
        was raised while the game waited: then it is no longer `here`."""
        given, self._given = self._given, ()
        self._stack.parent = self._current()
        return bool(self._stack.switch(*given))
