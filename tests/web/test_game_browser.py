"""Test the site in a real Chromium, with and without JavaScript, on small and wide screens."""

from __future__ import annotations

import io
import re
import time
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import pymupdf
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect
from pypdf import PdfReader

from carnage import catalog
from carnage.catalog import Book, Table
from carnage.rulebook import build_rulebook
from carnage.rulesets.presets import list_presets
from carnage.rulesets.ruleset import resolve
from carnage.seeds import Seed
from tests.support import layout
from tests.support.browser import (
    DESKTOP,
    PHONE,
    SHIFTS,
    TIMEOUT_S,
    check_accessibility,
    check_page,
    measure_layout_shift,
    open_page,
    serve,
    until,
    watch_for_faults,
)
from tests.support.marks import list_script_cases, soak_all_but
from tests.support.rulesets import BOOKS, rolled, sample
from tests.support.web import GAME, KINDS, SEED

pytestmark = pytest.mark.browser

# Seeds whose options have the longest rules, or nearly.
LONGEST = {
    "duel": ("0569032108576", "9881568787778", "5898888888888"),
    "gamble": ("908040000000", "908848800004", "918897501552"),
}
PARTS = ["What You Need", "Setup", "Rosters", "Odds", "Quick Reference", "Glossary"]

# An address of each template and of each state of its controls; KINDS has variations of them.
DISTINCT_KINDS = (
    "home",
    "long tray",
    "all dice",
    "small",
    "long kept",
    "tables",
    "presets",
    "find",
    "picks",
    "named",
    "naming",
    "shelf",
    "which game",
    "at the table",
    "ships at the table",
    "duel",
    "gamble kept",
    "not picked",
    "credits",
    "help for players",
    "atlas",
    "missing",
    "renamed",
    *(kind for kind in ("space", "league") if kind in KINDS),
)
SCREENS = [("light", PHONE), ("dark", DESKTOP)]


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    with serve() as address:
        yield address


@pytest.fixture(params=["with scripts", pytest.param("without scripts", marks=pytest.mark.soak)])
def context(
    request: pytest.FixtureRequest, browser: Browser, site: str
) -> Iterator[BrowserContext]:
    context = browser.new_context(
        base_url=site, java_script_enabled=request.param == "with scripts"
    )
    context.set_default_timeout(1000 * TIMEOUT_S)
    yield context
    context.close()


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    with watch_for_faults(context.new_page()) as page:
        yield page


def read_seed(page: Page) -> str:
    match = re.search(r"/[a-z]+/(\d+)", page.url)
    assert match
    return match[1]


def read_option(page: Page, table: str) -> str:
    return page.locator(f"#{table} .option-label").inner_text()


def open_rules(page: Page) -> None:
    """Go from the dice editor to the rules, if it is a page of its own."""
    if page.locator(".trayed").count():
        page.get_by_role("link", name="Read the rules").click()
        page.locator(".rulebook").wait_for()
    elif page.locator(".tray-sheet:visible").count():
        page.get_by_role("button", name="Close").click()


def open_changes(page: Page) -> None:
    """Open the list of changed rules, which is closed if more than `MAX_OPEN` rules have changed."""
    changes = page.locator(".changes-told details")
    if changes.get_attribute("open") is None:
        changes.locator("summary").click()


def choose_tables(book: Book) -> list[Table]:
    """Return two tables that every game of a book uses, with two digits if possible."""
    tables = [
        table
        for table in book.rolled
        if not table.at
        and not any((*entry.needs, *entry.unless) for entry in (table, *table.options))
    ]
    return sorted(tables, key=lambda table: -table.digits)[:2]


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("context", "code"),
    soak_all_but(
        [("with scripts", "classic")],
        product(["with scripts", "without scripts"], BOOKS),
    ),
    indirect=["context"],
)
def test_game_page_rolled_edited_renamed_and_saved(page: Page, code: str) -> None:
    book = catalog.book(code)
    one, other = choose_tables(book)
    page.goto("/")
    expect(page.get_by_role("radio", name="Skirmish")).to_be_checked()
    page.get_by_role("radio", name=book.title).check()
    page.get_by_role("button", name="Roll a new game").first.click()
    first = read_seed(page)
    assert len(first) == book.length
    assert page.locator(".draft").first.is_visible() is not book.frozen

    # Roll one rule: the others stay.
    before = read_option(page, one.id)
    page.locator(f".title-page [data-die={one.id}]").click()
    page.get_by_role("link", name="Roll this die").click()
    page.locator(".changes-told").get_by_text("changed:").wait_for()
    open_changes(page)
    second, at = read_seed(page), book.digit_offset(one.id)
    after = at + one.digits
    assert first[:at] + first[after:] == second[:at] + second[after:]
    assert (
        page.locator(".changes-told li")
        .first.inner_text()
        .startswith(f"{one.title}: {before[1:-1]} →")
    )
    told = page.locator(".tray-told").inner_text().removesuffix(".")
    assert page.locator(".changes-told summary").inner_text().startswith(told)

    # Undo.
    page.get_by_role("link", name="Undo").click()
    page.wait_for_url(f"**/{first}*")
    page.get_by_role("link", name="Undo").wait_for(state="detached")
    open_rules(page)
    assert read_option(page, one.id) == before

    # Choose another option at the rule.
    page.locator(f"#{other.id} [data-die]").click()
    page.locator("#die-title").get_by_text(other.title).wait_for()
    chosen = page.locator(".answers a").first
    wanted = chosen.locator("b").inner_text()
    chosen.click()
    page.locator(".answers [aria-current] b").get_by_text(wanted, exact=True).wait_for()

    # Lock two rules, and roll the rest.
    page.get_by_role("link", name="Lock this rule").click()
    page.wait_for_url(f"**keep={other.id}*")
    while not page.locator("#die-title").inner_text().startswith(one.title):
        title = page.locator("#die-title").inner_text()
        page.locator(".die-beside a").last.click()
        until(page, f"(document.querySelector('#die-title')?.innerText ?? {title!r}) != {title!r}")
    page.get_by_role("link", name="Lock this rule").click()
    both = ",".join(table.id for table in book.rolled if table in (one, other))
    page.wait_for_url(f"**keep={both}*")
    page.get_by_role("link", name="Unlock this rule").wait_for()
    open_rules(page)
    kept = {table.id: read_option(page, table.id) for table in (one, other)}
    assert kept[other.id] == f"[{wanted}]"
    assert page.locator(".rule.locked").count() == 2
    third = read_seed(page)
    page.get_by_role("link", name=f"Roll the other {len(book.rolled) - 2}").click()
    until(page, f"!location.pathname.endsWith('{third}')")
    until(
        page,
        "/changed/.test(document.querySelector('.tray-told').innerText)"
        " || !document.querySelector('.tray-undo')",
    )
    assert read_seed(page) != third
    open_rules(page)
    assert {table: read_option(page, table) for table in kept} == kept
    page.locator(f"#{other.id} [data-die]").click()
    page.get_by_role("link", name="Unlock this rule").click()
    page.wait_for_url(f"**keep={one.id}*")
    page.get_by_role("link", name="Lock this rule").wait_for()
    open_rules(page)

    # Rename, open the bookmark, download.
    page.get_by_label("Name").fill("Last Stand")
    page.get_by_role("button", name="Rename").click()
    page.wait_for_url("**name=Last+Stand**")
    bookmark = page.locator(".permalink").get_attribute("href")
    parts = urlsplit(str(bookmark))
    query = dict(parse_qsl(parts.query))
    query.pop("setting", None)  # in battles a new game may have a setting
    assert (parts.path, parts.fragment) == (f"/{book.code}/{read_seed(page)}", "sent")
    assert query == {"keep": one.id, "name": "Last Stand"}
    again = page.context.new_page()
    again.goto(bookmark)
    assert again.locator("h1").inner_text() == "Last Stand"
    assert read_option(again, one.id) == kept[one.id]
    with again.expect_download() as download:
        again.get_by_role("link", name="Markdown").click()
    text = Path(download.value.path()).read_text()
    assert "# Last Stand\n" in text[:80]
    assert f"**{kept[one.id]}**" in text
    with again.expect_download() as download:
        again.get_by_role("link", name="web page").click()
    assert (
        download.value.suggested_filename
        == f"carnage-last-stand-{book.code}-{read_seed(page)}.html"
    )
    again.close()


