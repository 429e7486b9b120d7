"""Where the style sheets, scripts and icons lie: beside the package in a clone, inside it in a wheel."""

from __future__ import annotations

from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def static_folder(package: Path = _PACKAGE) -> Path:
    """The folder of static files; raises FileNotFoundError if the installation has none."""
    for folder in (package / "static", package.parent / "static"):
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
