"""Every rule of the family by number, read from its tables: `LAST_WINS` is the rule `last.wins`."""

from __future__ import annotations

from carnage.engine.core.numbering import Numbering

NUMBERING = Numbering("nim")
ROLLED, RULES, PARAMETERS = NUMBERING.rolled, NUMBERING.rules, NUMBERING.parameters

globals().update(NUMBERING.constants)


def __getattr__(name: str) -> int:
    raise AttributeError(f"no table has a rule for {name}")
