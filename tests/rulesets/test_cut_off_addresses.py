"""Addresses that a mail program has cut off: the intended game or a clear refusal, and never
another game.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import parse_qsl, urlsplit

import pytest
from flask.testing import FlaskClient

from tests.support.shows import site
from tests.support.web import soup

SEEDS = {
    "classic": "243856987615781",
    "classic, named": "678214235112018",
    "skirmish": "352703280070955070044085537",
    "duel": "5898888888888",
    "gamble": "908040050000",
}

# An address of each of five games, and of each page about one, with every field that links of the
# site carry.
ADDRESSES = {
    "game": f"/classic/{SEEDS['classic']}?keep=units,movement&name=Caf%C3%A9+Last&wish=60+minutes"
    "&own=side-1~Orks*captain~Gr%C3%BCb*rifle~Long+Bow",
    "named": f"/classic/{SEEDS['classic, named']}?own=side-1~Orks*captain~Grub*rifle~Bow&name=Last+Stand",
    "long": f"/skirmish/{SEEDS['skirmish']}?name=%E5%AD%97&own=side-1~Or%C4%99ks*side-2~Elves",
    "file": f"/duel/{SEEDS['duel']}.md?name=Z&own=side-1~Red*side-2~Bl%C3%BCe",
    "dice": f"/gamble/{SEEDS['gamble']}?die=players&was=908040050001,908040050002&undone=908040050003"
    "&called=Old+One&own=side-1~Ann",
    "lock": f"/classic/{SEEDS['classic']}?lock=movement&own=captain~Grub",
    "words": f"/classic/{SEEDS['classic']}?words=friday+night&own=captain~Grub",
    "watch": f"/watch/duel/{SEEDS['duel']}?dice=1&game=7&bots=greedy,random&at=20&name=Last&own=side-1~Red",
    "print": f"/print/classic/{SEEDS['classic']}?paper=letter&part=cards&sheet=single&own=captain~Grub",
    "own": f"/own/classic/{SEEDS['classic']}?own=captain~Grub*rifle~Bow",
    "table": f"/table/classic/{SEEDS['classic']}?own=captain~Grub*rifle~Bow",
    "lab": f"/lab/classic/{SEEDS['classic']}?name=Last&own=captain~Grub*rifle~Bow",
    "roll": f"/roll?book=classic&from={SEEDS['classic']}&only=movement&keep=units&own=captain~Grub",
    "old bookmark": f"/?seed={SEEDS['classic']}&game_name=Last+Stand",
}


EVERYDAY = ("file", "words", "roll", "old bookmark")


def pieces(address: str) -> Iterator[str]:
    """Yield an address cut off after each of its characters but the last, from the book's name
    on.
    """
    for length in range(2, len(address)):
        yield address[:length]


@pytest.fixture(scope="module")
def client() -> FlaskClient:
    return site().test_client()


@pytest.mark.parametrize(
    "kind",
    [
        pytest.param(kind, marks=() if kind in EVERYDAY else pytest.mark.thorough)
        for kind in ADDRESSES
    ],
)
def test_cut_off_address_returns_its_game_or_is_refused(client: FlaskClient, kind: str) -> None:
    """An address without the whole seed leads to no game."""
    address = ADDRESSES[kind]
    seed = next(seed for seed in SEEDS.values() if seed in address)
    for piece in pieces(address):
        answer = client.get(piece)
        assert answer.status_code in {200, 301, 302, 303, 308, 400, 404, 410}, piece
        if answer.status_code < 400 and re.search(r"\d", piece):
            assert seed in piece
            assert seed in (answer.location or answer.text), piece


@pytest.mark.parametrize("kind", [kind for kind in ADDRESSES if "&own=" in ADDRESSES[kind]])
def test_cut_off_names_are_refused_with_game_without_them(client: FlaskClient, kind: str) -> None:
    address = ADDRESSES[kind]
    before, _, names = address.partition("&own=")
    refused = 0
    for length in range(1, len(names)):
        answer = client.get(f"{before}&own={names[:length]}")
        if answer.status_code < 400:
            continue
        refused += 1
        assert answer.status_code == 400
        note = soup(answer.text).select_one(".cut-off")
        assert "the end of the address is missing" in note.text
        assert note.a.text == "the game without your own names"
        assert parse_qsl(urlsplit(note.a["href"]).query) == parse_qsl(urlsplit(before).query)
        assert client.get(note.a["href"]).status_code < 400
    assert refused >= len("side-")


@pytest.mark.parametrize(
    ("piece", "field", "rest"),
    [
        ("?name=A&keep=units,mov", "keep", "?name=A"),
        ("?name=Caf%C3", "name", ""),
        ("?name=Caf%C", "name", ""),
        ("?name=Caf%", "name", ""),
        ("?keep=units&wish=60+minutes,+no+mo", "wish", "?keep=units"),
        ("?name=A&die=mov", "die", "?name=A"),
        ("?name=A&die=movement&was=2438", "was", "?name=A&die=movement"),
        ("?own=captain~Grub&lock=mov", "lock", "?own=captain%7EGrub"),
    ],
)
def test_cut_off_field_is_refused_with_page_without_it(
    client: FlaskClient, piece: str, field: str, rest: str
) -> None:
    path = f"/classic/{SEEDS['classic']}"
    answer = client.get(path + piece)
    assert answer.status_code == 400
    link = soup(answer.text).select_one(".cut-off a")
    assert link.text == f"the page without {field}="
    assert parse_qsl(urlsplit(link["href"]).query) == parse_qsl(rest[1:])


def test_invalid_field_before_last_is_not_called_cut_off(client: FlaskClient) -> None:
    answer = client.get(f"/classic/{SEEDS['classic']}?own=capt&name=Last+Stand")
    assert answer.status_code == 400
    assert soup(answer.text).select(".cut-off") == []
