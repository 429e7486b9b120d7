"""Games to referee: a rulebook and a report into which illegal steps are planted."""
