"""What the browser tests share: a real Chromium and the real server."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from flask import Flask
from playwright.sync_api import Browser, sync_playwright
from web import site

from carnage import serving

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
LOUD = "NO CHROMIUM HERE: the browser tests did not run. Install Debian's `chromium` to run them."

# It shall talk to the site and to nobody else.
ARGUMENTS = [
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
    with serving.served(app or site()) as port:
        yield f"http://127.0.0.1:{port}"
