"""Count the statements of Python code: nodes of the class `ast.stmt`, docstrings included.

    python tools/count_statements.py
    python tools/count_statements.py carnage/web carnage/rulebook --skip carnage/rulebook/battle

Without paths it counts the code that makes pages: the rulebook and the site, without the drawing.
"""

from __future__ import annotations

import argparse
import ast
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE_CODE = (
    "carnage/document",
    "carnage/rulebook",
    "carnage/web",
    "carnage/rulesets/odds.py",
)
"""The paths of the code that makes pages; those that do not exist are skipped."""

SKIPPED = ("carnage/document/drawing", "carnage/drawing")


def count_statements(source: str) -> int:
    """Return the number of statements in Python source."""
    return sum(isinstance(node, ast.stmt) for node in ast.walk(ast.parse(source)))


def find_modules(paths: Iterable[Path], skipped: Iterable[Path]) -> Iterator[Path]:
    """Yield the Python files at or below the paths, but none at or below the skipped paths."""
    skipped = tuple(skipped)
    for path in paths:
        if path.is_dir():
            modules = sorted(path.rglob("*.py"))
        elif path.exists():
            modules = [path]
        else:
            modules = []
        for module in modules:
            if not any(module == skip or skip in module.parents for skip in skipped):
                yield module


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("paths", nargs="*", default=PAGE_CODE, help="files and folders")
    parser.add_argument(
        "--skip", action="append", default=list(SKIPPED), help="leave out this path"
    )
    parser.add_argument(
        "--root", type=Path, default=ROOT, help="the folder that paths are relative to"
    )
    parser.add_argument("--modules", action="store_true", help="print the number of each module")
    arguments = parser.parse_args()
    total = 0
    root: Path = arguments.root
    paths = [root / path for path in arguments.paths]
    skipped = [root / path for path in arguments.skip]
    for module in find_modules(paths, skipped):
        count = count_statements(module.read_text(encoding="utf-8"))
        total += count
        if arguments.modules:
            print(f"{count:6} {module.relative_to(root)}")
    print(f"{total:6} statements")


if __name__ == "__main__":
    main()
