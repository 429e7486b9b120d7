"""Reading a TOML file into typed, frozen data; whatever cannot be read is refused by the file's name."""

from __future__ import annotations

from importlib.resources.abc import Traversable
from typing import TypeVar

import msgspec

Number = int | float
T = TypeVar("T")


class CatalogError(ValueError):
    """A table, book or roster that cannot be used; the message names the file and the place in it."""


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Data as it stands in a TOML file; a key that its class does not know is an error, as is one missing."""


def read(path: Traversable, name: str, type_: type[T]) -> T:
    """The file as data of this type; raises CatalogError, which calls the file by `name`."""
    try:
        return msgspec.toml.decode(path.read_bytes(), type=type_)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise CatalogError(f"{name}: {error}") from None
    except FileNotFoundError:
        raise CatalogError(f"{name}: there is no such file") from None
    except OSError as error:
        raise CatalogError(f"{name}: cannot be read ({error})") from None
