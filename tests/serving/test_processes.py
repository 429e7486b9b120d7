"""Test the processes of a real site: the arbiter, the web processes and the job process."""

from __future__ import annotations

import fcntl
import http.client
import json
import os
import pty
import re
import signal
import subprocess
import sys
import termios
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from serving.support import find_free_port, until
from tests.support.web import GAME

ROOT = Path(__file__).parent.parent.parent
RESTORED_S = 35.0
"""Seconds until the site is complete again after any process is killed or stopped."""

LAUNCH = (
    "import sys; from carnage.cli.command_line import main; {}; main(sys.argv[1:], "
    "prog_name='carnage')"
)
UNFINISHED = "reloads automatically"

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")


class Site:
    """A running site with two processes that answer requests, whose log is JSON.

    Args:
        folder: Where its log, and a directory for its temporary files, are made.
        patch: A statement that its first process executes before it serves.
        options: Further options of `carnage serve`.
        **popen: Further arguments of Popen.
    """

    def __init__(
        self, folder: Path, patch: str = "pass", options: tuple[str, ...] = (), **popen: Any
    ) -> None:
        self.port, self.log, self.temporary = find_free_port(), folder / "log", folder / "tmp"
        self.temporary.mkdir()
        words = [
            "serve",
            "--port",
            str(self.port),
            "--processes",
            "2",
            "--log-format",
            "json",
            "--access-log",
        ]
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-c", LAUNCH.format(patch), *words, *options],
                cwd=ROOT,
                stderr=log,
                env=os.environ | {"TMPDIR": str(self.temporary)},
                **popen,
            )

    def wait_until_ready(self) -> None:
        """Wait until all processes are there, and one answers."""
        until(lambda: "Carnage is at" in self.log.read_text() or self.process.poll() is not None)
        until(lambda: len(self.web_processes()) == 2 and self.has_job_process())
        until(lambda: self.answers("/readyz"))

    def get(self, path: str, timeout_s: float = 60.0) -> tuple[int, str]:
        """Return the status and the body of a page; raises OSError if there is no response."""
        try:
            address = f"http://127.0.0.1:{self.port}{path}"
            with urllib.request.urlopen(address, timeout=timeout_s) as response:
                return response.status, response.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()

    def answers(self, path: str) -> bool:
        """Return whether a page comes within two seconds."""
        with suppress(OSError):
            return self.get(path, timeout_s=2.0)[0] == 200
        return False

    def watch(self, address: str) -> str:
        """Return the page of a game to watch, when it has been played."""

        def played() -> str:
            status, page = self.get(address)
            assert status in (200, 503)
            return "" if status == 503 or UNFINISHED in page else page

        return until(played)

    def web_processes(self) -> set[int]:
        """Return the processes that answer requests."""
        return {child for child in children(self.process.pid) if is_listening(child, self.port)}

    def job_process(self) -> int:
        """Return the job process, when no process is being started or ended."""
        until(self.has_job_process)
        (pid,) = set(children(self.process.pid)) - self.web_processes()
        return pid

    def has_job_process(self) -> bool:
        """Return whether there is one job process, and no process that is being started or
        ended.
        """
        return len(set(children(self.process.pid)) - self.web_processes()) == 1

    def lines(self) -> list[dict[str, Any]]:
        """Return the lines of the log but those of requests."""
        log = self.log.read_text()
        assert all(line.startswith("{") for line in log.splitlines()), log
        read = [json.loads(line) for line in log.splitlines()]
        return [line for line in read if line["logger"] != "carnage.access"]

    def warnings(self) -> list[str]:
        """Return the messages of level WARNING and above."""
        return [line["message"] for line in self.lines() if line["level"] not in ("INFO", "DEBUG")]


def children(pid: int) -> list[int]:
    """Return the child processes of a process; none if it has ended."""
    with suppress(OSError):
        tasks = Path(f"/proc/{pid}/task").iterdir()
        return [int(child) for task in tasks for child in (task / "children").read_text().split()]
    return []


def descendants(pid: int) -> set[int]:
    """Return all processes below a process."""
    found = set(children(pid))
    return found.union(*(descendants(child) for child in found))


def are_gone(pids: set[int]) -> bool:
    """Return whether none of these processes runs any more."""
    return not any(Path(f"/proc/{pid}/exe").exists() for pid in pids)


def is_listening(pid: int, port: int) -> bool:
    """Return whether a process holds a socket that listens at a port."""
    try:
        rows = [line.split() for line in Path(f"/proc/{pid}/net/tcp").read_text().splitlines()[1:]]
        sockets = {
            f"socket:[{row[9]}]"
            for row in rows
            if row[1].endswith(f":{port:04X}") and row[3] == "0A"
        }
        return any(
            os.readlink(descriptor) in sockets for descriptor in Path(f"/proc/{pid}/fd").iterdir()
        )
    except OSError:
        return False


