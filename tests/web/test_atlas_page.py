"""Test the atlas pages: charts of games, rankings of options, and books without an atlas."""

from __future__ import annotations

import re
from itertools import product
from typing import Any, Literal

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Browser

from carnage import catalog
from carnage.catalog import atlas as shipped
from carnage.catalog.atlas import Atlas, list_results
from carnage.catalog.variants import list_variants
from carnage.lab.criteria import Criteria
from carnage.lab.rulebook_search import atlas_matches
from carnage.rulesets.ruleset import resolve
from carnage.seeds import Seed
from carnage.web import create_app
from carnage.web.atlas import view as atlas_view
from carnage.web.atlas.picture import make_mark, ticks
from carnage.web.atlas.tendencies import format_effect, summarize_effects
from carnage.web.warming import prerender
from tests.support import charts
from tests.support.browser import DESKTOP, PHONE, check_page, open_page, serve
from tests.support.marks import soak_all_but
from tests.support.web import soup

pytest.importorskip("duckdb")
pytest.importorskip("pyarrow")

BOOK = catalog.book("classic")
HAS = ("movement", "momentum-movement")
GAME = "/classic/243856987615781"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Atlas:
    return charts.make_atlas(tmp_path_factory.mktemp("charted"), "classic", *HAS)


@pytest.fixture
def found(made: Atlas, monkeypatch: pytest.MonkeyPatch) -> Atlas:
    """Ship an atlas of Classic and of no other book."""
    monkeypatch.setattr(
        shipped, "_CACHE", {code: None for code in catalog.book_codes()} | {"classic": made}
    )
    return made


@pytest.fixture
def client(found: Atlas) -> FlaskClient:
    return create_app().test_client()


@pytest.fixture
def without(monkeypatch: pytest.MonkeyPatch) -> FlaskClient:
    """Return a client of a site without any atlas."""
    monkeypatch.setattr(shipped, "_CACHE", dict.fromkeys(catalog.book_codes()))
    return create_app().test_client()


def load_page(client: FlaskClient, address: str, status: int = 200) -> Any:
    answer = client.get(address)
    assert answer.status_code == status
    return soup(answer.text)


def test_atlas_chart_dots_link_to_games(client: FlaskClient, found: Atlas) -> None:
    shown = load_page(client, "/atlas/classic?x=measure.decisions&y=mean.rounds&colour=movement")
    dots = shown.select(".dots a")
    assert len(dots) == len(found.games)
    rows = {found.games.get_seed(row): row for row in range(len(found.games))}
    across, up = [], []
    for each in dots[:60]:
        digits = each["href"].rpartition("/")[2]
        row = rows[digits]
        name, figures = each.title.text.split(": ")
        assert name == resolve(BOOK, Seed(digits)).name
        assert figures.split(", ")[1] == f"{found.games.get_value('mean.rounds', row):.1f}"
        assert each["tabindex"] == "-1"
        mark = shown.select_one(f"defs {each.use['href']}")
        assert mark is not None
        across.append((found.games.get_value("measure.decisions", row), float(each.use["x"])))
        up.append((found.games.get_value("mean.rounds", row), -float(each.use["y"])))
    for places in (across, up):
        assert [at for _, at in sorted(places)] == sorted(at for _, at in places)
    assert client.get(dots[0]["href"]).status_code == 200


def test_atlas_chart_legend_has_counts_and_means(client: FlaskClient, found: Atlas) -> None:
    shown = load_page(client, "/atlas/classic?x=measure.decisions&y=mean.rounds&colour=movement")
    rows = {
        row.th.get_text(" ", strip=True): [cell.text for cell in row.select("td")]
        for row in shown.select(".legend tr")
    }
    option = BOOK.table("movement").option(HAS[1])
    having = list(found.find_rows({"movement": HAS[1]}))
    mean = sum(found.games.get_value("mean.rounds", row) or 0.0 for row in having) / len(having)
    assert rows[option.label][0] == str(len(having))
    assert rows[option.label][2] == f"{mean:.1f}"
    assert rows["All"][0] == str(len(found.games))
    marks = [str(each) for each in shown.select(".legend tbody svg > *")]
    assert len(set(marks)) == len(marks) >= 3


def test_atlas_chart_query_filters_games(client: FlaskClient, found: Atlas) -> None:
    address = f"/atlas/classic?x=measure.decisions&y=mean.rounds&colour=damage&keep=movement={HAS[1]}&keep="
    shown = load_page(client, address)
    kept = {found.games.get_seed(row) for row in found.find_rows({"movement": HAS[1]})}
    assert {each["href"].rpartition("/")[2] for each in shown.select(".dots a")} == kept
    assert shown.select_one(f'option[value="movement={HAS[1]}"]').has_attr("selected")
    good = load_page(client, address + "&good=1")
    faultless = {
        found.games.get_seed(row) for row in found.find_rows({"movement": HAS[1]}, faultless=True)
    }
    assert {each["href"].rpartition("/")[2] for each in good.select(".dots a")} == faultless < kept
    # A link of the legend shows the games with one option, and leads back.
    narrower = shown.select_one(".legend tbody a")["href"]
    few = load_page(client, narrower)
    assert 0 < len(few.select(".dots a")) < len(kept)
    assert "Show games with any option of" in few.text
    assert f"keep=movement={HAS[1]}" in few.select_one('.hint a[href^="/find/classic?"]')["href"]


