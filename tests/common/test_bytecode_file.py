"""Test the cache of compiled templates."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from jinja2 import DictLoader, Environment

from carnage.common import user_cache
from carnage.common.bytecode_file import BytecodeFile, load_text
from carnage.common.files import FileError

TEXT = "Hello {{ name }}!"


@pytest.fixture(autouse=True)
def cache_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return an empty folder that is used in place of the user's cache."""
    monkeypatch.setenv(user_cache.FOLDER, str(tmp_path))
    user_cache.folder.cache_clear()
    yield tmp_path
    user_cache.folder.cache_clear()


def make_environment(cache: BytecodeFile) -> Environment:
    return Environment(loader=DictLoader({"page": "Page of {{ name }}"}), bytecode_cache=cache)


def make_recording_environment(
    cache: BytecodeFile, monkeypatch: pytest.MonkeyPatch
) -> tuple[Environment, list[str]]:
    """Return an environment, and a list of the sources that it compiles."""
    environment = make_environment(cache)
    compiled: list[str] = []
    compile_source = environment.compile

    def compile_and_note(source: str, *arguments: object) -> object:
        compiled.append(source)
        return compile_source(source, *arguments)  # type: ignore[call-overload]

    monkeypatch.setattr(environment, "compile", compile_and_note)
    return environment, compiled


def save_both(version: str) -> None:
    cache = BytecodeFile(version)
    environment = make_environment(cache)
    environment.get_template("page")
    load_text(environment, TEXT)
    cache.save()


def test_bytecode_file_saved_templates_are_not_compiled_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    save_both("1")
    environment, compiled = make_recording_environment(BytecodeFile("1"), monkeypatch)

    assert environment.get_template("page").render(name="Ann") == "Page of Ann"
    assert load_text(environment, TEXT).render(name="Ann") == "Hello Ann!"
    assert compiled == []


def test_bytecode_file_other_version_compiles_again(monkeypatch: pytest.MonkeyPatch) -> None:
    save_both("1")
    environment, compiled = make_recording_environment(BytecodeFile("2"), monkeypatch)

    assert load_text(environment, TEXT).render(name="Ann") == "Hello Ann!"
    assert compiled == [TEXT]


@pytest.mark.parametrize("content", [b"", b"\x00nonsense", b"i\x01\x00\x00\x00"])
def test_bytecode_file_damaged_compiles_again(
    content: bytes, cache_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save_both("1")
    (saved,) = cache_folder.glob("templates-*.bytecode")
    saved.write_bytes(content)
    environment, compiled = make_recording_environment(BytecodeFile("1"), monkeypatch)

    assert load_text(environment, TEXT).render(name="Ann") == "Hello Ann!"
    assert compiled == [TEXT]


def test_bytecode_file_no_new_templates_is_not_written(cache_folder: Path) -> None:
    save_both("1")
    (saved,) = cache_folder.glob("templates-*.bytecode")
    before = saved.stat().st_mtime_ns
    save_both("1")

    assert saved.stat().st_mtime_ns == before


def test_bytecode_file_write_fails_logs_warning(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse(name: str, content: bytes) -> Path:
        raise FileError("templates: it cannot be written (No space left on device).")

    monkeypatch.setattr(user_cache, "write_file", refuse)
    save_both("1")

    (message,) = caplog.messages
    assert message.startswith("Compiled templates cannot be kept: templates: it cannot be written")


def test_load_text_without_cache_compiles() -> None:
    assert load_text(Environment(), TEXT).render(name="Ann") == "Hello Ann!"
