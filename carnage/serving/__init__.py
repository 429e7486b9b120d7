"""The web server: HTTP, limits on connections and requests, and processes."""

from carnage.serving.server import BindError, serve, serve_in_thread
from carnage.serving.settings import SettingError, Settings, place

__all__ = ["BindError", "SettingError", "Settings", "place", "serve", "serve_in_thread"]
