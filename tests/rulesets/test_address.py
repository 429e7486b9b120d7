"""The one reader of games: digits and addresses as people type, paste and send them."""

from __future__ import annotations

from urllib.parse import parse_qs, quote, urlencode, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

import carnage
from carnage import catalog
from carnage.rulesets.address import AddressError, GameAddress, read_address, read_game, read_seed
from carnage.seeds import TEXT_LIMIT, Seed, SeedError
from tests.support.rulesets import BOOKS

SEED = "243856987615781"
GAME = f"/classic/{SEED}"
SITE = "https://carnage.example"
PAGES = ("", "/watch", "/play", "/table", "/lab", "/print", "/own", "/games/play")
ENDINGS = (
    "",
    ".pdf",
    ".md",
    ".html",
    ".json",
    ".csv",
    ".svg",
    ".png",
    ".reel",
    "/dice",
    "/movement",
)


@pytest.mark.parametrize(
    "text",
    [
        SEED,
        f"#{SEED}",
        f" {SEED}\n",
        f"{SEED}.",
        f"({SEED})",
        "24385 6987 615 781",
        "24385-6987-615-781",
        "24385.6987.615.781",
        "243,856,987,615,781",
        "243’856’987’615’781",
        "24385 – 6987\u00a0615_781",
        "24385\u200b6987\u2060615781",
        "\ufeff243856987615781",
        "２４３８５６９８７６１５７８１",
        "٢٤٣٨٥٦٩٨٧٦١٥٧٨١",
        f"classic/{SEED}",
        f"/classic/{SEED}",
        f"Classic/{SEED}",
        f"CLASSIC/{SEED}/",
        f"classic/{SEED}.",
        f"classic/{SEED},",
        f"classic/{SEED}\u200b",
        "classic/24385 6987 615 781",
        f"classic {SEED}",
        f"Classic: {SEED}",
        f"{SEED} (Classic)",
        f"classic\\{SEED}",
        f"classic%2F{SEED}",
        f"classic%252F{SEED}",
        f"{SITE}{GAME}",
        f"{SITE}{GAME})",
        f"{SITE}{GAME}.",
        f"{SITE}{GAME}…",
        f"<{SITE}{GAME}>",
        f"“{SITE}{GAME}”",
        f"`{SITE}{GAME}`",
        f"**{SITE}{GAME}**",
        f"[this]({SITE}{GAME})",
        f"Look at {SITE}{GAME}, it is good!",
        f"carnage.example{GAME}.pdf",
        f"http://127.0.0.1:8000{GAME}.html#movement",
        f"HTTPS://CARNAGE.EXAMPLE/CLASSIC/{SEED}",
        quote(f"{SITE}{GAME}", safe=""),
        quote(quote(f"{SITE}{GAME}", safe=""), safe=""),
        f"https://original.example/toolkit?seed={SEED}",
        f"?seed={SEED}999",
        "/?seed=243,856,987,615,781&game_name=X",
        "?seed=%20243856987615781%20",
        f"{SITE}/lab{GAME}/beside?game=duel/2569533333333",
    ],
)
def test_read_address_every_spelling_returns_game(text: str) -> None:
    for book in (None, *map(catalog.book, BOOKS)):
        address = read_address(text, book)
        assert address is not None
        assert address.path == GAME


@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("page", PAGES)
def test_read_address_every_page_of_game_returns_game(page: str, ending: str) -> None:
    query = {"name": "Tom & Jerry*", "own": "captain*Grub*", "dice": "3", "game": "7", "at": "20"}
    for text in (
        f"{SITE}{page}{GAME}{ending}?{urlencode(query)}",
        f"{SITE}/a/path{page}{GAME}{ending}?{urlencode(query)}#end",
        f"{page}{GAME}{ending}?{urlencode(query)}",
    ):
        assert read_address(text) == GameAddress(catalog.book("classic"), Seed(SEED), query)


def test_read_address_query_keeps_punctuation() -> None:
    for name in ("Last Stand.", "Up)", "“So”", "A?B", "a/b", "100%", "%41", "٢", "\u200dx", "ｘ"):
        address = read_address(f"{SITE}{GAME}?{urlencode({'name': name})}")
        assert address is not None
        assert address.fields == {"name": name}


@pytest.mark.parametrize(
    ("text", "message", "near"),
    [
        (SEED[:-1], "These are 14 digits, and a seed has 27 digits for Skirmish, 15 digits", None),
        (f"classic/{SEED[:-1]}", "A seed of Classic has 15 digits, and this one has 14", []),
        (f"classic {SEED[:-1]}", "A seed of Classic has 15 digits, and this one has 14", []),
        (f"{SITE}/duel/{SEED}", "A seed of Duel has 13 digits, and this one has 15", None),
        (
            f"{SITE}{GAME}0",
            "A seed of Classic has 15 digits, and this one has 16",
            [GAME, f"/classic/{SEED[1:]}0"],
        ),
        ("classic/12", "A seed of Classic has 15 digits, and this one has 2", []),
        ("?seed=12345", "A seed of Classic has 15 digits, and this one has 5", []),
        ("2.43856987615781E+14", "holds the digits of a game", [GAME]),
        (f"seed: {SEED}!", "holds the digits of a game", [GAME]),
        (f"my seed is {SEED}, is it good?", "holds the digits of a game", [GAME]),
        (f"chess/{SEED}", "holds the digits of a game", [GAME]),
        (f"{SITE}/nothing/{SEED}", "an address, and not that of a game", None),
        ("https://example.org/", "an address, and not that of a game", []),
        ("www.example.org", "an address, and not that of a game", []),
        ("1234567890", "These are 10 digits", []),
        ("7" * 200, "These are 200 digits", []),
    ],
)
def test_read_address_near_miss_is_refused_with_suggestion(
    text: str, message: str, near: list[str] | None
) -> None:
    with pytest.raises(AddressError, match=message) as refused:
        read_address(text)
    if near is not None:
        assert [address.path for address in refused.value.suggestions] == near
    for address in refused.value.suggestions:
        assert len(address.seed) == address.book.length


