"""Test `carnage play`: reports, saved files, undo and errors."""

from __future__ import annotations

import html
import json
import random
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from carnage.cli.command_line import main
from carnage.engine.core.state import MAX_DECISIONS
from carnage.engine.engine_version import engine_version
from carnage.engine.games import Match
from carnage.engine.narration import Narrator
from carnage.engine.recording import frame_at, record_replay
from carnage.replays import replay
from tests.support.rulesets import PUBLISHED, rolled, ruleset

ID = f"classic/{PUBLISHED}"
DUEL = "duel/8384093643032"
BID = str(rolled(initiative="earnt-resource-bid").seed)


def run_play(*words: str, typed: str = "") -> tuple[int, str, str]:
    result = CliRunner().invoke(main, ["play", *words], input=typed)
    return result.exit_code, result.stdout, result.stderr


def read_saved(save_file: Path) -> dict[str, Any]:
    saved: dict[str, Any] = json.loads(save_file.read_text(encoding="utf-8"))
    return saved


@pytest.fixture
def save_file(tmp_path: Path) -> Path:
    return tmp_path / "game.json"


# ----------------------------------------------------------------------------------------- watching


def test_play_prints_report() -> None:
    status, out, err = run_play(ID, "--game-number", "3", "--dice-seed", "1")
    assert (status, err) == (0, "")
    assert out.startswith("# Ruinous Throne, game 3 of dice seed 1\n")
    for line in Narrator(Match(ruleset(), 1, 3)).new_lines():
        assert line in out
    assert "\n\n## Round 1\n" in out


def test_play_custom_names_are_used(tmp_path: Path) -> None:
    """Give names as an argument, in a file and in an address; use them in the drawing, but not in
    data.
    """
    own = "side-1~The Orks of Grub*captain~Grub*rifle~Bow"
    names, film, still = tmp_path / "names.txt", tmp_path / "film.json", tmp_path / "still.svg"
    names.write_text("side-1 = The Orks of Grub\ncaptain = Grub\nrifle = Bow\n", encoding="utf-8")
    status, out, err = run_play(
        ID, "--custom-names", own, "--replay", str(film), "--svg", str(still)
    )
    assert (status, err) == (0, "")
    assert "greedy plays The Orks of Grub, greedy plays Side 2." in out
    assert not re.search(r"\bCaptain\b|\bSide 1\b", out)
    assert run_play(ID, "--custom-names", str(names))[1] == out
    assert run_play(f"https://carnage.example/{ID}?own={own}".replace(" ", "+"))[1] == out
    drawn = html.unescape(still.read_text())
    assert "The Orks of Grub" in drawn
    assert "Side 1" not in drawn
    assert "Captain" in film.read_text(encoding="utf-8")


def test_play_invalid_custom_names_are_refused() -> None:
    for wrong, told in (
        ("captain~<b>", "may not contain"),
        ("no.txt", "no file"),
        ("king~Grub", "captain"),
    ):
        status, _, err = run_play(ID, "--custom-names", wrong)
        assert status == 2
        assert told in err


def test_play_custom_names_are_used_in_questions(save_file: Path) -> None:
    """Also repeat the names in the command to go on with."""
    own = "side-1~Orks*side-2~Elves*captain~Grub"
    status, out, err = run_play(
        ID, "--side", "1", "--custom-names", own, "--save-file", str(save_file), typed="b\nq\n"
    )
    assert (status, err) == (0, "")
    assert "you play Orks against greedy." in out
    assert "Orks (you)" in out
    assert "Grub" in out
    assert not re.search(r"\bCaptain\b|\bSide [12]\b", out)
    again = shlex.split(out.splitlines()[-1].partition("To continue: carnage play ")[2])
    assert again[-2:] == ["--custom-names", own]
    assert "you play Orks" in run_play(*again, typed="q\n")[1]


