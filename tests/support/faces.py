"""Make the faces of Vollkorn that books are printed with, out of the site's: `make faces`.

Typesetting wants files of TrueType, one for each weight, where browsers want one compressed file
for all. The faces for what Vollkorn lacks are others' own files without their hints, which paper
has no use for: `pyftsubset FILE --unicodes='*' --layout-features='*' --no-hinting`.
"""

from __future__ import annotations

from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

from carnage.common.assets import static_folder
from carnage.printing.typesetting import FACES

WEIGHTS = {"vollkorn": (400, 700, 900), "vollkorn-italic": (400, 700)}


def main() -> None:
    for name, weights in WEIGHTS.items():
        for weight in weights:
            # Without a date of its own, so that the same file comes out each time.
            whole = TTFont(static_folder() / "fonts" / f"{name}.woff2", recalcTimestamp=False)
            whole.flavor = None
            face = instantiateVariableFont(whole, {"wght": weight}, updateFontNames=True)
            face.save(FACES / f"{name}-{weight}.ttf")


if __name__ == "__main__":
    main()
