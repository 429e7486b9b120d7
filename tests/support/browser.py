"""Helpers of browser tests: a real Chromium and a real server."""

from __future__ import annotations

import re
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

from tests.support.site_server import serve_in_thread
from tests.support.web import site

CHROMIUM = (
    shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
)
NO_CHROMIUM = (
    "NO CHROMIUM HERE: the browser tests did not run. Install Debian's `chromium` to run them."
)

DESKTOP, PHONE = {"width": 1400, "height": 900}, {"width": 360, "height": 700}

# Long enough for a busy machine.
TIMEOUT_S = 120.0  # seconds
expect.set_options(timeout=1000 * TIMEOUT_S)

# Sums the layout shifts of a page in `shifted`.
SHIFTS = """() => {
    window.shifted = 0;
    new PerformanceObserver(list => {
        for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value;
    }).observe({type: "layout-shift", buffered: true});
}"""

# Chromium must send requests to the site only, and open no panels for new windows, which take as
# long as a page. Only the last list of features counts, so this one includes Playwright's.
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
def run_chromium() -> Iterator[Browser]:
    """Run Chromium, and yield it; skip the test with a notice if none is installed."""
    if CHROMIUM is None:
        print(
            f"\n{'!' * len(NO_CHROMIUM)}\n{NO_CHROMIUM}\n{'!' * len(NO_CHROMIUM)}", file=sys.stderr
        )
        pytest.skip(NO_CHROMIUM)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield browser
        browser.close()


@contextmanager
def serve(app: Flask | None = None) -> Iterator[str]:
    """Serve the site, or another application, on a free port, and yield its address."""
    with serve_in_thread(app or site()) as port:
        yield f"http://127.0.0.1:{port}"


@contextmanager
def watch_for_faults(page: Page) -> Iterator[Page]:
    """Yield a page, and fail on an error, a refused script or style, or a request to another host."""
    wrong: list[str] = []
    page.on(
        "console", lambda message: wrong.append(message.text) if message.type == "error" else None
    )
    page.on("pageerror", lambda error: wrong.append(str(error)))
    # Leaving a page before its icon has loaded is no fault, nor are scripts that a browser without
    # scripts does not load ahead; a page that breaks its own security policy writes to the console.
    page.on(
        "requestfailed",
        lambda request: (
            None
            if re.search("ABORTED|^csp$", str(request.failure))
            else wrong.append(f"failed: {request.url}")
        ),
    )
    yield page
    assert not wrong, wrong


@contextmanager
def open_page(browser: Browser, address: str, **how: Any) -> Iterator[Page]:
    """Yield a page of its own context, and fail as `without_fault` does."""
    context = browser.new_context(base_url=address, **{"viewport": DESKTOP, **how})
    context.set_default_timeout(1000 * TIMEOUT_S)
    with watch_for_faults(context.new_page()) as page:
        yield page
    context.close()


def until(page: Page, holds: str, seconds: float = TIMEOUT_S) -> None:
    """Wait until an expression is true, on the next page if this one is left; the site's policy
    forbids Playwright's own wait.
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


# Waits for two frames after the fonts are there, and for the observer of SHIFTS after these.
SETTLE = """() => document.fonts.ready
    .then(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))
    .then(() => new Promise(done => setTimeout(done, 100)))"""


def measure_layout_shift(page: Page) -> float:
    """Return the cumulative layout shift of a page until it loads nothing more."""
    page.evaluate(SHIFTS)
    page.wait_for_load_state("networkidle")
    page.evaluate(SETTLE)
    return float(page.evaluate("shifted"))


def check_accessibility(page: Page, what: str) -> None:
    """Check that axe finds no fault."""
    axe = Axe().run(page, options={"resultTypes": ["violations"]})  # do not list passed checks
    assert axe.violations_count == 0, f"{what}: {axe.generate_report()}"


def check_page(page: Page, what: str) -> None:
    """Check that axe finds no fault, and that the page is no wider than the screen."""
    check_accessibility(page, what)
    wide, screen = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert wide <= screen, what
