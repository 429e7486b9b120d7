"""Warming up: once for all who ask, and nobody waits for the dead."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from carnage.engine.core import warming

HOLD = """
import sys, time, filelock
lock = filelock.FileLock(sys.argv[1])
lock.acquire()
print(flush=True)
time.sleep(600)
"""


def test_a_lock_goes_with_a_process_that_is_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = []

    def compile_all(family: str, tell: object) -> None:
        compiled.append(family)
        (tmp_path / "complete.json").touch()

    monkeypatch.setattr(warming, "cache_folder", lambda room: tmp_path)
    monkeypatch.setattr(warming, "_compile_all", compile_all)
    (tmp_path / "progress").write_text("3 8")
    owner = subprocess.Popen([sys.executable, "-c", HOLD, tmp_path / "lock"], stdout=subprocess.PIPE)
    assert owner.stdout is not None
    owner.stdout.readline()
    told: list[tuple[int, int]] = []

    def tell(done: int, total: int) -> None:
        assert not compiled
        told.append((done, total))
        owner.kill()
        owner.wait()

    warming.warm_up("battle", tell)
    warming.warm_up("battle", tell)
    assert compiled == ["battle"]
    assert set(told) == {(3, 8)}
    owner.stdout.close()
