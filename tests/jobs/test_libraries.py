"""Test the compilation of rules before workers start."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from carnage.engine import games
from carnage.engine.compiling import build
from carnage.jobs import libraries


@pytest.mark.soak
@pytest.mark.skipif(build.find_compiler() is None, reason="needs a C compiler: apt install gcc")
def test_build_compiles_rules_of_all_families(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARNAGE_CACHE", str(tmp_path))
    monkeypatch.setenv("CARNAGE_CFLAGS", "-O0")  # compiles in a fifth of the time
    monkeypatch.delenv("CARNAGE_UNCOMPILED", raising=False)
    libraries.build()
    families = games.families()
    assert len(families) > 2
    assert {path.name.partition("-")[0] for path in tmp_path.glob("*.index")} == set(families)
    assert "CARNAGE_UNCOMPILED" not in os.environ


@pytest.mark.thorough
def test_build_without_compiler_sets_variable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CARNAGE_CACHE", str(tmp_path))
    monkeypatch.setenv("CARNAGE_CC", "/nonexistent")
    monkeypatch.setenv("CARNAGE_UNCOMPILED", "")
    libraries.build()
    assert os.environ["CARNAGE_UNCOMPILED"] == "1"
    assert capfd.readouterr().err.count("found no C compiler") == 1


@pytest.mark.thorough
def test_build_compiler_fails_logs_its_message(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    compiler = tmp_path / "cc"
    compiler.write_text("#!/bin/sh\necho it is broken >&2\nexit 1\n")
    compiler.chmod(0o755)
    monkeypatch.setenv("CARNAGE_CACHE", str(tmp_path))
    monkeypatch.setenv("CARNAGE_CC", str(compiler))
    monkeypatch.setenv("CARNAGE_UNCOMPILED", "")
    libraries.build()
    messages = capfd.readouterr().err
    for family in games.families():
        assert f"The rules of {family} games cannot be compiled" in messages
    assert "it is broken" in messages
    assert os.environ["CARNAGE_UNCOMPILED"] == ""