def test_home_page_seed_or_text_opens_game(page: Page) -> None:
    for typed in (SEED, "24385 6987 615 781", f"https://carnage.example{GAME}", "Ruinous Throne"):
        page.goto("/")
        page.get_by_label("Game address, seed digits").fill(typed)
        page.keyboard.press("Enter")
        page.wait_for_url(f"**{GAME}*")
    page.goto("/")
    page.get_by_label("Game address, seed digits").fill("Friday night")
    page.get_by_role("button", name="Open").click()
    page.wait_for_url(f"**/{catalog.DEFAULT_BOOK}/*")
    assert page.locator(".words q").inner_text().strip("“”") == "friday night"


@pytest.mark.parametrize(("scheme", "viewport", "scripts"), list_script_cases(SCREENS))
def test_home_page_wrong_length_shows_near_seeds(visitor: Page, scripts: bool) -> None:
    """Check that the page, though its status is 400, offers near seeds, and takes the digits as
    words.
    """
    page = visitor
    page.goto("/")
    page.get_by_label("Game address, seed digits").fill(f"{SEED}0")
    page.get_by_role("button", name="Open").click()
    page.get_by_text("These are 16 digits").wait_for()
    if scripts:
        check_page(page, "asking")
    assert page.locator("#text").input_value() == f"{SEED}0"
    page.locator(".near a").first.click()
    page.wait_for_url(f"**{GAME}")
    page.go_back()
    page.get_by_role("button", name="Use as text seed").click()
    page.locator(".words").wait_for()


def test_game_page_notes_can_be_hidden(page: Page) -> None:
    page.goto(GAME)
    note = page.locator("#movement .does")
    expect(note).to_be_visible()
    page.get_by_label("Show notes on each rule’s effect").uncheck()
    expect(note).to_be_hidden()


def test_original_bookmark_opens_game(page: Page) -> None:
    page.goto(f"/?seed={SEED}&game_name=Ruinous+Throne")
    assert page.url.endswith(GAME)
    assert page.locator("h1").inner_text() == "Ruinous Throne"


@pytest.fixture(scope="module")
def scripted(browser: Browser, site: str) -> Iterator[BrowserContext]:
    context = browser.new_context(base_url=site, viewport={"width": 1400, "height": 900})
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    yield context
    context.close()


def test_game_page_contents_highlight_visible_rule(scripted: BrowserContext) -> None:
    page = scripted.new_page()
    page.goto(GAME)
    for table in ("units", "game-length", "golden-rule"):
        page.locator(f"#{table}").evaluate("rule => rule.scrollIntoView()")
        page.wait_for_selector(f".contents a[href='#{table}'][aria-current]")
        assert page.locator(".contents [aria-current]").count() == 1
        box = page.locator(".contents [aria-current]").bounding_box()
        assert box
        assert 0 <= box["y"] < 900
    page.close()


def test_game_page_copied_link_has_locks_and_wish(scripted: BrowserContext, site: str) -> None:
    """Also check that the switch for notes is remembered."""
    page = scripted.new_page()
    page.goto(f"{GAME}?name=Last+Stand&keep=units")
    page.get_by_role("button", name="Copy link").click()
    page.get_by_role("button", name="Copied").wait_for()
    link = f"{GAME}?keep=units&name=Last+Stand#sent"
    assert page.evaluate("navigator.clipboard.readText()") == f"{site}{link}"
    assert page.locator(".permalink").inner_text() == link
    sent = page.get_by_text("Somebody shared this game with you.")
    expect(sent).to_be_hidden()
    page.goto(f"{GAME}?name=Last+Stand&keep=units#sent")
    expect(sent).to_be_visible()
    page.goto(f"{GAME}?wish=about+60+minutes,+with+morale")
    page.get_by_role("button", name="Copy link").click()
    page.get_by_role("button", name="Copied").wait_for()
    assert (
        page.evaluate("navigator.clipboard.readText()")
        == f"{site}{GAME}?wish=about+60+minutes,+with+morale#sent"
    )
    # Locks and a dropped wish change the printed and the copied address, even if the second click
    # comes before the response to the first one.
    page.get_by_role("link", name="Movement: Lock").evaluate(
        "lock => { lock.click(); document.querySelector('a[data-wish]').click(); }"
    )
    link = f"{GAME}?keep=movement#sent"
    page.wait_for_function(
        "link => document.querySelector('.permalink').innerText === link", arg=link
    )
    page.get_by_role("button", name="Copy link").click()
    page.get_by_role("button", name="Copied").wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == f"{site}{link}"
    page.get_by_label("Show notes on each rule’s effect").uncheck()
    page.goto(GAME)
    expect(page.get_by_label("Show notes on each rule’s effect")).not_to_be_checked()
    page.get_by_label("Show notes on each rule’s effect").check()
    page.close()


