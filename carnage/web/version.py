"""The version of everything that a page is made of, for ETags and for the addresses of static files."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.metadata import version
from importlib.resources import files
from importlib.resources.abc import Traversable

from carnage.assets import static_folder

# The engine makes no page: a change there must not make every reader fetch every page again.
_LEFT_OUT = {"__pycache__", "engine", "playtest"}
_READ = (".py", ".toml", ".html", ".md", ".css", ".js", ".svg", ".txt", ".jinja", ".j2")


@cache
def texts_version() -> str:
    """A hash of the tables, templates, code and static files that pages come from, as they stand on disk."""
    digest = hashlib.blake2b(digest_size=12)
    for name, entry in sorted(_walk("", files("carnage"))) + sorted(_walk("static/", static_folder())):
        digest.update(name.encode() + b"\0" + entry.read_bytes() + b"\0")
    for package in ("Jinja2", "Markdown", "isal"):
        digest.update(f"{package} {version(package)}\0".encode())
    return digest.hexdigest()


def _walk(prefix: str, folder: Traversable) -> list[tuple[str, Traversable]]:
    entries: list[tuple[str, Traversable]] = []
    for entry in folder.iterdir():
        if entry.is_dir():
            if entry.name not in _LEFT_OUT:
                entries += _walk(f"{prefix}{entry.name}/", entry)
        elif entry.name.endswith(_READ):
            entries.append((prefix + entry.name, entry))
    return entries
