"""Rulesets: their names, addresses, forces, tables and settings."""