@pytest.mark.parametrize(
    "given",
    [True, pytest.param(False, marks=pytest.mark.soak)],
    ids=["sent", "thought better of"],
)
def test_game_page_share_passes_name_and_address(browser: Browser, site: str, given: bool) -> None:
    """Stay silent if the visitor cancels."""
    with open_page(browser, site, viewport=PHONE) as page:
        ends = "" if given else 'throw new Error("no");'
        page.add_init_script(
            f"window.sent = []; navigator.share = async told => {{ sent.push(told); {ends} }};"
        )
        page.goto(f"{GAME}?keep=movement&name=Last+Stand")
        button = page.get_by_role("button", name="Share link")
        button.click()
        until(page, "sent.length === 1")
        assert page.evaluate("sent") == [
            {
                "title": "Last Stand · Classic · Carnage",
                "url": f"{site}{GAME}?keep=movement&name=Last+Stand#sent",
            }
        ]
        # After a roll, the address is that of the new game.
        page.locator(".tray-bar [data-roll]").click()
        page.locator(".tray-now").wait_for()
        button.click()
        until(page, "sent.length === 2")
        assert page.evaluate("sent[1].url") == f"{page.url}#sent"
        expect(button).to_be_visible()


TABLE_KINDS = ("game", "long", "duel", "gamble", "tables", "atlas", "league", "presets")


@pytest.mark.parametrize(
    ("kind", "width"),
    soak_all_but([("league", 390)], product(TABLE_KINDS, [390, 1280])),
)
def test_pages_tables_have_margins(browser: Browser, site: str, kind: str, width: int) -> None:
    """Measure the gaps before and after each table."""
    if kind not in KINDS:
        pytest.skip("no atlas")
    with open_page(browser, site, viewport={"width": width, "height": 800}) as page:
        page.goto(KINDS[kind][0])
        gaps = page.locator("main table").evaluate_all(
            """tables => tables.flatMap(table => {
                const box = table.getBoundingClientRect();
                const beside = [table.previousElementSibling, table.nextElementSibling]
                    .filter(each => each?.getClientRects().length && !each.matches(".perma, .lock-here"))
                    .map(each => each.getBoundingClientRect());
                return beside.map(each => Math.max(each.top - box.bottom, box.top - each.bottom));
            })"""
        )
        assert min(gaps, default=99) >= 6


@pytest.mark.soak
@pytest.mark.parametrize(("scheme", "viewport", "scripts"), list_script_cases(SCREENS))
def test_game_page_shared_link_names_locked_rules(visitor: Page, scripts: bool) -> None:
    page = visitor
    page.goto(f"{GAME}?keep=units,movement")
    expect(page.get_by_text("Locked rules: ")).to_be_hidden()
    roll = page.locator(".tray-bar [data-roll]")
    look = "button => getComputedStyle(button).backgroundColor"
    loud = roll.evaluate(look)
    page.goto("about:blank")
    page.goto(f"{GAME}?keep=units,movement#sent")
    told = page.locator("#sent")
    expect(told.get_by_text("Locked rules: Units, Squads; Movement, ")).to_be_visible()
    assert roll.evaluate(look) != loud
    for way in told.get_by_role("link").all():
        box = way.bounding_box()
        assert box
        assert box["height"] >= 44
    if scripts:
        check_page(page, "what was sent")
    told.get_by_role("link", name="Read the rules").click()
    page.wait_for_url("**#rules")
    box = page.locator(".rulebook").bounding_box()
    assert box
    assert -5 <= box["y"] <= 60
    if scripts:
        expect(told.get_by_text("Locked rules: Units, Squads; Movement, ")).to_be_visible()
    page.go_back()
    told.get_by_role("link", name="Open table companion").click()
    page.wait_for_url(f"**/table{GAME}?keep=units,movement")
    page.get_by_role("link", name="Read all rules").click()
    page.wait_for_url(f"**{GAME}?keep=units,movement")


@pytest.mark.soak
@pytest.mark.parametrize(
    ("width", "scheme"), soak_all_but([(360, "dark")], product([360, 390], ["light", "dark"]))
)
def test_game_page_roll_names_game_in_bar(
    browser: Browser, site: str, scheme: str, width: int
) -> None:
    """Check that the bar stays small, and leads to the top."""
    viewport = {"width": width, "height": 844}
    with open_page(browser, site, viewport=viewport, color_scheme=scheme) as page:
        page.goto(f"{GAME}?keep=movement&wish=about+60+minutes,+with+morale")
        assert page.locator(".tray-now").count() == 0
        page.locator("#morale").evaluate("rule => rule.scrollIntoView()")
        page.locator(".tray-bar [data-roll]").evaluate("roll => roll.click()")
        page.locator(".tray-now").wait_for()
        now = page.locator(".tray-now").inner_text()
        assert re.fullmatch(rf"{page.locator('h1').inner_text()} · \d+–\d+ min", now)
        assert re.fullmatch(r"\d+ of 15 rules changed\.", page.locator(".tray-told").inner_text())
        assert page.locator(".tray").bounding_box()["height"] <= 160  # type: ignore[index]
        box = page.locator(".tray-now").bounding_box()
        assert box
        assert box["height"] >= 44
        check_page(page, "a roll in the bar")
        before = page.evaluate("history.length")
        page.locator(".tray-now").click()
        page.wait_for_function("scrollY === 0")
        assert page.evaluate("history.length") == before


@pytest.mark.parametrize(("scheme", "viewport", "scripts"), list_script_cases(SCREENS))
def test_game_page_roll_rest_shows_changes_and_undo(visitor: Page, scripts: bool) -> None:
    """Check that no shared address holds the history."""
    page = visitor
    page.goto(f"{GAME}?keep=movement,units")
    page.get_by_role("link", name="Roll the other 13").click()
    page.locator(".tray-undo").last.wait_for()
    assert page.locator(".rulebook #movement.locked").count() == 1, "still the rules"
    told = page.locator(".tray-told").inner_text()
    assert re.fullmatch(r"\d+ (of 15 rules|rules?) changed.*\.", told)
    expect(page.locator(".tray-now")).to_be_visible()
    assert ("was=" in page.url) is not scripts
    assert "was=" not in page.locator(".permalink").inner_text()
    if not scripts:
        head = page.locator(".title-page .changes-told")
        assert head.locator("summary").inner_text().startswith(told.partition(".")[0])
        head.locator("summary").click()
        expect(head.locator("li").first).to_be_visible()
        assert head.get_by_role("link", name="Undo").bounding_box()["height"] >= 44  # type: ignore[index]
    wide, screen = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert wide <= screen
    page.locator(".tray-undo").last.click()
    page.wait_for_url(re.compile(re.escape(f"{GAME}?") + ".*keep=units,movement"))
    expect(page.locator(".tray-redo")).to_be_visible()
    expect(page.locator(".tray-undo")).to_have_count(0)
    assert page.locator(".title-page .locked").count() == 2


