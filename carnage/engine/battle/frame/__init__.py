"""The record of a battle, its numbers, questions and events, the status of models, and tests of
a stat.
"""
