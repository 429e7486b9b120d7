"""4,000 names that look like markup: shown letter for letter on pages, in Markdown, JSON, HTML
and PDFs.
"""

from __future__ import annotations

import html
import io
import json
import random
import re
from collections import Counter
from typing import Any
from urllib.parse import quote

import markdown
import pytest
from pypdf import PdfReader
from werkzeug.test import TestResponse

from carnage import catalog, printing
from carnage.rulebook import build_rulebook
from carnage.rulesets.custom_names import CustomNameError, clean_custom_name, list_nameable_in_book
from carnage.rulesets.game_names import GameNameError, clean_name
from carnage.rulesets.ruleset import resolve
from carnage.seeds import Seed
from soak.transformations import Case, Transformation, generate_cases
from tests.support.typed_names import NASTY
from tests.support.web import client, soup

pytestmark = pytest.mark.soak

COUNT = 4_000
BATCHES = 16
GAME = "gamble", "908040050000"
OWN_GAME = "duel", "5898888888888"
PDF_SHARE = 200
"""Every so many of the names are printed, too: a PDF takes half a second."""

OWN_SIDE = 4  # every so many are names of a side, too
PLAIN = [
    "Last Stand",
    "Æther & Sons",
    "a",
    "100%",
    "Łódź",
    'O\'Neill "Bones"',
    "42",
    "C:\\games",
    "../etc/passwd",
]
SCRIPTS = [
    "שלום עולם",
    "مرحبا بالعالم",
    "日本語の名前",
    "Грубый",
    "ไทย",
    "한국어",
    "देवनागरी",
    "ᚠᚢᚦ",
    "Ω≈ç√",
    "𝔘𝔫𝔦",
]
SIGNS = [
    "🐉 Dragon",
    "👩‍👩‍👧",
    "e\u0301",
    "Z̷͎͐a̸lgo",
    "ﬁﬂ",
    "\u200bx",
    "\u202ereversed",
    "\ufeffname",
    "a\u00adb",
    "\x00",
    "\ue000",
]
WRAPS = {
    "emphasis": "*{}*",
    "strong": "**{}**",
    "underscores": "_{}_",
    "code": "`{}`",
    "link": "[{}](http://x)",
    "link by itself": "<{}>",
    "image": "![{}](y)",
    "heading": "# {}",
    "list": "- {}",
    "number": "1. {}",
    "table": "| {} |",
    "quotation": "> {}",
    "tag": "<b>{}</b>",
    "script": "<script>{}</script>",
    "entity": "&lt;{}&gt;",
    "typst call": '#link("{}")[x]',
    "typst code": "#{{{}}}",
    "typst mathematics": "${}$",
    "typst label": "{} <a>",
    "Jinja": "{{{{ {} }}}}",
    "statement": "{{% {} %}}",
    "attribute": '" onclick="{}',
    "address": "http://x/{}",
    "scheme": "javascript:{}",
    "mail": "mailto:a@b.org {}",
    "mention": "@{}",
    "backslashes": "\\{}\\",
    "quotes": '"{}"',
    "format": "%s {} {{0}}",
    "comment": "/* {} */ // x",
    "equation": "=SUM({})",
}
ENDS: dict[str, str] = {
    "right to left": "\u202e",
    "combining": "\u0301\u0323",
    "emoji": " 🎲",
    "newline": "\nx",
    "tab": "\tx",
    "null": "\x00",
    "half of a pair": "\ud800",
    "line separator": "\u2028x",
    "star": "*",
    "tilde": "~x",
    "no-break space": "\u00a0x",
    "ending": ".pdf",
}


def make_transformations() -> list[Transformation[str]]:
    made = [
        Transformation("capitals", lambda text, _: text.upper(), 0),
        Transformation("reversed", lambda text, _: text[::-1], 0),
        Transformation(
            "long",
            lambda text, chance: (f"{text} " * 60)[: chance.choice((58, 59, 60, 61, 300, 5_000))],
            0,
        ),
        Transformation("wide gaps", lambda text, _: text.replace(" ", "   "), 0),
    ]
    for name, pattern in WRAPS.items():
        made.append(Transformation(name, lambda text, _, pattern=pattern: pattern.format(text), 1))
    for name, pattern in WRAPS.items():
        made.append(
            Transformation(
                f"{name} around", lambda text, _, pattern=pattern: pattern.format(text), 2
            )
        )
    for name, end in ENDS.items():
        made.append(Transformation(name, lambda text, _, end=end: text + end, 3))
    return made


def list_cases(batch: int) -> list[Case[str]]:
    bases = [*PLAIN, *SCRIPTS, *SIGNS, *NASTY]
    random.Random("names").shuffle(bases)
    cases = generate_cases("names", COUNT, bases, str, make_transformations())
    return [case for n, case in enumerate(cases) if n % BATCHES == batch]


def encode(name: str) -> str:
    """Return a name for the query of an address, with half of a pair as browsers send it."""
    return quote(name.encode("utf-8", "replace") if "\ud800" in name else name, safe="")


