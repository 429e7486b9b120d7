"""Suspension of games at a question until somebody answers.

By default `wait` returns STOP, and the rule that asks raises NeedDecision. To continue, the stage
is played again with one more decision, which needs only the record. A `SuspendedGame` keeps its
place in the middle of its rules on a stack of its own (a greenlet). That is much faster if stages
are long, but binds the game to one thread of one process.

No exception may pass through compiled rules, which call `wait` through a pointer to a C function.
An exception that is raised while a suspended game waits first stops the rules. It is raised again
when they have returned. Examples are KeyboardInterrupt, and GreenletExit when the game is dropped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextvars import ContextVar
from functools import partial
from itertools import repeat
from threading import get_ident
from typing import Any

from carnage.engine.compiling.marks import outside

CONTINUE = 0
STOP = 1

# The results of `wait`, one call after the other. Each stack has its own context. That of a
# suspended game has the game's `_resume_or_stop`; all others have the default.
_ALWAYS_STOP = repeat(STOP)
_context: ContextVar[Iterator[int]] = ContextVar("answers", default=_ALWAYS_STOP)

# Wait for an answer, without a time limit: CONTINUE when the next decision is recorded, STOP if the
# game cannot be suspended or is dropped. It equals `lambda: next(_context.get())` but consists of C
# functions alone. A signal that arrives while compiled rules run is handled at the next instruction
# of Python. In a function written in Python that is its first, before any `try`, and ctypes would
# drop the exception and return any number.
_wait: Any = partial(next, map(next, iter(_context.get, None)))
_wait.__module__ = __name__
_wait.__qualname__ = "wait"
wait: Callable[[], int] = outside(_wait)


def _switch_to_parent(current: Callable[[], Any]) -> None:
    """Switch to the stack that continues the game.

    This is a function, because greenlet is not safe with a stack that is suspended inside a
    generator. If the stack is dropped after its thread has ended, the generator refers to a frame
    that has been freed.
    """
    current().parent.switch(True)


def _resume_or_stop(current: Callable[[], Any], raised: list[BaseException]) -> Iterator[int]:
    """Yield the results of `wait` of a suspended game.

    They are CONTINUE each time that the game continues, and STOP once an exception is raised. The
    first is yielded before the game begins, so that signals are handled within `try` from then on.

    Args:
        current: Returns the stack that it is called on. The stack itself must not be stored in a
            variable here. A stack that its own frames refer to is never freed.
        raised: Receives the exception that was raised.
    """
    try:
        while True:
            yield CONTINUE
            _switch_to_parent(current)
    except GeneratorExit:
        return  # The game is over.
    except BaseException as error:
        raised.append(error)
    yield STOP


def _run(play: Callable[[], None], current: Callable[[], Any]) -> None:
    """Play a suspended game on its own stack.

    Raise the exception of a wait instead of NeedDecision.
    """
    raised: list[BaseException] = []
    _context.set(_resume_or_stop(current, raised))
    next(_context.get())
    try:
        play()
    except Exception:
        if raised:
            raise raised.pop() from None
        raise


class SuspendedGame:
    """A game that keeps its place in the rules while it waits. Needs the package greenlet.

    `play` plays the game on and may call `wait`. It must not refer to the object that owns this
    one, or neither is ever freed.
    """

    def __init__(self, play: Callable[[], None]) -> None:
        import greenlet

        self._current = greenlet.getcurrent
        self._thread = get_ident()
        self._stack = greenlet.greenlet(_run)
        self._first_arguments: tuple[Any, ...] = (play, greenlet.getcurrent)  # until it starts

    @property
    def can_resume(self) -> bool:
        """Return True if the game can continue in this thread."""
        return self._thread == get_ident() and not self._stack.dead

    def resume(self) -> bool:
        """Play to the next question. Return True if there is one, False if the game is over.

        Raises the exceptions of `play`, and those that were raised while the game waited. After an
        exception the game cannot be resumed.
        """
        arguments = self._first_arguments
        self._first_arguments = ()
        self._stack.parent = self._current()
        return bool(self._stack.switch(*arguments))
