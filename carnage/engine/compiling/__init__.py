"""The compiler of rules: translates Python functions to C, one library for each family of books.

`marks` has the decorators that mark a rule. `language` reads its source, `types` and `emit`
translate it, `build` runs the C compiler, and `library` loads the result. Rules import `marks`
alone; the modules that play games import `library`. `docs/explanation/rule-language.md` describes
the subset of Python.
"""
