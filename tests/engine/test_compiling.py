"""What rules are made of, whom they call, and what of them is compiled anew when something changes."""

from __future__ import annotations

import dis
import json
import os
import re
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from carnage.engine import codegen, games
from carnage.engine.core import contents

EACH = pytest.mark.parametrize("family", games.families())


@rule
def asks(n: int) -> int:
    return answers(n)


@rule
def answers(n: int) -> int:
    return asks(n) + 1


def test_a_bot_that_asks_is_told_so() -> None:
    (asking,) = [each for each in RULES if each.name == f"{__name__}.asks"]
    with pytest.raises(TypeError, match=r"asks -> .*answers -> .*asks"):
        in_order([asking])


@EACH
def test_what_asks_needs_no_bot_to_be_imported(family: str) -> None:
    """So that bots may use any rule. What answers is looked up when a game is wanted."""
    program = (
        f"import sys, {codegen.frame_package(family)}.asking; print([m for m in sys.modules if '.bots' in m])"
    )
    process = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert process.stdout.strip() == "[]"


@EACH
def test_callees_come_before_callers_and_bots_before_what_asks(family: str) -> None:
    games.family_of(family)
    rules = rules_of(family)
    order = [each.name for each in rules]
    (asking,) = [each for each in rules if each.name == f"{codegen.frame_package(family)}.asking.ask"]
    assert any(f"{family}.bots.greedy" in callee.name for callee in asking.callees)
    for each in rules:
        assert all(order.index(callee.name) < order.index(each.name) for callee in each.callees)


@EACH
def test_the_names_that_a_rule_looks_up_are_those_that_python_sees(family: str) -> None:
    games.family_of(family)
    for each in rules_of(family):
        steps = list(dis.get_instructions(each.function))
        seen = {
            (step.argval, after.argval if after.opname in ("LOAD_ATTR", "LOAD_METHOD") else "")
            for step, after in pairwise(steps)
            if step.opname == "LOAD_GLOBAL"
        }
        assert set(contents.global_names(each.function)) == seen, each.name


# ------------------------------------------------------------------------------------- what it is made of

SOURCE = '''
from __future__ import annotations
import numpy as np
from carnage.engine.compiling.marks import rule, Rows
from carnage.engine.core.records import Small
from carnage.engine.core import state as S

MOST = 3
KEY = np.uint64(7)

class Pile:
    coins: Small
    gold: float

@rule
def few(p: Pile) -> int:
    return min(p.coins, MOST)

@rule
def many(p: Rows[Pile], n: int) -> int:
    """How many."""
    # Never more than there are.
    return few(p[n]) + S.OPTIONS
'''


def rules_made_of(source: str) -> dict[str, Rule]:
    """The rules of a module with this source, by name."""
    world = sys.modules["made_up"] = ModuleType("made_up")
    before = len(RULES)
    exec(compile(source, "made_up.py", "exec"), vars(world))
    rules = {each.function.__name__: each for each in RULES[before:]}
    del RULES[before:]
    assert all(each.made_of for each in rules.values())
    del sys.modules["made_up"]
    return rules


def changed(old: str, new: str) -> set[str]:
    """The rules that are no longer made of the same when this is changed in the source."""
    assert old in SOURCE
    before, after = rules_made_of(SOURCE), rules_made_of(SOURCE.replace(old, new))
    return {name for name in before if before[name].made_of != after[name].made_of}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"""How many."""', '"""How very many, at the most."""'),
        ('    """How many."""\n', ""),
        ("# Never more than there are.", "\n\n    # Anything."),
        ("MOST = 3", "LEAST = 1\nMOST = 1 + 2"),
        ("return few(p[n]) + S.OPTIONS", "return (\n        few(p[n]) + S.OPTIONS\n    )"),
    ],
)
def test_words_and_places_are_no_part_of_a_rule(old: str, new: str) -> None:
    assert changed(old, new) == set()


