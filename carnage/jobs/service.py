"""The job queues of a site: one process of a machine has them, and others reach them by a Unix socket.

So equal jobs of two web processes are one job, and each kind of job has one worker for the whole machine.
"""

from __future__ import annotations

import logging
import os
import secrets
import socket
import struct
import sys
import threading
import time
from contextlib import suppress
from multiprocessing import AuthenticationError
from multiprocessing.connection import Connection, Listener, answer_challenge, deliver_challenge
from pathlib import Path
from typing import Any, NamedTuple

from carnage import log
from carnage.common.user_cache import folder as cache_folder
from carnage.jobs import libraries
from carnage.jobs.queue import JobQueue
from carnage.jobs.results import Key, SqliteResultStore
from carnage.jobs.status import JobLimit, JobStatus, JobsUnavailable, NoCompiler
from carnage.jobs.tasks import play, playtest, replay
from carnage.jobs.tasks import print as printing

DATABASE = "playtests.sqlite"  # In the cache folder.
CALL_TIMEOUT_S = 5.0  # From a call to its answer; a call of `wait` has its own seconds on top.
BACKLOG = 128  # Connections that the system accepts before the job process does.
ACCEPT_DELAY_S = 0.1  # After a connection that could not be accepted.

_log = logging.getLogger(__name__)


class Queues(NamedTuple):
    """The job queues of a site, or proxies of those of the job process."""

    playtests: JobQueue[Any]
    replays: JobQueue[Any]
    planned_replays: JobQueue[Any]
    turns: JobQueue[Any]
    planned_turns: JobQueue[Any]
    prints: JobQueue[Any]

    def are_reachable(self) -> bool:
        """Return whether the process of the queues answers."""
        try:
            self.turns.status(())
        except JobsUnavailable:
            return False
        return True

    def close(self) -> None:
        """Kill all workers. Pending playtests stay marked as such."""
        for queue in self:
            queue.close()


def make_address() -> str:
    """Return an address for `serve_queues`, on Linux one that is not a file, of which nothing is left."""
    if sys.platform == "linux":
        return f"\0carnage-{secrets.token_hex(16)}"
    return str(cache_folder() / f"jobs-{os.getpid()}.socket")


def open_queues(*, is_persistent: bool = True) -> Queues:
    """Create the queues in this process. Each starts its worker for its first job.

    Args:
        is_persistent: Results of the lab, and its pending jobs, are kept in the cache folder.
    """
    results = None
    if is_persistent:
        results = SqliteResultStore(cache_folder() / DATABASE, playtest.SETTINGS.max_results)
    return Queues(
        playtests=JobQueue(playtest.run_playtest_step, playtest.SETTINGS, results),
        replays=JobQueue(replay.record_replay, replay.SETTINGS),
        planned_replays=JobQueue(replay.record_replay, replay.PLANNED_SETTINGS),
        turns=JobQueue(play.load_state_in_steps, play.SETTINGS),
        planned_turns=JobQueue(play.load_state_in_steps, play.PLANNED_SETTINGS),
        prints=JobQueue(printing.print_game, printing.SETTINGS),
    )


def start_queues(queues: Queues) -> threading.Thread:
    """Resubmit the playtests of an earlier process, and compile the rules for all workers in a thread.

    Jobs that play games run when that is done. Return the thread.
    """
    playing = [queue for queue in queues if queue is not queues.prints]
    for queue in playing:
        queue.pause()
    queues.playtests.resubmit_pending()

    def compile_and_resume() -> None:
        try:
            libraries.build()
        finally:
            for queue in playing:
                queue.resume()

    thread = threading.Thread(target=compile_and_resume, name="compile", daemon=True)
    thread.start()
    return thread


# ---------------------------------------------------------------------------------------- the job process


