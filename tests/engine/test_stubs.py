"""Stubs are up to date, and hide no mistyped name."""

from __future__ import annotations

from types import ModuleType

import pytest

from carnage.engine import games, stubs, writing

MODULES = {module.__name__: module for module in stubs.modules()}
EACH = pytest.mark.parametrize("module", MODULES.values(), ids=MODULES)


def test_every_family_has_them() -> None:
    assert set(MODULES) == {
        f"{writing.frame(family)}.{name}"
        for family in games.families()
        for name in ("events", "numbers", "questions")
    }


@EACH
def test_they_are_up_to_date(module: ModuleType) -> None:
    assert stubs.place(module).read_text(encoding="utf-8") == stubs.stub(module), "run `make stubs`"


@EACH
def test_they_say_all_that_may_be_asked_for_and_nothing_else(module: ModuleType) -> None:
    text = stubs.stub(module)
    assert "__getattr__" not in {*vars(module), *text.split()}
    for name in module.NUMBERED:
        assert f"\n{name}: int\n" in text


@pytest.mark.parametrize("family", games.families())
def test_the_writers_of_events_are_up_to_date(family: str) -> None:
    assert writing.place(family).read_text(encoding="utf-8") == writing.text(family), "run `make stubs`"


def test_a_name_of_no_known_type_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    module = MODULES["carnage.engine.duel.events"]
    monkeypatch.setattr(stubs.inspect, "getsource", lambda module: "NUMBERS = numbered(SHAPES)")
    with pytest.raises(TypeError, match=r"duel\.events\.NUMBERS: say of what type"):
        stubs.stub(module)
