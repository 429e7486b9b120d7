"""The modules of this folder may be imported by its tests."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parent))


@pytest.fixture
def dice_may_wrap() -> Iterator[None]:
    """The streams of dice reckon beyond 64 bits, as compiled rules do without a word."""
    with np.errstate(over="ignore"):
        yield
