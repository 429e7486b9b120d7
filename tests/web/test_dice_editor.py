"""Test the dice editor: a game changed by its dice, and the summary of changes."""

from __future__ import annotations

import re
from urllib.parse import parse_qs, urlsplit

import pytest
from bs4 import BeautifulSoup

from carnage import catalog
from carnage.catalog.variants import list_variants
from carnage.lab.criteria_text import criteria_from_url
from carnage.rulebook import Section, build_rulebook
from carnage.rulebook.battle import play_time
from carnage.rulebook.markdown import render_inline
from carnage.rulesets.ruleset import resolve
from carnage.seeds import Seed
from carnage.web.games.changes import Change, compare_rulebooks, summarise, summarise_shortly
from carnage.web.games.history import MAX_GAMES
from tests.support.rulebooks import fill, list_html
from tests.support.rulesets import BOOKS, sample
from tests.support.web import GAME, SEED, client, soup

CLASSIC = catalog.book("classic")


def load_page(path: str, **fields: str) -> BeautifulSoup:
    """Return the page at an address."""
    answer = client().get(path, query_string=fields) if fields else client().get(path)
    assert answer.status_code == 200
    return soup(answer.text)


@pytest.mark.parametrize("code", BOOKS)
def test_dice_editor_options_link_to_variants_of_game(code: str) -> None:
    book = catalog.book(code)
    digits = "7" * book.length
    for table in book.rolled:
        at, page = (
            book.digit_offset(table.id),
            load_page(f"/{code}/{digits}", die=table.id, name="Last Stand", keep=table.id),
        )
        chosen = page.select(".answers a")
        others = [
            each for each in list_variants(table) if int("7" * table.digits) not in each.rolls
        ]
        if not others:
            assert not chosen, "a table with one option has nothing to choose"
            continue
        for link, variant in zip(chosen, others, strict=True):
            address = urlsplit(str(link["href"]))
            seed = address.path.rpartition("/")[2]
            assert seed == digits[:at] + variant.lowest + digits[at + table.digits :]
            assert parse_qs(address.query) == {
                "die": [table.id],
                "was": [digits],
                "keep": [table.id],
                "name": ["Last Stand"],
            }
            assert variant.label in link.text
            assert link.select_one(".line").text.strip()
        assert page.select_one(".answers [aria-current]")
        last = load_page(str(chosen[-1]["href"]))
        assert others[-1].label in last.select_one(".answers [aria-current] b").text


@pytest.mark.thorough
@pytest.mark.parametrize("code", BOOKS)
def test_dice_editor_option_lines_match_rulebooks(code: str) -> None:
    """Compare each line, which is rendered once for many games, with the rulebook of the game that
    it leads to.
    """
    book = catalog.book(code)
    for game in sample(4, code):
        for table in book.rolled:
            for answer in load_page(game.path, die=table.id).select(".answers a"):
                path = urlsplit(str(answer["href"])).path
                there = resolve(book, Seed(path.rpartition("/")[2]))
                choice = there.choice(table.id)
                is_used = there.uses(table, choice.option)
                assert ("(no effect in this game)" in answer.text) is not is_used
                if is_used:
                    does = fill(choice.option.does, choice.params, there)
                    assert soup(render_inline(does)).text in answer.text


def test_dice_editor_lock_link_toggles_die() -> None:
    page = load_page(GAME, die="movement", keep="units")
    lock = urlsplit(str(page.select_one(".lock")["href"]))
    assert parse_qs(lock.query) == {"die": ["movement"], "keep": ["units,movement"]}
    there = load_page(f"{GAME}?{lock.query}")
    assert {die["data-die"] for die in there.select(".seed .locked")} == {"units", "movement"}
    assert there.select_one(".tray-bar [data-roll]").text == "Roll the other 13"
    assert there.select_one(".lock").text == "Unlock this rule"
    assert parse_qs(urlsplit(str(there.select_one(".lock")["href"])).query)["keep"] == ["units"]
    everything = load_page(GAME, die="all", keep=",".join(table.id for table in CLASSIC.rolled))
    assert everything.select_one(".tray-full").text == "All rules locked"
    assert not everything.select(".tray-bar [data-roll]")
    assert parse_qs(urlsplit(str(everything.select_one("[data-locks]")["href"])).query) == {
        "die": ["all"]
    }


