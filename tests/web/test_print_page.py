"""Games as PDF on the site: at their address, by a worker, within bounds."""

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
from tests.support.pages import reader
from tests.support.rulesets import PUBLISHED, ruleset
from tests.support.stand_ins import Queue

PATIENT = 120.0  # seconds, on a machine that does other things
ADDRESS = f"/classic/{PUBLISHED}.pdf"
SITE = "https://carnage.example"  # where it is, as it was told


class Pressed(Queue):
    """Stands in for the site's `Prints`: prints at once, in here."""

    def __init__(
        self, waits: bool = False, limit: JobLimit | None = None, broken: bool = False
    ) -> None:
        self.waits, self.limit, self.broken = waits, limit, broken
        self.asked: list[tuple[str, ...]] = []

    def submit(self, key: tuple[str, ...], visitor: str = "") -> None:
        if self.limit:
            raise self.limit
        self.asked.append(key)

    def status(self, key: tuple[str, ...]) -> JobStatus[bytes]:
        made = None if self.waits or self.broken else b"%PDF " + str(key).encode()
        return JobStatus(True, made, failed=self.broken)


def client(press: Pressed | JobQueue[Printed], address: str = "") -> FlaskClient:
    app = create_app(address=address)
    app.extensions["prints"] = press
    return app.test_client()


@pytest.fixture(scope="module")
def worker() -> Iterator[JobQueue[Printed]]:
    prints = JobQueue(print_game, SETTINGS)
    yield prints
    prints.close()


@pytest.mark.thorough
def test_the_worker_prints_what_the_library_prints(worker: JobQueue[Printed]) -> None:
    asking = client(worker, SITE)
    patient = time.monotonic() + PATIENT
    while (answer := asking.get(ADDRESS)).status_code == 503:
        assert time.monotonic() < patient
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
            for page in reader(answer.data).pages
            for note in page.get("/Annots", ())
        ]
    )
    assert f"{SITE}/classic/{PUBLISHED}" in links


def test_what_is_asked_for_reaches_the_press() -> None:
    press = Pressed()
    query = "?paper=letter&sheet=booklet&name=Last+Stand&keep=movement"
    answer = client(press).get(ADDRESS + query, base_url="http://here.example")
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
    assert press.asked == [wanted]
    assert f"{PUBLISHED}-letter-booklet.pdf" in answer.headers["Content-Disposition"]
    assert print_game(*wanted[:3], "rules", "a4", "single", "").startswith(b"%PDF-")


def test_whoever_has_it_is_told_so_without_printing() -> None:
    press = Pressed()
    asking = client(press, SITE)
    tag = asking.get(ADDRESS).headers["ETag"]
    assert asking.get(ADDRESS, headers={"If-None-Match": tag}).status_code == 304
    assert len(press.asked) == 1


@pytest.mark.parametrize(
    "query", ["?paper=a3", "?part=pictures", "?sheet=scroll", "?part=cards&sheet=booklet"]
)
def test_what_cannot_be_printed_is_said_with_what_can(query: str) -> None:
    press = Pressed()
    answer = client(press).get(ADDRESS + query)
    assert answer.status_code == 400
    assert "<code>paper=letter</code>" in answer.text
    told = BeautifulSoup(answer.text, "html.parser").select_one("#wrong").text
    assert not any(odd in told for odd in ("a3", "pictures", "scroll")), (
        "in its field and nowhere else"
    )
    assert press.asked == []


def test_a_wrong_seed_and_book_are_refused_like_everywhere() -> None:
    asking = client(Pressed())
    assert asking.get("/classic/123.pdf").status_code == 404
    assert asking.get("/nothing/123.pdf").status_code == 404
    assert asking.get(ADDRESS + "?name=%3Cb%3E").status_code == 400
    assert "<code>.pdf</code>" in asking.get(f"/classic/{PUBLISHED}.docx").text


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
def test_print_page_limit_reached_says_whose(
    limit: JobLimit, status: int, sentence: str, ending: str
) -> None:
    answer = client(Pressed(limit=limit)).get(ADDRESS.replace("pdf", ending))
    assert answer.status_code == status
    assert answer.headers["Retry-After"] == str(pages.RETRY_S)
    assert answer.headers["Cache-Control"] == "no-store"
    assert sentence in answer.text


