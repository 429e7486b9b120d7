"""Test files that a person names: whole writes, encodings, and the files that commands read."""

from __future__ import annotations

import codecs
import copy
import errno
import json
import os
import re
import shutil
import stat
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from carnage import catalog
from carnage.cli.command_line import main
from carnage.common import files
from carnage.common.files import FileError, read_json, read_text, write_file, write_folder
from carnage.rulesets.custom_names import CustomNameError, parse_lines
from tests.support.rulesets import PUBLISHED

GAME = f"classic/{PUBLISHED}"
DUEL = "duel/8384093643032"
OLD = "What was there before, and dear to somebody.\n"


def run_command(*words: str, typed: str = "") -> tuple[int, str, str]:
    """Return the exit status, standard output and standard error of a command."""
    result = CliRunner().invoke(main, list(words), input=typed)
    return result.exit_code, result.stdout, result.stderr


@pytest.fixture
def full_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(files.os, "fsync", refuse)


# ------------------------------------------------------------------------------------------ writing


def test_write_file_new_name_has_mode_of_umask(tmp_path: Path) -> None:
    write_file(tmp_path / "new", "ä\n")
    assert (tmp_path / "new").read_bytes() == "ä\n".encode()
    umask = os.umask(0)
    os.umask(umask)
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o666 & ~umask


def test_write_file_existing_keeps_mode(tmp_path: Path) -> None:
    path = tmp_path / "old"
    path.write_text(OLD)
    path.chmod(0o640)
    write_file(path, b"new")
    assert (path.read_bytes(), stat.S_IMODE(path.stat().st_mode)) == (b"new", 0o640)
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("is_there", [True, False])
def test_write_file_symlink_writes_target(tmp_path: Path, is_there: bool) -> None:
    target, link = tmp_path / "far" / "target", tmp_path / "link"
    target.parent.mkdir()
    if is_there:
        target.write_text(OLD)
    link.symlink_to("far/target")
    write_file(link, "new")
    assert link.is_symlink()
    assert target.read_text() == "new"
    assert [path.name for path in target.parent.iterdir()] == ["target"]


