"""The drawing of a scene and its map in characters, held to what they promise whatever the
scene.
"""

from __future__ import annotations

import math
import re
from typing import Any

import msgspec
import pytest
from bs4 import BeautifulSoup, Tag
from hypothesis import given, settings
from hypothesis import strategies as st
from markupsafe import escape
from msgspec.structs import replace

from carnage.common import assets
from carnage.drawing import assign_map_letters, render_svg, render_text_map, symbols
from carnage.drawing.labels import fit_labels
from carnage.replays.replay import Annotation
from carnage.replays.scenes import (
    FIGURES,
    Measure,
    Piece,
    PieceCounter,
    Readout,
    Region,
    Scene,
    TableBounds,
)
from carnage.rulebook.battle.table_layout import TableLayout
from tests.support.rulesets import BATTLES, every_digit

HOSTILE = """<script>alert("1")</script> & 'x' ]]> é"""

BATTLE = Scene(
    TableBounds(48, 48, "inches"),
    ("Side 1", "Side 2"),
    (
        Region("terrain-1", "wood", "west wood", "disc", 12, 20, 8, 8, ("difficult", "obscuring")),
        Region("terrain-2", "house", "house", "box", 30, 30, 6, 4, ("impassable", "blocking")),
        Region("area-1", "area", "Side 1", "disc", 0, 0, 24, 24, owner=0),
    ),
    (
        Piece("a", "hand", "Hand 1", "disc", 10, 6, 1, 0, facing=(0.0, 1.0), face="H1"),
        Piece(
            "b",
            "hand",
            "Hand 2",
            "disc",
            11,
            6,
            1,
            0,
            facing=(1.0, 0.0),
            face="H2",
            state=("prone",),
        ),
        Piece(
            "c", "boss", "Boss", "box", 40, 41, 1, 1, face="B", tokens={"Shaken Token": 2}, stack=3
        ),
        Piece("d", "boss", "Boss", "disc", owner=0, size=1, row="removed", face="B"),
        Piece("marker-1", "marker", "middle marker", "token", 24, 24, 1.6),
        Piece("die", "d6", "die with a 5", "die", 20, 33, 0.63, face="5"),
        Piece("d8", "d8", "D8", "die", size=0.63, owner=1, row="fuel", face="7"),
        Piece("card", "card", "queen", "card", size=2, row="deck", face="Q"),
    ),
    (Readout("round", "Round", value=2, most=6), Readout("score-1", "Victory points", 0, 3)),
    (Measure("12 inches", 0, -1.5, 12, -1.5),),
)
DICE = Scene(
    TableBounds(0, 0),
    ("Player 1", "Player 2", "Player 3"),
    (),
    tuple(
        Piece(
            f"die-{n}",
            f"d{sides}",
            f"D{sides}",
            "die",
            owner=n % 3,
            row="in hand",
            face=str(n % 4 + 1),
        )
        for n, sides in enumerate((4, 6, 8, 10, 12, 20))
    ),
)
SPACE = Scene(
    TableBounds(12, 6, "inches", "open", -6, -3),
    ("You", "They"),
    (),
    (
        Piece("ship-1", "ship", "Your ship", "disc", -4, 0, 1, 0),
        Piece("ship-2", "ship", "Theirs", "disc", 9, 0, 1, 1, facing=(-1, 0)),
        Piece("moon", "moon", "Moon", "disc", 0, 0, 2.5),
    ),
)
MARKS = (
    Annotation("way", 10, 2, 10, 6, label='4"'),
    Annotation("sight", 10, 6, 40, 41, label='45"'),
    Annotation("throw", 11, 6, 20, 33),
    Annotation("range", 10, 6, radius=24, label='24"'),
    Annotation("blast", 40, 41, radius=3),
    Annotation("spot", 24, 20),
)
SCENES = {"battle": BATTLE, "dice": DICE, "space": SPACE}
EACH = pytest.mark.parametrize("scene", SCENES.values(), ids=SCENES)


