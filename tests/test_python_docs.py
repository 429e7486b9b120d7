"""What the pages for programmers show is so: their examples are run as they stand."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

pytest.importorskip("pettingzoo")
pytest.importorskip("pyarrow")
pytest.importorskip("duckdb")

DOCS = Path(__file__).parent.parent / "docs"


@pytest.mark.parametrize(("page", "least"), [("simulating.md", 12), ("environment.md", 10), ("sweeps.md", 5)])
def test_the_page_shows_what_is_so(
    page: str, least: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = (DOCS / page).read_text(encoding="utf-8")
    shown = "\n".join(re.findall(r"^```pycon\n(.*?)^```", text, flags=re.MULTILINE | re.DOTALL))
    test = doctest.DocTestParser().get_doctest(shown, {}, page, page, 0)
    assert len(test.examples) >= least
    assert doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test).failed == 0


def test_the_columns_that_are_told_are_there() -> None:
    import carnage

    text = (DOCS / "simulating.md").read_text(encoding="utf-8")
    told = set(re.findall(r"`(\w+)`", text))
    table = carnage.simulate("gamble/275839227920", 2).table()
    assert {re.sub(r"_[1-5]$", "_0", name) for name in table.column_names} <= told
