"""A family of books is data: a throw-away one, without figures, with all that a sheet can say."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from click.testing import CliRunner
from flask.testing import FlaskClient

from carnage import catalog
from carnage.catalog import Book, CatalogError, load_book
from carnage.catalog.rosters import ROSTER_VALUE_NAMES, ROSTER_WORDS
from carnage.catalog.sheets import GAME_VALUE_NAMES
from carnage.cli.command_line import main
from carnage.common.text_format import spell_out
from carnage.rulebook import build_rulebook
from carnage.rulebook.game_values import BATTLE_VALUES, GAME_VALUES, list_roster_values
from carnage.rulebook.markdown_export import render_part
from carnage.rulesets.ruleset import Ruleset, resolve
from carnage.seeds import Seed
from carnage.web import create_app
from carnage.web import params as reading
from carnage.web.books.book_view import build_table_views
from tests.support.prose import check_headings, check_prose
from tests.support.rulesets import rolled
from tests.support.web import soup

FILES = {
    "books/flip.toml": """
title = "Flip"
family = "flip"
edition = 1
frozen = false
tagline = "Three dice, one wager."
intro = "A game of coins for the bus stop."
credits = ["house"]
[[table]]
id = "players"
chapter = "Setting"
rolls = { "0-4" = "pair", "5-9" = "crowd" }
[table.at]
"7-9" = { players = 4 }
[[table]]
id = "stake"
chapter = "Play"
digits = 2
rolls = { "00-39" = "pennies", "40-99" = "pounds" }
[[table]]
id = "ending"
chapter = "Play"
""",
    "flip/players.toml": """
title = "Players"
intro = "How many play?"
[[option]]
code = "pair"
label = "A pair"
source = "house"
gives = ["facing-off"]
params = { players = 2 }
text = "{{ players|spelled|capitalize }} play, face to face."
does = "It is between the two of you. There is nobody else to blame."
tags = ["close", "tense"]
pitch = "Two people look each other in the eye."
brief = "{{ players|spelled|capitalize }} face each other."
[[option]]
code = "crowd"
label = "A crowd"
source = "house"
params = { players = 3 }
text = "{{ players|spelled|capitalize }} play, in a ring."
does = "Everybody watches everybody. Whoever leads is watched the most."
tags = ["loud"]
pitch = "A ring of people shout each other down."
brief = "Sit in a ring of {{ players|spelled }}."
""",
    "flip/stake.toml": """
title = "Stake"
intro = "What is staked?"
[[option]]
code = "pennies"
label = "Pennies"
source = "house"
gives = ["copper"]
params = { each = 10, reach = 6 }
text = "Each player stakes {{ each }} pennies, within {{ reach|inches }} of the middle."
does = "Nobody minds losing. So everybody dares more than is wise."
tags = ["cheap"]
pitch = "Copper changes hands."
brief = "Stake {{ each }} pennies within {{ reach|inches }}."
components = ["{{ each }} pennies a player"]
[[option]]
code = "pounds"
label = "Pounds"
source = "house"
params = { each = 1 }
text = "Each player stakes {{ each }} pound."
does = "The stake can be felt. Hands shake a little."
tags = ["dear"]
pitch = "Silver changes hands, and slowly."
brief = "Stake {{ each }} pound."
""",
    "flip/ending.toml": """
title = "Ending"
intro = "When is it over?"
text = "When somebody has called it {{ calls|times }}, the game is over."
brief = "Over after {{ calls|times }}."
params = { calls = 2 }
""",
    "flip/traits.toml": 'facing-off = "two play"\ncopper = "pennies are staked"\n',
    "flip/glossary.toml": '[[term]]\nterm = "Copper"\ntext = "A penny."\nneeds = ["copper"]\n',
    "flip/names.toml": 'first = ["Flying"]\nsecond = ["Penny", "Pound"]\n',
    "flip/coin.scene": """
title = "Where {{ game.players|spelled }} sit"
desc = 'Coins in a row{{ ", of copper" if has("copper") }}.'
[scene.extent]
width = {{ 20 * game.players }}
height = 20
{% for n in range(game.players) %}
[[scene.pieces]]
id = "seat-{{ n }}"
kind = "seat"
label = "seat"
form = "token"
x = {{ 20 * n + 10 }}
y = 10
size = 18
{% endfor %}
""",
    "flip/sheet.toml": """