def test_play_log_is_json_lines(tmp_path: Path) -> None:
    log = tmp_path / "game.jsonl"
    status, _, _ = run_play(ID, "--events", str(log), "--bots", "greedy,random")
    assert status == 0
    entries = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    assert entries == list(Narrator(Match(ruleset(), bots=("greedy", "random"))).events())
    assert {"n", "rule", "event", "side"} <= set(entries[0])


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["classic/1"], "15 digits"),
        ([ID, "--game-number", "-1"], "0 to 999,999"),
        ([ID, "--game-number", "1000000"], "0 to 999,999"),
        ([ID, "--bots", "greedy,person"], "random, easy, greedy, planner"),
        ([ID, "--side", "3"], "--side 1 to 2"),
        ([ID, "--side", "0"], "--side 1 to 2"),
        (["gamble/200000000000", "--side", "0"], "--side 1 to 3"),
        (["gamble/977777777777", "--side", "7"], "--side 1 to 6"),
        (["duel/8000000000000", "--bots", "exact"], "random, easy, greedy, planner"),
        (["gamble/200000000000", "--bots", ",".join(["greedy"] * 7)], "up to 3"),
        (["gamble/200000000000", "--bots", "greedy,,random"], "has an empty name"),
        ([ID, "--save-file", "x.json"], "--side"),
        (
            [DUEL, "--svg", "x.svg", "--svg-event", "9999"],
            "There is no event 9999 in this game: give --svg-event 0 to ",
        ),
        ([DUEL, "--svg", "x.svg", "--svg-event", "-1"], "no event -1 in this game"),
        ([DUEL, "--svg-event", "1"], "Give --svg FILE too"),
        ([DUEL, "--replay", "x", "--svg", "./x"], "need a different file each"),
        ([DUEL, "--side", "1", "--save-file", "x", "--replay", "x"], "need a different file each"),
    ],
)
def test_play_bad_input_is_one_line(words: list[str], complaint: str) -> None:
    status, _, err = run_play(*words)
    assert status == 2
    assert err.startswith("carnage: ")
    assert err.count("\n") == 1
    assert complaint in err


def test_play_film_is_written(tmp_path: Path) -> None:
    save_file = tmp_path / "game.json"
    save_file.write_text("something else")
    status, _, err = run_play(
        DUEL,
        "--replay",
        str(save_file),
        "--bots",
        "greedy,random",
        "--dice-seed",
        "2",
        "--game-number",
        "1",
    )
    assert (status, err) == (0, "")
    filmed = replay.decode_replay(save_file.read_bytes())
    assert filmed == record_replay(
        Match(ruleset("8384093643032", book="duel"), 2, 1, ("greedy", "random"))
    )
    assert (filmed.game.seed, filmed.game.number, filmed.game.bots) == (2, 1, ("greedy", "random"))
    assert (filmed.seat, filmed.over) == (-1, True)


def test_play_svg_shows_table_at_event(tmp_path: Path) -> None:
    save_file = tmp_path / "table.svg"
    match = Match(ruleset("8384093643032", book="duel"))
    drawings = []
    last = len(record_replay(match).steps)
    for at in ("0", "30", str(last)):
        status, _, err = run_play(
            DUEL, "--svg", str(save_file), "--svg-event", at, "--setting", "none"
        )
        assert (status, err) == (0, "")
        drawings.append(save_file.read_text(encoding="ascii"))
        for line in frame_at(match, int(at)).lines:
            assert " ".join(line.lstrip("# ").split()[:3]) in html.unescape(drawings[-1])
        assert match.ruleset.name in drawings[-1]
        assert drawings[-1].startswith("<svg")
    assert len(set(drawings)) == 3
    run_play(DUEL, "--svg", str(save_file), "--setting", "none")
    assert save_file.read_text(encoding="ascii") == drawings[-1]


