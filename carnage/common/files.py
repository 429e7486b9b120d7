"""File access for paths that a user names. A file is written completely or not at all.

Every error is a `FileError`. Its message is one sentence that begins with the name of the file.
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

MAX_FILE_BYTES = 50_000_000
"""More than ten times the size of the largest file that Carnage writes and reads back."""

MAX_LINKS = 40  # Symbolic links that are followed for one path, as in Linux.
NEW_FILE_MODE = 0o666  # The system removes the bits of the umask.
_DESCRIPTOR = re.compile(r"/(?:dev/fd|proc/(?:self|\d+)/fd)/(\d+)")
_STREAMS = {"/dev/stdin": 0, "/dev/stdout": 1, "/dev/stderr": 2}
_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),  # Before UTF-16, because it begins with the mark of UTF-16.
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


class FileError(Exception):
    """A file cannot be read or written; the message gives its name and the reason."""


def write_file(path: str | Path, content: bytes | str) -> None:
    """Write a file completely, or leave it unchanged. Raise FileError if that fails.

    A regular file is written under another name in the same folder and then renamed. It keeps the
    mode of the file that it replaces, and a symbolic link stays a link. Pipes and devices are
    written directly.
    """
    try:
        if isinstance(content, str):
            data = content.encode()
        else:
            data = content
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
        raise FileError(f"{_format_path(path)}: it cannot be written ({error.strerror}).") from None
    except ValueError as error:  # Such as a null character in the name.
        raise FileError(f"{_format_path(path)}: it cannot be written ({error}).") from None


def write_folder(folder: str | Path, files: Mapping[str, bytes | str]) -> None:
    """Write all files into a new or empty folder, or none of them. Raise FileError if that fails.

    Args:
        folder: The path of the folder.
        files: The content of each file, by its name.
    """
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
    """Make a folder and its parents, unless they exist. Raise FileError if that fails."""
    try:
        Path(path).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileError(
            f"{_format_path(path)}: the folder cannot be made ({error.strerror})."
        ) from None


def read_bytes(path: str | Path, max_bytes: int = MAX_FILE_BYTES) -> bytes:
    """Return the content of a file.

    Raise FileError if it cannot be read or has more than `max_bytes`.
    """
    try:
        with open(path, "rb") as file:
            data = file.read(max_bytes + 1)
    except OSError as error:
        raise FileError(f"{_format_path(path)}: it cannot be read ({error.strerror}).") from None
    except ValueError as error:
        raise FileError(f"{_format_path(path)}: it cannot be read ({error}).") from None
    if len(data) > max_bytes:
        raise FileError(
            f"{_format_path(path)}: it is too long; at most {max_bytes:,} bytes are read."
        )
    return data


def read_text(path: str | Path, max_bytes: int = MAX_FILE_BYTES) -> str:
    """Return the text of a file in UTF-8, or in UTF-16 or UTF-32 with a byte order mark.

    Raises:
        FileError: The file cannot be read, is too long, or has another encoding.
    """
    data = read_bytes(path, max_bytes)
    encoding = next((name for mark, name in _BYTE_ORDER_MARKS if data.startswith(mark)), "utf-8")
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        text = "\0"
    if "\0" in text:  # Another encoding, or binary data.
        raise FileError(
            f"{_format_path(path)}: it is no text in UTF-8; on Windows, choose “Save as” and the "
            "encoding “UTF-8”."
        )
    return text


def read_json(path: str | Path, type_: type[T], max_bytes: int = MAX_FILE_BYTES) -> T:
    """Return a value of type `type_` from a JSON file.

    Raises:
        FileError: The file cannot be read, or its content is not JSON of this type.
    """
    text = read_text(path, max_bytes)
    try:
        return msgspec.json.decode(text, type=type_)
    except msgspec.ValidationError as error:
        raise FileError(
            f"{_format_path(path)}: it does not hold what is expected ({error})."
        ) from None
    except (msgspec.DecodeError, RecursionError):
        raise FileError(f"{_format_path(path)}: it is not JSON.") from None


def _format_path(path: str | Path) -> str:
    """Return a path for an error message, in quotation marks if it is blank or not printable."""
    text = str(path)
    if text.strip() and text.isprintable():
        return text
    return repr(text)


def _find_descriptor(path: str) -> int | None:
    """Return the file descriptor of a path such as /dev/stdout or /dev/fd/3, or None."""
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
    """Return the status of a file, or None if the file does not exist."""
    try:
        return os.stat(path)
    except FileNotFoundError:
        return None


def _write_stream(stream: IO[bytes], data: bytes) -> None:
    """Write data to a stream and close it."""
    with stream:
        stream.write(data)


def _replace(target: str, data: bytes, status: os.stat_result | None) -> None:
    """Write a file next to the target, then rename it to the target.

    Args:
        target: The path, without symbolic links.
        data: The content.
        status: The status of the file at this path; None if it does not exist.
    """
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
    """Set the mode of an open file to that of another, and its owner if this user may change it."""
    if not hasattr(os, "fchown"):
        return
    with suppress(PermissionError):
        os.fchown(descriptor, status.st_uid, status.st_gid)
    os.fchmod(descriptor, stat.S_IMODE(status.st_mode))


def _sync_folder(folder: str) -> None:
    """Flush a folder to the disk, so that a renamed file survives a crash, where supported."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
