"""Test error pages: their statuses, their forms, and that they escape input."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from urllib.parse import parse_qsl, quote, urlsplit

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from werkzeug.test import TestResponse

from carnage import catalog
from carnage.catalog.atlas import get_atlas
from carnage.rulesets.game_names import MAX_DECOMPOSED_LENGTH, NAME_LIMIT
from carnage.seeds import TEXT_LIMIT
from tests.support.web import GAME, SEED, client, site, soup

ERRORS = [
    ("/nothing", 404, "book"),
    ("/nothing/", 404, "book"),
    ("/nothing/123456789012345", 404, "book"),
    ("/skirmish-2/1", 404, "book"),
    ("/classic/1/2", 404, "page"),
    ("/static/nothing.css", 404, "book"),
    ("/static/../carnage/__init__.py", 404, ""),
    ("/classic/24385698761578", 404, "15 digits"),
    ("/classic/2438569876157811", 404, "15 digits"),
    ("/classic/24385698761578a", 404, "15 digits"),
    ("/classic/+43856987615781", 404, "15 digits"),
    ("/duel/1", 404, "<code>8000000000000</code>"),
    ("/lab/gamble/1", 404, "<code>200080000000</code>"),
    ("/roll?from=1&book=gamble", 400, "<code>200080000000</code>"),
    (f"/classic/{SEED}.gif", 404, ".md"),
    (f"/classic/{SEED}.html.md", 404, ".md"),
    ("/classic/%FF%FE", 404, "15 digits"),
    (f"{GAME}?name=" + "x" * 10_000, 400, "10,000"),
    (f"{GAME}?name=%3Cscript%3Ealert(1)%3C/script%3E", 400, "Last Stand"),
    (f"{GAME}?name=a%0Ab", 400, "one line"),
    (f"{GAME}?name=a%0D%0ASet-Cookie:%20x=1", 400, "one line"),
    (f"{GAME}?name=%00", 400, "one line"),
    (f"{GAME}?name=%FF%FE", 400, "UTF-8"),
    (f"{GAME}?name=%E2%80%AEabc", 400, "one line"),
    (f"{GAME}.md?name=%3Cb%3E", 400, ""),
    (f"{GAME}.html?name=a%0Ab", 400, ""),
    (f"{GAME}?keep=nothing", 400, "keep="),
    (f"{GAME}?keep=%3Cscript%3E", 400, "keep="),
    (f"{GAME}?keep=units,conventions", 400, "keep="),
    (f"/?seed={SEED}&game_name=%3Cb%3E", 400, ""),
    (f"/?seed={SEED}&game_name=%FF", 400, "UTF-8"),
    (f"/?seed={SEED}&game_name=a%0D%0Ab", 400, ""),
    ("/roll?from=1", 400, f"{catalog.book(catalog.DEFAULT_BOOK).length} digits"),
    (f"/roll?from={SEED}&book=nothing", 404, "book"),
    (f"/roll?from={SEED}&only=nothing", 400, "only="),
    (f"/roll?from={SEED}&only=conventions", 400, "only="),
    (f"/roll?from={SEED}&name=a%0Ab", 400, ""),
    (f"/roll?from={SEED}&name=%FF", 400, "UTF-8"),
]


@pytest.mark.parametrize(("path", "status", "said"), ERRORS)
def test_error_page_has_status_and_hint(path: str, status: int, said: str) -> None:
    response = client().get(path)
    page = soup(response.text)
    assert response.status_code == status
    assert response.headers["Cache-Control"] == "no-store"
    assert "ETag" not in response.headers
    assert page.h1
    assert page.select("form[action='/roll']")
    assert said in response.text
    assert "Traceback" not in response.text
    assert "<script>alert" not in response.text


@pytest.mark.parametrize(
    ("path", "field", "typed", "also"),
    [
        (f"{GAME}?keep=units&name=%3Cb%3E", "name", "<b>", {"keep": "units"}),
        (f"{GAME}.md?name=a%0Ab", "name", "ab", {}),
        (f"/print{GAME}?name=%22%3E", "name", '">', {}),
        (f"/?seed={SEED}&game_name=%3Cb%3E", "game_name", "<b>", {"seed": SEED}),
        ("/classic/24385%206987", "text", "24385 6987", {"book": "classic"}),
        ("/duel/12.pdf", "text", "12", {"book": "duel"}),
        ("/?seed=12", "text", "12", {"book": "classic"}),
        ("/roll?from=1&book=gamble", "text", "1", {"book": "gamble"}),
        (f"/watch{GAME}?dice=soon&game=3", "dice", "soon", {"game": "3"}),
        (f"/lab{GAME}/beside?game=nonsense", "game", "nonsense", {}),
        (f"/lab{GAME}/beside?game=" + "x" * 3_000, "game", "x" * 3_000, {}),
        ("/find/skirmish?minutes=soon", "minutes", "soon", {}),
        ("/picks?tag=nonsense", "tag", "nonsense", {}),
        ("/roll?from=1&book=nonsense", "book", "nonsense", {"from": "1"}),
        ("/find?book=nonsense&minutes=45", "book", "nonsense", {"minutes": "45"}),
        ("/nonsense", "text", "nonsense", {"book": catalog.DEFAULT_BOOK}),
        ("/friday/night/games", "text", "friday/night/games", {"book": catalog.DEFAULT_BOOK}),
        ("/lab/nonsense/12", "text", "lab/nonsense/12", {"book": catalog.DEFAULT_BOOK}),
        ("/play?game=2438569876157811&bots=person", "game", "2438569876157811", {"bots": "person"}),
        ("/table?game=24+minutes", "game", "24 minutes", {}),
        (f"/watch{GAME}?game=1000000&dice=2", "game", "1000000", {"dice": "2"}),
        (
            f"/play{GAME}?bots=person&dice=9223372036854775808",
            "dice",
            "9223372036854775808",
            {"bots": "person"},
        ),
        *[
            (f"/atlas/classic?{field}=nonsense&good=1", field, "nonsense", {"good": "1"})
            for field in ("x", "y", "colour", "keep")
            if get_atlas(catalog.book("classic"))
        ],
    ],
)
def test_error_form_keeps_input(path: str, field: str, typed: str, also: dict[str, str]) -> None:
    response = client().get(path)
    assert response.status_code in (400, 404)
    page = soup(response.text)
    (put,) = page.select(f"input[name={field}]:not([type=hidden])")
    assert put["value"] == typed
    hidden = {
        each["name"]: each["value"] for each in put.find_parent("form").select("[type=hidden]")
    }
    assert hidden.items() >= also.items()
    # A corrected form can be sent.
    form = put.find_parent("form")
    assert form.get("method", "get") in ("get", "post")
    assert form.button


@pytest.mark.parametrize(
    ("path", "right"),
    [
        ("/picks?tag=nonsense", "greedy"),
        ("/find?book=nonsense", "duel"),
        *[
            (path, right)
            for path, right in (
                ("/atlas/classic?x=nonsense", "measure.rounds"),
                ("/atlas/classic?colour=nonsense", "damage"),
                ("/atlas/classic?keep=nonsense", "damage=certain-death"),
                ("/atlas/classic?keep=units=squads&keep=damage=nonsense", "damage=doomed"),
            )
            if get_atlas(catalog.book("classic"))
        ],
    ],
)
def test_error_form_offers_valid_values(path: str, right: str) -> None:
    form = soup(client().get(path).text).select_one("form.again")
    assert form.select_one("input[list]")["list"] == form.datalist["id"]
    assert right in [each.text for each in form.select("datalist option")]
    fields = {each["name"]: each["value"] for each in form.select("input")}
    fields[str(form.select_one("#again")["name"])] = right
    assert client().get(path.partition("?")[0], query_string=fields).status_code in (200, 303)


def test_error_form_corrected_name_opens_game() -> None:
    page = soup(client().get(f"{GAME}?keep=units&name=%3Cb%3E").text)
    form = page.select_one("form.again")
    assert form
    assert not form.get("action")  # the form is sent to its own address
    fields = {each["name"]: each["value"] for each in form.select("input")} | {"name": "Last Stand"}
    there = client().get(GAME, query_string=fields)
    assert there.status_code == 200
    assert soup(there.text).h1.get_text() == "Last Stand"


@pytest.mark.parametrize("path", ["/", GAME, "/classic/", "/credits", "/robots.txt"])
@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH"])
def test_pages_other_method_returns_405(path: str, method: str) -> None:
    response = client().open(path, method=method)
    assert response.status_code == 405
    assert "GET" in response.headers["Allow"]
    assert "no" in soup(response.text).h1.text.lower() or soup(response.text).h1


def test_roll_put_returns_405() -> None:
    response = client().put("/roll")
    assert response.status_code == 405
    assert "POST" in response.headers["Allow"]


@pytest.mark.parametrize(
    "path", ["/", GAME, f"{GAME}.md", "/classic/", "/credits", "/static/css/components/base.css"]
)
def test_head_returns_headers_of_get(path: str) -> None:
    head, get = client().head(path), client().get(path)
    assert head.status_code == get.status_code == 200
    assert head.data == b""
    assert dict(head.headers) == dict(get.headers)


def test_options_lists_methods() -> None:
    response = client().options(GAME)
    assert response.status_code == 200
    assert {"GET", "HEAD"} <= set(response.headers["Allow"].split(", "))


@pytest.mark.parametrize("size", [17_000, 500_000])
def test_roll_large_body_returns_413(size: int) -> None:
    response = client().post("/roll", data={"text": "x" * size})
    assert response.status_code == 413
    assert soup(response.text).h1


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"\xff\xfe=\x00&&&=%zz", "application/x-www-form-urlencoded"),
        (b"--b\r\nnonsense", "multipart/form-data; boundary=b"),
        (b"text=%FF%FE%00", "application/x-www-form-urlencoded"),
        (b'{"book": 1}', "application/json"),
        (b"", "multipart/form-data"),
    ],
)
def test_roll_malformed_form_is_handled(data: bytes, kind: str) -> None:
    response = client().post("/roll", data=data, content_type=kind)
    assert response.status_code in (303, 400)


def test_roll_invalid_fields_are_refused() -> None:
    assert client().post("/roll", data={"book": "<b>"}).status_code == 404
    assert client().post("/roll", data={"name": "a\nb"}).status_code == 400
    assert client().post("/roll", data={"name": b"\xff"}).status_code == 400


MARKS = "\u0301\u0323" * 3_000  # normalising them takes quadratic time


@pytest.mark.parametrize("page", ["", "/watch", "/play", "/lab"])
@pytest.mark.parametrize(
    "written",
    [
        f"classic/{SEED}.",
        f"classic/{SEED},",
        f"classic/{SEED})",
        f"classic/{SEED}/",
        f"classic/{SEED}…",
        f"classic/{SEED}%20",
        f"classic/{SEED}%0A",
        f"classic/{SEED}%00",
        f"classic/{SEED}%E2%80%8B",
        f"classic/{SEED}%22",
        f"CLASSIC/{SEED}/",
        f"Classic/{SEED}",
        f"classic%252F{SEED}",
        "classic/24385%206987%20615%20781",
        "classic/24385-6987-615-781",
        "classic/２４３８５６９８７６１５７８１",
        "classic/٢٤٣٨٥٦٩٨٧٦١٥٧٨١",
        "classic/²⁴³⁸⁵⁶⁹⁸⁷⁶¹⁵⁷⁸¹",
    ],
)
def test_game_address_with_typo_redirects(page: str, written: str) -> None:
    for query in ("", "?name=Tom+%26+Jerry%2A"):
        answer = client().get(f"{page}/{written}{query}")
        assert answer.status_code in (301, 302, 308), answer.text
        assert answer.headers["Location"].replace("*", "%2A") == f"{page}{GAME}{query}"


def test_game_address_ampersand_starts_query() -> None:
    answer = client().get(f"{GAME}&name=Foo")
    assert answer.headers["Location"] == f"{GAME}?name=Foo"


@pytest.mark.parametrize(
    ("seed", "there"),
    [
        ("243,856,987,615,781", f"{GAME}?name=X"),
        (f" {SEED} ", f"{GAME}?name=X"),
        ("２４３８５６９８７６１５７８１", f"{GAME}?name=X"),
        (f"{SEED}123", f"{GAME}?name=X"),
    ],
)
def test_original_bookmark_redirects_to_game(seed: str, there: str) -> None:
    answer = client().get("/", query_string={"seed": seed, "game_name": "X"})
    assert (answer.status_code, answer.headers["Location"]) == (301, there)


def test_seed_of_wrong_length_returns_404_with_length() -> None:
    answer = client().get(f"{GAME}0")
    assert answer.status_code == 404
    assert "A seed of Classic has 15 digits, and this one has 16." in answer.text
    assert f'<a href="{GAME}"><code>{GAME}</code></a>' in answer.text


WORDS: dict[str, Callable[[str], TestResponse]] = {
    "page": lambda words: client().get(GAME, query_string={"name": words}),
    "download": lambda words: client().get(f"{GAME}.md", query_string={"name": words}),
    "bookmark of the original": lambda words: client().get(
        "/", query_string={"seed": SEED, "game_name": words}
    ),
    "re-roll": lambda words: client().get("/roll", query_string={"from": SEED, "name": words}),
    "roll": lambda words: client().post("/roll", data={"name": words}, content_type=FORM),
    "playtest": lambda words: client().get(f"/lab{GAME}", query_string={"name": words}),
    "text": lambda words: client().post("/roll", data={"text": words}, content_type=FORM),
    "text for a book": lambda words: client().post(
        "/roll", data={"text": words, "book": "classic"}, content_type=FORM
    ),
    "text for any book": lambda words: client().post(
        "/roll", data={"text": words, "book": "any"}, content_type=FORM
    ),
}
FORM = "multipart/form-data"  # the encoding in which most marks fit


@pytest.mark.parametrize("way", WORDS)
def test_long_text_is_refused_before_normalisation(
    way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    normalise, lengths = unicodedata.normalize, []

    def measured(form: str, text: str) -> str:
        lengths.append(len(text))
        return normalise(form, text)

    monkeypatch.setattr(unicodedata, "normalize", measured)
    refused = WORDS[way](MARKS)
    assert refused.status_code == 400
    limit = TEXT_LIMIT if "text" in way else NAME_LIMIT
    assert f"at most {limit:,} characters; this one has {len(MARKS):,}" in refused.text
    assert ("friday night" if "text" in way else "Last Stand") in refused.text.replace("+", " ")
    assert max(lengths, default=0) <= max(TEXT_LIMIT, MAX_DECOMPOSED_LENGTH * NAME_LIMIT)
    lengths.clear()
    assert WORDS[way](MARKS[:40]).status_code in (200, 301, 303)
    times = sum(length >= 40 for length in lengths)
    assert times == {"text": 3, "text for a book": 3, "text for any book": 3}.get(way, times) > 0


@pytest.mark.parametrize(
    ("path", "field", "right"),
    [
        (GAME, "keep", "keep=golden-rule"),
        (GAME, "die", "die=all"),
        (GAME, "lock", "lock=golden-rule"),
        (GAME, "own", "?own=captain~Grub*rifle~Long+Bow"),
        (GAME, "wish", "?wish=45+minutes,+with+a+morale+rule"),
        (f"{GAME}?die=all", "was", "was="),
        (GAME, "was", "was="),
        (f"/roll?from={SEED}&book=classic", "was", "was="),
        (f"/print{GAME}", "paper", "paper=letter"),
        (f"/print{GAME}", "sheet", "sheet=booklet"),
        (f"/print{GAME}", "part", "part=cards"),
        (f"/roll?from={SEED}&book=classic", "only", "only=golden-rule"),
        (f"/roll?from={SEED}&book=classic", "keep", "keep=golden-rule"),
        (f"/print{GAME}", "own", "?own=captain~Grub"),
        (f"{GAME}.pdf", "paper", "paper=letter"),
        (f"{GAME}.pdf", "sheet", "sheet=booklet"),
        (f"{GAME}.pdf", "part", "part=cards"),
        (f"/table{GAME}", "keep", "keep=golden-rule"),
    ],
)
@pytest.mark.parametrize("typed", ["nonsense", "<b>nonsense</b>", "7" * 200, "é, ü", "%"])
def test_invalid_query_returns_form_with_example(
    path: str, field: str, right: str, typed: str
) -> None:
    """Check that the form holds the invalid value in a field, and all other fields."""
    path, _, query = path.partition("?")
    sent = {**dict(parse_qsl(query)), "name": "Last Stand", field: typed}
    answer = client().get(path, query_string=sent)
    page = soup(answer.text)
    assert answer.status_code == 400
    assert any(right in code.text for code in page.select("#wrong code"))
    assert typed not in page.select_one("#wrong").text or field == "wish"
    form = page.select_one("form.again")
    fields = {each["name"]: each["value"] for each in form.select("input")}
    assert fields == sent
    assert form["method"] == "get"
    put_right = right.partition("=")[2].replace("+", " ") or "2" * 15
    if not path.endswith(".pdf"):
        assert client().get(path, query_string=fields | {field: put_right}).status_code in (
            200,
            303,
        )


@pytest.mark.parametrize(
    "query",
    [
        "keep=",
        "die=",
        "lock=&keep=",
        "own=",
        "wish=",
        "was=",
        "called=zzz",
        "nonsense=1",
        "keep=,,,",
        "paper=a3",
    ],
)
def test_game_page_empty_or_unknown_query_is_ignored(query: str) -> None:
    assert client().get(f"{GAME}?{query}").status_code in (200, 303)


def test_forms_have_no_maxlength() -> None:
    for path in ("/", GAME):
        assert not soup(client().get(path).text).select("[maxlength]")


@pytest.mark.parametrize(
    "path", ["/classic//", f"/classic//{SEED}", "/lab//classic/1", "/classic////x"]
)
@pytest.mark.parametrize("host", ["evil.example", "[::1]:80", "@evil", ""])
def test_redirects_are_relative(path: str, host: str) -> None:
    """Leave out the host, which the client chooses, or the server if the client sends none."""
    named = {"HTTP_HOST": host, "SERVER_NAME": "elsewhere.invalid"}
    answer = client().get(
        "/", environ_overrides={"PATH_INFO": path, "QUERY_STRING": "name=a", **named}
    )
    assert answer.status_code == 308
    place = urlsplit(answer.headers["Location"])
    assert (place.scheme, place.netloc, place.query) == ("", "", "name=a")
    assert answer.headers["Location"].startswith("/")
    for name in ("evil", "invalid", "::1", "localhost"):
        assert name not in answer.text
        assert name not in str(answer.headers)


def test_internal_error_hides_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*args: object) -> None:
        raise ZeroDivisionError("secret")

    monkeypatch.setattr("carnage.web.games.views.build_rulebook", broken)
    response = client().get("/classic/111111111111111")
    assert response.status_code == 500
    assert "secret" not in response.text
    assert "Traceback" not in response.text
    assert "The error has been logged" in response.text


# Any input gets a response with a status below 500.

ANYTHING = st.text(max_size=40)
SEEDISH = st.one_of(
    st.text("0123456789", min_size=13, max_size=17),
    st.text("0123456789.٣²x", min_size=14, max_size=16),
    ANYTHING,
)


@settings(max_examples=300)
@given(
    st.sampled_from(["classic", "Classic", "nothing", ""]),
    SEEDISH,
    st.sampled_from(["", ".md", ".json", ".html", ".x"]),
)
def test_any_seed_is_handled(book: str, seed: str, ending: str) -> None:
    _request(f"/{book}/{quote(seed)}{ending}", {})


@pytest.mark.thorough
@settings(max_examples=200)
@given(ANYTHING, ANYTHING)
def test_any_name_is_handled(name: str, keep: str) -> None:
    _request(GAME, {"name": name})
    _request(GAME, {"name": f"<zq {name}>"})
    _request("/roll", {"from": SEED, "only": f"<zq {name}>", "keep": f"<zq {keep}"})
    _request(GAME, {"name": name, "keep": keep})
    _request(f"{GAME}.md", {"name": name})
    _request("/", {"seed": SEED, "game_name": name})


@settings(max_examples=200)
@given(
    ANYTHING,
    st.dictionaries(st.sampled_from(["from", "only", "keep", "name", "book", "seed"]), ANYTHING),
)
def test_any_path_and_query_is_handled(path: str, query: dict[str, str]) -> None:
    _request(f"/{quote(path)}", query)
    _request("/roll", query)
    response = client().post("/roll", data=query)
    assert response.status_code < 500


@settings(max_examples=200)
@given(st.binary(max_size=40), st.binary(max_size=60))
def test_any_bytes_are_handled(path: bytes, query: bytes) -> None:
    """Pass bytes as a server does: the path as Latin-1, the query unchanged."""
    statuses: list[str] = []
    environ = {
        "REQUEST_METHOD": "GET",
        "SCRIPT_NAME": "",
        "PATH_INFO": "/" + path.decode("latin-1"),
        "QUERY_STRING": query.decode("latin-1"),
        "SERVER_NAME": "localhost",
        "SERVER_PORT": "80",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "wsgi.url_scheme": "http",
        "wsgi.input": None,
        "REMOTE_ADDR": "127.0.0.1",
    }
    for _ in site().wsgi_app(
        environ, lambda status, headers, exc_info=None: statuses.append(status)
    ):
        pass
    assert int(statuses[0][:3]) < 500


def _request(path: str, query: dict[str, str]) -> None:
    """Request a page, and check that it is no server error and escapes markup."""
    # A path that begins with two slashes would be read as a host by the client.
    response = client().get("/" + path.lstrip("/"), query_string=query)
    assert response.status_code < 500
    if response.status_code >= 400:
        assert response.headers["Cache-Control"] == "no-store"
    assert "<zq" not in response.text
    assert "\r" not in response.headers.get("Location", "")
    assert "\n" not in response.headers.get("Location", "")
