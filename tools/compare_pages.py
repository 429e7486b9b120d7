"""Compare the pages of two versions of the site, word by word and tag by tag.

    python tools/compare_pages.py --old ../old --kind game --kind dice --games 200
    python tools/compare_pages.py --old ../old --addresses addresses.txt

`--old` and `--new` are checkouts of the code; each is run in a process of its own. Every address is requested
from both through Flask's test client. The status, the content type, the words that a reader sees and the tags
with their attributes must be equal. The first differences are printed; the exit status is 1 if there is any.
"""

from __future__ import annotations

import argparse
import base64
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from html.parser import HTMLParser
from pathlib import Path
from random import Random
from typing import Any

ROOT = Path(__file__).resolve().parent.parent

# Words on both sides of these tags belong together; all other tags separate words.
INLINE_TAGS = frozenset(
    ["a", "abbr", "b", "em", "i", "mark", "q", "small", "span", "strong", "sub", "sup", "tspan"]
)
IGNORED_ATTRIBUTES = frozenset({"data-changed", "data-open", "data-locked"})
"""Words that used to be in the style sheet."""

UNSEEN_TAGS = frozenset({"script", "style"})
CONTEXT_WORDS = 6
MAX_SHOWN_ITEMS = 12
SITES: dict[str, dict[str, str]] = {
    "plain": {},
    "addressed": {
        "address": "https://carnage.example",
        "faults": "https://faults.example/new?where={where}",
        "source": "https://code.example",
        "contact": "mailto:security@carnage.example",
    },
}
"""Settings that the application is created with."""

STATIC_FILE = re.compile(r"/static/[0-9a-f]{12}/")
BOOKS = ("skirmish", "classic", "duel", "gamble")

Tag = tuple[str, ...]


@dataclass(frozen=True)
class Reply:
    """A response, or the error that the application raised."""

    status: int
    content_type: str
    location: str
    headers: dict[str, str]
    body: bytes


# ------------------------------------------------------------------------------------------------ the process


def serve() -> None:
    """Answer requests that are read from the standard input, one line of JSON each."""
    tree = Path(os.environ["CARNAGE_COMPARED_TREE"])
    sys.path.append(str(tree / "tests"))
    from carnage.web import create_app

    applications = {name: create_app(**settings) for name, settings in SITES.items()}
    for application in applications.values():
        _install_queues(application)
    for line in sys.stdin:
        asked = json.loads(line)
        if asked["method"] == "PDF":
            reply = _print_game(asked["address"])
        else:
            reply = _request(applications[asked["site"]], asked)
        print(json.dumps(reply), flush=True)


def _install_queues(application: Any) -> None:
    """Give the application results of jobs that are there at once, as its tests do."""
    from shows import Played as PlayedShows
    from test_lab_page import Played as PlayedTests
    from test_play_page import Waits

    shows, turns = PlayedShows(), Waits()
    application.extensions.update(playtests=PlayedTests(), shows=(shows, shows), turns=(turns, turns))


def _request(application: Any, asked: dict[str, Any]) -> dict[str, Any]:
    response = application.test_client().open(
        asked["address"], method=asked["method"], data=asked["form"] or None, headers=asked["headers"]
    )
    return {
        "status": response.status_code,
        "content_type": response.content_type or "",
        "location": response.location or "",
        # A set's order differs from process to process.
        "headers": {**response.headers, "Allow": ",".join(sorted(response.allow))},
        "body": base64.b64encode(response.data).decode(),
    }