@pytest.mark.parametrize(
    ("old", "new", "rules"),
    [
        ("min(p.coins", "max(p.coins", {"few"}),
        ("MOST = 3", "MOST = 4", {"few"}),
        ("MOST = 3", "MOST = 3.0", {"few"}),
        ("MOST = 3", "MOST = np.uint64(3)", {"few"}),
        ("S.OPTIONS", "S.PLAYERS", {"many"}),
        ("import state as S", "import chance as S; S.OPTIONS = 5", {"many"}),
        ("n: int", "n: np.uint64", {"many"}),
        ("coins: Small", "coins: int", {"few", "many"}),
        ("    gold: float\n", "", {"few", "many"}),
        ("import rule, Rows", "import called as rule, Rows", {"few", "many"}),
    ],
)
def test_all_that_code_is_made_of_is_part_of_a_rule(
    old: str, new: str, rules: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from carnage.engine.core import chance

    monkeypatch.setattr(chance, "OPTIONS", 0, raising=False)
    assert changed(old, new) == rules


def test_what_could_change_unnoticed_is_refused() -> None:
    with pytest.raises(TypeError, match=r"made_up\.few: .*list"):
        assert rules_made_of(SOURCE.replace("MOST = 3", "MOST = [3]"))["few"].made_of


# -------------------------------------------------------------------------------- what is compiled anew

PROGRAM = """
import json, sys
from carnage.engine.core import compiling, linking, warming
linking.LIGHT = int(sys.argv[1])
import made_up
warming.load("made_up")
engine = linking.cpu_target.target_context.codegen()._engine
symbols = {name: linking.default_mangler(f"made_up.{name}", ()) for name in ("lower", "upper", "total")}
print(json.dumps([made_up.total(5), [n for n in symbols if engine.is_symbol_defined(symbols[n])]]))
"""
RULED = '''
from carnage.engine.compiling.marks import entry, rule

@rule
def lower(n: int) -> int:
    return n + 1

@rule
def upper(n: int) -> int:
    return lower(n) * 10

@entry
def total(n: int) -> int:
    """Everything."""
    return upper(n) + 7
'''


def played(root: Path, source: str, light: int) -> tuple[int, list[str]]:
    """What the total comes to in a process of its own, and the rules that it compiled for that."""
    total, _, compiled = ran(root, source, light)
    return total, compiled


def ran(root: Path, source: str, light: int) -> tuple[int, list[str], list[str]]:
    """What the total comes to in a process of its own, which of the rules that process has code of, and which
    it compiled."""
    root.joinpath("made_up.py").write_text(source)
    store = root / "cache"
    before = {path.name for path in store.glob("*/made_up.*")}
    env = os.environ | {"CARNAGE_CACHE": str(store), "PYTHONPATH": os.pathsep.join([str(root), *sys.path])}
    process = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(light)], capture_output=True, text=True, env=env, check=False
    )
    assert process.returncode == 0, process.stderr
    after = {path.name for path in store.glob("*/made_up.*")} - before
    compiled = sorted({name.split("-")[0].removeprefix("made_up.") for name in after})
    total, coded = json.loads(process.stdout)
    return total, coded, compiled


def test_only_a_changed_rule_and_what_it_is_copied_into_are_compiled_anew(tmp_path: Path) -> None:
    lower = RULED.replace("n + 1", "n + 2")
    assert played(tmp_path, RULED, light=10**6) == (67, ["lower", "total", "upper"])
    assert played(tmp_path, RULED.replace("Everything", "All"), light=10**6) == (67, [])
    assert played(tmp_path, lower, light=10**6) == (77, ["lower", "total", "upper"])


def test_who_calls_a_heavy_rule_meets_the_new_one(tmp_path: Path) -> None:
    assert played(tmp_path, RULED, light=0) == (67, ["lower", "total", "upper"])
    assert played(tmp_path, RULED.replace("n + 1", "n + 2"), light=0) == (77, ["lower"])


def test_no_code_is_made_of_rules_that_are_only_copied(tmp_path: Path) -> None:
    assert ran(tmp_path, RULED, light=10**6)[:2] == (67, ["total"])
    assert ran(tmp_path, RULED.replace("n + 1", "n + 2"), light=0)[:2] == (77, ["lower", "upper", "total"])


@pytest.mark.parametrize(
    ("mark", "light", "coded"),
    [
        ("copied", 0, ["upper", "total"]),
        ("inlined", 0, ["upper", "total"]),
        ("called", 10**6, ["lower", "total"]),
    ],
)
def test_a_mark_says_whether_a_rule_is_copied(
    tmp_path: Path, mark: str, light: int, coded: list[str]
) -> None:
    source = RULED.replace("entry, rule", f"{mark}, entry, rule").replace(
        "@rule\ndef lower", f"@{mark}\ndef lower"
    )
    assert ran(tmp_path, source, light)[:2] == (67, coded)


def test_a_light_rule_that_another_process_has_compiled_is_copied_from_what_is_kept(tmp_path: Path) -> None:
    assert played(tmp_path, RULED, light=10**6)[0] == 67
    changed = RULED.replace("upper(n) + 7", "upper(n) + lower(n)")
    assert played(tmp_path, changed, light=10**6) == (66, ["total"])


