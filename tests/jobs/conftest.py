"""Fixtures of the tests of job queues."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support import job_tasks


@pytest.fixture
def gate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the path of the file that `job_tasks.held` waits for."""
    monkeypatch.setenv(job_tasks.GATE, str(tmp_path / "gate"))
    return tmp_path / "gate"