def _print_game(address: str) -> dict[str, Any]:
    """Return a part of a game as PDF; the address is `/<book>/<seed>/<part>?<own names>`."""
    from carnage import printing
    from carnage.catalog import book as find_book
    from carnage.own_names import read
    from carnage.ruleset import resolve
    from carnage.seeds import Seed

    path, _, own = address.partition("?")
    code, seed, part = path.strip("/").split("/")
    book = find_book(code)
    ruleset = resolve(book, Seed(seed))
    names = read(own, book)
    try:
        from carnage.rulebook import build_rulebook
    except ImportError:
        from carnage.document.naming import named as build_rulebook
    try:
        body = printing.pdf(build_rulebook(ruleset, names), part, site="https://carnage.example")
        status, content_type = 200, "application/pdf"
    except printing.NothingToPrint as error:
        status, content_type, body = 404, "text/plain", str(error).encode()
    encoded = base64.b64encode(body).decode()
    return {"status": status, "content_type": content_type, "location": "", "headers": {}, "body": encoded}


class Site:
    """A checkout of the code, run in a process of its own."""

    def __init__(self, tree: Path) -> None:
        environment = {**os.environ, "PYTHONPATH": str(tree), "CARNAGE_COMPARED_TREE": str(tree)}
        self._process = subprocess.Popen(
            [sys.executable, __file__, "--serve"],
            env=environment,
            cwd=tree,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def ask(self, request: Request) -> None:
        """Send a request; the reply is read by `read`."""
        assert self._process.stdin
        self._process.stdin.write(json.dumps(request.__dict__) + "\n")
        self._process.stdin.flush()

    def read(self) -> Reply:
        """Return the reply to the request that was sent last; raises EOFError if the process has ended."""
        assert self._process.stdout
        line = self._process.stdout.readline()
        if not line:
            raise EOFError(f"the process has ended with status {self._process.wait()}")
        reply = json.loads(line)
        return Reply(**{**reply, "body": base64.b64decode(reply["body"])})

    def close(self) -> None:
        assert self._process.stdin
        self._process.stdin.close()
        self._process.wait()


# ---------------------------------------------------------------------------------------------- the addresses


@dataclass(frozen=True)
class Request:
    """A request to both sites."""

    address: str
    method: str = "GET"
    site: str = "plain"
    form: dict[str, str] = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)


