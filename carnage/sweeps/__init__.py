"""Sweeps: the same games played of very many rulesets, into a folder of Parquet; see docs/sweeps.md."""
