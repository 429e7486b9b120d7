"""Serving the site: processes, connections, budgets, and what whoever runs it sees of it."""

from carnage.serving.running import CannotListen, serve, served
from carnage.serving.settings import SettingError, Settings, place

__all__ = ["CannotListen", "SettingError", "Settings", "place", "serve", "served"]
