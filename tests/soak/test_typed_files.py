"""4,000 damaged or oddly saved files: each is read as what it holds, or refused in one line that
names it.
"""

from __future__ import annotations

import codecs
import copy
import gzip
import json
import random
import tempfile
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

from carnage import catalog
from carnage.cli import save_file, sweep
from carnage.cli.command_line import main
from carnage.cli.predictions import read_predictions
from carnage.common.files import FileError
from carnage.replays import replay
from carnage.rulesets.address import read_game
from carnage.rulesets.custom_names import CustomNameError, parse_names_or_file
from carnage.seeds import Seed
from soak.transformations import Transformation, generate_cases

pytestmark = pytest.mark.soak

COUNT = 4_000
BATCHES = 8
COMMAND_SHARE = 25
"""Every so many of the files are also given to the command, which takes longer."""

DUEL = "duel/8384093643032"
CLASSIC = "classic/243856987615781"
REFUSALS = (FileError, CustomNameError, replay.ReplayError, click.ClickException)
WRONG_VALUES = [
    None,
    "x",
    -1,
    0,
    1.5,
    [],
    {},
    10**30,
    1e308,
    True,
    ["a"],
    {"a": 1},
    "\u0000",
    "9" * 5_000,
]


@dataclass(frozen=True)
class Kind:
    """A kind of file.

    Attributes:
        name: The name of the kind.
        contents: Known files.
        read: Returns what a file holds, or raises one of REFUSALS.
        is_json: Whether it is JSON, of which single values can be damaged.
        command: Returns the words of the command that reads such a file; None for none.
    """

    name: str
    contents: tuple[bytes, ...]
    read: Callable[[Path], object]
    is_json: bool
    command: Callable[[Path], list[str]] | None = None


@dataclass(frozen=True)
class Known:
    """A known file of a kind."""

    kind: Kind
    content: bytes


@cache
def make_figures() -> bytes:
    """Return what `carnage playtest --json` prints of a game."""
    from carnage.lab.json_export import export_json
    from carnage.lab.runner import Playtest

    ruleset = read_game(DUEL)
    test = Playtest(ruleset)
    test.evaluate(60)
    test.play_skill_pairs("greedy", "random")
    return json.dumps(export_json(ruleset, test.metrics()), indent=1).encode()


@cache
def make_played() -> tuple[bytes, bytes]:
    """Return the decisions of a game that a person has begun, and the film of a game."""
    runner = CliRunner()
    with tempfile.TemporaryDirectory() as folder:
        decisions, film = Path(folder, "decisions.json"), Path(folder, "film.json")
        runner.invoke(
            main, ["play", DUEL, "--side", "1", "--save-file", str(decisions)], input="1\n" * 6
        )
        runner.invoke(main, ["play", DUEL, "--replay", str(film)])
        return decisions.read_bytes(), film.read_bytes()


def read_own(path: Path) -> object:
    return parse_names_or_file(str(path), catalog.book("classic"))


def read_decisions(path: Path) -> object:
    from carnage.engine.games import PERSON_NAME, Match

    match = Match(read_game(DUEL), bots=(PERSON_NAME, "greedy"))
    saved = save_file.load(path, match)
    return list(saved.decisions), list(saved.codes)


def read_figures(path: Path) -> object:
    return read_predictions(read_game(DUEL), str(path))


def read_film(path: Path) -> object:
    film = replay.decode_replay(path.read_bytes())
    for _ in replay.iterate_scenes(film):
        pass
    return film


def read_list(path: Path) -> object:
    from carnage.sweeps.plan import SweepError

    try:
        return sweep.read_listed_plan(path, {"games": 10})
    except SweepError as error:
        raise click.UsageError(str(error)) from None


def list_own() -> tuple[bytes, ...]:
    texts = [
        "captain = Grub\nside-1 = Orks\n",
        "# ours\nCaptain = Grüb  # him\n\nrifle~Long Bow\n",
        "captain = Łódź\n",
    ]
    texts.append("captain = 山\nside-1 = Ωmega\n")
    return tuple(text.encode() for text in texts)


def list_games() -> tuple[bytes, ...]:
    seeds = [str(Seed.from_text(f"list {n}", catalog.book("classic").length)) for n in range(4)]
    texts = [
        "\n".join(f"classic/{seed}" for seed in seeds),
        f"# games\n{CLASSIC}  # this\n\n{CLASSIC}?name=Łódź\n",
    ]
    texts.append(
        "\n".join(f"https://carnage.example/watch/classic/{seed}?dice=3" for seed in seeds)
    )
    return tuple(f"{text}\n".encode() for text in texts)


