"""The tests in `plain/`, which play with the rules as plain Python, in a process that compiles
nothing.
"""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.support.arena import ROOT


@pytest.mark.parametrize(
    "marks",
    [
        pytest.param("not soak and not thorough", marks=pytest.mark.thorough, id="thorough"),
        pytest.param("soak", marks=pytest.mark.soak, id="soak"),
    ],
)
@pytest.mark.timeout(1800)  # of a few minutes' work, on a machine that does other things
def test_plain_tests_pass_uncompiled(marks: str) -> None:
    env = os.environ | {"CARNAGE_UNCOMPILED": "1"}
    env.pop("PYTEST_XDIST_WORKER", None)
    env.pop("PYTEST_ADDOPTS", None)
    run = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-p",
            "no:cacheprovider",
            "-p",
            "no:xdist",
            "-m",
            marks,
            "tests/engine/plain",
        ],
        env=env,
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
