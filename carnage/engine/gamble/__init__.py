"""The gamble family: games of dice for a pot, for two to six players.

One module a table, one function an option, named alike. Python enters through `play`.
"""
