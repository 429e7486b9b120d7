"""Test the help pages, `/help/players` and `/help/designers`."""

from __future__ import annotations

import re

import pytest
from bs4 import Tag

from carnage.web import create_app
from tests.support.web import client, soup
from tools.check_words import ROOT

AUDIENCES = ("players", "designers")
MAX_WORDS = 700
EXAMPLES = {"45 minutes, no luck", "friday night", "60 minutes, no morale", "48% to 56%"}
"""Quoted texts that are not labels of the site."""


def read_main(audience: str) -> Tag:
    """Return the main part of a help page."""
    main = soup(client().get(f"/help/{audience}").text).main
    assert main is not None
    return main


@pytest.mark.parametrize("audience", AUDIENCES)
def test_help_page_is_short(audience: str) -> None:
    words = read_main(audience).text.split()

    assert 300 <= len(words) <= MAX_WORDS


@pytest.mark.parametrize("audience", AUDIENCES)
def test_help_page_links_to_existing_pages(audience: str) -> None:
    links = [str(link["href"]) for link in read_main(audience).select("a[href^='/']")]
    statuses = {link: client().get(link, follow_redirects=True).status_code for link in links}

    assert len(links) >= 10
    assert set(statuses.values()) <= {200, 503}, statuses


@pytest.mark.parametrize("audience", AUDIENCES)
def test_help_page_quotes_labels_of_site(audience: str) -> None:
    patterns = ("carnage/templates/*/*.html", "static/js/*/*.js", "carnage/web/*/*_view.py")
    files = [file for pattern in patterns for file in ROOT.glob(pattern)]
    others = [file for file in files if not file.name.startswith("help_")]
    site = "\n".join(file.read_text(encoding="utf-8") for file in others).casefold()
    labels = set(re.findall("“([^”]+)”", " ".join(read_main(audience).text.split()))) - EXAMPLES

    assert labels
    assert {label for label in labels if label.casefold() not in site} == set()


@pytest.mark.parametrize("path", ["/", "/credits", "/classic/243856987615781"])
def test_footer_links_to_help(path: str) -> None:
    footer = soup(client().get(path).text).footer

    assert footer is not None
    assert all(footer.select_one(f"a[href='/help/{each}']") for each in AUDIENCES)


def test_home_page_links_to_help() -> None:
    main = soup(client().get("/").text).main

    assert main is not None
    assert all(main.select_one(f"a[href='/help/{each}']") for each in AUDIENCES)


def test_help_pages_are_cached_and_in_sitemap() -> None:
    site = create_app(address="https://carnage.example").test_client()
    sitemap = site.get("/sitemap.xml").text

    for audience in AUDIENCES:
        assert f"<loc>https://carnage.example/help/{audience}</loc>" in sitemap
        assert site.get(f"/help/{audience}").headers["Cache-Control"].startswith("public")


def test_help_page_unknown_audience_returns_404() -> None:
    assert client().get("/help/nobody").status_code == 404
