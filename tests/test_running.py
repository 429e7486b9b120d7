"""The site as it is really run: processes that answer visitors, one that has the workers, signals."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import pytest
from web import GAME

ROOT = Path(__file__).parent.parent
pytestmark = [pytest.mark.thorough, pytest.mark.skipif(sys.platform != "linux", reason="it looks into /proc")]


class Site(NamedTuple):
    """A running site."""

    process: subprocess.Popen[bytes]
    address: str
    port: int
    log: Path

    def get(self, path: str) -> tuple[int, str]:
        try:
            with urllib.request.urlopen(self.address + path, timeout=60) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()

    def answering(self) -> set[int]:
        """The processes that answer visitors: those that were forked from one that listens as well."""
        return {
            child for each in self.zygotes() for child in children(each) if is_listening(child, self.port)
        }

    def zygotes(self) -> list[int]:
        """The processes that those are forked from who answer visitors."""
        return [child for child in children(self.process.pid) if is_listening(child, self.port)]


def children(pid: int) -> list[int]:
    """Those of a process; none of one that is gone."""
    with suppress(OSError):
        tasks = Path(f"/proc/{pid}/task").iterdir()
        return [int(child) for task in tasks for child in (task / "children").read_text().split()]
    return []


def is_listening(pid: int, port: int) -> bool:
    """Whether a process holds a socket that listens at this port; a process that is gone does not."""
    try:
        sockets = {
            f"socket:[{line.split()[9]}]"
            for line in Path(f"/proc/{pid}/net/tcp").read_text().splitlines()[1:]
            if line.split()[1].endswith(f":{port:04X}") and line.split()[3] == "0A"
        }
        return any(os.readlink(each) in sockets for each in Path(f"/proc/{pid}/fd").iterdir())
    except OSError:
        return False


def until(look: Callable[[], object], seconds: float = 60.0) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if look():
            return
        time.sleep(0.05)
    raise AssertionError("it took too long")


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
        return port


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    """A site with two processes that answer, which logs everything as JSON."""
    port, log = free_port(), tmp_path / "log"
    words = ["serve", "--port", str(port), "--processes", "2", "--log", "json", "--access-log"]
    with log.open("wb") as written:
        process = subprocess.Popen([sys.executable, "-m", "carnage", *words], cwd=ROOT, stderr=written)
    until(lambda: "Carnage is at" in log.read_text() or process.poll() is not None)
    yield Site(process, f"http://127.0.0.1:{port}", port, log)
    process.kill()
    process.wait()


def test_it_says_where_it_is_and_ends_in_good_order(site: Site) -> None:
    assert [line["message"] for line in lines(site)] == [f"Carnage is at {site.address}"]
    assert site.get(GAME)[0] == 200
    assert site.get("/healthz") == (200, "ok\n")
    assert site.get("/readyz") == (200, "ok\n")
    kept = http.client.HTTPConnection("127.0.0.1", site.port, timeout=30)
    kept.request("POST", f"/lab{GAME}")  # waited for up to two seconds
    time.sleep(0.2)
    site.process.send_signal(signal.SIGTERM)
    answer = kept.getresponse()
    assert (answer.status, answer.headers["Location"]) == (303, f"/lab{GAME}")
    assert site.process.wait(timeout=30) == 0
    assert any("Asked to end" in str(line["message"]) for line in lines(site))
    until(lambda: not children_left(site))
    with pytest.raises(urllib.error.URLError):
        site.get("/")


def lines(site: Site) -> list[dict[str, object]]:
    """The lines of its log but those that it writes for each request; each is JSON."""
    read = [json.loads(line) for line in site.log.read_text().splitlines()]
    return [line for line in read if line["logger"] != "carnage.access"]


def children_left(site: Site) -> bool:
    return any(
        f"\x00{site.port}\x00".encode() in path.read_bytes() for path in Path("/proc").glob("[0-9]*/cmdline")
    )


def test_every_request_is_in_the_log_under_an_id(site: Site) -> None:
    with urllib.request.urlopen(f"{site.address}/credits?x=%0Aa", timeout=30) as answer:
        id = answer.headers["X-Request-Id"]
    assert re.fullmatch("[0-9a-f]{16}", id)

    def line() -> dict[str, object] | None:
        lines = [each for each in site.log.read_text().splitlines() if id in each]
        return json.loads(lines[0]) if lines else None

    until(line)
    said = line()
    assert said is not None
    assert (said["request"], said["status"], said["address"]) == (id, 200, "/credits?x=%0Aa")
    assert said["logger"] == "carnage.access"


def test_who_dies_is_replaced_and_nobody_else_notices(site: Site) -> None:
    until(lambda: len(site.answering()) == 2)
    first = min(site.answering())
    os.kill(first, signal.SIGKILL)
    for _ in range(5):
        assert site.get(GAME)[0] == 200
    until(lambda: len(site.answering()) == 2 and first not in site.answering())
    assert site.get(GAME)[0] == 200
    (died,) = [line for line in lines(site) if line["level"] == "WARNING"]
    assert died["message"] == f"Process {first}, which answered visitors, was ended by SIGKILL"


def test_who_was_forked_answers_until_others_do_when_that_process_dies(site: Site) -> None:
    until(lambda: len(site.answering()) == 2)
    (zygote,), orphans = site.zygotes(), site.answering()
    os.kill(zygote, signal.SIGKILL)

    def replaced() -> bool:
        assert site.get(GAME)[0] == 200
        return len(site.answering()) == 2 and not any(is_listening(each, site.port) for each in orphans)

    until(replaced, seconds=150.0)
    (died,) = [line for line in lines(site) if line["level"] == "WARNING"]
    assert died["message"] == f"Process {zygote}, which others are forked from, was ended by SIGKILL"


def test_who_does_not_get_on_is_replaced(site: Site) -> None:
    until(lambda: len(site.answering()) == 2)
    stopped = min(site.answering())
    os.kill(stopped, signal.SIGSTOP)
    until(lambda: len(site.answering()) == 2 and stopped not in site.answering(), seconds=150.0)
    said = [line["message"] for line in lines(site) if line["level"] == "WARNING"]
    assert said[0] == f"Process {stopped} has not got on for 30 seconds"


def test_asked_by_a_signal_it_changes_its_processes_while_it_answers(site: Site) -> None:
    until(lambda: len(site.answering()) == 2)
    first = site.answering()
    site.process.send_signal(signal.SIGHUP)
    resets = 0

    def changed() -> bool:
        nonlocal resets
        try:
            assert site.get("/healthz")[0] == 200
        except ConnectionResetError:
            resets += 1  # taken up, but not read yet, when its process went; browsers ask once more then
        return len(site.answering()) == 2 and not first & site.answering()

    until(changed, seconds=150.0)
    assert resets <= 1
    assert not [line for line in lines(site) if line["level"] != "INFO"]


def test_when_the_first_process_is_killed_none_is_left(site: Site) -> None:
    until(lambda: len(site.answering()) == 2)
    others = {*children(site.process.pid), *site.answering()}
    site.process.kill()
    until(lambda: not any(Path(f"/proc/{pid}/fd").exists() for pid in others))


@pytest.mark.parametrize(
    ("words", "environ", "said"),
    [
        (["--host", "nosuch.invalid"], {}, "no listening at nosuch.invalid"),
        (["--host", "192.0.2.1"], {}, "no listening at 192.0.2.1"),
        ([], {"CARNAGE_BEHIND_PROXY": "yes"}, "a number such as 1"),
        (["--metrics", "here"], {}, "a port such as 9100"),
        (["--port", "8999", "--metrics", "192.0.2.1:80"], {}, "no listening at 192.0.2.1"),
    ],
)
def test_what_cannot_be_served_is_said_in_a_line(
    words: list[str], environ: dict[str, str], said: str
) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "carnage", "serve", *words],
        env=os.environ | environ,
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 2
    assert done.stderr.startswith("carnage: ")
    assert said in done.stderr
    assert "Traceback" not in done.stderr
