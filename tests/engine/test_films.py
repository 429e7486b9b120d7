"""Films: whatever changes on a table changes in the film, event by event, and nothing else does."""

from __future__ import annotations

import math
import random
from functools import cache
from itertools import islice, pairwise
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from carnage.engine.duel.scene import edge_marks
from carnage.engine.games import Match
from carnage.engine.narration import Narrator
from carnage.engine.planner import run_planner
from carnage.engine.recording import frame_at, record_replay
from carnage.engine.scene_builder import SceneBuilder
from carnage.replays import replay
from carnage.replays.replay import ReplayError
from carnage.replays.scenes import FIGURES, TableBounds
from carnage.rulesets.ruleset import Ruleset
from tests.support.arena import BOTS, covering
from tests.support.marks import soak_all_but
from tests.support.rulesets import BOOKS, having, rolled, ruleset, sample

GAMES = [game for book in BOOKS for game in (*covering(1, book), *sample(3, book))]
# Skirmish has all tables of classic, and a game of a sample has no other options than these.
EVERY_OPTION = [game for book in BOOKS if book != "classic" for game in covering(1, book)]
EACH = pytest.mark.parametrize(
    "game",
    soak_all_but(EVERY_OPTION, GAMES),
    ids=lambda game: f"{game.book.code}-{game.seed}",
)
HAIR = 0.001
SHORT = ruleset("8384093643032", book="duel")


def played(game: Ruleset) -> Match:
    """A game between bots that differ from game to game."""
    n = GAMES.index(game)
    return Match(game, seed=n, bots=BOTS[n % len(BOTS)])


@cache
def filmed_of(game: Ruleset) -> replay.Replay:
    """The film of such a game, for all tests that look at it and do not change it."""
    return record_replay(played(game))


@EACH
def test_replay_scenes_equal_scenes_of_record(game: Ruleset) -> None:
    match = played(game)
    filmed = replay.decode_replay(replay.encode_replay(filmed_of(game)))
    scenery = SceneBuilder(game)
    replayed = replay.iterate_scenes(filmed)
    assert next(replayed) == scenery.scene(match.initial_record)
    for scene, record in zip(replayed, match.frames(), strict=True):
        assert scene == scenery.scene(record)
    assert filmed.over
    assert len(filmed.steps) == match.record.core.n_events


@EACH
def test_replay_scene_at_question_equals_last_event(game: Ruleset) -> None:
    whole = played(game)
    draw = random.Random(len(whole.decisions))
    seats = ("person",) * game.players
    scenery = SceneBuilder(game)
    for at in sorted(draw.sample(range(len(whole.decisions)), min(12, len(whole.decisions)))):
        match = Match(game, whole.seed, 0, seats, decisions=whole.decisions[:at])
        events = int(match.record.core.n_events)
        assert frame_at(match, events).scene == scenery.scene(match.record)
    assert frame_at(whole, int(whole.record.core.n_events)).scene == scenery.scene(whole.record)


@EACH
def test_replay_lines_equal_report(game: Ruleset) -> None:
    match, filmed = played(game), filmed_of(game)
    assert [line for step in filmed.steps for line in step.lines] == Narrator(match).new_lines()
    events = list(Narrator(match).events())
    assert [(step.n, step.event, step.rule, list(step.dice)) for step in filmed.steps] == [
        (event["n"], event["event"], event["rule"], event["dice"]) for event in events
    ]
    assert {step.side for step in filmed.steps} <= {-1, *range(game.players)}


def test_replay_idle_activation_says_so() -> None:
    told = [
        step.lines
        for game in GAMES
        if game.book.family == "battle"
        for step in filmed_of(game).steps
        if "It does nothing." in step.lines
    ]
    assert told
    assert all(lines[0].startswith("#### ") and len(lines) == 2 for lines in told)


def test_replay_distance_at_rim_is_never_zero() -> None:
    (game,) = having("jettison.clinging", "duel", 1)
    thrown = [step for step in record_replay(Match(game)).steps if step.event == "jettison"]
    assert any("at its rim" in step.lines[0] for step in thrown)
    assert all(mark.label != '0"' for step in thrown for mark in step.marks)


def test_replay_wild_hero_shows_its_value() -> None:
    (game,) = having("powers.wild", "gamble", 1)
    seen = 0
    for number in range(6):
        filmed = record_replay(Match(game, number=number))
        for scene, step in zip(
            islice(replay.iterate_scenes(filmed), 1, None), filmed.steps, strict=True
        ):
            if step.event == "wild":
                seen += 1
                counts = step.lines[0].rstrip(".").split()[-1]
                assert step.pieces is not None
                (change,) = step.pieces.changed
                (die,) = (piece for piece in scene.pieces if piece.id == change.id)
                assert die.face == counts
                assert die.state[0] == "Hero"
                assert die.state[1].startswith("rolled ")
    assert seen