@pytest.mark.parametrize(
    "text",
    [
        "",
        "  ",
        "hello world",
        "route 66",
        "classic 42",
        "Classic",
        "duel of 1805",
        "a/b",
        "what?",
        "()",
        "x" * 30_000,
    ],
)
def test_read_address_words_returns_none(text: str) -> None:
    assert read_address(text) is None


def transform(draw: st.DrawFn, text: str) -> str:
    """Spell an address in one of the ways in which programs and people change it."""
    if draw(st.booleans()):
        text = text.translate({ord("0") + n: chr(0xFF10 + n) for n in range(10)})
    changes = [
        str.upper,
        lambda text: f"<{text}>",
        lambda text: f"“{text}”",
        lambda text: f" {text}\n",
        lambda text: f"\ufeff{text}",
        lambda text: f"see {text} please",
        lambda text: quote(text, safe=""),
    ]
    for change in draw(st.lists(st.sampled_from(changes), max_size=2, unique=True)):
        text = change(text)
    return text


@st.composite
def spelled_games(draw: st.DrawFn) -> tuple[str, str]:
    """Draw the path of a game, and a spelling of its address."""
    book = catalog.book(draw(st.sampled_from(BOOKS)))
    path = f"/{book.code}/{draw(st.text('0123456789', min_size=book.length, max_size=book.length))}"
    text = draw(st.sampled_from(["", SITE, "http://localhost:8000/some/path"]))
    text += draw(st.sampled_from(PAGES)) + path + draw(st.sampled_from(ENDINGS))
    return path, transform(draw, text)


@given(spelled_games())
def test_read_address_any_spelling_keeps_path(spelled: tuple[str, str]) -> None:
    path, text = spelled
    address = read_address(text)
    assert address is not None
    assert address.path == path


@given(st.text(max_size=300) | st.text("0123456789/?=&. classicdue%", max_size=60))
def test_read_address_any_text_returns_game_none_or_error(text: str) -> None:
    address, near = None, ()
    try:
        address = read_address(text)
    except AddressError as error:
        near = error.suggestions
    for each in near if address is None else (address,):
        assert len(each.seed) == each.book.length


def test_read_address_many_combining_marks_is_fast() -> None:
    assert read_address("a/" + "e\u0301\u0323" * TEXT_LIMIT * 5) is None


@pytest.mark.parametrize("book", BOOKS)
def test_read_seed_returns_seed_and_errors_name_book(book: str) -> None:
    right = Seed.from_text("a seed", catalog.book(book).length)
    for text in (str(right), " ".join(str(right)), f"{book}/{right}", f"{SITE}/{book}/{right}"):
        assert read_seed(text, catalog.book(book)).seed == right
    title, length = catalog.book(book).title, catalog.book(book).length
    for text in (str(right)[1:], f"{book}/{right}0"):
        with pytest.raises(
            SeedError,
            match=(
                f"A seed of {title} has {length} digits, and this one has "
                f"{len(text.rpartition('/')[2])}"
            ),
        ):
            read_seed(text, catalog.book(book))
    with pytest.raises(
        SeedError, match=f"'words' is no seed. A seed of {title} has {length} digits"
    ):
        read_seed("words", catalog.book(book))


def test_read_seed_misspelt_book_names_game_that_was_meant() -> None:
    digits = GAME.rpartition("/")[2]
    with pytest.raises(AddressError, match=f"Did you mean classic/{digits}"):
        read_seed(f"carnage.example/classix/{digits}")


def test_roll_accepts_addresses_of_site() -> None:
    assert carnage.roll(seed="243 856 987 615 781").ruleset.path == GAME
    assert carnage.roll("classic", f"{SITE}{GAME}?name=Foo").ruleset.name == "Foo"
    with pytest.raises(SeedError, match="A seed of Duel has 13 digits, and this one has 15"):
        carnage.roll("duel", SEED)
    assert read_game(f"watch{GAME}?dice=1&game=7&name=Foo").name == "Foo"
    assert parse_qs(urlsplit(f"{SITE}{GAME}?dice=1").query) == {"dice": ["1"]}
    with pytest.raises(
        AddressError, match="no book 'chess'; there is classic, duel, gamble, skirmish"
    ):
        read_game(f"chess/{SEED}")
    with pytest.raises(
        AddressError, match=r"'chess' is no game\. A game is a book and a seed, such as"
    ):
        read_game("chess")
