"""Marks of the cases of parametrised tests."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

import pytest


def soak_all_but(kept: Collection[Any], cases: Iterable[Any]) -> list[Any]:
    """Return the cases of a parametrised test, in which all but the kept ones are marked as soak.

    Args:
        kept: The cases without a mark; each must be among the cases.
        cases: All cases; a tuple has a value for each parameter.
    """
    marked = []
    missing = list(kept)
    for case in cases:
        values = case if isinstance(case, tuple) else (case,)
        if case in missing:
            missing.remove(case)
            marked.append(pytest.param(*values, id=_name_case(values)))
        else:
            marked.append(pytest.param(*values, id=_name_case(values), marks=pytest.mark.soak))
    assert not missing, f"There are no such cases: {missing}"
    return marked


def _is_viewport(value: Any) -> bool:
    return isinstance(value, dict) and "width" in value


def _name_case(values: tuple[Any, ...]) -> str | None:
    """Return the id of a case with a viewport; None for pytest's own id if there is none."""
    if not any(_is_viewport(value) for value in values):
        return None
    names = (f"{each['width']}px" if _is_viewport(each) else str(each) for each in values)
    return "-".join(names)


def list_script_cases(screens: Sequence[tuple[Any, ...]]) -> list[Any]:
    """Return the cases of a test of two screens, each with and without scripts.

    The first screen is tested with scripts; the other three are soak.

    Args:
        screens: The values of the parameters of each screen; the last parameter is whether scripts
            run.
    """
    first, _ = screens
    cases = [(*screen, scripts) for scripts in (True, False) for screen in screens]
    return soak_all_but([(*first, True)], cases)