KINDS = [mark.kind for mark in MARKS]
LINES = ("way", "sight", "throw")


def drawn(scene: Scene, **how: Any) -> Tag:
    root = BeautifulSoup(render_svg(scene, **how), "html.parser").find("svg")
    assert isinstance(root, Tag)
    return root


def piece_of(scene: Scene, id: str) -> Piece:
    return next(piece for piece in scene.pieces if piece.id == id)


def changed(scene: Scene, id: str, **changes: Any) -> Scene:
    pieces = [replace(piece, **changes) if piece.id == id else piece for piece in scene.pieces]
    return replace(scene, pieces=tuple(pieces))


# -------------------------------------------------------------------------------------- the drawing


@EACH
@pytest.mark.parametrize("key", [False, True])
def test_svg_has_every_item_once_by_id(scene: Scene, key: bool) -> None:
    picture = drawn(scene, name="x", has_key=key)
    for piece in scene.pieces:
        group = picture.find("g", id=f"x-piece-{piece.id}")
        assert isinstance(group, Tag)
        assert group["data-label"] == piece.label
        assert group.get("data-row", "") == piece.row
        assert (f"owner-{piece.owner}" if piece.owner >= 0 else "owner-none") in group["class"]
        assert len(group.find_all("g", class_="drawing-place")) == 1
        assert len(group.find_all("g", class_="drawing-turn")) == 1
    for region in scene.regions:
        assert picture.find("g", id=f"x-region-{region.id}") is not None
    for track in scene.tracks:
        assert track.label in picture.find("text", id=f"x-track-{track.id}").get_text()
    ids = [each["id"] for each in picture.find_all(id=True)]
    assert len(set(ids)) == len(ids)
    assert all(id.startswith("x-") for id in ids)


@EACH
def test_svg_references_exist(scene: Scene) -> None:
    text = render_svg(scene, "x", has_key=True)
    picture = BeautifulSoup(text, "html.parser")
    wanted = set(re.findall(r"url\(#([^)]*)\)", text)) | {
        each["href"].removeprefix("#") for each in picture.find_all("use") if each["href"] != "#"
    }
    assert wanted <= {each["id"] for each in picture.find_all(id=True)}


@EACH
def test_svg_of_equal_scenes_is_identical(scene: Scene) -> None:
    again = msgspec.json.decode(msgspec.json.encode(scene), type=Scene)
    assert render_svg(again, has_key=True) == render_svg(scene, has_key=True)
    assert render_svg(scene).isascii()
    assert "style=" not in render_svg(scene)
    assert "<script" not in render_svg(scene, has_key=True, is_standalone=True)


CHANGES: dict[str, tuple[str, dict[str, Any]]] = {
    "moved": ("a", {"x": 12.0, "y": 9.0}),
    "turned": ("a", {"facing": (-1.0, 0.0)}),
    "falls": ("a", {"state": ("prone", "activated")}),
    "is marked": (
        "a",
        {"tokens": {"Doomed Token": 1}, "stack": 4, "meters": (PieceCounter("wounds", 1, 2),)},
    ),
    "is held": ("marker-1", {"owner": 1}),
    "shows another face": ("die", {"face": "2"}),
    "is said to be another": ("c", {"label": "Captain", "kind": "captain", "face": "K"}),
}


@pytest.mark.parametrize("key", [False, True])
@pytest.mark.parametrize("how", CHANGES)
def test_svg_changed_piece_changes_only_its_group(how: str, key: bool) -> None:
    id, changes = CHANGES[how]
    one = drawn(BATTLE, desc="a", has_key=key)
    other = drawn(changed(BATTLE, id, **changes), desc="a", has_key=key)
    groups = [each.find("g", id=f"scene-piece-{id}").extract() for each in (one, other)]
    assert groups[0] != groups[1]
    assert str(one) == str(other)
    # The parts are the same, so that a script finds them.
    names = [
        [
            (each.name, each.get("class"))
            for each in group.find_all(["g", "path", "text", "use"])
            if each.get("class")
        ]
        for group in groups
    ]
    assert names[0] == names[1]