def test_game_page_history_in_query_moves_to_bar(browser: Browser, site: str) -> None:
    with open_page(browser, site, viewport=PHONE) as page:
        page.goto(f"/classic/243856987015781?was={SEED}&keep=units#movement")
        page.wait_for_url("**/classic/243856987015781?keep=units#movement")
        page.locator(".tray-undo").last.wait_for()
        assert page.locator(".tray-told").inner_text().startswith("1 rule changed: ")
        check_page(page, "what has changed")
        page.locator(".tray-bar .tray-undo").click()
        page.wait_for_url(f"**{GAME}?keep=units")
        assert page.locator(".changes-told").count() == 0
        page.locator(".tray-redo").click()
        page.wait_for_url("**/classic/243856987015781?keep=units")
        expect(page.locator(".tray-told")).to_contain_text("1 rule changed: ")
        expect(page.locator(".tray-redo")).to_have_count(0)


@pytest.mark.soak
def test_game_page_back_restores_dropped_wish(browser: Browser, site: str) -> None:
    """Go back within the page, whose bar follows its address."""
    with open_page(browser, site, viewport=PHONE) as page:
        page.goto(f"{GAME}?wish=about+60+minutes,+with+morale&keep=units")
        for rule in ("morale", "damage"):
            page.locator(f".contents a[href='#{rule}']").click()
            page.wait_for_url(f"**#{rule}")
        page.get_by_role("link", name="Clear criteria").click()
        page.locator(".tray-wish").wait_for(state="detached")
        page.get_by_role("link", name="Units: Unlock").evaluate("lock => lock.click()")
        page.locator("#units:not(.locked)").wait_for()
        assert page.locator("[name=wish]").count() == 0
        page.go_back()
        page.locator(".tray-wish").get_by_text("about 60 minutes").wait_for()
        page.locator("#units.locked").wait_for()
        assert page.url.endswith("#morale")
        forms = page.locator(".masthead .roll, form.rename")
        assert forms.locator("[name=wish]").count() == 3  # Roll again, Rename, World
        page.reload()
        page.locator(".tray-wish").wait_for()
        top = page.locator("#morale").bounding_box()
        assert top
        assert 0 <= top["y"] <= 60
        page.go_forward()
        page.locator(".tray-wish").wait_for(state="detached")


def test_game_page_keyboard_reaches_skip_link(scripted: BrowserContext) -> None:
    page = scripted.new_page()
    page.goto(GAME)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    assert page.locator(".skip").bounding_box()["x"] >= 0  # type: ignore[index]
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"
    page.keyboard.press("Tab")
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    page.close()


def list_addresses() -> dict[str, str]:
    """Return an address of each kind of page, and of some pages whose games are not in KINDS."""
    riot = list_presets()[0].ruleset.path
    assert "Riot Dice" in list_presets()[0].title
    addresses = {kind: path for kind, (path, _) in KINDS.items()}
    return addresses | {
        "throws at the table": f"/table{riot}",
        "on paper": f"/print{GAME}",
        "lab": f"/lab{GAME}",
    }


@pytest.mark.soak
@pytest.mark.parametrize("width", soak_all_but([320], [320, 360, 800, 1280, 1400]))
def test_pages_at_every_width_fit(browser: Browser, site: str, width: int) -> None:
    """Check that no page is wider than the screen."""
    context = browser.new_context(base_url=site, viewport={"width": width, "height": 900})
    page = context.new_page()
    for kind, path in list_addresses().items():
        page.goto(path)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, kind
    context.close()


# The largest pages, whose columns are side by side on a desktop.
WIDEST = ("home", "long")
# Every second kind of page, and three others.
ACCESSIBLE_KINDS = (*DISTINCT_KINDS[::2], "throws at the table", "on paper", "lab")


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("scheme", "width", "kinds"),
    [
        pytest.param("dark", 360, ACCESSIBLE_KINDS, id="dark-360"),
        pytest.param("light", 1280, WIDEST, id="light-1280", marks=pytest.mark.soak),
        pytest.param("dark", 360, (), id="dark-360-all", marks=pytest.mark.soak),
        pytest.param("light", 800, (), id="light-800-all", marks=pytest.mark.soak),
    ],
)
def test_pages_are_accessible(
    browser: Browser, site: str, scheme: str, width: int, kinds: tuple[str, ...]
) -> None:
    """Check that axe finds no fault in some kinds of pages; in all if none is named."""
    size = {"width": width, "height": 900}
    context = browser.new_context(base_url=site, viewport=size, color_scheme=scheme)  # type: ignore[arg-type]
    page = context.new_page()
    addresses = list_addresses()
    for kind in kinds or addresses:
        page.goto(addresses[kind])
        if page.locator(".contents").count():
            page.locator(".title-page [data-die]").first.click()
            page.locator(".tray-sheet .die-panel").wait_for()
        check_accessibility(page, kind)
    context.close()


PRINTED_GAMES = [
    *(f"/classic/{seed}" for seed in (SEED, "000000000000000", "589997399479997")),
    *(preset.ruleset.path for preset in list_presets()[:2]),
    "/skirmish/969906663348691972873624412",
]