@pytest.mark.parametrize("code", BOOKS)
def test_game_page_lock_link_toggles_rule(code: str) -> None:
    book = catalog.book(code)
    digits = "3" * book.length
    for query in ("", "?keep=players,dice,units&name=Last+Stand&wish=2+players"):
        query = query.replace("players,dice,units", ",".join(table.id for table in book.rolled[:2]))
        page = load_page(f"/{code}/{digits}{query}")
        for link in page.select(".rule > .lock-here"):
            rule = str(link.parent["id"])
            answer = client().get(f"/{code}/{digits}{link['href']}")
            assert answer.status_code == 303
            there = urlsplit(answer.headers["Location"])
            before, after = parse_qs(query[1:]), parse_qs(there.query)
            keep = set(before.pop("keep", [""])[0].split(",")) - {""}
            assert set(after.pop("keep", [""])[0].split(",")) - {""} == keep ^ {rule}
            assert after == before
            assert (there.path, there.fragment) == (f"/{code}/{digits}", rule)
    assert client().get(f"/{code}/{digits}?lock=nothing").status_code == 400


def test_dice_editor_roll_returns_with_history() -> None:
    page = load_page(GAME, die="movement", name="Last Stand", was="0" * 15)
    roll = page.select_one(".die-acts [data-roll]")["href"]
    there = urlsplit(client().get(str(roll)).headers["Location"])
    assert parse_qs(there.query) == {
        "die": ["movement"],
        "was": [f"{SEED},{'0' * 15}"],
        "name": ["Last Stand"],
    }
    told = load_page(f"{there.path}?{there.query}")
    assert told.h1.text == "Last Stand"
    assert "Movement: Restricted Movement → " in told.select_one(".changes-told").text
    assert told.select_one(".tray-told").text == "1 rule changed: Movement."
    assert told.select_one(".changes-told summary").text.startswith("1 rule changed: Movement")
    # The bar shows the game and its duration.
    low, high = play_time.estimate_minutes(resolve(CLASSIC, Seed(there.path.rpartition("/")[2])))
    assert told.select_one("a.tray-now").text == f"Last Stand · {low}–{high} min"
    assert not load_page(GAME, die="movement").select(".tray-now")
    fought = catalog.book("gamble")
    there = load_page(f"/gamble/{'3' * fought.length}", die="all", was="4" * fought.length)
    assert there.select_one("a.tray-now").text == there.h1.text
    undo = urlsplit(str(told.select_one(".tray-undo")["href"]))
    assert (undo.path, parse_qs(undo.query)["was"]) == (GAME, ["0" * 15])
    assert parse_qs(undo.query)["die"] == ["movement"], "undo keeps the die open"
    assert [each.text for each in told.select(".trail .digits")] == [SEED, "0" * 15]


def roll_rest(page: BeautifulSoup) -> str:
    """Return the redirect address of the roll button in a page's bar."""
    roll = str(page.select_one(".tray-bar [data-roll]")["href"])
    return str(client().get(roll).headers["Location"])


@pytest.mark.parametrize("code", BOOKS)
def test_game_page_roll_shows_changes(code: str) -> None:
    book = catalog.book(code)
    first, locked = f"/{code}/{'3' * book.length}", ",".join(table.id for table in book.rolled[2:])
    plain = load_page(first, keep=locked, name="Last Stand")
    assert not plain.select(".changes-told, .tray-undo, .tray-now, .changed")
    assert not plain.select_one(".tray-told").text
    there = roll_rest(plain)
    answer = client().get(there)
    assert answer.headers["X-Robots-Tag"] == "noindex, nofollow"
    page = soup(answer.text)
    path = urlsplit(there).path
    changed = compare_rulebooks(
        build_rulebook(resolve(book, Seed("3" * book.length))),
        build_rulebook(resolve(book, Seed(path.rpartition("/")[2]))),
    )
    assert page.select_one(".tray-told").text == summarise_shortly(changed, len(book.rolled))
    assert summarise(changed, len(book.rolled)) in page.select_one(".title-page .changes-told").text
    for each in changed:
        assert each.how in page.select_one(".changes-told").text
    marked = {each.id for each in changed if each.there and len(changed) <= 12}
    assert {str(rule["id"]) for rule in page.select(".rule.changed")} == marked
    rolled = {table.id for table in book.rolled}
    assert {str(die["data-die"]) for die in page.select(".die.changed")} == marked & rolled
    for undo in page.select(".tray-undo"):
        back = urlsplit(str(undo["href"]))
        assert back.path == first
        digits = path.rpartition("/")[2]
        assert parse_qs(back.query) == {
            "keep": [locked],
            "name": ["Last Stand"],
            "undone": [digits],
        }
    assert len(page.select(".tray-undo")) == 2
    # Links to share have no history.
    canonical = str(page.select_one("link[rel=canonical]")["href"])
    assert "was=" not in canonical + str(page.select_one(".permalink")["href"])
    # The history grows from page to page and in the editor.
    onwards = parse_qs(urlsplit(roll_rest(page)).query)["was"][0]
    assert onwards == f"{digits},{'3' * book.length}"
    die = load_page(path + str(page.select_one("a[data-die]")["href"]))
    assert die.select_one(".tray-told").text == page.select_one(".tray-told").text
    lock = client().get(path + str(page.select_one(".lock-here")["href"])).headers["Location"]
    assert parse_qs(urlsplit(lock).query)["was"] == ["3" * book.length]


