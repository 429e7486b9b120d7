"""Test docs/reference/settings.md against the settings, limits and metrics of the code."""

from __future__ import annotations

import re
import tomllib
from importlib import import_module
from pathlib import Path

from packaging.requirements import Requirement
from packaging.version import Version

import carnage
from carnage.cli.command_line import serve
from carnage.serving import metrics

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "reference" / "settings.md").read_text(encoding="utf-8")
LOCK = (ROOT / "requirements.lock").read_text(encoding="utf-8")
CONTAINER = (ROOT / "Containerfile").read_text(encoding="utf-8")
FORMS_OF_ADDRESS = ("://", "file:", "git+", " @ ", "index-url", "find-links")


def list_rows(heading: str) -> list[list[str]]:
    """Return the cells of the first table under a heading."""
    text = PAGE.partition(f"\n## {heading}\n")[2]
    lines = re.search(r"^\|.*?(?=\n\n)", text, flags=re.MULTILINE | re.DOTALL)
    assert lines
    return [
        [cell.strip() for cell in line.strip("|").split("|")] for line in lines[0].splitlines()[2:]
    ]


def test_settings_table_has_every_setting() -> None:
    named = {
        name
        for path in Path(carnage.__file__).parent.rglob("*.py")
        for name in re.findall(r'"((?:CARNAGE|WEB)_[A-Z_]+)"', path.read_text(encoding="utf-8"))
    }
    settings = list_rows("Settings")
    assert {row[0].strip("`") for row in settings} == named
    options = {option for parameter in serve.params for option in parameter.opts} - {
        "--host",
        "--port",
    }
    assert {row[1].strip("`") for row in settings} - {""} == options


def numbers_of(value: object) -> list[float]:
    """Return the numbers of a limit: one, or those of a table or a tuple."""
    if isinstance(value, dict):
        return list(value.values())
    if isinstance(value, tuple):
        return list(value)
    assert isinstance(value, int | float)
    return [value]


def find_owner(path: str) -> object:
    """Return a module of the package, or an object in one, by its path."""
    try:
        return import_module(f"carnage.{path}")
    except ModuleNotFoundError:
        module, _, name = path.rpartition(".")
        return getattr(import_module(f"carnage.{module}"), name)


def test_limits_table_has_values_of_constants() -> None:
    for limit, text, constants in list_rows("Limits"):
        documented = [float(number.replace(",", "")) for number in re.findall(r"[\d,.]*\d", text)]
        first, *others = re.findall(r"`([\w.]+)`", constants)
        owner, _, name = first.rpartition(".")
        values = [getattr(find_owner(owner), each) for each in (name, *others)]
        assert documented == [number for value in values for number in numbers_of(value)], limit


def test_limits_table_has_each_limit_of_server() -> None:
    documented = set()
    for _, _, constants in list_rows("Limits"):
        first, *others = re.findall(r"`([\w.]+)`", constants)
        module = first.rpartition(".")[0]
        documented |= {
            first.removeprefix("serving."),
            *(f"{module}.{each}".removeprefix("serving.") for each in others),
        }
    for module in ("rate_limit", "limits", "protocol", "app", "scheduler"):
        text = (ROOT / "carnage" / "serving" / f"{module}.py").read_text(encoding="utf-8")
        for name in re.findall(r"^(MAX_\w+) =", text, flags=re.MULTILINE):
            assert f"{module}.{name}" in documented
    for path in (ROOT / "carnage" / "web").rglob("*.py"):
        if re.search(r"^WAIT_S =", path.read_text(encoding="utf-8"), flags=re.MULTILINE):
            module = ".".join(path.relative_to(ROOT / "carnage").with_suffix("").parts)
            assert f"{module}.WAIT_S" in documented


def test_metrics_table_has_served_metrics() -> None:
    own = {
        metric.name
        for each in vars(metrics.request_metrics()).values()
        for metric in each.collect()
    }
    documented = {
        name.removesuffix("_total")
        for name in re.findall(r"^\| `(carnage_\w+)` \|", PAGE, flags=re.MULTILINE)
    }

    class Empty:
        def _asdict(self) -> dict[str, object]:
            return {}

    queues = {metric.name for metric in metrics.QueueCollector(Empty()).collect()}
    assert documented == own | queues


def test_lock_pins_dependencies_with_hashes() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    pinned = dict(re.findall(r"^([\w.-]+)==(\S+)", LOCK, flags=re.MULTILINE))
    for line in project["dependencies"]:
        wanted = Requirement(line)
        assert Version(pinned[wanted.name.lower()]) in wanted.specifier, "make lock"
    entries = re.split(r"\n(?=[a-z])", LOCK)
    assert all("--hash=sha256:" in entry for entry in entries if "==" in entry)
    assert not any(form in LOCK for form in FORMS_OF_ADDRESS)


def test_container_file_copies_files_and_is_not_root() -> None:
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8")
    copied = re.findall(r"^COPY (\w\S*) ", CONTAINER, flags=re.MULTILINE)
    assert len(copied) >= 3
    for path in copied:
        assert (ROOT / path).exists()
        assert f"!{path}\n" in ignored
    user = re.findall(r"^USER (\d+):", CONTAINER, flags=re.MULTILINE)
    assert user[-1:] not in ([], ["0"])
    command = re.findall(
        r'^CMD \["python", "-m", "carnage", "(\w+)"', CONTAINER, flags=re.MULTILINE
    )
    assert command == ["serve"]
    for python in re.findall(r"^FROM python:(\S+?)-slim", CONTAINER, flags=re.MULTILINE):
        assert Version(python) >= Version("3.11")
