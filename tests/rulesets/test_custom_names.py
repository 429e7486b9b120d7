"""Names of one's own for sides, figures and weapons: everywhere that they show, and nowhere
else.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import markdown
import pytest
from bs4 import BeautifulSoup
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from playwright.sync_api import Browser, expect
from pypdf import PdfReader

from carnage import catalog, printing
from carnage.common.text_format import plural
from carnage.jobs.results import Key
from carnage.jobs.status import JobStatus
from carnage.jobs.tasks.play import load_state
from carnage.jobs.tasks.print import print_game
from carnage.lab.sampling_plan import DETAILS
from carnage.matches.state import PlayState
from carnage.rulebook import build_rulebook
from carnage.rulebook.custom_names import NameReplacer
from carnage.rulesets.custom_names import (
    MAX_NAME_LENGTH,
    CustomNameError,
    CustomNames,
    fits_in_url,
    format_names,
    list_nameable,
    list_nameable_in_book,
    parse_lines,
    parse_names,
)
from carnage.rulesets.custom_names import clean_names as own_names
from carnage.web import create_app
from tests.support import job_tasks, shows
from tests.support.browser import DESKTOP, PHONE, check_page, open_page, serve
from tests.support.marks import list_script_cases
from tests.support.rulebooks import part_text
from tests.support.rulesets import BOOKS, game_at, sample
from tests.support.stand_ins import StubQueue
from tests.support.web import client, soup

CARDS = "/classic/678214235112018"
GAME = game_at(CARDS[1:])
SIGNS = game_at("skirmish/169304093034511656804290720")  # has Hands, a Sawbones and Hand Signs
OWN: CustomNames = (
    ("side-1", "The Orks of Grub"),
    ("side-2", "Elves"),
    ("captain", "Grub"),
    ("rifle", "Bow"),
)
ASKED = {"own": format_names(OWN)}
NUMBERS = re.compile(r"(?<![\w~])\d+(?:\.\d+)?")


@pytest.mark.parametrize("code", BOOKS)
def test_nameable_things_have_unique_codes_and_labels(code: str) -> None:
    """Each code and each label belongs to one thing."""
    things = list_nameable_in_book(catalog.book(code))
    assert len({each.code for each in things}) == len(things)
    assert len({each.label for each in things}) == len(things)


def test_custom_names_replace_labels() -> None:
    for ending in ("", ".md", ".html"):
        plain = client().get(CARDS + ending).text
        text = client().get(CARDS + ending, query_string=ASKED).text
        shown = soup(text).select_one(".rulebook").text if ending != ".md" else text
        for label in ("Captain", "Side 1", "Side 2", "Rifle", "rifle"):
            assert label in plain
            assert not re.search(rf"(?<![\w~]){label}(?!\w)", shown), (ending, label)
        for _, name in OWN:
            assert name in shown
    said = client().get(f"{CARDS}.json", query_string=ASKED).get_json()
    plain = client().get(f"{CARDS}.json").get_json()
    assert {unit["label"] for unit in said["forces"][0]["units"]} >= {"Grub", "Sniper"}
    for mine, theirs in zip(said["forces"][0]["units"], plain["forces"][0]["units"], strict=True):
        assert {**mine, "label": ""} == {**theirs, "label": ""}
    table = client().get(f"/table{CARDS}", query_string=ASKED).text
    assert "Grub, The Orks of Grub" in table
    assert "Captain" not in table


def test_custom_names_leave_other_text() -> None:
    """A seed's own name, the credits and a rule with a figure's name stay unchanged."""
    naming = NameReplacer(GAME, (("captain", "Grub"), ("brawler", "Ork")))
    assert naming.markdown("- **Brawler.** The Brawler. Brawlers, Brawlering") == (
        "- **Brawler.** The Ork. Orks, Brawlering"
    )
    assert naming.html(
        '<li title="Captain"><strong>Brawler.</strong> the <b>Captain.</b></li>'
    ) == ('<li title="Captain"><strong>Brawler.</strong> the <b>Grub.</b></li>')
    swapped = NameReplacer(GAME, (("captain", "Trooper"), ("trooper", "Captain")))
    assert swapped.text("Captain 1, Trooper 2") == "Trooper 1, Captain 2"
    book = build_rulebook(GAME, (("rifle", "Rule of Carnage"),))
    assert part_text(book, "credits") == part_text(build_rulebook(GAME), "credits")


def test_custom_name_of_label_with_equal_plural_follows_its_count() -> None:
    named = NameReplacer(SIGNS, (("sawbones", "Medic"),))
    assert named.markdown("1 Sawbones; 2 Sawbones; two Sawbones; 12 Sawbones") == (
        "1 Medic; 2 Medics; two Medics; 12 Medics"
    )
    assert named.html("<b>Sawbones:</b> Keeps <i>all Sawbones</i> and Boss, Sawbones and Hand") == (
        "<b>Medic:</b> Keeps <i>all Medics</i> and Boss, Medic and Hand"
    )


def test_custom_name_leaves_label_of_option() -> None:
    named = NameReplacer(SIGNS, (("hand", "Member"),))
    assert named.markdown("**[Hand Signs](#signs).** The Hand. Hands") == (
        "**[Hand Signs](#signs).** The Member. Members"
    )
    text = build_rulebook(SIGNS, (("hand", "Member"),)).markdown()
    assert "Hand Signs" in text
    assert "Member Signs" not in text


def test_custom_name_of_side_keeps_map_width() -> None:
    for name in ("X", "Side 10", "The Orks of Grub", "W" * MAX_NAME_LENGTH):
        plain = part_text(build_rulebook(GAME), "setup")
        text = part_text(build_rulebook(GAME, (("side-1", name),)), "setup")
        table_maps = (
            [row for row in each.split("\n") if row.endswith("|")] for each in (plain, text)
        )
        rows = list(zip(*table_maps, strict=True))
        assert all(len(a) == len(b) for a, b in rows)
        assert any(f" {name} " in b for _, b in rows)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        (
            "x" * (MAX_NAME_LENGTH + 1),
            f"at most {MAX_NAME_LENGTH} characters; this one has {MAX_NAME_LENGTH + 1}",
        ),
        ("e" + "\u0301" * 500, "at most"),
        ("a\nb", "one line"),
        ("a\u202eb", "one line"),
        ("a\u200bb", "one line"),
        ("<b>", "may not contain"),
        ("a~b", "may not contain"),
        ("a*b", "may not contain"),
        ("…", "a letter or a digit"),
    ],
)
def test_custom_name_invalid_is_refused_with_its_code(name: str, told: str) -> None:
    with pytest.raises(CustomNameError, match=told) as error:
        own_names({"captain": name}, GAME.book)
    assert error.value.code == "captain"
    form = client().post(f"/own{CARDS}", data={"captain": name, "side-1": "Orks"})
    assert form.status_code == 400
    page = soup(form.text)
    assert page.select_one("input[name=side-1]")["value"] == "Orks"
    assert told in page.select_one("#wrong-captain").text
    assert page.select_one("input[name=captain]").get("aria-describedby") == "wrong-captain"
    if "\n" not in name:
        assert page.select_one("input[name=captain]")["value"] == name


@pytest.mark.parametrize(
    "wrong", ["captain", "nobody~Grub", "captain~<b>", "x" * 9_000, "captain~a\x00"]
)
def test_custom_names_unreadable_in_address_return_400(wrong: str) -> None:
    for path in (CARDS, f"{CARDS}.md", f"{CARDS}.pdf", f"/table{CARDS}", f"/own{CARDS}"):
        response = client().get(path, query_string={"own": wrong})
        assert response.status_code == 400, path
        assert "<b>" not in response.text
        assert "captain" in response.text or "Names" in response.text


@pytest.mark.parametrize("ending", ["exe", "../x", "PDF"])
def test_names_form_unknown_ending_redirects_to_game(ending: str) -> None:
    there = client().post(f"/own{CARDS}", data={**dict(OWN), "as": ending})
    assert urlsplit(there.headers["Location"]).path == CARDS


def test_names_form_redirects_to_game_with_names() -> None:
    there = client().post(f"/own{CARDS}?name=Last+Stand", data={**dict(OWN), "sniper": "Sniper"})
    assert there.status_code == 303
    where = urlsplit(there.headers["Location"])
    assert (where.path, parse_qs(where.query)) == (
        CARDS,
        {"name": ["Last Stand"], "own": [format_names(OWN)]},
    )
    assert "own=side-1~The+Orks+of+Grub*side-2~Elves*captain~Grub*rifle~Bow" in where.query
    for ending in ("pdf", "html", "md"):
        file = client().post(f"/own{CARDS}", data={**dict(OWN), "as": ending})
        assert urlsplit(file.headers["Location"]).path == f"{CARDS}.{ending}"
    # They go along wherever the page leads, and stay when dice are rolled.
    page = soup(client().get(there.headers["Location"]).text)
    links = [
        a["href"] for a in page.select(".title-page a[href], .tray a[href]") if "own" in a["href"]
    ]
    assert len(links) > GAME.book.length
    rolled = client().get(
        "/roll", query_string={**ASKED, "from": GAME.seed.digits, "book": "classic"}
    )
    assert parse_qs(urlsplit(rolled.headers["Location"]).query) == (
        ASKED | {"own": [ASKED["own"]], "was": [GAME.seed.digits]}
    )
    form = soup(client().get(f"/own{CARDS}", query_string=ASKED).text)
    assert form.select_one("input[name=captain]")["value"] == "Grub"
    # A name that is the book's own is none.
    assert client().post(f"/own{CARDS}", data={"captain": " Captain "}).headers["Location"] == CARDS


def test_lab_page_uses_custom_names() -> None:
    """Check verdicts, comparisons and the sheet; rules keep their own names."""
    unfair = {"value": 0.3, "low": 0.27, "high": 0.33}
    asked = {
        "Activate": {
            "put": "Activate",
            "decisions": 900,
            "routine": False,
            "answers": {"Captain": [900, 899], "Sniper": [900, 1]},
            "whole": ["Captain", "Sniper"],
        }
    }
    figures = job_tasks.FIGURES | {"opened": False, "answers": asked}
    figures |= {"shares": figures["shares"] | {"places": [unfair, {**unfair, "value": 0.7}]}}
    tried = {
        "faults": [2],
        "sentences": ["Side 1 is clearly worse off: it wins 30% of games."],
        "sure": True,
        "measures": {"rounds": 5.0},
        "shifts": {},
    }

    class Done:
        def status(self, key: Key) -> JobStatus[Any]:
            rows = {"rows": [], "mildest": [], "games": 250, "complete": True, **tried}
            if DETAILS in key:
                return JobStatus()
            return JobStatus(True, rows if len(key) > 2 else figures)

    app = create_app()
    app.extensions["playtests"] = Done()
    for there in (f"/lab{CARDS}", f"/lab{CARDS}/movement"):
        plain = soup(app.test_client().get(there).text).select_one("#report").text
        page = (
            soup(app.test_client().get(there, query_string=ASKED).text).select_one("#report").text
        )
        assert "Side 1 is clearly worse off" in plain
        assert "The Orks of Grub is clearly worse off" in page
        assert "Side 1" not in page
    page = soup(app.test_client().get(f"/lab{CARDS}", query_string=ASKED).text)
    assert "“Activate” with “Grub”" in page.select_one("#report").text
    assert all(
        "own=" in link["href"] for link in page.select("#report a[href^='/watch'], .kicker a")
    )


def test_names_form_too_long_for_url_shows_rulebook() -> None:
    names = {each.code: "龍" * MAX_NAME_LENGTH for each in list_nameable(GAME)}
    assert not fits_in_url(own_names(names, GAME.book))
    shown = client().post(f"/own{CARDS}", data=names)
    assert shown.status_code == 200
    page = soup(shown.text)
    assert "Captain" not in page.select_one(".rulebook").text
    assert not [a["href"] for a in page.select("a[href]") if "own=" in a["href"]]
    file = client().post(f"/own{CARDS}", data={**names, "as": "md"})
    assert file.headers["Content-Disposition"].startswith("attachment")
    assert "龍" * MAX_NAME_LENGTH in file.text


NASTY = (
    "&amp; & &#60;",
    "|a| b",
    "`x` [y](z)",
    "1. #x",
    "$x$ @y #z",
    "a\\b \"c\" 'd'",
    "__e__ _f_ !g",
)


@pytest.mark.thorough
def test_custom_names_are_printed() -> None:
    figures = [each.code for each in list_nameable(GAME) if each.kind == "figure"]
    assert len(figures) == len(NASTY)
    own = (("side-1", "$Orks_@"), *zip(figures, NASTY, strict=True), ("rifle", "*not*"[1:4]))
    shown = build_rulebook(GAME, own)
    for part in ("rules", "cards", "tokens", "templates"):
        pages = PdfReader(io.BytesIO(printing.pdf(shown, part))).pages
        flat = re.sub(r"\s", "", "".join(page.extract_text() for page in pages))
        assert "Captain" not in flat
        for name in NASTY if part != "templates" else ():
            said = re.sub(r"\s", "", name)
            assert said in flat or said.replace('"', "”").replace("'", "’") in flat, (part, name)
    own = (("captain", "龍\U0001f409\u0e33"),)
    made = print_game(
        "classic", GAME.seed.digits, "", "rules", "a4", "single", "https://c.example", (), own
    )
    assert made.startswith(b"%PDF")


def test_custom_names_hostile_are_unchanged_in_files() -> None:
    figures = [each.code for each in list_nameable(GAME) if each.kind == "figure"]
    shown = build_rulebook(GAME, tuple(zip(figures, NASTY, strict=True)))
    turned = BeautifulSoup(
        markdown.markdown(shown.markdown(), extensions=["tables"]), "html.parser"
    )
    for text in (turned.text, soup(shown.html()).text):
        for name in NASTY:
            assert name in text, name


# --------------------------------------------------------------------------------------------- fuzz

TEXT = st.text(st.characters(), max_size=30)


@given(
    st.dictionaries(
        st.sampled_from([each.code for each in list_nameable_in_book(GAME.book)]), TEXT, max_size=6
    )
)
@settings(max_examples=50, suppress_health_check=[HealthCheck.too_slow])
def test_custom_names_any_text_is_refused_or_round_trips(names: dict[str, str]) -> None:
    try:
        own = own_names(names, GAME.book)
    except CustomNameError:
        return
    assert parse_names(format_names(own), GAME.book) == own
    shown = build_rulebook(GAME, own)
    plain = build_rulebook(GAME)
    # Nothing but words changes: the same tags, the same numbers besides those in names.
    mine, theirs = soup(shown.html(css="")), soup(plain.html(css=""))
    assert [tag.name for tag in mine.find_all(True)] == [tag.name for tag in theirs.find_all(True)]
    there = {each.code for each in list_nameable(GAME)}
    for code, name in own:
        if code in there and code in ("captain", "rifle"):
            assert name in mine.find(id="rosters").text
    for unit, other in zip(
        shown.json()["forces"][0]["units"], plain.json()["forces"][0]["units"], strict=True
    ):
        assert {**unit, "label": ""} == {**other, "label": ""}


@pytest.mark.parametrize("code", BOOKS)
def test_custom_names_replace_every_label_of_every_book(code: str) -> None:
    for ruleset in sample(4, code):
        own = tuple((each.code, f"Xq{n}z") for n, each in enumerate(list_nameable(ruleset)))
        text = build_rulebook(ruleset, own).markdown()
        for (_, name), (kind, _, label) in zip(own, list_nameable(ruleset), strict=True):
            if kind == "side" and not ruleset.book.roster.figure:
                continue  # such a rulebook names nobody
            assert name in text, label
            left = re.findall(rf"(?<![\w-])(?:{label}|{plural(label)})(?![\w-])", text)
            assert len(left) == text.count(f"**{label}.**") + build_rulebook(ruleset).pitch.count(
                label
            )


# -------------------------------------------------------------------------------------- in Chromium


class AtPlay(StubQueue):
    """Stands in for the site's `Turns`: games that are played where they are asked for."""

    def status(self, key: Key) -> JobStatus[PlayState]:
        return JobStatus(True, load_state(*key))  # type: ignore[arg-type]