def test_game_page_undo_restores_name() -> None:
    there = roll_rest(load_page(GAME, name="Last Stand"))
    assert parse_qs(urlsplit(there).query) == {"was": [SEED], "called": ["Last Stand"]}
    undo = urlsplit(str(load_page(there).select_one(".tray-undo")["href"]))
    digits = urlsplit(there).path.rpartition("/")[2]
    assert (undo.path, parse_qs(undo.query)) == (
        GAME,
        {"name": ["Last Stand"], "undone": [f"{digits}~"]},
    )
    # Redo removes the name again.
    assert load_page(f"{undo.path}?{undo.query}").select_one(".tray-redo")["href"] == there


def test_dice_editor_undo_and_redo_walk_history() -> None:
    steps = [f"/classic/{first}{SEED[1:]}" for first in "0123"]
    page = load_page(steps[3], was=",".join(step.rpartition("/")[2] for step in steps[2::-1]))
    assert not page.select(".tray-redo")
    for step in steps[2::-1]:
        page = load_page(str(page.select_one(".tray-undo")["href"]))
        assert page.select_one("link[rel=canonical]")["href"] == step
        assert page.select_one(".tray-now"), "the bar names the game"
    assert not page.select(".tray-undo")
    for step in steps[1:3]:
        page = load_page(str(page.select_one(".tray-redo")["href"]))
        assert page.select_one("link[rel=canonical]")["href"] == step
        assert page.select(".tray-undo")
    # A roll discards the steps to redo.
    there = roll_rest(page)
    assert "undone" not in there
    assert not load_page(there).select(".tray-redo")
    assert client().get(f"{GAME}?die=all&was={SEED}~").status_code == 400
    refused = client().get(f"{GAME}?die=all&undone=12")
    assert refused.status_code == 400
    assert "undone=" in refused.text


def test_roll_to_rules_redirects_without_history() -> None:
    asked = {"from": SEED, "book": "classic", "keep": "units", "to": "rules", "name": "Last Stand"}
    there = client().get("/roll", query_string=asked).headers["Location"]
    assert parse_qs(urlsplit(there).query) == {"keep": ["units"]}


def test_roll_most_rules_changed_drops_name() -> None:
    """Keep the name if a few rules change, drop it if most do, restore it by undo."""
    page = load_page(GAME, die="all", name="Last Stand", keep="units")
    there = urlsplit(
        client().get(str(page.select_one(".tray-bar [data-roll]")["href"])).headers["Location"]
    )
    query = parse_qs(there.query)
    assert "name" not in query
    assert (query["was"], query["called"], query["keep"]) == ([SEED], ["Last Stand"], ["units"])
    undo = load_page(str(load_page(f"{there.path}?{there.query}").select_one(".tray-undo")["href"]))
    assert undo.h1.text == "Last Stand"
    most = ",".join(table.id for table in CLASSIC.rolled[:8])
    kept = client().get(
        "/roll", query_string={"book": "classic", "from": SEED, "keep": most, "name": "A"}
    )
    assert "name=A" in kept.headers["Location"]


def _remove_links(section: Section) -> str:
    return re.sub(r"</?a\b[^>]*>", "", list_html(section))


