"""The OpenAPI description of the site, made from the tables that its views use."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
from flask import Blueprint, Response

from carnage import __version__
from carnage.catalog import Book, is_played
from carnage.drawing.frames import DrawnReplay
from carnage.lab.sampling_plan import COMPARISON, FIXES
from carnage.matches.turning_points import GameCourse
from carnage.replays.replay import Replay
from carnage.rulesets.custom_names import CODE_SEPARATOR, NAME_SEPARATOR, list_nameable_in_book
from carnage.rulesets.game_names import NAME_LIMIT
from carnage.rulesets.presets import list_presets
from carnage.seeds import Seed
from carnage.web.api.contracts import Figures, PlaytestPending, Preset, Problem, Rulebook
from carnage.web.api.contracts_tried import SearchResult, Trial, TrialPending
from carnage.web.errors import PROBLEM, prefers_json
from carnage.web.find.views import LABELS
from carnage.web.games import pictures, printing
from carnage.web.games.downloads import TYPES
from carnage.web.matches import watch_data
from carnage.web.matches.watch_address import DEFAULT_BOTS
from carnage.web.params import books

OPENAPI = "3.1.0"
JSON = "application/json"
NUMBER = {"type": "integer", "minimum": 0}
TEXT = {"type": "string"}

Json = dict[str, Any]

openapi_routes = Blueprint("described", __name__)


@openapi_routes.get("/openapi.json")
def show_openapi() -> Response:
    """Return the OpenAPI description."""
    return Response(msgspec.json.encode(build_description()), content_type=JSON)


def build_description() -> Json:
    """Return the paths, the types of responses and the form of errors."""
    trials = (Trial, TrialPending, SearchResult)
    types = (
        Rulebook,
        Preset,
        Figures,
        PlaytestPending,
        *trials,
        Replay,
        DrawnReplay,
        GameCourse,
        Problem,
    )
    _, schemas = msgspec.json.schema_components(types, ref_template="#/components/schemas/{name}")
    return {
        "openapi": OPENAPI,
        "info": {
            "title": "Carnage",
            "version": __version__,
            "summary": "Rulebooks, playtests and replays of tabletop games made from digits.",
            "description": "A game is a book and a seed of digits. The same address always gives "
            "the same game. Clients that exceed a limit get 429 or 503 with Retry-After.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/"}],
        "paths": dict(_paths()),
        "components": {"schemas": schemas},
    }


def _paths() -> Iterator[tuple[str, Json]]:
    for path, what in (
        ("/healthz", "Liveness of the site."),
        ("/readyz", "Readiness of the site and its workers."),
    ):
        answers = {"200": _response("Alive or ready.", "text/plain", TEXT)}
        if path == "/readyz":
            answers["503"] = _response("A worker is not ready.", "text/plain", TEXT)
        yield path, {"get": {"summary": what, "operationId": path[1:], "responses": answers}}
    every = {"type": "array", "items": _ref(Preset)}
    description = {"type": "object", "required": ["openapi", "paths"]}
    for id, summary, schema in (
        ("presets", "Presets: published games as seeds.", every),
        ("openapi", "This description.", description),
    ):
        path = f"/{id}.json"
        yield path, {"get": _read_operation(id, path, summary, JSON, schema)}
    for place, book in books().items():
        yield from _game_paths(place, book)
        yield from _print_paths(place, book)
        yield from _search_paths(place, book)
        if is_played(book.family):
            yield from _playtest_paths(place, book)
            yield from _comparison_paths(place, book)
            yield from _replay_paths(place, book)


def _game_paths(place: str, book: Book) -> Iterator[tuple[str, Json]]:
    for form, type in TYPES.items():
        path = f"/{place}/{{seed}}.{form}"
        schema = _ref(Rulebook) if form == "json" else TEXT
        summary = f"Rulebook of a game of {book.title}."
        operation = _read_operation(
            f"{place}.{form}", path, summary, type, schema, "400", "404", "410"
        )
        yield (
            path,
            {
                "parameters": [
                    _seed_parameter(book),
                    _name_parameter(),
                    _own_parameter(book),
                    _rules_parameter(),
                ],
                "get": operation,
            },
        )


def _print_paths(place: str, book: Book) -> Iterator[tuple[str, Json]]:
    """Return the operations that print or draw a game."""
    every = [_enum_parameter(field, known) for field, known in printing.CHOICES.items()]
    files = {
        f"/{place}/{{seed}}.pdf": (printing.PDF_TYPE, "rulebook or play aids as PDF", every),
        f"/{place}/{{seed}}.png": (pictures.PICTURE_TYPE, "share image", []),
        f"/{place}/{{seed}}.svg": (pictures.CODE_TYPE, "QR code of its address", []),
    }
    if is_played(book.family):
        paper = [field for field in every if field["name"] == "paper"]
        sheet = "playtest sheet with predictions and room for results"
        files[f"/lab/{place}/{{seed}}.pdf"] = printing.PDF_TYPE, sheet, paper
    for path, (type, what, fields) in files.items():
        id = f"{place}.playtest.pdf" if path.startswith("/lab/") else f"{place}{path[-4:]}"
        summary = f"A game of {book.title}: {what}."
        operation = _read_operation(id, path, summary, type, {}, "400", "404", "410", "429", "503")
        yield (
            path,
            {
                "parameters": [
                    _seed_parameter(book),
                    _name_parameter(),
                    _own_parameter(book),
                    _rules_parameter(),
                    *fields,
                ],
                "get": operation,
            },
        )


def _playtest_paths(place: str, book: Book) -> Iterator[tuple[str, Json]]:
    path = f"/lab/{place}/{{seed}}.json"
    summary = "Figures of a playtest: games between bots until each verdict is certain."
    reading = _read_operation(
        f"{place}.playtest", path, summary, JSON, _ref(Figures), "400", "404", "410"
    )
    reading["responses"] |= _pending_response(PlaytestPending)
    asking = _start_operation(f"{place}.play", path)
    yield (
        path,
        {"parameters": [_seed_parameter(book), _name_parameter()], "get": reading, "post": asking},
    )
    path = f"/lab/{place}/{{seed}}.csv"
    summary = "Figures of a playtest as rows for a spreadsheet."
    rows = _read_operation(
        f"{place}.playtest.csv", path, summary, "text/csv", TEXT, "400", "404", "410"
    )
    rows["responses"] |= _pending_response(PlaytestPending)
    yield path, {"parameters": [_seed_parameter(book), _name_parameter()], "get": rows}


def _comparison_paths(place: str, book: Book) -> Iterator[tuple[str, Json]]:
    """Return the operations that compare a game with others."""
    table = {
        "name": "table",
        "in": "path",
        "required": True,
        "description": f"A table that this game uses, or {FIXES} for suggested fixes.",
        "schema": TEXT | {"enum": [*(each.id for each in book.rolled), FIXES]},
    }
    example = f"{place}/{Seed.from_text(book.title, book.length)}"
    game = _text_parameter("game", "Address or digits of the other game.", example) | {
        "required": True
    }
    for end, what, field in (
        ("{table}", "Other options of a table, on the same dice.", table),
        (COMPARISON, "Another game on the same dice, and the rules that differ.", game),
    ):
        path, id = f"/lab/{place}/{{seed}}/{end}.json", f"{place}.{end.strip('{}')}"
        reading = _read_operation(id, path, what, JSON, _ref(Trial), "400", "404", "410")
        reading["responses"] |= _pending_response(TrialPending)
        fields = [_seed_parameter(book), _name_parameter(), field]
        yield (
            path,
            {"parameters": fields, "get": reading, "post": _start_operation(f"{id}.play", path)},
        )


def _search_paths(place: str, book: Book) -> Iterator[tuple[str, Json]]:
    path = f"/find/{place}.json"
    summary = f"Games of {book.title} that match the criteria."
    reading = _read_operation(f"{place}.find", path, summary, JSON, _ref(SearchResult), "400")
    fields = [
        _text_parameter("wish", "Search criteria in words.", "three players"),
        *[_number_parameter(name, f"{label}.") for name, label in LABELS.items()],
    ]
    item: Json = {"parameters": fields, "get": reading}
    if is_played(book.family):
        item["post"] = _start_operation(f"{place}.search", path)
    yield path, item


def _start_operation(id: str, path: str) -> Json:
    """Return an operation that starts a job and redirects to its result."""
    return {
        "summary": "Start the job, unless it exists.",
        "operationId": id,
        "responses": {
            "303": {
                "description": "The job is in progress or done; follow Location.",
                "headers": {"Location": {"schema": TEXT, "required": True}},
            },
            **_error_responses(path, "400", "404", "410", "429", "503"),
        },
    }


def _replay_paths(place: str, book: Book) -> Iterator[tuple[str, Json]]:
    schemas: Mapping[str, Json] = {
        "json": _ref(Replay),
        "reel": _ref(DrawnReplay),
        "course": _ref(GameCourse),
    }
    contents = {
        "json": "all events",
        "reel": "changes of the drawing by event",
        "svg": "drawing of the table after an event",
        "html": "offline replay",
        "md": "battle report",
        "course": "chances of a side at the start of each stage, with the turning points",
    }
    parameters = [
        _number_parameter("dice", "Dice seed."),
        _number_parameter("game", "Index of the game within the dice seed, from 0."),
        _number_parameter("at", "Index of the event; 0 is the start."),
        _text_parameter(
            "bots",
            "Bots by seat, separated by commas; the last one plays all remaining seats.",
            DEFAULT_BOTS,
        ),
    ]
    for form, type in watch_data.FORMS.items():
        path = f"/watch/{place}/{{seed}}.{form}"
        summary = f"A game of {book.title} between bots: {contents[form]}."
        schema = schemas.get(form, TEXT)
        operation = _read_operation(
            f"{place}.watch.{form}", path, summary, type, schema, "400", "404", "410", "503"
        )
        if form == "course":
            operation["responses"] |= _pending_response(GameCourse)
        yield (
            path,
            {
                "parameters": [_seed_parameter(book), _name_parameter(), *parameters],
                "get": operation,
            },
        )


# -------------------------------------------------------------------------------------------- parts


def _read_operation(
    id: str, path: str, summary: str, type: str, schema: Json, *refusals: str
) -> Json:
    """Return an operation that reads, with its own errors and those of every operation."""
    answers = {
        "200": _response("Success.", type, schema),
        "304": {"description": "Not modified."},
    }
    answers |= _error_responses(".json", "429", "503") | _error_responses(path, *refusals)
    return {"summary": summary, "operationId": id, "responses": answers}


def _pending_response(type: Any) -> Json:
    """Return the response for a job that is not over, with the type of its progress."""
    return {
        "202": _response("The job is in progress.", JSON, _ref(type)) | {"headers": _retry_header()}
    }


def _response(what: str, type: str, schema: Json) -> Json:
    return {"description": what, "content": {type.partition(";")[0]: {"schema": schema}}}


def _error_responses(path: str, *statuses: str) -> Json:
    """Return error responses; they are JSON alone for addresses that only programs use."""
    content: Json = {PROBLEM: {"schema": _ref(Problem)}}
    if not prefers_json(path, ""):
        content["text/html"] = {"schema": TEXT}
    what = {
        "400": "A parameter is invalid.",
        "404": "Not found, or not started.",
        "410": "The seed belongs to the draft of a book; `detail` names the closest game.",
        "429": "Too many requests.",
        "503": "The server is busy, the result is not ready, or the server has no C compiler.",
    }
    return {
        status: {"description": what[status], "content": content}
        | ({"headers": _retry_header()} if status in ("429", "503") else {})
        for status in statuses
    }


def _retry_header() -> Json:
    return {"Retry-After": {"description": "Seconds until the next request.", "schema": NUMBER}}


def _seed_parameter(book: Book) -> Json:
    published = [preset.ruleset.seed for preset in list_presets() if preset.ruleset.book is book]
    return {
        "name": "seed",
        "in": "path",
        "required": True,
        "description": "The digits of the game.",
        "schema": {"type": "string", "pattern": f"^[0-9]{{{book.length}}}$"},
        "example": (published or [Seed.from_text(book.title, book.length)])[0].digits,
    }


def _name_parameter() -> Json:
    return {
        "name": "name",
        "in": "query",
        "description": "Custom name of the game: one line without < or >.",
        "schema": {"type": "string", "maxLength": NAME_LIMIT},
    }


def _own_parameter(book: Book) -> Json:
    first, *_, last = [each.code for each in list_nameable_in_book(book)]
    form = f"Custom names: code{CODE_SEPARATOR}name, separated by {NAME_SEPARATOR}."
    return _text_parameter(
        "own", form, f"{first}{CODE_SEPARATOR}Orks{NAME_SEPARATOR}{last}{CODE_SEPARATOR}Grub"
    )


def _rules_parameter() -> Json:
    form = "House rules: number:value, separated by commas. Each game has numbers of its own."
    return _number_parameter("rules", form) | {"schema": TEXT}


def _number_parameter(name: str, what: str) -> Json:
    return {"name": name, "in": "query", "description": what, "schema": NUMBER}


def _text_parameter(name: str, what: str, example: str) -> Json:
    return _number_parameter(name, what) | {"schema": TEXT, "example": example}


def _enum_parameter(name: str, known: Sequence[str]) -> Json:
    described = f"One of these values; the default is {known[0]}."
    return {
        "name": name,
        "in": "query",
        "description": described,
        "schema": TEXT | {"enum": list(known)},
    }


def _ref(type: Any) -> Json:
    return {"$ref": f"#/components/schemas/{type.__name__}"}
