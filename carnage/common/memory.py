"""The memory of this process, and settings of the allocator of glibc, which keeps freed memory."""

from __future__ import annotations

import ctypes
import os
from contextlib import suppress
from pathlib import Path

ARENAS = 2
"""The number of heaps of a process. With the default of glibc nearly every thread gets one, and a
web process takes a third more memory.
"""

M_ARENA_MAX = -8  # The option of mallopt(3), from malloc.h.


def limit_arenas() -> None:
    """Limit the number of heaps of this process and of its children."""
    os.environ["MALLOC_ARENA_MAX"] = str(ARENAS)
    with suppress(AttributeError, OSError, TypeError):  # Another C library.
        ctypes.CDLL(None).mallopt(M_ARENA_MAX, ARENAS)


def release_free_memory() -> None:
    """Return freed memory to the system: 70 of 320 MB after 25 PDFs."""
    with suppress(AttributeError, OSError, TypeError):
        ctypes.CDLL(None).malloc_trim(0)


def measure_resident() -> int:
    """Return the resident memory of this process in bytes; 0 where Linux does not tell it."""
    with suppress(OSError):
        pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")
    return 0