def test_compare_rulebooks_lists_sections_that_differ() -> None:
    """Also check the sentences of `summarise` and `summarise_shortly`."""
    before = build_rulebook(resolve(CLASSIC, Seed(SEED)))
    for table in CLASSIC.rolled:
        at = CLASSIC.digit_offset(table.id)
        for variant in list_variants(table):
            after = build_rulebook(
                resolve(CLASSIC, before.ruleset.seed.replaced(at, variant.lowest))
            )
            texts = [
                {each.id: (_remove_links(each), each.is_used) for each in written.sections}
                for written in (before, after)
            ]
            differ = {
                id
                for id in texts[0].keys() | texts[1].keys()
                if texts[0].get(id) != texts[1].get(id)
                and any(id in each and each[id][1] for each in texts)
            }
            told = compare_rulebooks(before, after)
            old, new = ({each.id: each for each in written.sections} for written in (before, after))
            assert {change.id for change in told} == differ
            if told and before.ruleset.uses(table) and table.id in differ:
                assert told[0].id == table.id, "the changed table comes first"
            for change in told:
                labels = [each[change.id].label if change.id in each else "" for each in (old, new)]
                assert change.fitted == (labels[0] == labels[1])
                both = [each.get(change.id) for each in (old, new)]
                if change.fitted and labels[0] and all(each and each.is_used for each in both):
                    assert change.how == f"{labels[0]}, reworded to fit this game"
    assert not compare_rulebooks(before, before)


def test_summarise_counts_changed_and_reworded_rules() -> None:
    assert summarise((), 15) == summarise_shortly((), 15) == "No rule changed."
    told = (Change("a", "A", "B → C"), Change("d", "D", "E, the same rule", fitted=True))
    assert summarise(told, 15) == "1 rule changed: A; 1 other part reworded to fit."
    assert summarise_shortly(told, 15) == "1 rule changed: A."
    assert summarise(told[1:], 15) == "1 rule reworded to fit this game: D."
    many = (*[Change(each, each, "B → C") for each in "ABCDE"], *[told[1]] * 14)
    assert (
        summarise(many, 15)
        == "5 of 15 rules changed: A, B, C and 2 more; 14 other parts reworded to fit."
    )
    assert summarise_shortly(many, 15) == "5 of 15 rules changed."


def test_dice_editor_history_is_limited() -> None:
    games = [str(n) * 15 for n in range(10)] * 2
    page = load_page(GAME, die="all", was=",".join(games))
    assert [each.text for each in page.select(".trail .digits")] == games[:MAX_GAMES]
    roll = str(page.select_one(".tray-bar [data-roll]")["href"])
    onwards = parse_qs(urlsplit(client().get(roll).headers["Location"]).query)["was"][0]
    assert onwards.split(",") == [SEED, *games[: MAX_GAMES - 1]]


WISH = "45 minutes, with a morale rule"
SAID = "about 45 minutes, with morale"


def is_as_wished(url: str) -> bool:
    """Return whether a game fulfils the wish `SAID`."""
    book, digits = urlsplit(url).path[1:].split("/")
    return criteria_from_url(SAID, catalog.book(book)).is_met_by(
        resolve(catalog.book(book), Seed(digits))
    )


def test_roll_keeps_wish_until_dropped() -> None:
    """Follow a wish from the find page to a game and through its rolls."""
    found = soup(
        client().get("/find/skirmish", query_string={"wish": WISH}, follow_redirects=True).text
    )
    game = str(found.select_one(".games-list h3 a")["href"])
    assert parse_qs(urlsplit(game).query) == {"wish": [SAID]}
    page = load_page(game)
    assert SAID in page.select_one(".tray-wish").text
    assert "Does not match" not in page.select_one(".tray-wish").text
    assert {each["value"] for each in page.select("input[name=wish]")} == {SAID}
    rest = str(page.select_one(".tray-bar [data-roll]")["href"])
    for _ in range(12):
        there = client().get(rest).headers["Location"]
        before = urlsplit(game).path.rpartition("/")[2]
        assert parse_qs(urlsplit(there).query) == {"was": [before], "wish": [SAID]}
        assert is_as_wished(there)
    locked = load_page(urlsplit(game).path, die="movement", keep="movement", wish=WISH)
    at = catalog.book("skirmish").digit_offset("movement")
    for _ in range(6):
        there = urlsplit(
            client()
            .get(str(locked.select_one(".tray-bar [data-roll]")["href"]))
            .headers["Location"]
        )
        assert is_as_wished(there.path)
        assert there.path.split("/")[2][at] == urlsplit(game).path.split("/")[2][at]
        assert parse_qs(there.query)["wish"] == [SAID]
    assert not locked.select(".die-acts [data-roll]")
    onwards = str(
        load_page(urlsplit(game).path, die="movement", wish=WISH).select_one(
            ".die-acts [data-roll]"
        )["href"]
    )
    assert parse_qs(urlsplit(client().get(onwards).headers["Location"]).query)["wish"] == [SAID]
    drop = urlsplit(str(locked.select_one(".tray-wish a")["href"]))
    assert "wish" not in parse_qs(drop.query)
    assert parse_qs(drop.query)["keep"] == ["movement"]
    free = load_page(str(page.select_one(".tray-wish a")["href"]))
    assert not free.select(".tray-wish, input[name=wish]")


