"""Files that a person names: written whole or not at all, read as the text that they hold.

Every error is a `FileError`, whose message is one sentence that begins with the file's name.
"""

from __future__ import annotations

import codecs
import os
import re
import secrets
import stat
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import IO, TypeVar

import msgspec

T = TypeVar("T")

MAX_FILE_BYTES = 50_000_000  # That are read; no file that Carnage writes for reading is a tenth as large.
MAX_LINKS = 40  # That are followed; as in Linux.
NEW_FILE_MODE = 0o666  # Less the umask.
_DESCRIPTOR = re.compile(r"/(?:dev/fd|proc/(?:self|\d+)/fd)/(\d+)")
_STREAMS = {"/dev/stdin": 0, "/dev/stdout": 1, "/dev/stderr": 2}
_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),  # Before UTF-16, whose mark is the beginning of this one.
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


class FileError(Exception):
    """A file that cannot be read or written; the message names it and says why."""


def write_file(path: str | Path, content: bytes | str) -> None:
    """Write a file whole, or leave what was there. Raise FileError.

    A regular file is written under another name in the same folder and then renamed. It keeps the mode of the
    file that it replaces, and a symbolic link stays a link. Pipes and devices are written directly.
    """
    try:
        data = content.encode() if isinstance(content, str) else content
        descriptor = _find_descriptor(str(path))
        if descriptor is not None:
            _write_stream(os.fdopen(os.dup(descriptor), "wb"), data)
            return
        target = os.path.realpath(path)
        status = _status(target)
        if status is not None and not stat.S_ISREG(status.st_mode):
            _write_stream(open(target, "wb"), data)  # noqa: SIM115
            return
        _replace(target, data, status)
    except OSError as error:
        raise FileError(f"{_shown(path)}: it cannot be written ({error.strerror}).") from None
    except ValueError as error:  # Such as a null character in the name.
        raise FileError(f"{_shown(path)}: it cannot be written ({error}).") from None


def write_folder(folder: str | Path, files: Mapping[str, bytes | str]) -> None:
    """Write files into a new or an empty folder, all of them or none. Raise FileError."""
    is_new = not os.path.exists(folder)
    make_folder(folder)
    written: list[Path] = []
    try:
        for name, content in files.items():
            write_file(Path(folder, name), content)
            written.append(Path(folder, name))
    except BaseException:
        with suppress(OSError):
            for path in written:
                path.unlink()
            if is_new:
                Path(folder).rmdir()
        raise


def make_folder(path: str | Path) -> None:
    """Make a folder, and those that it is in, where there is none. Raise FileError."""
    try:
        Path(path).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileError(f"{_shown(path)}: the folder cannot be made ({error.strerror}).") from None


def read_bytes(path: str | Path, max_bytes: int = MAX_FILE_BYTES) -> bytes:
    """Return what a file holds. Raise FileError."""
    try:
        with open(path, "rb") as file:
            data = file.read(max_bytes + 1)
    except OSError as error:
        raise FileError(f"{_shown(path)}: it cannot be read ({error.strerror}).") from None
    except ValueError as error:
        raise FileError(f"{_shown(path)}: it cannot be read ({error}).") from None
    if len(data) > max_bytes:
        raise FileError(f"{_shown(path)}: it is too long; at most {max_bytes:,} bytes are read.")
    return data


def read_text(path: str | Path, max_bytes: int = MAX_FILE_BYTES) -> str:
    """Return the text of a file in UTF-8, or in UTF-16 or UTF-32 with a byte order mark. Raise FileError."""
    data = read_bytes(path, max_bytes)
    encoding = next((name for mark, name in _BYTE_ORDER_MARKS if data.startswith(mark)), "utf-8")
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        text = "\0"
    if "\0" in text:  # Of another encoding, or no text at all.
        raise FileError(
            f"{_shown(path)}: it is no text in UTF-8; on Windows, choose “Save as” and the encoding “UTF-8”."
        )
    return text


def read_json(path: str | Path, type_: type[T], max_bytes: int = MAX_FILE_BYTES) -> T:
    """Return the value of this type that a file holds as JSON. Raise FileError."""
    text = read_text(path, max_bytes)
    try:
        return msgspec.json.decode(text, type=type_)
    except msgspec.ValidationError as error:
        raise FileError(f"{_shown(path)}: it does not hold what is expected ({error}).") from None
    except (msgspec.DecodeError, RecursionError):
        raise FileError(f"{_shown(path)}: it is not JSON.") from None


def _shown(path: str | Path) -> str:
    """Return a path as an error message has it: in quotation marks where it is not plain to see."""
    text = str(path)
    return text if text.strip() and text.isprintable() else repr(text)


def _find_descriptor(path: str) -> int | None:
    """Return the open file that a path such as /dev/stdout or /dev/fd/3 means; None for any other path."""
    for _ in range(MAX_LINKS):
        full = os.path.normpath(os.path.abspath(path))
        if full in _STREAMS:
            return _STREAMS[full]
        match = _DESCRIPTOR.fullmatch(full)
        if match:
            return int(match[1])
        if not os.path.islink(full):
            return None
        path = os.path.join(os.path.dirname(full), os.readlink(full))
    return None


def _status(path: str) -> os.stat_result | None:
    """Return the status of a file; None if there is none."""
    try:
        return os.stat(path)
    except FileNotFoundError:
        return None


def _write_stream(stream: IO[bytes], data: bytes) -> None:
    with stream:
        stream.write(data)


def _replace(target: str, data: bytes, status: os.stat_result | None) -> None:
    """Write a file beside the target, and then give it the target's name."""
    if status is not None and not os.access(target, os.W_OK):
        raise PermissionError(0, "Permission denied")
    part = os.path.join(os.path.dirname(target), f".carnage-{secrets.token_hex(8)}.part")
    try:
        descriptor = os.open(
            part, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), NEW_FILE_MODE
        )
        with open(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(descriptor)
            if status is not None:
                _copy_mode(descriptor, status)
        os.replace(part, target)
    except BaseException:
        with suppress(OSError):
            os.unlink(part)
        raise
    _sync_folder(os.path.dirname(target))


def _copy_mode(descriptor: int, status: os.stat_result) -> None:
    """Give an open file the mode of another, and its owner if this user may."""
    if not hasattr(os, "fchown"):
        return
    with suppress(PermissionError):
        os.fchown(descriptor, status.st_uid, status.st_gid)
    os.fchmod(descriptor, stat.S_IMODE(status.st_mode))


def _sync_folder(folder: str) -> None:
    """Have the new name of a file kept on the disk, where the system can."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
