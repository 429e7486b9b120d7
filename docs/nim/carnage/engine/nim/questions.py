"""The kinds of question, and what their options mean: of TAKE, `what` is how many coins."""

from __future__ import annotations

TAKE = 0