WATCHED = "classic/243856987615781"
LABELS = re.compile(r"\bCaptain\b|\bSide 1\b")


def test_watch_page_uses_custom_names() -> None:
    """Check the page, its script, a still, the report, the file and all links."""
    asking = shows.site().test_client()
    own = "side-1~Orks*captain~Gr<ub".replace("<", "\u00fc")
    query = {"own": own, "at": "60"}
    said = NameReplacer(game_at(WATCHED), parse_names(own, catalog.book("classic"))).text
    page = asking.get(f"/watch/{WATCHED}", query_string=query)
    shown = soup(page.text)
    main = shown.select_one("main").text
    assert "Orks" in main
    assert "Gr\u00fcub" in main
    assert not LABELS.search(main)
    for link in shown.select(f'main a[href^="/watch/{WATCHED}"]'):
        assert "own=side-1~Orks*captain~Gr%C3%BCub" in str(link["href"])
    assert shown.select_one("form input[name=own]")["value"] == own
    plain = asking.get(f"/watch/{WATCHED}.reel").json
    reel = asking.get(f"/watch/{WATCHED}.reel", query_string=query).json
    assert reel["sides"] == ["Orks", "Side 2"]
    told = [line for cut in plain["cuts"] for line in cut.get("lines", ())]
    assert [line for cut in reel["cuts"] for line in cut.get("lines", ())] == list(map(said, told))
    assert len(told) > 50
    for form in ("reel", "svg", "md", "html"):
        text = asking.get(f"/watch/{WATCHED}.{form}", query_string=query).text
        # What a drawing knows of a piece beside what it shows stays as it is.
        text = re.sub(r'<style>.*?</style>|data-label=\\?"[^"\\]*\\?"', "", text, flags=re.DOTALL)
        assert "Orks" in text, form
        assert not LABELS.search(text), form
        assert LABELS.search(asking.get(f"/watch/{WATCHED}.{form}").text)


