"""The site under gunicorn: the arbiter, the web processes, and the process that runs the jobs.

The arbiter loads the application once, then forks. It replaces a process that has exited, or whose
event loop was blocked for TIMEOUT_S. A process with a stuck thread exits by itself (`app.STUCK_S`).
SIGHUP replaces the web processes and keeps the job process with its queues.
"""

from __future__ import annotations

import errno
import gc
import logging
import os
import select
import signal
import sys
from typing import Any

import gunicorn.arbiter
import gunicorn.glogging
from gunicorn.app.base import BaseApplication
from gunicorn.workers.base import Worker
from uvicorn_worker import UvicornWorker

from carnage.common import user_cache
from carnage.jobs import service
from carnage.serving import metrics
from carnage.serving.app import SiteApp
from carnage.serving.limits import create_connection_limits
from carnage.serving.rate_limit import RateLimiter
from carnage.serving.server import create_site, start_jobs
from carnage.serving.settings import Settings
from carnage.serving.uvicorn_config import GRACE_S, UVICORN_OPTIONS

TIMEOUT_S = 30  # without a heartbeat, after which a process is replaced
NOTIFY_S = 1
LAST_AGE = (
    1 << 31
)  # of the job process: gunicorn stops processes with a low age if there are too many

# Seconds after which a thread gives up the interpreter lock, for which the event loop waits. With
# Python's 5 ms, 99 % of the pages beside 900 clients that requested uncached pages came within 114
# ms, and within 57 ms with this.
SWITCH_INTERVAL_S = 0.0005

# The oldest generation is mostly cached pages, so it is hardly ever collected. With Python's
# thresholds, 99 % of the same pages came within 175 ms.
GC_THRESHOLDS = (2000, 20, 10_000)


class SiteApplication(BaseApplication):
    """The settings of gunicorn, and the application that it loads before it forks.

    Args:
        settings: The settings of the site.
        descriptor: The descriptor of the bound socket; None if gunicorn inherits it from another
            arbiter.
        address: The URL to print.
    """

    def __init__(self, settings: Settings, descriptor: int | None, address: str) -> None:
        self.settings, self._descriptor, self._address = settings, descriptor, address
        self.limiter = RateLimiter()
        self.jobs = service.open_channel()
        if settings.metrics:
            metrics.make_directory(user_cache.folder() / f"metrics-{settings.metrics[1]}")
        super().__init__()

    def load_config(self) -> None:
        for name, value in {
            "bind": [] if self._descriptor is None else [f"fd://{self._descriptor}"],
            "workers": self.settings.processes + 1,  # one is the job process
            "worker_class": WebWorker,
            "logger_class": Logger,
            "loglevel": "error",  # uvicorn warns of each malformed request
            "preload_app": True,
            "timeout": TIMEOUT_S,
            "graceful_timeout": GRACE_S + 2,
            "control_socket_disable": True,  # a process must not fork while a thread runs
            "when_ready": lambda arbiter: self._announce(),
            # Gunicorn starts the timeout of a process at its first heartbeat, so send one before
            # the fork.
            "pre_fork": lambda arbiter, worker: worker.notify(),
            "post_fork": lambda arbiter, worker: os.setpgid(
                0, 0
            ),  # Ctrl-C is for the arbiter alone
        }.items():
            self.cfg.set(name, value)

    def load(self) -> SiteApp:
        """Create the application, and render the parts that all processes share."""
        settings = self.settings
        queues = service.connect(self.jobs)
        app = SiteApp(
            create_site(settings, queues),
            self.limiter,
            queues.are_reachable,
            create_connection_limits(settings.proxies),
            settings.proxies,
        )
        sys.setswitchinterval(SWITCH_INTERVAL_S)
        gc.set_threshold(*GC_THRESHOLDS)
        gc.collect()
        gc.freeze()  # a collection would write to, and so copy, memory that processes share
        return app

    def run(self) -> None:
        Arbiter(self).run()

    def _announce(self) -> None:
        message = f"Carnage is at {self._address}"
        if self.settings.log == "text":
            print(message, file=sys.stderr, flush=True)
        else:
            logging.getLogger(__name__).info(message)


class Arbiter(gunicorn.arbiter.Arbiter):
    """Gunicorn's arbiter with one job process among its workers."""

    _is_ending = False

    def manage_workers(self) -> None:
        if not any(isinstance(worker, JobWorker) for worker in self.WORKERS.values()):
            self.worker_class = JobWorker
            self.spawn_worker()
            self.worker_class = WebWorker
        super().manage_workers()

    def kill_workers(self, sig: int) -> None:
        """Send a signal to all processes.

        The job process gets SIGTERM last, since requests wait for it.
        """
        if sig != signal.SIGTERM:
            super().kill_workers(sig)
            return
        self._is_ending = True
        for pid, worker in list(self.WORKERS.items()):
            if not isinstance(worker, JobWorker):
                self.kill_worker(pid, sig)

    def reap_workers(self) -> None:
        """Remove processes that have exited, and stop the job process after the last of the
        others.
        """
        super().reap_workers()
        if self._is_ending and all(
            isinstance(worker, JobWorker) for worker in self.WORKERS.values()
        ):
            self._is_ending = False
            super().kill_workers(signal.SIGTERM)

    def handle_hup(self) -> None:
        """Replace the web processes, or stop the site if its terminal was closed."""
        if _is_terminal_closed():
            self.handle_term()
        super().handle_hup()

    def handle_int(self) -> None:
        """Stop as gracefully as on SIGTERM."""
        self.handle_term()

    handle_quit = handle_int


def _is_terminal_closed() -> bool:
    """Return True if standard input was a terminal that has been closed."""
    try:
        os.tcgetpgrp(0)
    except OSError as error:
        return error.errno == errno.EIO
    return False


class Logger(gunicorn.glogging.Logger):
    """Gunicorn's logger with the handlers of the site."""

    def setup(self, cfg: Any) -> None:
        super().setup(cfg)
        self.error_log.handlers = list(
            logging.getLogger().handlers
        )  # a copy: gunicorn adds to the list


class WebWorker(UvicornWorker):
    """A web process."""

    CONFIG_KWARGS = UVICORN_OPTIONS | {"timeout_notify": NOTIFY_S}

    async def callback_notify(self) -> None:
        if os.getppid() != self.ppid:
            signal.raise_signal(signal.SIGTERM)  # the arbiter has died
        self.notify()


class JobWorker(Worker):
    """The process that runs the job queues and starts the engine workers."""

    def __init__(self, age: int, *args: Any) -> None:
        super().__init__(LAST_AGE, *args)

    def run(self) -> None:
        for listener in self.sockets:
            listener.close()
        application: SiteApplication = self.app
        queues = service.open_queues()
        service.serve_queues(queues, application.jobs)
        start_jobs(queues, application.settings)
        while self.alive and os.getppid() == self.ppid:
            self.notify()
            readable, _, _ = select.select([self.PIPE[0]], [], [], NOTIFY_S)
            if readable:
                os.read(self.PIPE[0], 1024)  # one byte for each signal
        queues.close()
