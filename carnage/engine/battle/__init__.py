"""Miniatures battles: one module a table, one function an option, named alike.

`state` declares the record, `numbers` gives every rule its number, `prepare` turns a ruleset into a record,
`play` runs a game; `bots` values what is offered; `tell` and `transcript` put decisions and events in words.
"""
