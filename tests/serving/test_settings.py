"""Test settings of the server, read from an environment."""

from __future__ import annotations

import pytest

from carnage.serving.settings import Place, SettingError, Settings, parse_metrics_address

CONTACT = "mailto:somebody@example.org"
ENVIRON = {
    "WEB_CONCURRENCY": "3",
    "CARNAGE_BEHIND_PROXY": "1",
    "CARNAGE_LOG": "json",
    "CARNAGE_METRICS": "[::1]:9",
    "CARNAGE_SECURITY_CONTACT": CONTACT,
}


@pytest.mark.parametrize(
    ("text", "address"),
    [("", None), ("0", None), ("9100", ("127.0.0.1", 9100)), ("0.0.0.0:80", ("0.0.0.0", 80))],
)
def test_parse_metrics_address_without_host_is_loopback(text: str, address: Place | None) -> None:
    assert parse_metrics_address(text) == address


def test_read_empty_environment_returns_defaults() -> None:
    assert Settings.read({})._replace(processes=2) == Settings(2, 0, "text", False, None, "")


def test_read_returns_values_of_environment() -> None:
    assert Settings.read(ENVIRON) == Settings(3, 1, "json", False, ("[::1]", 9), CONTACT)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("CARNAGE_BEHIND_PROXY", "yes"),
        ("CARNAGE_LOG", "xml"),
        ("WEB_CONCURRENCY", "-1"),
        ("CARNAGE_METRICS", "65536"),
        ("CARNAGE_METRICS", "0.0.0.0:"),
        ("CARNAGE_METRICS", "localhost"),
        ("CARNAGE_SECURITY_CONTACT", "somebody@example.org"),
        ("CARNAGE_SECURITY_CONTACT", "https://example.org/ or mailto:somebody@example.org"),
    ],
)
def test_read_invalid_setting_raises_with_name(name: str, value: str) -> None:
    with pytest.raises(SettingError, match=name):
        Settings.read({name: value})
