"""Sight: who may see a field of a record. A field is open unless its annotation says otherwise.

`fuse: Annotated[Small, NOBODYS]` is hidden from everybody; what is so marked and is a record itself is hidden
with all that is in it.
"""

from __future__ import annotations

from enum import Enum


class Sight(Enum):
    """Who may see a field.

    The owner is the seat that the record's own field `side` or `owner` names; without such a field, the place
    of the record, or of the record that it is part of, in its row (a row of sides, of seats); of plain
    numbers in a row, the place of each of them.
    """

    OPEN = "everybody"
    OWNERS = "its owner"
    NOBODYS = "nobody yet"
    ASKERS = "while answers are sealed, whoever is asked"
    UNSEALED = "nobody while answers are sealed"


OWNERS, NOBODYS, ASKERS, UNSEALED = Sight.OWNERS, Sight.NOBODYS, Sight.ASKERS, Sight.UNSEALED
