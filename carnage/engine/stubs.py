"""Stubs: what a module has besides its source, for the type checker and for whoever reads.

The numbers of rules and events and the fields of parameters are read from data when a module is imported. A
stub beside the module spells them out, so that a mistyped one is an error before anything runs. `make stubs`
writes them (`python -m carnage.engine.stubs`), and with them the writers of events; a test holds that all are
up to date.
"""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from importlib import import_module
from itertools import groupby
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType

from carnage.engine import writing
from carnage.engine.core import records
from carnage.engine.core.numbering import stand_for_names
from carnage.engine.games import families

HEAD = "# What this module has besides its source: written by `make stubs`.\n"


def modules() -> Iterator[ModuleType]:
    """The modules of every family that give themselves constants which stand in no source."""
    for family in families():
        package = import_module(writing.frame(family))
        for submodule in iter_modules(package.__path__, f"{package.__name__}."):
            module = import_module(submodule.name)
            if vars(module).get(stand_for_names.__name__) is stand_for_names:
                yield module


def place(module: ModuleType) -> Path:
    """Where a module's stub is."""
    return Path(inspect.getfile(module)).with_suffix(".pyi")


def stub(module: ModuleType) -> str:
    """All that may be asked of a module: what its source says, and what it has been given besides.

    Raises TypeError for what the source does not say the type of.
    """
    source = ast.parse(inspect.getsource(module))
    lines = [line for node in source.body for line in _said(node, module)]
    lines += ["", *(line for value in vars(module).values() if _declared(value) for line in _record(value))]
    lines += [f"{name}: int" for name in vars(module)["NUMBERED"]]
    imports = [line for node in source.body for line in _imported(node, module, "\n".join(lines))]
    return "\n".join([HEAD, *imports, "", *lines, ""])


def _imported(node: ast.stmt, module: ModuleType, text: str) -> Iterator[str]:
    """What a stub imports: what its text speaks of, and what the module passes on."""
    if isinstance(node, ast.ImportFrom) and node.module != "__future__":
        passed_on = vars(module).get("__all__", ())
        names = [alias.name for alias in node.names]
        used = [name for name in names if name in passed_on or re.search(rf"\b{name}\b", text)]
        for again, some in groupby(used, key=lambda name: name in passed_on):
            plainly = list(some)
            together = [f"{name} as {name}" for name in plainly] if again else [", ".join(plainly)]
            yield from (f"from {node.module} import {each}" for each in together)


def _said(node: ast.stmt, module: ModuleType) -> Iterator[str]:
    """What the source says of the names that others may ask a module for."""
    if isinstance(node, ast.AnnAssign):
        yield f"{ast.unparse(node.target)}: {ast.unparse(node.annotation)}"
    elif isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
        node.body = [ast.Expr(ast.Constant(...))]
        yield ast.unparse(node)
    elif isinstance(node, ast.Assign):
        for name in [
            each.id for target in node.targets for each in ast.walk(target) if isinstance(each, ast.Name)
        ]:
            value = getattr(module, name)
            if name.startswith("_"):
                continue
            if type(value).__name__ in vars(module):
                yield f"{name}: {type(value).__name__}"
            elif not _declared(value):
                raise TypeError(f"{module.__name__}.{name}: say of what type it is, so that a stub can too")


def _declared(value: object) -> bool:
    """Whether this is a record that was declared out of data."""
    return isinstance(value, type) and value.__module__ == records.__name__


def _record(cls: type) -> Iterator[str]:
    yield f"class {cls.__name__}:"
    for name, (kind, _, _) in records.fields(cls).items():
        yield f"    {name}: {kind.__name__}"
    yield ""


def main() -> None:
    """Write every stub anew, and the writers of events, which the other modules import."""
    for family in families():
        writing.place(family).write_text(writing.text(family), encoding="utf-8")
    for module in modules():
        place(module).write_text(stub(module), encoding="utf-8")


if __name__ == "__main__":
    main()
