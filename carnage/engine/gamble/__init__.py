"""The gamble family: games of dice for a pot, for two to six players.

There is one module for each table, and one function of the same name for each option. Python enters
through `play`.
"""