def test_play_svg_has_marks_of_event(tmp_path: Path) -> None:
    save_file = tmp_path / "table.svg"
    match = Match(ruleset("8384093643032", book="duel"))
    for step in record_replay(match).steps[:50]:
        assert frame_at(match, step.n).marks == step.marks
    for at, ways in (("11", 0), ("12", 1)):
        run_play(DUEL, "--svg", str(save_file), "--svg-event", at)
        assert save_file.read_text(encoding="ascii").count('class="drawing-way"') == ways


def test_play_svg_unknown_event_keeps_old_file(tmp_path: Path) -> None:
    save_file = tmp_path / "table.svg"
    save_file.write_text("something else")
    status, out, _ = run_play(DUEL, "--svg", str(save_file), "--svg-event", "9999")
    assert (status, out) == (2, "")
    assert save_file.read_text() == "something else"


def test_play_film_of_person_hides_secrets(tmp_path: Path) -> None:
    save_file, kept_in, drawn = tmp_path / "film.json", tmp_path / "game.json", tmp_path / "now.svg"
    words = (
        DUEL,
        "--side",
        "2",
        "--save-file",
        str(kept_in),
        "--replay",
        str(save_file),
        "--svg",
        str(drawn),
    )
    status, _, err = run_play(*words, typed="1\n1\n1\nq\n")
    assert (status, err) == (0, "")
    filmed = replay.decode_replay(save_file.read_bytes())
    assert (filmed.seat, filmed.over, filmed.game.bots) == (1, False, ("greedy", "person"))
    assert drawn.read_text(encoding="ascii").startswith("<svg")


# ------------------------------------------------------------------------------------------ playing


def test_play_quit_and_resumed_continues(save_file: Path) -> None:
    words = (ID, "--side", "1", "--save-file", str(save_file))
    status, out, err = run_play(*words, typed="1\n2\nq\n")
    assert (status, err) == (0, "")
    assert f"Saved in {save_file}" in out
    first = read_saved(save_file)
    assert first["game"] == f"/{ID}"
    assert first["engine"] == engine_version(ruleset(), ("person", "greedy"))
    assert first["bots"] == ["person", "greedy"]
    status, out, _ = run_play(*words, typed="3\n")
    assert status == 0
    assert "Continued from" in out
    assert read_saved(save_file)["decisions"][: len(first["decisions"])] == first["decisions"]
    assert len(read_saved(save_file)["decisions"]) > len(first["decisions"])


def test_play_resumed_many_times_is_same_game(tmp_path: Path) -> None:
    draw = random.Random(5)
    answers = [str(draw.choice([1, 1, 2])) for _ in range(25)]
    whole, parts = tmp_path / "whole.json", tmp_path / "parts.json"
    run_play(ID, "--side", "2", "--save-file", str(whole), typed="\n".join(answers) + "\n")
    for answer in answers:
        run_play(ID, "--side", "2", "--save-file", str(parts), typed=f"{answer}\n")
    assert read_saved(parts) == read_saved(whole)


def test_play_undo_restores_position(save_file: Path) -> None:
    words = (ID, "--side", "1", "--save-file", str(save_file))
    run_play(*words, typed="2\n1\n")
    before = read_saved(save_file)
    status, out, _ = run_play(*words, typed="1\n1\nu\nundo\n")
    assert status == 0
    assert out.count("Undone.") == 2
    assert read_saved(save_file) == before
    _, out, _ = run_play(*words, typed="u\nu\nu\nu\n")
    assert "There is nothing to undo." in out
    assert read_saved(save_file)["decisions"] == []


def test_play_to_end_prints_result(save_file: Path) -> None:
    log = save_file.with_suffix(".jsonl")
    words = (
        ID,
        "--side",
        "1",
        "--bots",
        "greedy,random",
        "--save-file",
        str(save_file),
        "--events",
        str(log),
    )
    status, out, _ = run_play(*words, typed="1\n" * 2000)
    assert status == 0
    assert "## The end" in out
    assert json.loads(log.read_text(encoding="utf-8").splitlines()[-1])["event"] == "game-over"
    status, out, _ = run_play(*words)
    assert status == 0
    assert "## The end" in out


