"""Every rule of the family by number, read from its tables: `LAST_WINS` is the rule `last.wins`.

`Chosen` has a field for each table that is rolled, `Params` one for each parameter. The stub beside this
module, which `make stubs` writes, spells them all out.
"""

from __future__ import annotations

from carnage.engine.core.numbering import Numbering, stand_for_names

NUMBERING = Numbering("nim")
RULES: tuple[str, ...] = NUMBERING.rules
Chosen, Params = NUMBERING.Chosen, NUMBERING.Params

stand_for_names(globals(), NUMBERING.constants)
