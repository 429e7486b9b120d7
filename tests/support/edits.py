"""The type of a function that changes a text in a copy of the tables."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

Edit = Callable[[str, str, str], Path]