def test_svg_piece_has_place_and_direction_of_scene() -> None:
    picture = drawn(BATTLE)
    scale, top = float(picture["data-scale"]), float(picture["data-y"])
    for id in ("a", "b", "c", "marker-1"):
        piece, group = piece_of(BATTLE, id), picture.find("g", id=f"scene-piece-{id}")
        x, y = map(float, re.findall(r"[\d.]+", group.find(class_="drawing-place")["transform"]))
        assert x == pytest.approx(piece.x * scale, abs=0.01)
        assert y == pytest.approx((top - piece.y) * scale, abs=0.01)
        turn = float(re.findall(r"-?[\d.]+", group.find(class_="drawing-turn")["transform"])[0])
        if any(piece.facing):
            assert math.cos(math.radians(turn)) == pytest.approx(piece.facing[0], abs=1e-9)
            assert -math.sin(math.radians(turn)) == pytest.approx(piece.facing[1], abs=1e-9)
            assert group.find(class_="drawing-front")["d"]
        else:
            assert not group.find(class_="drawing-front")["d"]


def test_svg_pieces_in_rows_do_not_overlap() -> None:
    picture = drawn(DICE)
    places = {each["transform"] for each in picture.find_all("g", class_="drawing-place")}
    assert len(places) == len(DICE.pieces)


def test_svg_more_pieces_of_one_side_keep_columns_of_others() -> None:
    more = [
        Piece(f"more-{n}", "d6", "D6", "die", row=f"throw {n}", owner=0, face="1") for n in range(8)
    ]
    fuller = replace(DICE, pieces=(*DICE.pieces, *more))
    columns = [
        {
            side.get_text(): side.find("text")["x"]
            for side in drawn(scene).find_all("g", class_="drawing-side")
        }
        for scene in (DICE, fuller)
    ]
    assert columns[0] == columns[1]
    assert len(columns[0]) == 3


def test_svg_dice_have_pips_or_numbers() -> None:
    picture = drawn(BATTLE, name="x")
    die = picture.find("g", id="x-piece-die")
    assert die.find("use")["href"] == "#x-pips-5"
    assert die.find("text", class_="drawing-face").get_text() == ""
    eight = picture.find("g", id="x-piece-d8")
    assert eight.find("use")["href"] == "#"
    assert eight.find("text", class_="drawing-face").get_text() == "7"
    assert eight.find("polygon") is not None


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"state": ("prone",)}, {"state": ("knocked out",)}),
        ({"out": True, "state": ("fallen",)}, {"out": True, "state": ("wreck",)}),
        ({"tokens": {"Stun marker": 1}}, {"tokens": {"Shaken Token": 1}}),
        ({"meters": (PieceCounter("wounds", 1, 2),)}, {"meters": (PieceCounter("Pistol", 1, 2),)}),
        ({"meters": (PieceCounter("wounds", 3, 3),)}, {"meters": (PieceCounter("wounds", 5, 3),)}),
        ({"meters": (PieceCounter("Pistol", 0, 2),)}, {"meters": (PieceCounter("Pistol", 2, 2),)}),
    ],
)
def test_svg_different_pieces_look_different(one: dict[str, Any], other: dict[str, Any]) -> None:
    pictures = [drawn(changed(BATTLE, "a", **changes)) for changes in (one, other)]
    groups = [
        picture.find("g", id="scene-piece-a").find(class_="drawing-place") for picture in pictures
    ]
    assert groups[0] != groups[1]


