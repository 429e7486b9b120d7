"""The job queues of a site: one process of a machine has them, and others reach them by a channel.

So equal jobs of two web processes are one job, and each kind of job has one worker for the whole
machine.
"""

from __future__ import annotations

import logging
import socket
import struct
import threading
import time
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any, NamedTuple

from carnage.common import log
from carnage.common.user_cache import folder as cache_folder
from carnage.jobs import libraries
from carnage.jobs.queue import JobQueue
from carnage.jobs.results import Key, SqliteResultStore
from carnage.jobs.status import JobLimit, JobStatus, JobsUnavailable, NoCompiler
from carnage.jobs.tasks import example, play, playtest, replay
from carnage.jobs.tasks import print as printing

DATABASE = "playtests.sqlite"  # In the cache folder.
EXAMPLE_DATABASE = "examples.sqlite"  # The same.
CALL_TIMEOUT_S = 5.0  # From a call to its answer; a call of `wait` has its own seconds on top.
RECEIVE_DELAY_S = 0.1  # After a call that could not be received.

_log = logging.getLogger(__name__)


class Queues(NamedTuple):
    """The job queues of a site, or proxies of those of the job process."""

    playtests: JobQueue[Any]
    replays: JobQueue[Any]
    planned_replays: JobQueue[Any]
    turns: JobQueue[Any]
    planned_turns: JobQueue[Any]
    prints: JobQueue[Any]
    examples: JobQueue[Any]

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


def open_queues(*, is_persistent: bool = True) -> Queues:
    """Create the queues in this process. Each starts its worker for its first job.

    Args:
        is_persistent: Results of the lab, its pending jobs, and examples of play are kept in the
            cache folder.
    """
    results = None
    stored_examples = None
    if is_persistent:
        folder = cache_folder()
        results = SqliteResultStore(folder / DATABASE, playtest.SETTINGS.max_results)
        stored_examples = SqliteResultStore(folder / EXAMPLE_DATABASE, example.SETTINGS.max_results)
    return Queues(
        playtests=JobQueue(playtest.run_playtest_step, playtest.SETTINGS, results),
        replays=JobQueue(replay.make_replay_result, replay.SETTINGS),
        planned_replays=JobQueue(replay.make_replay_result, replay.PLANNED_SETTINGS),
        turns=JobQueue(play.load_state_in_steps, play.SETTINGS),
        planned_turns=JobQueue(play.load_state_in_steps, play.PLANNED_SETTINGS),
        prints=JobQueue(printing.print_game, printing.SETTINGS),
        examples=JobQueue(example.make_example, example.SETTINGS, stored_examples),
    )


def start_queues(queues: Queues) -> threading.Thread:
    """Resubmit the playtests of an earlier process, and compile the rules for all workers in a
    thread.

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


# -------------------------------------------------------------------------------------- the channel


class Channel(NamedTuple):
    """Two connected sockets. Each call sends one end of a connection of its own through them.

    They are made before the job process is forked, so they have no address that others could
    connect to, and calls that were sent before it was replaced reach the next one.
    """

    calls: socket.socket
    callers: socket.socket


def open_channel(timeout_s: float = CALL_TIMEOUT_S) -> Channel:
    """Return a channel between a job process and its web processes."""
    channel = Channel(*socket.socketpair())
    _set_timeout(channel.callers, socket.SO_SNDTIMEO, timeout_s)
    return channel


def _set_timeout(end: socket.socket, option: int, seconds: float) -> None:
    """Have the system end a blocking call; the timeouts of Python do not hold for `Connection`."""
    timeval = struct.pack("ll", int(seconds), int(seconds % 1.0 * 1e6))
    end.setsockopt(socket.SOL_SOCKET, option, timeval)


def serve_queues(queues: Queues, channel: Channel) -> None:
    """Answer the calls of a channel in threads: one receives them, and each is answered in its
    own.
    """
    threading.Thread(
        target=_receive_calls, args=(queues, channel), name="calls", daemon=True
    ).start()


def _receive_calls(queues: Queues, channel: Channel) -> None:
    """Receive calls until no process can send any."""
    while True:
        try:
            sent, descriptors, *_ = socket.recv_fds(channel.calls, 1, 1)
            if not sent:
                return
            (descriptor,) = descriptors
            connection = Connection(descriptor)
            threading.Thread(target=_answer_call, args=(queues, connection), daemon=True).start()
        except Exception:  # Too many open files or threads, for example.
            _log.exception("A call of the queues cannot be received")
            time.sleep(RECEIVE_DELAY_S)


def _answer_call(queues: Queues, connection: Connection) -> None:
    result: Any = None
    error: Exception | None = None
    with connection, suppress(EOFError, OSError):  # The client may go at any time.
        name, method, arguments = connection.recv()
        try:
            result = getattr(getattr(queues, name), method)(*arguments)
        except (JobLimit, NoCompiler) as refusal:
            error = refusal
        except Exception as failure:
            _log.exception("The call of %s.%s failed", name, method)
            error = failure
        connection.send((result, error))


def connect(channel: Channel, timeout_s: float = CALL_TIMEOUT_S) -> Queues:
    """Return proxies of the queues that another process serves.

    Their methods `submit`, `status` and `wait` raise JobsUnavailable if the process does not answer
    in time.
    """
    proxies: list[Any] = [_QueueProxy(channel, name, timeout_s) for name in Queues._fields]
    return Queues(*proxies)


class _QueueProxy:
    """A queue of the job process."""

    def __init__(self, channel: Channel, name: str, timeout_s: float) -> None:
        self._channel = channel
        self._name = name
        self._timeout_s = timeout_s

    def submit(self, key: Key, visitor: str = "", request_id: str = "") -> None:
        self._call("submit", key, visitor, request_id or log.request_id.get())

    def status(self, key: Key) -> JobStatus[Any]:
        status: JobStatus[Any] = self._call("status", key)
        return status

    def wait(self, key: Key, seconds: float) -> None:
        self._call("wait", key, seconds, seconds=seconds)

    def _call(self, method: str, *arguments: Any, seconds: float = 0.0) -> Any:
        """Call a method of the queue and return its result; raise its exception, or
        JobsUnavailable.
        """
        try:
            ours, theirs = socket.socketpair()
            _set_timeout(ours, socket.SO_RCVTIMEO, self._timeout_s + seconds)
            with theirs, Connection(ours.detach()) as connection:
                connection.send((self._name, method, arguments))
                socket.send_fds(self._channel.callers, [b"\0"], [theirs.fileno()])
                theirs.close()
                result, error = connection.recv()
        except (EOFError, OSError) as failure:
            raise JobsUnavailable from failure
        if error:
            raise error
        return result
