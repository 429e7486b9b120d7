"""The plain road: rules compiled and kept as Numba does by itself, for the day that its insides change.

`CARNAGE_PLAIN_NUMBA=1` takes it. Nothing here leans on Numba's insides, and `linking.py`, which does, is not
even imported. Every rule is copied into each of its callers: compiling takes several times as long.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numba
import numpy as np

if TYPE_CHECKING:
    from carnage.engine.core.compiling import Rule


def environment() -> str:
    """A hash of the versions of NumPy and Numba. Numba looks by itself at Python's and at the processor."""
    return hashlib.sha256(f"plain {np.__version__} {numba.__version__}".encode()).hexdigest()[:20]


def marked(rule: Rule) -> Any:
    """What Numba makes of a rule, not compiled yet."""
    return numba.njit(nogil=True, boundscheck=True, forceinline=rule.in_line)(rule.function)


def load(order: Iterable[Rule], folder: Path) -> None:
    """Get rules ready to run, callees before callers. Rules in another state need another folder: Numba minds
    changes of a rule's own file alone."""
    numba.config.CACHE_DIR = str(folder)
    for rule in order:
        if not rule.dispatcher.overloads:
            rule.dispatcher.enable_caching()
            rule.dispatcher.compile(rule.signature())
            rule.dispatcher.disable_compile()