@pytest.mark.thorough
@pytest.mark.parametrize("path", soak_all_but([PRINTED_GAMES[-1]], PRINTED_GAMES))
def test_game_page_printed_fills_sheets(browser: Browser, site: str, path: str) -> None:
    context = browser.new_context(base_url=site)
    page = context.new_page()
    fetched: list[str] = []
    page.on("requestfinished", lambda request: fetched.append(request.url))
    page.goto(f"{path}?keep=units")
    # The QR code is printed only. Chromium prints no image that it has not loaded before.
    assert f"{site}{path}.svg" in fetched
    printed = page.pdf(prefer_css_page_size=True)
    sheets = [sheet.extract_text() for sheet in PdfReader(io.BytesIO(printed)).pages]
    for sheet in (sheets[0], sheets[-1]):
        assert f"thisgameonline:{path}" in "".join(sheet.split())  # a long address takes two lines
    with pymupdf.open(stream=printed) as document:
        shares = [layout.filled_share(sheet, layout.Box(15, 16, 195, 279)) for sheet in document]
        standing = [
            [text for text in layout.list_texts(sheet) if text.box.bottom < 279]
            for sheet in document
        ]
        lowest = [max(texts, key=lambda text: text.box.bottom) for texts in standing]
    # Setup begins on the first page; blocks that keep together leave gaps on others.
    assert "Setup\n" in sheets[0], path
    assert shares[0] > 0.74, (path, shares)
    assert min(shares[:-1]) > 0.3, (path, shares)
    text = "\n".join(sheets)
    for furniture in (
        "Roll a new game",
        "Roll the other",
        "Download:",
        "Show notes on each rule’s effect",
    ):
        assert furniture not in text
    titles = [table.title for code in BOOKS for table in catalog.book(code).tables] + PARTS
    # No page ends with a heading.
    assert not {text.said.strip() for text in lowest} & set(titles), path
    for sheet in sheets:
        lines = [
            line.strip()
            for line in sheet.splitlines()
            if line.strip() and not line.strip().isdigit()
        ]
        assert lines[-1] not in titles
    quick = [sheet for sheet in sheets if "Quick Reference" in map(str.strip, sheet.splitlines())]
    assert len(quick) == 1
    assert "Glossary" not in quick[0].replace("see Glossary", "")
    assert "Odds\n" not in quick[0]
    assert "Weapons" in quick[0]
    context.close()


@pytest.mark.parametrize(
    "path",
    soak_all_but(
        [f"{GAME}?die=movement", "/picks?tag=explosive"],
        [
            "/duel/",
            "/presets",
            f"/table{GAME}",
            f"/lab{GAME}",
            f"{GAME}?die=movement",
            "/picks?tag=explosive",
        ],
    ),
)
def test_pages_printed_have_address(browser: Browser, site: str, path: str) -> None:
    with open_page(browser, site) as page:
        page.goto(path)
        expect(page.locator(".printed")).to_be_hidden()
        printed = PdfReader(io.BytesIO(page.pdf(prefer_css_page_size=True)))
        shown = path.partition("?")[0] if "die=" in path else path
        assert f"{shown}\n" in "".join(sheet.extract_text() + "\n" for sheet in printed.pages[-2:])


SMALL_GAMES = [(code, seed) for code, seeds in LONGEST.items() for seed in seeds]
SMALL_GAMES += [(code, game.seed.digits) for code in LONGEST for game in sample(4, code)]


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("code", "seed"),
    soak_all_but([("duel", LONGEST["duel"][0])], SMALL_GAMES),
)
def test_game_page_small_game_prints_on_four_pages(
    browser: Browser, site: str, tmp_path: Path, code: str, seed: str
) -> None:
    """Print the site's page and the downloaded file: rules on three pages, the quick reference on
    the last.
    """
    context = browser.new_context(base_url=site)
    page = context.new_page()
    titles = [table.title for table in catalog.book(code).tables] + PARTS
    game = resolve(catalog.book(code), Seed(seed))
    file = tmp_path / "game.html"
    file.write_text(build_rulebook(game).html(), encoding="utf-8")
    for path in (game.path, file.as_uri()):
        page.goto(path)
        printed = PdfReader(io.BytesIO(page.pdf(prefer_css_page_size=True)))
        assert len(printed.pages) <= 4, path
        *rules, last = [sheet.extract_text() for sheet in printed.pages]
        assert "Quick Reference" in last, path
        assert not any("Quick Reference\n" in text for text in rules), path
        for text in rules:
            lines = [
                line for line in text.splitlines() if line.strip() and not line.strip().isdigit()
            ]
            assert lines[-1].strip() not in titles, path
    context.close()


def test_small_games_are_of_all_books_without_figures() -> None:
    assert set(LONGEST) == {code for code in BOOKS if not catalog.book(code).roster.figure}


# Counts the parts of a drawing outside it, and words that overlap others. A line of type has room
# above and below the letters, of which a tenth each is taken off.
ASTRAY = """drawing => {
    const view = drawing.getBoundingClientRect();
    const boxes = kinds => [...drawing.querySelectorAll(kinds)]
        .filter(part => !part.closest("defs, [clip-path]"))
        .map(part => part.getBoundingClientRect()).filter(box => box.width && box.height);
    const words = boxes("text").map(b => ({left: b.left, right: b.right,
        top: b.top + b.height / 10, bottom: b.bottom - b.height / 10}));
    const out = boxes("text, rect, circle, path").filter(b =>
        b.left < view.left || b.top < view.top || b.right > view.right || b.bottom > view.bottom);
    const over = words.filter((a, i) => words.some((b, j) => i < j
        && a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom));
    return [out.length, over.length];
}"""


# Every two digits of different tables are in one of these.
DUEL_PAIRS = [
    (gap, edges, "058"[(n + k) % 3]) for n, gap in enumerate("058") for k, edges in enumerate("058")
]


@pytest.mark.parametrize(
    ("viewport", "digits"),
    [
        pytest.param(PHONE, DUEL_PAIRS, id="phone"),
        *(
            pytest.param(size, [*product("058", repeat=3)], marks=pytest.mark.soak)
            for size in (DESKTOP, PHONE)
        ),
    ],
)
def test_duel_drawing_stays_inside_picture(
    browser: Browser, site: str, viewport: dict[str, int], digits: list[tuple[str, str, str]]
) -> None:
    """Check every kind of field at three distances: no part is cut off, no word overlaps another."""
    context = browser.new_context(base_url=site, viewport=viewport)
    page = context.new_page()
    for gap, edges, field in digits:
        page.goto(f"/duel/{gap}{edges}{field}{'7' * 10}")
        assert page.locator(".drawing").evaluate(ASTRAY) == [0, 0], page.url
    context.close()


@pytest.mark.soak
def test_battle_drawing_stays_inside_picture(browser: Browser, site: str) -> None:
    """Check every terrain with every deployment."""
    context = browser.new_context(base_url=site)
    page = context.new_page()
    grounds = ("sparse", "scattered", "ruins", "woods", "river")
    for deployment, terrain in product(("edges", "corners", "anywhere", "surrounded"), grounds):
        game = rolled(
            "skirmish", deployment=deployment, terrain=terrain, objectives="positional-objectives"
        )
        page.goto(game.path)
        assert page.locator(".drawing").evaluate(ASTRAY) == [0, 0], page.url
    context.close()