@cache
def list_kinds() -> tuple[Kind, ...]:
    decisions, film = make_played()
    figures = [
        "roll",
        "--seed",
        DUEL.partition("/")[2],
        "--format",
        "pdf",
        "--part",
        "playtest",
        "-o",
        "/dev/null",
    ]
    return (
        Kind(
            "own names",
            list_own(),
            read_own,
            False,
            lambda path: ["roll", "--seed", CLASSIC[8:], "--custom-names", str(path)],
        ),
        Kind(
            "decisions",
            (decisions,),
            read_decisions,
            True,
            lambda path: ["play", DUEL, "--side", "1", "--save-file", str(path)],
        ),
        Kind(
            "figures",
            (make_figures(),),
            read_figures,
            True,
            lambda path: [*figures, "--playtest-json", str(path)],
        ),
        Kind("film", (film,), read_film, True),
        Kind("list of games", list_games(), read_list, False),
    )


# ---------------------------------------------------------------------------------- transformations


def recode(encoding: str, mark: bytes = b"") -> Callable[[bytes, random.Random], bytes]:
    def change(data: bytes, chance: random.Random) -> bytes:
        return mark + data.decode("utf-8", "replace").encode(encoding, "replace")

    return change


def cut(data: bytes, chance: random.Random) -> bytes:
    return data[: chance.randrange(len(data))] if data else data


def flip(data: bytes, chance: random.Random) -> bytes:
    """Return the data with a byte that is no longer ASCII."""
    at = chance.randrange(len(data)) if data else 0
    return data[:at] + bytes([0x80 | chance.randrange(0x40)]) + data[at + 1 :]


def insert_null(data: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(data) + 1)
    return data[:at] + b"\0" + data[at:]


