"""Rulesets: what a game consists of, how it is named and addressed, its forces and its table."""
