"""Check how much each line of `carnage/` does, by the limits of tools/density.toml.

    python tools/check_density.py
    python tools/check_density.py --write

A module may have as many of each kind of dense code as the file lists for it, and no more. A number
that is too high is a fault, too, so the list only shrinks; `--write` lowers it. `[rates]` has the
limits of the whole package.
"""

from __future__ import annotations

import argparse
import ast
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
FILE = ROOT / "tools" / "density.toml"
RULES = ("carnage/engine/battle/", "carnage/engine/duel/", "carnage/engine/gamble/")
"""Folders of compiled rules, which pass the game and numbers by position."""

MAX_ATTRIBUTES = 8
MAX_COMPREHENSION_LINES = 3
MIN_POSITIONAL = 4  # from which on a call should name its arguments
KINDS = ("attributes", "conditions", "comprehensions", "tuples")
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


class Totals(NamedTuple):
    """Counts of one module or of all."""

    lines: int
    nodes: int
    tuple_assignments: int
    conditional_expressions: int
    calls: int
    positional_calls: int


def count_lines(source: str) -> int:
    """Return the number of lines that are neither blank nor comments."""
    lines = (line.strip() for line in source.splitlines())
    return sum(1 for line in lines if line and not line.startswith("#"))


def is_tuple_assignment(node: ast.AST) -> bool:
    """Return whether a statement assigns several values at once, as `a, b = x, y`."""
    return (
        isinstance(node, ast.Assign)
        and isinstance(node.targets[0], ast.Tuple)
        and isinstance(node.value, ast.Tuple)
    )


def measure(source: str, is_rule: bool) -> Totals:
    """Return the totals of a module; calls are not counted in compiled rules."""
    nodes = list(ast.walk(ast.parse(source)))
    calls = [] if is_rule else [node for node in nodes if isinstance(node, ast.Call)]
    return Totals(
        lines=count_lines(source),
        nodes=len(nodes),
        tuple_assignments=sum(map(is_tuple_assignment, nodes)),
        conditional_expressions=sum(isinstance(node, ast.IfExp) for node in nodes),
        calls=len(calls),
        positional_calls=sum(len(call.args) >= MIN_POSITIONAL for call in calls),
    )


def find_attributes(node: ast.ClassDef) -> set[str]:
    """Return the attributes that a class annotates or assigns to `self`."""
    names = set()
    for part in ast.walk(node):
        is_stored = isinstance(part, ast.Attribute) and isinstance(part.ctx, ast.Store)
        if is_stored and isinstance(part.value, ast.Name) and part.value.id == "self":
            names.add(part.attr)
    return names


def count_faults(source: str) -> Counter[str]:
    """Return how much dense code of each kind a module has.

    `attributes` are classes that assign more than MAX_ATTRIBUTES attributes to `self`; records are
    not among them. `conditions` are conditional expressions in a positional argument, an f-string
    or another conditional expression. `comprehensions` have two loops or too many lines. `tuples`
    assign more than two values at once.
    """
    found: Counter[str] = Counter()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ClassDef):
            found["attributes"] += len(find_attributes(node)) > MAX_ATTRIBUTES
        elif isinstance(node, ast.Call):
            found["conditions"] += sum(isinstance(argument, ast.IfExp) for argument in node.args)
        elif isinstance(node, ast.FormattedValue):
            found["conditions"] += isinstance(node.value, ast.IfExp)
        elif isinstance(node, ast.IfExp):
            parts = (node.test, node.body, node.orelse)
            found["conditions"] += any(isinstance(part, ast.IfExp) for part in parts)
        elif isinstance(node, COMPREHENSIONS):
            lines = (node.end_lineno or node.lineno) - node.lineno + 1
            is_long = lines > MAX_COMPREHENSION_LINES + 2  # with the lines of its brackets
            found["comprehensions"] += len(node.generators) > 1 or is_long
        elif isinstance(node, ast.Assign) and is_tuple_assignment(node):
            targets = node.targets[0]
            found["tuples"] += isinstance(targets, ast.Tuple) and len(targets.elts) > 2
    return found


def find_modules() -> Iterator[tuple[str, str]]:
    """Yield the path and the source of each module of the package."""
    for path in sorted((ROOT / "carnage").rglob("*.py")):
        yield path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")


def compute_rates() -> dict[str, float]:
    """Return the rates of the whole package, by the names of the limits in `[rates]`."""
    modules = [measure(source, path.startswith(RULES)) for path, source in find_modules()]
    total = Totals(*map(sum, zip(*modules, strict=True)))
    thousand_lines = total.lines / 1000
    return {
        "nodes_per_line": total.nodes / total.lines,
        "tuple_assignments_per_1000_lines": total.tuple_assignments / thousand_lines,
        "conditional_expressions_per_1000_lines": total.conditional_expressions / thousand_lines,
        "percent_of_calls_by_position": 100 * total.positional_calls / total.calls,
    }


def count_all() -> dict[str, dict[str, int]]:
    """Return the faults of each kind by module, without zeros."""
    found: dict[str, dict[str, int]] = {kind: {} for kind in KINDS}
    for path, source in find_modules():
        for kind, count in count_faults(source).items():
            if count:
                found[kind][path] = count
    return found


def list_faults() -> Iterator[str]:
    """Yield each limit that is exceeded, and each number of the list that may be lower."""
    limits = tomllib.loads(FILE.read_text(encoding="utf-8"))
    for name, rate in compute_rates().items():
        if rate > limits["rates"][name]:
            yield f"{name}: {rate:.2f}, at most {limits['rates'][name]}"
    for kind, counts in count_all().items():
        listed = limits[kind]
        for path in sorted(counts.keys() | listed.keys()):
            count = counts.get(path, 0)
            limit = listed.get(path, 0)
            if count > limit:
                yield f"{path}: {kind}: {count}, at most {limit}; see tools/check_density.py"
            elif count < limit:
                yield f"tools/density.toml: {kind}: {path} has {count} of {limit}: run --write"


def write_list() -> None:
    """Lower the numbers of the list to those of the code. A new or higher number stays a fault."""
    head = FILE.read_text(encoding="utf-8").partition(f"[{KINDS[0]}]")[0]
    limits = tomllib.loads(FILE.read_text(encoding="utf-8"))
    lines = [head.rstrip()]
    for kind, counts in count_all().items():
        lines += ["", f"[{kind}]"]
        for path, count in counts.items():
            limit = min(count, limits[kind].get(path, 0))
            if limit:
                lines.append(f'"{path}" = {limit}')
    FILE.write_text("\n".join(lines) + "\n", encoding="utf-8")


def main() -> int:
    """Print the faults, and return the exit status: 1 if there is a fault."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--write", action="store_true", help="lower the numbers of the list")
    parser.add_argument("--rates", action="store_true", help="print the rates of the package")
    arguments = parser.parse_args()
    if arguments.write:
        write_list()
    if arguments.rates:
        for name, rate in compute_rates().items():
            print(f"{name}: {rate:.2f}")
    faults = list(list_faults())
    for fault in faults:
        print(fault)
    return 1 if faults else 0


if __name__ == "__main__":
    raise SystemExit(main())
