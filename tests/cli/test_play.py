"""`carnage play`: games told in a terminal, and played there: left, taken up, taken back, and
never lost.
"""

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
from carnage.engine.core.state import DECISIONS
from carnage.engine.engine_version import engine_version
from carnage.engine.games import Match
from carnage.engine.narration import Teller
from carnage.engine.recording import film, still
from carnage.replays import replay
from tests.support.rulesets import PUBLISHED, rolled, ruleset

ID = f"classic/{PUBLISHED}"
DUEL = "duel/8384093643032"
BID = str(rolled(initiative="earnt-resource-bid").seed)


def run(*words: str, typed: str = "") -> tuple[int, str, str]:
    result = CliRunner().invoke(main, ["play", *words], input=typed)
    return result.exit_code, result.stdout, result.stderr


def kept(file: Path) -> dict[str, Any]:
    saved: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return saved


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "game.json"


# ----------------------------------------------------------------------------------------- watching


def test_a_game_is_told() -> None:
    status, out, err = run(ID, "--game-number", "3", "--dice-seed", "1")
    assert (status, err) == (0, "")
    assert out.startswith("# Ruinous Throne, game 3 of dice seed 1\n")
    for line in Teller(Match(ruleset(), 1, 3)).news():
        assert line in out
    assert "\n\n## Round 1\n" in out


def test_a_game_is_told_under_names_of_one_s_own(tmp_path: Path) -> None:
    """Typed, out of a file, or as the game's address has them; in the drawing, too, but not in
    data.
    """
    own = "side-1~The Orks of Grub*captain~Grub*rifle~Bow"
    names, film, still = tmp_path / "names.txt", tmp_path / "film.json", tmp_path / "still.svg"
    names.write_text("side-1 = The Orks of Grub\ncaptain = Grub\nrifle = Bow\n", encoding="utf-8")
    status, out, err = run(ID, "--custom-names", own, "--replay", str(film), "--svg", str(still))
    assert (status, err) == (0, "")
    assert "greedy plays The Orks of Grub, greedy plays Side 2." in out
    assert not re.search(r"\bCaptain\b|\bSide 1\b", out)
    assert run(ID, "--custom-names", str(names))[1] == out
    assert run(f"https://carnage.example/{ID}?own={own}".replace(" ", "+"))[1] == out
    drawn = html.unescape(still.read_text())
    assert "The Orks of Grub" in drawn
    assert "Side 1" not in drawn
    assert "Captain" in film.read_text(encoding="utf-8")
    for wrong, told in (
        ("captain~<b>", "may not contain"),
        ("no.txt", "no file"),
        ("king~Grub", "captain"),
    ):
        status, _, err = run(ID, "--custom-names", wrong)
        assert status == 2
        assert told in err


def test_a_game_is_played_under_names_of_one_s_own(file: Path) -> None:
    """Questions, answers and the table; and whoever leaves is told how to go on under them."""
    own = "side-1~Orks*side-2~Elves*captain~Grub"
    status, out, err = run(
        ID, "--side", "1", "--custom-names", own, "--save-file", str(file), typed="b\nq\n"
    )
    assert (status, err) == (0, "")
    assert "you play Orks against greedy." in out
    assert "Orks (you)" in out
    assert "Grub" in out
    assert not re.search(r"\bCaptain\b|\bSide [12]\b", out)
    again = shlex.split(out.splitlines()[-1].partition("To continue: carnage play ")[2])
    assert again[-2:] == ["--custom-names", own]
    assert "you play Orks" in run(*again, typed="q\n")[1]


