"""The layout of reports at the terminal."""

from __future__ import annotations


def shown(lines: list[str]) -> str:
    """Return a report with an empty line before each heading."""
    return "\n".join(f"\n{line}" if line.startswith("#") else line for line in lines)
