"""The engine: plays any ruleset.

`core` knows no book: records, chance, decisions, events, geometry, compiling. Each family of books has a
package beside it (`battle`) with its record, its rules (one module a table) and what its bots value.
"""