class QueueServer:
    """Answers the calls of other processes. A thread accepts connections; each gets its own thread."""

    def __init__(self, queues: Queues, address: str, authkey: bytes) -> None:
        if not address.startswith("\0"):
            Path(address).unlink(missing_ok=True)  # Left by a process that was killed.
        self._queues = queues
        self._address = address
        self._authkey = authkey
        self._listener = Listener(address, "AF_UNIX", BACKLOG)
        self._is_closed = False
        self._thread = threading.Thread(target=self._accept, name="queue server", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Answer no more calls, and accept no more connections."""
        self._is_closed = True
        with suppress(OSError), socket.socket(socket.AF_UNIX) as waking:
            waking.connect(self._address)
            self._thread.join()
        self._listener.close()

    def _accept(self) -> None:
        while not self._is_closed:
            try:
                connection = self._listener.accept()
                threading.Thread(target=self._answer, args=(connection,), daemon=True).start()
            except (OSError, RuntimeError):  # Too many open files or threads, for example.
                _log.exception("A connection to the queues cannot be accepted")
                time.sleep(ACCEPT_DELAY_S)

    def _answer(self, connection: Connection) -> None:
        """Answer the calls of one connection until it is closed."""
        # The client may go at any time, or not know the key.
        with connection, suppress(EOFError, OSError, AuthenticationError):
            deliver_challenge(connection, self._authkey)
            answer_challenge(connection, self._authkey)
            while True:
                call = connection.recv()
                if self._is_closed:
                    return
                connection.send(self._call(*call))

    def _call(self, name: str, method: str, arguments: tuple[Any, ...]) -> tuple[Any, Exception | None]:
        """Return the result of a call, or its exception."""
        try:
            return getattr(getattr(self._queues, name), method)(*arguments), None
        except (JobLimit, NoCompiler) as error:
            return None, error
        except Exception as error:
            _log.exception("The call of %s.%s failed", name, method)
            return None, error


def serve_queues(queues: Queues, address: str, authkey: bytes) -> QueueServer:
    """Let processes that know the key reach the queues at the address; return a server to close."""
    return QueueServer(queues, address, authkey)


# ------------------------------------------------------------------------------------- the web processes


def connect(address: str, authkey: bytes, timeout_s: float = CALL_TIMEOUT_S) -> Queues:
    """Return proxies of the queues that another process serves; they connect with their first calls.

    Their methods `submit`, `status` and `wait` raise JobsUnavailable if the process cannot be reached or does
    not answer in time.
    """
    client = _Client(address, authkey, timeout_s)
    proxies: list[Any] = [_QueueProxy(client, name) for name in Queues._fields]
    return Queues(*proxies)


class _QueueProxy:
    """A queue of the job process."""

    def __init__(self, client: _Client, name: str) -> None:
        self._client = client
        self._name = name

    def submit(self, key: Key, visitor: str = "", request_id: str = "") -> None:
        self._client.call(self._name, "submit", (key, visitor, request_id or log.asked.get()))

    def status(self, key: Key) -> JobStatus[Any]:
        status: JobStatus[Any] = self._client.call(self._name, "status", (key,))
        return status

    def wait(self, key: Key, seconds: float) -> None:
        self._client.call(self._name, "wait", (key, seconds), seconds)


class _Client:
    """The connections of a process to the job process: one for each call that is under way."""

    def __init__(self, address: str, authkey: bytes, timeout_s: float) -> None:
        self._address = address
        self._authkey = authkey
        self._timeout_s = timeout_s
        self._idle: list[Connection] = []

    def call(self, name: str, method: str, arguments: tuple[Any, ...], seconds: float = 0.0) -> Any:
        """Call a method of a queue and return its result; raise its exception, or JobsUnavailable.

        A connection that the job process has closed is replaced: the process may have been.
        """
        while True:
            idle = None
            with suppress(IndexError):
                idle = self._idle.pop()
            try:
                connection = idle or self._open()
                connection.send((name, method, arguments))
                if not connection.poll(self._timeout_s + seconds):
                    raise TimeoutError
                result, error = connection.recv()
            except (EOFError, ConnectionError) as gone:
                if idle is None:
                    raise JobsUnavailable from gone
                continue
            except (OSError, AuthenticationError) as failure:
                raise JobsUnavailable from failure
            self._idle.append(connection)  # Any other connection is closed when it is deleted.
            if error:
                raise error
            return result

    def _open(self) -> Connection:
        """Connect, with a timeout for everything that the system does with the connection."""
        channel = socket.socket(socket.AF_UNIX)
        timeout = struct.pack("ll", int(self._timeout_s), int(self._timeout_s % 1.0 * 1e6))
        channel.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, timeout)
        channel.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, timeout)
        with channel:
            channel.connect(self._address)
            connection = Connection(channel.detach())
        answer_challenge(connection, self._authkey)
        deliver_challenge(connection, self._authkey)
        return connection
