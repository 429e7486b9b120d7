"""Check out another state of this repository to compare with: a commit, or a folder."""

from __future__ import annotations

import subprocess
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path

HERE = Path(__file__).parent.parent


@contextmanager
def checkout(name: str) -> Iterator[Path]:
    """Yield the folder with this name, or a temporary folder with the files of this commit.

    Raises:
        SystemExit: The name is neither a folder nor a commit.
    """
    if Path(name).is_dir():
        yield Path(name).resolve()
        return
    archive = subprocess.run(["git", "archive", name], cwd=HERE, capture_output=True, check=False)
    if archive.returncode:
        error = archive.stderr.decode().strip()
        raise SystemExit(f"{name!r} is neither a folder nor a commit: {error}")
    with tempfile.TemporaryDirectory() as folder:
        with tarfile.open(fileobj=BytesIO(archive.stdout)) as files:
            files.extractall(folder, filter="data")
        yield Path(folder)
