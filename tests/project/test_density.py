"""Test the check of dense code, `tools/check_density.py`."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tools"))

import check_density  # noqa: E402

DENSE = """
values = [a for b in c for a in b]
print(x if y else z)
text = f"{x if y else z}"
value = x if y else (z if w else v)
one, two, three = 1, 2, 3
"""


def test_count_faults_dense_module_counts_each_kind() -> None:
    assert check_density.count_faults(DENSE) == {"comprehensions": 1, "conditions": 3, "tuples": 1}


def test_count_faults_plain_module_is_empty() -> None:
    source = "value = x if y else z\nfirst, second = 1, 2\nprint(first, key=x if y else z)\n"
    assert sum(check_density.count_faults(source).values()) == 0


def test_count_faults_class_with_nine_attributes_counts_it() -> None:
    assignments = "".join(f"        self.a{n} = {n}\n" for n in range(9))
    source = f"class Queue:\n    def __init__(self):\n{assignments}"
    assert check_density.count_faults(source)["attributes"] == 1


def test_measure_positional_call_in_a_rule_is_not_counted() -> None:
    source = "f(1, 2, 3, 4)\n# comment\n\nf(1, 2, 3, d=4)\n"
    assert check_density.measure(source, is_rule=False)[-2:] == (2, 1)
    assert check_density.measure(source, is_rule=True)[-2:] == (0, 0)


@pytest.fixture(scope="module")
def counts() -> dict[str, dict[str, int]]:
    """Return the faults of the project's modules, which take seconds to count."""
    return check_density.count_all()


@pytest.mark.thorough
@pytest.mark.parametrize(("count", "fault"), [(0, "at most 0"), (9, "run --write")])
def test_list_faults_other_number_than_listed_names_the_module(
    count: int,
    fault: str,
    counts: dict[str, dict[str, int]],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.setattr(check_density, "count_all", lambda: counts)
    path, listed = next(iter(counts["conditions"].items()))
    text = check_density.FILE.read_text(encoding="utf-8")
    head, _, conditions = text.partition("[conditions]")
    changed = (
        head + "[conditions]" + conditions.replace(f'"{path}" = {listed}', f'"{path}" = {count}', 1)
    )
    file = tmp_path / "density.toml"
    file.write_text(changed, encoding="utf-8")
    monkeypatch.setattr(check_density, "FILE", file)
    (found,) = check_density.list_faults()
    assert path in found
    assert fault in found