def test_play_invalid_decision_is_asked_again(save_file: Path) -> None:
    typed = "0\n99\nfive\n\n²\n" + "9" * 400 + "\n?\nb\n"
    status, out, err = run_play(ID, "--side", "1", "--save-file", str(save_file), typed=typed)
    assert (status, err) == (0, "")
    assert out.count("Give a number from 1 to 5") == 6
    assert read_saved(save_file)["decisions"] == []


def test_play_default_file_name_identifies_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    run_play(ID, "--side", "2", "--dice-seed", "4", "--game-number", "7", typed="1\n")
    assert [path.name for path in tmp_path.iterdir()] == [
        f"carnage-classic-{PUBLISHED}-seed-4-game-7-side-2.json"
    ]


def test_play_report_hides_secrets_of_other_side(save_file: Path) -> None:
    _, out, _ = run_play(f"classic/{BID}", "--side", "2", "--save-file", str(save_file), typed="")
    assert "Which unit do you leave out?" in out
    assert "leaves" not in out
    assert "left out" not in out
    assert len(read_saved(save_file)["decisions"]) == 1  # the other side has decided
    typed = ""
    while "How many Game Tokens do you bid?" not in out:
        typed += "1\n"
        _, out, _ = run_play(
            f"classic/{BID}", "--side", "2", "--save-file", str(save_file), typed="1\n"
        )
    assert "bids" not in out.rpartition("## Round 1")[2]
    _, out, _ = run_play(
        f"classic/{BID}", "--side", "2", "--save-file", str(save_file), typed="1\n"
    )
    assert len(re.findall(r"^Side [12] bids", out.partition("What")[0], flags=re.MULTILINE)) == 2


# ---------------------------------------------------------------------------------- decisions files

