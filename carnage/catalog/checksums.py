"""Checksums of books whose texts have been checked, in `tables/checked.toml`, which `make tables`
writes.

The checks of a book's texts parse every template, which takes five sixths of the time to load it.
`load_book` skips them if all files that they read are unchanged since they passed. A test runs all
checks and fails if a checksum is out of date.
"""

from __future__ import annotations

import hashlib
from importlib.resources.abc import Traversable
from pathlib import Path

from carnage.catalog.toml import read_optional

CHECKSUMS_FILE = "checked.toml"
_HEAD = """\
# The SHA-256 of the files of each book whose texts have passed all checks.
# Written by `make tables`.
"""


def checksum(root: Traversable, code: str, family: str) -> str:
    """Return the SHA-256 of all files that the texts of a book depend on.

    These are the book's own file, the sources, and every file of its family, each with its name.

    Args:
        root: A folder laid out like `tables/`.
        code: The book's code.
        family: The book's family.
    """
    own = [f"{family}/{file.name}" for file in (root / family).iterdir() if file.is_file()]
    digest = hashlib.sha256()
    for name in ("sources.toml", f"books/{code}.toml", *sorted(own)):
        content = (root / name).read_bytes()
        digest.update(f"{name} {len(content)}\n".encode())
        digest.update(content)
    return digest.hexdigest()


def is_checked(root: Traversable, code: str, family: str) -> bool:
    """Return True if the present texts of this book have passed all checks."""
    checked = read_optional(root, CHECKSUMS_FILE, dict[str, str]) or {}
    return code in checked and checked[code] == checksum(root, code, family)


def main() -> None:
    """Check every book of this package and write the checksums; raise CatalogError for bad data."""
    from carnage.catalog.books import TABLES, book_codes
    from carnage.catalog.loading import load_book

    lines = [_HEAD]
    for code in book_codes():
        book = load_book(TABLES, code, trust_checksum=False)
        lines.append(f'{code} = "{checksum(TABLES, code, book.family)}"\n')
    Path(str(TABLES), CHECKSUMS_FILE).write_text("".join(lines), encoding="utf-8", newline="\n")
