"""Another state of this repository to measure against: a commit, or a folder that holds a
checkout.
"""

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
    """The folder of this name; if there is none, one with the files of the commit that git knows by
    it, gone at the end. Ends the program if it is neither.
    """
    if Path(name).is_dir():
        yield Path(name).resolve()
        return
    found = subprocess.run(["git", "archive", name], cwd=HERE, capture_output=True, check=False)
    if found.returncode:
        raise SystemExit(
            f"{name!r} is neither a folder nor a commit: {found.stderr.decode().strip()}"
        )
    with tempfile.TemporaryDirectory() as folder:
        with tarfile.open(fileobj=BytesIO(found.stdout)) as files:
            files.extractall(folder, filter="data")
        yield Path(folder)