def test_roll_one_rule_fulfils_wish_if_possible() -> None:
    skirmish = catalog.book("skirmish")
    game = next(each for each in sample(300, "skirmish") if each.has("reactions"))
    for _ in range(20):
        query = {
            "from": game.seed.digits,
            "book": "skirmish",
            "only": "reactions",
            "wish": "with reactions",
        }
        there = client().get("/roll", query_string=query).headers["Location"]
        fresh = resolve(skirmish, Seed(urlsplit(there).path.rpartition("/")[2]))
        assert fresh.choice("reactions").option is not game.choice("reactions").option
        assert fresh.has("reactions")
    for _ in range(12):  # an option of Morale without morale tests does not count
        query |= {"only": "morale", "wish": "with morale"}
        there = client().get("/roll", query_string=query).headers["Location"]
        fresh = resolve(skirmish, Seed(urlsplit(there).path.rpartition("/")[2]))
        assert fresh.has("morale-tests")
    at = skirmish.digit_offset("reactions")
    gone = game.seed.replaced(
        at, next(each.lowest for each in list_variants(skirmish.table("reactions")))
    )
    page = load_page(f"/skirmish/{gone.digits}", wish="with reactions, overwatch")
    assert "lacks “Reactions: Overwatch”" in page.select_one(".tray-wish").text


def test_roll_wish_from_home_page_is_fulfilled() -> None:
    for book in ("skirmish", "any"):
        answer = client().post("/roll", data={"book": book, "wish": WISH})
        assert is_as_wished(answer.headers["Location"])
        asked = parse_qs(urlsplit(answer.headers["Location"]).query)
        asked.pop("setting", None)  # a new game of classic has the setting of its noun
        assert asked == {"wish": [SAID]}
    answer = client().post("/roll", data={"book": "duel", "wish": "wrap-around, with dragons"})
    assert answer.headers["Location"] == "/find/duel?wish=wrap-around,+with+dragons"
    answer = client().get("/find", query_string={"book": "duel", "wish": "with walls"})
    assert answer.headers["Location"] == "/find/duel?wish=with+walls"


def test_roll_text_that_is_a_wish_asks_which() -> None:
    answer = client().post("/roll", data={"book": "skirmish", "text": WISH})
    page = soup(answer.text)
    assert answer.status_code == 400
    there = client().get(str(page.select_one(".prose > p .button")["href"])).headers["Location"]
    assert there == "/find/skirmish?about=45&with=morale"
    words = client().post("/roll", data={"book": "skirmish", "text": WISH, "as": "words"})
    assert "words=45+minutes" in words.headers["Location"]
    assert client().post("/roll", data={"book": "skirmish", "text": "doomed"}).status_code == 303


def test_unknown_wish_returns_400_with_form() -> None:
    for path in (GAME, f"/roll?from={SEED}&book=classic&x=1", f"/table{GAME}"):
        answer = client().get(f"{path}{'&' if '?' in path else '?'}wish=with+dragons&keep=movement")
        page = soup(answer.text)
        assert answer.status_code == 400
        assert "“with dragons” is not a search term that Classic knows" in page.text
        assert page.select_one("input[name=wish]")["value"] == "with dragons"
        assert page.select_one("input[name=keep]")["value"] == "movement"


def test_dice_editor_roll_link_keeps_custom_names() -> None:
    own = load_page(GAME, own="captain~Grub")
    assert "own=captain~Grub" in str(own.select_one(".tray-bar [data-roll]")["href"])
    assert "own=" not in str(load_page(GAME).select_one(".tray-bar [data-roll]")["href"])


@pytest.mark.parametrize(
    ("query", "status", "hint"),
    [
        ("die=nothing", 400, "die=golden-rule"),
        ("die=all&was=123", 400, "<code>was="),
        ("die=all&called=%3Cb%3E", 400, "name"),
        ("die=conventions", 400, "die=all"),
    ],
)
def test_dice_editor_invalid_query_returns_400(query: str, status: int, hint: str) -> None:
    answer = client().get(f"{GAME}?{query}")
    assert answer.status_code == status
    assert hint in answer.text