def test_the_log_is_json_lines(tmp_path: Path) -> None:
    log = tmp_path / "game.jsonl"
    status, _, _ = run(ID, "--events", str(log), "--bots", "greedy,random")
    assert status == 0
    entries = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    assert entries == list(Teller(Match(ruleset(), bots=("greedy", "random"))).events())
    assert {"n", "rule", "event", "side"} <= set(entries[0])


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["classic/1"], "15 digits"),
        ([ID, "--game-number", "-1"], "0 to 999,999"),
        ([ID, "--game-number", "1000000"], "0 to 999,999"),
        ([ID, "--bots", "greedy,person"], "random, greedy, planner"),
        ([ID, "--side", "3"], "--side 1 to 2"),
        ([ID, "--side", "0"], "--side 1 to 2"),
        (["gamble/200000000000", "--side", "0"], "--side 1 to 3"),
        (["gamble/977777777777", "--side", "7"], "--side 1 to 6"),
        (["duel/8000000000000", "--bots", "exact"], "random, greedy, planner"),
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
def test_bad_input_is_one_clear_line(words: list[str], complaint: str) -> None:
    status, _, err = run(*words)
    assert status == 2
    assert err.startswith("carnage: ")
    assert err.count("\n") == 1
    assert complaint in err


def test_a_film_is_written(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text("something else")
    status, _, err = run(
        DUEL,
        "--replay",
        str(file),
        "--bots",
        "greedy,random",
        "--dice-seed",
        "2",
        "--game-number",
        "1",
    )
    assert (status, err) == (0, "")
    filmed = replay.read(file.read_bytes())
    assert filmed == film(Match(ruleset("8384093643032", book="duel"), 2, 1, ("greedy", "random")))
    assert (filmed.game.seed, filmed.game.number, filmed.game.bots) == (2, 1, ("greedy", "random"))
    assert (filmed.seat, filmed.over) == (-1, True)


def test_the_table_is_drawn_as_it_was_at_an_event(tmp_path: Path) -> None:
    file = tmp_path / "table.svg"
    match = Match(ruleset("8384093643032", book="duel"))
    drawings = []
    last = len(film(match).steps)
    for at in ("0", "30", str(last)):
        status, _, err = run(DUEL, "--svg", str(file), "--svg-event", at)
        assert (status, err) == (0, "")
        drawings.append(file.read_text(encoding="ascii"))
        for line in still(match, int(at)).lines:
            assert " ".join(line.lstrip("# ").split()[:3]) in html.unescape(drawings[-1])
        assert match.ruleset.name in drawings[-1]
        assert drawings[-1].startswith("<svg")
    assert len(set(drawings)) == 3
    run(DUEL, "--svg", str(file))
    assert file.read_text(encoding="ascii") == drawings[-1]


def test_a_still_has_what_its_event_points_out(tmp_path: Path) -> None:
    file = tmp_path / "table.svg"
    match = Match(ruleset("8384093643032", book="duel"))
    for step in film(match).steps[:50]:
        assert still(match, step.n).marks == step.marks
    for at, ways in (("11", 0), ("12", 1)):
        run(DUEL, "--svg", str(file), "--svg-event", at)
        assert file.read_text(encoding="ascii").count('class="drawing-way"') == ways


def test_an_event_that_is_not_there_leaves_the_file_alone(tmp_path: Path) -> None:
    file = tmp_path / "table.svg"
    file.write_text("something else")
    status, out, _ = run(DUEL, "--svg", str(file), "--svg-event", "9999")
    assert (status, out) == (2, "")
    assert file.read_text() == "something else"


def test_a_person_has_a_film_of_what_they_may_see(tmp_path: Path) -> None:
    file, kept_in, drawn = tmp_path / "film.json", tmp_path / "game.json", tmp_path / "now.svg"
    words = (
        DUEL,
        "--side",
        "2",
        "--save-file",
        str(kept_in),
        "--replay",
        str(file),
        "--svg",
        str(drawn),
    )
    status, _, err = run(*words, typed="1\n1\n1\nq\n")
    assert (status, err) == (0, "")
    filmed = replay.read(file.read_bytes())
    assert (filmed.seat, filmed.over, filmed.game.bots) == (1, False, ("greedy", "person"))
    assert drawn.read_text(encoding="ascii").startswith("<svg")


# ------------------------------------------------------------------------------------------ playing


def test_a_game_can_be_left_and_taken_up(file: Path) -> None:
    words = (ID, "--side", "1", "--save-file", str(file))
    status, out, err = run(*words, typed="1\n2\nq\n")
    assert (status, err) == (0, "")
    assert f"Saved in {file}" in out
    first = kept(file)
    assert first["game"] == f"/{ID}"
    assert first["engine"] == engine_version(ruleset(), ("person", "greedy"))
    assert first["bots"] == ["person", "greedy"]
    status, out, _ = run(*words, typed="3\n")
    assert status == 0
    assert "Continued from" in out
    assert kept(file)["decisions"][: len(first["decisions"])] == first["decisions"]
    assert len(kept(file)["decisions"]) > len(first["decisions"])


def test_however_often_it_is_left_it_is_the_same_game(tmp_path: Path) -> None:
    draw = random.Random(5)
    answers = [str(draw.choice([1, 1, 2])) for _ in range(25)]
    whole, parts = tmp_path / "whole.json", tmp_path / "parts.json"
    run(ID, "--side", "2", "--save-file", str(whole), typed="\n".join(answers) + "\n")
    for answer in answers:
        run(ID, "--side", "2", "--save-file", str(parts), typed=f"{answer}\n")
    assert kept(parts) == kept(whole)


def test_taking_back_leads_where_one_was(file: Path) -> None:
    words = (ID, "--side", "1", "--save-file", str(file))
    run(*words, typed="2\n1\n")
    before = kept(file)
    status, out, _ = run(*words, typed="1\n1\nu\nundo\n")
    assert status == 0
    assert out.count("Undone.") == 2
    assert kept(file) == before
    _, out, _ = run(*words, typed="u\nu\nu\nu\n")
    assert "There is nothing to undo." in out
    assert kept(file)["decisions"] == []


def test_a_game_can_be_played_to_its_end(file: Path) -> None:
    log = file.with_suffix(".jsonl")
    words = (
        ID,
        "--side",
        "1",
        "--bots",
        "greedy,random",
        "--save-file",
        str(file),
        "--events",
        str(log),
    )
    status, out, _ = run(*words, typed="1\n" * 2000)
    assert status == 0
    assert "## The end" in out
    assert json.loads(log.read_text(encoding="utf-8").splitlines()[-1])["event"] == "game-over"
    status, out, _ = run(*words)
    assert status == 0
    assert "## The end" in out


def test_what_is_typed_wrong_changes_nothing(file: Path) -> None:
    typed = "0\n99\nfive\n\n²\n" + "9" * 400 + "\n?\nb\n"
    status, out, err = run(ID, "--side", "1", "--save-file", str(file), typed=typed)
    assert (status, err) == (0, "")
    assert out.count("Give a number from 1 to 5") == 6
    assert kept(file)["decisions"] == []


def test_without_a_name_the_file_is_named_after_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    run(ID, "--side", "2", "--dice-seed", "4", "--game-number", "7", typed="1\n")
    assert [path.name for path in tmp_path.iterdir()] == [
        f"carnage-classic-{PUBLISHED}-seed-4-game-7-side-2.json"
    ]


def test_the_other_side_s_secrets_stay_secret(file: Path) -> None:
    _, out, _ = run(f"classic/{BID}", "--side", "2", "--save-file", str(file), typed="")
    assert "Which unit do you leave out?" in out
    assert "leaves" not in out
    assert "left out" not in out
    assert len(kept(file)["decisions"]) == 1  # the other side has answered
    typed = ""
    while "How many Game Tokens do you bid?" not in out:
        typed += "1\n"
        _, out, _ = run(f"classic/{BID}", "--side", "2", "--save-file", str(file), typed="1\n")
    assert "bids" not in out.rpartition("## Round 1")[2]
    _, out, _ = run(f"classic/{BID}", "--side", "2", "--save-file", str(file), typed="1\n")
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
        (GOOD | {"decisions": [99]}, "whole numbers from 0 to 15"),
        (GOOD | {"decisions": [-1]}, "whole numbers"),
        (GOOD | {"decisions": ["1"]}, "whole numbers"),
        (GOOD | {"decisions": {}}, "whole numbers"),
        (GOOD | {"decisions": [0], "codes": [7]}, "texts such as act/attack/x7"),
        (GOOD | {"decisions": [0] * (DECISIONS + 1)}, "A game has at most"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_file_that_is_not_this_game_s_is_refused_and_left_alone(
    file: Path, content: bytes | dict[str, Any], complaint: str
) -> None:
    if isinstance(content, dict):
        engine = content["engine"] or engine_version(ruleset(), ("person", "greedy"))
        content = json.dumps(content | {"engine": engine}).encode()
    file.write_bytes(content)
    status, _, err = run(ID, "--side", "1", "--save-file", str(file), typed="1\n")
    assert status == (1 if complaint == "too long" else 2)
    assert err.count("\n") == 1
    assert complaint in err
    assert file.read_bytes() == content
    assert list(file.parent.iterdir()) == [file]


def changed(file: Path, **content: Any) -> None:
    """Have something else in a file."""
    file.write_text(json.dumps(kept(file) | content), encoding="utf-8")


@pytest.mark.parametrize("with_codes", [True, False])
def test_file_of_other_rules_that_fits_is_taken_up_and_says_so(
    file: Path, with_codes: bool
) -> None:
    words = (ID, "--side", "1", "--save-file", str(file))
    run(*words, typed="1\n2\n1\n")
    before = kept(file)
    changed(file, engine="0123456789ab", **({} if with_codes else {"codes": []}))
    status, out, err = run(*words)
    assert (status, err) == (0, "")
    assert out.count("This game was begun under other rules") == 1
    assert f"Continued from {file}, after {len(before['decisions'])} decisions." in out
    assert kept(file) == before
    assert "other rules" not in run(*words)[1]


def test_file_of_other_rules_that_no_longer_fits_goes_on_in_a_file_beside_it(file: Path) -> None:
    words = (ID, "--side", "1", "--save-file", str(file))
    run(*words, typed="1\n2\n1\n")
    decisions, codes = kept(file)["decisions"], kept(file)["codes"]
    question = codes[3].split("/")[0]
    changed(file, engine="0123456789ab", codes=[*codes[:3], f"{question}/teleport/AA", *codes[4:]])
    before = file.read_bytes()
    status, out, err = run(*words)
    assert (status, err) == (0, "")
    assert "Decision 4 of this game, “teleport” at the question “" in out
    beside = file.with_name(f"{file.stem}-from-3.json")
    assert f"continues from decision 3 and is saved in {beside}; {file} is unchanged." in out
    assert file.read_bytes() == before
    assert kept(beside)["decisions"][:3] == decisions[:3]
    assert kept(beside)["codes"][:3] == codes[:3]
    # What was gone on with is not begun a second time.
    status, _, err = run(*words)
    assert status == 2
    assert f"Give --save-file {beside} to continue the game that was started from decision 3" in err
    assert file.read_bytes() == before


def test_file_with_decisions_after_the_end_is_left_alone(file: Path) -> None:
    words = (ID, "--side", "1", "--save-file", str(file))
    run(*words, typed="1\n" * 2000)
    count = len(kept(file)["decisions"])
    changed(file, decisions=[*kept(file)["decisions"], 0], codes=[])
    before = file.read_bytes()
    _, out, _ = run(*words)
    assert (
        f"Decision {count + 1} of this game, option 1, is no longer asked for: the game is over"
        in out
    )
    assert file.read_bytes() == before


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    status, _, err = run(ID, "--side", "1", "--save-file", str(tmp_path))
    assert status == 2
    assert "is a directory" in err
    status, _, err = run(
        ID, "--side", "1", "--save-file", str(tmp_path / "no" / "x.json"), typed="1\n"
    )
    assert status == 1
    assert "cannot be written" in err


def test_play_takes_dice_and_game_from_an_address() -> None:
    address = f"https://carnage.example/watch/{DUEL}?dice=1&game=7&name=Foo"
    assert run(address) == run(f"{DUEL}?name=Foo", "--dice-seed", "1", "--game-number", "7")
    assert run(address)[1].startswith("# Foo, game 7 of dice seed 1\n")
    assert run(address, "--game-number", "8")[1].startswith("# Foo, game 8 of dice seed 1\n")
    status, _, err = run(f"/watch/{DUEL}?dice=one")
    assert (status, err) == (
        2,
        "carnage: dice=one in the address is not a number. Give one such as dice=7.\n",
    )
