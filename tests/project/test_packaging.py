"""Test that an installed wheel is the whole site."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.support.web import GAME

ROOT = Path(__file__).resolve().parents[2]

# Run in another folder, so that only installed files can be found.
PROBE = f"""
import carnage
from carnage.web import create_app
page = create_app().test_client()
assert {{installed!r}} in carnage.__file__, carnage.__file__
for path in ("/", "{GAME}", "{GAME}.md", "{GAME}.json", "{GAME}.html", "/classic/", "/credits",
             "/static/css/components/base.css", "/static/css/rulebook.css", "/static/css/drawing.css",
             "/static/js/games/game.js", "/static/js/games/contents_highlight.js",
             "/static/d10.svg", "/static/favicon.svg",
             "/static/fonts/vollkorn.woff2",
             "/static/fonts/OFL.txt"):
    answer = page.get(path)
    assert answer.status_code == 200, (path, answer.status_code)
    assert len(answer.data) > 100, path
print(carnage.__version__)
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    build = [
        sys.executable,
        "-m",
        "build",
        "--wheel",
        "--no-isolation",
        "--outdir",
        str(folder),
        str(ROOT),
    ]
    subprocess.run(build, check=True, capture_output=True, timeout=300)
    return next(folder.glob("carnage-*.whl"))


def run_installed(arguments: list[str], folder: Path, installed: Path) -> str:
    environ = {**os.environ, "PYTHONPATH": str(installed)}
    done = subprocess.run(
        arguments, cwd=folder, env=environ, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.thorough
def test_wheel_installed_serves_site(wheel: Path, tmp_path: Path) -> None:
    installed, folder = tmp_path / "installed", tmp_path / "folder"
    folder.mkdir()
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index"]
    subprocess.run(
        [*install, "--target", str(installed), str(wheel)],
        check=True,
        capture_output=True,
        timeout=300,
    )
    version = run_installed(
        [sys.executable, "-c", PROBE.format(installed=str(installed))], folder, installed
    )
    assert version.strip() in wheel.name
    rulebook = run_installed(
        [sys.executable, "-m", "carnage", "roll", "--seed", "243856987615781"], folder, installed
    )
    assert rulebook.startswith("# Ruinous Throne")


def test_wheel_has_licences_and_no_tests(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert any(name.endswith("licenses/LICENSE") for name in names)
    assert "carnage/static/fonts/OFL.txt" in names
    assert "carnage/py.typed" in names
    assert not [name for name in names if re.search(r"(^|/)(tests|bench|docs|__pycache__)/", name)]