GOOD = {
    "engine": "",
    "game": f"/{ID}",
    "seed": 0,
    "number": 0,
    "bots": ["person", "greedy"],
    "decisions": [],
}


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"", "not JSON"),
        (b"\xff\xfe", "not JSON"),
        (b"[" * 100_000, "not JSON"),
        (b" " * 1_000_001, "too long"),
        (b"[1, 2]", "no file of decisions"),
        (GOOD | {"game": "/classic/000000000000000"}, "belong to /classic/000000000000000"),
        (GOOD | {"game": "/gamble/200000000000"}, "belong to /gamble/200000000000"),
        (GOOD | {"seed": 1}, "another game: --dice-seed 1 --game-number 0"),
        (GOOD | {"number": 2}, "--game-number 2"),
        (GOOD | {"bots": ["greedy", "person"]}, "greedy against person"),
        (GOOD | {"bots": "x"}, "another game"),
        (GOOD | {"decisions": [9_999_999]}, "whole numbers from 0 to 4194319"),
        (GOOD | {"decisions": [-1]}, "whole numbers"),
        (GOOD | {"decisions": ["1"]}, "whole numbers"),
        (GOOD | {"decisions": {}}, "whole numbers"),
        (GOOD | {"decisions": [0], "codes": [7]}, "texts such as act/attack/x7"),
        (GOOD | {"decisions": [0] * (MAX_DECISIONS + 1)}, "A game has at most"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_play_invalid_save_file_is_refused(
    save_file: Path, content: bytes | dict[str, Any], complaint: str
) -> None:
    if isinstance(content, dict):
        engine = content["engine"] or engine_version(ruleset(), ("person", "greedy"))
        content = json.dumps(content | {"engine": engine}).encode()
    save_file.write_bytes(content)
    status, _, err = run_play(ID, "--side", "1", "--save-file", str(save_file), typed="1\n")
    assert status == (1 if complaint == "too long" else 2)
    assert err.count("\n") == 1
    assert complaint in err
    assert save_file.read_bytes() == content
    assert list(save_file.parent.iterdir()) == [save_file]


def change_saved(save_file: Path, **content: Any) -> None:
    """Change fields of a saved file."""
    save_file.write_text(json.dumps(read_saved(save_file) | content), encoding="utf-8")


@pytest.mark.parametrize("with_codes", [True, False])
def test_play_file_of_other_rules_is_replayed(save_file: Path, with_codes: bool) -> None:
    words = (ID, "--side", "1", "--save-file", str(save_file))
    run_play(*words, typed="1\n2\n1\n")
    before = read_saved(save_file)
    change_saved(save_file, engine="0123456789ab", **({} if with_codes else {"codes": []}))
    status, out, err = run_play(*words)
    assert (status, err) == (0, "")
    assert out.count("This game was begun under other rules") == 1
    assert f"Continued from {save_file}, after {len(before['decisions'])} decisions." in out
    assert read_saved(save_file) == before
    assert "other rules" not in run_play(*words)[1]


def test_play_file_of_other_rules_continues_in_new_file(save_file: Path) -> None:
    """Start a new file at the first decision that is not offered any more."""
    words = (ID, "--side", "1", "--save-file", str(save_file))
    run_play(*words, typed="1\n2\n1\n")
    decisions, codes = read_saved(save_file)["decisions"], read_saved(save_file)["codes"]
    question = codes[3].split("/")[0]
    change_saved(
        save_file, engine="0123456789ab", codes=[*codes[:3], f"{question}/teleport/AA", *codes[4:]]
    )
    before = save_file.read_bytes()
    status, out, err = run_play(*words)
    assert (status, err) == (0, "")
    assert "Decision 4 of this game, “teleport” at the question “" in out
    beside = save_file.with_name(f"{save_file.stem}-from-3.json")
    assert f"continues from decision 3 and is saved in {beside}; {save_file} is unchanged." in out
    assert save_file.read_bytes() == before
    assert read_saved(beside)["decisions"][:3] == decisions[:3]
    assert read_saved(beside)["codes"][:3] == codes[:3]
    # A second run refuses to start the new file again.
    status, _, err = run_play(*words)
    assert status == 2
    assert f"Give --save-file {beside} to continue the game that was started from decision 3" in err
    assert save_file.read_bytes() == before


def test_play_file_with_extra_decisions_is_kept(save_file: Path) -> None:
    words = (ID, "--side", "1", "--save-file", str(save_file))
    run_play(*words, typed="1\n" * 2000)
    count = len(read_saved(save_file)["decisions"])
    change_saved(save_file, decisions=[*read_saved(save_file)["decisions"], 0], codes=[])
    before = save_file.read_bytes()
    _, out, _ = run_play(*words)
    assert (
        f"Decision {count + 1} of this game, option 1, is no longer asked for: the game is over"
        in out
    )
    assert save_file.read_bytes() == before


def test_play_save_file_in_bad_place_is_refused(tmp_path: Path) -> None:
    status, _, err = run_play(ID, "--side", "1", "--save-file", str(tmp_path))
    assert status == 2
    assert "is a directory" in err
    status, _, err = run_play(
        ID, "--side", "1", "--save-file", str(tmp_path / "no" / "x.json"), typed="1\n"
    )
    assert status == 1
    assert "cannot be written" in err


def test_play_address_sets_dice_and_game() -> None:
    address = f"https://carnage.example/watch/{DUEL}?dice=1&game=7&name=Foo"
    assert run_play(address) == run_play(
        f"{DUEL}?name=Foo", "--dice-seed", "1", "--game-number", "7"
    )
    assert run_play(address)[1].startswith("# Foo, game 7 of dice seed 1\n")
    assert run_play(address, "--game-number", "8")[1].startswith("# Foo, game 8 of dice seed 1\n")
    status, _, err = run_play(f"/watch/{DUEL}?dice=one")
    assert (status, err) == (
        2,
        "carnage: dice=one in the address is not a number. Give one such as dice=7.\n",
    )
