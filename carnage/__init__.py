"""Carnage rolls up a tabletop game from a seed, writes its rules, and plays it."""

__version__ = "0.1.0"
