"""The error for extras (optional dependencies) that are not installed."""

from __future__ import annotations


class MissingExtraError(ImportError):
    """A feature needs an extra that is not installed; the message says how to install it."""


def missing_extra_error(extra: str, error: ImportError) -> ImportError:
    """Return the exception to raise after a failed import.

    Args:
        extra: The extra that installs the module.
        error: The error of the import. It is returned unchanged if the module belongs to this
            package.
    """
    if (error.name or "carnage").partition(".")[0] == "carnage":
        return error
    return MissingExtraError(
        f"This needs {error.name}, which is not installed: pip install 'carnage[{extra}]'",
        name=error.name,
    )