# Returns the font size in pixels of each visible word in each drawing, inline or in a file.
TYPE = """async () => {
    const found = [];
    const look = (drawing, scale, within) => {
        for (const text of drawing.querySelectorAll("text")) {
            const shown = /[\\p{L}\\p{N}]/u.test(text.textContent) && text.checkVisibility();
            if (!shown || (within && !within(text.getBoundingClientRect()))) continue;
            found.push([parseFloat(getComputedStyle(text).fontSize) * scale(text), text.textContent]);
        }
    };
    for (const drawing of document.querySelectorAll("svg"))
        look(drawing, text => Math.hypot(text.getScreenCTM().a, text.getScreenCTM().b));
    for (const image of document.querySelectorAll('img[src*="/static/"][src*=".svg"]')) {
        const [path, part = ""] = image.getAttribute("src").split("#");
        const text = (await (await fetch(path)).text()).replace(/<style>[^]*?<\\/style>/, "");
        const drawing = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
        const view = part.match(/viewBox\\(([^)]*)/)?.[1].split(",")
            ?? drawing.getAttribute("viewBox").split(" ");
        const {width, height} = image.getBoundingClientRect();
        const scales = [width / view[2], height / view[3]];
        const covers = getComputedStyle(image).objectFit === "cover";
        const scale = (covers ? Math.max : Math.min)(...scales);
        drawing.setAttribute("viewBox", view.join(" "));
        [drawing.style.width, drawing.style.height] = [`${view[2]}px`, `${view[3]}px`];
        document.body.append(drawing);
        const box = drawing.getBoundingClientRect();
        look(drawing, () => scale, at =>
            at.right > box.left && at.left < box.right && at.bottom > box.top && at.top < box.bottom);
        drawing.remove();
    }
    return found;
}"""


@pytest.mark.soak
@pytest.mark.parametrize("width", soak_all_but([390], [390, 1280]))
def test_drawings_text_is_at_least_11_px(browser: Browser, site: str, width: int) -> None:
    """Check the home page, tables and diagrams; smaller type is hard to read."""
    shown = (
        {"arc_of_sight": "90", "movement": "scoot"},
        {"arc_of_sight": "180", "units": "ranked", "terrain": "woods", "shooting": "stat-test"},
        {"deployment": "corners", "terrain": "ruins", "objectives": "positional-objectives"},
        {"deployment": "surrounded", "terrain": "river"},
    )
    games = [rolled("skirmish", **options).path for options in shown]
    paths = [
        "/",
        GAME,
        *games,
        "/duel/5898888888888",
        "/duel/0577777777777",
        "/atlas/classic?colour=damage",
    ]
    with open_page(browser, site, viewport={"width": width, "height": 844}) as page:
        words = 0
        for path in paths:
            page.goto(path)
            found = page.evaluate(TYPE)
            words += len(found)
            assert [(round(size, 1), said) for size, said in found if size < 11] == [], path
        assert words > 100
        page.goto(GAME)
        assert {"A", "B", "C"} <= {
            said for _, said in page.evaluate(TYPE)
        }  # in diagrams that are files


@pytest.mark.soak
@pytest.mark.parametrize("code", soak_all_but(["skirmish"], BOOKS))
def test_book_page_printed_has_boxes(browser: Browser, site: str, code: str) -> None:
    book = catalog.book(code)
    context = browser.new_context(base_url=site)
    page = context.new_page()
    page.goto(f"/{book.code}/")
    page.emulate_media(media="print")
    boxes = """[...document.querySelectorAll(".question h3")]
        .filter(heading => parseFloat(getComputedStyle(heading, "::before").width) > 20).length"""
    assert page.evaluate(boxes) == len(book.rolled)
    assert page.locator(".by-hand-seed .box:visible").count() == len(book.rolled)
    context.close()


STABLE_ON_DESKTOP = ("game",)


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("kind", "viewport"),
    soak_all_but(
        [
            *((kind, PHONE) for kind in DISTINCT_KINDS[::5]),
            *((kind, DESKTOP) for kind in STABLE_ON_DESKTOP),
        ],
        product(KINDS, [DESKTOP, PHONE]),
    ),
)
def test_pages_layout_is_stable(
    browser: Browser, site: str, kind: str, viewport: dict[str, int]
) -> None:
    """Measure cumulative layout shift with an empty browser cache."""
    context = browser.new_context(base_url=site, viewport=viewport)
    page = context.new_page()
    page.goto(KINDS[kind][0])
    assert measure_layout_shift(page) < 0.02
    context.close()


@pytest.mark.parametrize("path", ["/", "/gamble/"])
def test_pages_late_fonts_keep_layout_stable(browser: Browser, site: str, path: str) -> None:
    """Delay the fonts, as a slow network does."""

    def late(route: Route) -> None:
        time.sleep(0.4)
        route.continue_()

    with open_page(browser, site, viewport=PHONE) as page:
        page.route("**/*.woff2", late)
        page.goto(path)
        page.evaluate(SHIFTS)
        page.evaluate("document.fonts.ready")
        page.wait_for_timeout(200)
        assert page.evaluate("shifted") < 0.02


@pytest.mark.parametrize("code", soak_all_but(["skirmish"], BOOKS))
def test_game_page_first_visit_loads_at_most_60_kb(browser: Browser, site: str, code: str) -> None:
    """Count compressed bytes, fonts excluded."""
    with open_page(browser, site) as page:
        page.goto(f"/{code}/{'3' * catalog.book(code).length}")
        page.wait_for_timeout(500)
        loaded = page.evaluate(
            "[...performance.getEntriesByType('resource'), "
            "...performance.getEntriesByType('navigation')]"
            ".filter(each => !each.name.endsWith('woff2')).map(each => each.encodedBodySize)"
        )
        assert 10_000 < sum(loaded) <= 60_000


