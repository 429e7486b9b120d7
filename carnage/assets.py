"""The files of this package: where style sheets, scripts and icons lie, and what tells one state of all from
another.

Static files lie beside the package in a clone, inside it in a wheel.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Collection, Iterator
from functools import cache
from itertools import starmap
from pathlib import Path

FACES = (("normal", "vollkorn.woff2"), ("italic", "vollkorn-italic.woff2"))
_PACKAGE = Path(__file__).resolve().parent
_IMPORT = re.compile(r'^import \{[^}]*\} from "(\.[^"]+)";\n', re.MULTILINE)
_READ = frozenset({".py", ".toml", ".html", ".md", ".scene", ".txt", ".typ", ".zip"})
_BEYOND = re.compile(r"[^\x00-\x7f]")
_EXPORT = re.compile(r"^export ", re.MULTILINE)


def static_folder() -> Path:
    """The folder of static files; raises FileNotFoundError if the installation has none."""
    for folder in (_PACKAGE / "static", _PACKAGE.parent / "static"):
        if folder.is_dir():
            return folder
    raise FileNotFoundError("the static files are missing: reinstall the package, or run from a whole clone")


def fingerprint(left_out: Collection[str]) -> str:
    """A hash of this package's code, tables and templates as they stand on disk, the folders that are left
    out apart."""
    digest = hashlib.blake2b(digest_size=12)
    for path in sorted(_PACKAGE.rglob("*")):
        place = path.relative_to(_PACKAGE)
        if path.suffix in _READ and not {"__pycache__", *left_out} & set(place.parts):
            digest.update(place.as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


@cache
def drawing_css() -> str:
    """The style sheet of a drawing that stands in a file of its own."""
    return (static_folder() / "css" / "drawing.css").read_text(encoding="utf-8")


@cache
def rulebook_css() -> str:
    """The style sheet of a rulebook and of its drawings, for files that carry their style inside."""
    return drawing_css() + "\n" + (static_folder() / "css" / "rulebook.css").read_text(encoding="utf-8")


@cache
def file_css() -> str:
    """The same with its type inside, for a rulebook that somebody takes away."""
    style = "\n".join([*starmap(_face, FACES), rulebook_css()])
    # One letter that is none of ASCII's makes a text twice as large while it is made.
    return _BEYOND.sub(lambda letter: f"\\{ord(letter[0]):x} ", style)


def _face(style: str, file: str) -> str:
    """One face as a rule of a style sheet, all of it inside."""
    inside = base64.b64encode((static_folder() / "fonts" / file).read_bytes()).decode()
    source = f"url(data:font/woff2;base64,{inside})"
    return (
        f"@font-face {{ font-family: Vollkorn; src: {source}; font-weight: 400 900; font-style: {style}; }}"
    )


@cache
def table_css() -> str:
    """The style sheet of a game at the table, for files that carry their style inside."""
    return rulebook_css() + "\n" + (static_folder() / "css" / "table.css").read_text(encoding="utf-8")


@cache
def script(name: str) -> str:
    """A module and all that it imports as one module, for files that carry their script inside.

    Our modules import each other by name, and no two of them call anything the same.
    """
    return "\n".join(_modules(static_folder() / "js" / name, set()))


def _modules(path: Path, there: set[Path]) -> Iterator[str]:
    """What a module needs, then itself, but for what is there."""
    path = path.resolve()
    if path in there:
        return
    there.add(path)
    source = path.read_text(encoding="utf-8")
    for other in _IMPORT.findall(source):
        yield from _modules(path.parent / other, there)
    yield _EXPORT.sub("", _IMPORT.sub("", source))
