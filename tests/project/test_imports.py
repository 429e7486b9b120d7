"""Test that imports point one way, and that only the site imports Flask."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import carnage

ROOT = Path(carnage.__file__).parent

# Each package may import from itself and from those before it.
ORDER = [
    "common",
    "seeds",
    "catalog",
    "rulesets",
    "replays",
    "drawing",
    "rulebook",
    "printing",
    "engine",
    "lab",
    "sweeps",
    "matches",
    "jobs",
    "web",
    "serving",
    "environments",
    "cli",
    "__main__",
]

# The groups of the battle engine, in the same order.
BATTLE_GROUPS = [
    "frame",
    "see",
    "harm",
    "move",
    "attack",
    "muster",
    "turn",
    "bots",
    "words",
    "scene",
]
# Modules that import from a later group, with the imported module; listed in
# engine/battle/__init__.py.
BATTLE_EXCEPTIONS = {
    ("frame.decisions", "attack.sticks"),
    ("harm.morale", "move.movement"),
    ("harm.wound_cost", "bots.attack_values"),
    ("attack.attacks", "turn.allocation"),
    ("attack.bullets", "turn.allocation"),
    ("attack.contests", "turn.allocation"),
    ("attack.hand_signs", "turn.allocation"),
    ("attack.range_bands", "turn.allocation"),
    ("muster.deployment", "turn.initiative"),
    ("muster.deployment", "turn.markers"),
    ("muster.deployment_areas", "turn.markers"),
    ("muster.forces", "turn.initiative"),
    ("muster.forces", "turn.objectives"),
    ("muster.talents", "turn.initiative"),
    ("turn.play", "bots.greedy"),
}

# Packages that must not import the engine, so that pages of rules load fast.
NO_ENGINE = ORDER[: ORDER.index("engine")]
NO_IO = {
    "flask",
    "uvicorn",
    "prometheus_client",
    "socket",
    "subprocess",
    "urllib.request",
    "http",
    "click",
}


@cache
def modules() -> list[Path]:
    return sorted(ROOT.rglob("*.py"))


def find_package(path: Path) -> str:
    """Return the name in ORDER that a module belongs to; empty for the package itself."""
    first = path.relative_to(ROOT).parts[0]
    return "" if first == "__init__.py" else first.removesuffix(".py")


@cache
def list_imports(path: Path, everywhere: bool = True) -> tuple[str, ...]:
    """Return the dotted names that a module imports; with `everywhere` false, only those imported
    at load.
    """
    return tuple(_iterate_imports(path, everywhere))


def _iterate_imports(path: Path, everywhere: bool) -> Iterator[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    nodes = ast.walk(tree) if everywhere else iter(tree.body)
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are written out in full here"
            assert node.module is not None
            if node.module == "carnage":
                yield from (f"carnage.{name.name}" for name in node.names)
            else:
                yield node.module


def test_imports_point_one_way() -> None:
    assert not [fault for path in modules() for fault in list_wrong_imports(path)]


def list_wrong_imports(path: Path) -> Iterator[str]:
    """Return the imports of a module that point the other way."""
    here = find_package(path)
    if not here:
        # The package's functions import their modules when they are called.
        if not set(list_imports(path, everywhere=False)) <= {"__future__"}:
            yield f"{path} imports when it is loaded"
        return
    if here not in ORDER:
        yield f"{here} is a new package: add it to ORDER"
        return
    allowed = set(ORDER[: ORDER.index(here) + 1])
    # The compiler of the rules reads the folder of their sources from the package.
    is_compiler = path.parent == ROOT / "engine" / "compiling"
    may_import_all = is_compiler or here in {"cli", "web"}
    for name in list_imports(path):
        parts = name.split(".")
        if (
            parts[0] == "carnage"
            and len(parts) > 1
            and parts[1] in ORDER
            and parts[1] not in allowed
        ):
            yield f"{path} imports {name}"
        if name == "carnage" and not may_import_all:
            yield f"{path} imports the whole package"


def test_battle_modules_import_from_earlier_groups() -> None:
    package = "carnage.engine.battle."
    later = set()
    for group in BATTLE_GROUPS:
        for path in (ROOT / "engine" / "battle" / group).glob("*.py"):
            for name in list_imports(path):
                module = name.removeprefix(package)
                source = module.partition(".")[0]
                if name.startswith(package) and BATTLE_GROUPS.index(source) > BATTLE_GROUPS.index(
                    group
                ):
                    later.add((f"{group}.{path.stem}", module))
    assert later == BATTLE_EXCEPTIONS


def test_battle_package_has_no_other_modules() -> None:
    folder = ROOT / "engine" / "battle"
    packages = {path.parent.name for path in folder.glob("*/__init__.py")}
    assert packages == set(BATTLE_GROUPS)
    assert {path.name for path in folder.glob("*.py")} == {"__init__.py", "family.py"}


def test_only_site_and_commands_do_io() -> None:
    allowed = {
        # Runs the C compiler in a process.
        ROOT / "engine" / "compiling" / "build.py": {"subprocess"},
        # Connects web processes to the job process by a Unix socket.
        ROOT / "jobs" / "service.py": {"socket"},
    }
    met = {}
    for path in modules():
        if find_package(path) not in {"web", "serving", "cli"}:
            names = {part for name in list_imports(path) for part in (name, name.split(".")[0])}
            if names & NO_IO:
                met[path] = names & NO_IO
    assert met == allowed


def test_packages_before_engine_do_not_import_it() -> None:
    for path in modules():
        if find_package(path) in NO_ENGINE:
            assert not any(
                name.startswith(("carnage.engine", "numpy")) for name in list_imports(path)
            )


def test_command_line_does_not_import_engine_at_load() -> None:
    modules = (
        "command_line.py",
        "game_commands.py",
        "shared_options.py",
        "sweep_commands.py",
    )
    at_once = {
        name for module in modules for name in list_imports(ROOT / "cli" / module, everywhere=False)
    }
    assert not any(
        name.startswith(("carnage.engine", "carnage.lab", "carnage.web")) for name in at_once
    )


def test_cli_package_imports_little_at_load() -> None:
    at_once = set(list_imports(ROOT / "cli" / "__init__.py", everywhere=False))
    assert at_once == {"__future__", "os", "signal", "sys", "carnage.common.exit_status"}


def test_modules_have_at_most_400_lines() -> None:
    for path in modules():
        if find_package(path) != "engine":
            assert len(path.read_text(encoding="utf-8").splitlines()) <= 400, path
