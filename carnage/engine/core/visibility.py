"""Visibility of the fields of a record. A field is open unless its annotation has a marker.

`fuse: Annotated[Small, HIDDEN]` is hidden from every seat. A marker of a field that is a record
itself applies to all fields of that record.
"""

from __future__ import annotations

from enum import Enum


class Visibility(Enum):
    """The seats that may see a field.

    The owner of a record is the seat in its field `side` or `owner`. Without such a field it is the
    index of the record, or of the record that contains it, in its row (of sides or seats). In a row
    of plain numbers each number belongs to the seat of its index.
    """

    OPEN = "everybody"
    OWNER_ONLY = "its owner"
    HIDDEN = "nobody yet"
    ASKED_ONLY = "while answers are sealed, whoever is asked"
    AFTER_SEALING = "nobody while answers are sealed"


OWNER_ONLY = Visibility.OWNER_ONLY
HIDDEN = Visibility.HIDDEN
ASKED_ONLY = Visibility.ASKED_ONLY
AFTER_SEALING = Visibility.AFTER_SEALING