@pytest.mark.parametrize(
    ("viewport", "scheme"),
    soak_all_but([(PHONE, "dark")], [(DESKTOP, "light"), (PHONE, "dark")]),
)
def test_dice_editor_sheet_changes_rule_in_place(
    browser: Browser, site: str, viewport: dict[str, int], scheme: str
) -> None:
    """Check that the scroll position stays, that changed rules are marked, that the back button
    works, and the size of touch targets.
    """
    with open_page(browser, site, viewport=viewport, color_scheme=scheme) as page:
        page.goto(GAME)
        page.locator("#morale").evaluate("rule => rule.scrollIntoView()")
        page.locator("#arc-of-sight [data-die]").evaluate("die => die.click()")
        page.locator(".tray-sheet #die-title").wait_for()
        assert page.evaluate("document.activeElement.id") == "die-title"
        check_page(page, "the tray open")
        for way in page.locator(".tray a:visible, .tray button:visible").all():
            box = way.bounding_box()
            assert box
            assert box["height"] >= 44, way.inner_text()
        before = page.locator("#morale").evaluate("rule => rule.getBoundingClientRect().top")
        page.locator(".answers a").first.evaluate(
            "answer => answer.click()"
        )  # without scrolling to it
        page.locator("#arc-of-sight.changed").wait_for()
        after = page.locator("#morale").evaluate("rule => rule.getBoundingClientRect().top")
        assert abs(after - before) < 2
        assert read_option(page, "arc-of-sight") == "[360]"
        assert page.locator(".tray-told").inner_text().startswith("1 rule changed: Arc of Sight.")
        summary = page.locator(".changes-told summary").inner_text()
        assert summary == "1 rule changed: Arc of Sight; 2 other parts reworded to fit."
        marked = page.locator(".rule.changed").evaluate_all("rules => rules.map(rule => rule.id)")
        assert len(marked) == 3
        page.locator(".trail summary").click()
        assert page.locator(".trail a").inner_text() == "Ruinous Throne"

        page.locator(".die-acts [data-locks]").click()
        page.locator("#arc-of-sight.locked").wait_for()
        assert page.url.endswith("?keep=arc-of-sight")
        page.keyboard.press("Escape")
        page.locator(".tray-sheet").wait_for(state="hidden")
        assert page.evaluate("document.activeElement.dataset.die") == "arc-of-sight"
        page.go_back()
        page.locator("#arc-of-sight:not(.locked) .option-label", has_text="180").wait_for()
        assert page.locator("h1").inner_text() == "Ruinous Throne"
        page.go_forward()
        page.locator("#arc-of-sight.locked .option-label", has_text="360").wait_for()
        page.reload()
        assert page.locator(".seed .locked").get_attribute("data-die") == "arc-of-sight"
        page.locator(".tray-undo").wait_for()


@pytest.mark.soak
@pytest.mark.parametrize(
    "scripts",
    [True, pytest.param(False, marks=pytest.mark.soak)],
    ids=["with scripts", "without scripts"],
)
def test_game_page_lock_updates_dice_and_editor(browser: Browser, site: str, scripts: bool) -> None:
    """Without script, the page is loaded again."""
    with open_page(browser, site, viewport=PHONE, java_script_enabled=scripts) as page:
        page.goto(f"{GAME}?keep=units")
        locks = page.locator(".rule > .lock-here")
        assert locks.count() == len(catalog.book("classic").rolled)
        lock = page.get_by_role("link", name="Movement: Lock")
        box = lock.bounding_box()
        assert box
        assert box["height"] >= 44
        assert box["width"] >= 44
        lock.click()
        page.locator("#movement.locked").wait_for()
        assert page.url.partition("#")[0].endswith("?keep=units,movement")
        locked = page.locator(".title-page .die.locked").evaluate_all(
            "dice => dice.map(die => die.dataset.die)"
        )
        assert locked == ["units", "movement"]
        page.locator(".tray .locks").get_by_text("2 locked").wait_for()
        if scripts:
            assert page.evaluate("document.activeElement.matches('#movement > .lock-here')")
            check_page(page, "two rules locked")
        page.get_by_role("link", name="Units: Unlock").click()
        page.locator("#units:not(.locked)").wait_for()
        assert page.url.partition("#")[0].endswith("?keep=movement")
        page.locator("#movement [data-die]").click()
        page.get_by_role("link", name="Unlock this rule").click()
        page.get_by_role("link", name="Lock this rule").wait_for()
        if scripts:
            assert page.locator(".rule.locked").count() == 0
            page.get_by_role("link", name="Movement: Lock").wait_for()


EDITED_GAMES = ["/skirmish/352703280070955070044085537", "/gamble/944117715162"]


@pytest.mark.soak
@pytest.mark.parametrize(
    ("path", "scheme"),
    soak_all_but(
        [(EDITED_GAMES[1], "light")],
        product(EDITED_GAMES, ["light", "dark"]),
    ),
)
def test_dice_editor_dice_have_names(browser: Browser, site: str, path: str, scheme: str) -> None:
    """Check on a phone that names are whole, and dice large enough to touch."""
    with open_page(
        browser, site, viewport={"width": 390, "height": 844}, color_scheme=scheme
    ) as page:
        for there in (path, f"{path}?die=all"):
            page.goto(there)
            if there == path:
                page.locator(".tray-dice").click()
                page.locator(".tray-sheet .named").first.wait_for()
                check_page(page, "all dice named")
            dice = page.locator(".tray-sheet .named" if there == path else ".title-page .named")
            book = catalog.book(path.split("/")[1])
            names = [text.split(maxsplit=1)[1] for text in dice.all_inner_texts()]
            assert names == [table.title for table in book.rolled]
            small = dice.evaluate_all(
                """dice => dice.filter(die => {
                    const { right, height } = die.getBoundingClientRect();
                    return height < 44 || right > innerWidth || die.scrollWidth > die.clientWidth + 1;
                }).map(die => die.innerText)"""
            )
            assert not small


@pytest.mark.parametrize("scheme", soak_all_but(["light"], ["light", "dark"]))
def test_dice_editor_die_opens_in_place(browser: Browser, site: str, scheme: str) -> None:
    """Check on a phone that all dice stay, and that the panel of the touched die is below it."""
    with open_page(
        browser, site, viewport={"width": 390, "height": 844}, color_scheme=scheme
    ) as page:
        page.goto("/skirmish/352703280070955070044085537")
        page.locator(".tray-dice").click()
        sheet = page.locator(".tray-sheet")
        sheet.get_by_text("Choose a die to see its rule").wait_for()
        assert page.evaluate("document.activeElement.id") == "all-title"
        dice = sheet.locator(".named").count()
        die = sheet.locator(".named[data-die=golden-rule]")
        before = die.bounding_box()
        assert before is not None
        die.click()
        panel = sheet.locator(".opened #die-title")
        panel.get_by_text("Golden Rule").wait_for()
        after, under = die.bounding_box(), panel.bounding_box()
        assert after is not None
        assert under is not None
        assert abs(after["y"] - before["y"]) <= 2, "the die stays where it was tapped"
        assert 0 < under["y"] - after["y"] - after["height"] < 40
        assert sheet.locator(".named").count() == dice
        check_page(page, "a die open among all")

        # The panel of a die further down scrolls into view.
        sheet.locator(".named[data-die=talents]").click()
        sheet.locator("#die-title").get_by_text("Talents").wait_for()
        assert sheet.locator(".opened").count() == 1
        until(
            page,
            (
                "document.querySelector('.opened .die-acts').getBoundingClientRect().bottom < "
                "innerHeight - 60"
            ),
        )

        # Locks are shown there.
        sheet.locator(".opened [data-locks]").click()
        sheet.locator(".named.locked[data-die=talents]").wait_for()
        sheet.get_by_role("link", name="Unlock all").wait_for()
        assert page.evaluate("document.activeElement.matches('.opened [data-locks]')")
        sheet.locator(".named[data-die=talents]").click()  # and again
        sheet.locator(".opened").wait_for(state="detached")
        assert page.evaluate("document.activeElement.dataset.die") == "talents"
        page.keyboard.press("Escape")
        sheet.wait_for(state="hidden")


