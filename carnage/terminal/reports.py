"""How a report looks at the terminal."""

from __future__ import annotations


def shown(lines: list[str]) -> str:
    """A report with room before its headings."""
    return "\n".join(f"\n{line}" if line.startswith("#") else line for line in lines)
