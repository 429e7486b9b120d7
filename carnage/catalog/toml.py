"""Reading a TOML file into typed, frozen data; whatever cannot be read is refused by the file's name."""

from __future__ import annotations

import threading
from importlib.resources.abc import Traversable
from typing import TypeVar

import msgspec

T = TypeVar("T")

# msgspec learns a class when it first reads into it, and crashes if two threads have it do so at once.
_READING = threading.Lock()


class CatalogError(ValueError):
    """A table, book or roster that cannot be used; the message names the file and the place in it."""


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Data as it stands in a TOML file; a key that its class does not know is an error, as is one missing."""


def place_of(name: str) -> str:
    """What messages call the file of this name in a folder laid out like `tables/`."""
    return f"tables/{name}"


def files_in(root: Traversable, folder: str) -> frozenset[str]:
    """The names of a folder's TOML files, without their endings."""
    names = [entry.name for entry in (root / folder).iterdir()]
    return frozenset(name.removesuffix(".toml") for name in names if name.endswith(".toml"))


def decode(text: bytes, type_: type[T]) -> T:
    """TOML as this type, in any thread; raises msgspec.DecodeError."""
    with _READING:
        return msgspec.toml.decode(text, type=type_)


def read(root: Traversable, name: str, type_: type[T]) -> T:
    """The file of this name in a folder laid out like `tables/`, as this type; raises CatalogError."""
    try:
        return decode((root / name).read_bytes(), type_)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise CatalogError(f"{place_of(name)}: {error}") from None
    except FileNotFoundError:
        raise CatalogError(f"{place_of(name)}: there is no such file") from None
    except OSError as error:
        raise CatalogError(f"{place_of(name)}: cannot be read ({error})") from None


def read_if_there(root: Traversable, name: str, type_: type[T]) -> T | None:
    """The same of a file that some families do without: None if it is not there."""
    return read(root, name, type_) if (root / name).is_file() else None
