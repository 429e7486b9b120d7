"""The command line. `command_line` has the group of commands, and those that play no games.

`game_commands` and `sweep_commands` have the others. Each command is run by the module of its name,
which parses the arguments, calls the library and prints. This module is imported before Ctrl-C is
handled, so it imports no slow module.
"""

from __future__ import annotations

import os
import signal
import sys

from carnage.common.exit_status import INTERRUPTED

TYPE_CHECKING = False  # Not from `typing`, which takes longer to import than this whole module.
if TYPE_CHECKING:
    from typing import NoReturn

REPEAT_INTERRUPT_S = 1.0


def run() -> NoReturn:
    """Run the command in the program's arguments, and exit."""
    # A shell starts a background job with SIGINT ignored. Keep it ignored.
    is_interruptible = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if is_interruptible:
        signal.signal(signal.SIGINT, _exit_immediately)
    from carnage.common.streams import replace_closed_streams

    replace_closed_streams()
    from carnage.cli.command_line import main

    interruption = _Interruption()
    status = 0
    try:
        if is_interruptible:
            interruption.install()
        main(prog_name="carnage")
    except KeyboardInterrupt:
        status = INTERRUPTED
    except (SystemExit, Exception):
        # An interrupt in the middle of a library can also end in another exception.
        if not interruption.has_begun:
            raise
        status = INTERRUPTED
    finally:
        if is_interruptible:
            signal.signal(signal.SIGINT, _exit_immediately)
            interruption.uninstall()
    if interruption.has_begun:
        # Python waits for its threads at exit, and an interrupt can leave a lock of theirs held.
        _flush_and_exit(status)
    sys.exit(status)


class _Interruption:
    """Raises KeyboardInterrupt on SIGINT until the command ends.

    Python ignores exceptions in some callbacks, such as one of its import system. A timer repeats
    an interrupt that arrives there.
    """

    def __init__(self) -> None:
        self.has_begun = False

    def install(self) -> None:
        """Handle SIGINT, and the timer where the system has one."""
        signal.signal(signal.SIGINT, self._interrupt)
        sys.unraisablehook = self._report_unraisable
        if sys.platform != "win32":
            signal.signal(signal.SIGALRM, self._interrupt)

    def uninstall(self) -> None:
        """Stop the timer."""
        if sys.platform != "win32":
            signal.setitimer(signal.ITIMER_REAL, 0)

    def _interrupt(self, *_: object) -> NoReturn:
        self.has_begun = True
        if sys.platform != "win32":
            signal.setitimer(signal.ITIMER_REAL, REPEAT_INTERRUPT_S)
        raise KeyboardInterrupt

    @staticmethod
    def _report_unraisable(error: sys.UnraisableHookArgs) -> None:
        """Report an exception that Python ignored, unless it is an interrupt, which is repeated."""
        if error.exc_type is not KeyboardInterrupt:
            sys.__unraisablehook__(error)


def _exit_immediately(*_: object) -> NoReturn:
    """Exit without a traceback and without cleaning up."""
    os._exit(INTERRUPTED)


def _flush_and_exit(status: int) -> NoReturn:
    """Exit without waiting for threads."""
    for stream in (sys.stdout, sys.stderr):
        try:  # noqa: SIM105 - an import of contextlib would take 3 ms of every command
            stream.flush()
        except (OSError, ValueError):  # closed, or its reader is gone
            pass
    os._exit(status)
