"""Extras: what is installed on demand alone, and what to say where it is missing."""

from __future__ import annotations


class MissingExtraError(ImportError):
    """What was asked for needs an extra that is not installed; the message says how to install it."""


def missing(extra: str, error: ImportError) -> ImportError:
    """What to raise when an import fails: how to install this extra; the error itself if ours."""
    if (error.name or "carnage").partition(".")[0] == "carnage":
        return error
    return MissingExtraError(
        f"This needs {error.name}, which is not installed: pip install 'carnage[{extra}]'", name=error.name
    )
