"""Every rule of the family by number: see `core.numbering`.

`RUNS_TOP` is the number of the rule `runs.top`; RULES lists the names in order.
`Chosen` has a field for each table that is rolled, `Params` one for each parameter. The stub beside this
module, which `make stubs` writes, spells them all out.
"""

from __future__ import annotations

from carnage.engine.core.numbering import NOT_ASKED, Numbering, identifier, stand_for_names

__all__ = ["NOT_ASKED", "identifier"]

NUMBERING = Numbering("gamble")
ROLLED: tuple[str, ...] = NUMBERING.rolled
RULES: tuple[str, ...] = NUMBERING.rules
Chosen, Params = NUMBERING.Chosen, NUMBERING.Params

stand_for_names(globals(), NUMBERING.constants)