class Addresses:
    """Random addresses of each kind of page.

    Args:
        count: The number of games of each book.
        random_seed: Equal seeds give equal addresses.
    """

    def __init__(self, count: int, random_seed: int) -> None:
        from carnage import catalog

        self._books = {code: catalog.book(code) for code in BOOKS}
        self._count = count
        self._random = Random(random_seed)

    def generate(self, kind: str) -> Iterator[Request]:
        """Return the requests of a kind of page."""
        kinds: dict[str, Callable[[], Iterable[str | Request]]] = {
            "game": lambda: self._list_games("{game}"),
            "game carried": lambda: self._list_carried_games("{game}{query}"),
            "dice": self._list_dice,
            "exports": self._list_exports,
            "pdf": self._list_pdfs,
            "home": lambda: ["/", "/?seed=243856987615781&game_name=Last+Stand", "/?seed=2438&game_name=x"],
            "books": self._list_books,
            "table": lambda: self._list_carried_games("/table{game}{query}"),
            "print": lambda: self._list_carried_games("/print{game}{query}"),
            "own": lambda: self._list_carried_games("/own{game}{query}"),
            "find": self._list_wishes,
            "atlas": self._list_atlas,
            "lab": self._list_lab,
            "watch": self._list_watch,
            "play": self._list_play,
            "pages": self._list_pages,
            "errors": self._list_errors,
        }
        for each in kinds[kind]():
            request = Request(each) if isinstance(each, str) else each
            yield request
            if request.site == "plain" and request.method == "GET":
                yield Request(request.address, site="addressed", headers=request.headers)

    def _roll(self, code: str) -> str:
        return "".join(self._random.choices("0123456789", k=self._books[code].length))

    def _list_games(self, form: str) -> Iterator[str]:
        for code in BOOKS:
            for _ in range(self._count):
                yield form.format(game=f"/{code}/{self._roll(code)}")

    def _list_carried_games(self, form: str) -> Iterator[str]:
        """Return games with a name, locks, own names, a wish, and games before."""
        for code in BOOKS:
            for _ in range(self._count):
                game = f"/{code}/{self._roll(code)}"
                for query in self._list_queries(code):
                    yield form.format(game=game, query=f"?{query}" if query else "")

    def _list_queries(self, code: str) -> list[str]:
        rolled = [table.id for table in self._books[code].rolled]
        locked = ",".join(self._random.sample(rolled, 3))
        own = "own=side-1~Orks%26Co*side-2~B+%C3%A9l*captain~Grub*rifle~Long+Bow"
        if not self._books[code].roster.figure:
            own = "own=side-1~Orks%26Co*side-2~B+%C3%A9l"
        before, earlier, undone = self._roll(code), self._roll(code), self._roll(code)
        wishes = {
            "skirmish": "45+minutes",
            "classic": "45+minutes",
            "duel": "2+players",
            "gamble": "3+players",
        }
        return [
            "",
            "name=Last+Stand+%26+Co",
            f"keep={locked}",
            own,
            f"wish={wishes[code]}",
            f"was={before},{earlier}&called=Old+Name",
            f"name=Last+Stand&keep={locked}&{own}&wish={wishes[code]}&was={before}&undone={undone}~",
            f"keep={','.join(rolled)}&undone={undone}",
            "words=friday+night",
        ]

    def _list_dice(self) -> Iterator[str]:
        for code in BOOKS:
            rolled = [table.id for table in self._books[code].rolled]
            for _ in range(self._count):
                game = f"/{code}/{self._roll(code)}"
                for query in self._list_queries(code):
                    die = self._random.choice([*rolled, "all", ""])
                    yield f"{game}?die={die}&{query}"

    def _list_exports(self) -> Iterator[str]:
        for form in (".md", ".json", ".html"):
            yield from self._list_games("{game}" + form)
        for code in BOOKS:
            for query in self._list_queries(code):
                game = f"/{code}/{self._roll(code)}"
                yield from (f"{game}{form}?{query}" for form in (".md", ".json", ".html", ".svg"))

    def _list_pdfs(self) -> Iterator[Request]:
        for game in self._list_games("{game}"):
            for part in ("rules", "cards", "tokens", "templates", "sheets", "tables"):
                yield Request(f"{game}/{part}", "PDF")
            yield Request(f"{game}/rules?side-1~Orks*side-2~Elves", "PDF")

    def _list_books(self) -> Iterator[str]:
        for code in BOOKS:
            yield f"/{code}/"
            yield f"/{code}"
            first, second, *_ = self._books[code].rolled
            yield f"/{code}/?pick-{first.id}={'0' * first.digits}&pick-{second.id}={'1' * second.digits}"
            yield f"/{code}/?pick-{first.id}=x&pick-nothing=1"

    def _list_wishes(self) -> Iterator[str]:
        yield "/find"
        for code in BOOKS:
            yield f"/find/{code}"
            yield f"/find/{code}?wish=three+players"
            yield f"/find/{code}?wish=blue+cheese"
            yield f"/find/{code}?players=3"
            yield f"/find/{code}?minutes=x"
            yield f"/find/{code}.json?players=2"

    def _list_atlas(self) -> Iterator[str]:
        from carnage.web.atlas.views import atlases

        yield "/atlas"
        yield "/atlas/nothing"
        for code, found in atlases().items():
            yield f"/atlas/{code}"
            yield f"/atlas/{code}?x=mean.rounds&y=drawn"
            yield f"/atlas/{code}?colour={self._books[code].rolled[0].id}"
            yield f"/atlas/{code}?colour=nothing"
            yield from (f"/atlas/{code}/{name}" for name in list(found.facts.columns)[: self._count])

    def _list_lab(self) -> Iterator[str]:
        for game in self._list_games("{game}"):
            code = game.split("/")[1]
            tables = [table.id for table in self._books[code].rolled]
            yield f"/lab{game}"
            yield f"/lab{game}?name=Last+Stand&keep={tables[0]}"
            yield f"/lab{game}.json"
            yield f"/lab{game}.csv"
            yield f"/lab{game}.margin"
            yield f"/lab{game}/{tables[0]}"
            yield f"/lab{game}/mend"
            yield f"/lab{game}/beside"
            yield f"/lab{game}/beside?game={code}/{self._roll(code)}"
            yield f"/playtest{game}"

    def _list_watch(self) -> Iterator[str]:
        game = "/watch/duel/5898888888888"
        for query in (
            "",
            "?at=3",
            "?at=99999",
            "?dice=1&game=2",
            "?bots=planner,greedy",
            "?own=side-1~Orks&at=5",
        ):
            yield game + query
        yield from (f"{game}.{form}?at=4" for form in ("json", "reel", "svg", "html", "md", "xml"))

    def _list_play(self) -> Iterator[str]:
        for game in self._list_games("{game}"):
            yield f"/play{game}"
            yield f"/play{game}?bots=person,greedy"

    def _list_pages(self) -> Iterator[str]:
        yield from (
            "/presets",
            "/presets.json",
            "/openapi.json",
            "/credits",
            "/picks",
            "/shelf",
            "/robots.txt",
        )
        yield from ("/sitemap.xml", "/manifest.webmanifest", "/favicon.ico", "/today")
        yield from ("/picks?tag=explosive", "/picks?tag=nothing")
        for way in ("play", "watch", "table", "lab", "print", "own"):
            yield f"/{way}"
            yield f"/{way}?game=243856987615781"
            yield f"/{way}?game=24385698761578&book=classic"
        from carnage.presets import presets
        from carnage.web.home.featured import list_featured_games

        yield from (preset.ruleset.path for preset in presets())
        yield from (ruleset.path for ruleset, _ in list_featured_games())

    def _list_errors(self) -> Iterator[str | Request]:
        game = "/classic/243856987615781"
        yield from ("/nothing", "/nothing/here", "/nothing/here/at/all", "/classic/123", "/classic/123.md")
        yield from (f"{game}.xml", f"{game}.txt", f"{game}?name=%3Cb%3E", f"{game}?name={'x' * 300}")
        yield from (f"{game}?keep=nothing", f"{game}?keep=nothing&keep=units", f"{game}?lock=nothing")
        yield from (f"{game}?lock=units", f"{game}?lock=units&keep=units,movement&name=A&was=123")
        yield from (f"{game}?lock=movement&was=243856987015781&own=side-1~A", f"{game}?die=nothing")
        yield from (f"{game}?was=1", f"{game}?undone=x", f"{game}?own=nothing~A", f"{game}?own=side-1~%3Ca")
        yield from (
            f"{game}?wish=blue+cheese",
            f"{game}?name=%ff",
            f"{game}?called=%3Cb%3E&was=243856987015781",
        )
        yield from (f"{game}?name=A&name=B", f"/own{game}?own=nothing~A", f"/print{game}?part=nothing")
        yield from (
            f"/table{game}x",
            f"/lab{game}/nothing",
            "/lab/nothing/1",
            "/watch/classic/1",
            "/play/gamble/1",
        )
        yield from (
            "/roll",
            "/roll?from=1",
            "/roll?from=243856987615781&only=nothing",
            "/roll?book=nothing&from=1",
        )
        yield from (f"{game}.pdf?part=nothing", f"{game}.pdf?sheet=booklet&part=cards", "/find/nothing")
        yield from (
            "//classic//243856987615781",
            "/classic/243856987615781/",
            "/skirmish/1866670050087472470092074",
        )
        yield Request("/roll", "POST", form={"text": "24385698761578", "book": "classic"})
        yield Request("/roll", "POST", form={"text": "x" * 5000, "book": "classic"})
        yield Request("/roll", "POST", form={"text": "45 minutes", "book": "classic"})
        yield Request(game, "POST", form={"a": "b"})
        yield Request(f"/own{game}", "POST", form={"side-1": "Orks", "as": "md"})
        yield Request(f"/own{game}", "POST", form={"side-1": "<", "side-2": "Elves"})
        long = {f"side-{n}": "A very long name indeed" for n in (1, 2)}
        figures = ("captain", "rifleman", "rifle", "hand", "brute", "sawbones", "pistol", "knife", "shotgun")
        for form in ("", "md", "html"):
            yield Request(
                f"/own{game}", "POST", form={**long, **dict.fromkeys(figures, "Ä" * 24), "as": form}
            )
        for address in ("/nothing", "/classic/123", f"{game}?keep=nothing", "/find/nothing.json"):
            yield Request(address, headers={"Accept": "application/json"})


