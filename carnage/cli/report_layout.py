"""The layout of reports at the terminal."""

from __future__ import annotations

from collections.abc import Iterable


def format_report(lines: Iterable[str]) -> str:
    """Return a report with an empty line before each heading."""
    formatted = []
    for line in lines:
        if line.startswith("#"):
            formatted.append("")
        formatted.append(line)
    return "\n".join(formatted)