def list_places(value: Any, place: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return where every value in JSON is: keys and numbers from the outside in."""
    keys = (
        value.items()
        if isinstance(value, dict)
        else enumerate(value[:20])
        if isinstance(value, list)
        else ()
    )
    return [place, *[inner for key, each in keys for inner in list_places(each, (*place, key))]]


def damage_value(data: bytes, chance: random.Random) -> bytes:
    """Return JSON with one value removed or replaced by one of another kind; other data as it
    is.
    """
    try:
        told = copy.deepcopy(json.loads(data))
    except ValueError:
        return data
    places = list_places(told)[1:]
    if not places:
        return data
    # A place near the top is as likely as one in the middle of a long list.
    depth = chance.randrange(1, 1 + max(len(place) for place in places))
    *outer, last = chance.choice([place for place in places if len(place) <= depth])
    inner = told
    for key in outer:
        inner = inner[key]
    wrong = chance.choice([*WRONG_VALUES, "REMOVED"])
    if wrong == "REMOVED":
        del inner[last]
    else:
        inner[last] = wrong
    return json.dumps(told).encode()


TRANSFORMATIONS: list[Transformation[bytes]] = [
    Transformation("value damaged", damage_value, 0, keeps=False),
    Transformation("value damaged again", damage_value, 1, keeps=False),
    Transformation("wrapped in a list", lambda data, _: b"[" + data + b"]", 1, keeps=False),
    Transformation("doubled", lambda data, _: data + data, 1, keeps=False),
    Transformation(
        "other JSON",
        lambda data, chance: chance.choice([b"[]", b"null", b"7", b"1e999", b"[" * 9_999]),
        1,
        keeps=False,
    ),
    Transformation("lines of Windows", lambda data, _: data.replace(b"\n", b"\r\n"), 2),
    Transformation("lines of old Macs", lambda data, _: data.replace(b"\n", b"\r"), 2),
    Transformation("gaps at the end", lambda data, _: data + b"  \n\n \n", 2),
    Transformation("no newline at the end", lambda data, _: data.rstrip(b"\n"), 2),
    Transformation("gaps at the beginning", lambda data, _: b"\n\n" + data, 2),
    Transformation("byte order mark", lambda data, _: codecs.BOM_UTF8 + data, 3),
    Transformation("UTF-16, little", recode("utf-16-le", codecs.BOM_UTF16_LE), 3),
    Transformation("UTF-16, big", recode("utf-16-be", codecs.BOM_UTF16_BE), 3),
    Transformation("UTF-32", recode("utf-32"), 3),
    Transformation("UTF-16 without a mark", recode("utf-16-le"), 3, keeps=False),
    Transformation("two marks", lambda data, _: 2 * codecs.BOM_UTF8 + data, 3, keeps=False),
    Transformation("Western code page", recode("cp1252"), 3, keeps=False),
    Transformation("Central European code page", recode("cp1250"), 3, keeps=False),
    Transformation("Japanese code page", recode("shift-jis"), 3, keeps=False),
    Transformation("EBCDIC", recode("cp037"), 3, keeps=False),
    Transformation("compressed", lambda data, _: gzip.compress(data, mtime=0), 3, keeps=False),
    Transformation("cut", cut, 4, keeps=False),
    Transformation("byte changed", flip, 4, keeps=False),
    Transformation("null byte", insert_null, 4, keeps=False),
    Transformation("empty", lambda data, _: b"", 4, keeps=False),
    Transformation("of a PDF", lambda data, _: b"%PDF-1.7\n\xff\xff" + data, 4, keeps=False),
    Transformation("long", lambda data, _: data + b" " * 1_200_000, 4, keeps=False),
]

BYTES_AS_SENT = {"film"}
"""Kinds that are no files of a person's editor: a film is read as it was written."""


def check_message(message: str, path: Path, kind: Kind) -> None:
    """A refusal is one line, and names the file where the reader knows it."""
    assert message, "no message"
    assert "\n" not in message.strip(), message
    assert len(message) < 2_000, message[:300]
    assert kind.name == "film" or path.name in message, message
    assert "Traceback" not in message, message


def check_command(kind: Kind, path: Path, is_read: bool) -> None:
    """The command has no traceback; it fails with one line where the file is refused."""
    if kind.command is None:
        return
    done = CliRunner().invoke(main, kind.command(path), input="")
    assert done.exception is None or isinstance(done.exception, SystemExit), repr(done.exception)
    assert done.exit_code in ((0, 1, 2) if is_read else (1, 2)), done.exit_code
    if not is_read:
        assert path.name in done.stderr, done.stderr


@pytest.mark.parametrize("batch", range(BATCHES))
def test_typed_file_damaged_is_read_or_refused(batch: int, tmp_path: Path) -> None:
    told: Counter[str] = Counter()
    wrong: list[str] = []
    # Kinds have as many cases each, whatever the number of their known files.
    longest = max(len(kind.contents) for kind in list_kinds())
    known = [
        Known(kind, kind.contents[n % len(kind.contents)])
        for n in range(longest)
        for kind in list_kinds()
    ]
    path = tmp_path / "typed.txt"
    for number, case in enumerate(
        generate_cases("files", COUNT, known, lambda base: base.content, TRANSFORMATIONS)
    ):
        if number % BATCHES != batch:
            continue
        base = known[number % len(known)]
        path.write_bytes(base.content)
        meant = base.kind.read(path)
        path.write_bytes(case.input)
        said = f"{base.kind.name} ({', '.join(case.names)}; {number})"
        try:
            found = base.kind.read(path)
        except REFUSALS as error:
            message = error.message if isinstance(error, click.ClickException) else str(error)
            told[f"{base.kind.name}: refused"] += 1
            is_read = False
            if case.keeps and base.kind.name not in BYTES_AS_SENT:
                wrong.append(f"{said}: refused: {message}")
            try:
                check_message(message, path, base.kind)
            except AssertionError as wrong_message:
                wrong.append(f"{said}: {str(wrong_message).splitlines()[0]}")
        except Exception as error:
            wrong.append(f"{said}: {error!r}"[:300])
            continue
        else:
            is_read = True
            told[f"{base.kind.name}: read"] += 1
            if case.keeps and found != meant:
                wrong.append(f"{said}: {found!r} instead of {meant!r}"[:300])
        assert path.read_bytes() == case.input
        if number // BATCHES % COMMAND_SHARE == 0:
            try:
                check_command(base.kind, path, is_read)
            except AssertionError as error:
                wrong.append(f"{said}: command: {str(error).splitlines()[0]}")
    print(json.dumps(told))
    assert not wrong, "\n".join([f"{len(wrong)} wrong", *wrong[:40]])
