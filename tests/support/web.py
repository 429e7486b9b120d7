"""Helpers of tests of the site: the application, and an address of each kind of page."""

from __future__ import annotations

from functools import cache

from bs4 import BeautifulSoup
from flask import Flask
from flask.testing import FlaskClient

from carnage import catalog
from carnage.catalog.atlas import get_atlas
from carnage.web import create_app

SEED = "243856987615781"
GAME = f"/classic/{SEED}"
LONG = "3" * catalog.book("skirmish").length

# An address of each kind of page, and the status of its response.
KINDS = {
    "home": ("/", 200),
    "game": (GAME, 200),
    "kept": (f"{GAME}?keep=units,movement&name=Last+Stand", 200),
    "tray": (f"{GAME}?die=movement&was=243856987015781", 200),
    "long tray": (f"/skirmish/{LONG}?die=units&keep=units,size&name=Last+Stand", 200),
    "all dice": (
        f"/skirmish/{LONG}?die=all&keep=size&was={'5' * len(LONG)},{'4' * len(LONG)}",
        200,
    ),
    "small": ("/classic/000000000000000", 200),
    "book": ("/classic/", 200),
    "long": (f"/skirmish/{LONG}", 200),
    "long kept": (f"/skirmish/{LONG}?keep=units,size&name=Last+Stand", 200),
    "tables": ("/skirmish/", 200),
    "presets": ("/presets", 200),
    "find": ("/find/skirmish", 200),
    "picks": ("/picks", 200),
    "picks of a tag": ("/picks?tag=explosive", 200),
    "named": (f"{GAME}?own=side-1~Orks*captain~Grub*rifle~Bow", 200),
    "naming": (f"/own{GAME}?own=captain~Grub", 200),
    "shelf": ("/shelf", 200),
    "which game": ("/play", 200),
    "at the table": (f"/table{GAME}?name=Last+Stand", 200),
    "ships at the table": ("/table/duel/5898888888888", 200),
    "duel": ("/duel/5898888888888", 200),
    "duel kept": ("/duel/2569533333333?keep=dice,field&name=Last+Stand", 200),
    "duel tables": ("/duel/", 200),
    "gamble": ("/gamble/908040050000", 200),
    "gamble kept": ("/gamble/777777777777?keep=players,dice", 200),
    "gamble tables": ("/gamble/", 200),
    "picked": ("/classic/?pick-units=4&pick-movement=0", 200),
    "not picked": ("/classic/?pick-units=x&pick-movement=0", 400),
    "credits": ("/credits", 200),
    "help for players": ("/help/players", 200),
    "help for designers": ("/help/designers", 200),
    "atlas": ("/atlas", 200),
    "missing": ("/nothing/here", 404),
    "refused": ("/classic/123", 404),
    "renamed": (f"{GAME}?name=%3Cb%3E", 400),
}

if get_atlas(catalog.book("classic")):
    KINDS |= {
        "space": ("/atlas/classic?colour=damage", 200),
        "league": ("/atlas/classic/mean.rounds", 200),
    }


@cache
def site() -> Flask:
    """Return the application, which all tests share."""
    return create_app()


def client() -> FlaskClient:
    return site().test_client()


def soup(html: str) -> BeautifulSoup:
    return BeautifulSoup(html, "html.parser")
