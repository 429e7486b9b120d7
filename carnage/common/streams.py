"""Standard streams that were closed before the program began, as a service manager or `>&-` may do."""

from __future__ import annotations

import io
import os
import sys

TYPE_CHECKING = False  # Not of `typing`: the program cannot be interrupted before this is imported.
if TYPE_CHECKING:
    from typing import NoReturn


class OutputClosed(OSError):
    """Something was to be printed, and standard output is closed."""


class ClosedOutput(io.TextIOBase):
    """A standard output that is closed: to write to it raises OutputClosed."""

    @property
    def encoding(self) -> str:  # type: ignore[override]
        """Return the encoding that texts would have."""
        return "utf-8"

    @property
    def errors(self) -> str:  # type: ignore[override]
        """Return how characters are treated that the encoding lacks."""
        return "strict"

    @property
    def buffer(self) -> ClosedOutput:
        """Return the stream for bytes, which is as closed as this one."""
        return self

    def writable(self) -> bool:
        return True

    def write(self, text: str | bytes) -> NoReturn:
        raise OutputClosed("Standard output is closed: there is nowhere to print to.")


def replace_closed_streams() -> None:
    """Give the program a stream for each standard stream that is closed.

    A closed input is an empty one, errors are dropped, and output raises OutputClosed. Each file descriptor
    is opened on the null device, so that no file that is opened later gets its number.
    """
    for descriptor in (0, 1, 2):
        try:
            os.fstat(descriptor)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # The lowest number that is free, which is this one.
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115
    if sys.stdout is None:
        sys.stdout = ClosedOutput()
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
