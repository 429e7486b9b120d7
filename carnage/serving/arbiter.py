"""The site under gunicorn: its arbiter, the processes that answer requests, and the one that runs the jobs.

The arbiter loads the application once, then forks. It replaces a process that has ended, or whose event loop
has not come round for TIMEOUT_S; the process of a thread that is stuck ends itself (`app.STUCK_S`). SIGHUP
replaces the processes that answer requests and keeps the job process with its queues.
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

TIMEOUT_S = 30
"""Seconds without a sign of life after which a process is replaced."""

NOTIFY_S = 1
LAST_AGE = 1 << 31
"""The age of the job process: when there are too many processes, gunicorn ends those with the lowest."""

SWITCH_INTERVAL_S = 0.0005
"""The event loop waits for each thread that renders a page. With Python's 5 ms, 99 % of the pages beside 900
clients that requested uncached pages came within 114 ms, and within 57 ms with this."""

GC_THRESHOLDS = (2000, 20, 10_000)
"""Cached pages are no garbage, so the oldest generation is hardly ever collected. With Python's thresholds
99 % of the same pages came within 175 ms."""


class SiteApplication(BaseApplication):
    """The settings of gunicorn, and the application that it loads before it forks.

    Args:
        settings: How the site is run.
        descriptor: The descriptor of the bound socket; None if gunicorn inherits it from another arbiter.
        address: The URL to announce.
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
            "workers": self.settings.processes + 1,  # and the job process
            "worker_class": WebWorker,
            "logger_class": Logger,
            "loglevel": "error",  # uvicorn warns of each malformed request
            "preload_app": True,
            "timeout": TIMEOUT_S,
            "graceful_timeout": GRACE_S + 2,
            "control_socket_disable": True,  # its thread would be copied by each fork
            "when_ready": lambda arbiter: self._announce(),
            # Until its first sign of life gunicorn takes a process for one that has just given it.
            "pre_fork": lambda arbiter, worker: worker.notify(),
            "post_fork": lambda arbiter, worker: os.setpgid(0, 0),  # Ctrl-C is for the arbiter alone
        }.items():
            self.cfg.set(name, value)

    def load(self) -> SiteApp:
        """Create the application, and render what all processes share."""
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
        gc.freeze()  # a collection would write to memory that processes share
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
        """Send a signal to all processes; SIGTERM to the job process last: requests wait for its jobs."""
        if sig != signal.SIGTERM:
            super().kill_workers(sig)
            return
        self._is_ending = True
        for pid, worker in list(self.WORKERS.items()):
            if not isinstance(worker, JobWorker):
                self.kill_worker(pid, sig)

    def reap_workers(self) -> None:
        """Forget processes that have ended, and end the job process after the last of the others."""
        super().reap_workers()
        if self._is_ending and all(isinstance(worker, JobWorker) for worker in self.WORKERS.values()):
            self._is_ending = False
            super().kill_workers(signal.SIGTERM)

    def handle_hup(self) -> None:
        """Replace the processes that answer requests; end the site if its terminal has been closed."""
        if _is_terminal_closed():
            self.handle_term()
        super().handle_hup()

    def handle_int(self) -> None:
        """End as gracefully as on SIGTERM."""
        self.handle_term()

    handle_quit = handle_int


def _is_terminal_closed() -> bool:
    """Return whether standard input was a terminal that has been closed."""
    try:
        os.tcgetpgrp(0)
    except OSError as error:
        return error.errno == errno.EIO
    return False


class Logger(gunicorn.glogging.Logger):
    """Gunicorn's logger with the handlers of the site."""

    def setup(self, cfg: Any) -> None:
        super().setup(cfg)
        self.error_log.handlers = list(logging.getLogger().handlers)  # gunicorn adds its own to the list


class WebWorker(UvicornWorker):
    """A process that answers requests."""

    CONFIG_KWARGS = UVICORN_OPTIONS | {"timeout_notify": NOTIFY_S}

    async def callback_notify(self) -> None:
        if os.getppid() != self.ppid:
            signal.raise_signal(signal.SIGTERM)  # the arbiter is gone
        self.notify()


class JobWorker(Worker):
    """The process that runs the job queues, and starts the engine workers."""

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
                os.read(self.PIPE[0], 1024)  # each signal writes one
        queues.close()