def find_heading(page: str) -> str:
    """Return the text of the first heading of a page, in which no tag may be that a name has
    made.
    """
    heading = re.search(r"<h1[^>]*>(.*?)</h1>", page, re.DOTALL)
    assert heading is not None, "no heading"
    # The page sets the last word of a name in another face.
    text = re.sub(r"<em>([^<]*)</em>", r"\1", heading[1], count=1)
    assert "<" not in text, text
    return html.unescape(text)


def check_links(page: str, name: str) -> None:
    """No link of a page leads where a name says."""
    for href in re.findall(r'(?:href|src|action)="([^"]*)"', page):
        assert not html.unescape(href).startswith(
            ("http://x", "javascript:", "mailto:a@b", "ftp:")
        ), href


def check_refusal(response: TestResponse, reason: str) -> None:
    """The page has the right status, and says why."""
    assert response.status_code == 400, response.status
    text = soup(response.text).main.get_text()
    assert reason in text, text


def check_game(name: str) -> str:
    """Return "shown" or "refused" for a name of a game, in all of its forms."""
    code, digits = GAME
    path, query = f"/{code}/{digits}", f"name={encode(name)}"
    sent = name.replace("\ud800", "?")
    response = client().get(f"{path}?{query}")
    try:
        wanted = clean_name(sent)
    except GameNameError as error:
        check_refusal(response, str(error))
        assert soup(response.text).select_one("main input[name=name]") is not None
        for form in (".json", ".md"):
            assert client().get(f"{path}{form}?{query}").status_code == 400
        return "refused"
    wanted = wanted or resolve(catalog.book(code), Seed(digits)).name
    assert response.status_code == 200, response.status
    assert find_heading(response.text) == wanted
    check_links(response.text, name)
    told: Any = client().get(f"{path}.json?{query}").json
    assert told["name"] == wanted, told["name"]
    text = client().get(f"{path}.md?{query}").text
    title = next(line for line in text.splitlines() if line.startswith("# "))
    shown = markdown.markdown(title, extensions=["tables", "attr_list"])
    assert find_heading(shown) == wanted, shown
    file = client().get(f"{path}.html?{query}").text
    assert find_heading(file) == wanted
    check_links(file, name)
    return "shown"


def check_side(name: str) -> str:
    """Return "shown" or "refused" for a name of a side, as a form sends it and as an address has
    it.
    """
    code, digits = OWN_GAME
    book = catalog.book(code)
    side = next(each for each in list_nameable_in_book(book) if each.kind == "side")
    sent = name.replace("\ud800", "?")
    response = client().post(f"/own/{code}/{digits}", data={side.code: sent})
    try:
        wanted = clean_custom_name(sent, side)
    except CustomNameError as error:
        check_refusal(response, str(error))
        return "refused"
    assert response.status_code in (200, 303), response.status
    if not wanted:
        return "shown"
    page = client().get(f"/{code}/{digits}", query_string={"own": f"{side.code}~{wanted}"}).text
    assert html.escape(wanted).replace("&quot;", "&#34;").replace("&#x27;", "&#39;") in page, wanted
    check_links(page, name)
    return "shown"


def check_print(name: str) -> str:
    """Return "printed" or "not printed"; a PDF has the name as its title, and no link to what it
    says.
    """
    try:
        wanted = clean_name(name.replace("\ud800", "?"))
    except GameNameError:
        return "not printed"
    code, digits = GAME
    ruleset = resolve(catalog.book(code), Seed(digits), wanted)
    pdf = PdfReader(
        io.BytesIO(printing.pdf(build_rulebook(ruleset), site="https://carnage.example"))
    )
    shown = ruleset.name
    for letter in printing.find_missing_characters(shown):
        shown = shown.replace(letter, "□")
    assert shown in str(pdf.metadata.title if pdf.metadata else "")
    for page in pdf.pages:
        for note in page.get("/Annots", ()):
            target = str(note.get_object().get("/A", {}).get("/URI", ""))
            assert not target.startswith(("http://x", "javascript:", "mailto:a@b")), target
    return "printed"


@pytest.mark.parametrize("batch", range(BATCHES))
def test_name_any_text_is_shown_unchanged_or_refused(batch: int) -> None:
    told: Counter[str] = Counter()
    wrong: list[str] = []
    for n, case in enumerate(list_cases(batch)):
        checks = [check_game]
        checks += [check_side] if n % OWN_SIDE == 0 else []
        checks += [check_print] if n * BATCHES % PDF_SHARE < BATCHES else []
        for check in checks:
            try:
                told[f"{check.__name__}: {check(case.input)}"] += 1
            except AssertionError as error:
                first = str(error).splitlines()[0]
                wrong.append(
                    f"{check.__name__} {case.input[:80]!r} ({', '.join(case.names)}): {first}"
                )
    print(json.dumps(told))
    assert not wrong, "\n".join([f"{len(wrong)} wrong", *wrong[:40]])
