"""Serving the site: HTTP, limits on what visitors may ask for, and processes."""

from carnage.serving.server import BindError, serve, serve_in_thread
from carnage.serving.settings import SettingError, Settings, place

__all__ = ["BindError", "SettingError", "Settings", "place", "serve", "serve_in_thread"]
