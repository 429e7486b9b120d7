"""The engine, which plays the games of any ruleset.

`core` has the parts that know no book: records, random streams, decisions, events and geometry.
`compiling` translates rules to C. Each family of books has its own package, such as `battle`, with
its record, its rules and its bots.
"""