@pytest.mark.soak
@pytest.mark.parametrize(
    "viewport",
    soak_all_but(
        [{"width": 390, "height": 844}],
        [{"width": 1280, "height": 800}, {"width": 390, "height": 844}],
    ),
)
def test_dice_editor_buttons_stay_visible_after_roll(
    browser: Browser, site: str, viewport: dict[str, int]
) -> None:
    """Choose options whose rules take more lines than the last."""
    acts = """() => {
        const [acts, sheet] = [".opened .die-acts", ".tray-sheet"].map(at => document.querySelector(at));
        return sheet.getBoundingClientRect().bottom - acts.getBoundingClientRect().bottom;
    }"""
    with open_page(browser, site, viewport=viewport, reduced_motion="reduce") as page:
        page.goto("/skirmish/352703280070955070044085537")
        page.locator(".tray-dice").click()
        page.locator(".tray-sheet .named[data-die=twist]").click()
        page.locator(".opened [data-roll]").wait_for()
        labels = page.locator(".opened .answers a b").all_inner_texts()
        lengths = set()
        for label in labels:
            was = page.url
            page.locator(".opened .answers a", has_text=label).first.evaluate(
                "answer => answer.click()"
            )
            page.wait_for_url(lambda url, was=was: url != was)
            page.locator(".opened .answers [aria-current] b").get_by_text(
                label, exact=True
            ).wait_for()
            until(page, f"({acts})() >= 0")
            lengths.add(page.locator(".opened .in-a-line").evaluate("line => line.offsetHeight"))
        assert len(lengths) > 1


# Returns touch targets that are too low, except links in sentences and tables. A checkbox is as
# large as its label.
LOW = """() => [...document.querySelectorAll("a[href], button, select, summary, input")]
    .filter(each => each.checkVisibility({visibilityProperty: true}))
    .filter(each => !each.matches("[type=hidden], [type=file], .perma, :is(.vh, .skip, .rule-text, .part) *"))
    .filter(each => !each.matches(".skip, .rulebook > :not(form) p *, .prose > p *, table *"))
    .filter(each => getComputedStyle(each).display !== "inline" || each.matches("nav *, .tools *"))
    .map(each => [each, (each.matches("[type=checkbox], [type=radio]") && each.labels[0]) || each])
    .filter(([, touched]) => touched.getBoundingClientRect().height < 43.5)
    .map(([each]) => each.outerHTML.slice(0, 200))"""


@pytest.mark.parametrize("width", soak_all_but([360], [360, 390]))
def test_pages_touch_targets_are_44_px_high(browser: Browser, site: str, width: int) -> None:
    """Check the menu, contents, downloads and forms."""
    kinds = (
        "home",
        "game",
        "tables",
        "find",
        "presets",
        "shelf",
        "picks",
        "naming",
        "at the table",
    )
    paths = [*(KINDS[kind][0] for kind in kinds), f"/print{GAME}", f"/lab{GAME}"]
    with open_page(browser, site, viewport={"width": width, "height": 844}) as page:
        for path in paths:
            page.goto(path)
            page.wait_for_load_state()
            assert page.evaluate(LOW) == [], path
        page.goto(f"/print{GAME}")
        for way in page.locator(".paper-ways a").all():
            box = way.bounding_box()
            assert box
            assert box["width"] >= 44


def test_home_page_remembers_chosen_book(browser: Browser, site: str) -> None:
    """Also ignore an invalid stored book."""
    with open_page(browser, site, viewport=PHONE) as page:
        page.goto("/")
        assert page.locator(".hero [name=book]:checked").get_attribute("value") == "skirmish"
        page.get_by_role("radio", name="Duel").check()
        page.get_by_role("button", name="Roll a new game").click()
        page.wait_for_url("**/duel/*")
        page.goto("/")
        until(page, "document.querySelector('.hero [name=book][value=duel]').checked")
        assert page.get_by_label("Book for text seeds").input_value() == "duel"
        page.get_by_role("link", name="search by rules").click()
        page.wait_for_url("**/find/duel")
        page.goto("/")
        page.get_by_label("Book for text seeds").select_option("any")
        expect(page.get_by_role("radio", name="Any")).to_be_checked()
        page.evaluate("localStorage.setItem('carnage.book', '<b>')")
        page.reload()
        page.wait_for_load_state("networkidle")
        assert page.locator(".hero [name=book]:checked").get_attribute("value") == "skirmish"


def test_game_page_contents_show_dice(browser: Browser, site: str) -> None:
    """Check that screen readers hear "rolled", and not a page number."""
    with open_page(browser, site) as page:
        page.goto(GAME)
        page.locator(".contents").get_by_role("link", name="Movement rolled 6").wait_for()
        page.locator(".contents .die").first.wait_for()


def test_game_page_keyboard_reaches_dice_soon(browser: Browser, site: str) -> None:
    with open_page(browser, site) as page:
        page.goto(GAME)
        for _ in range(22):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.dataset.die"):
                break
        assert page.evaluate("document.activeElement.dataset.die") == "golden-rule"
        page.keyboard.press("Enter")
        page.locator(".tray-sheet #die-title").wait_for()
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.innerText") == "Roll this die"


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)], ids=["desktop", "phone"])
def test_home_page_first_screen_shows_all_actions(
    browser: Browser, site: str, size: tuple[int, int]
) -> None:
    wide, high = size
    with open_page(browser, site, viewport={"width": wide, "height": high}) as page:
        page.goto("/")
        for part in (".lede", ".starts button", ".wish-for", ".or", ".in-play img"):
            box = page.locator(part).bounding_box()
            assert box is not None
            # On a desktop the picture may continue below the first screen.
            assert box["y"] + (box["height"] if wide < high else 0) < high, part
