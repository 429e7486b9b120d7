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

FACES = (("normal", "vollkorn.woff2"), ("italic", "vollkorn-italic.woff2"))
_PACKAGE = Path(__file__).resolve().parents[1]
_IMPORT = re.compile(r'^import \{[^}]*\} from "(\.[^"]+)";\n', re.MULTILINE)
_READ = frozenset({".py", ".toml", ".html", ".md", ".scene", ".txt", ".typ", ".zip"})
_BEYOND = re.compile(r"[^\x00-\x7f]")
_EXPORT = re.compile(r"^export ", re.MULTILINE)


def static_folder() -> Path:
    """Return the folder of static files. Raise FileNotFoundError if the installation has none."""
    for folder in (_PACKAGE / "static", _PACKAGE.parent / "static"):
        if folder.is_dir():
            return folder
    raise FileNotFoundError(
        "the static files are missing: reinstall the package, or run from a whole clone"
    )


def fingerprint(left_out: Collection[str]) -> str:
    """Return a hash of the code, tables and templates of this package on disk.

    Args:
        left_out: The names of folders of the package to leave out.
    """
    digest = hashlib.blake2b(digest_size=12)
    for path in sorted(_PACKAGE.rglob("*")):
        place = path.relative_to(_PACKAGE)
        if (
            path.suffix in _READ
            and place.parts[0] not in left_out
            and "__pycache__" not in place.parts
        ):
            digest.update(place.as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


@cache
def drawing_css() -> str:
    """Return the style sheet of a drawing in a separate file."""
    return (static_folder() / "css" / "drawing.css").read_text(encoding="utf-8")


@cache
def rulebook_css() -> str:
    """Return the style sheet of a rulebook and its drawings, for embedding in a file."""
    return (
        drawing_css()
        + "\n"
        + (static_folder() / "css" / "rulebook.css").read_text(encoding="utf-8")
    )


@cache
def file_css() -> str:
    """Return the style sheet of a rulebook with its fonts, for a file that works offline."""
    style = "\n".join([*starmap(_face, FACES), rulebook_css()])
    # Escape all other characters: with a single one, Python stores the text in twice the memory.
    return _BEYOND.sub(lambda letter: f"\\{ord(letter[0]):x} ", style)


def _face(style: str, file: str) -> str:
    """Return the `@font-face` rule of a font, with the font as a data URL."""
    inside = base64.b64encode((static_folder() / "fonts" / file).read_bytes()).decode()
    source = f"url(data:font/woff2;base64,{inside})"
    return (
        f"@font-face {{ font-family: Vollkorn; src: {source}; font-weight: 400 900; "
        f"font-style: {style}; }}"
    )


@cache
def table_css() -> str:
    """Return the style sheet of the companion page of a game, for embedding in a file."""
    return (
        rulebook_css() + "\n" + (static_folder() / "css" / "table.css").read_text(encoding="utf-8")
    )


@cache
def script(name: str) -> str:
    """Return a JavaScript module and its imports as one module, for embedding in a file.

    The modules import each other by name, and no two of them define the same name.
    """
    return "\n".join(_modules(static_folder() / "js" / name, set()))


def _modules(path: Path, there: set[Path]) -> Iterator[str]:
    """Yield the imports of a module that are not in `there`, then the module itself."""
    path = path.resolve()
    if path in there:
        return
    there.add(path)
    source = path.read_text(encoding="utf-8")
    for other in _IMPORT.findall(source):
        yield from _modules(path.parent / other, there)
    yield _EXPORT.sub("", _IMPORT.sub("", source))
