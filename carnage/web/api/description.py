"""The OpenAPI description of the site, made from the tables that its views use."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
from flask import Blueprint, Response

from carnage import __version__
from carnage.catalog import Book, is_played
from carnage.drawing.frames import Reel
from carnage.lab.sampling_plan import BESIDE, MEND
from carnage.replays.replay import Replay
from carnage.rulesets.custom_names import BEFORE, BETWEEN, nameable_in
from carnage.rulesets.game_names import NAME_LIMIT
from carnage.rulesets.presets import presets
from carnage.seeds import Seed
from carnage.web.api.contracts import Figures, PlaytestPending, Preset, Problem, Rulebook
from carnage.web.api.contracts_tried import SearchResult, Trial, TrialPending
from carnage.web.errors import PROBLEM, prefers_json
from carnage.web.find.views import LABELS
from carnage.web.games import pictures, printing
from carnage.web.games.downloads import TYPES
from carnage.web.matches import watch_data
from carnage.web.matches.watch_address import USUAL_BOTS
from carnage.web.params import books

OPENAPI = "3.1.0"
JSON = "application/json"
NUMBER = {"type": "integer", "minimum": 0}
TEXT = {"type": "string"}

Json = dict[str, Any]

described = Blueprint("described", __name__)


@described.get("/openapi.json")
def openapi() -> Response:
    """Return the OpenAPI description."""
    return Response(msgspec.json.encode(description()), content_type=JSON)


def description() -> Json:
    """Return the paths, the types of responses and the form of errors."""
    trials = (Trial, TrialPending, SearchResult)
    types = (Rulebook, Preset, Figures, PlaytestPending, *trials, Replay, Reel, Problem)
    _, schemas = msgspec.json.schema_components(types, ref_template="#/components/schemas/{name}")
    return {
        "openapi": OPENAPI,
        "info": {
            "title": "Carnage",
            "version": __version__,
            "summary": "Games rolled up from digits: their rules, their playtests, and films of "
            "them.",
            "description": "A seed has as many digits as its book rolls. The same address always "
            "gives the "
            "same game. Whoever asks for much in a short time is told by 429 or 503 when to come "
            "again.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/"}],
        "paths": dict(_paths()),
        "components": {"schemas": schemas},
    }


def _paths() -> Iterator[tuple[str, Json]]:
    for path, what in (
        ("/healthz", "Whether the site answers."),
        ("/readyz", "Whether its workers do as well."),
    ):
        answers = {"200": _answer("It does.", "text/plain", TEXT)}
        if path == "/readyz":
            answers["503"] = _answer("They do not.", "text/plain", TEXT)
        yield path, {"get": {"summary": what, "operationId": path[1:], "responses": answers}}
    every = {"type": "array", "items": _ref(Preset)}
    description = {"type": "object", "required": ["openapi", "paths"]}
    for id, summary, schema in (
        ("presets", "Published systems as games.", every),
        ("openapi", "This description.", description),
    ):
        path = f"/{id}.json"
        yield path, {"get": _reading(id, path, summary, JSON, schema)}
    for place, book in books().items():
        yield from _of_games(place, book)
        yield from _of_paper(place, book)
        yield from _of_wishes(place, book)
        if is_played(book.family):
            yield from _of_playtests(place, book)
            yield from _of_trials(place, book)
            yield from _of_films(place, book)


def _of_games(place: str, book: Book) -> Iterator[tuple[str, Json]]:
    for form, type in TYPES.items():
        path = f"/{place}/{{seed}}.{form}"
        schema = _ref(Rulebook) if form == "json" else TEXT
        summary = f"A game of {book.title}: its rules."
        operation = _reading(f"{place}.{form}", path, summary, type, schema, "400", "404", "410")
        yield path, {"parameters": [_seed(book), _name(), _own(book)], "get": operation}


def _of_paper(place: str, book: Book) -> Iterator[tuple[str, Json]]:
    """Return the operations that print or draw a game."""
    every = [_choice(field, known) for field, known in printing.CHOICES.items()]
    told = {
        f"/{place}/{{seed}}.pdf": (printing.TYPE, "on paper, or what it takes to play it", every),
        f"/{place}/{{seed}}.png": (pictures.PICTURE_TYPE, "its picture", []),
        f"/{place}/{{seed}}.svg": (pictures.CODE_TYPE, "its address as a QR code", []),
    }
    if is_played(book.family):
        paper = [field for field in every if field["name"] == "paper"]
        sheet = "a sheet with what a playtest foretells, and room for what happened"
        told[f"/lab/{place}/{{seed}}.pdf"] = printing.TYPE, sheet, paper
    for path, (type, what, fields) in told.items():
        id = f"{place}.playtest.pdf" if path.startswith("/lab/") else f"{place}{path[-4:]}"
        summary = f"A game of {book.title}: {what}."
        operation = _reading(id, path, summary, type, {}, "400", "404", "410", "429", "503")
        yield path, {"parameters": [_seed(book), _name(), _own(book), *fields], "get": operation}


def _of_playtests(place: str, book: Book) -> Iterator[tuple[str, Json]]:
    path = f"/lab/{place}/{{seed}}.json"
    summary = "Games of it between bots, as many as it takes to judge it, counted."
    reading = _reading(f"{place}.playtest", path, summary, JSON, _ref(Figures), "400", "404", "410")
    reading["responses"] |= _under_way(PlaytestPending)
    asking = _asking(f"{place}.play", path)
    yield path, {"parameters": [_seed(book), _name()], "get": reading, "post": asking}
    path = f"/lab/{place}/{{seed}}.csv"
    summary = "The same as rows for a spreadsheet."
    rows = _reading(f"{place}.playtest.csv", path, summary, "text/csv", TEXT, "400", "404", "410")
    rows["responses"] |= _under_way(PlaytestPending)
    yield path, {"parameters": [_seed(book), _name()], "get": rows}


def _of_trials(place: str, book: Book) -> Iterator[tuple[str, Json]]:
    """Return the operations that compare a game with others."""
    table = {
        "name": "table",
        "in": "path",
        "required": True,
        "description": f"One that has work in this game; {MEND} for what would mend it.",
        "schema": TEXT | {"enum": [*(each.id for each in book.rolled), MEND]},
    }
    example = f"{place}/{Seed.from_text(book.title, book.length)}"
    game = _words("game", "The other game: its address, or its digits.", example) | {
        "required": True
    }
    for end, what, field in (
        ("{table}", "Other answers to a table, on the same dice.", table),
        (BESIDE, "Another game on the same dice, and which rules differ.", game),
    ):
        path, id = f"/lab/{place}/{{seed}}/{end}.json", f"{place}.{end.strip('{}')}"
        reading = _reading(id, path, what, JSON, _ref(Trial), "400", "404", "410")
        reading["responses"] |= _under_way(TrialPending)
        fields = [_seed(book), _name(), field]
        yield path, {"parameters": fields, "get": reading, "post": _asking(f"{id}.play", path)}


def _of_wishes(place: str, book: Book) -> Iterator[tuple[str, Json]]:
    path = f"/find/{place}.json"
    summary = f"Games of {book.title} that are as wished."
    reading = _reading(f"{place}.find", path, summary, JSON, _ref(SearchResult), "400")
    fields = [
        _words("wish", "What is wished for, in words.", "three players"),
        *[_field(name, f"{label}.") for name, label in LABELS.items()],
    ]
    item: Json = {"parameters": fields, "get": reading}
    if is_played(book.family):
        item["post"] = _asking(f"{place}.search", path)
    yield path, item


def _asking(id: str, path: str) -> Json:
    """Return an operation that starts a job and redirects to its result."""
    return {
        "summary": "Has them played, unless they are already.",
        "operationId": id,
        "responses": {
            "303": {
                "description": "It is under way or done: look there.",
                "headers": {"Location": {"schema": TEXT, "required": True}},
            },
            **_refusals(path, "400", "404", "410", "429", "503"),
        },
    }


def _of_films(place: str, book: Book) -> Iterator[tuple[str, Json]]:
    schemas: Mapping[str, Json] = {"json": _ref(Replay), "reel": _ref(Reel)}
    told = {
        "json": "a film, event by event",
        "reel": "what each event changes in its drawing",
        "svg": "the table after an event, drawn",
        "html": "a file that replays it",
        "md": "its report",
    }
    asked = [
        _field("dice", "The dice seed."),
        _field("game", "Which game of it."),
        _field("at", "The event to look at; from 0, the beginning."),
        _words(
            "bots",
            "Who plays, commas between them; the last takes the seats that are left.",
            USUAL_BOTS,
        ),
    ]
    for form, type in watch_data.FORMS.items():
        path = f"/watch/{place}/{{seed}}.{form}"
        summary = f"A game of {book.title} between bots: {told[form]}."
        schema = schemas.get(form, TEXT)
        operation = _reading(
            f"{place}.watch.{form}", path, summary, type, schema, "400", "404", "410", "503"
        )
        yield path, {"parameters": [_seed(book), _name(), *asked], "get": operation}


# -------------------------------------------------------------------------------------------- parts


def _reading(id: str, path: str, summary: str, type: str, schema: Json, *refusals: str) -> Json:
    """Return an operation that reads, with its own errors and those of every operation."""
    answers = {
        "200": _answer("It is there.", type, schema),
        "304": {"description": "It is as you have it."},
    }
    answers |= _refusals(".json", "429", "503") | _refusals(path, *refusals)
    return {"summary": summary, "operationId": id, "responses": answers}


def _under_way(type: Any) -> Json:
    """Return the response for a job that is not over, with the type of its progress."""
    return {"202": _answer("It is under way.", JSON, _ref(type)) | {"headers": _again()}}


def _answer(what: str, type: str, schema: Json) -> Json:
    return {"description": what, "content": {type.partition(";")[0]: {"schema": schema}}}


def _refusals(path: str, *statuses: str) -> Json:
    """Return error responses; they are JSON alone for addresses that only programs use."""
    content: Json = {PROBLEM: {"schema": _ref(Problem)}}
    if not prefers_json(path, ""):
        content["text/html"] = {"schema": TEXT}
    what = {
        "400": "Something that was asked is wrong.",
        "404": "There is nothing here, or not yet.",
        "410": "This was a game of a book’s draft; the words say which game is nearest to it.",
        "429": "That was a great deal in a short time.",
        "503": "There is no room just now, or it is still being made, or this server has no C "
        "compiler.",
    }
    return {
        status: {"description": what[status], "content": content}
        | ({"headers": _again()} if status in ("429", "503") else {})
        for status in statuses
    }


def _again() -> Json:
    return {"Retry-After": {"description": "Seconds after which to come again.", "schema": NUMBER}}


def _seed(book: Book) -> Json:
    published = [preset.ruleset.seed for preset in presets() if preset.ruleset.book is book]
    return {
        "name": "seed",
        "in": "path",
        "required": True,
        "description": "The digits that were rolled.",
        "schema": {"type": "string", "pattern": f"^[0-9]{{{book.length}}}$"},
        "example": (published or [Seed.from_text(book.title, book.length)])[0].digits,
    }


def _name() -> Json:
    return {
        "name": "name",
        "in": "query",
        "description": "A name for the game in place of its own: one line without < or >.",
        "schema": {"type": "string", "maxLength": NAME_LIMIT},
    }


def _own(book: Book) -> Json:
    first, *_, last = [each.code for each in nameable_in(book)]
    form = f"Names of one's own: code{BEFORE}name, with {BETWEEN} between them."
    return _words("own", form, f"{first}{BEFORE}Orks{BETWEEN}{last}{BEFORE}Grub")


def _field(name: str, what: str) -> Json:
    return {"name": name, "in": "query", "description": what, "schema": NUMBER}


def _words(name: str, what: str, example: str) -> Json:
    return _field(name, what) | {"schema": TEXT, "example": example}


def _choice(name: str, known: Sequence[str]) -> Json:
    described = f"One of these; {known[0]}, if nothing is said."
    return {
        "name": name,
        "in": "query",
        "description": described,
        "schema": TEXT | {"enum": list(known)},
    }


def _ref(type: Any) -> Json:
    return {"$ref": f"#/components/schemas/{type.__name__}"}
