"""Where the style sheets, scripts and icons lie: beside the package in a clone, inside it in a wheel."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_IMPORT = re.compile(r'^import \{[^}]*\} from "(\.[^"]+)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export ", re.MULTILINE)


def static_folder() -> Path:
    """The folder of static files; raises FileNotFoundError if the installation has none."""
    for folder in (_PACKAGE / "static", _PACKAGE.parent / "static"):
        if folder.is_dir():
            return folder
    raise FileNotFoundError("the static files are missing: reinstall the package, or run from a whole clone")


@cache
def drawing_css() -> str:
    """The style sheet of a drawing that stands in a file of its own."""
    return (static_folder() / "drawing.css").read_text(encoding="utf-8")


@cache
def rulebook_css() -> str:
    """The style sheet of a rulebook and of its drawings, for files that carry their style inside."""
    return drawing_css() + "\n" + (static_folder() / "rulebook.css").read_text(encoding="utf-8")


@cache
def table_css() -> str:
    """The style sheet of a game at the table, for files that carry their style inside."""
    return rulebook_css() + "\n" + (static_folder() / "table.css").read_text(encoding="utf-8")


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
