"""Test the log of engine workers."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from carnage.common import log


@pytest.mark.parametrize("form", log.FORMATS)
def test_worker_log_has_form_of_site(form: str) -> None:
    program = """
import ctypes, logging, threading
from carnage.jobs import worker as worker_process
worker_process.init_worker(ctypes.c_long(), 0)
try:
    raise RuntimeError("a fault")
except RuntimeError:
    logging.getLogger("carnage.engine").exception("Compiled rules cannot be kept")
thread = threading.Thread(target=lambda: 1 / 0, name="waiting")
thread.start()
thread.join()
"""
    environ = {**os.environ, log.LOG: form}
    done = subprocess.run(
        [sys.executable, "-c", program], env=environ, capture_output=True, text=True
    )
    if form == "json":
        caught, uncaught = map(json.loads, done.stderr.splitlines())
        assert caught["message"] == "Compiled rules cannot be kept"
        assert "RuntimeError: a fault" in caught["error"]
        assert uncaught["message"] == "The thread waiting broke off"
        assert "ZeroDivisionError" in uncaught["error"]
    else:
        assert " ERROR carnage.engine [] Compiled rules cannot be kept\nTraceback" in done.stderr