def test_what_takes_a_moment_is_a_page_that_looks_again() -> None:
    answer = client(Pressed(waits=True)).get(ADDRESS)
    assert answer.status_code == 503
    assert answer.headers["Retry-After"] == str(pages.LOOK_AGAIN)
    assert f'<meta http-equiv="refresh" content="{pages.LOOK_AGAIN}">' in answer.text
    assert "ETag" not in answer.headers


def test_what_broke_is_our_fault() -> None:
    answer = client(Pressed(broken=True)).get(ADDRESS)
    assert answer.status_code == 500
    assert "The error has been logged" in answer.text


def test_print_settings_bound_the_queue_and_each_visitor() -> None:
    assert 0 < SETTINGS.max_per_visitor < SETTINGS.max_pending <= 128


def test_the_page_of_a_game_leads_there() -> None:
    asking = client(Pressed())
    page = asking.get(f"/classic/{PUBLISHED}?name=Last+Stand").text
    assert f'href="/classic/{PUBLISHED}.pdf?name=Last+Stand"' in page
    assert f'href="/print/classic/{PUBLISHED}?name=Last+Stand"' in page


def test_the_address_of_a_game_is_a_code() -> None:
    answer = client(Pressed()).get(
        f"/classic/{PUBLISHED}.svg?name=Last+Stand&keep=movement",
        base_url="https://carnage.example",
    )
    assert (answer.status_code, answer.content_type) == (200, "image/svg+xml")
    assert answer.text == qr_codes.code(
        f"https://carnage.example/classic/{PUBLISHED}?name=Last+Stand"
    )
    assert answer.text.startswith("<svg")
    assert client(Pressed()).get("/classic/12.svg").status_code == 404


def test_the_way_back_on_paper_is_the_game_without_what_is_wanted_of_the_next_roll() -> None:
    """Address, code and bookmark agree; locks and a wish are in none of them."""
    path = f"/classic/{PUBLISHED}"
    for more in ("", "&keep=movement", "&keep=movement&wish=45+minutes"):
        page = BeautifulSoup(
            client(Pressed()).get(f"{path}?name=Last+Stand{more}").data, "html.parser"
        )
        backs = page.select(".way-back")
        assert len(backs) == 2
        for back in backs:
            assert back.b.text == path
            assert back.img["src"] == f"{path}.svg?name=Last+Stand"


def test_a_page_has_all_that_can_be_printed_and_each_of_it_is_there() -> None:
    asking = client(Pressed())
    asking.application.extensions["playtests"] = Pressed(waits=True)
    for path in (f"classic/{PUBLISHED}", "gamble/453629359836"):
        page = BeautifulSoup(asking.get(f"/print/{path}?name=Last+Stand").data, "html.parser")
        links = [link["href"] for link in page.find_all("a", href=re.compile(r"\.pdf"))]
        assert ("part=tokens" in str(links)) == path.startswith("classic")
        assert len(links) >= 8
        for link in links:
            assert "name=Last+Stand" in link
            assert asking.get(link).status_code == 200, link
    assert asking.get("/print/classic/12").status_code == 404


def test_a_part_that_a_game_has_no_use_for_is_not_there(worker: JobQueue[Printed]) -> None:
    asking = client(worker)
    for _ in range(200):
        answer = asking.get("/gamble/453629359836.pdf?part=tokens")
        if answer.status_code != 503:
            break
        time.sleep(0.1)
    assert answer.status_code == 404
    assert "<code>part=sheets</code>" in answer.text


def test_a_playtest_sheet_has_what_the_lab_says() -> None:
    press = Pressed()
    asking = client(press)
    asking.application.extensions["playtests"] = Known(FIGURES)
    answer = asking.get(f"/lab/classic/{PUBLISHED}.pdf?paper=letter")
    assert answer.status_code == 200
    assert "noindex" in answer.headers["X-Robots-Tag"]
    *_, told = press.asked[0]
    questions = [question for question, _, _ in told]
    assert "Is it fair?" in questions
    assert print_game(*press.asked[0]).startswith(b"%PDF-")
    asking.application.extensions["playtests"] = Pressed(waits=True)
    assert asking.get(f"/lab/classic/{PUBLISHED}.pdf").status_code == 200
    assert press.asked[-1][-1] == ()


