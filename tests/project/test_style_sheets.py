"""Test that style sheets have no words, which belong in templates."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from carnage.common.assets import static_folder

STYLE_SHEETS = sorted((static_folder() / "css").rglob("*.css"))


@pytest.mark.parametrize("path", STYLE_SHEETS, ids=lambda path: path.name)
def test_style_sheet_has_no_words(path: Path) -> None:
    contents = re.findall(r'content: "([^"]*)"', path.read_text(encoding="utf-8"))

    assert not [text for text in contents if re.search("[A-Za-z]", text)]