KINDS = (
    "game",
    "game carried",
    "dice",
    "exports",
    "pdf",
    "home",
    "books",
    "table",
    "print",
    "own",
    "find",
    "atlas",
    "lab",
    "watch",
    "play",
    "pages",
    "errors",
)


# --------------------------------------------------------------------------------------------- the comparison


@dataclass
class PageContent:
    """The words and the tags of one page, in their order."""

    words: list[str] = field(default_factory=list)
    tags: list[Tag] = field(default_factory=list)


class ContentParser(HTMLParser):
    """Collect the words and tags of a page.

    Args:
        ignored_links: Prefixes of `href` values; links to these are left out, their text is not.
    """

    def __init__(self, ignored_links: tuple[str, ...]) -> None:
        super().__init__(convert_charrefs=True)
        self._ignored_links = ignored_links
        self._text: list[str] = []
        self._unseen_depth = 0
        self._is_just_opened = False
        self.tags: list[Tag] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._separate(tag)
        self._unseen_depth += tag in UNSEEN_TAGS
        self._is_just_opened = False
        values = {
            name: STATIC_FILE.sub("/static/", value or "")
            for name, value in attrs
            if name not in IGNORED_ATTRIBUTES
        }
        if "class" in values:
            values["class"] = " ".join(sorted(values["class"].split()))
        if tag == "a" and self._ignored_links and values.get("href", "").startswith(self._ignored_links):
            return
        if tag == "link" and values.get("rel") == "stylesheet":
            return
        self.tags.append((tag, *(f'{name}="{value}"' for name, value in sorted(values.items()))))
        self._is_just_opened = True

    def handle_endtag(self, tag: str) -> None:
        self._separate(tag)
        self._unseen_depth -= tag in UNSEEN_TAGS
        if self._is_just_opened and self.tags[-1][0] == tag:
            # Style sheets select `:empty`, and white space makes an element not empty.
            self.tags[-1] += ("empty",)
        self._is_just_opened = False

    def handle_data(self, data: str) -> None:
        self._is_just_opened = False
        if not self._unseen_depth:
            self._text.append(data)

    def _separate(self, tag: str) -> None:
        if tag not in INLINE_TAGS:
            self._text.append(" ")

    @property
    def words(self) -> list[str]:
        return "".join(self._text).split()


