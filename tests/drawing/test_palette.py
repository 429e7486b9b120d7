"""Test the colours of drawings: people with each kind of colour blindness can tell them apart."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from carnage import catalog
from carnage.drawing.figures import GLYPH_OF_KIND, GLYPHS, KINDS

SHEET = Path(__file__).parents[2] / "static" / "css" / "drawing.css"
TINTS = ("paper", "stone", "water", "green", "earth")
LEAST_TINTS = {"light": 16.0, "dark": 11.0}  # of the distance of two tints (CIE76)
LEAST_SIDES = 40.0  # of crimson and blue

# Full severity: Machado, Oliveira and Fernandes, "A physiologically-based model for simulation of
# color vision deficiency", 2009, table 1.
VISION = {
    "normal": np.eye(3),
    "protan": [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    "deutan": [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
    "tritan": [
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
    ],
}
TO_XYZ = np.array(
    [
        [0.4124564, 0.3575761, 0.1804375],
        [0.2126729, 0.7151522, 0.0721750],
        [0.0193339, 0.1191920, 0.9503041],
    ]
)
WHITE = TO_XYZ @ np.ones(3)


def colors(scheme: str) -> dict[str, np.ndarray]:
    """Return the colours of a scheme by name, as linear RGB."""
    sheet = SHEET.read_text(encoding="utf-8")
    light, _, rest = sheet.partition("@media (prefers-color-scheme: dark)")
    dark = rest.partition("@media print")[0]
    text = light if scheme == "light" else light + dark
    found = dict(re.findall(r"--([\w-]+): #([0-9a-f]{6});", text))
    return {name: to_linear(value) for name, value in found.items()}


def to_linear(digits: str) -> np.ndarray:
    """Return the linear RGB of a colour in hexadecimal digits."""
    values = np.array([int(digits[n : n + 2], 16) / 255 for n in (0, 2, 4)])
    return np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)


def to_lab(linear: np.ndarray) -> np.ndarray:
    """Return the CIELAB coordinates of a colour in linear RGB."""
    ratio = TO_XYZ @ linear / WHITE
    f = np.where(ratio > (6 / 29) ** 3, np.cbrt(ratio), ratio / (3 * (6 / 29) ** 2) + 4 / 29)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


def difference(first: np.ndarray, second: np.ndarray, vision: str) -> float:
    """Return the distance of two colours as somebody with this vision sees them."""
    seen = [
        to_lab(np.clip(np.array(VISION[vision]) @ color, 0.0, 1.0)) for color in (first, second)
    ]
    return float(np.linalg.norm(seen[0] - seen[1]))


@pytest.mark.parametrize("vision", VISION)
@pytest.mark.parametrize("scheme", LEAST_TINTS)
def test_tints_of_terrain_can_be_told_apart(scheme: str, vision: str) -> None:
    there = colors(scheme)
    differences = {
        pair: difference(there[pair[0]], there[pair[1]], vision) for pair in combinations(TINTS, 2)
    }
    assert min(differences.values()) >= LEAST_TINTS[scheme], differences


@pytest.mark.parametrize("vision", VISION)
@pytest.mark.parametrize("scheme", LEAST_TINTS)
def test_first_two_sides_can_be_told_apart(scheme: str, vision: str) -> None:
    there = colors(scheme)
    assert difference(there["crimson"], there["side-2"], vision) >= LEAST_SIDES


@pytest.mark.parametrize("code", catalog.book_codes())
def test_every_figure_of_a_roster_has_a_drawn_kind(code: str) -> None:
    figures = catalog.book(code).roster.figure
    assert [figure.code for figure in figures if figure.code not in GLYPH_OF_KIND] == []


def test_drawn_kinds_are_short_paths() -> None:
    assert set(KINDS) == set(GLYPHS)
    assert len(set(GLYPHS.values())) == len(GLYPHS)
    assert max(map(len, GLYPHS.values())) <= 220
