"""The settings of the running site, from the environment and the options of `carnage serve`."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from typing import NamedTuple

from carnage.common.log import FORMATS, LOG
from carnage.common.site_prefix import MAX_PREFIX_LENGTH, PREFIX_PATTERN
from carnage.web.http import DEFAULT_CACHE_BYTES

PROXIES = "CARNAGE_BEHIND_PROXY"
PROCESSES = "WEB_CONCURRENCY"  # the name that platforms for web applications use
ACCESS_LOG = "CARNAGE_ACCESS_LOG"
METRICS = "CARNAGE_METRICS"
CONTACT = "CARNAGE_SECURITY_CONTACT"
ADDRESS = "CARNAGE_ADDRESS"
FAULTS = "CARNAGE_FAULTS"
SOURCE = "CARNAGE_SOURCE"
PAGE_CACHE_BYTES = "CARNAGE_PAGE_CACHE_BYTES"
LOOPBACK = "127.0.0.1"
MAX_DIGITS = 11  # of a number: 64 GB in bytes have eleven

URI = r"(mailto:|https://|tel:)[!-~]+"
SITE_URL = (
    rf"https?://[A-Za-z0-9.\[\]:-]{{1,200}}(?=.{{0,{MAX_PREFIX_LENGTH}}}\Z)(?:{PREFIX_PATTERN})?/?"
)


class SettingError(ValueError):
    """A setting has an invalid value; the message shows a valid one."""


# A host and a port. An IPv6 address is in brackets.
Place = tuple[str, int]


class Settings(NamedTuple):
    """The settings of the site.

    Attributes:
        processes: The number of web processes.
        proxies: The number of reverse proxies, whose `X-Forwarded-For` is trusted.
        log: The format of the log, one of `log.FORMATS`.
        access_log: Whether each request is logged.
        metrics: The address of the metrics; None to serve none.
        contact: The URI for reports of security holes, or "".
        address: The URL of the site, or "".
        faults: The URI for reports of faults in rules, or "".
        source: The URI of the source code, or "".
        page_cache_bytes: The memory for cached pages in each process.
    """

    processes: int = 1
    proxies: int = 0
    log: str = FORMATS[0]
    access_log: bool = False
    metrics: Place | None = None
    contact: str = ""
    address: str = ""
    faults: str = ""
    source: str = ""
    page_cache_bytes: int = DEFAULT_CACHE_BYTES

    @classmethod
    def read(cls, environ: Mapping[str, str]) -> Settings:
        """Return the settings in an environment. Raise SettingError if one is invalid."""
        form = environ.get(LOG) or FORMATS[0]
        if form not in FORMATS:
            raise SettingError(f"{LOG} is {' or '.join(FORMATS)}, not {form!r}.")

        def number(name: str, meaning: str, default: int) -> int:
            text = environ.get(name, "").strip() or str(default)
            if not re.fullmatch(rf"[0-9]{{1,{MAX_DIGITS}}}", text):
                raise SettingError(
                    f"{name} is {meaning}, a number such as {default or 1}, not {text!r}."
                )
            return int(text)

        def address(name: str, meaning: str, pattern: str = URI) -> str:
            text = environ.get(name, "").strip()
            if text and not re.fullmatch(pattern, text):
                raise SettingError(f"{name} is {meaning}, not {text!r}.")
            return text

        return cls(
            max(1, number(PROCESSES, "how many processes answer requests", os.cpu_count() or 1)),
            number(PROXIES, "how many proxies stand in front of the site", 0),
            form,
            environ.get(ACCESS_LOG, "") not in ("", "0"),
            parse_metrics_address(environ.get(METRICS, "")),
            address(
                CONTACT,
                "an address such as mailto:security@example.org or https://example.org/contact",
            ),
            address(
                ADDRESS,
                "the site's URL, such as https://carnage.example.org or https://example.org/games",
                SITE_URL,
            ).rstrip("/"),
            address(
                FAULTS,
                "an address such as mailto:rules@example.org or https://example.org/new?title={where}",
            ),
            address(SOURCE, "an address such as https://example.org/carnage"),
            number(PAGE_CACHE_BYTES, "the memory for cached pages in bytes", DEFAULT_CACHE_BYTES),
        )


def parse_metrics_address(text: str) -> Place | None:
    """Return the address of the metrics; None if the text is empty or 0. Raise SettingError if it
    is invalid.

    Args:
        text: A port of the loopback interface, or a host and a port.
    """
    host, _, port = text.strip().rpartition(":")
    if not port.strip("0") and not host:
        return None
    if not (port.isascii() and port.isdigit() and 0 < int(port) < 2**16):
        raise SettingError(
            f"{METRICS} is where metrics are served, a port such as 9100 or an address such as "
            f"0.0.0.0:9100, not {text!r}."
        )
    return host or LOOPBACK, int(port)