def parse_page(html: str, ignored_links: tuple[str, ...]) -> PageContent:
    """Return the words and tags of a page."""
    parser = ContentParser(ignored_links)
    parser.feed(html)
    parser.close()
    return PageContent(parser.words, parser.tags)


UNCOMPARED_HEADERS = frozenset({"ETag", "Content-Length", "Date", "Expires", "Last-Modified"})


def compare_replies(before: Reply, after: Reply, ignored_links: tuple[str, ...]) -> list[str]:
    """Return the differences between both replies, one line each; none if they are equal."""
    for name in ("status", "content_type", "location"):
        if getattr(before, name) != getattr(after, name):
            return [f"{name}: {getattr(before, name)!r} became {getattr(after, name)!r}"]
    names = {*before.headers, *after.headers} - UNCOMPARED_HEADERS
    changed = [name for name in sorted(names) if before.headers.get(name) != after.headers.get(name)]
    headers = [f"{name}: {before.headers.get(name)!r} became {after.headers.get(name)!r}" for name in changed]
    if not before.content_type.startswith("text/html"):
        return [*headers, *_compare_bodies(before, after)]
    old_content = parse_page(before.body.decode(), ignored_links)
    new_content = parse_page(after.body.decode(), ignored_links)
    words = describe_differences("words", old_content.words, new_content.words)
    old_tags = ["<" + " ".join(tag) + ">" for tag in old_content.tags]
    new_tags = ["<" + " ".join(tag) + ">" for tag in new_content.tags]
    return [*headers, *words, *describe_differences("tags", old_tags, new_tags)]


