"""Test the companion page: its counts, dice and clock, and its use without a network."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Error, Page, expect

from carnage import catalog
from carnage.rulebook.trackers import (
    CompanionData,
    Counter,
    CounterOwner,
    build_companion_data,
    parse_faces,
)
from tests.support.browser import DESKTOP, check_page, open_page, serve
from tests.support.marks import soak_all_but
from tests.support.rulesets import BOOKS, rolled, sample
from tests.support.web import GAME, client, soup

CARDS = "/classic/678214235112018"  # its tests draw cards
PHONE = {"width": 390, "height": 844}
RIOT = "/skirmish/352703280070955070044085537"
CLOCKED = "/skirmish/244501956832374184049483639"  # thirty minutes
FISTFUL = "/skirmish/052003680362878007677038950"
# The code of the tally of each trait.
COUNTED = {
    "re-rolls": "re-rolls",
    "game-tokens": "game-tokens",
    "doomed-tokens": "doomed",
    "shaken-tokens": "shaken",
    "tower": "tower",
    "fallen": "fallen",
    "wounds": "wounds",
    "slowing": "wounds",
    "luck-rolls": "luck",
    "stun-markers": "stun",
    "dynamite": "dynamite",
    "hero-number": "hero",
    "allocation": "attack",
    "heroes": "hero",
}


def iterate_counts(holders: tuple[CounterOwner, ...]) -> Iterator[tuple[CounterOwner, Counter]]:
    """Yield each count with its holder, members included."""
    for holder in holders:
        for count in holder.counts:
            yield holder, count
        yield from iterate_counts(holder.members)


def list_tally_codes(table: CompanionData) -> set[str]:
    """Return the codes of all tallies of a companion page."""
    every_count = [*table.counts, *(count for _, count in iterate_counts(table.sides))]
    return {count.key.rpartition(".")[2] for count in every_count}


@pytest.mark.parametrize("code", BOOKS)
def test_companion_data_random_rulesets_has_used_tallies(code: str) -> None:
    """Compare the tallies with the traits of the ruleset, and check their limits."""
    for ruleset in sample(60, code):
        table = build_companion_data(ruleset)
        known = list_tally_codes(table)
        for trait, tally in COUNTED.items():
            if trait not in ruleset.book.traits:
                continue
            others = {
                each for each, other in COUNTED.items() if other == tally and each in ruleset.traits
            }
            assert (tally in known) == bool(others), (ruleset.path, trait)
        assert len(table.sides) == ruleset.players
        seen: set[tuple[str, tuple[str, ...]]] = set()
        for _, count in iterate_counts(table.sides):
            assert (count.key, count.kinds) not in seen
            seen.add((count.key, count.kinds))
            assert count.start >= 0
            assert count.most is None or 0 <= count.start <= count.most
        for throw in table.throws:
            for die in throw.dice:
                assert die in ("coin", "card") or parse_faces(die) > 1


def test_companion_data_wounds_match_roster() -> None:
    """Compare with the published roster: three wounds of the Captain, two of the Sniper, six shots
    of a six-gun.
    """
    ruleset = next(
        each for each in sample(200, "classic") if each.has("wounds") and each.has("individuals")
    )
    counts = {
        holder.label: count
        for holder, count in iterate_counts(build_companion_data(ruleset).sides)
        if count.label == "Wounds"
    }
    assert (counts["Captain"].most, counts["Sniper"].most) == (3, 2)


def test_companion_data_six_gun_holds_six_shots() -> None:
    loaded = next(each for each in sample(200, "skirmish") if each.has("ammunition"))
    shots = [
        count
        for _, count in iterate_counts(build_companion_data(loaded).sides)
        if count.label == "Six-gun shots"
    ]
    assert shots
    assert {(count.start, count.most) for count in shots} == {(6, 6)}


@pytest.mark.parametrize(
    ("damage", "dice"), [("the-tower", (0, None)), ("dwindling-tower", (5, 5))]
)
def test_companion_data_tower_has_starting_dice(damage: str, dice: tuple[int, int | None]) -> None:
    table = build_companion_data(rolled("skirmish", damage=damage, units="squads"))
    towers = [count for _, count in iterate_counts(table.sides) if count.label == "Tower"]
    assert towers
    assert {(count.start, count.most) for count in towers} == {dice}


def test_companion_data_talents_raise_token_maximum() -> None:
    for talents, most in (("none", 2), ("dealt", 3)):
        table = build_companion_data(rolled("skirmish", luck="re-roll-tokens", talents=talents))
        for side in table.sides:
            (tokens,) = [count for count in side.counts if count.label == "Re-roll Tokens"]
            assert (tokens.start, tokens.most) == (2, most)


def test_companion_data_bell_is_limited_to_rounds() -> None:
    rules = rolled("skirmish", round_structure="the-bell", game_length="fixed-round-limit")
    (bell,) = [count for count in build_companion_data(rules).counts if count.label == "Bell"]
    assert bell.most == int(rules.params["game-length.rounds"])


def test_companion_data_has_acted_resets_by_round_or_phase() -> None:
    for structure, phases in (("speed-phases", 3), ("phased", None), ("action-phase", 0)):
        table = build_companion_data(
            rolled("skirmish", round_structure=structure, activation_order="alternating")
        )
        counted = [count for count in table.counts if count.tally.phase]
        assert [count.most for count in counted] == ([] if phases == 0 else [phases])
        assert all(bool(count.tally.states) == (structure == "phased") for count in counted)
        acted = [count for _, count in iterate_counts(table.sides) if count.label == "Has acted"]
        assert acted
        assert all(count.tally.fresh and count.tally.by_phase == bool(counted) for count in acted)


def test_companion_data_dice_pool_counts_successes() -> None:
    for resolution, success in (("dice-pool", 4), ("dice-combination", 0)):
        table = build_companion_data(rolled("skirmish", resolution=resolution))
        assert [each.success for each in table.throws if each.dice == ("D6",)] == [success]


def test_companion_data_duel_lists_dice_of_ship() -> None:
    odd = rolled("duel", dice="odd-lot")
    for side in build_companion_data(odd).sides:
        assert [holder.counts[0].most for holder in side.members] == [4, 6, 6, 8, 8, 10]
        assert [holder.counts[0].start for holder in side.members] == [4, 6, 6, 8, 8, 10]


def test_companion_data_scores_and_clock_match_rules() -> None:
    for ruleset in [
        *sample(60, "skirmish"),
        *sample(5, "classic"),
        *sample(10, "gamble"),
        *sample(5, "duel"),
    ]:
        table = build_companion_data(ruleset)
        wins_by = {"battle": "Victory points", "gamble": "Score"}.get(ruleset.book.family)
        assert [each.label for _, each in table.scores] == (
            [wins_by] * ruleset.players if wins_by else []
        )
        clocked = ruleset.book.family == "battle" and "clock" in ruleset.traits
        assert bool(table.minutes) is clocked
        if clocked:
            assert table.minutes == ruleset.params["game-length.minutes"]


@pytest.mark.parametrize("code", BOOKS)
def test_companion_page_html_has_reference_and_sides(code: str) -> None:
    book = catalog.book(code)
    for ruleset in sample(4, code):
        response = client().get(f"/table{ruleset.path}?name=Last+Stand")
        assert response.status_code == 200
        assert response.headers["X-Robots-Tag"] == "noindex, nofollow"
        page = soup(response.text)
        assert page.h1 is not None
        assert page.h1.text == "Last Stand"
        assert page.select_one(".quick-reference li") is not None
        assert len(page.select(".at-side")) == ruleset.players
        assert page.select_one(f'.at-ways a[href="{ruleset.path}?name=Last+Stand"]') is not None
        assert all(
            link["href"].startswith(f"{ruleset.path}?name=Last+Stand#")
            for link in page.select("#rules a")
        )
        game = soup(client().get(ruleset.path).text)
        assert game.select_one(f'a[href="/table{ruleset.path}"]') is not None
    assert client().get(f"/table/{book.code}/12").status_code == 404


def test_service_worker_is_revalidated_and_not_crawled() -> None:
    response = client().get("/table/worker.js")
    assert response.headers["Content-Type"] == "text/javascript; charset=utf-8"
    assert response.headers["Cache-Control"] == "no-cache"
    assert "Disallow: /table" in client().get("/robots.txt").text


# -------------------------------------------------------------------------------------- in Chromium


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    with serve() as address:
        yield address


def wait_for_offline_copy(page: Page) -> None:
    page.locator(".kept-told").get_by_text("works offline").wait_for()


def read_count(page: Page, holder: str, label: str) -> str:
    return (
        page.get_by_role("group", name=holder, exact=True)
        .get_by_role("textbox", name=label)
        .input_value()
    )


@pytest.mark.browser
@pytest.mark.parametrize(
    ("scheme", "viewport"),
    soak_all_but([("light", PHONE)], [("light", PHONE), ("dark", DESKTOP)]),
)
def test_companion_page_reload_restores_counts_of_game(
    browser: Browser, site: str, scheme: str, viewport: dict[str, int]
) -> None:
    with open_page(browser, site, viewport=viewport, color_scheme=scheme) as page:
        page.goto(CARDS)
        page.get_by_role("link", name="Open table companion").click()
        page.wait_for_url(f"**/table{CARDS}*")
        check_page(page, "at the table")
        captain = page.get_by_role("group", name="Captain, Side 1")
        captain.get_by_role("checkbox", name="Has acted").check()
        page.get_by_role("group", name="Side 1", exact=True).get_by_role(
            "button", name="one more"
        ).first.click()
        page.get_by_role("button", name="Round: one more").click()
        # A new round clears "Has acted" and keeps points.
        expect(captain.get_by_role("checkbox", name="Has acted")).not_to_be_checked()
        assert read_count(page, "Side 1", "Victory points") == "1"
        page.get_by_role("button", name="Undo").click()
        expect(captain.get_by_role("checkbox", name="Has acted")).to_be_checked()
        captain.get_by_role("checkbox", name="Out").check()
        page.reload()
        expect(captain.get_by_role("checkbox", name="Out")).to_be_checked()
        assert read_count(page, "Side 1", "Victory points") == "1"
        # Another game has other counts.
        page.goto(f"/table{GAME}")
        assert read_count(page, "Side 1", "Victory points") == "0"
        page.goto(f"/table{CARDS}")
        page.get_by_role("button", name="Reset all counters").click()
        assert read_count(page, "Side 1", "Victory points") == "0"
        assert page.get_by_role("button", name="Reset all counters").is_disabled()
        page.get_by_role("button", name="Undo").click()
        assert read_count(page, "Side 1", "Victory points") == "1"


@pytest.mark.browser
def test_companion_page_counts_are_limited_and_typed(browser: Browser, site: str) -> None:
    with open_page(browser, site, viewport=PHONE) as page:
        page.goto(f"/table{CARDS}")
        wounds = page.get_by_role("group", name="Captain, Side 1")
        for _ in range(5):
            wounds.get_by_role("button", name="Wounds: one more").click()
        field = wounds.get_by_role("textbox", name="Wounds")
        assert field.input_value() == "3"
        for _ in range(5):
            wounds.get_by_role("button", name="Wounds: one less").click()
        assert field.input_value() == "0"
        points = page.get_by_role("group", name="Side 2", exact=True).get_by_role(
            "textbox", name="Victory points"
        )
        for typed, stands in (("12", "12"), ("many", "12"), ("1e9", "12"), ("-3", "-3")):
            points.fill(typed)
            points.press("Enter")
            assert points.input_value() == stands


@pytest.mark.browser
def test_companion_page_profile_selected_shows_its_counts(browser: Browser, site: str) -> None:
    with open_page(browser, site, viewport=PHONE) as page:
        page.goto(f"/table{FISTFUL}")
        first = page.get_by_role("group", name="Model 1, Side 1")
        assert first.get_by_role("textbox", name="Luck").count() == 0
        who = first.get_by_role("combobox")
        rifleman = who.locator("option", has_text=re.compile("^Rifleman")).get_attribute("value")
        who.select_option(rifleman)
        assert first.get_by_role("textbox", name="Long rifle shots").input_value() == "6"
        assert first.get_by_role("textbox", name="Six-gun shots").count() == 0
        first.get_by_role("button", name="Long rifle shots: one less").click()
        page.reload()
        assert first.get_by_role("textbox", name="Long rifle shots").input_value() == "5"


@pytest.mark.browser
def test_companion_page_held_dice_are_not_rolled(browser: Browser, site: str) -> None:
    with open_page(browser, site, viewport=PHONE) as page:
        page.goto("/table/gamble/944117715162")
        hand = page.get_by_role("group", name="A hand")
        hand.get_by_role("button", name="A hand").click()
        dice = hand.locator(".thrown button")
        assert dice.count() == 5
        assert all(1 <= int(face) <= 6 for face in dice.all_inner_texts())
        first = dice.first.inner_text()
        dice.first.click()
        for _ in range(12):
            hand.get_by_role("button", name="A hand").click()
            assert dice.first.inner_text() == first
        page.reload()
        assert dice.first.inner_text() == first
        assert dice.first.get_attribute("aria-pressed") == "true"
        hand.get_by_role("button", name="Release all dice").click()
        assert not hand.locator("[data-die]").count()


@pytest.mark.browser
def test_companion_page_drawn_cards_are_all_different(browser: Browser, site: str) -> None:
    with open_page(browser, site, viewport=PHONE) as page:
        page.goto(f"/table{CARDS}")
        cards = page.get_by_role("group", name="Draw a card: Side 1")
        seen = []
        for _ in range(52):
            cards.get_by_role("button", name="Draw a card").click()
            seen.append(cards.locator(".drawn").inner_text())
        assert len(set(seen)) == 52


@pytest.mark.browser
def test_companion_page_new_phase_clears_has_acted(browser: Browser, site: str) -> None:
    """Also check that undo names the change and scrolls to its count."""
    game = rolled("skirmish", round_structure="speed-phases", activation_order="alternating")
    with open_page(browser, site, viewport=PHONE) as page:
        page.goto(f"/table{game.path}")
        acted = page.get_by_role("checkbox", name="Has acted").first
        acted.check()
        page.get_by_role("button", name="Speed Phase: one more").click()
        expect(acted).not_to_be_checked()
        page.evaluate("scrollTo(0, document.body.scrollHeight)")
        page.get_by_role("button", name="Undo").click()
        expect(acted).to_be_checked()
        expect(page.locator(".at-told")).to_have_text("Undo: Speed Phase")
        page.get_by_role("button", name="Undo").click()
        expect(page.locator(".at-told")).to_contain_text("Undo: Has acted, ")
        expect(acted).to_be_in_viewport()


@pytest.mark.browser
def test_companion_page_dice_pool_counts_successes(browser: Browser, site: str) -> None:
    """Also check that a typed number of dice is limited to 30."""
    with open_page(browser, site, viewport=PHONE) as page:
        page.goto(f"/table{rolled('skirmish', resolution='dice-pool').path}")
        throw = page.get_by_role("group", name="Throw D6")
        many = throw.get_by_role("textbox")
        for typed, shown in (("8", "8"), ("99", "30"), ("x", "30"), ("12", "12")):
            many.fill(typed)
            many.press("Tab")
            expect(many).to_have_value(shown)
        throw.get_by_role("button", name="Throw D6").click()
        faces = [int(face) for face in throw.locator(".thrown button").all_inner_texts()]
        assert len(faces) == 12
        summed = f"{' + '.join(map(str, faces))} = {sum(faces)}"  # the sum is shown, too
        expect(throw.locator(".sum")).to_have_text(
            f"{sum(face >= 4 for face in faces)} at 4+ · {summed}"
        )


@pytest.mark.browser
def test_companion_page_mixed_dice_are_labelled(browser: Browser, site: str) -> None:
    with open_page(browser, site, viewport=PHONE) as page:
        page.goto("/table/gamble/904117715162")
        hand = page.get_by_role("group", name="A hand")
        hand.get_by_role("button", name="A hand").click()
        kinds = hand.locator(".thrown button").evaluate_all(
            "dice => dice.map(die => getComputedStyle(die, '::after').content)"
        )
        assert kinds == [f'"D{faces}"' for faces in (4, 6, 8, 10, 12)]
        check_page(page, "unlike dice")


@pytest.mark.browser
def test_companion_dice_are_fair(browser: Browser, site: str) -> None:
    """Check that chi squared of 60,000 D6 rolls stays under 25.7, which it exceeds once in ten
    thousand times.
    """
    with open_page(browser, site) as page:
        page.goto(f"/table{GAME}")
        place = page.locator("script[type=module]").get_attribute("src")
        assert place
        counts = page.evaluate(
            """async place => {
                const { below } = await import(place.replace("companion.js", "dice.js"));
                const counts = Array(6).fill(0);
                for (let i = 0; i < 60000; i++) counts[below(6)]++;
                return counts;
            }""",
            place,
        )
        assert sum((each - 10_000) ** 2 / 10_000 for each in counts) < 25.7


@pytest.mark.browser
@pytest.mark.parametrize(
    "path",
    soak_all_but(
        ["/gamble/944117715162"],
        [GAME, RIOT, FISTFUL, CLOCKED, "/duel/8000000000000", "/gamble/944117715162"],
    ),
)
def test_companion_page_touch_targets_are_44_px(browser: Browser, site: str, path: str) -> None:
    with open_page(browser, site, viewport=PHONE, color_scheme="dark") as page:
        page.goto(f"/table{path}")
        wait_for_offline_copy(page)
        check_page(page, path)
        for button in page.locator("[data-go]").all():
            button.click()
        small = page.evaluate(
            """[...document.querySelectorAll("main :is(button, input, select, label, summary, nav a)")]
                .filter(each => !each.closest("label") || each.matches("label"))
                .map(each => [each.outerHTML.slice(0, 90), each.getBoundingClientRect()])
                .filter(([, box]) => box.width && (box.height < 43.9 || box.width < 43.9))
                .map(([html, box]) => `${html} ${box.width} x ${box.height}`)"""
        )
        assert not small


@pytest.mark.browser
def test_companion_page_offline_loads_opened_game_only(browser: Browser, site: str) -> None:
    with open_page(browser, site, viewport=PHONE) as page:
        page.goto(f"/table{GAME}?name=Last+Stand")
        wait_for_offline_copy(page)
        page.get_by_role("button", name="Round: one more").click()
        context = page.context
        context.set_offline(True)
        away = context.new_page()
        away.goto(f"/table{GAME}?name=Last+Stand")
        assert away.locator("h1").inner_text() == "Last Stand"
        assert away.locator("[data-round]").input_value() == "2"
        away.get_by_role("button", name="Round: one more").click()
        assert away.locator("[data-round]").input_value() == "3"
        assert (
            away.evaluate("getComputedStyle(document.querySelector('.count button')).minHeight")
            == "44px"
        )
        assert away.evaluate("document.fonts.check('16px Vollkorn')")
        # No other page is cached: rules, a game that was not opened, another name of this
        # game.
        for path in (GAME, "/", f"/table{CARDS}", f"/table{GAME}"):
            with pytest.raises(Error, match=r"ERR_INTERNET_DISCONNECTED|ERR_FAILED"):
                away.goto(path)
        # A page with a network error may never report that it is closed.
        context.set_offline(False)
        away.goto("about:blank")


@pytest.mark.browser
@pytest.mark.parametrize("viewport", soak_all_but([PHONE], [PHONE, DESKTOP]))
def test_companion_page_scrolled_keeps_scores_visible(
    browser: Browser, site: str, viewport: dict[str, int]
) -> None:
    with open_page(browser, site, viewport=viewport) as page:
        page.goto(f"/table{CARDS}")
        second = page.get_by_role("group", name="Side 2", exact=True)
        for _ in range(3):
            second.get_by_role("button", name="Victory points: one more").click()
        page.locator(".at-places a[href='#rules']").click()
        top = page.get_by_role("group", name="Score and clock")
        box = top.bounding_box()
        assert box
        assert box["y"] == 0
        assert box["height"] < 60
        assert re.split(r"\s+", top.inner_text().strip()) == ["Side", "1", "0", "Side", "2", "3"]
        heading = page.locator("#rules-title").bounding_box()
        assert heading
        assert heading["y"] >= box["height"]
        page.get_by_role("button", name="Undo").click()
        assert page.get_by_role("status", name="Side 2: Victory points").inner_text() == "2"
        assert page.locator(".clock").count() == 0


def read_clock(page: Page) -> int:
    """Return the seconds on the clock."""
    minutes, seconds = page.get_by_role("timer").inner_text().split(":")
    return 60 * int(minutes) + int(seconds)


@pytest.mark.browser
def test_companion_page_clock_offline_runs_by_device_time(browser: Browser, site: str) -> None:
    """Check that it also runs while the page is closed, and that undo does not change it."""
    with open_page(browser, site, viewport=PHONE) as page:
        page.clock.install()
        page.goto(f"/table{CLOCKED}")
        wait_for_offline_copy(page)
        page.context.set_offline(True)
        page.get_by_role("button", name="Start the clock: 30:00").click()
        page.get_by_role("button", name="Round: one more").click()
        page.clock.run_for(61_000)
        page.get_by_role("button", name="Stop the clock").click()
        assert 0 <= 30 * 60 - 61 - read_clock(page) < 15
        stopped = read_clock(page)
        page.clock.run_for(60_000)
        page.get_by_role("button", name="Undo").click()
        assert read_clock(page) == stopped
        page.get_by_role("button", name="Start the clock").click()
        page.clock.fast_forward("10:00")
        page.reload()
        page.get_by_role("button", name="Stop the clock").wait_for()
        assert 0 <= stopped - 10 * 60 - read_clock(page) < 30
        check_page(page, "a clock that runs")
        assert page.locator("[data-up]").inner_text() == ""
        page.clock.fast_forward("20:00")
        page.locator("[data-up]", has_text="Time is up").wait_for(state="attached")
        check_page(page, "time is up")
        page.get_by_role("button", name="Reset the clock to 30 minutes").click()
        page.get_by_role("button", name="Start the clock: 30:00").click()
        page.get_by_role("button", name="Reset all counters").click()
        page.get_by_role("button", name="Start the clock: 30:00").wait_for()
        page.context.set_offline(False)


@pytest.mark.browser
def test_service_worker_online_ignores_cached_page(browser: Browser, site: str) -> None:
    with open_page(browser, site) as page:
        page.goto(f"/table{GAME}")
        wait_for_offline_copy(page)
        page.evaluate(
            """async () => {
                for (const name of await caches.keys()) {
                    const cache = await caches.open(name);
                    const headers = { "Content-Type": "text/html" };
                    await cache.put(location.href, new Response("<h1>Stale</h1>", { headers }));
                    const file = new URL("/static/css/components/base.css", location);
                    await cache.put(file, new Response("body { color: red }"));
                }
            }"""
        )
        page.reload()
        assert page.locator("h1").inner_text() == "Ruinous Throne"
        # A file without a hash in its address comes from the network, too.
        assert "color: red" not in page.evaluate(
            "fetch('/static/css/components/base.css').then(answer => answer.text())"
        )


@pytest.mark.browser
def test_service_worker_caches_twelve_games_at_most(browser: Browser, site: str) -> None:
    """Also check that it refuses addresses that are no companion page of this site."""
    with open_page(browser, site) as page:
        page.goto(f"/table{GAME}")
        wait_for_offline_copy(page)
        answers = page.evaluate(
            """async () => {
                const worker = (await navigator.serviceWorker.ready).active;
                const asked = (keep, files) => new Promise(done => {
                    const { port1, port2 } = new MessageChannel();
                    port1.onmessage = event => done(event.data);
                    worker.postMessage({ keep, files }, [port2]);
                });
                const here = location.origin;
                const files = [document.querySelector("link[rel=stylesheet]").href];
                const digits = [...Array(15).keys()].map(at => String(at).padStart(15, "0"));
                const games = digits.map(each => `${here}/table/classic/${each}`);
                const kept = [];
                for (const game of games) kept.push(await asked(game, files));
                const older = files[0].replace(/static\\/[0-9a-f]{12}/, "static/000000000000");
                const refused = [
                    await asked(`${here}/classic/000000000000000`, files),
                    await asked(games[0], []),
                    await asked(games[0], [older]),
                    await asked("https://carnage.example/table/classic/000000000000000", files),
                    await asked(`${here}/table/classic/12`, files),
                ];
                return { kept, refused, names: await caches.keys() };
            }"""
        )
        assert all(answers["kept"])
        assert not any(answers["refused"])
        assert len(answers["names"]) == 12
        assert answers["names"][-1].endswith("/table/classic/000000000000014")


@pytest.mark.browser
def test_companion_page_without_script_hides_controls(browser: Browser, site: str) -> None:
    with open_page(browser, site, viewport=PHONE, java_script_enabled=False) as page:
        page.goto(f"/table{FISTFUL}")
        expect(page.locator(".quick-reference")).to_be_visible()
        expect(page.get_by_text("Victory points").first).to_be_visible()
        expect(page.get_by_role("button", name="one more").first).to_be_hidden()
        expect(page.locator("#dice")).to_be_hidden()


@pytest.mark.browser
def test_companion_page_storage_full_says_so(browser: Browser, site: str) -> None:
    with open_page(browser, site) as page:
        page.add_init_script(
            "Storage.prototype.setItem = () => { throw new DOMException('full', "
            "'QuotaExceededError'); };"
        )
        page.goto(f"/table{GAME}")
        page.locator(".kept-told").get_by_text("Not saved: the browser").wait_for()
        page.get_by_role("button", name="Round: one more").click()
        assert page.locator("[data-round]").input_value() == "2"


@pytest.mark.browser
@pytest.mark.parametrize(
    "wrong",
    [
        '"',
        *(
            pytest.param(wrong, marks=pytest.mark.soak)
            for wrong in (
                '{"counts":{"game.round":"<b>"}}',
                '{"counts":7,"throws":{"1":{"many":1e9,"shown":["x"]}}}',
                "[]",
                "null",
                '{"clock":{"left":"<b>","until":-5}}',
                '{"clock":7}',
            )
        ),
    ],
)
def test_companion_page_invalid_storage_is_ignored(browser: Browser, site: str, wrong: str) -> None:
    with open_page(browser, site) as page:
        page.add_init_script(f"localStorage.setItem('carnage.table{GAME}', {wrong!r});")
        page.goto(f"/table{GAME}")
        page.locator("#dice [data-go]").first.click()
        assert page.locator("#dice .thrown button").count() == 1
        assert page.locator("[data-round]").input_value() == "1"
        page.get_by_role("button", name="Round: one more").click()
        assert page.locator("[data-round]").input_value() == "2"