def processor_s(pid: int) -> float:
    """Return the seconds of processor time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def run_site(folder: Path, *args: Any, **kwargs: Any) -> Iterator[Site]:
    """Yield a site that is ready, and kill its processes at the end."""
    site = Site(folder, *args, **kwargs)
    try:
        site.wait_until_ready()
        yield site
    finally:
        left = descendants(site.process.pid)
        for pid in (site.process.pid, *left):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        site.process.wait()


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    """Run a site for one test."""
    with run_site(tmp_path) as site:
        yield site


@pytest.fixture(scope="module")
def shared_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Run a site for tests that do not change it."""
    metrics = find_free_port()
    with run_site(tmp_path_factory.mktemp("site"), options=("--metrics", str(metrics))) as site:
        site.metrics_port = metrics  # type: ignore[attr-defined]
        yield site


# ----------------------------------------------------------------------------------- in operation


@pytest.mark.thorough
def test_site_logs_address_without_warnings(shared_site: Site) -> None:
    assert shared_site.get(GAME)[0] == 200
    assert shared_site.get("/healthz") == (200, "ok\n")
    assert shared_site.lines()[0]["message"] == f"Carnage is at http://127.0.0.1:{shared_site.port}"
    assert shared_site.warnings() == []


def test_request_is_logged_with_id(shared_site: Site) -> None:
    with urllib.request.urlopen(
        f"http://127.0.0.1:{shared_site.port}/credits?x=%0Aa", timeout=30
    ) as response:
        id = response.headers["X-Request-Id"]
    assert re.fullmatch("[0-9a-f]{16}", id)
    text = until(lambda: [line for line in shared_site.log.read_text().splitlines() if id in line])[
        0
    ]
    line = json.loads(text)
    assert (line["request"], line["status"], line["address"]) == (id, 200, "/credits?x=%0Aa")
    assert line["logger"] == "carnage.access"
    assert line["process"] in shared_site.web_processes()


def test_metrics_count_requests_of_all_processes(shared_site: Site) -> None:
    def count() -> float:
        address = f"http://127.0.0.1:{shared_site.metrics_port}/metrics"  # type: ignore[attr-defined]
        with urllib.request.urlopen(address, timeout=30) as response:
            text = response.read().decode()
        match = re.search(
            r'^carnage_requests_total\{place="presets",status="200"\} (\S+)', text, re.MULTILINE
        )
        return float(match[1]) if match else 0.0

    before = count()
    for _ in range(20):
        assert shared_site.get("/presets")[0] == 200
    # A response is counted after it was sent.
    deadline = time.monotonic() + 10.0
    while count() < before + 20 and time.monotonic() < deadline:
        time.sleep(0.1)
    assert count() == before + 20


@contextmanager
def stop_process(pid: int) -> Iterator[None]:
    """Stop a process, and resume it at the end."""
    os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(pid, signal.SIGCONT)


@pytest.mark.thorough
def test_site_arbiter_stopped_serves_pages_and_games(shared_site: Site) -> None:
    with stop_process(shared_site.process.pid):
        assert shared_site.get(GAME)[0] == 200
        assert shared_site.get("/readyz") == (200, "ok\n")
        assert "data-reel" in shared_site.watch("/watch/gamble/908040050000")


def test_job_process_after_sigusr1_is_idle(shared_site: Site) -> None:
    job_process = shared_site.job_process()
    shared_site.process.send_signal(signal.SIGUSR1)
    time.sleep(0.5)
    before_s = processor_s(job_process)
    time.sleep(1.0)
    assert processor_s(job_process) - before_s < 0.5


# ------------------------------------------------------------------------------ replacing processes


@pytest.mark.thorough
def test_sighup_replaces_web_processes_without_loss(site: Site) -> None:
    old, job_process = site.web_processes(), site.job_process()
    ended = threading.Event()
    failures: list[object] = []
    answered: list[int] = []

    def request_pages() -> None:
        while not ended.is_set():
            try:
                answered.append(site.get(GAME)[0])
            except OSError as error:
                failures.append(error)

    clients = [threading.Thread(target=request_pages) for _ in range(4)]
    for client in clients:
        client.start()
    site.process.send_signal(signal.SIGHUP)
    until(
        lambda: len(site.web_processes()) == 2 and not old & site.web_processes() and are_gone(old)
    )
    ended.set()
    for client in clients:
        client.join()
    assert failures == []
    assert set(answered) == {200}
    assert site.job_process() == job_process
    assert site.warnings() == []


