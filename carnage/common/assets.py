"""The static files of this package, and a hash of its code.

In a clone, static files are next to the package; in a wheel, they are inside it.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Collection, Iterator
from functools import cache
from itertools import starmap
from pathlib import Path

FONTS = (("normal", "vollkorn.woff2"), ("italic", "vollkorn-italic.woff2"))
"""The style and the file of each font."""

_PACKAGE = Path(__file__).resolve().parents[1]
_IMPORT = re.compile(r'^import \{[^}]*\} from "(\.[^"]+)";\n', re.MULTILINE)
_HASHED_SUFFIXES = frozenset({".py", ".toml", ".html", ".md", ".scene", ".txt", ".typ", ".zip"})
_NON_ASCII = re.compile(r"[^\x00-\x7f]")
_EXPORT = re.compile(r"^export ", re.MULTILINE)


def static_folder() -> Path:
    """Return the folder of static files. Raise FileNotFoundError if the installation has none."""
    for folder in (_PACKAGE / "static", _PACKAGE.parent / "static"):
        if folder.is_dir():
            return folder
    raise FileNotFoundError(
        "the static files are missing: reinstall the package, or run from a whole clone"
    )


def hash_package(excluded_folders: Collection[str]) -> str:
    """Return a hash of the code, tables and templates of this package on disk.

    Args:
        excluded_folders: The names of folders of the package to leave out.
    """
    digest = hashlib.blake2b(digest_size=12)
    for path in sorted(_PACKAGE.rglob("*")):
        relative_path = path.relative_to(_PACKAGE)
        is_excluded = (
            relative_path.parts[0] in excluded_folders or "__pycache__" in relative_path.parts
        )
        if path.suffix in _HASHED_SUFFIXES and not is_excluded:
            name = relative_path.as_posix().encode()
            digest.update(name + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


@cache
def drawing_css() -> str:
    """Return the style sheet of a drawing in a separate file."""
    return _read_css("drawing.css")


@cache
def rulebook_css() -> str:
    """Return the style sheet of a rulebook and its drawings, for embedding in a file."""
    return drawing_css() + "\n" + _read_css("rulebook.css")


@cache
def file_css() -> str:
    """Return the style sheet of a rulebook with its fonts, for a file that works offline."""
    style = "\n".join([*starmap(_font_face_rule, FONTS), rulebook_css()])
    # Escape all other characters: with a single one, Python stores the text in twice the memory.
    return _NON_ASCII.sub(lambda letter: f"\\{ord(letter[0]):x} ", style)


def _font_face_rule(style: str, file: str) -> str:
    """Return the `@font-face` rule of a font, with the font as a data URL."""
    font = (static_folder() / "fonts" / file).read_bytes()
    source = f"url(data:font/woff2;base64,{base64.b64encode(font).decode()})"
    return (
        f"@font-face {{ font-family: Vollkorn; src: {source}; font-weight: 400 900; "
        f"font-style: {style}; }}"
    )


@cache
def table_css() -> str:
    """Return the style sheet of the companion page of a game, for embedding in a file."""
    return rulebook_css() + "\n" + _read_css("table.css")


def _read_css(name: str) -> str:
    """Return a static style sheet."""
    return (static_folder() / "css" / name).read_text(encoding="utf-8")


@cache
def script(name: str) -> str:
    """Return a JavaScript module and its imports as one module, for embedding in a file.

    The modules import each other by name, and no two of them define the same name.
    """
    modules = _list_modules(static_folder() / "js" / name, set())
    sources = [_IMPORT.sub("", path.read_text(encoding="utf-8")) for path in modules]
    return "\n".join(_EXPORT.sub("", source) for source in sources)


@cache
def imported_scripts(name: str) -> tuple[str, ...]:
    """Return the names of the JavaScript modules that a module imports, directly or not."""
    folder = static_folder() / "js"
    *imported, _ = _list_modules(folder / name, set())
    return tuple(path.relative_to(folder.resolve()).as_posix() for path in imported)


def _list_modules(path: Path, known: set[Path]) -> Iterator[Path]:
    """Yield the imports of a module that are not known, then the module itself, and note them."""
    path = path.resolve()
    if path in known:
        return
    known.add(path)
    for imported_path in _IMPORT.findall(path.read_text(encoding="utf-8")):
        yield from _list_modules(path.parent / imported_path, known)
    yield path
