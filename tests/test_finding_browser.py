"""Finding a game by wishes in a real Chromium."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from browser import DESKTOP, PHONE, check, served
from playwright.sync_api import Browser

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    with served() as address:
        yield address


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without scripts"])
@pytest.mark.parametrize(("scheme", "viewport"), [("light", PHONE), ("dark", DESKTOP)], ids=["phone", "desk"])
def test_a_wish_in_words(
    browser: Browser, site: str, scheme: str, viewport: dict[str, int], scripts: bool
) -> None:
    context = browser.new_context(
        base_url=site,
        viewport=viewport,  # type: ignore[arg-type]
        color_scheme=scheme,  # type: ignore[arg-type]
        java_script_enabled=scripts,
    )
    page = context.new_page()
    page.goto("/")
    page.get_by_role("link", name="Find one to your wishes").click()
    page.get_by_label("In your own words").fill("30 minutes, two feet, no mesuring")
    page.get_by_role("button", name="Show games").click()
    page.get_by_role("alert").get_by_text("Is “no measuring”").wait_for()
    box = page.get_by_label("In your own words")
    assert box.input_value() == "30 minutes, two feet, no mesuring"
    box.fill("30 minutes, two feet, no measuring, not phased, four figures")
    page.get_by_role("button", name="Show games").click()
    page.locator(".limit").get_by_text("the fewest are 8").wait_for()
    if scripts:
        check(page, "what cannot be had")
    assert page.get_by_label("Minutes, at most").input_value() == "30"
    page.get_by_label("Figures on the table, at most").fill("12")
    page.get_by_role("button", name="Show games").click()
    page.get_by_role("heading", name="As wished").wait_for()
    page.locator(".games-list h3 a").first.click()
    page.locator(".rulebook").wait_for()
    context.close()
