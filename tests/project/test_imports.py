"""Imports point one way, and only the site knows Flask.

Read from the sources, so that nothing has to run.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import carnage

ROOT = Path(carnage.__file__).parent

# Each may import from those before it, and from itself.
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

# The groups of the battle's engine, in the same way.
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
# What imports from a group further down, and what it imports; listed in engine/battle/__init__.py.
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
    ("muster.forces", "turn.initiative"),
    ("muster.talents", "turn.initiative"),
    ("turn.play", "bots.greedy"),
}

# Pages that only show rules must not wait for an engine: these may not import it at all.
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


def room(path: Path) -> str:
    """The name in ORDER that this module belongs to; empty for the package itself."""
    first = path.relative_to(ROOT).parts[0]
    return "" if first == "__init__.py" else first.removesuffix(".py")


@cache
def imported(path: Path, everywhere: bool = True) -> tuple[str, ...]:
    """What a module imports, dotted; with `everywhere` false, only what it imports when it is
    loaded.
    """
    return tuple(_imported(path, everywhere))


def _imported(path: Path, everywhere: bool) -> Iterator[str]:
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
    here = room(path)
    if not here:
        # The package's face serves everybody: what it needs it imports when it is called.
        if not set(imported(path, everywhere=False)) <= {"__future__"}:
            yield f"{path} imports when it is loaded"
        return
    if here not in ORDER:
        yield f"{here} is a new room: say in ORDER where it stands"
        return
    allowed = set(ORDER[: ORDER.index(here) + 1])
    # The compiler of the rules asks the package for the folder in which their sources are.
    is_compiler = path.parent == ROOT / "engine" / "compiling"
    may_import_all = is_compiler or here in {"cli", "web"}
    for name in imported(path):
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
            for name in imported(path):
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


def test_only_the_site_knows_flask() -> None:
    allowed = {
        # Rules are built by the C compiler, in a process of its own.
        ROOT / "engine" / "compiling" / "build.py": {"subprocess"},
        # Processes that answer requests reach the job process by a Unix socket.
        ROOT / "jobs" / "service.py": {"socket"},
    }
    met = {}
    for path in modules():
        if room(path) not in {"web", "serving", "cli"}:
            names = {part for name in imported(path) for part in (name, name.split(".")[0])}
            if names & NO_IO:
                met[path] = names & NO_IO
    assert met == allowed


def test_a_rulebook_needs_no_engine() -> None:
    for path in modules():
        if room(path) in NO_ENGINE:
            assert not any(name.startswith(("carnage.engine", "numpy")) for name in imported(path))


def test_the_command_line_loads_the_engine_only_when_asked() -> None:
    modules = (
        "command_line.py",
        "game_commands.py",
        "shared_options.py",
        "sweep_commands.py",
    )
    at_once = {
        name for module in modules for name in imported(ROOT / "cli" / module, everywhere=False)
    }
    assert not any(
        name.startswith(("carnage.engine", "carnage.lab", "carnage.web")) for name in at_once
    )


def test_the_program_can_be_interrupted_before_it_imports_its_commands() -> None:
    at_once = set(imported(ROOT / "cli" / "__init__.py", everywhere=False))
    assert at_once == {"__future__", "os", "signal", "sys", "carnage.common.exit_status"}


def test_modules_can_be_read_in_one_sitting() -> None:
    for path in modules():
        if room(path) != "engine":
            assert len(path.read_text(encoding="utf-8").splitlines()) <= 400, path
