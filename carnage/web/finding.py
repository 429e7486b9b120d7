"""Finding a game by wishes: those about its rulebook are answered at once; for games that a playtest finds no
fault with a worker looks, asked by POST, so that no crawler sets it off."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from flask import Blueprint, Response, make_response, redirect, render_template, request

from carnage import document
from carnage.catalog import Book, is_played
from carnage.document.rosters import muster
from carnage.playtest.looks import FIND
from carnage.playtest.nearing import Look, look, told
from carnage.playtest.wishing import (
    LARGEST,
    NUMBERS,
    OF_ROSTERS,
    WishError,
    Wishes,
    read,
    spelt,
)
from carnage.playtest.worded import fields
from carnage.ruleset import Ruleset, resolve
from carnage.seeds import Seed
from carnage.web.playtests import begun, passing, workers
from carnage.web.reading import books, find_book, find_played
from carnage.worker.jobs import Standing
from carnage.worker.results import Key

SHOWN = 6  # games that are as wished
TRIES = 300  # rolls among which they are looked for, so that no page waits for long
STEPS = 450  # dice that are changed to come nearer, where none is as wished

LABELS = {
    "minutes": "Minutes, at most",
    "figures": "Figures on the table, at most",
    "players": "Players",
    "feet": "Side of the table, in feet",
}

finding = Blueprint("finding", __name__)


@finding.get("/find")
def any_book() -> Response:
    """The book that is rolled on first, with what was wished for."""
    query = request.query_string.decode()
    there = redirect(f"/find/{next(iter(books()))}{'?' if query else ''}{query}", 303)
    assert isinstance(there, Response)
    return there


@finding.get("/find/<path>")
def wish(path: str) -> Response:
    """The wishes, the first games that grant them, and how a search among these stands, if anybody asked."""
    book = find_book(path)
    try:
        wishes, worded = _wishes(request.args.to_dict(flat=False), book)
    except WishError as error:
        return passing(make_response(_page(book, Wishes(), Standing(), wrong=str(error)), 400))
    if worded:
        there = redirect(_place(book, spelt(wishes, book)), 303)
        assert isinstance(there, Response)
        return passing(there)
    query = spelt(wishes, book)
    stands = workers().look(_key(book, query)) if is_played(book.family) else Standing()
    return passing(make_response(_page(book, wishes, stands)))


@finding.post("/find/<path>")
def search(path: str) -> Response:
    """Have good games looked for, and go to where they will be."""
    book = find_played(path)
    try:
        wishes, _ = _wishes(request.form.to_dict(flat=False), book)
    except WishError as error:
        return passing(make_response(_page(book, Wishes(), Standing(), wrong=str(error)), 400))
    query = spelt(wishes, book)
    return begun(_key(book, query), _place(book, query), f"/{book.code}/")


def _wishes(sent: dict[str, list[str]], book: Book) -> tuple[Wishes, bool]:
    """What a query or form wishes for, and whether any of it was said in words; raises WishError."""
    words = " ".join(sent.pop("wish", ())).strip()
    for name, values in (fields(words, book) if words else {}).items():
        sent[name] = values if name in NUMBERS else [*sent.get(name, ()), *values]
    return read(sent, book), bool(words)


def _key(book: Book, query: str) -> Key:
    return book.code, FIND, query


def _place(book: Book, query: str) -> str:
    return f"/find/{book.code}{'?' if query else ''}{query}"


def _page(book: Book, wishes: Wishes, stands: Standing[dict[str, Any]], wrong: str = "") -> str:
    """The page; where something is `wrong` with the wishes, the form has them as they were sent."""
    seen = Look([], ()) if wrong else look(book, wishes, SHOWN, TRIES, STEPS)
    near = seen.near
    sent = request.values.to_dict(flat=False)
    kept = dict(each.partition("=")[::2] for each in sent.get("keep", ()))
    others = spelt(replace(wishes, seed=(wishes.seed + 1) % LARGEST), book)
    return render_template(
        "find.html",
        book=book,
        shelf=books().values(),
        wrong=wrong,
        stands=stands,
        numbers=[
            (name, LABELS[name], "".join(sent.get(name, ())))
            for name in NUMBERS
            if book.roster.figure or name not in OF_ROSTERS
        ],
        worded=" ".join(sent.get("wish", ())),
        kept=kept,
        kept_labels=[
            f"{table.title}: {option.label}"
            for table in book.rolled
            for option in table.options
            if kept.get(table.id) == option.code
        ],
        varying=_varying(book),
        meanings=lambda traits: [book.traits[trait] for trait in traits if trait in book.traits],
        needs=sent.get("with", ()),
        lacks=sent.get("without", ()),
        near=[(each, _shown(each.ruleset)) for each in near],
        limits=seen.limits,
        told=told,
        found=[(row, _shown(_game(book, row["id"]))) for row in (stands.result or {}).get("found", ())],
        here=_place(book, spelt(wishes, book)),
        others=_place(book, others),
        opener=book.sheet.nouns.opener,
        rulesets=[each.ruleset for each in near],
    )


def _varying(book: Book) -> dict[str, str]:
    """What games of a book may have or lack, and what each means."""
    given = [set(option.gives) for table in book.rolled for option in table.options]
    return {trait: meaning for trait, meaning in book.traits.items() if any(trait in each for each in given)}


def _game(book: Book, path: str) -> Ruleset:
    return resolve(book, Seed(path.rpartition("/")[2]))


def _shown(ruleset: Ruleset) -> dict[str, Any]:
    """What a list says of a game: its name, its address, its tags, its pitch, how long it takes."""
    minutes = muster.minutes(ruleset) if ruleset.book.roster.figure else None
    written = document.rulebook(ruleset)
    return {
        "name": ruleset.name,
        "path": ruleset.path,
        "tags": written.tags,
        "pitch": written.pitch,
        "players": ruleset.players,
        "minutes": minutes,
    }