def test_atlas_chart_missing_metric_omits_games(client: FlaskClient, found: Atlas) -> None:
    shown = load_page(client, "/atlas/classic?x=measure.openness&y=mean.rounds")
    known = [
        row
        for row in range(len(found.games))
        if found.games.get_value("measure.openness", row) is not None
    ]
    assert 0 < len(shown.select(".dots a")) == len(known) < len(found.games)


def test_atlas_chart_many_games_are_sampled(
    client: FlaskClient, found: Atlas, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(atlas_view, "MAX_DOTS", 50)
    shown = load_page(client, "/atlas/classic?x=measure.drawn&y=mean.rounds")
    assert len(shown.select(".dots a")) == 50
    assert "50 of 399 games, chosen at random" in shown.select_one("figcaption").text


def test_atlas_ranking_planted_effect_is_first(client: FlaskClient) -> None:
    shown = load_page(client, "/atlas/classic/mean.rounds")
    first = shown.select_one(".league tbody tr")
    option = BOOK.table("movement").option(HAS[1])
    assert first.th.get_text(" ", strip=True) == f"Movement : {option.label}"
    assert float(first.select("td")[-2].text) > 1.0
    low, high = re.findall(r"[+−][\d.]+", first.select("td")[-1].text)
    assert low.startswith("+")
    assert float(low) < float(high)
    unsure = shown.select("details.others tr.unsure")
    assert len(unsure) > 20
    assert len(unsure) + len(shown.select("tr:not(.unsure) td.bars")) == sum(
        len(list_results(table)) for table in BOOK.rolled
    )


def test_atlas_overview_lists_largest_effects(client: FlaskClient) -> None:
    shown = load_page(client, "/atlas")
    [row] = [
        row
        for row in shown.select(".overview tbody tr")
        if row.a["href"] == "/atlas/classic/mean.rounds"
    ]
    assert BOOK.table("movement").option(HAS[1]).label in row.select("td")[1].text
    assert shown.select_one('h2 a[href="/atlas/classic"]')
    assert not shown.select_one('h2 a[href="/atlas/duel"]')


def test_option_effects_are_shown_with_options(client: FlaskClient, found: Atlas) -> None:
    table = BOOK.table("movement")
    [variant] = [each for each in list_variants(table) if each.option.code == HAS[1]]
    said = summarize_effects(BOOK, table, variant)
    assert re.fullmatch(
        r"(rounds \+1\.\d|draws \+1\d percentage points|games with a fault \+\d\d percentage points)(, .*)?",
        said,
    )
    assert {each.split(" ")[0] for each in said.split(", ")} >= {"rounds", "draws"}
    book = load_page(client, "/classic/")
    assert [
        each.text for each in book.select("#movement .tends") if each.text == f"On average: {said}."
    ]
    assert (
        len(book.select(".tends")) < 12
    )  # options without a planted effect have no text, other movements excepted
    assert "399 random rulesets, 10 games of each" in " ".join(book.text.split())
    tray = load_page(client, f"{GAME}?die=movement")
    assert f"On average: {said}." in [each.text for each in tray.select(".answers .tends")]


def test_atlas_missing_shows_nothing(without: FlaskClient) -> None:
    assert not load_page(without, "/classic/").select(".tends, a[href^='/atlas']")
    assert not load_page(without, f"{GAME}?die=movement").select(".tends, a[href^='/atlas']")
    assert "No book has an atlas yet" in load_page(without, "/atlas").text
    assert "No atlas of this book" in load_page(without, "/atlas/classic", 404).h1.text
    assert "No atlas of this book" in load_page(without, "/atlas/classic/mean.rounds", 404).h1.text
    assert list(atlas_matches(BOOK, Criteria())) == []
    prerender(without.application)


@pytest.mark.parametrize(
    ("address", "status", "says"),
    [
        ("/atlas/chess", 404, "Page not found"),
        ("/atlas/duel", 404, "Choose a book with an atlas: Classic"),
        ("/atlas/classic/fun", 404, "Choose a measure"),
        ("/atlas/classic?x=fun", 400, "after x="),
        ("/atlas/classic?y=measure.faulty", 400, "after y="),
        ("/atlas/classic?colour=fun", 400, "after colour="),
        ("/atlas/classic?keep=fun", 400, "units=squads, resolution="),
        ("/atlas/classic?keep=fun=1", 400, "after keep="),
        ("/atlas/classic?keep=movement=%3Cb%3E", 400, "after keep=: movement="),
        ("/atlas/classic?keep=a=b=c%3Cb%3E", 400, "units=squads, resolution="),
    ],
)
def test_atlas_invalid_address_lists_choices(
    client: FlaskClient, address: str, status: int, says: str
) -> None:
    answer = client.get(address)
    assert answer.status_code == status
    assert says in " ".join(soup(answer.text).get_text().split())
    assert "<b>" not in answer.text.partition("<main")[2]


def test_atlas_pages_have_etag(client: FlaskClient) -> None:
    prerender(client.application)
    for path in ("/atlas", "/atlas/classic"):
        assert "ETag" in client.get(path).headers
    answer = client.get("/atlas/classic?y=measure.drawn")
    again = client.get(
        "/atlas/classic?y=measure.drawn", headers={"If-None-Match": answer.headers["ETag"]}
    )
    assert again.status_code == 304


def test_atlas_chart_narrow_filter_has_one_or_no_game(client: FlaskClient, found: Atlas) -> None:
    digits = found.games.get_seed(0)
    ruleset = resolve(BOOK, Seed(digits))
    kept = "".join(
        f"&keep={choice.table.id}={choice.option.code}"
        for choice in ruleset.choices
        if ruleset.uses(choice.table, choice.option)
    )
    one = load_page(client, f"/atlas/classic?x=measure.drawn&y=mean.rounds{kept}")
    assert [each["href"] for each in one.select(".dots a")] == [ruleset.path]
    assert "1 game: rounds per game, on average (vertical)" in one.text
    others = next(
        option
        for option in BOOK.table("damage").options
        if option != ruleset.choice("damage").option
    )
    none = kept.replace(f"damage={ruleset.choice('damage').option.code}", f"damage={others.code}")
    assert (
        "matches. Remove some required rules"
        in load_page(client, f"/atlas/classic?x=measure.drawn{none}").text
    )


def test_atlas_matches_returns_faultless_games_of_atlas(found: Atlas) -> None:
    wishes = Criteria(required_options={"movement": HAS[1]})
    first = [str(ruleset.seed) for ruleset in atlas_matches(BOOK, wishes)]
    rows = set(found.find_rows(wishes.required_options, faultless=True))
    assert sorted(first) == sorted(found.games.get_seed(row) for row in rows)
    others = [
        str(ruleset.seed)
        for ruleset in atlas_matches(
            BOOK, Criteria(required_options=wishes.required_options, seed=1)
        )
    ]
    assert sorted(others) == sorted(first)
    assert others[0] != first[0]


def test_ticks_are_round_and_cover_values() -> None:
    assert ticks([0.31, 0.69]) == [0.3, 0.4, 0.5, 0.6, 0.7]
    assert ticks([2.0, 13.1]) == [0, 5, 10, 15]
    assert ticks([5.0]) == [5, 6]
    for values in ([0.0, 0.0], [-0.2, 0.4], [1e6, 3e6], [0.001, 0.0011]):
        at = ticks(values)
        assert 2 <= len(at) <= 8
        assert at[0] <= min(values)
        assert at[-1] >= max(values)


def test_added_rounds_effects_to_significant_digits() -> None:
    rounds, drawn = shipped.read_measures()["mean.rounds"], shipped.read_measures()["measure.drawn"]
    assert [format_effect(rounds, value) for value in (0.84, -12.3, 0.031, 1234.5)] == [
        "+0.8",
        "−12",
        "+0.03",
        "+1,234",
    ]
    assert [format_effect(drawn, value) for value in (0.031, -0.2, 0.004)] == [
        "+3 percentage points",
        "−20 percentage points",
        "+0.4 percentage points",
    ]
    assert len({make_mark(n) for n in range(40)}) == 40


@pytest.mark.thorough
@pytest.mark.browser
@pytest.mark.parametrize(
    ("screen", "scheme"),
    soak_all_but(
        [(PHONE, "light"), (DESKTOP, "dark")], product([PHONE, DESKTOP], ["light", "dark"])
    ),
)
def test_atlas_pages_in_browser_are_accessible(
    browser: Browser, found: Atlas, screen: dict[str, int], scheme: Literal["light", "dark"]
) -> None:
    with (
        serve(create_app()) as address,
        open_page(
            browser,
            address,
            viewport=screen,
            color_scheme=scheme,
            java_script_enabled=scheme == "light",
        ) as page,
    ):
        for place in ("/atlas", "/atlas/classic/mean.rounds", "/atlas/classic"):
            page.goto(place)
            if scheme == "light":
                check_page(page, f"{place} at {screen['width']}")
        page.get_by_label("Vertical axis").select_option("measure.drawn")
        page.get_by_label("Colour by").select_option("damage")
        page.get_by_role("button", name="Show").click()
        page.wait_for_load_state()  # until then more dots may follow
        assert "y=measure.drawn" in page.url
        assert "colour=damage" in page.url
        last = page.locator(".dots a").last
        digits = str(last.get_attribute("href")).rpartition("/")[2]
        last.click()
        page.wait_for_url(f"**/classic/{digits}")
