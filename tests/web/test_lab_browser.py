"""Test the lab in a real Chromium, with and without script, on small and wide screens."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Any
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import Browser, expect

from carnage import catalog
from carnage.jobs.status import JobStatus
from carnage.lab import comparison, playtest_search
from carnage.lab.criteria import parse_fields
from carnage.lab.sampling_plan import DETAILS, SEARCH
from carnage.web import create_app
from tests.support.browser import DESKTOP, PHONE, check_page, open_page, serve
from tests.support.rulesets import PUBLISHED, ruleset
from tests.support.stand_ins import StubQueue
from tests.support.verdicts import first_steps

pytestmark = [pytest.mark.browser, pytest.mark.thorough]

LAB = f"/lab/classic/{PUBLISHED}"
TABLE, SEVERAL = "golden-rule", 10


_played: dict[Any, tuple[Iterator[dict[str, Any]], list[dict[str, Any]]]] = {}
"""The iterator of each job and its results so far, shared by all tests."""


class SteppingQueue(StubQueue):
    """Stand in for the queue of playtests: each request of a status advances the job.

    A playtest or search advances one step, a comparison `SEVERAL`.
    """

    def __init__(self) -> None:
        self._at: dict[Any, int] = {}

    def submit(self, key: Any, visitor: str = "") -> None:
        self._at[key] = -1
        if key in _played:
            return
        if key[1] == SEARCH:
            book = catalog.book(key[0])
            going = playtest_search.search_in_steps(book, parse_fields(parse_qs(key[2]), book))
        elif len(key) > 2:
            going = comparison.compare_options(ruleset(), ruleset().book.table(TABLE))
        else:
            going = first_steps(ruleset())
        _played[key] = going, []

    def status(self, key: Any) -> JobStatus[dict[str, Any]]:
        if key not in self._at or DETAILS in key:
            return JobStatus()
        going, made = _played[key]
        self._at[key] += SEVERAL if len(key) > 2 and key[1] != SEARCH else 1
        made.extend(islice(going, max(0, self._at[key] + 1 - len(made))))
        self._at[key] = min(self._at[key], len(made) - 1)
        last = made[self._at[key]]
        return JobStatus(True, last, under_way=not last["complete"])


@pytest.fixture
def lab() -> Iterator[str]:
    app = create_app()
    app.extensions["playtests"] = SteppingQueue()
    with serve(app) as address:
        yield address


@pytest.mark.parametrize("scripts", [True, False])
@pytest.mark.parametrize("screen", [PHONE, DESKTOP])
def test_lab_page_playtest_updates_in_place(
    browser: Browser, lab: str, scripts: bool, screen: dict[str, int]
) -> None:
    with open_page(browser, lab, viewport=screen, java_script_enabled=scripts) as page:
        page.goto(LAB)
        page.get_by_role("button", name="Playtest this game").click()
        status = page.get_by_role("status")
        expect(status).to_contain_text("So far")
        page.get_by_role("link", name="the usual").focus()
        expect(status).not_to_contain_text("So far")
        if scripts:  # the focused element is not replaced
            assert page.evaluate("document.activeElement.textContent") == "the usual"
        expect(page.get_by_role("heading", name="Is it fair?")).to_be_visible()
        games = page.get_by_text("Watch three games").get_by_role("link")
        assert "/watch/classic/" in str(games.first.get_attribute("href"))


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("screen", [PHONE, DESKTOP])
def test_lab_pages_are_accessible(
    browser: Browser, lab: str, scheme: str, screen: dict[str, int]
) -> None:
    with open_page(browser, lab, viewport=screen, color_scheme=scheme) as page:
        page.goto(LAB)
        check_page(page, "offer")
        page.get_by_role("button", name="Playtest this game").click()
        expect(page.get_by_role("status")).not_to_contain_text("So far")
        check_page(page, "report")
        wide = "tables => tables.filter(table => table.scrollWidth > table.clientWidth + 1).length"
        assert page.locator("main table").evaluate_all(wide) == 0
        page.goto(f"{LAB}/{TABLE}")
        page.get_by_role("button", name="Test these options").click()
        expect(page.get_by_role("status")).to_contain_text("All other options of this table")
        check_page(page, "what if")
        assert page.locator("table.others tbody tr").count() > 2
        page.goto(f"{LAB}/beside")
        check_page(page, "beside what")
        page.get_by_label("another game").fill("0" * len(PUBLISHED))
        page.get_by_role("button", name="Compare games").click()
        expect(page.get_by_role("heading", name="rules differ")).to_be_visible()
        check_page(page, "beside")


@pytest.mark.parametrize("screen", [PHONE, DESKTOP])
def test_lab_page_comparisons_without_script_run(
    browser: Browser, lab: str, screen: dict[str, int]
) -> None:
    with open_page(browser, lab, viewport=screen, java_script_enabled=False) as page:
        page.goto(f"{LAB}/{TABLE}")
        page.get_by_role("button", name="Test these options").click()
        expect(page.get_by_role("status")).to_contain_text("All other options of this table")
        assert page.locator("table.others tbody tr").count() > 2
        page.goto(f"{LAB}/beside")
        page.get_by_label("another game").fill("0" * len(PUBLISHED))
        page.get_by_role("button", name="Compare games").click()
        expect(page.get_by_role("heading", name="rules differ")).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_lab_charts_have_names_and_contrast(browser: Browser, lab: str, scheme: str) -> None:
    """Check that bars are a named table, that a line has its values as text, and that shapes
    contrast in luminance.
    """
    with open_page(browser, lab, color_scheme=scheme) as page:
        page.goto(LAB)
        page.get_by_role("button", name="Playtest this game").click()
        expect(page.get_by_role("status")).not_to_contain_text("So far")
        bars = page.get_by_role("table", name="Length of games in rounds")
        expect(bars.get_by_role("row").first).to_have_text(re.compile(r"^\s*\d+\s+\d+%\s*$"))
        line = page.get_by_role("img", name=re.compile(r"^\d+%(, \d+%)+$"))
        expect(line).to_be_visible()
        drawn = page.locator(".chart rect, .chart polyline, .chart circle")
        assert drawn.count() > 10
        colours = drawn.evaluate_all(
            """shapes => shapes.map(shape => {
                const style = getComputedStyle(shape);
                return style.fill === "none" ? style.stroke : style.fill;
            })"""
        )
        back = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
        assert back.startswith("rgb(")
        assert {
            each: compute_contrast(each, back)
            for each in colours
            if compute_contrast(each, back) < 3.0
        } == {}


def compute_contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours of computed styles, by WCAG 2."""
    lights = sorted(compute_luminance(each) for each in (one, other))
    return (lights[1] + 0.05) / (lights[0] + 0.05)