def test_svg_key_omits_counters_at_start_value() -> None:
    fresh = (
        PieceCounter("wounds", 0, 2),
        PieceCounter("Pistol", 6, 6),
        PieceCounter("steps burnt", 0),
    )
    used = (PieceCounter("wounds", 1, 2), PieceCounter("Pistol", 0, 6), PieceCounter("Luck", 3))
    for meters, expected in ((fresh, ""), (used, "wounds 1 of 2, Pistol 0 of 6, Luck 3")):
        group = drawn(changed(BATTLE, "a", meters=meters), has_key=True).find(
            "g", id="scene-piece-a"
        )
        said = [each.get_text() for each in group.find_all("tspan", class_="drawing-details")]
        assert " ".join(said).strip() == expected
        assert "Pistol" in group.find("title").get_text()


@pytest.mark.parametrize("size", [1.2, 1.5, 2.0, 2.5, 4.0])
def test_svg_label_stays_inside_its_piece(size: float) -> None:
    """A letter of "moon" in bold Vollkorn is 0.69 of the font size wide."""
    moon = drawn(changed(SPACE, "moon", size=size, label="moon")).find(attrs={"data-kind": "moon"})
    assert isinstance(moon, Tag)
    (rim,), (word,) = moon.select(".drawing-body"), moon.select(".drawing-face")
    assert len(word.text) * 0.69 * float(word["font-size"]) < 0.8 * 2 * float(rim["r"])


def test_svg_hero_die_has_star() -> None:
    picture = drawn(changed(BATTLE, "die", state=("Hero",)))
    assert picture.find("g", id="scene-piece-die").find(class_="drawing-star")["d"]
    assert not drawn(BATTLE).find("g", id="scene-piece-die").find(class_="drawing-star")["d"]


@pytest.mark.parametrize("book", BATTLES)
def test_svg_ground_with_other_effects_looks_different(book: str) -> None:
    for game in every_digit(book):
        does: dict[tuple[str, str], set[str]] = {}
        for region in TableLayout(game).build_scene().regions:
            look = symbols.find_ground(region)
            if look:
                does.setdefault((look.name, look.character), set(region.grounds)).update(
                    region.grounds
                )
                assert does[look.name, look.character] == set(region.grounds)


def test_svg_die_on_table_edge_keeps_view_box() -> None:
    edge = changed(BATTLE, "die", x=48.0)
    assert drawn(edge)["viewbox"] == drawn(BATTLE)["viewbox"]


@pytest.mark.parametrize(
    ("edges", "y", "above"), [("closed", 1.0, True), ("closed", 9.0, False), ("open", 1.0, False)]
)
def test_svg_name_below_table_moves_above_piece(edges: Any, y: float, above: bool) -> None:
    scene = replace(SPACE, extent=TableBounds(12, 12, "inches", edges, -6, 0))
    name = drawn(changed(scene, "ship-1", y=y)).select_one("#scene-piece-ship-1 .drawing-name")
    assert name is not None
    assert (float(str(name["y"])) < 0) is above


def test_svg_sides_differ_without_colours() -> None:
    six = replace(
        BATTLE,
        sides=tuple("abcdef"),
        pieces=tuple(
            Piece(f"p{n}", "hand", "Hand", "disc", 6 * n, 9, 1, n, face="H") for n in range(6)
        ),
    )
    bodies = [
        drawn(six).find("g", id=f"scene-piece-p{n}").find(class_="drawing-body") for n in range(6)
    ]
    looks = {(body["fill"], body.get("stroke-dasharray")) for body in bodies}
    assert len(looks) == 6
    assert bodies[0]["fill"] == "currentColor"


def test_svg_marks_are_between_ground_and_pieces() -> None:
    picture = drawn(BATTLE, marks=MARKS)
    layers = [each.get("class", [""])[0] for each in picture.find_all("g", recursive=False)]
    order = [layers.index(f"drawing-{layer}") for layer in ("regions", "labels", "marks", "pieces")]
    assert order == sorted(order)
    assert layers[-1] == "drawing-pieces"
    assert picture.find(class_="drawing-marks").find(id=True) is None
    assert drawn(BATTLE).find(class_="drawing-marks") is None


