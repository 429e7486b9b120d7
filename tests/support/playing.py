"""What the code that plays a family's games asks about, read from its syntax: rules, traits,
parameters.

What plays is what a family's face (`family.py`) imports of its package, and what that imports: not
its bots, but whatever makes a ruleset ready. Nothing there imports what only tells of games.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import carnage

PACKAGE = Path(carnage.__file__).parent


@dataclass
class Asked:
    """The names that some modules ask about: `rules` as in `R.NAME`, `params` as in `g.p.name`,
    `traits` as in `has("name")`, all strings, and `patterns` for the parameters whose names are put
    together.
    """

    rules: set[str] = field(default_factory=set)
    params: set[str] = field(default_factory=set)
    traits: set[str] = field(default_factory=set)
    strings: set[str] = field(default_factory=set)
    patterns: set[str] = field(default_factory=set)

    def reads(self, table: str, param: str) -> bool:
        """Whether a parameter of a table is read: by its field's name, or its own, whole or put
        together.
        """
        name = f"{table}.{param}"
        return (
            re.sub(r"\W", "_", name) in self.params
            or name in self.strings
            or any(re.fullmatch(pattern, name) for pattern in self.patterns)
        )


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def imported(path: Path) -> Iterator[Path]:
    """The modules of `carnage` that one imports, wherever in it."""
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("carnage"):
            for name in (node.module, *(f"{node.module}.{each.name}" for each in node.names)):
                file = PACKAGE.parent.joinpath(*name.split(".")).with_suffix(".py")
                if file.is_file():
                    yield file


@cache
def modules_that_play(family: str) -> tuple[Path, ...]:
    """A family's face, all that it imports of the family, and the modules of other rooms that
    these name.
    """
    folder, core = PACKAGE / "engine" / family, PACKAGE / "engine" / "core"
    waiting, seen = [folder / "family.py"], set()
    while waiting:
        path = waiting.pop()
        if path in seen or path.parent in (folder / "bots", core):
            continue
        seen.add(path)
        if folder in path.parents:
            waiting += imported(path)
    return tuple(sorted(seen))


@cache
def playing(family: str) -> Asked:
    """All that the modules that play ask about."""
    asked = Asked()
    for path in modules_that_play(family):
        read(tree_of(path), asked)
    return asked


TABLE_FIRST = r"[\w-]+\.[\w-]*$"  # how the name of a parameter begins that is put together


def pattern(part: ast.expr) -> str:
    """What fits a part of a string that is put together."""
    return re.escape(str(part.value)) if isinstance(part, ast.Constant) else r"[\w-]+"


def read(tree: ast.Module, asked: Asked) -> None:
    """Add what a module asks about."""
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Attribute)
            and isinstance(node.value, ast.Name)
            and node.value.id == "R"
        ):
            asked.rules.add(node.attr)
        elif isinstance(node, ast.Attribute) and "p" in (
            getattr(node.value, key, "") for key in ("id", "attr")
        ):
            asked.params.add(node.attr)
        elif isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "has":
            asked.traits |= {arg.value for arg in node.args if isinstance(arg, ast.Constant)}
        elif isinstance(node, ast.JoinedStr):
            first = node.values[0]
            if isinstance(first, ast.Constant) and re.match(TABLE_FIRST, str(first.value)):
                asked.patterns.add("".join(pattern(part) for part in node.values))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            asked.strings.add(node.value)