def compute_luminance(colour: str) -> float:
    parts = [int(part) / 255.0 for part in re.findall(r"\d+", colour)[:3]]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return sum(share * part for share, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


@pytest.mark.soak
def test_game_page_margin_shows_rule_usage(browser: Browser, lab: str) -> None:
    with open_page(browser, lab) as page:
        page.goto(f"/classic/{PUBLISHED}")
        page.wait_for_load_state("networkidle")
        assert page.locator(".came-up").count() == 0
        page.get_by_role("button", name="Playtest this game").click()
        expect(page.get_by_role("status")).not_to_contain_text("So far")
        page.goto(f"/classic/{PUBLISHED}")
        margin = page.locator("#damage .came-up")
        expect(margin).to_have_text(re.compile(r"^in [<>]?\d+% of games$"))
        check_page(page, "margin")
        margin.click()
        expect(page).to_have_url(re.compile(f"{LAB}#rules$"))


@pytest.mark.parametrize("scripts", [True, False])
@pytest.mark.parametrize("screen", [PHONE, DESKTOP])
def test_find_page_wishes_lead_to_good_game(
    browser: Browser,
    lab: str,
    scripts: bool,
    screen: dict[str, int],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(playtest_search, "CANDIDATE_GAMES", 60)
    monkeypatch.setattr(playtest_search, "MAX_FOUND", 2)
    with open_page(browser, lab, viewport=screen, java_script_enabled=scripts) as page:
        page.goto("/")
        page.get_by_role("link", name="search by rules").click()
        page.get_by_role("link", name="Gamble", exact=True).last.click()
        page.get_by_role("textbox", name="Players").fill("3")
        page.get_by_text("Excluded features").click()
        page.get_by_label("whoever comes second is paid as well").last.check()
        page.get_by_role("button", name="Show games").click()
        expect(page).to_have_url(re.compile(r"/find/gamble\?.*players=3.*without=second-paid"))
        expect(page.get_by_role("heading", name="Matching games")).to_be_visible()
        if scripts:
            check_page(page, "wishes")
        page.get_by_role("button", name="Find playtested games").click()
        expect(page.get_by_role("status")).to_contain_text("matching games passed the playtest")
        page.locator("#report h3 a").first.click()
        expect(page).to_have_url(
            re.compile(r"/gamble/\d+\?wish=3\+players,\+without\+second\+paid$")
        )


def test_lab_page_printed_has_room_for_comments(browser: Browser, lab: str) -> None:
    with open_page(browser, lab) as page:
        page.goto(LAB)
        page.get_by_role("button", name="Playtest this game").click()
        expect(page.get_by_role("status")).not_to_contain_text("So far")
        expect(page.get_by_text("Best moment")).to_be_hidden()
        page.emulate_media(media="print")
        expect(page.get_by_text("Best moment")).to_be_visible()
        expect(page.get_by_role("link", name="Skirmish")).to_be_hidden()
