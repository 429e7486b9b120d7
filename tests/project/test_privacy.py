"""Test that the page at /privacy names everything that the site stores in browsers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import carnage
from carnage.common.assets import static_folder
from carnage.web import create_app
from tests.support.web import GAME, client, soup

SCRIPTS = sorted((static_folder() / "js").rglob("*.js"))
PYTHON = sorted((Path(carnage.__file__).parent / "web").rglob("*.py"))
STORAGE_CALL = re.compile(r"localStorage\.(?:get|set|remove)Item\((\"[^\"]+\"|`[^`]+`|\w+)")
CONSTANT = re.compile(r"const (\w+) = (?:\"([^\"]+)\"|(\w+) \+)")
ARGUMENT = re.compile(r"^remember\(.*, \"([^\"]+)\"\);", re.MULTILINE)
"""Calls of the function in game.js whose parameter is a key."""

CACHE = re.compile(r"caches\.open\((\w+)\)")
OTHER_STORES = re.compile(r"sessionStorage|indexedDB|document\.cookie|cookieStore|localStorage\[")
COOKIE = re.compile(r"set_cookie\(|Set-Cookie|session\[")
OF_LOOPS = {"each": "KEY"}
"""Variables that run through the stored keys which begin with a constant."""


def list_keys(script: Path) -> Iterator[str]:
    """Return the keys of a script, or the beginnings of those that go on with a game's address."""
    source = script.read_text(encoding="utf-8")
    constants = {name: text or base for name, text, base in CONSTANT.findall(source)}

    def resolve(name: str) -> list[str]:
        name = OF_LOOPS.get(name, name)
        if name not in constants:
            return ARGUMENT.findall(source) if name == "key" else []
        value = constants[name]
        return resolve(value) if value in constants else [value]

    for argument in STORAGE_CALL.findall(source):
        if argument.startswith('"'):
            yield argument.strip('"')
        elif argument.startswith("`"):
            yield re.sub(r"\$\{(\w+)\}", lambda found: resolve(found[1])[0], argument.strip("`"))
        else:
            keys = resolve(argument)
            assert keys, f"{script.name}: what key is {argument}?"
            yield from keys


@pytest.fixture(scope="module")
def names() -> set[str]:
    """Return the names of stored data on the page."""
    section = soup(client().get("/privacy").text).find("h2", string="In your browser")
    return {code.text for code in section.find_next("dl").select("dt code")}


def test_privacy_page_names_exactly_the_keys(names: set[str]) -> None:
    keys = {key for script in SCRIPTS for key in list_keys(script)}

    assert keys == names - {"carnage-table"}


def test_privacy_page_names_every_cache(names: set[str]) -> None:
    opening = [script for script in SCRIPTS if CACHE.search(script.read_text(encoding="utf-8"))]
    (name,) = [dict(re.findall(r'const (CACHE) = "([^"]+)"', path.read_text())) for path in opening]

    assert name["CACHE"].strip() in names


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_script_uses_no_other_storage(script: Path) -> None:
    assert not OTHER_STORES.search(script.read_text(encoding="utf-8"))


@pytest.mark.parametrize("module", PYTHON, ids=lambda path: path.name)
def test_module_sets_no_cookie(module: Path) -> None:
    assert not COOKIE.search(module.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", ["/", GAME, "/privacy", "/shelf"])
def test_page_sets_no_cookie_and_links_to_privacy(path: str) -> None:
    response = client().get(path)

    assert "Set-Cookie" not in response.headers
    assert soup(response.text).select_one("footer a[href='/privacy']")


def test_privacy_page_is_in_sitemap() -> None:
    app = create_app(address="https://carnage.example")
    sitemap = app.test_client().get("/sitemap.xml").text

    assert "<loc>https://carnage.example/privacy</loc>" in sitemap
