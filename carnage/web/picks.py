"""A few seeds of the classic book that are worth a look, and why."""

from __future__ import annotations

PICKS: tuple[tuple[str, str], ...] = (
    ("243856987615781", "The game that the original toolkit was shown with."),
)
