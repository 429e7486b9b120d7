"""8,000 spellings of games at every door: the box and the paths of the site, its JSON, and the
terminal.
"""

from __future__ import annotations

import html
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from urllib.parse import parse_qsl, quote, urlsplit

import click
import pytest

from carnage import catalog
from carnage.cli import arguments
from carnage.rulesets.address import MIN_DIGITS, GameAddress, read_seed
from carnage.rulesets.game_names import GameNameError
from carnage.rulesets.presets import list_presets
from carnage.seeds import Seed, SeedError
from soak.transformations import Case, Transformation, generate_cases
from tests.support.web import client, soup

pytestmark = pytest.mark.soak

COUNT = 8_000
BATCHES = 16
SITES = (
    "",
    "https://carnage.example",
    "http://127.0.0.1:8000",
    "https://example.org/games",
    "carnage.example",
)
PAGES = ("", "/watch", "/play", "/table", "/lab", "/print", "/own")
FORMS = {
    "": (".pdf", ".json", ".md", ".html", ".svg", ".png", "#sent", "#movement", "/"),
    "/watch": (".json", ".reel", ".svg", ".html", ".md"),
    "/lab": (".json", ".csv", ".pdf", "/units", "/beside", "/mend.json"),
}
QUERIES = (
    "",
    "?dice=3&game=7",
    "?dice=3&game=7&at=20",
    "?name=Last+Stand",
    "?keep={rule}&name=Last+Stand",
    "?paper=a4",
)
SEPARATORS = " ,-_.'’\u00a0\u2009\u202f–"
INVISIBLE = "\u200b\u2060\ufeff\u00ad\u200e\u200d"
SCRIPTS = (0xFF10, 0x0660, 0x06F0, 0x0966, 0x1D7D8)
AROUND = {
    "parentheses": "({})",
    "brackets": "[{}]",
    "angle brackets": "<{}>",
    "quotes": '"{}"',
    "single quotes": "'{}'",
    "typographic quotes": "“{}”",
    "German quotes": "„{}“",
    "French quotes": "« {} »",
    "backticks": "`{}`",
    "emphasis": "**{}**",
    "gaps": "  {}\n",
    "tabs": "\t{}\t",
}
ENDS = {
    "full stop": ".",
    "comma": ",",
    "semicolon": ";",
    "exclamation": "!",
    "ellipsis": "…",
    "question": "?",
}


@dataclass(frozen=True)
class Spelling:
    """An address that a page offers to copy, or the digits of a game, and the game that it means.

    Attributes:
        text: The address or the digits.
        path: The path of the game.
        seed: Its digits.
        is_url: Whether the text is an address, and not digits with or without a book.
        fields: The fields of its query that must be read.
    """

    text: str
    path: str
    seed: str
    is_url: bool
    fields: tuple[tuple[str, str], ...] = ()


@cache
def list_spellings() -> tuple[Spelling, ...]:
    """Return the known spellings of games of every book, of which some are published."""
    games = [(preset.ruleset.book.code, str(preset.ruleset.seed)) for preset in list_presets()]
    for code in catalog.book_codes():
        length = catalog.book(code).length
        games += [(code, str(Seed.from_text(f"soak {n}", length))) for n in range(4)]
        games.append((code, "0" * length))
    return tuple(each for code, digits in games for each in spell(code, digits))


def spell(code: str, digits: str) -> Iterator[Spelling]:
    """Yield everything that the pages of a game offer to copy."""
    path = f"/{code}/{digits}"
    title = catalog.book(code).title
    for text in (
        digits,
        f"{code}/{digits}",
        f"{code} {digits}",
        f"{title}: {digits}",
        f"{digits} ({title})",
    ):
        yield Spelling(text, path, digits, False)
    for site in SITES:
        for page in PAGES:
            for pattern in QUERIES:
                query = pattern.format(rule=catalog.book(code).rolled[0].id)
                fields = tuple(parse_qsl(query[1:]))
                yield Spelling(f"{site}{page}{path}{query}", path, digits, True, fields)
            for form in FORMS.get(page, ()):
                yield Spelling(f"{site}{page}{path}{form}", path, digits, True)


# ---------------------------------------------------------------------------------- transformations


def change_digits(text: str, change: Callable[[str], str]) -> str:
    """Return a text with its longest run of digits changed."""
    run = max(re.findall("[0-9]+", text), key=len)
    return text.replace(run, change(run), 1)


def group(text: str, chance: random.Random) -> str:
    size, separator = chance.choice((1, 2, 3, 4, 5)), chance.choice(SEPARATORS)
    return change_digits(
        text, lambda run: separator.join(run[n : n + size] for n in range(0, len(run), size))
    )


def hide(text: str, chance: random.Random) -> str:
    at = chance.randrange(len(text.partition("?")[0]) + 1)  # no name of a game may have it
    return text[:at] + chance.choice(INVISIBLE) + text[at:]


