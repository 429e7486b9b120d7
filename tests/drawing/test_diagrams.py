"""Diagrams in rules: where they stand, that they are read in the games that they show, and their
files.
"""

from __future__ import annotations

import re

import pytest

from carnage.common.assets import static_folder
from carnage.rulebook import build_rulebook
from carnage.rulebook.model import Figure
from carnage.web import create_app
from carnage.web.games import diagrams
from tests.support.diagrams import draw_diagrams
from tests.support.rulebooks import list_html
from tests.support.rulesets import rolled, sample
from tests.support.web import client, soup


@pytest.mark.parametrize(
    ("section", "asked", "lacking"),
    [
        ("arc-of-sight", {"arc_of_sight": "90"}, {"arc_of_sight": "360"}),
        ("units", {"units": "ranked"}, {"units": "squads"}),
        ("movement", {"movement": "scoot"}, {"movement": "gaits"}),
        ("terrain", {"terrain": "woods", "shooting": "stat-test"}, {}),
    ],
)
def test_diagram_is_in_section_of_its_rule(
    section: str, asked: dict[str, str], lacking: dict[str, str]
) -> None:
    for options, there in ((asked, True), *([(asked | lacking, False)] if lacking else [])):
        written = build_rulebook(rolled(book="skirmish", **options))
        shown = next(each for each in written.sections if each.id == section)
        figures = [note for note in shown.notes if isinstance(note, Figure)]
        assert len(figures) == there
        assert all(figure.drawing.startswith("<svg") and figure.caption for figure in figures)
        assert "data-kind" not in list_html(shown)


def read_static_files() -> dict[str, str]:
    """Return the files of diagrams by their paths."""
    return {
        path.relative_to(static_folder()).as_posix(): path.read_text(encoding="utf-8")
        for path in (static_folder() / diagrams.FOLDER).glob("*.svg")
    }


@pytest.mark.thorough
def test_draw_diagrams_of_some_games_are_static_files() -> None:
    drawn = draw_diagrams(games=60)
    assert len(drawn) > 4
    assert drawn.items() <= read_static_files().items(), "make diagrams"


@pytest.mark.soak
def test_draw_diagrams_equals_static_files() -> None:
    assert read_static_files() == draw_diagrams(), "make diagrams"


def test_rules_page_links_diagram_files_and_download_embeds_them() -> None:
    for game in sample(4, "skirmish"):
        page = soup(client().get(game.path).text)
        images = page.select("figure.diagram img")
        assert not page.select("figure.diagram svg")
        downloaded = client().get(f"{game.path}.html").text
        assert len(images) == len(re.findall('<figure class="diagram"><svg', downloaded))
        for image in images:
            answer = client().get(image["src"])
            assert answer.status_code == 200
            assert answer.content_type.startswith("image/svg+xml")
            assert image["alt"] == ""
            assert image.find_parent("figure").figcaption.get_text()


def test_rules_page_diagram_without_file_is_inline(monkeypatch: pytest.MonkeyPatch) -> None:
    path = rolled(book="skirmish", units="ranked").path
    assert soup(create_app().test_client().get(path).text).select_one("#units figure.diagram img")
    monkeypatch.setattr(diagrams, "has_file", lambda path: False)
    assert soup(create_app().test_client().get(path).text).select_one("#units figure.diagram svg")