def test_svg_marks_differ_without_colours() -> None:
    shapes = {}
    for kind in KINDS:
        mark = Annotation(kind, 5, 5, 40, 5) if kind in LINES else Annotation(kind, 5, 5, radius=4)
        group = drawn(BATTLE, marks=(mark,)).find(class_=f"drawing-{kind}")
        line = group.find(["path", "circle"])
        shapes[kind] = (
            line.name,
            line.get("stroke-dasharray"),
            line.get("fill"),
            len(group.find_all("path")),
        )
    assert len(set(shapes.values())) == len(KINDS)


def test_drawing_css_has_rule_for_every_kind_of_mark() -> None:
    style = assets.drawing_css()
    assert all(re.search(rf"\.drawing-{kind}\b", style) for kind in KINDS)


def test_svg_line_label_does_not_overlap_names() -> None:
    """A ship's name is below it, where a label below a short line would overlap the name."""
    ship = Piece("ship", "ship", "ship", "disc", 0, 0, 1, 0)
    space = replace(SPACE, pieces=(ship,))
    root = drawn(space, marks=(Annotation("throw", -0.5, -0.6, 0.5, -0.6, label='1"'),))
    name, said = root.select(".drawing-name")[0], root.select(".drawing-throw text")[0]
    place = root.select(".drawing-place")[0]["transform"]
    _, down = map(float, re.findall(r"-?[\d.]+", place))
    assert abs(down + float(name["y"]) - float(said["y"])) > 10


def test_svg_line_ends_at_rim_of_target() -> None:
    """Otherwise the piece, which is drawn later, would hide the arrowhead."""
    scale = float(drawn(BATTLE)["data-scale"])
    there, bare = (Annotation("sight", 30, 6, x, 6) for x in (11, 12))
    for mark, short in ((there, 0.5), (bare, 0.0)):
        tip = drawn(BATTLE, marks=(mark,)).find(class_="drawing-sight").find_all("path")[1]["d"]
        x = float(re.findall(r"[\d.]+", tip)[2])
        assert x == pytest.approx((mark.to_x + short) * scale, abs=0.01)
    near = drawn(BATTLE, marks=(Annotation("sight", 11.7, 6, 11, 6, label='0"'),)).find(
        class_="drawing-sight"
    )
    assert near.find("path") is None
    assert near.get_text() == '0"'


@pytest.mark.parametrize("edges", ["closed", "wrapped"])
def test_svg_circle_is_clipped_at_edge(edges: Any) -> None:
    bare = replace(BATTLE, extent=replace(BATTLE.extent, edges=edges), regions=(), measures=())
    wide = drawn(bare, marks=(Annotation("range", 1, 1, radius=30, label='30"'),))
    assert wide["viewbox"] == drawn(bare)["viewbox"]
    circle = wide.find("circle", attrs={"clip-path": "url(#scene-edge)"})
    assert circle["r"] == "300"
    assert wide.find("clippath", id="scene-edge") is not None
    said = wide.find(class_="drawing-said")
    assert 0 < float(said["x"]) < 480
    assert 0 < float(said["y"]) < 480


def test_svg_open_space_grows_with_marks() -> None:
    marked = drawn(
        SPACE, marks=(Annotation("blast", -5, -2, radius=4), Annotation("way", 0, 0, 0, 9))
    )
    left, top, _, height = map(float, marked["viewbox"].split())
    scale = float(marked["data-scale"])
    assert left <= -3 * scale
    assert top <= -6 * scale
    assert top + height >= 9 * scale