def test_the_sheet_of_a_playtest_calls_sides_as_its_game_does() -> None:
    places = [{"value": 0.3, "low": 0.27, "high": 0.33}, {"value": 0.7, "low": 0.67, "high": 0.73}]
    figures = FIGURES | {"opened": False, "shares": FIGURES["shares"] | {"places": places}}
    press = Pressed()
    asking = client(press)
    asking.application.extensions["playtests"] = Known(figures)
    for own, called in (("", "Side 1"), ("side-1~Orks", "Orks")):
        assert (
            asking.get(f"/lab/classic/{PUBLISHED}.pdf", query_string={"own": own}).status_code
            == 200
        )
        assert f"{called} is badly off" in str(press.asked[-1])


class Known:
    """Stands in for playtests, one of which is known."""

    def __init__(self, figures: dict[str, object]) -> None:
        self._figures = figures

    def status(self, key: tuple[str, ...]) -> JobStatus[dict[str, object]]:
        return JobStatus(True, self._figures)


# ------------------------------------------------------------------------------- missing characters

DRAGON = "🐉"  # which no font of the PDFs has
WARNING = f"The PDF fonts have no “{DRAGON}”: PDFs show it as a box (□)."


def warnings(text: str) -> list[str]:
    found = BeautifulSoup(text, "html.parser").select(".missing")
    return [each.get_text() for each in found]


@pytest.mark.parametrize("page", ["", "/print", "/own"])
@pytest.mark.parametrize("query", [{"name": f"Dragon {DRAGON}"}, {"own": f"captain~Grub {DRAGON}"}])
def test_pages_that_offer_a_pdf_warn_of_characters_that_no_font_has(
    page: str, query: dict[str, str]
) -> None:
    answer = client(Pressed()).get(f"{page}/classic/{PUBLISHED}", query_string=query)
    assert answer.status_code == 200
    assert warnings(answer.text) == [WARNING]


@pytest.mark.parametrize("page", ["", "/print", "/own"])
def test_pages_that_offer_a_pdf_do_not_warn_of_characters_that_a_font_has(page: str) -> None:
    query = {"name": "Łódź", "own": "captain~שלום"}
    answer = client(Pressed()).get(f"{page}/classic/{PUBLISHED}", query_string=query)
    assert answer.status_code == 200
    assert warnings(answer.text) == []


def test_the_warning_lists_a_dozen_characters_and_counts_the_others() -> None:
    query = {"own": "captain~กขคฆงจฉชซฌญฎฏฐ"}
    answer = client(Pressed()).get(f"/print/classic/{PUBLISHED}", query_string=query)
    assert warnings(answer.text) == [
        "The PDF fonts have no “ก”, “ข”, “ค”, “ฆ”, “ง”, “จ”, “ฉ”, “ช”, “ซ”, “ฌ”, “ญ”, “ฎ” or 2 "
        "other "
        "characters of these names: PDFs show them as boxes (□)."
    ]


def test_the_form_of_names_warns_once_before_it_prints() -> None:
    name = f"Grub {DRAGON}"
    form = {"captain": name, "as": "pdf"}
    asking = client(Pressed())
    first = asking.post(f"/own/classic/{PUBLISHED}", data=form)
    assert first.status_code == 200
    assert warnings(first.text) == [WARNING]
    page = BeautifulSoup(first.text, "html.parser")
    assert page.select_one("[name=captain]")["value"] == name
    seen = page.select_one("[name=seen]")["value"]
    second = asking.post(f"/own/classic/{PUBLISHED}", data={**form, "seen": seen})
    assert second.status_code == 303
    assert ".pdf?own=captain~Grub" in second.headers["Location"]


def test_names_that_no_font_has_are_shown_on_the_site_without_a_question() -> None:
    answer = client(Pressed()).post(f"/own/classic/{PUBLISHED}", data={"captain": f"Grub {DRAGON}"})
    assert answer.status_code == 303
