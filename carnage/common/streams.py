"""Replacements for closed standard streams, as a service manager or `>&-` leaves them."""

from __future__ import annotations

import io
import os
import sys

TYPE_CHECKING = False  # Not from `typing`, which is slow to import: Ctrl-C must work early.
if TYPE_CHECKING:
    from typing import NoReturn


class OutputClosed(OSError):
    """Output was written, but standard output is closed."""


class ClosedOutput(io.TextIOBase):
    """A closed standard output: every write raises OutputClosed."""

    @property
    def encoding(self) -> str:  # type: ignore[override]
        """Return the encoding, as for other text streams."""
        return "utf-8"

    @property
    def errors(self) -> str:  # type: ignore[override]
        """Return the handling of characters that cannot be encoded, as for other text streams."""
        return "strict"

    @property
    def buffer(self) -> ClosedOutput:
        """Return the stream for bytes, which is this stream."""
        return self

    def writable(self) -> bool:
        """Return True, as for other outputs."""
        return True

    def write(self, text: str | bytes) -> NoReturn:
        """Raise OutputClosed."""
        raise OutputClosed("Standard output is closed: there is nowhere to print to.")


def replace_closed_streams() -> None:
    """Replace each standard stream that is closed.

    Input is empty, errors are discarded, and output raises OutputClosed. Each file descriptor is
    opened on the null device, so that a file that is opened later does not get its number.
    """
    for descriptor in (0, 1, 2):
        try:
            os.fstat(descriptor)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # It gets the lowest free number, which is this one.
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115
    if sys.stdout is None:
        sys.stdout = ClosedOutput()
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
