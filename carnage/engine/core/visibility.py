"""Visibility of the fields of a record. A field is open unless its annotation has a marker.

`fuse: Annotated[Small, NOBODYS]` is hidden from every seat. A marker of a field that is a record
itself applies to all fields of that record.
"""

from __future__ import annotations

from enum import Enum


class Sight(Enum):
    """The seats that may see a field.

    The owner of a record is the seat in its field `side` or `owner`. Without such a field it is the
    index of the record, or of the record that contains it, in its row (of sides or seats). In a row
    of plain numbers each number belongs to the seat of its index.
    """

    OPEN = "everybody"
    OWNERS = "its owner"
    NOBODYS = "nobody yet"
    ASKERS = "while answers are sealed, whoever is asked"
    UNSEALED = "nobody while answers are sealed"


OWNERS = Sight.OWNERS
NOBODYS = Sight.NOBODYS
ASKERS = Sight.ASKERS
UNSEALED = Sight.UNSEALED
