"""What whoever runs the site can set, by options of `carnage serve` or in the environment."""

from __future__ import annotations

import os
from collections.abc import Mapping, MutableMapping
from typing import NamedTuple

PROXIES = "CARNAGE_BEHIND_PROXY"
PROCESSES = "WEB_CONCURRENCY"  # as hosts of applications call it
LOG = "CARNAGE_LOG"
ACCESS_LOG = "CARNAGE_ACCESS_LOG"
METRICS = "CARNAGE_METRICS"
FORMS = ("text", "json")


class SettingError(ValueError):
    """A setting that is none; the message says what a right one looks like."""


class Settings(NamedTuple):
    """How the site is run. `processes` answer visitors, `proxies` stand in front of them and their word on
    who the visitor is counts; `metrics` is the port of the loopback interface that figures are told at, 0
    for none."""

    processes: int = 1
    proxies: int = 0
    log: str = FORMS[0]
    access_log: bool = False
    metrics: int = 0

    @classmethod
    def read(cls, environ: Mapping[str, str]) -> Settings:
        """The settings in an environment; raises SettingError."""
        log = environ.get(LOG) or FORMS[0]
        if log not in FORMS:
            raise SettingError(f"{LOG} is {' or '.join(FORMS)}, not {log!r}.")
        return cls(
            max(1, _number(environ, PROCESSES, "how many processes answer visitors", os.cpu_count() or 1)),
            _number(environ, PROXIES, "how many proxies stand in front of the site", 0),
            log,
            environ.get(ACCESS_LOG, "") not in ("", "0"),
            _number(environ, METRICS, "the port at which figures are told", 0),
        )

    def write(self, environ: MutableMapping[str, str]) -> None:
        """Put them into an environment, for the processes that are started."""
        environ[PROCESSES], environ[PROXIES] = str(self.processes), str(self.proxies)
        environ[LOG], environ[ACCESS_LOG] = self.log, str(int(self.access_log))
        environ[METRICS] = str(self.metrics)


def _number(environ: Mapping[str, str], name: str, meaning: str, default: int) -> int:
    said = environ.get(name, "").strip() or str(default)
    if not (said.isascii() and said.isdigit() and len(said) <= 5):
        raise SettingError(f"{name} is {meaning}, a number such as {default or 1}, not {said!r}.")
    return int(said)
