"""Test rolls: new games, one rule, all but the locked ones, and bookmarks of the original site."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carnage import catalog
from carnage.catalog.variants import list_variants
from carnage.jobs.status import JobStatus
from carnage.rulesets.address import MIN_DIGITS
from carnage.seeds import Seed
from carnage.web.games.roll import reroll_one, reroll_rest
from tests.support.rulesets import BOOKS
from tests.support.stand_ins import StubQueue
from tests.support.web import GAME, SEED, client, site

CLASSIC = catalog.book("classic")
TABLES = [table.id for table in CLASSIC.rolled]
LONGEST = catalog.book("skirmish").length
seeds = st.text("0123456789", min_size=15, max_size=15).map(Seed)


def submit_roll(**fields: str) -> str:
    response = client().post("/roll", data=fields)
    assert response.status_code == 303
    assert response.headers["Cache-Control"] == "no-store"
    assert "noindex" in response.headers["X-Robots-Tag"]
    return str(response.headers["Location"])


def test_roll_returns_new_game_each_time() -> None:
    paths = {submit_roll(book="classic") for _ in range(8)} | {submit_roll() for _ in range(8)}
    assert len(paths) == 16
    assert all(client().get(path).status_code == 200 for path in paths)


@pytest.mark.parametrize(
    "text",
    [SEED, f"#{SEED}", "24385 6987 615 781", "24385-6987-615-781", f"  {SEED}\n", f"# {SEED}"],
)
def test_roll_grouped_digits_are_a_seed(text: str) -> None:
    assert submit_roll(book="classic", text=text) == GAME


def test_roll_text_determines_seed() -> None:
    for book, length in (("classic", 15), ("skirmish", LONGEST)):
        expected = f"/{book}/{Seed.from_text('friday night', length)}"
        for text in ("friday night", " friday night ", "Friday  NIGHT"):
            assert submit_roll(book=book, text=text) == f"{expected}?words=friday+night"
        assert (
            submit_roll(book=book, text="12345")
            == f"/{book}/{Seed.from_text('12345', length)}?words=12345"
        )
        named = submit_roll(book=book, text="friday night", name="Last Stand")
        assert named == f"{expected}?name=Last+Stand&words=friday+night"


@given(seeds, st.sampled_from(TABLES))
def test_reroll_one_changes_only_its_result(seed: Seed, table_id: str) -> None:
    table, at = CLASSIC.table(table_id), CLASSIC.digit_offset(table_id)
    fresh = reroll_one(CLASSIC, seed, table_id).digits
    assert fresh[:at] + fresh[at + 1 :] == seed.digits[:at] + seed.digits[at + 1 :]
    result = next(
        variant for variant in list_variants(table) if int(seed.digits[at]) in variant.rolls
    )
    assert int(fresh[at]) not in result.rolls


@given(seeds, st.sets(st.sampled_from(TABLES), max_size=14))
def test_reroll_rest_keeps_locked_digits(seed: Seed, keep: set[str]) -> None:
    fresh = reroll_rest(CLASSIC, seed, tuple(keep))
    assert fresh != seed
    for table_id in keep:
        at = CLASSIC.digit_offset(table_id)
        assert fresh.digits[at] == seed.digits[at]


def test_reroll_rest_all_locked_returns_same_seed() -> None:
    assert reroll_rest(CLASSIC, Seed(SEED), tuple(TABLES)) == Seed(SEED)


def test_roll_preserves_name_and_locks() -> None:
    query = {
        "book": "classic",
        "from": SEED,
        "only": "movement",
        "keep": "units,damage",
        "name": "Last Stand",
    }
    response = client().get("/roll", query_string=query)
    address = urlsplit(response.headers["Location"])
    assert (response.status_code, response.headers["Cache-Control"]) == (303, "no-store")
    assert "noindex" in response.headers["X-Robots-Tag"]
    assert parse_qs(address.query) == {
        "was": [SEED],
        "keep": ["units,damage"],
        "name": ["Last Stand"],
    }
    assert address.fragment == "movement"
    rest = urlsplit(client().get("/roll", query_string=query | {"only": ""}).headers["Location"])
    assert rest.fragment == ""
    # Most rules are new, so the name is dropped.
    assert parse_qs(rest.query) == {
        "was": [SEED],
        "called": ["Last Stand"],
        "keep": ["units,damage"],
    }
    assert (
        rest.path[len("/classic/") + CLASSIC.digit_offset("units")]
        == SEED[CLASSIC.digit_offset("units")]
    )


def test_roll_get_without_seed_redirects_home() -> None:
    response = client().get("/roll")
    assert (response.status_code, response.headers["Location"]) == (303, "/")


@pytest.mark.parametrize(
    ("query", "target"),
    [
        (f"seed={SEED}&game_name=Ruinous+Throne", GAME),
        (f"seed={SEED}", GAME),
        (f"seed={SEED}999&game_name=Ruinous+Throne", GAME),
        (f"seed={SEED}&game_name=Last+Stand", f"{GAME}?name=Last+Stand"),
        (f"seed={SEED}&game_name=Caf%C3%A9+%26+Sons", f"{GAME}?name=Caf%C3%A9+%26+Sons"),
    ],
)
def test_original_bookmark_redirects_to_game(query: str, target: str) -> None:
    response = client().get(f"/?{query}")
    assert (response.status_code, response.headers["Location"]) == (301, target)


@pytest.mark.parametrize(
    "query", ["seed=", "seed=12", "seed=24385698761578x", f"seed={SEED}x", "seed=%D9%A1"]
)
def test_original_bookmark_invalid_returns_400(query: str) -> None:
    response = client().get(f"/?{query}")
    assert response.status_code == 400
    assert "243856987615781" in response.text


@pytest.mark.parametrize("book", ["any", "", *BOOKS])
@pytest.mark.parametrize("length", range(1, 41))
def test_roll_digits_of_any_length_open_game_or_ask(book: str, length: int) -> None:
    answer = client().post("/roll", data={"book": book, "text": f"#{'7' * length}"})
    fitting = [code for code in BOOKS if catalog.book(code).length == length]
    if length >= MIN_DIGITS and not fitting:
        assert answer.status_code == 400
        assert f"These are {length} digits" in answer.text
        return
    place, digits = answer.headers["Location"].partition("?")[0].split("/")[1:]
    assert answer.status_code == 303
    assert client().get(f"/{place}/{digits}").status_code == 200
    if fitting:
        assert (place, digits) == (catalog.book(fitting[0]).code, "7" * length)
    elif book not in ("any", ""):
        assert place == catalog.book(book).code


@pytest.mark.parametrize("code", BOOKS)
def test_reroll_one_reaches_every_other_option(code: str) -> None:
    book = catalog.book(code)
    seed = Seed("5" * book.length)
    for table in book.rolled:
        at = book.digit_offset(table.id)
        seeds = {reroll_one(book, seed, table.id).digits for _ in range(200)}
        assert all(s[:at] == seed.digits[:at] for s in seeds)
        assert all(s[at + table.digits :] == seed.digits[at + table.digits :] for s in seeds)
        got = {table.rolls[int(s[at : at + table.digits])].code for s in seeds}
        assert got | {table.rolls[int("5" * table.digits)].code} == {o.code for o in table.options}


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 303),
        ({"Sec-Fetch-Site": "same-origin", "Origin": "https://behind.a.proxy"}, 303),
        ({"Sec-Fetch-Site": "none"}, 303),
        ({"Origin": "http://localhost"}, 303),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
        ({"Origin": "http://elsewhere.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "http://["}, 403),
    ],
)
@pytest.mark.parametrize("path", ["/roll", f"/lab{GAME}"])
def test_post_from_other_site_is_refused(
    path: str, headers: dict[str, str], status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(site().extensions, "playtests", StubPlaytests())
    answer = client().post(path, headers=headers)
    assert answer.status_code == status


class StubPlaytests(StubQueue):
    """Stand in for a queue of playtests that runs no job."""

    def status(self, key: object) -> JobStatus[object]:
        return JobStatus()
