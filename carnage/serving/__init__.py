"""The web server: HTTP, limits on connections and requests, and processes."""

from carnage.serving.server import BindError, serve
from carnage.serving.settings import SettingError, Settings, parse_metrics_address

__all__ = [
    "BindError",
    "SettingError",
    "Settings",
    "parse_metrics_address",
    "serve",
]