def test_play_page_uses_custom_names() -> None:
    app = create_app()
    app.extensions["turns"] = AtPlay(), AtPlay()
    asking = app.test_client()
    query = {"own": "side-1~Orks*side-2~Elves*captain~Grub", "bots": "person,greedy"}
    address = f"/play/{WATCHED}"
    for _ in range(3):
        answer = asking.get(address, query_string=query)
        page = soup(answer.text)
        main = page.select_one("main").text
        assert answer.status_code == 200
        assert "Orks" in main
        assert not LABELS.search(main)
        option = str(page.select_one(".options a")["href"])
        asked = parse_qs(urlsplit(option).query)
        assert asked["own"] == [query["own"]]
        query = {name: values[0] for name, values in asked.items()}
    state = asking.get(f"{address}.json", query_string=query).json
    assert state["sides"] == ["Orks", "Elves"]
    assert state["frames"]["sides"] == ["Orks", "Elves"]
    assert not LABELS.search(str(state["aim"]))


def test_parse_lines_reads_names_file() -> None:
    book = catalog.book("classic")
    text = "# mine\n\ncaptain = Grub  # the boss\nrifle~Bow*side-1~The Orks of Grub\nside-2=Elves\n"
    assert parse_lines(text, book) == OWN
    for wrong, told in (
        ("captain Grub", "captain = Grub"),
        ("dragon = Smaug", "it has side-1"),
        ("captain = <b>", "may not contain"),
        ("#" * 9_000, "at most 8,000"),
    ):
        with pytest.raises(CustomNameError, match=told):
            parse_lines(wrong, book)


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    with serve() as address:
        yield address


