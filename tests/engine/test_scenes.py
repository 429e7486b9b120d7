"""Scenes: what each family shows of its games, and what it must never show."""

from __future__ import annotations

from itertools import islice

import msgspec
import pytest
from bs4 import BeautifulSoup

from carnage import catalog
from carnage.drawing import assign_map_letters, render_svg, render_text_map
from carnage.engine.games import Match
from carnage.engine.recording import record_replay
from carnage.engine.scene_builder import SceneBuilder
from carnage.replays.replay import SPECTATOR, iterate_scenes
from carnage.replays.scenes import FAR_ROW, FIGURES, Scene
from carnage.rulesets.ruleset import Ruleset
from tests.support.arena import covering
from tests.support.marks import soak_all_but
from tests.support.rulesets import BOOKS, having, rolled

GAMES = [game for book in BOOKS for game in covering(1, book)]
EACH = pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game.book.code}-{game.seed}")


def stops(game: Ruleset, every: int) -> list[Match]:
    """A game stopped at every so-manyth of its questions, and at its end."""
    whole = Match(game)
    seats = ("person",) * game.players
    halts = range(0, len(whole.decisions), every)
    return [*(Match(game, bots=seats, decisions=whole.decisions[:at]) for at in halts), whole]


@EACH
def test_scene_round_trips_with_unique_ids(game: Ruleset) -> None:
    makes = SceneBuilder(game)
    for stopped in stops(game, 40):
        scene = makes.scene(stopped.record, SPECTATOR)
        assert msgspec.json.decode(msgspec.json.encode(scene), type=Scene) == scene
        for things in (scene.regions, scene.pieces, scene.tracks):
            ids = [thing.id for thing in things]
            assert len(set(ids)) == len(ids)
        assert len(scene.sides) == game.players


# Skirmish has all tables of classic.
@pytest.mark.thorough
@pytest.mark.parametrize(
    "game",
    soak_all_but([game for game in GAMES if game.book.code != "classic"], GAMES),
    ids=lambda game: f"{game.book.code}-{game.seed}",
)
def test_scene_pieces_are_all_drawn(game: Ruleset) -> None:
    makes = SceneBuilder(game)
    for stopped in stops(game, 40):
        scene = makes.scene(stopped.record, SPECTATOR)
        picture = BeautifulSoup(render_svg(scene, "x", has_key=True), "html.parser")
        ids = [each["id"] for each in picture.find_all(id=True)]
        assert len(set(ids)) == len(ids)
        for kind, things in (
            ("region", scene.regions),
            ("piece", scene.pieces),
            ("track", scene.tracks),
        ):
            assert {f"x-{kind}-{thing.id}" for thing in things} <= set(ids)
        lines = render_text_map(scene)
        assert bool(lines) == bool(scene.extent.width)
        assert all(len(line) <= 78 for line in lines)
        for id, mark in assign_map_letters(scene).items():
            piece = next(piece for piece in scene.pieces if piece.id == id)
            if not piece.row and piece.owner >= 0:
                assert mark in "\n".join(lines), piece


@EACH
def test_scene_absent_pieces_have_no_counters(game: Ruleset) -> None:
    for stopped in stops(game, 80):
        for piece in SceneBuilder(game).scene(stopped.record, SPECTATOR).pieces:
            if piece.row or "wreck" in piece.state:
                assert not piece.meters, piece


def test_scene_of_open_space_keeps_extent_while_ships_are_placed() -> None:
    for distance in ("point-blank", "across-the-table"):
        makers = record_replay(Match(rolled("duel", start_distance=distance, edges="open")))
        setting_up = next(step.n for step in makers.steps if step.event == "turn")
        extents = {scene.extent for scene in islice(iterate_scenes(makers), setting_up + 1)}
        assert len(extents) == 1
        for scene in iterate_scenes(makers):
            wide, high = scene.extent.width, scene.extent.height
            assert 0.5 <= wide / high <= 2.0


def test_scene_of_open_space_lists_dice_that_drift_far_away() -> None:
    far = 0
    for rules in having("jettison.drift", "duel", 12):
        for scene in iterate_scenes(record_replay(Match(rules))):
            far += [piece.row for piece in scene.pieces].count(FAR_ROW)
            on_table = [piece for piece in scene.pieces if not piece.row]
            assert all(scene.extent.contains(piece.x, piece.y) for piece in on_table)
    assert far


def test_scene_of_duel_shows_sides_of_dice() -> None:
    makers = record_replay(Match(rolled("duel", dice="odd-lot")))
    kinds: dict[str, set[str]] = {}
    for scene in iterate_scenes(makers):
        for piece in scene.pieces:
            if piece.form == "die" and piece.owner >= 0:
                kinds.setdefault(piece.id, set()).add(piece.kind)
    assert all(len(kind) == 1 for kind in kinds.values())
    assert sorted(kind for each in kinds.values() for kind in each) == sorted(
        ["d4", "d6", "d6", "d8", "d8", "d10"] * 2
    )


@EACH
def test_scene_figures_of_a_side_have_distinct_faces(game: Ruleset) -> None:
    for stopped in stops(game, 80):
        scene = SceneBuilder(game).scene(stopped.record, SPECTATOR)
        figures = [
            piece
            for piece in scene.pieces
            if piece.form in FIGURES and piece.owner >= 0 and piece.face
        ]
        marks = [(piece.owner, piece.face) for piece in figures]
        assert len(set(marks)) == len(marks)
        assert all(len(piece.face) <= 4 for piece in figures)


@pytest.mark.parametrize("book", [book for book in BOOKS if catalog.book(book).roster.figure])
def test_scene_terrain_with_same_name_is_named_by_direction(
    book: str,
) -> None:
    called = set()
    for game in covering(1, book):
        regions = {
            each.id: each
            for each in SceneBuilder(game).scene(Match(game).record, SPECTATOR).regions
        }
        for kind in {each.kind for each in regions.values() if each.grounds}:
            alike = [each for each in regions.values() if each.kind == kind and each.grounds]
            if len(alike) != 2:
                continue
            first, second = alike
            apart = abs(first.x - second.x), abs(first.y - second.y)
            for each, other in ((first, second), (second, first)):
                way = each.label.partition(" ")[0]
                called.add(way)
                if apart[0] >= apart[1]:
                    assert way == ("east" if each.x > other.x else "west")
                else:
                    assert way == ("north" if each.y > other.y else "south")
    assert {"north", "south"} <= called
