"""Sweeps: games of many rulesets, stored in a folder of Parquet files; see
docs/how-to/run-a-sweep.md.
"""
