"""What whoever runs the site can set, by options of `carnage serve` or in the environment."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, MutableMapping
from typing import NamedTuple

from carnage.log import FORMS, LOG
from carnage.web.http import DEFAULT_CACHE_BYTES

PROXIES = "CARNAGE_BEHIND_PROXY"
PROCESSES = "WEB_CONCURRENCY"  # as hosts of applications call it
ACCESS_LOG = "CARNAGE_ACCESS_LOG"
METRICS = "CARNAGE_METRICS"
CONTACT = "CARNAGE_SECURITY_CONTACT"
ADDRESS = "CARNAGE_ADDRESS"
FAULTS = "CARNAGE_FAULTS"
SOURCE = "CARNAGE_SOURCE"
PAGE_CACHE_BYTES = "CARNAGE_PAGE_CACHE_BYTES"
LOOPBACK = "127.0.0.1"
MAX_DIGITS = 11
"""Digits of a number, as many as 64 GB have in bytes."""


class SettingError(ValueError):
    """A setting that is none; the message says what a right one looks like."""


Place = tuple[str, int]
"""A host, one of IPv6 in brackets, and a port."""


class Settings(NamedTuple):
    """How the site is run. `processes` answer visitors, `proxies` stand in front of them and their word on
    who the visitor is counts; `metrics` is the host and port that figures are told at, None for nowhere;
    `contact` is the URI of whom to tell of a hole in it, `faults` that of whom to tell of a fault in a rule,
    empty for nobody; `address` is where the site is found, such as "https://carnage.example", and `source`
    where its code is, or empty; `page_cache_bytes` is the memory for cached pages in each process."""

    processes: int = 1
    proxies: int = 0
    log: str = FORMS[0]
    access_log: bool = False
    metrics: Place | None = None
    contact: str = ""
    address: str = ""
    faults: str = ""
    source: str = ""
    page_cache_bytes: int = DEFAULT_CACHE_BYTES

    @classmethod
    def read(cls, environ: Mapping[str, str]) -> Settings:
        """The settings in an environment; raises SettingError."""
        form = environ.get(LOG) or FORMS[0]
        if form not in FORMS:
            raise SettingError(f"{LOG} is {' or '.join(FORMS)}, not {form!r}.")
        return cls(
            max(1, _number(environ, PROCESSES, "how many processes answer visitors", os.cpu_count() or 1)),
            _number(environ, PROXIES, "how many proxies stand in front of the site", 0),
            form,
            environ.get(ACCESS_LOG, "") not in ("", "0"),
            place(environ.get(METRICS, "")),
            _uri(environ, CONTACT, "mailto:security@example.org or https://example.org/contact"),
            _address(environ.get(ADDRESS, "").strip()),
            _uri(environ, FAULTS, "mailto:rules@example.org or https://example.org/new?title={where}"),
            _uri(environ, SOURCE, "https://example.org/carnage"),
            _number(environ, PAGE_CACHE_BYTES, "the memory for cached pages in bytes", DEFAULT_CACHE_BYTES),
        )

    def write(self, environ: MutableMapping[str, str]) -> None:
        """Put them into an environment, for the processes that are started."""
        environ[PROCESSES], environ[PROXIES] = str(self.processes), str(self.proxies)
        environ[LOG], environ[ACCESS_LOG] = self.log, str(int(self.access_log))
        environ[CONTACT], environ[ADDRESS], environ[FAULTS] = self.contact, self.address, self.faults
        environ[SOURCE] = self.source
        environ[PAGE_CACHE_BYTES] = str(self.page_cache_bytes)
        environ[METRICS] = "{}:{}".format(*self.metrics) if self.metrics else ""


def place(said: str) -> Place | None:
    """Where figures are told: a port of the loopback interface, or a host and a port; None where nothing or
    0 is said. Raises SettingError."""
    host, _, port = said.strip().rpartition(":")
    if not port.strip("0") and not host:
        return None
    if not (port.isascii() and port.isdigit() and 0 < int(port) < 2**16):
        raise SettingError(
            f"{METRICS} is where figures are told, a port such as 9100 or an address such as 0.0.0.0:9100, "
            f"not {said!r}."
        )
    return host or LOOPBACK, int(port)


def _uri(environ: Mapping[str, str], name: str, right: str) -> str:
    said = environ.get(name, "").strip()
    if said and not re.fullmatch(r"(mailto:|https://|tel:)[!-~]+", said):
        raise SettingError(f"{name} is an address such as {right}, not {said!r}.")
    return said


def _address(said: str) -> str:
    if said and not re.fullmatch(r"https?://[A-Za-z0-9.\[\]:-]{1,200}/?", said):
        raise SettingError(
            f"{ADDRESS} is where the site is found, such as https://carnage.example.org, not {said!r}."
        )
    return said.rstrip("/")


def _number(environ: Mapping[str, str], name: str, meaning: str, default: int) -> int:
    said = environ.get(name, "").strip() or str(default)
    if not (said.isascii() and said.isdigit() and len(said) <= MAX_DIGITS):
        raise SettingError(f"{name} is {meaning}, a number such as {default or 1}, not {said!r}.")
    return int(said)
