"""What the browser tests share: a real Chromium and the real server."""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from flask import Flask
from playwright.sync_api import Browser, Error, Page, expect, sync_playwright

from carnage import serving
from tests.support.web import site

CHROMIUM = (
    shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
)
LOUD = "NO CHROMIUM HERE: the browser tests did not run. Install Debian's `chromium` to run them."

DESKTOP, PHONE = {"width": 1400, "height": 900}, {"width": 360, "height": 700}

# What a page does is waited for as long as a busy machine may take; one that never does it still
# fails.
PATIENCE = 120.0  # seconds
expect.set_options(timeout=1000 * PATIENCE)

# Adds up on a page how far what was seen there shifted, in `shifted`.
SHIFTS = """() => {
    window.shifted = 0;
    new PerformanceObserver(list => {
        for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value;
    }).observe({type: "layout-shift", buffered: true});
}"""

# It shall talk to the site and to nobody else, and make no panels of its own for each new window,
# which take as long as a page. The last list of features counts, so what Playwright would switch
# off is in this one.
SWITCHED_OFF = (
    "WebUIOmniboxPopup,WebUIOmniboxFullPopup,WebUIOmniboxAimPopup,SpareRendererForSitePerProcess,"
    "HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,LensOverlay,MediaRouter,PaintHolding,OptimizationHints,"
    "ThirdPartyStoragePartitioning,DestroyProfileOnBrowserClose"
)
ARGUMENTS = [
    f"--disable-features={SWITCHED_OFF}",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@contextmanager
def chromium() -> Iterator[Browser]:
    """A running Chromium; skips with a loud word where there is none."""
    if CHROMIUM is None:
        print(f"\n{'!' * len(LOUD)}\n{LOUD}\n{'!' * len(LOUD)}", file=sys.stderr)
        pytest.skip(LOUD)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield browser
        browser.close()


@contextmanager
def served(app: Flask | None = None) -> Iterator[str]:
    """The site on a free port, or another application; gives its address."""
    with serving.serve_in_thread(app or site()) as port:
        yield f"http://127.0.0.1:{port}"


@contextmanager
def without_fault(page: Page) -> Iterator[Page]:
    """A page on which nothing may go wrong: no error, no refused script or style, no word to
    anybody else.
    """
    wrong: list[str] = []
    page.on(
        "console", lambda message: wrong.append(message.text) if message.type == "error" else None
    )
    page.on("pageerror", lambda error: wrong.append(str(error)))
    # A page that is left before its icon has come is no fault.
    page.on(
        "requestfailed",
        lambda request: (
            None if "ABORTED" in str(request.failure) else wrong.append(f"failed: {request.url}")
        ),
    )
    yield page
    assert not wrong


@contextmanager
def opened(browser: Browser, address: str, **how: Any) -> Iterator[Page]:
    """A page of a context of its own, on which nothing may go wrong."""
    context = browser.new_context(base_url=address, **{"viewport": DESKTOP, **how})
    context.set_default_timeout(1000 * PATIENCE)
    with without_fault(context.new_page()) as page:
        yield page
    context.close()


def until(page: Page, holds: str, seconds: float = PATIENCE) -> None:
    """Waits until this holds, on the next page if this one is left; the site forbids Playwright to
    do so by itself. On a page that is not read to its end nothing holds: what is asked for may be
    yet to come.
    """
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            if page.evaluate(f"document.readyState !== 'loading' && ({holds})"):
                return
        except Error as error:
            if "context was destroyed" not in error.message:
                raise
        page.wait_for_timeout(50)
    raise AssertionError(f"{holds} at {page.url}:\n{page.locator('main').inner_text()[:300]}")


def check_access(page: Page, what: str) -> None:
    """axe finds nothing."""
    axe = Axe().run(
        page, options={"resultTypes": ["violations"]}
    )  # what is in order need not be listed
    assert axe.violations_count == 0, f"{what}: {axe.generate_report()}"


def check(page: Page, what: str) -> None:
    """axe finds nothing, and the page is no wider than the screen."""
    check_access(page, what)
    wide, screen = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert wide <= screen, what
