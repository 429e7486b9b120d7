"""Refereeing: a game's rulebook and report for somebody who checks one against the other, and steps planted
into the report that the rules forbid."""