STUCK = """
import time
from pathlib import Path
from carnage.serving import app, arbiter
arbiter.TIMEOUT_S, app.STUCK_S = 3, 0.5
create_site, check = arbiter.create_site, app.SiteApp._check
def create(settings, queues):
    site = create_site(settings, queues)
    site._got_first_request = False
    site.add_url_rule('/stuck', 'stuck', lambda: time.sleep(60) or '')
    return site
def block(self):
    if Path({flag!r}).exists():
        Path({flag!r}).unlink()
        time.sleep(60)
    check(self)
run_jobs = arbiter.JobWorker.run
def hang(self):
    if Path({hang!r}).exists():
        Path({hang!r}).unlink()
        time.sleep(60)
    run_jobs(self)
arbiter.create_site, app.SiteApp._check, arbiter.JobWorker.run = create, block, hang
"""


@pytest.fixture(scope="module")
def block_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the path of the file that blocks an event loop of `sticking_site`."""
    return tmp_path_factory.mktemp("flags") / "block"


@pytest.fixture(scope="module")
def sticking_site(tmp_path_factory: pytest.TempPathFactory, block_file: Path) -> Iterator[Site]:
    """Run a site with short timeouts, complete again after each test: /stuck never ends.

    The first job process hangs before it does anything.
    """
    hang_file = block_file.with_name("hang")
    hang_file.touch()
    patch = STUCK.format(flag=str(block_file), hang=str(hang_file))
    with run_site(tmp_path_factory.mktemp("site"), f"exec({patch!r})") as site:
        yield site


def count_timeouts(site: Site) -> int:
    """Return how many processes the arbiter has ended because they had no heartbeat."""
    return site.log.read_text().count("WORKER TIMEOUT")


@pytest.mark.thorough
def test_job_process_hanging_at_start_is_replaced(sticking_site: Site) -> None:
    """Rely on the fixture, which waits until the site is ready."""
    assert count_timeouts(sticking_site) > 0


@pytest.mark.thorough
def test_web_process_with_stuck_thread_is_replaced(sticking_site: Site) -> None:
    old = sticking_site.web_processes()
    with pytest.raises((OSError, http.client.HTTPException)):
        sticking_site.get("/stuck")
    until(
        lambda: (
            len(sticking_site.web_processes() - old) == 1
            and len(sticking_site.web_processes()) == 2
        )
    )
    assert sticking_site.get(GAME)[0] == 200
    assert (
        "A request has run for" in sticking_site.log.read_text()
    )  # followed by a traceback, which is not JSON


@pytest.mark.thorough
def test_web_process_with_stuck_loop_is_replaced(sticking_site: Site, block_file: Path) -> None:
    old = sticking_site.web_processes()
    timeouts = count_timeouts(sticking_site)
    block_file.touch()
    until(
        lambda: (
            len(sticking_site.web_processes() - old) == 1
            and len(sticking_site.web_processes()) == 2
        ),
        RESTORED_S,
    )
    assert sticking_site.get(GAME)[0] == 200
    assert count_timeouts(sticking_site) > timeouts


@pytest.fixture(scope="module")
def impatient_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Run a site, complete again after each test, that soon replaces a process that hangs."""
    patch = "from carnage.serving import arbiter; arbiter.TIMEOUT_S = 3"
    with run_site(tmp_path_factory.mktemp("site"), patch) as site:
        yield site


@pytest.mark.thorough
@pytest.mark.parametrize("sent", [signal.SIGKILL, signal.SIGSTOP], ids=lambda sent: sent.name)
@pytest.mark.parametrize("role", ["web", "job"])
def test_process_killed_or_stopped_is_replaced(
    impatient_site: Site, role: str, sent: signal.Signals
) -> None:
    check_replaced(impatient_site, role, sent)


@pytest.mark.soak
@pytest.mark.parametrize("sent", [signal.SIGKILL, signal.SIGSTOP], ids=lambda sent: sent.name)
@pytest.mark.parametrize("role", ["web", "job"])
def test_process_killed_or_stopped_is_replaced_within_usual_timeouts(
    site: Site, role: str, sent: signal.Signals
) -> None:
    check_replaced(site, role, sent)


def check_replaced(site: Site, role: str, sent: signal.Signals) -> None:
    """Send a signal to a process, and check that the site is complete again."""
    pid = site.job_process() if role == "job" else min(site.web_processes())
    began = time.monotonic()
    os.kill(pid, sent)
    until(lambda: are_gone({pid}), RESTORED_S)
    until(lambda: len(site.web_processes()) == 2 and site.has_job_process(), RESTORED_S)
    until(lambda: site.answers(GAME) and site.answers("/readyz"), RESTORED_S)
    assert time.monotonic() - began < RESTORED_S
    assert "data-reel" in site.watch("/watch/gamble/908040050000")


# ---------------------------------------------------------------------------------- ending the site