def test_write_file_pipe_receives_content(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    write_file(f"/dev/fd/{writing}", "through a pipe")
    os.close(writing)
    with os.fdopen(reading) as pipe:
        assert pipe.read() == "through a pipe"


def test_write_file_named_pipe_stays_a_pipe(tmp_path: Path) -> None:
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    reader = subprocess.Popen(["cat", str(fifo)], stdout=subprocess.PIPE, text=True)
    write_file(fifo, "through a pipe")
    assert reader.communicate(timeout=10)[0] == "through a pipe"
    assert stat.S_ISFIFO(fifo.stat().st_mode)


def test_write_file_dev_stdout_appends_to_output(tmp_path: Path) -> None:
    code = (
        "import sys; from carnage.common.files import write_file; print('before', flush=True); "
        "write_file('/dev/stdout', 'between\\n'); print('after')"
    )
    with (tmp_path / "out").open("w") as out:
        subprocess.run([sys.executable, "-c", code], stdout=out, check=True, timeout=30)
    assert (tmp_path / "out").read_text() == "before\nbetween\nafter\n"


def _make_folder(path: Path) -> None:
    path.mkdir()


def _make_loop(path: Path) -> None:
    path.symlink_to(path)


def _make_nothing(path: Path) -> None:
    pass


@pytest.mark.parametrize(
    ("name", "make", "reason"),
    [
        ("folder", _make_folder, "Is a directory"),
        ("loop", _make_loop, "Too many levels of symbolic links"),
        ("no/such/folder", _make_nothing, "No such file or directory"),
        ("x" * 300, _make_nothing, "File name too long"),
        ("null\0character", _make_nothing, "null"),
    ],
)
def test_write_file_impossible_path_raises_file_error(
    tmp_path: Path, name: str, make: Callable[[Path], None], reason: str
) -> None:
    make(tmp_path / name)
    before = sorted(tmp_path.rglob("*"))
    with pytest.raises(FileError, match=reason) as raised:
        write_file(f"{tmp_path}/{name}", "new")
    assert "\n" not in str(raised.value)
    assert name[:4] in str(raised.value)
    assert sorted(tmp_path.rglob("*")) == before


def test_write_file_interrupted_keeps_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(descriptor: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(files.os, "fsync", interrupt)
    (tmp_path / "old").write_text(OLD)
    with pytest.raises(KeyboardInterrupt):
        write_file(tmp_path / "old", "new")
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {"old": OLD}


def test_write_folder_disk_full_leaves_nothing(tmp_path: Path, full_disk: None) -> None:
    with pytest.raises(FileError, match="No space left on device"):
        write_folder(tmp_path / "new", {"one": "1", "two": "2"})
    assert list(tmp_path.iterdir()) == []


WRITERS: dict[str, Callable[[Path], tuple[str, ...]]] = {
    "-o md": lambda path: ("roll", "--seed", PUBLISHED, "-o", str(path)),
    "-o html": lambda path: ("roll", "--seed", PUBLISHED, "--format", "html", "-o", str(path)),
    "-o json": lambda path: ("roll", "--seed", PUBLISHED, "--format", "json", "-o", str(path)),
    "-o pdf": lambda path: (
        *("roll", "--seed", PUBLISHED, "--format", "pdf", "--part", "tokens", "-o", str(path)),
    ),
    "--events": lambda path: ("play", DUEL, "--events", str(path)),
    "--replay": lambda path: ("play", DUEL, "--replay", str(path)),
    "--svg": lambda path: ("play", DUEL, "--svg", str(path)),
    "--save-file": lambda path: ("play", GAME, "--side", "1", "--save-file", str(path)),
    "--answer-key": lambda path: (
        *(
            "referee",
            GAME,
            "--output-dir",
            str(path.parent / "to"),
            "--violations",
            "1",
            "--answer-key",
            str(path),
        ),
    ),
}


@pytest.mark.parametrize("option", WRITERS)
def test_output_option_disk_full_keeps_old_file(
    tmp_path: Path, option: str, full_disk: None
) -> None:
    path = tmp_path / "kept" / "old"
    path.parent.mkdir()
    if option != "--save-file":
        path.write_text(OLD)
    status, _, err = run_command(*WRITERS[option](path), typed="1\n")
    assert (status, err.count("\n")) == (1, 1)
    assert "No space left on device" in err
    assert {each.name: each.read_text() for each in path.parent.iterdir() if each.is_file()} == (
        {} if option == "--save-file" else {"old": OLD}
    )


@pytest.mark.parametrize("option", WRITERS)
def test_output_option_folder_is_refused(tmp_path: Path, option: str) -> None:
    path = tmp_path / "folder"
    path.mkdir()
    status, _, err = run_command(*WRITERS[option](path), typed="1\n")
    assert (status in (1, 2), err.count("\n")) == (True, 1)
    assert re.search("directory", err)
    assert list(path.iterdir()) == []


LIMITED = """
import resource, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
from carnage.cli import run
run()
"""


@pytest.mark.parametrize("option", ["--events", pytest.param("-o md", marks=pytest.mark.thorough)])
def test_output_option_size_limit_keeps_old_file(tmp_path: Path, option: str) -> None:
    path = tmp_path / "kept" / "old"
    path.parent.mkdir()
    path.write_text(OLD)
    done = subprocess.run(
        [sys.executable, "-c", LIMITED, *WRITERS[option](path)],
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 1
    assert done.stderr == f"carnage: {path}: it cannot be written (File too large).\n"
    assert {each.name: each.read_text() for each in path.parent.iterdir()} == {"old": OLD}


@pytest.mark.skipif(shutil.which("setpriv") is None, reason="root may write anywhere")
def test_write_file_read_only_folder_keeps_old_file(tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    folder.mkdir()
    (folder / "old").write_text(OLD)
    folder.chmod(0o555)
    code = (
        f"from carnage.common.files import write_file; write_file({str(folder / 'old')!r}, 'new')"
    )
    before = ["setpriv", "--bounding-set=-dac_override"] if os.geteuid() == 0 else []
    done = subprocess.run(
        [*before, sys.executable, "-B", "-c", code], capture_output=True, text=True, timeout=30
    )
    folder.chmod(0o755)
    assert "it cannot be written (Permission denied)" in done.stderr
    assert {each.name: each.read_text() for each in folder.iterdir()} == {"old": OLD}


# ------------------------------------------------------------------------------------------ reading

ENCODINGS = {
    "utf-8": lambda text: text.encode(),
    "utf-8 with a mark": lambda text: codecs.BOM_UTF8 + text.encode(),
    "utf-16 little": lambda text: codecs.BOM_UTF16_LE + text.encode("utf-16-le"),
    "utf-16 big": lambda text: codecs.BOM_UTF16_BE + text.encode("utf-16-be"),
    "utf-32": lambda text: text.encode("utf-32"),
}
LINES = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0\ufeff"))


@pytest.mark.parametrize("encoding", ENCODINGS)
@given(text=LINES)
def test_read_text_known_encoding_is_decoded(
    tmp_path_factory: pytest.TempPathFactory, encoding: str, text: str
) -> None:
    path = tmp_path_factory.getbasetemp() / f"{encoding}.txt"
    path.write_bytes(ENCODINGS[encoding](text))
    assert read_text(path) == text


@pytest.mark.parametrize(
    "data",
    [
        "captain = Grüb".encode("cp1252"),
        "captain = Łódź".encode("cp1250"),
        "captain = Грубый".encode("cp1251"),
        "captain = 山".encode("shift-jis"),
        "captain = Grub".encode("utf-16-le"),
        "captain = Grub".encode("utf-16-be"),
        codecs.BOM_UTF16_LE + b"odd",
        codecs.BOM_UTF8 + b"\xff",
        b"\x00\x01\x02",
        b"%PDF-1.7\n\xff\xff",
        bytes(range(256)),
        b"\xed\xa0\x80",
    ],
)
def test_read_text_other_encoding_raises_with_hint(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "own.txt").write_bytes(data)
    with pytest.raises(FileError) as raised:
        read_text(tmp_path / "own.txt")
    hint = "on Windows, choose “Save as” and the encoding “UTF-8”."
    assert str(raised.value) == f"{tmp_path / 'own.txt'}: it is no text in UTF-8; {hint}"


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_custom_names_file_of_windows_is_read(tmp_path: Path, encoding: str) -> None:
    file = tmp_path / "own.txt"
    file.write_bytes(ENCODINGS[encoding]("captain = Grub\r\nSIDE 1 = Orks\r\n"))
    typed = run_command("roll", "--seed", PUBLISHED, "--custom-names", "captain~Grub*side-1~Orks")
    assert run_command("roll", "--seed", PUBLISHED, "--custom-names", str(file)) == typed


@pytest.mark.parametrize(
    "code", ["captain", "Captain", "CAPTAIN", " captain ", "side-1", "Side-1", "side 1", "Side_1"]
)
def test_custom_names_ignore_case_of_codes(code: str) -> None:
    ((_, name),) = parse_lines(f"{code} = Grub", catalog.book("classic"))
    assert name == "Grub"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "captain = Grub\nkaptain = Grob",
            "Line 2: Classic has no 'kaptain' to name; it has side-1, ",
        ),
        (
            "# names\n\ncaptain Grub",
            "Line 3: 'captain Grub' is no name; a line is written captain = Grub.",
        ),
        ("captain~Grub*king~Bob", "Line 1: Classic has no 'king' to name"),
        ("captain = " + "x" * 30, "Line 1: Captain: a name has at most 24 characters"),
        ("side-1 = Orks\n captain = <b>", "Line 2: Captain: a name may not contain"),
    ],
)
def test_custom_names_error_has_line_number(text: str, told: str) -> None:
    with pytest.raises(CustomNameError, match=re.escape(told)):
        parse_lines(text, catalog.book("classic"))


def test_custom_names_error_has_file_name(tmp_path: Path) -> None:
    (tmp_path / "own.txt").write_text("kaptain = Grub\n")
    status, _, err = run_command(
        "roll", "--seed", PUBLISHED, "--custom-names", str(tmp_path / "own.txt")
    )
    assert status == 2
    assert err.startswith(
        f"carnage: {tmp_path / 'own.txt'}: Line 1: Classic has no 'kaptain' to name"
    )


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_sweep_list_of_windows_is_read(tmp_path: Path, encoding: str) -> None:
    file = tmp_path / "games.txt"
    file.write_bytes(ENCODINGS[encoding](f"{DUEL}\r\n# and no other\r\nduel/1\r\n"))
    status, _, err = run_command("sweep", str(tmp_path / "new"), "--from-file", str(file))
    assert (status, err.count("\n")) == (2, 1)
    assert err.startswith(f"carnage: {file}: Line 3: A seed of Duel has 13 digits")


def test_sweep_list_missing_is_named(tmp_path: Path) -> None:
    status, _, err = run_command(
        "sweep", str(tmp_path / "new"), "--from-file", str(tmp_path / "games.txt")
    )
    assert (status, err) == (
        *(
            1,
            f"carnage: {tmp_path / 'games.txt'}: it cannot be read (No such file or directory).\n",
        ),
    )


def test_read_json_invalid_names_file(tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text("{")
    with pytest.raises(FileError, match=r"x\.json: it is not JSON"):
        read_json(tmp_path / "x.json", dict[str, int])


# ----------------------------------------------------------------------------------- figures, again


@pytest.fixture(scope="module")
def figures() -> dict[str, Any]:
    """Return the output of `carnage playtest --json` for a game."""
    from carnage.lab.json_export import export_json
    from carnage.lab.runner import Playtest
    from carnage.rulesets.address import read_game

    ruleset = read_game(DUEL)
    test = Playtest(ruleset)
    test.evaluate(60)
    test.play_skill_pairs("greedy", "random")
    told: dict[str, Any] = json.loads(json.dumps(export_json(ruleset, test.metrics())))
    return told


def _print_sheet(tmp_path: Path, figures: object, encoding: str = "utf-8") -> tuple[int, str]:
    file = tmp_path / "figures.json"
    file.write_bytes(
        ENCODINGS[encoding](figures if isinstance(figures, str) else json.dumps(figures))
    )
    pdf = ("--format", "pdf", "--part", "playtest", "-o", str(tmp_path / "sheet.pdf"))
    status, _, err = run_command(
        "roll", "--seed", DUEL.partition("/")[2], *pdf, "--playtest-json", str(file)
    )
    return status, err


def test_figures_in_any_encoding_are_printed(tmp_path: Path, figures: dict[str, Any]) -> None:
    for encoding in ENCODINGS:
        assert _print_sheet(tmp_path, figures, encoding) == (0, "")
        assert (tmp_path / "sheet.pdf").read_bytes().startswith(b"%PDF")


def _list_other_types(value: Any) -> list[Any]:
    """Return values of other types than this one."""
    others = [None, "text", -1, 1.5, [], {}, [None], 10**30, True]
    return [
        other for other in others if type(other) is not type(value) or other in (10**30, -1, [None])
    ]


def test_figures_field_missing_or_of_other_type_is_refused(
    tmp_path: Path, figures: dict[str, Any]
) -> None:
    from carnage.cli.predictions import read_predictions
    from carnage.rulesets.address import read_game

    path = tmp_path / "figures.json"
    refused = 0
    for name, value in figures.items():
        missing = {key: each for key, each in figures.items() if key != name}
        for variant in (missing, *[figures | {name: wrong} for wrong in _list_other_types(value)]):
            path.write_text(json.dumps(variant))
            with suppress(FileError):
                read_predictions(read_game(DUEL), str(path))
                continue
            refused += 1
    assert refused > 5 * len(figures)


def _list_paths(value: Any, place: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the path of every value in JSON: keys and indexes from the outside in."""
    keys = (
        value.items()
        if isinstance(value, dict)
        else enumerate(value)
        if isinstance(value, list)
        else ()
    )
    return [place, *[inner for key, each in keys for inner in _list_paths(each, (*place, key))]]


@settings(max_examples=300, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_figures_with_any_change_are_read_or_refused(
    figures: dict[str, Any], data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    from carnage.cli.predictions import read_predictions
    from carnage.rulesets.address import read_game

    *outer, last = data.draw(st.sampled_from(_list_paths(figures)[1:]))
    changed = copy.deepcopy(figures)
    inner = changed
    for key in outer:
        inner = inner[key]
    wrong = [None, "x", -1, 0, 1.5, [], {}, 10**30, 1e308, True, ["a"], {"a": 1}, "REMOVED"]
    inner[last] = data.draw(st.sampled_from(wrong))
    if inner[last] == "REMOVED":
        del inner[last]
    path = tmp_path_factory.getbasetemp() / "changed.json"
    path.write_text(json.dumps(changed))
    with suppress(FileError):
        assert read_predictions(read_game(DUEL), str(path))


@pytest.mark.parametrize(
    "wrong",
    ["", "[]", "null", '"text"', "{", "7", '{"id": "x"}', "1e999", "NaN", "[" * 10_000, "9" * 5000],
)
def test_figures_other_json_is_refused(tmp_path: Path, wrong: str) -> None:
    status, err = _print_sheet(tmp_path, wrong)
    assert (status, err.count("\n")) == (1, 1)
    assert f"Make the file with `carnage playtest --json {DUEL}`." in err