@EACH
def test_replay_marks_are_on_table(game: Ruleset) -> None:
    filmed = filmed_of(game)
    for (before, after), step in zip(
        pairwise(replay.iterate_scenes(filmed)), filmed.steps, strict=True
    ):
        for mark in step.marks:
            ends = [(mark.x, mark.y)]
            if mark.kind in ("way", "sight", "throw"):
                ends.append((mark.to_x, mark.to_y))
            # Where space has no edges, what left a place may leave less to be shown.
            for end in ends:
                assert shown(before.extent, *end) or shown(after.extent, *end), (step.n, mark)


@EACH
def test_replay_deploy_event_adds_one_piece(game: Ruleset) -> None:
    filmed = filmed_of(game)
    for (before, after), step in zip(
        pairwise(replay.iterate_scenes(filmed)), filmed.steps, strict=True
    ):
        if step.event in ("deploy", "ship"):
            there = [
                {p.id for p in scene.pieces if p.form in FIGURES and not p.row}
                for scene in (before, after)
            ]
            assert there[0] < there[1], step.n
            assert len(there[1] - there[0]) == 1, step.n


@EACH
def test_replay_first_player_is_shown_once_settled(game: Ruleset) -> None:
    filmed = filmed_of(game)
    for id, event in (("first-player", "first-player"), ("lead", "order")):
        shown = [
            any(track.id == id for track in scene.tracks) for scene in replay.iterate_scenes(filmed)
        ]
        if any(shown):
            assert filmed.steps[shown.index(True) - 1].event == event


@EACH
def test_replay_shot_target_is_within_shown_range(game: Ruleset) -> None:
    filmed = filmed_of(game)
    for scene, step in zip(
        islice(replay.iterate_scenes(filmed), 1, None), filmed.steps, strict=True
    ):
        base = max([piece.size for piece in scene.pieces if piece.form in FIGURES], default=0.0)
        for reach in (mark for mark in step.marks if mark.kind == "range"):
            (look,) = (mark for mark in step.marks if mark.kind == "sight")
            gap = math.dist((look.x, look.y), (look.to_x, look.to_y)) - base / 2
            assert gap <= reach.radius + HAIR, (step.n, reach, look)


@pytest.mark.parametrize(
    ("start", "end", "out", "back", "long"),
    [
        ((22.0, 4.0), (1.0, 4.0), (24, 4), (0, 4), '3"'),
        ((4.0, 1.0), (4.0, 22.0), (4, 0), (4, 24), '3"'),
        ((22.0, 22.0), (1.0, 23.0), (24, 22.667), (0, 22.667), '3.15"'),
    ],
)
def test_edge_marks_way_over_edge_is_two_marks(
    start: Any, end: Any, out: Any, back: Any, long: str
) -> None:
    ways = list(edge_marks(start, end, 24.0))
    assert [(way.x, way.y, way.to_x, way.to_y) for way in ways] == [(*start, *out), (*back, *end)]
    longer = max(ways, key=lambda way: math.dist((way.x, way.y), (way.to_x, way.to_y)))
    assert [way.label for way in ways] == [long if way is longer else "" for way in ways]


def test_replay_move_over_edge_has_all_marks() -> None:
    game = rolled("duel", edges="wrap-around", move="long-burn")
    over = 0
    for number in range(4):
        for step in record_replay(Match(game, number=number, bots=("random", "random"))).steps:
            if step.event == "move":
                assert [mark.kind for mark in step.marks] in (["way"], ["way", "way"])
                over += len(step.marks) == 2
    assert over


def shown(extent: TableBounds, x: float, y: float) -> bool:
    east, north = extent.x + extent.width, extent.y + extent.height
    return extent.x - HAIR <= x <= east + HAIR and extent.y - HAIR <= y <= north + HAIR


def test_replay_bullets_fly_to_target_or_die() -> None:
    """A bullet without a target flies to its die."""
    filmed = record_replay(Match(rolled("skirmish", shooting="bullet-dice", table="2")))
    bullets = [step for step in filmed.steps if step.event == "bullet"]
    assert {step.lines[0].split(" hits ")[1] for step in bullets} & {"nothing.", "the scenery."}
    thrown = {
        (mark.to_x, mark.to_y)
        for step in filmed.steps
        if step.event == "die"
        for mark in step.marks
    }
    for step in bullets:
        (mark,) = step.marks
        assert mark.kind == "sight"
        assert ((mark.to_x, mark.to_y) in thrown) == (
            " hits nothing" in step.lines[0] or "scenery" in step.lines[0]
        )


