"""Test PDFs of games on the site: their addresses, jobs, limits and warnings."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator

import pytest
from bs4 import BeautifulSoup
from flask.testing import FlaskClient

from carnage import printing
from carnage.jobs.queue import JobQueue
from carnage.jobs.status import JobLimit, JobStatus, QueueFull, VisitorLimit
from carnage.jobs.tasks.print import SETTINGS, Printed, print_game
from carnage.printing import qr_codes
from carnage.rulebook import build_rulebook
from carnage.web.app import create_app
from carnage.web.games import printing as pages
from tests.support.job_tasks import FIGURES
from tests.support.pages import open_pdf
from tests.support.rulesets import PUBLISHED, ruleset
from tests.support.stand_ins import StubQueue

TIMEOUT_S = 120.0  # seconds, enough for a busy machine
ADDRESS = f"/classic/{PUBLISHED}.pdf"
SITE = "https://carnage.example"  # the configured address


class StubPrints(StubQueue):
    """Stand in for the queue of prints, and print at once."""

    def __init__(
        self, waits: bool = False, limit: JobLimit | None = None, broken: bool = False
    ) -> None:
        self.waits, self.limit, self.broken = waits, limit, broken
        self.submitted: list[tuple[str, ...]] = []

    def submit(self, key: tuple[str, ...], visitor: str = "") -> None:
        if self.limit:
            raise self.limit
        self.submitted.append(key)

    def status(self, key: tuple[str, ...]) -> JobStatus[bytes]:
        made = None if self.waits or self.broken else b"%PDF " + str(key).encode()
        return JobStatus(True, made, failed=self.broken)


def create_client(prints: StubPrints | JobQueue[Printed], address: str = "") -> FlaskClient:
    app = create_app(address=address)
    app.extensions["prints"] = prints
    app.extensions["examples"] = StubPrints(broken=True)  # PDFs without an example of play
    return app.test_client()


@pytest.fixture(scope="module")
def worker() -> Iterator[JobQueue[Printed]]:
    prints = JobQueue(print_game, SETTINGS)
    yield prints
    prints.close()


@pytest.mark.thorough
def test_pdf_of_site_matches_library(worker: JobQueue[Printed]) -> None:
    client = create_client(worker, SITE)
    deadline = time.monotonic() + TIMEOUT_S
    while (answer := client.get(ADDRESS)).status_code == 503:
        assert time.monotonic() < deadline
    assert (answer.status_code, answer.content_type) == (200, "application/pdf")
    assert answer.data == printing.pdf(build_rulebook(ruleset()), site=SITE)
    assert (
        answer.headers["Content-Disposition"]
        == f'inline; filename="carnage-ruinous-throne-classic-{PUBLISHED}.pdf"'
    )
    assert "max-age" in answer.headers["Cache-Control"]
    links = str(
        [
            note.get_object()
            for page in open_pdf(answer.data).pages
            for note in page.get("/Annots", ())
        ]
    )
    assert f"{SITE}/classic/{PUBLISHED}" in links


def test_pdf_query_reaches_job() -> None:
    prints = StubPrints()
    query = "?paper=letter&sheet=booklet&name=Last+Stand&keep=movement"
    answer = create_client(prints).get(ADDRESS + query, base_url="http://here.example")
    assert answer.status_code == 200
    wanted = (
        "classic",
        PUBLISHED,
        "Last Stand",
        "rules",
        "letter",
        "booklet",
        "http://here.example",
        (),
    )
    assert prints.submitted == [wanted]
    assert f"{PUBLISHED}-letter-booklet.pdf" in answer.headers["Content-Disposition"]
    assert print_game(*wanted[:3], "rules", "a4", "single", "").startswith(b"%PDF-")


def test_pdf_known_tag_returns_304_without_job() -> None:
    prints = StubPrints()
    client = create_client(prints, SITE)
    tag = client.get(ADDRESS).headers["ETag"]
    assert client.get(ADDRESS, headers={"If-None-Match": tag}).status_code == 304
    assert len(prints.submitted) == 1


@pytest.mark.parametrize(
    "query", ["?paper=a3", "?part=pictures", "?sheet=scroll", "?part=cards&sheet=booklet"]
)
def test_pdf_invalid_query_returns_400_with_choices(query: str) -> None:
    prints = StubPrints()
    answer = create_client(prints).get(ADDRESS + query)
    assert answer.status_code == 400
    assert "<code>paper=letter</code>" in answer.text
    told = BeautifulSoup(answer.text, "html.parser").select_one("#wrong").text
    assert not any(odd in told for odd in ("a3", "pictures", "scroll")), (
        "the message does not repeat the value"
    )
    assert prints.submitted == []


def test_pdf_invalid_address_is_refused() -> None:
    client = create_client(StubPrints())
    assert client.get("/classic/123.pdf").status_code == 404
    assert client.get("/nothing/123.pdf").status_code == 404
    assert client.get(ADDRESS + "?name=%3Cb%3E").status_code == 400
    assert "<code>.pdf</code>" in client.get(f"/classic/{PUBLISHED}.docx").text


@pytest.mark.parametrize(
    ("limit", "status", "sentence"),
    [
        (
            QueueFull(12),
            503,
            "The site has too many PDFs and pictures in progress (limit: 12).",
        ),
        (
            VisitorLimit(3),
            429,
            "You have too many PDFs and pictures in progress (limit: 3).",
        ),
    ],
)
@pytest.mark.parametrize("ending", ["pdf", "png"])
def test_pdf_limit_reached_names_limit(
    limit: JobLimit, status: int, sentence: str, ending: str
) -> None:
    answer = create_client(StubPrints(limit=limit)).get(ADDRESS.replace("pdf", ending))
    assert answer.status_code == status
    assert answer.headers["Retry-After"] == str(pages.RETRY_S)
    assert answer.headers["Cache-Control"] == "no-store"
    assert sentence in answer.text


def test_pdf_pending_returns_503_with_refresh() -> None:
    answer = create_client(StubPrints(waits=True)).get(ADDRESS)
    assert answer.status_code == 503
    assert answer.headers["Retry-After"] == str(pages.POLL_S)
    assert f'<meta http-equiv="refresh" content="{pages.POLL_S}">' in answer.text
    assert "ETag" not in answer.headers


def test_pdf_failed_returns_500() -> None:
    answer = create_client(StubPrints(broken=True)).get(ADDRESS)
    assert answer.status_code == 500
    assert "The error has been logged" in answer.text


def test_print_settings_limit_queue_and_visitor() -> None:
    assert 0 < SETTINGS.max_per_visitor < SETTINGS.max_pending <= 128


def test_game_page_links_to_pdf_and_print_page() -> None:
    client = create_client(StubPrints())
    page = client.get(f"/classic/{PUBLISHED}?name=Last+Stand").text
    assert f'href="/classic/{PUBLISHED}.pdf?name=Last+Stand"' in page
    assert f'href="/print/classic/{PUBLISHED}?name=Last+Stand"' in page


def test_svg_is_qr_code_of_address() -> None:
    answer = create_client(StubPrints()).get(
        f"/classic/{PUBLISHED}.svg?name=Last+Stand&keep=movement",
        base_url="https://carnage.example",
    )
    assert (answer.status_code, answer.content_type) == (200, "image/svg+xml")
    assert answer.text == qr_codes.render_qr_code(
        f"https://carnage.example/classic/{PUBLISHED}?name=Last+Stand"
    )
    assert answer.text.startswith("<svg")
    assert create_client(StubPrints()).get("/classic/12.svg").status_code == 404


def test_game_page_printed_link_has_no_locks_and_wish() -> None:
    """Check that address and QR code agree."""
    path = f"/classic/{PUBLISHED}"
    for more in ("", "&keep=movement", "&keep=movement&wish=45+minutes"):
        page = BeautifulSoup(
            create_client(StubPrints()).get(f"{path}?name=Last+Stand{more}").data, "html.parser"
        )
        backs = page.select(".way-back")
        assert len(backs) == 2
        for back in backs:
            assert back.b.text == path
            assert back.img["src"] == f"{path}.svg?name=Last+Stand"


def test_print_page_links_are_found() -> None:
    client = create_client(StubPrints())
    client.application.extensions["playtests"] = StubPrints(waits=True)
    for path in (f"classic/{PUBLISHED}", "gamble/453629359836"):
        page = BeautifulSoup(client.get(f"/print/{path}?name=Last+Stand").data, "html.parser")
        links = [link["href"] for link in page.find_all("a", href=re.compile(r"\.pdf"))]
        assert ("part=tokens" in str(links)) == path.startswith("classic")
        assert len(links) >= 8
        for link in links:
            assert "name=Last+Stand" in link
            assert client.get(link).status_code == 200, link
    assert client.get("/print/classic/12").status_code == 404


def test_pdf_part_without_content_returns_404(worker: JobQueue[Printed]) -> None:
    client = create_client(worker)
    for _ in range(200):
        answer = client.get("/gamble/453629359836.pdf?part=tokens")
        if answer.status_code != 503:
            break
        time.sleep(0.1)
    assert answer.status_code == 404
    assert "<code>part=sheets</code>" in answer.text


def test_playtest_sheet_has_findings() -> None:
    prints = StubPrints()
    client = create_client(prints)
    client.application.extensions["playtests"] = StubPlaytests(FIGURES)
    answer = client.get(f"/lab/classic/{PUBLISHED}.pdf?paper=letter")
    assert answer.status_code == 200
    assert "noindex" in answer.headers["X-Robots-Tag"]
    *_, told = prints.submitted[0]
    questions = [question for question, _, _ in told]
    assert "Is it fair?" in questions
    assert print_game(*prints.submitted[0]).startswith(b"%PDF-")
    client.application.extensions["playtests"] = StubPrints(waits=True)
    assert client.get(f"/lab/classic/{PUBLISHED}.pdf").status_code == 200
    assert prints.submitted[-1][-1] == ()


def test_playtest_sheet_uses_custom_names() -> None:
    places = [{"value": 0.3, "low": 0.27, "high": 0.33}, {"value": 0.7, "low": 0.67, "high": 0.73}]
    figures = FIGURES | {"opened": False, "shares": FIGURES["shares"] | {"places": places}}
    prints = StubPrints()
    client = create_client(prints)
    client.application.extensions["playtests"] = StubPlaytests(figures)
    for own, called in (("", "Side 1"), ("side-1~Orks", "Orks")):
        assert (
            client.get(f"/lab/classic/{PUBLISHED}.pdf", query_string={"own": own}).status_code
            == 200
        )
        assert f"{called} is clearly worse off" in str(prints.submitted[-1])


class StubPlaytests:
    """Stand in for the queue of playtests, with one result."""

    def __init__(self, figures: dict[str, object]) -> None:
        self._figures = figures

    def status(self, key: tuple[str, ...]) -> JobStatus[dict[str, object]]:
        return JobStatus(True, self._figures)


# ------------------------------------------------------------------------------- missing characters

DRAGON = "🐉"  # missing in all fonts of the PDFs
WARNING = f"The PDF fonts have no “{DRAGON}”: PDFs show it as a box (□)."


def list_warnings(text: str) -> list[str]:
    found = BeautifulSoup(text, "html.parser").select(".missing")
    return [each.get_text() for each in found]


@pytest.mark.parametrize("page", ["", "/print", "/own"])
@pytest.mark.parametrize("query", [{"name": f"Dragon {DRAGON}"}, {"own": f"captain~Grub {DRAGON}"}])
def test_pages_missing_characters_are_warned_of(page: str, query: dict[str, str]) -> None:
    answer = create_client(StubPrints()).get(f"{page}/classic/{PUBLISHED}", query_string=query)
    assert answer.status_code == 200
    assert list_warnings(answer.text) == [WARNING]


@pytest.mark.parametrize("page", ["", "/print", "/own"])
def test_pages_known_characters_give_no_warning(page: str) -> None:
    query = {"name": "Łódź", "own": "captain~שלום"}
    answer = create_client(StubPrints()).get(f"{page}/classic/{PUBLISHED}", query_string=query)
    assert answer.status_code == 200
    assert list_warnings(answer.text) == []


def test_warning_lists_twelve_characters() -> None:
    query = {"own": "captain~กขคฆงจฉชซฌญฎฏฐ"}
    answer = create_client(StubPrints()).get(f"/print/classic/{PUBLISHED}", query_string=query)
    assert list_warnings(answer.text) == [
        "The PDF fonts have no “ก”, “ข”, “ค”, “ฆ”, “ง”, “จ”, “ฉ”, “ช”, “ซ”, “ฌ”, “ญ”, “ฎ” or 2 "
        "other "
        "characters of these names: PDFs show them as boxes (□)."
    ]


def test_names_form_warns_once_before_pdf() -> None:
    name = f"Grub {DRAGON}"
    form = {"captain": name, "as": "pdf"}
    client = create_client(StubPrints())
    first = client.post(f"/own/classic/{PUBLISHED}", data=form)
    assert first.status_code == 200
    assert list_warnings(first.text) == [WARNING]
    page = BeautifulSoup(first.text, "html.parser")
    assert page.select_one("[name=captain]")["value"] == name
    seen = page.select_one("[name=seen]")["value"]
    second = client.post(f"/own/classic/{PUBLISHED}", data={**form, "seen": seen})
    assert second.status_code == 303
    assert ".pdf?own=captain~Grub" in second.headers["Location"]


def test_names_form_for_page_does_not_warn() -> None:
    answer = create_client(StubPrints()).post(
        f"/own/classic/{PUBLISHED}", data={"captain": f"Grub {DRAGON}"}
    )
    assert answer.status_code == 303