def hide_in_digits(text: str, chance: random.Random) -> str:
    def change(run: str) -> str:
        at = chance.randrange(1, len(run))
        return run[:at] + chance.choice(INVISIBLE) + run[at:]

    return change_digits(text, change)


def write_in_script(text: str, chance: random.Random) -> str:
    first = chance.choice(SCRIPTS)
    return change_digits(text, lambda run: "".join(chr(first + int(each)) for each in run))


def escape_some(text: str, chance: random.Random) -> str:
    """Return a text with each sign of its path percent-encoded, and no letter."""
    return quote(text, safe=chance.choice(("?&=#+", "/?&=#+", ":/?&=#+")))


def cut(text: str, chance: random.Random) -> str:
    """Return a text with fewer digits, which are not as many as another book has.

    Fewer than MIN_DIGITS in a sentence may be a date or a telephone number, so they are words.
    """
    return change_digits(text, lambda run: run[: pick_length(len(run), (-1, -2, -3, -4), chance)])


def lengthen(text: str, chance: random.Random) -> str:
    """Return a text with more digits, which are not as many as another book has."""
    return change_digits(
        text,
        lambda run: run.ljust(
            pick_length(len(run), (1, 2, 3, 4), chance), str(chance.randrange(10))
        ),
    )


def pick_length(length: int, changes: tuple[int, ...], chance: random.Random) -> int:
    others = {catalog.book(code).length for code in catalog.book_codes()}
    lengths = [length + each for each in changes if length + each not in others]
    return chance.choice([each for each in lengths if each >= MIN_DIGITS])


def misspell_book(text: str, chance: random.Random) -> str:
    return re.sub(
        "classic|duel|gamble|skirmish", lambda found: found[0][:-1] + "x", text, flags=re.IGNORECASE
    )


def make_transformations() -> list[Transformation[str]]:
    made = [
        Transformation("digits grouped", group, 0, keeps=False),
        Transformation("invisible within digits", hide_in_digits, 0),
        Transformation("digits of another script", write_in_script, 0),
        Transformation("digits cut", cut, 0, keeps=False),
        Transformation("digits too many", lengthen, 0, keeps=False),
        Transformation("book misspelt", misspell_book, 0, keeps=False),
        Transformation("capitals", lambda text, _: text.upper(), 1),
        Transformation("first letter large", lambda text, _: text[:1].upper() + text[1:], 1),
        Transformation("backslashes", lambda text, _: text.replace("/", "\\"), 1, keeps=False),
        Transformation("ampersands of HTML", lambda text, _: html.escape(text), 1, keeps=False),
        Transformation("percent-encoded", lambda text, _: quote(text, safe=""), 2),
        Transformation(
            "percent-encoded twice", lambda text, _: quote(quote(text, safe=""), safe=""), 2
        ),
        Transformation("percent-encoded in part", escape_some, 2),
        Transformation("invisible in the path", hide, 0),
        Transformation("in a sentence", lambda text, _: f"Look at {text} please", 4, keeps=False),
        Transformation(
            "before a sentence", lambda text, _: f"{text} is a good one", 4, keeps=False
        ),
        Transformation("in Markdown", lambda text, _: f"[this game]({text})", 4, keeps=False),
        Transformation("quoted mail", lambda text, _: f"> {text}", 4, keeps=False),
        Transformation("on two lines", lambda text, _: f"A game:\n{text}\n", 4, keeps=False),
    ]
    for name, pattern in AROUND.items():
        made.append(Transformation(name, lambda text, _, pattern=pattern: pattern.format(text), 5))
    for name, end in ENDS.items():
        made.append(Transformation(name, lambda text, _, end=end: text + end, 6))
    return made


def list_cases(batch: int) -> list[Case[str]]:
    """Return the cases of one of the batches."""
    chance = random.Random("spellings")
    bases = list(list_spellings())
    chance.shuffle(bases)
    # Digits, with or without a book, are a tenth of what can be copied and half of what is.
    digits = [each for each in bases if not each.is_url]
    urls = [each for each in bases if each.is_url]
    bases = [each for n, url in enumerate(urls) for each in (url, digits[n % len(digits)])]
    cases = generate_cases(
        "addresses", COUNT, bases, lambda base: base.text, make_transformations()
    )
    return [case for n, case in enumerate(cases) if n % BATCHES == batch]


# -------------------------------------------------------------------------------------------- doors


def is_meant(case: Case[str], path: str) -> bool:
    """Return whether a game is the one that a case means."""
    assert isinstance(case.base, Spelling)
    return urlsplit(path).path == case.base.path


def explain(case: Case[str], happened: object) -> str:
    assert isinstance(case.base, Spelling)
    return f"{case.input!r} ({', '.join(case.names)} of {case.base.text!r}): {happened}"


