"""The source of the module that numbers a family's rules, from the tables of its books."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from carnage import catalog
from carnage.catalog import Table
from carnage.engine.core.rule_ids import constant_name, identifier

DOCSTRING = """\
\"\"\"The number of each rule, and the records of a ruleset's answers and parameters.

`{example}` is the number of the rule `{rule}`.

`RULES` has the names of all rules in order, `ROLLED` the tables that some book of the family rolls.
`NUMBERED` has the names of all constants: engine versions depend on these, not on the numbers.
\"\"\"
"""


class RuleTables:
    """The tables of one family's books, and the names in them.

    Attributes:
        tables: Each table by its id, once as each book asks it. A book may omit some options.
        rolled: The ids of the tables that some book rolls.
        rules: The names of all rules in order, such as `movement.free-movement`.
        parameters: The type of each parameter by its name in Python, such as
            `movement_pivot_share`.
        weights: The names in Python of the weights of bots.
    """

    def __init__(self, family: str) -> None:
        self.tables: dict[str, tuple[Table, ...]] = {}
        for code in catalog.list_family_books(family):
            for table in catalog.book(code).tables:
                self.tables[table.id] = (*self.tables.get(table.id, ()), table)
        self.rolled = tuple(
            id for id, tables in self.tables.items() if any(table.rolled for table in tables)
        )
        self.rules = self._rules()
        self.parameters = self._parameters()
        self.weights = tuple(identifier(weight.code) for weight in catalog.weights(family))

    def _rules(self) -> tuple[str, ...]:
        """Return the names of all rules, each once, in the order of the tables."""
        names: dict[str, None] = {}
        for id, tables in self.tables.items():
            for table in tables:
                names |= {f"{id}.{entry.code}": None for entry in table.every_rule}
        return tuple(names)

    def _parameters(self) -> dict[str, type]:
        """Return the type of each parameter: float if any option of any book gives it a float."""
        parameters: dict[str, type] = {}
        for id, tables in self.tables.items():
            for table in tables:
                for key, value in _values(table):
                    name = identifier(f"{id}.{key}")
                    is_float = float in (parameters.get(name), type(value))
                    parameters[name] = float if is_float else int
        return parameters


def _values(table: Table) -> Iterator[tuple[str, object]]:
    """Yield the name and the value of each parameter of a table, of its rules and of its rolls."""
    yield from table.params.items()
    for entry in table.every_rule:
        yield from entry.params.items()
    for params in table.at.values():
        yield from params.items()


def render_numbers(tables: RuleTables) -> str:
    """Return the source of `numbers.py`."""
    example = tables.rules[0]
    lines = [
        DOCSTRING.format(example=constant_name(example), rule=example),
        "from __future__ import annotations",
        "",
        "from carnage.engine.core.records import RuleNumber",
        "from carnage.engine.core.rule_ids import Numbering, constant_name",
        "",
        *_names("RULES", tables.rules),
        *_names("ROLLED", tables.rolled),
        "",
        "",
        *_record(
            "Chosen",
            "The chosen option of each table, by the number of its rule.",
            {identifier(table): "RuleNumber" for table in tables.rolled},
        ),
        *_record(
            "Params",
            "The parameters of a ruleset, each under the name of its table.",
            {name: kind.__name__ for name, kind in tables.parameters.items()},
        ),
    ]
    if tables.weights:
        lines += _record(
            "Weights", "The weights that a seat's bot uses.", dict.fromkeys(tables.weights, "float")
        )
    lines += ["NUMBERING = Numbering(RULES, ROLLED, Params)", ""]
    lines += [f"{constant_name(name)} = {number}" for number, name in enumerate(tables.rules)]
    lines += ["", "NUMBERED = frozenset(constant_name(rule) for rule in RULES)"]
    return "\n".join(lines) + "\n"


def _names(name: str, values: Iterable[str]) -> Iterator[str]:
    """Yield the lines of a tuple of strings."""
    yield f"{name}: tuple[str, ...] = ("
    for value in values:
        yield f'    "{value}",'
    yield ")"


def _record(name: str, docstring: str, fields: Mapping[str, str]) -> Iterator[str]:
    """Yield the lines of a class that declares a record."""
    yield from (f"class {name}:", f'    """{docstring}"""', "")
    for field, kind in fields.items():
        yield f"    {field}: {kind}"
    yield from ("", "")