def test_svg_and_map_escape_hostile_text() -> None:
    hostile = Scene(
        TableBounds(10, 10, HOSTILE),
        (HOSTILE, HOSTILE),
        (Region("r", HOSTILE, HOSTILE, "box", 5, 5, 9, 9, (HOSTILE,), face=HOSTILE),),
        (
            Piece(
                "p",
                HOSTILE,
                HOSTILE,
                "disc",
                5,
                5,
                1,
                0,
                face=HOSTILE,
                state=(HOSTILE,),
                tokens={HOSTILE: 1},
            ),
            Piece("q", HOSTILE, HOSTILE, "card", owner=1, row=HOSTILE, face=HOSTILE),
        ),
        (Readout("t", HOSTILE, 0, text=HOSTILE),),
        (Measure(HOSTILE, 0, 0, 1, 1),),
    )
    marks = (
        Annotation("way", 1, 1, 9, 1, label=HOSTILE),
        Annotation("range", 5, 5, radius=4, label=HOSTILE),
    )
    plain = render_svg(
        hostile,
        marks=marks,
        title=HOSTILE,
        desc=HOSTILE,
        heading=(HOSTILE,),
        has_key=True,
        is_standalone=True,
    )
    assert "<script" not in plain
    picture = BeautifulSoup(plain, "html.parser")
    assert picture.find("title").get_text() == HOSTILE
    assert picture.find("g", id="scene-piece-p")["data-label"] == HOSTILE
    assert picture.find("script") is None
    assert all(len(line) <= 78 for line in render_text_map(hostile))


def test_svg_standalone_includes_style() -> None:
    alone, inside = render_svg(BATTLE, is_standalone=True), render_svg(BATTLE)
    assert alone.startswith('<svg xmlns="http://www.w3.org/2000/svg"')
    assert "prefers-color-scheme: dark" in alone
    assert "<style" not in inside


def test_svg_view_box_holds_everything() -> None:
    """Pieces may be outside the shown part of open space, and a ruler is beside the table."""
    left, top, width, height = map(float, drawn(SPACE)["viewbox"].split())
    scale = float(drawn(SPACE)["data-scale"])
    assert left + width > (9 + 6) * scale
    _, top, _, height = map(float, drawn(BATTLE)["viewbox"].split())
    assert top + height > 49.5 * 10


def test_svg_long_region_label_is_wrapped_or_shortened() -> None:
    box = Region(
        "patch", "bramble patch", "west bramble patch", "box", 10, 10, 4.8, 2.9, ("difficult",)
    )
    ground = Scene(TableBounds(48, 48, "inches"), ("Side 1", "Side 2"), (box,), (), (), ())
    label = drawn(ground).find("text", class_="drawing-label")
    assert [line.text for line in label.find_all("tspan")] == ["bramble", "patch"]
    wide = Scene(TableBounds(20, 20, "inches"), ("Side 1", "Side 2"), (box,), (), (), ())
    assert drawn(wide).find("text", class_="drawing-label").text == "west bramble patch"


@pytest.mark.parametrize(
    ("label", "lines"),
    [
        ("west wall", ["west wall"]),
        ("west rubble heap", ["rubble", "heap"]),
        ("west uncommonly long hedgerow", []),
        ("wet & dry", ["wet & dry"]),
    ],
)
def test_fit_labels_renamed_region_keeps_to_its_room(label: str, lines: list[str]) -> None:
    box = Region("patch", "bush", "west bush", "box", 10, 10, 5.8, 2.9, ("difficult",))
    ground = Scene(TableBounds(48, 48, "inches"), ("Side 1", "Side 2"), (box,), (), (), ())
    renamed = str(render_svg(ground)).replace("west bush", str(escape(label)))
    shown = BeautifulSoup(fit_labels(renamed), "html.parser").find("text", class_="drawing-label")
    texts = [line.text for line in shown.find_all("tspan")] or [shown.text] if shown else []
    assert texts == lines


def test_svg_figure_with_many_kinds_of_tokens_counts_the_rest() -> None:
    tokens = {"Shaken Token": 2, "Aim Token": 1, "Loot Token": 1, "Doomed Token": 1}
    piece = Piece("a", "hand", "Hand", "disc", 10, 6, 1, 0, tokens=tokens)
    scene = Scene(TableBounds(48, 48, "inches"), ("Side 1", "Side 2"), (), (piece,), (), ())
    assert drawn(scene).find("text", class_="drawing-tokens").text == "Sh2 Ai +2"


