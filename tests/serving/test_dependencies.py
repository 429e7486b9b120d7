"""Test that private methods of other packages on which carnage/serving relies are unchanged.

A new version may change a method and keep its name, so a digest of each source is stored with the
versions that were read. After reading a change, record the new digests with

    python tests/serving/test_dependencies.py --record
"""

from __future__ import annotations

import hashlib
import importlib
import inspect
import json
import re
import sys
import textwrap
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parent.parent.parent
DIGESTS = Path(__file__).with_name("dependency_digests.json")
BOUNDED = ("uvicorn", "uvicorn-worker", "gunicorn", "httptools")

HTTP = "uvicorn.protocols.http.httptools_impl"
METHODS = {
    "uvicorn": [
        *(
            f"{HTTP}:HttpToolsProtocol.{name}"
            for name in (
                "__init__",
                "connection_made",
                "connection_lost",
                "eof_received",
                "data_received",
                "send_400_response",
                "on_message_begin",
                "on_url",
                "on_header",
                "on_headers_complete",
                "_start_asgi_task",
                "on_body",
                "on_message_complete",
                "on_response_complete",
                "shutdown",
                "pause_writing",
                "resume_writing",
            )
        ),
        f"{HTTP}:RequestResponseCycle.__init__",
        f"{HTTP}:RequestResponseCycle.receive",
        "uvicorn.protocols.http.flow_control:FlowControl",
        "uvicorn.server:Server.on_tick",
        "uvicorn.server:Server.shutdown",
    ],
    "uvicorn-worker": ["uvicorn_worker:UvicornWorker"],
    "gunicorn": [
        *(
            f"gunicorn.arbiter:Arbiter.{name}"
            for name in (
                "manage_workers",
                "spawn_worker",
                "spawn_workers",
                "murder_workers",
                "reap_workers",
                "kill_workers",
                "kill_worker",
                "stop",
                "reload",
                "reexec",
                "handle_hup",
                "handle_term",
                "handle_int",
                "handle_quit",
            )
        ),
        "gunicorn.workers.base:Worker.__init__",
        "gunicorn.workers.base:Worker.init_process",
        "gunicorn.workers.base:Worker.init_signals",
        "gunicorn.glogging:Logger.setup",
        "gunicorn.sock:BaseSocket.__init__",
    ],
}


def compute_digest(name: str) -> str:
    """Return the digest of the source of a method or class, such as
    `package.module:Class.method`.
    """
    module, _, path = name.partition(":")
    found = importlib.import_module(module)
    for part in path.split("."):
        found = getattr(found, part)
    source = textwrap.dedent(inspect.getsource(found))  # type: ignore[arg-type]
    return hashlib.sha256(source.encode()).hexdigest()[:16]


def read_digests() -> dict[str, dict[str, list[str]]]:
    """Return the versions in which each method was read, by its name and digest."""
    digests: dict[str, dict[str, list[str]]] = json.loads(DIGESTS.read_text(encoding="utf-8"))
    return digests


def record() -> None:
    """Add the digests of the installed versions."""
    digests = read_digests() if DIGESTS.exists() else {}
    for package, names in METHODS.items():
        for name in names:
            versions = digests.setdefault(name, {}).setdefault(compute_digest(name), [])
            if version(package) not in versions:
                versions.append(version(package))
    DIGESTS.write_text(json.dumps(digests, indent=1) + "\n", encoding="utf-8")


@pytest.mark.skipif(sys.platform == "win32", reason="gunicorn does not run there")
@pytest.mark.parametrize(
    ("package", "name"), [(package, name) for package in METHODS for name in METHODS[package]]
)
def test_private_method_source_is_unchanged(package: str, name: str) -> None:
    known = read_digests().get(name, {})
    if compute_digest(name) not in known:
        read_in = ", ".join(version for versions in known.values() for version in versions)
        pytest.fail(
            f"{name} of {package} {version(package)} differs from that of {read_in}: read the "
            "change, see to "
            f"carnage/serving, then run `python tests/serving/test_dependencies.py --record`.",
            pytrace=False,
        )


def read_requirements() -> dict[str, Requirement]:
    """Return the requirements of the project by name."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return {
        requirement.name: requirement for requirement in map(Requirement, project["dependencies"])
    }


@pytest.mark.parametrize("package", BOUNDED)
def test_subclassed_dependency_has_upper_bound(package: str) -> None:
    specifier = read_requirements()[package].specifier
    assert any(each.operator in ("<", "<=", "==", "~=") for each in specifier), (
        f"{package}{specifier}"
    )
    assert any(each.operator == ">=" for each in specifier), f"{package}{specifier}"
    assert specifier.contains(version(package))


@pytest.mark.parametrize("package", METHODS)
def test_digests_are_of_allowed_versions(package: str) -> None:
    specifier = read_requirements()[package].specifier
    digests = read_digests()
    for name in METHODS[package]:
        versions = [each for versions in digests[name].values() for each in versions]
        assert all(specifier.contains(each) for each in versions), f"{name}: {versions}"


def test_digests_are_of_listed_methods() -> None:
    assert list(read_digests()) == [name for names in METHODS.values() for name in names]


def test_overridden_methods_are_listed() -> None:
    """Check the methods of bounded packages that classes of carnage/serving override."""
    listed = {name.rpartition(".")[2] for names in METHODS.values() for name in names}
    overridden = set()
    for module in ("protocol", "arbiter"):
        for _, cls in inspect.getmembers(
            importlib.import_module(f"carnage.serving.{module}"), inspect.isclass
        ):
            if cls.__module__.startswith("carnage."):
                theirs = {name for base in cls.__mro__ if is_bounded(base) for name in vars(base)}
                overridden |= {
                    name
                    for name in theirs & set(vars(cls))
                    if inspect.isfunction(getattr(cls, name))
                }
    harmless = {
        "load_config",
        "load",
        "run",
        "callback_notify",
        "__init__",
    }  # public methods to override
    assert overridden - harmless <= listed


def is_bounded(cls: type) -> bool:
    """Return whether a class is of one of the packages with a bound."""
    return re.match(r"(uvicorn|uvicorn_worker|gunicorn)\b", cls.__module__) is not None


if __name__ == "__main__":
    if sys.argv[1:] != ["--record"]:
        raise SystemExit(__doc__)
    record()
