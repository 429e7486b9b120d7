"""Two hashes: what compiles, and what decides a game. What changes which."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import carnage
from carnage import catalog
from carnage.engine import engine_version, games
from carnage.engine.compiling import library
from carnage.rulesets.ruleset import Ruleset, resolve
from carnage.seeds import Seed

FAMILY = "duel"
PERSONS, BOT, PLANNER = ("person", "person"), ("person", "greedy"), ("person", "planner")
# Digits by what becomes of tanks in them.
GAMES = {"inert": "0000000000000", "exploding": "0000000000005"}
PROGRAM = "import json, test_engine_version; print(json.dumps(test_engine_version.hashes()))"


def game(digits: str) -> Ruleset:
    book = catalog.book(FAMILY)
    return resolve(book, Seed.parse(digits, book.length))


class Hashes(NamedTuple):
    """What compiles, by family; what decides games of persons, of a person against a bot, and
    against a planner, by tanks.
    """

    code: dict[str, str]
    persons: dict[str, str]
    bot: dict[str, str]
    planner: dict[str, str]


def code_hash(family: str) -> str:
    """A hash of a family's rules in C, but for the lines of Python that they come from."""
    return hashlib.sha256(re.sub(r"#line .*", "", library.translate(family)).encode()).hexdigest()


def hashes() -> Hashes:
    """Those of the package that this process imports."""
    families = (FAMILY, "gamble")
    for family in families:
        games.family_of(family)
    return Hashes(
        {family: code_hash(family) for family in families},
        *(
            {tanks: engine_version.engine_version(game(GAMES[tanks]), bots) for tanks in GAMES}
            for bots in (PERSONS, BOT, PLANNER)
        ),
    )


