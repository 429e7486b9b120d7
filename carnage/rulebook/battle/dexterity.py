"""A family's hands in tables, as docs/dexterity.md shows them."""

from __future__ import annotations

from collections.abc import Iterator

from carnage.catalog.dexterity import TOWER, Dexterity

RISKS = {"added": "adding", "moved": "an inch", "struck": "a strike"}


def tables(data: Dexterity) -> str:
    """Where thrown dice come to rest, and what makes towers fall: two tables in Markdown."""
    return "\n\n".join("\n".join(rows) for rows in (_scatter(data), _risks(data)))


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def _scatter(data: Dexterity) -> Iterator[str]:
    heads = ("hand", "beyond the aim", "deviation along", "deviation across")
    yield _row(*heads)
    yield _row(*["---"] * len(heads))
    for hand in data.hand:
        s = hand.scatter
        yield _row(
            hand.label,
            f"{s.overshoot:g} of the distance",
            f'{s.along_base:g}" + {s.along_share:g} of the distance',
            f'{s.across_base:g}" + {s.across_share:g} of the distance',
        )


def _risks(data: Dexterity) -> Iterator[str]:
    heads = [f"{hand.label}: {word}" for hand in data.hand for word in RISKS.values()]
    yield _row("dice", *heads)
    yield _row(*["---"] * (len(heads) + 1))
    for n in range(TOWER):
        chances = [getattr(hand, risk)[n] for hand in data.hand for risk in RISKS]
        yield _row(str(n + 1), *(f"{chance / 100:g}%" for chance in chances))