lead = 'A wager for {{ game.players|spelled }}: {{ pitch["players"] }}'
[nouns]
kind = "wager"
side = "Player"
[[telling]]
table = "players"
weight = 0.3
[[telling]]
table = "stake"
alone = true
[[fact]]
label = "Stake"
text = '{{ the["stake.each"] }} pence'
needs = ["copper"]
[[component]]
text = "a table"
[[component]]
text = "a purse for each of {{ game.players|spelled }}"
unless = ["facing-off"]
[[component]]
text = '{% if misses("copper") %}a safe{% endif %}'
[[step]]
title = "Before the game"
[[step.item]]
table = "players"
[[step.item]]
head = "Purse"
text = 'put {{ the["stake.each"] }} pennies in it.'
needs = ["copper"]
[[step.item]]
table = "stake"
[[step]]
title = "{% if has(\\"facing-off\\") %}Your turn{% else %}Round the ring{% endif %}"
[[step.item]]
table = "ending"
[[step]]
title = "Never"
needs = ["copper"]
unless = ["copper"]
[[step.item]]
table = "ending"
[[part]]
id = "seats"
title = "Seats"
picture = "coin.scene"
text = "Sit down, {{ game.players|spelled }} in a row."
[[part]]
id = "pays"
title = "What Pays"
place = "back"
needs = ["copper"]
text = '''
| Calls | Pays |
| --- | --- |
{% for n in range(the["ending.calls"]) %}
| {{ n + 1 }} | {{ the["stake.each"] * (n + 1) }} |
{% endfor %}
'''
""",
}


@pytest.fixture
def root(tables: Path) -> Path:
    """A copy of the tables with another family in it."""
    (tables / "flip").mkdir()
    for name, text in FILES.items():
        (tables / name).write_text(text, encoding="utf-8")
    return tables


@pytest.fixture
def flip(root: Path) -> Book:
    return load_book(root, "flip")


def every(book: Book) -> Iterator[Ruleset]:
    """Every game of it that differs, and some that differ in their digits alone."""
    for players in "0579":
        for stake in ("00", "39", "40", "99"):
            yield resolve(book, Seed(players + stake))


def test_flip_book_has_three_dice_and_its_own_names(flip: Book) -> None:
    assert (flip.length, flip.groups, flip.digit_offset("stake")) == (3, (1, 2), 1)
    assert {game.name for game in every(flip)} == {"Flying Penny", "Flying Pound"}
    assert {game.seed.digits: game.players for game in every(flip)}["999"] == 4
    assert resolve(flip, Seed("039")).canonical_seed == "000"


def test_rulebook_without_figures_has_all_other_parts(flip: Book) -> None:
    written = build_rulebook(resolve(flip, Seed("739")))
    assert written.summary == (("Players", "4"), ("Stake", "10 pence"))
    assert written.pitch == (
        "A wager for four: a ring of people shout each other down. Copper changes hands."
    )
    assert [part.id for part in written.front] == ["components", "seats"]
    assert [part.id for part in written.back] == ["pays", "glossary", "credits", "reference"]
    parts = {part.id: render_part(part) for part in (*written.front, *written.back)}
    assert parts["components"] == "- A table\n- A purse for each of four\n- 10 pennies a player"
    assert parts["reference"].splitlines() == [
        "1. **Before the game**",
        "    - **Players:** sit in a ring of four.",
        "    - **Purse:** put 10 pennies in it.",
        '    - **Stake:** stake 10 pennies within 6".',
        "2. **Round the ring**",
        "    - **Ending:** over after twice.",
    ]
    assert parts["pays"] == "| Calls | Pays |\n| --- | --- |\n| 1 | 10 |\n| 2 | 20 |"
    assert parts["seats"] == "Sit down, four in a row."
    data = written.json()
    assert data["forces"] == []
    assert data["choices"][1]["digits"] == "39"


def test_rulebook_omits_unused_components(flip: Book) -> None:
    written = build_rulebook(resolve(flip, Seed("099")))
    assert written.summary == (("Players", "2"),)
    assert render_part(written.front[0]) == "- A table\n- A safe"
    assert "Your turn" in render_part(written.back[-1])
    assert "Purse" not in render_part(written.back[-1])
    assert [part.id for part in written.back] == ["credits", "reference"]


def test_rulebooks_of_flip_are_sound(flip: Book) -> None:
    for game in every(flip):
        written = build_rulebook(game)
        text = written.markdown()
        check_prose(re.sub(r"^ +", "", text, flags=re.MULTILINE))
        check_headings([len(marks) for marks in re.findall(r"^(#+) \S", text, flags=re.MULTILINE)])
        parsed = BeautifulSoup(written.html(css=""), "html.parser")
        picture = parsed.select_one("#seats figure svg")
        assert picture is not None
        assert picture["role"] == "img"
        assert len(picture.find_all(class_="drawing-piece")) == game.players
        assert picture.find("title").get_text() == f"Where {spell_out(game.players)} sit"
        ids = [tag["id"] for tag in parsed.find_all(id=True)]
        assert len(ids) == len(set(ids))


def test_table_views_show_spans_of_two_digits(flip: Book) -> None:
    stake = next(
        each
        for chapter in build_table_views(flip).values()
        for each in chapter
        if each.table.id == "stake"
    )
    assert [result.variant.span for result in stake.results] == ["00–39", "40–99"]


@pytest.fixture
def shelf(root: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[FlaskClient]:
    """The site and the command line with this book beside the others."""
    known = {code: catalog.book(code) for code in catalog.book_codes()}
    flip = load_book(root, "flip")
    monkeypatch.setattr(catalog, "book_codes", lambda: tuple(sorted([*known, "flip"])))
    monkeypatch.setattr(catalog, "book", lambda code: flip if code == "flip" else known[code])
    reading.books.cache_clear()
    yield create_app().test_client()
    reading.books.cache_clear()


def test_flip_book_is_served(shelf: FlaskClient) -> None:
    home = soup(shelf.get("/").text)
    assert "flip" in [choice["value"] for choice in home.select("form.roll input[name=book]")]
    assert "wager, 3 digits" in home.text
    tables = soup(shelf.get("/flip/").text)
    assert "2 tables, 3 ten-sided dice" in tables.text
    assert "roll twice" in tables.text
    assert len(tables.select(".by-hand-seed .box")) == 2
    page = soup(shelf.get("/flip/739").text)
    assert [die.text for die in page.select(".title-page .die")] == ["7", "39"]
    assert [part["id"] for part in page.select("section.part")][:2] == ["components", "seats"]
    choices = soup(shelf.get("/flip/739?die=stake").text).select(".answers li")
    assert [choice.select_one(".span").text for choice in choices] == ["00–39", "40–99"]
    assert choices[1].a["href"] == "/flip/740?die=stake&was=739"
    assert "figures" not in page.select_one(".rules").text + page.select_one(".title-page").text
    assert "miniatures" not in str(page)
    # No engine plays it, so nobody offers to.
    assert "laytest" not in str(page)
    assert shelf.get("/lab/flip/739").status_code == shelf.post("/lab/flip/739").status_code == 404
    for ending in ("md", "html", "json"):
        assert shelf.get(f"/flip/739.{ending}").status_code == 200
    assert json.loads(shelf.get("/flip/739.json").text)["forces"] == []
    assert shelf.get("/flip/739?keep=stake").status_code == 200
    rerolled = shelf.get("/roll?book=flip&from=739&only=stake").headers["Location"]
    assert re.match(r"/flip/7[4-9]\d", rerolled)
    missing = shelf.get("/flip/73")
    assert missing.status_code == 404
    (example,) = soup(missing.text).select("main code")
    assert shelf.get(f"/flip/{example.text}").status_code == 200
    assert "Disallow: /flip/0" in shelf.get("/robots.txt").text
    assert (
        shelf.post("/roll", data={"book": "any", "text": "123"}).headers["Location"] == "/flip/123"
    )


@pytest.mark.usefixtures("shelf")
def test_tables_command_lists_flip_book() -> None:
    listing = CliRunner().invoke(main, ["tables", "flip"]).stdout
    assert "00-39  Pennies" in listing
    assert "40-99  Pounds" in listing


BAD = {
    "no number": ("sheet.toml", 'the["stake.each"] }} pence', 'the["stake.all"] }} pence'),
    "no table": ("sheet.toml", 'table = "ending"', 'table = "end"'),
    "written out": ("sheet.toml", 'the["stake.each"] }} pence', "the[game] }} pence"),
    "has no": ("sheet.toml", "{{ game.players|spelled }} in a row", "{{ game.figures }} in a row"),
    "does not roll on": ("sheet.toml", 'pitch["players"]', 'pitch["ending"]'),
    "typed into": ("sheet.toml", "Sit down,", "Sit down, 7 or"),
    "unknown traits": ("sheet.toml", 'unless = ["facing-off"]', 'unless = ["facing"]'),
    "the text asks about": ("sheet.toml", 'misses("copper")', 'misses("gold")'),
    "no parameters here": ("sheet.toml", '"a table"', '"a {{ table }}"'),
    "front or back": ("sheet.toml", 'place = "back"', 'place = "middle"'),
    "not to be had": ("sheet.toml", 'id = "seats"', 'id = "reference"'),
    "cannot be read": ("sheet.toml", '"coin.scene"', '"note.scene"'),
    "what it shows": ("coin.scene", "desc =", "note ="),
    "the number 2": ("coin.scene", "Where", "Where 2 or"),
    "either a table or a line": ("sheet.toml", 'head = "Purse"', 'head = ""'),
    "first and a second": ("names.toml", '["Flying"]', "[]"),
    "unknown field": ("sheet.toml", "[nouns]", '[nouns]\nnoun = "x"'),
}


@pytest.mark.parametrize("complaint", BAD)
def test_load_book_bad_sheet_names_its_place(root: Path, complaint: str) -> None:
    name, old, new = BAD[complaint]
    path = root / "flip" / name
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(CatalogError, match=complaint) as caught:
        load_book(root, "flip")
    assert "tables/flip/" in str(caught.value)


def test_build_rulebook_bad_scene_names_its_place(root: Path) -> None:
    path = root / "flip" / "coin.scene"
    path.write_text(path.read_text(encoding="utf-8").replace("size =", "wide ="), encoding="utf-8")
    flip = load_book(root, "flip")
    with pytest.raises(CatalogError, match=r"tables/flip/coin\.scene: .*wide"):
        _ = build_rulebook(resolve(flip, Seed("000"))).front


def test_game_values_equal_names_in_catalogue() -> None:
    assert set(GAME_VALUES) == GAME_VALUE_NAMES
    assert set(BATTLE_VALUES) == GAME_VALUE_NAMES | ROSTER_VALUE_NAMES
    assert set(list_roster_values(rolled("classic"))) == ROSTER_WORDS
