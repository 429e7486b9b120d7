"""Every rule of the family by number: see `core.numbering`.

`MOVEMENT_FREE_MOVEMENT` is the number of the rule `movement.free-movement`; RULES lists the names in order.
`Chosen` has a field for each table that is rolled, `Params` one for each parameter,
`Weights` one for each thing that bots weigh. The stub beside this
module, which `make stubs` writes, spells them all out.
"""

from __future__ import annotations

from carnage.engine.core.numbering import NOT_ASKED, Numbering, identifier, stand_for_names

__all__ = ["NOT_ASKED", "identifier"]

NUMBERING = Numbering("battle")
ROLLED: tuple[str, ...] = NUMBERING.rolled
RULES: tuple[str, ...] = NUMBERING.rules
Chosen, Params, Weights = NUMBERING.Chosen, NUMBERING.Params, NUMBERING.Weights

stand_for_names(globals(), NUMBERING.constants)