@pytest.mark.browser
@pytest.mark.thorough
@pytest.mark.parametrize(
    ("scheme", "viewport", "scripts"), list_script_cases([("dark", PHONE), ("light", DESKTOP)])
)
def test_names_form_in_browser_renames_game(
    browser: Browser, site: str, scheme: str, viewport: dict[str, int], scripts: bool
) -> None:
    with open_page(
        browser, site, viewport=viewport, color_scheme=scheme, java_script_enabled=scripts
    ) as page:
        page.goto(CARDS)
        page.get_by_role("link", name="Rename sides, figures and weapons").click()
        page.get_by_label("Captain").fill("Grub")
        page.get_by_label("Side 1").fill("Orks & Sons")
        if scripts:
            check_page(page, "naming")
        page.get_by_role("button", name="Show game").click()
        page.wait_for_url("**own=*")
        assert page.locator("#rosters caption").first.inner_text().startswith("Orks & Sons: 100")
        assert page.locator("#rosters th", has_text="Grub").count() == 2
        with page.expect_download() as download:
            page.get_by_role("link", name="Markdown").click()
        assert "Grub" in Path(download.value.path()).read_text(encoding="utf-8")
        page.get_by_role("link", name="Open table companion").click()
        expect(page.get_by_role("group", name="Grub, Orks & Sons")).to_have_count(1)
        # Renaming the game keeps them.
        page.go_back()
        page.get_by_label("Name", exact=True).fill("Last Stand")
        page.get_by_role("button", name="Rename").click()
        page.wait_for_url("**name=Last+Stand*")
        assert page.locator("#rosters th", has_text="Grub").count() == 2
        if scripts:
            # What was typed is on the shelf: the form has it, though the address says nothing.
            page.goto(f"/own{CARDS}")
            assert page.get_by_label("Captain").input_value() == "Grub"
            page.goto("/shelf")
            assert page.locator("[data-list=own] [data-title]").count() == 1


@pytest.mark.browser
def test_names_form_invalid_name_keeps_other_fields(browser: Browser, site: str) -> None:
    context = browser.new_context(base_url=site, viewport=PHONE)  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(f"/own{CARDS}")
    page.get_by_label("Captain").fill("<b>Grub</b>")
    page.get_by_label("Rifle").fill("Bow")
    page.get_by_role("button", name="Show game").click()
    page.get_by_role("alert").get_by_text("One name is not allowed").wait_for()
    check_page(page, "a bad name")
    assert page.get_by_label("Captain").input_value() == "<b>Grub</b>"
    assert page.get_by_label("Rifle").input_value() == "Bow"
    context.close()