def test_replay_marks_include_every_kind() -> None:
    filmed: set[str] = set()
    for game in GAMES:
        filmed |= {mark.kind for step in filmed_of(game).steps for mark in step.marks}
    assert filmed == {"way", "sight", "throw", "range", "blast", "spot"}


@pytest.mark.thorough
@pytest.mark.parametrize(
    "game", [SHORT, rolled("gamble", players="two")], ids=lambda game: game.book.code
)
def test_replay_of_planner_equals_frames(game: Ruleset) -> None:
    match = Match(game, bots=("greedy", "planner"))
    run_planner(match, budget=8)
    filmed = record_replay(match)
    scenery = SceneBuilder(game)
    assert (filmed.over, filmed.game.bots) == (True, ("greedy", "planner"))
    assert [line for step in filmed.steps for line in step.lines] == Narrator(match).new_lines()
    assert [*islice(replay.iterate_scenes(filmed), 1, None)] == [
        scenery.scene(record) for record in match.frames()
    ]


def test_replay_of_unfinished_game_ends_at_current_scene() -> None:
    match = Match(SHORT, bots=("person", "person"), decisions=Match(SHORT).decisions[:20])
    filmed = record_replay(match, seat=1)
    assert (filmed.over, filmed.seat) == (False, 1)
    assert [*replay.iterate_scenes(filmed)][-1] == SceneBuilder(SHORT).scene(match.record, 1)


# ------------------------------------------------------------------------------------- reading back


@pytest.fixture(scope="module")
def raw() -> bytes:
    return replay.encode_replay(record_replay(Match(SHORT)))


def test_decode_replay_reads_encoded_replay(raw: bytes) -> None:
    assert replay.decode_replay(raw) == record_replay(Match(SHORT))


def altered(raw: bytes, **fields: Any) -> bytes:
    return msgspec.json.encode(msgspec.json.decode(raw) | fields)


@pytest.mark.parametrize(
    ("content", "refusal"),
    [
        (b"", "not a replay: it is not JSON"),
        (b"\xff\xfe", "not a replay: it is not JSON"),
        (b"[" * 100_000, "not a replay"),
        (b"[1, 2]", "not a replay: it does not begin like one"),
        (b"{}", "not a replay: it does not begin like one"),
        (
            b'{"engine": "", "game": "", "decisions": []}',
            "a saved game: continue it with carnage play ID --save",
        ),
    ],
)
def test_decode_replay_other_file_is_refused(content: bytes, refusal: str) -> None:
    assert refusal in refused(content)


def test_decode_replay_damaged_or_other_version_is_refused(raw: bytes) -> None:
    broken = msgspec.json.decode(raw)
    broken["steps"][3]["n"] = "four"
    assert "cut off" in refused(raw[:-1])
    assert "cut off" in refused(raw[: len(raw) // 2])
    assert "version 2 of the format; this Carnage shows 1" in refused(altered(raw, version=2))
    assert "version 'x' of the format" in refused(altered(raw, version="x"))
    assert "damaged: Expected `object`, got `null` - at `$.scene`" in refused(
        altered(raw, scene=None)
    )
    assert "damaged: Expected `int`, got `str` - at `$.steps[3].n`" in refused(
        msgspec.json.encode(broken)
    )
    assert "damaged: Invalid UTF-8" in refused(raw.replace(b"## The end", b"## The \xe9nd"))


def refused(content: bytes) -> str:
    """Return the error for a file, which is one line with advice."""
    with pytest.raises(ReplayError) as error:
        replay.decode_replay(content)
    said = str(error.value)
    assert "\n" not in said
    assert "carnage play ID" in said
    return said


def test_iterate_scenes_change_of_missing_piece_raises(raw: bytes) -> None:
    filmed = replay.decode_replay(raw)
    n, step = next(
        (n, step) for n, step in enumerate(filmed.steps) if step.pieces and step.pieces.changed
    )
    assert step.pieces
    for changes in (
        replace(step.pieces, gone=("nobody",)),
        replace(step.pieces, changed=(replace(step.pieces.changed[0], id="nobody"),)),
        replace(step.pieces, order=("nobody",)),
    ):
        steps = (*filmed.steps[:n], replace(step, pieces=changes), *filmed.steps[n + 1 :])
        with pytest.raises(
            ReplayError, match=rf"step {step.n} changes 'nobody', which is not there"
        ):
            list(replay.iterate_scenes(replace(filmed, steps=steps)))
