"""Terrain and line of sight."""