@pytest.mark.thorough
def test_sigterm_completes_running_request(site: Site) -> None:
    everything = descendants(site.process.pid)
    connection = http.client.HTTPConnection("127.0.0.1", site.port, timeout=30)
    connection.request("POST", f"/lab{GAME}")  # waits up to two seconds for the playtest
    time.sleep(0.2)
    site.process.send_signal(signal.SIGTERM)
    response = connection.getresponse()
    assert (response.status, response.headers["Location"]) == (303, f"/lab{GAME}")
    assert site.process.wait(timeout=30) == 0
    until(lambda: are_gone(everything))
    with pytest.raises(OSError, match="refused"):
        site.get("/")


@pytest.mark.thorough
@pytest.mark.parametrize(
    "is_for_all",
    [
        pytest.param(False, id="to the arbiter", marks=pytest.mark.soak),
        pytest.param(True, id="to its process group"),
    ],
)
def test_ctrl_c_ends_site_with_status_0(tmp_path: Path, is_for_all: bool) -> None:
    with run_site(tmp_path, start_new_session=True) as site:
        site.watch("/watch/gamble/908040050000")  # there is an engine worker
        everything = descendants(site.process.pid)
        if is_for_all:
            os.killpg(site.process.pid, signal.SIGINT)
        else:
            site.process.send_signal(signal.SIGINT)
        assert site.process.wait(timeout=30) == 0
        until(lambda: are_gone(everything))
        assert site.warnings() == []


@pytest.mark.thorough
def test_terminal_closed_ends_site(tmp_path: Path) -> None:
    terminal, of_site = pty.openpty()

    def make_controlling_terminal() -> None:
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)

    popen = {"stdin": of_site, "start_new_session": True, "preexec_fn": make_controlling_terminal}
    with run_site(tmp_path, **popen) as site:
        os.close(of_site)
        everything = descendants(site.process.pid)
        known = set(children(site.process.pid))
        os.close(terminal)
        seen: set[int] = set()

        def has_ended() -> bool:
            seen.update(children(site.process.pid))
            return site.process.poll() is not None

        until(has_ended)
        assert site.process.returncode == 0
        assert seen <= known
        until(lambda: are_gone(everything))
        assert site.warnings() == []


@pytest.mark.thorough
def test_arbiter_killed_ends_all_processes(site: Site) -> None:
    site.watch("/watch/gamble/908040050000")  # there is an engine worker
    everything = descendants(site.process.pid)
    assert len(everything) > 3
    site.process.kill()
    site.process.wait()
    until(lambda: are_gone(everything), seconds=10.0)
    assert list(site.temporary.iterdir()) == []


# -------------------------------------------------------------------------------- starting the site


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("options", "environ", "message"),
    [
        (["--host", "nosuch.invalid"], {}, "The address nosuch.invalid, port 8000, cannot be used"),
        (["--host", "192.0.2.1"], {}, "The address 192.0.2.1, port 8000, cannot be used"),
        ([], {"CARNAGE_BEHIND_PROXY": "yes"}, "a number such as 1"),
        (["--metrics", "here"], {}, "a port such as 9100"),
        (
            ["--port", "8999", "--metrics", "192.0.2.1:80"],
            {},
            "The address 192.0.2.1, port 80, cannot be used",
        ),
    ],
)
def test_serve_invalid_option_prints_one_line(
    options: list[str], environ: dict[str, str], message: str
) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "carnage", "serve", *options],
        env=os.environ | environ,
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert done.returncode == (1 if "cannot be used" in message else 2)
    assert re.search("(carnage|Error): ", done.stderr)
    assert message in done.stderr
    assert len(done.stderr.splitlines()) == 1


WINDOWS = """
import sys
class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.partition('.')[0] in ('gunicorn', 'uvicorn_worker', 'uvloop'):
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Absent())
# These modules choose their classes by platform when they are imported.
import asyncio, multiprocessing.popen_spawn_posix, multiprocessing.connection, subprocess, uvicorn.server
import concurrent.futures.process, multiprocessing.sharedctypes, multiprocessing.heap
asyncio.ProactorEventLoop = asyncio.SelectorEventLoop  # uvicorn's choice on Windows
sys.platform = 'win32'
"""


@pytest.mark.thorough
def test_site_without_gunicorn_runs_in_one_process(tmp_path: Path) -> None:
    """Simulate Windows, which has no gunicorn."""
    site = Site(tmp_path, f"exec({WINDOWS!r})")
    try:
        until(lambda: "Carnage is at" in site.log.read_text() or site.process.poll() is not None)
        until(lambda: site.answers(GAME))
        assert site.get("/readyz") == (200, "ok\n")
        said = [line for line in site.log.read_text().splitlines() if "carnage.access" not in line]
        assert len(said) == 1
        assert f"http://127.0.0.1:{site.port}, in one process" in said[0]
    finally:
        site.process.send_signal(signal.SIGINT)
        site.process.wait(timeout=30)
