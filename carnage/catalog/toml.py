"""Load TOML files into typed, frozen data; errors name the file."""

from __future__ import annotations

import threading
from importlib.resources.abc import Traversable
from typing import TypeVar

import msgspec

T = TypeVar("T")

# msgspec analyses a class on its first use, and crashes if two threads make it do so at once.
_READING = threading.Lock()


class CatalogError(ValueError):
    """An error in a table, book or roster. The message names the file and the place in it."""


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Base class of data in a TOML file. Unknown and missing keys are errors."""


def display_path(name: str) -> str:
    """Return the name of a file as messages show it."""
    return f"tables/{name}"


def list_files(root: Traversable, folder: str) -> frozenset[str]:
    """Return the names of a folder's TOML files, without their suffix."""
    names = [entry.name for entry in (root / folder).iterdir()]
    return frozenset(name.removesuffix(".toml") for name in names if name.endswith(".toml"))


def decode_toml(text: bytes, type_: type[T]) -> T:
    """Decode TOML as a type. Thread-safe. Raises msgspec.DecodeError."""
    with _READING:
        return msgspec.toml.decode(text, type=type_)


def read_toml(root: Traversable, name: str, type_: type[T]) -> T:
    """Load a file as a type. Raises CatalogError.

    Args:
        root: A folder laid out like `tables/`.
        name: The path of the file in it.
        type_: The type of the contents.
    """
    try:
        return decode_toml((root / name).read_bytes(), type_)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise CatalogError(f"{display_path(name)}: {error}") from None
    except FileNotFoundError:
        raise CatalogError(f"{display_path(name)}: there is no such file") from None
    except OSError as error:
        raise CatalogError(f"{display_path(name)}: cannot be read ({error})") from None


def read_optional(root: Traversable, name: str, type_: type[T]) -> T | None:
    """Load a file as a type, or return None if it does not exist. Raises CatalogError."""
    if (root / name).is_file():
        return read_toml(root, name, type_)
    return None