def _compare_bodies(before: Reply, after: Reply) -> list[str]:
    if before.body == after.body:
        return []
    try:
        old_lines, new_lines = before.body.decode().split("\n"), after.body.decode().split("\n")
    except UnicodeDecodeError:
        return [f"the bodies differ: {len(before.body)} bytes became {len(after.body)}"]
    return describe_differences("lines", old_lines, new_lines)


def describe_differences(kind: str, old: list[str], new: list[str]) -> list[str]:
    """Return one line for each run of items that differs, with the items before it."""
    if old == new:
        return []
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    lines = []
    for operation, old_start, old_end, new_start, new_end in matcher.get_opcodes():
        if operation != "equal":
            before = " ".join(old[max(0, old_start - CONTEXT_WORDS) : old_start])
            removed, added = _shorten(old[old_start:old_end]), _shorten(new[new_start:new_end])
            lines.append(f"{kind}: … {before} [- {removed} -] [+ {added} +]")
    return lines


def _shorten(items: list[str]) -> str:
    more = f" … {len(items) - MAX_SHOWN_ITEMS} more" if len(items) > MAX_SHOWN_ITEMS else ""
    return " ".join(items[:MAX_SHOWN_ITEMS]) + more


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--old", type=Path, help="checkout of the old code")
    parser.add_argument("--new", type=Path, default=ROOT, help="checkout of the new code")
    parser.add_argument(
        "--kind", action="append", default=[], choices=KINDS, help="compare this kind of page"
    )
    parser.add_argument("--games", type=int, default=200, help="number of random games of each book")
    parser.add_argument("--random-seed", type=int, default=1)
    parser.add_argument("--addresses", type=Path, help="file with one address a line; # begins a comment")
    parser.add_argument(
        "--ignore-links", action="append", default=[], help="leave out links that begin so, such as #term-"
    )
    parser.add_argument("--show", type=int, default=10, help="number of differences that are printed")
    return parser.parse_args()


def list_requests(arguments: argparse.Namespace) -> Iterator[tuple[str, Request]]:
    """Return the requests to compare, each with the kind of its page."""
    addresses = Addresses(arguments.games, arguments.random_seed)
    for kind in arguments.kind or ([] if arguments.addresses else KINDS):
        yield from ((kind, request) for request in addresses.generate(kind))
    if arguments.addresses:
        for line in arguments.addresses.read_text(encoding="utf-8").splitlines():
            if line.strip() and not line.startswith("#"):
                yield "addresses", Request(line.strip())


def main() -> int:
    arguments = parse_arguments()
    if arguments.serve:
        serve()
        return 0
    old, new = Site(arguments.old.resolve()), Site(arguments.new.resolve())
    totals: dict[str, list[int]] = {}
    shown = 0
    for kind, request in list_requests(arguments):
        old.ask(request)
        new.ask(request)
        lines = compare_replies(old.read(), new.read(), tuple(arguments.ignore_links))
        total = totals.setdefault(kind, [0, 0, 0])
        total[0] += 1
        total[1] += not lines
        total[2] += len(lines)
        for line in lines:
            if shown < arguments.show:
                print(f"{request.method} {request.address} ({request.site})\n  {line[:2000]}")
            shown += 1
    for kind, (count, equal, differences) in totals.items():
        print(f"{kind}: {equal} of {count} equal; {differences} differences")
    old.close()
    new.close()
    return 1 if shown else 0


if __name__ == "__main__":
    sys.exit(main())
