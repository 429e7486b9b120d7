"""The lab: playtests of a game, other answers to a table, two games beside each other."""
