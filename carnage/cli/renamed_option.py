"""Options of the command line that were renamed. The old name works, but help does not show it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import click


class RenamedOption(click.Option):
    """An option with an old name, which prints a warning to standard error.

    If both names are given, the value of the old one is ignored, unless the option is `multiple`.

    Args:
        param_decls: The names of the option and of its parameter, as for `click.Option`.
        old_name: The old name, such as `--film`.
        attrs: The other arguments of `click.Option`.
    """

    def __init__(
        self, param_decls: Sequence[str] | None = None, *, old_name: str, **attrs: Any
    ) -> None:
        super().__init__(param_decls, **attrs)
        self.old_name = old_name
        # The parser does not tell which name of an option was used, so the old name has an option
        # of its own. It is not a parameter of the command.
        self._old_option = click.Option([old_name, f"old_{self.name}"], **attrs)

    def add_to_parser(self, parser: Any, ctx: click.Context) -> None:
        """Add the option and its old name to a parser."""
        super().add_to_parser(parser, ctx)
        self._old_option.add_to_parser(parser, ctx)

    def handle_parse_result(
        self, ctx: click.Context, opts: Mapping[str, Any], args: list[str]
    ) -> tuple[Any, list[str]]:
        """Return the value of the option from the values that the parser found by parameter."""
        name = str(self.name)
        old_value = opts.get(str(self._old_option.name))
        if old_value is None:
            return super().handle_parse_result(ctx, opts, args)
        if not ctx.resilient_parsing:
            click.echo(f"{self.old_name} is deprecated; use {self.opts[0]}", err=True)
        if self.multiple:
            value = [*old_value, *opts.get(name, ())]
        else:
            value = opts.get(name, old_value)
        return super().handle_parse_result(ctx, {**opts, name: value}, args)