def check_refusal(case: Case[str], message: str) -> None:
    """A refusal is one line with an example: digits or their number, the books, or what a name
    may have.
    """
    assert re.search(r"\d|classic, duel|A game's name", message), explain(case, message)
    assert "\n" not in message, explain(case, message)


def ask_box(case: Case[str], book: str) -> str:
    """Return "game" or "refused" for the answer of the box; raise AssertionError for any other."""
    response = client().post("/roll", data={"text": case.input, "book": book})
    if response.status_code == 303:
        assert is_meant(case, response.location), explain(case, response.location)
        assert "words=" not in response.location, explain(case, response.location)
        return "game"
    assert response.status_code == 400, explain(case, response.status)
    page = soup(response.text)
    box = page.select_one("main [name=text]")
    assert box is not None, explain(case, "no box")
    typed = box.get("value") or box.get_text()
    assert typed.split() == case.input.split() or not case.input.isprintable(), explain(case, typed)
    assert re.search(r"\d", page.main.get_text()), explain(case, "no example")
    return "refused"


def ask_page(case: Case[str], book: str) -> str:
    """Return the same for the page that asks which game to play."""
    response = client().get("/play", query_string={"game": case.input, "book": book})
    if response.status_code == 303:
        assert response.location.startswith("/play/"), explain(case, response.location)
        assert is_meant(case, response.location.removeprefix("/play")), explain(
            case, response.location
        )
        return "game"
    assert response.status_code == 400, explain(case, response.status)
    assert soup(response.text).select_one("main [name=game]"), explain(case, "no box")
    return "refused"


def ask_api(case: Case[str], book: str) -> str:
    """Return the same for a program, which gets a problem document."""
    response = client().post(
        "/roll", data={"text": case.input, "book": book}, headers={"Accept": "application/json"}
    )
    if response.status_code == 303:
        assert is_meant(case, response.location), explain(case, response.location)
        return "game"
    assert response.status_code == 400, explain(case, response.status)
    assert response.content_type == "application/problem+json"
    detail = response.json["detail"]
    assert re.search(r"\d", detail), explain(case, detail)
    return "refused"


def ask_path(case: Case[str], book: str) -> str:
    """Return the same for the text as the path of a request, as if it were behind the name of
    the host.
    """
    response = client().get(f"/{quote(case.input.strip().lstrip('/'))}")
    if response.status_code in (301, 302, 303, 308):
        assert isinstance(case.base, Spelling)
        assert case.base.seed in response.location, explain(case, response.location)
        assert not urlsplit(response.location).netloc, explain(case, response.location)
        return "game"
    assert response.status_code in (200, 202, 204, 400, 404, 405, 410, 503), explain(
        case, response.status
    )
    return "game" if response.status_code < 300 else "refused"


def ask_terminal(case: Case[str], book: str) -> str:
    """Return the same for the terminal, which also reads the dice seed and the number of the
    game.
    """
    try:
        ruleset = arguments.parse_game(case.input)
    except (click.UsageError, GameNameError) as error:
        check_refusal(case, error.message if isinstance(error, click.UsageError) else str(error))
        return "refused"
    assert is_meant(case, ruleset.path), explain(case, ruleset.path)
    assert isinstance(case.base, Spelling)
    if case.keeps and case.base.fields and not {"capitals", *ENDS} & set(case.names):
        read = tuple(
            (name, arguments.read_query_text(case.input, name)) for name, _ in case.base.fields
        )
        assert read == case.base.fields, explain(case, read)
    return "game"


def ask_package(case: Case[str], book: str) -> str:
    """Return the same for the reader of the package and of `--seed`."""
    try:
        found: GameAddress = read_seed(case.input)
    except SeedError as error:
        check_refusal(case, str(error))
        return "refused"
    assert is_meant(case, found.path), explain(case, found.path)
    return "game"


DOORS = {
    "box": ask_box,
    "page": ask_page,
    "api": ask_api,
    "path": ask_path,
    "terminal": ask_terminal,
    "package": ask_package,
}


@pytest.mark.parametrize("batch", range(BATCHES))
def test_address_any_spelling_returns_game_or_is_refused(batch: int) -> None:
    told: Counter[tuple[str, str]] = Counter()
    wrong = []
    for n, case in enumerate(list_cases(batch)):
        book = list(catalog.book_codes())[n % len(catalog.book_codes())]
        for name, ask in DOORS.items():
            if name == "path" and not case.input.strip().startswith(("/", *catalog.book_codes())):
                continue
            try:
                said = ask(case, book)
                assert said == "game" or not case.keeps or name == "path", explain(case, "refused")
            except AssertionError as error:
                wrong.append(f"{name}: {str(error).splitlines()[0]}")
                continue
            told[name, said] += 1
    print(dict(told))
    assert not wrong, "\n".join([f"{len(wrong)} wrong", *wrong[:40]])
