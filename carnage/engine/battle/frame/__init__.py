"""The record of a battle with its numbers, questions and events, and tests of a stat."""