def test_svg_has_description_of_scene() -> None:
    description = drawn(BATTLE).find("desc").get_text()
    for words in (
        "west wood (difficult, obscuring)",
        "middle marker",
        "Side 2: Boss",
        "Side 1, removed: Boss",
    ):
        assert words in description
    assert "Hand 2 (Side 1): prone" in drawn(BATTLE).find("g", id="scene-piece-b").get_text()


@pytest.mark.parametrize("book", BATTLES)
def test_table_layout_scene_round_trips_and_fits_map(book: str) -> None:
    for game in every_digit(book):
        scene = TableLayout(game).build_scene()
        assert msgspec.json.decode(msgspec.json.encode(scene), type=Scene) == scene
        assert all(len(line) <= 78 for line in render_text_map(scene))


# ---------------------------------------------------------------------------- the map in characters


def test_character_map_shows_pieces_and_legend() -> None:
    lines = render_text_map(BATTLE)
    text = "\n".join(lines)
    assert "H1" in text
    assert "+" in text
    row = next(n for n, line in enumerate(lines) if "H1" in line)
    boss = next(n for n, line in enumerate(lines) if re.search(r"[ |]b[ |]", line))
    assert boss < row, "north is above"
    assert lines[row].index("H1") < lines[boss].rindex("b")
    assert "↑" in lines[row - 1]
    assert "░ wood (difficult, obscuring)" in text
    assert "█ house (impassable, blocking)" in text
    assert "small letters: Side 2" in text
    assert "removed" not in text


def test_character_map_without_table_is_empty() -> None:
    assert render_text_map(DICE) == []


def test_map_letters_of_sides_differ() -> None:
    pieces = [Piece(f"p{owner}", "ship", "ship", "disc", owner=owner) for owner in range(4)]
    marks = assign_map_letters(Scene(TableBounds(10, 10), ("", "", "", ""), pieces=tuple(pieces)))
    assert list(marks.values()) == ["S", "s", "S3", "S4"]


places = st.floats(0, 30, allow_nan=False)
pieces = st.lists(
    st.builds(
        lambda form, x, y, size, owner, face, facing: (form, x, y, size, owner, face, facing),
        st.sampled_from(("disc", "box", "die", "card", "token")),
        places,
        places,
        st.floats(0, 4),
        st.integers(-1, 3),
        st.sampled_from(("", "4", "T2", "G10")),
        st.sampled_from(((0.0, 0.0), (1.0, 0.0), (0.6, -0.8), (-0.6, 0.8))),
    ),
    max_size=40,
)


@settings(max_examples=60)
@given(pieces, st.floats(1, 30), st.floats(1, 30), st.sampled_from((40, 78)))
def test_character_map_shows_every_piece_or_lists_it_below(
    several: list[tuple[Any, ...]], width: float, height: float, most: int
) -> None:
    scene = Scene(
        TableBounds(width, height, "inches", "open"),
        ("a", "b", "c", "d"),
        (Region("r", "wood", "wood", "disc", 3, 3, 4, 4, ("difficult",)),),
        tuple(
            Piece(f"p{n}", "thing", f"label-{n}", form, x, y, size, owner, facing=facing, face=face)
            for n, (form, x, y, size, owner, face, facing) in enumerate(several)
        ),
    )
    lines = render_text_map(scene, most)
    assert max(map(len, lines)) <= most
    frame = [n for n, line in enumerate(lines) if line[4:5] == "+"]
    inside = "".join(line[5:] for line in lines[frame[0] + 1 : frame[1]])
    below = " ".join(lines[frame[1] :])
    for id, mark in assign_map_letters(scene).items():
        piece = piece_of(scene, id)
        if piece.form in FIGURES and piece.owner < 0 and not piece.face:
            assert re.search(rf"● [^;]*{piece.label}\b", below), id
        else:
            assert f"{mark} {piece.label}" in below or mark in inside, (id, mark)
