"""The program `carnage`. It imports no slow module before Ctrl-C is handled.

The commands are in `carnage.command_line`, which is imported when one of its names is used.
"""

from __future__ import annotations

import os
import signal
import sys

from carnage.common.exit_status import INTERRUPTED

TYPE_CHECKING = False  # Not from `typing`, which takes longer to import than this whole module.
if TYPE_CHECKING:
    from typing import Any, NoReturn


def run() -> NoReturn:
    """Run the command in the program's arguments, and exit."""
    # A shell starts a background job with SIGINT ignored. Keep it ignored.
    is_interruptible = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if is_interruptible:
        signal.signal(signal.SIGINT, _exit_at_once)
    from carnage.common.streams import replace_closed_streams

    replace_closed_streams()
    from carnage.command_line import main

    try:
        if is_interruptible:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        main(prog_name="carnage")
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    finally:
        if is_interruptible:
            signal.signal(signal.SIGINT, _exit_at_once)
    sys.exit(0)


def _exit_at_once(*_: object) -> NoReturn:
    """Exit without a traceback and without cleaning up."""
    os._exit(INTERRUPTED)


def __getattr__(name: str) -> Any:
    """Return a name of `carnage.command_line`, such as `main`."""
    if name.startswith("_"):
        raise AttributeError(name)
    from carnage import command_line

    return getattr(command_line, name)


if __name__ == "__main__":
    run()
