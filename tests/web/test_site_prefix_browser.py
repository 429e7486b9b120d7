"""Test the site under a path, behind a proxy that removes it, in a real Chromium."""

from __future__ import annotations

import http.client
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.browser import open_page, until
from tests.support.site_server import serve_in_thread
from tests.support.web import GAME, SEED, site

pytestmark = [pytest.mark.browser, pytest.mark.thorough]

PREFIX = "/tools/carnage"
HOP_BY_HOP = {"connection", "keep-alive", "transfer-encoding", "te", "upgrade", "trailer"}


@contextmanager
def serve_behind_proxy(port: int, outside: list[str]) -> Iterator[str]:
    """Serve the site at this port under PREFIX, yield its address, and record requests of other
    paths.
    """

    class Proxy(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            if not self.path.startswith(f"{PREFIX}/"):
                outside.append(self.path)
                self.send_error(404)
                return
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            headers = {
                name: value
                for name, value in self.headers.items()
                if name.lower() not in HOP_BY_HOP
            }
            headers["X-Forwarded-For"] = self.client_address[0]
            headers["X-Forwarded-Prefix"] = PREFIX
            upstream = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
            upstream.request(self.command, self.path.removeprefix(PREFIX), body or None, headers)
            response = upstream.getresponse()
            answer = response.read()
            self.send_response_only(response.status, response.reason)
            for name, value in response.getheaders():
                if name.lower() not in {*HOP_BY_HOP, "content-length"}:
                    self.send_header(name, value)
            if response.status not in (204, 304):
                self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)
            upstream.close()

        do_POST = do_GET

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Proxy)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}{PREFIX}/"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@pytest.fixture(scope="module")
def outside() -> list[str]:
    """Return the list of paths requested without the prefix."""
    return []


@pytest.fixture(scope="module")
def address(outside: list[str]) -> Iterator[str]:
    with serve_in_thread(site(), proxies=1) as port, serve_behind_proxy(port, outside) as address:
        yield address


@pytest.fixture
def page(browser: Browser, address: str, outside: list[str]) -> Iterator[Page]:
    outside.clear()
    with open_page(browser, address) as page:
        yield page
    # Browsers request this path of every host.
    assert set(outside) <= {"/favicon.ico"}


def test_prefix_game_is_rolled_edited_and_kept(page: Page) -> None:
    page.goto("./")
    page.get_by_role("radio", name="Classic").check()
    page.get_by_role("button", name="Roll a new game").first.click()
    expect(page).to_have_url(re.compile(rf"{PREFIX}/classic/\d+"))
    rolled = page.url

    # The dice editor's script fetches pages and rewrites addresses. A click before the script runs
    # opens the page of dice instead, which works without JavaScript and has no permalink.
    page.locator(".tray-sheet").wait_for(state="attached")
    page.locator(".title-page [data-die]").first.click()
    page.get_by_role("link", name="Roll this die").click()
    page.locator(".changes-told").get_by_text("changed:").wait_for()
    assert page.url != rolled
    until(page, f"location.pathname.startsWith('{PREFIX}/classic/')")
    permalink = page.locator(".permalink")
    shown = permalink.inner_text()
    assert shown.startswith(f"{PREFIX}/classic/")
    assert str(permalink.get_attribute("href")).endswith(shown)

    page.goto(f".{GAME}")
    page.get_by_role("button", name="Save this game").click()
    page.goto("./shelf")
    link = page.locator("[data-list=own] a").first
    assert str(link.get_attribute("href")).startswith(f"{PREFIX}/")
    page.locator("[data-list=own] [data-title]").first.click()
    expect(page).to_have_url(re.compile(f"{PREFIX}{GAME}"))


def test_prefix_book_page_picks_change_address(page: Page) -> None:
    page.goto("./classic/")
    page.locator("#units input").nth(1).check()
    until(page, f"location.pathname === '{PREFIX}/classic/' && location.search.includes('pick-')")


def test_prefix_game_is_watched_and_played(page: Page) -> None:
    page.goto(f"./watch{GAME}?dice=3")
    page.locator("[data-reel]").wait_for()
    page.locator("[data-way=last]").click()
    until(page, "/at=\\d{2,}/.test(location.href)")

    page.goto(f"./play{GAME}?bots=person,greedy&dice=1")
    page.locator("a.option").first.click()
    until(
        page, f"location.pathname === '{PREFIX}/play{GAME}' && location.search.includes('moves=')"
    )
    until(page, "localStorage.getItem('carnage.going')")
    page.goto("./play")
    expect(page.locator("[data-going] a")).to_have_attribute(
        "href", re.compile(f"^{PREFIX}/play{GAME}")
    )


def test_prefix_playtest_starts_and_pdf_is_found(page: Page) -> None:
    page.goto(f".{GAME}")
    page.locator("form.playtest button").click()
    expect(page).to_have_url(re.compile(f"{PREFIX}/lab{GAME}"))
    page.goto(f"./print{GAME}")
    link = page.locator("main a[href*='.pdf']").first
    href = str(link.get_attribute("href"))
    assert href.startswith(f"{PREFIX}{GAME}.pdf")
    for _ in range(60):
        response = page.request.get(href)
        if response.status == 200:
            break
        page.wait_for_timeout(1000)
    assert response.body().startswith(b"%PDF")


def test_prefix_service_worker_caches_companion_page(page: Page) -> None:
    page.goto(f"./table/classic/{SEED}")
    until(
        page, f"navigator.serviceWorker.controller?.scriptURL.endsWith('{PREFIX}/table/worker.js')"
    )
    assert page.evaluate(
        "navigator.serviceWorker.ready.then(worker => new URL(worker.scope).pathname)"
    ) == (f"{PREFIX}/table/")
    until(page, "localStorage.getItem('carnage.kept') === '1'")
    page.context.set_offline(True)
    page.reload()
    expect(page.locator("h1")).to_be_visible()
    page.context.set_offline(False)