class Copy:
    """The package somewhere else, to be changed."""

    def __init__(self, root: Path) -> None:
        self.root = root
        skip = shutil.ignore_patterns("__pycache__", "templates", "web")
        shutil.copytree(Path(carnage.__file__).parent, root / "carnage", ignore=skip)
        self.kept = {path: path.read_bytes() for path in root.rglob("*") if path.is_file()}

    def write(self, change: Callable[[str], str], *places: str) -> None:
        for place in places:
            paths = sorted(self.root.joinpath("carnage").glob(place))
            assert paths, place
            for path in paths:
                path.write_text(change(path.read_text(encoding="utf-8")), encoding="utf-8")

    def restore(self) -> None:
        for path, content in self.kept.items():
            if not path.exists() or path.read_bytes() != content:
                path.write_bytes(content)

    def regenerate(self) -> None:
        """Write the generated modules for the copy's tables."""
        self.run("-m", "carnage.engine.codegen")

    def hashes(self) -> Hashes:
        """Those of the copy as it is, with its rules left uncompiled."""
        return Hashes(*json.loads(self.run("-c", PROGRAM)))

    def run(self, *arguments: str) -> str:
        """Return what Python prints in the copy, with its rules left uncompiled."""
        project = Path(__file__).parents[2]
        path = os.pathsep.join([str(self.root), str(project), *sys.path])
        env = os.environ | {
            "PYTHONPATH": path,
            "CARNAGE_UNCOMPILED": "1",
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        process = subprocess.run(
            [sys.executable, *arguments],
            cwd=self.root,
            env=env,
            capture_output=True,
            text=True,
            check=False,
        )
        assert process.returncode == 0, process.stderr
        return process.stdout


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    return Copy(tmp_path_factory.mktemp("copy"))


@pytest.fixture
def copy(package: Copy) -> Iterator[Copy]:
    yield package
    package.restore()


@pytest.fixture(scope="module")
def before() -> Hashes:
    return hashes()


def replaced(old: str, new: str) -> Callable[[str], str]:
    def change(text: str) -> str:
        assert old in text
        return text.replace(old, new)

    return change


def reworded(text: str) -> str:
    """Other words in everything that a table says, but for its placeholders."""
    keys = "title|intro|label|does|pitch|brief|tagline|name|says|text"
    text, count = re.subn(rf'^((?:{keys}) = ")(?=[^"])', r"\1Anew: ", text, flags=re.MULTILINE)
    text, longer = re.subn(rf"^((?:{keys}) = '''\n)", r"\1Anew.\n\n", text, flags=re.MULTILINE)
    assert count + longer
    return f"# Anew.\n\n{text}"


def commented(source: str) -> str:
    """Other docstrings, other comments, and everything some lines further down."""
    return re.sub('"""(?=[A-Z])', '"""Anew. ', source).replace(
        "\n@rule\n", "\n\n\n# Anew.\n@rule\n"
    )


@pytest.mark.thorough
def test_engine_version_other_folder_uncompiled_stays_the_same(copy: Copy, before: Hashes) -> None:
    """Compare compiled rules in this process with uncompiled ones in the copy."""
    assert copy.hashes() == before


@pytest.mark.thorough
def test_engine_version_texts_changed_stays_the_same(copy: Copy, before: Hashes) -> None:
    tables = ("tanks", "hit", "turn", "dice", "glossary", "sheet", "conventions")
    copy.write(
        reworded,
        *(f"tables/{FAMILY}/{table}.toml" for table in tables),
        f"tables/books/{FAMILY}.toml",
    )
    copy.write(commented, f"engine/{FAMILY}/**/*.py", "engine/core/*.py")
    assert copy.hashes() == before


@pytest.mark.thorough
def test_engine_version_number_changed_changes_its_games_only(copy: Copy, before: Hashes) -> None:
    copy.write(replaced("blast = 3", "blast = 4"), f"tables/{FAMILY}/tanks.toml")
    after = copy.hashes()
    assert after.code == before.code
    for now, then in ((after.persons, before.persons), (after.bot, before.bot)):
        assert now["inert"] == then["inert"]
        assert now["exploding"] != then["exploding"]


@pytest.mark.thorough
def test_engine_version_rule_changed_changes_code_and_games(copy: Copy, before: Hashes) -> None:
    copy.write(
        replaced("strike(g, log, 1 - side,", "strike(g, log, side,"), f"engine/{FAMILY}/tanks.py"
    )
    after = copy.hashes()
    assert after.code[FAMILY] != before.code[FAMILY]
    assert after.code["gamble"] == before.code["gamble"]
    for tanks in GAMES:
        assert after.persons[tanks] != before.persons[tanks]
        assert after.bot[tanks] != before.bot[tanks]


@pytest.mark.soak
def test_engine_version_core_constant_changed_changes_every_family(
    copy: Copy, before: Hashes
) -> None:
    copy.write(
        replaced("_DRAWS_PER_DECISION = np.uint64(64)", "_DRAWS_PER_DECISION = np.uint64(128)"),
        "engine/core/decisions.py",
    )
    after = copy.hashes()
    assert not set(after.code.values()) & set(before.code.values())
    assert not set(after.persons.values()) & set(before.persons.values())


@pytest.mark.thorough
def test_engine_version_bot_changed_changes_its_games_only(copy: Copy, before: Hashes) -> None:
    copy.write(replaced("o.value = 1.0 if", "o.value = 2.0 if"), f"engine/{FAMILY}/bots/greedy.py")
    after = copy.hashes()
    assert after.code[FAMILY] != before.code[FAMILY]
    assert after.persons == before.persons
    assert not set(after.bot.values()) & set(before.bot.values())


@pytest.mark.soak
def test_engine_version_rule_renumbered_keeps_games(copy: Copy, before: Hashes) -> None:
    """Numbers change when another table gets a rule."""
    rule = '[[rule]]\ncode = "anew"\nlabel = "Anew"\nsource = "house"\ntext = "Anew."\n'
    copy.write(lambda text: f"{text}\n{rule}", f"tables/{FAMILY}/conventions.toml")
    copy.regenerate()
    copy.write(
        replaced(
            "from carnage.engine.duel.hit import",
            "from carnage.engine.duel.struck import",
        ),
        f"engine/{FAMILY}/tanks.py",
        f"engine/{FAMILY}/shot.py",
        f"engine/{FAMILY}/turn.py",
    )
    package = copy.root / "carnage" / "engine" / FAMILY
    struck = package / "struck.py"
    (package / "hit.py").rename(struck)
    after = copy.hashes()
    struck.unlink()
    assert after.code[FAMILY] != before.code[FAMILY]
    assert (after.persons, after.bot) == (before.persons, before.bot)


# Functions, constants, fields and parameters of the rules by which duels are played, and the
# planner's.
RENAMED = {
    *(
        "strike",
        "row_dice",
        "hit_cost",
        "below",
        "offer",
        "ask",
        "log_move",
        "reseed_rollout",
        "play_next",
    ),
    *(
        "DEFENSE",
        "COMPASS",
        "GOLDEN_GAMMA",
        "_DRAWS_PER_DECISION",
        "FIRST_ROLLOUTS",
        "MIN_LEAD_ERRORS",
        "BadDecision",
    ),
    *("ships", "owes", "bot_counter", "n_script", "bot_key", "coasts"),
    *("side", "log", "g", "c", "_advantage", "greedy_choice", "salt", "results", "budget"),
}


def renamed(source: str) -> str:
    """The same source with other names for what has some of these, as an editor would rename it."""
    names = "|".join(sorted(RENAMED))
    return re.sub(rf"\b({names})\b", lambda found: f"{found[0]}_by_another_name", source)


@pytest.mark.soak
def test_engine_version_names_changed_stays_the_same(copy: Copy, before: Hashes) -> None:
    copy.write(renamed, "engine/**/*.py")
    after = copy.hashes()
    assert after.code[FAMILY] != before.code[FAMILY]
    assert after[1:] == before[1:]


def test_engine_version_random_bot_counts_as_person(before: Hashes) -> None:
    ruleset = game(GAMES["inert"])
    assert engine_version.engine_version(ruleset, ("random", "person")) == before.persons["inert"]
    assert engine_version.engine_version(ruleset, ("greedy",)) == before.bot["inert"]
    planned = engine_version.engine_version(ruleset, ("planner", "greedy"))
    assert planned not in (before.persons["inert"], before.bot["inert"])


def test_engine_version_depends_on_hands_if_dice_are_thrown(before: Any) -> None:
    book = catalog.book("skirmish")
    thrown = resolve(book, Seed.parse("0" * book.length, book.length))
    versions = {
        engine_version.engine_version(thrown, PERSONS, {"hands": (hand, "average")})
        for hand in ("steady", "clumsy")
    }
    assert len(versions) == 2
