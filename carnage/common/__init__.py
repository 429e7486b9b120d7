"""Utilities that every package may import. They do not depend on games."""
