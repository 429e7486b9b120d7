"""Paths of the badges beside a piece: its state, the star of a die, and its stack of dice."""

from __future__ import annotations

import math
from itertools import product

from carnage.drawing.markup import format_number

MAX_STACK_DICE = 8  # the highest stack of dice that is drawn die by die


def sign_path(looks: tuple[str, ...], radius: float) -> str:
    """Return a cross over a figure that is out; a line under one that lies, or two if it cannot
    get up.
    """
    if "out" in looks:
        near, far = radius * 0.6, radius * 1.2  # the face of the piece stays free
        arms = product((-1, 1), repeat=2)
        return "".join(
            f"M{format_number(x * near)} {format_number(y * near)}"
            f"L{format_number(x * far)} {format_number(y * far)}"
            for x, y in arms
        )
    if "lying" in looks:
        a = format_number(radius * 1.5)
        lines = [radius + 1.8]
        if "senseless" in looks:
            lines.append(radius + 5.0)
        return "".join(f"M-{a} {format_number(low)}H{a}" for low in lines)
    return ""


def tick_path(radius: float, looks: tuple[str, ...]) -> str:
    """Return a tick above a figure that has been activated; empty for all others."""
    if "spent" not in looks:
        return ""
    step = max(0.3 * radius, 2.0)
    short = format_number(step)
    long = format_number(2 * step)
    top = format_number(-radius - max(0.45 * radius, 3.0))
    return f"M-{short} {top}l{short} {short}l{long} -{long}"


def star_path(radius: float) -> str:
    """Return a star at the upper right corner of a die."""
    points = []
    for n in range(10):
        angle = n * math.pi / 5
        distance = (0.55, 0.25)[n % 2] * radius
        points.append(
            f"{format_number(0.95 * radius + math.sin(angle) * distance)} "
            f"{format_number(-0.85 * radius - math.cos(angle) * distance)}"
        )
    return f"M{'L'.join(points)}Z"


def stack_path(dice: int, radius: float) -> str:
    """Return a stack of dice to the left of the figure that they belong to."""
    side = max(0.5 * radius, 4.0)
    left = format_number(-radius - side - 1.5)
    width = format_number(side)
    height = format_number(-side)
    return "".join(
        f"M{left} {format_number(radius - n * side)}h{width}v{height}h-{width}z"
        for n in range(min(dice, MAX_STACK_DICE))
    )
