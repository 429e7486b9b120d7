"""The version of everything that pages depend on, for their entity tags."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.metadata import version

from carnage.common.assets import hash_package
from carnage.web import assets

# The engine makes no page: a change there must not make every reader fetch every page again.
_LEFT_OUT = frozenset({"engine", "lab", "static"})
_PACKAGES = ("Jinja2", "Markdown", "typst")


@cache
def compute_pages_version() -> str:
    """Return a hash of the tables, templates, code and static files that pages are made from."""
    packages = "".join(f"{package} {version(package)}\0" for package in _PACKAGES)
    text = f"{hash_package(_LEFT_OUT)} {assets.compute_fingerprint()} {packages}"
    return hashlib.blake2b(text.encode(), digest_size=12).hexdigest()
