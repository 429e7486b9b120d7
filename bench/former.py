"""The greedy bots of an earlier commit beside those of this checkout, in one engine.

A commit's `bots/` packages are read with `git show` and put into their families under another name, with the
rules of this checkout around them: whoever plays as FORMER answers as they did. `seat` must be called before
anything else imports an engine's family.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

from carnage.common import user_cache
from carnage.engine import codegen
from carnage.engine.compiling import library
from carnage.engine.compiling.marks import rule
from carnage.engine.core import binding

HERE = Path(__file__).resolve().parent.parent
COMMIT = "3d1e312"  # the last one before bots had weights
FAMILIES = ("battle", "duel")
FORMER = 3  # who answers, beside those of `core.state`
SINCE = {  # rules of today want to know more
    "toll(g, offense, defense)": "toll(g, dice, offense, defense)",
    "toll(g, offense, row_dice": "toll(g, dice_left(g, side), offense, row_dice",
}
RENAMED = {  # modules of rules that had other names when these bots were written
    "aims": "move_targets",
    "bands": "range_bands",
    "chances": "probabilities",
    "standing": "model_status",
    "throwing": "thrown_dice",
    "throws": "dice_sets",
    "wounding": "wound_cost",
}

EITHER = """
from __future__ import annotations

from carnage.engine.{family}.bots.greedy import greedy
from carnage.engine.{family}.former.greedy import greedy as former
from {frame}.state import Game


def either(g: Game, side: int, kind: int, actor: int) -> int:
    '''The answer of whichever bot sits there.'''
    if g.core.bots[side] == {number}:
        return former(g, side, kind, actor)
    return greedy(g, side, kind, actor)
"""


def git(*given: str) -> str:
    """What git prints in this checkout."""
    run = subprocess.run(["git", "-C", str(HERE), *given], check=True, capture_output=True, text=True)
    return run.stdout


def present_modules(family: str) -> dict[str, str]:
    """Return the packages of a family's rules by their modules, with the names that these once had."""
    root = HERE / "carnage"
    folder = root / "engine" / family
    packages = {
        path.stem: ".".join(("carnage", *path.relative_to(root).parent.parts))
        for path in folder.rglob("*.py")
    }
    once = {then: packages[now] for then, now in RENAMED.items() if now in packages}
    return packages | once


def with_present_modules(text: str, family: str) -> str:
    """Return a module's source with imports of the family's rules from where these are now."""
    package = re.escape(f"carnage.engine.{family}")
    packages = present_modules(family)

    def import_from(match: re.Match[str]) -> str:
        then = match[1]
        return f"from {packages[then]}.{RENAMED.get(then, then)} import "

    def import_module_of(match: re.Match[str]) -> str:
        return f"from {packages[match[1]]} import {match[1]} "

    text = re.sub(rf"from {package}\.(\w+) import ", import_from, text)
    return re.sub(rf"from {package} import (\w+) ", import_module_of, text)


def lay_out(commit: str, folder: Path) -> None:
    """Write the bots of a commit, and what picks between them and those of today, into a folder a family."""
    for family in FAMILIES:
        bots = f"carnage/engine/{family}/bots"
        (folder / family).mkdir()
        for path in git("ls-tree", "--name-only", commit, f"{bots}/").split():
            text = git("show", f"{commit}:{path}")
            text = with_present_modules(text, family)
            text = text.replace("carnage.engine.core.compiling", "carnage.engine.compiling.marks")
            text = text.replace(f"carnage.engine.{family}.bots", f"carnage.engine.{family}.former")
            for then, now in SINCE.items():
                text = text.replace(then, now)
            (folder / family / Path(path).name).write_text(text, encoding="utf-8")
        either = EITHER.format(family=family, frame=codegen.frame_package(family), number=FORMER)
        (folder / family / "either.py").write_text(either, encoding="utf-8")


def seat(commit: str = COMMIT) -> None:
    """Make FORMER somebody who can play."""
    folder = Path(tempfile.mkdtemp(prefix="former-"))
    # Libraries are looked up by this checkout's sources, which do not include these bots.
    os.environ[user_cache.FOLDER] = str(folder)
    user_cache.folder.cache_clear()
    library.SHIPPED = folder
    lay_out(commit, folder)
    now = {f"carnage.engine.{each}.bots.greedy:greedy": each for each in FAMILIES}

    def later(name: str) -> Any:
        return binding.Later(f"carnage.engine.{now[name]}.former.either:either" if name in now else name)

    binding.later = later
    for family in FAMILIES:
        import_module(f"carnage.engine.{family}")
        package = f"carnage.engine.{family}.former"
        inside = [str(folder / family)]
        spec = spec_from_file_location(
            package, folder / family / "__init__.py", submodule_search_locations=inside
        )
        assert spec is not None
        assert spec.loader is not None
        module = module_from_spec(spec)
        sys.modules[package] = module
        spec.loader.exec_module(module)
        import_module(f"carnage.engine.{family}.family")
        either: Any = import_module(f"{package}.either")
        either.either = rule(either.either)
