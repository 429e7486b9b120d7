"""A fixture that changes a text in a copy of the tables."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.edits import Edit


@pytest.fixture
def edit(tables: Path) -> Edit:
    """Change one text in one file of a copy of the tables; gives the copy's folder."""

    def change(file: str, old: str, new: str) -> Path:
        path = tables / file
        text = path.read_text(encoding="utf-8")
        assert old in text, f"{file} has no {old!r}: mend this test"
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
        return tables

    return change
