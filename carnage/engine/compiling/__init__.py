"""Compile the rules: annotated Python functions, translated to C, one shared library for each family of books.

`marks` has the decorators that mark a rule. `language` checks a rule against the subset of Python that can be
translated, `types` and `emit` translate it, `build` runs the C compiler, `cache` says where libraries are kept,
and `library` loads them. `docs/explanation/rule-language.md` describes the language.

Rules import `marks` alone; the modules that play games import `library`.
"""