VARIED = """
from carnage.engine.compiling.marks import entry, inlined, rule

@inlined
def lower(n: int) -> int:
    if n % 3 == 0:
        return n // 3
    return n + 1

@rule
def upper(n: int) -> int:
    best = -1
    for k in range(n):
        step = lower(k)
        if k % 2 == 0:
            best = step
        elif best < step:
            best, step = step, best
        else:
            continue
        while step > 2:
            step -= best if best > 0 else 1
            if step == 5:
                break
        best += step
    return best

@entry
def total(n: int) -> int:
    sums = 0
    for k in range(n):
        sums = 3 * sums + upper(k)
        left = n - k
    return sums * 10 + left
"""


@pytest.mark.parametrize("light", [0, 10**6])
def test_variables_may_change_by_many_ways(tmp_path: Path, light: int) -> None:
    world = sys.modules["made_up"] = ModuleType("made_up")
    before = len(RULES)
    exec(compile(VARIED, "made_up.py", "exec"), vars(world))
    plain: dict[str, Any] = {each.function.__name__: each.function for each in RULES[before:]}
    del RULES[before:], sys.modules["made_up"]
    for function in plain.values():
        function.__globals__.update(plain)
    assert ran(tmp_path, VARIED, light)[0] == plain["total"](5)


def test_a_rule_that_cannot_be_compiled_says_where(tmp_path: Path) -> None:
    wrong = RULED.replace("lower(n) * 10", "lower(n) + [1]")
    tmp_path.joinpath("made_up.py").write_text(wrong)
    env = os.environ | {
        "CARNAGE_CACHE": str(tmp_path),
        "PYTHONPATH": os.pathsep.join([str(tmp_path), *sys.path]),
    }
    process = subprocess.run(
        [sys.executable, "-c", PROGRAM, "0"], capture_output=True, text=True, env=env, check=False
    )
    assert re.search(r"made_up\.py[^\n]*\(10\)|line 10", process.stderr)


def test_a_compiled_rule_that_is_gone_or_in_pieces_is_compiled_anew(tmp_path: Path) -> None:
    assert played(tmp_path, RULED, light=0)[0] == 67
    (lower,) = tmp_path.glob("cache/*/made_up.lower-*")
    lower.unlink()
    assert played(tmp_path, RULED, light=0) == (67, ["lower"])
    lower.write_bytes(lower.read_bytes()[:1000])
    assert played(tmp_path, RULED, light=0) == (67, [])
    assert lower.stat().st_size > 1000


FILLED = """
import errno, json, os, pathlib, sys
write, written = pathlib.Path.write_bytes, []
def filled(path, data):
    written.append(path)
    if len(written) > 1 and str(path).startswith(os.environ["FULL"]):
        write(path, data[:100])
        raise OSError(errno.ENOSPC, "No space left on device", str(path))
    return write(path, data)
pathlib.Path.write_bytes = filled
from carnage.engine.core import compiling, warming
import made_up
warming.load("made_up")
print(json.dumps([made_up.total(5), str(compiling.store())]))
"""


def test_where_the_disk_fills_up_the_temporary_folder_serves(tmp_path: Path) -> None:
    """What was compiled before is taken along, and what there was no room for is kept there."""
    (tmp_path / "made_up.py").write_text(RULED)
    (tmp_path / "temporary").mkdir()
    env = os.environ | {
        "CARNAGE_CACHE": str(tmp_path / "cache"),
        "FULL": str(tmp_path / "cache"),
        "TMPDIR": str(tmp_path / "temporary"),
        "PYTHONPATH": os.pathsep.join([str(tmp_path), *sys.path]),
    }
    words = [sys.executable, "-c", FILLED]
    process = subprocess.run(words, capture_output=True, text=True, env=env, check=False)
    assert process.returncode == 0, process.stderr
    total, store = json.loads(process.stdout)
    assert total == 67
    assert "No space left on device" in process.stderr
    assert Path(store).is_relative_to(tmp_path / "temporary")
    names = [path.name for path in Path(store).iterdir()]
    for each in ("lower", "upper", "total"):
        assert sum(name.startswith(f"made_up.{each}-") for name in names) == 1
    assert [path.name.split("-")[0] for path in tmp_path.glob("cache/*/made_up.*")] == ["made_up.lower"]
    # Where that is full, too, there is nothing to be done, and no end of trying it.
    env |= {"CARNAGE_CACHE": str(Path(store).parent), "FULL": str(tmp_path)}
    (tmp_path / "made_up.py").write_text(RULED.replace("* 10", "* 11"))
    process = subprocess.run(words, capture_output=True, text=True, env=env, check=False)
    assert process.returncode == 1
    assert "No space left on device" in process.stderr


def test_no_rule_is_compiled_before_its_turn() -> None:
    with pytest.raises(TypeError, match="before anybody has got it ready"):
        rules_made_of(RULED)["lower"].dispatcher(3)
