"""Every rule of the family by number: see `core.numbering`.

`RUNS_TOP` is the number of the rule `runs.top`; RULES lists the names in order. PARAMETERS names every
parameter and whether it is whole.
"""

from __future__ import annotations

from carnage.engine.core.numbering import NOT_ASKED, Numbering, identifier

__all__ = ["NOT_ASKED", "NUMBERING", "PARAMETERS", "ROLLED", "RULES", "identifier", "number"]

NUMBERING = Numbering("gamble")
ROLLED, RULES, PARAMETERS = NUMBERING.rolled, NUMBERING.rules, NUMBERING.parameters
number = NUMBERING.number

globals().update(NUMBERING.constants)


def __getattr__(name: str) -> int:
    raise AttributeError(f"no table has a rule for {name}")
