"""Make the font files of Vollkorn for PDFs from those of the site: `make faces`.

Typesetting needs one TrueType file for each weight, browsers one compressed file for all. The files
for characters that Vollkorn lacks are others' own, without hints, which print does not need:
`pyftsubset FILE --unicodes='*' --layout-features='*' --no-hinting`.
"""

from __future__ import annotations

from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

from carnage.common.assets import static_folder
from carnage.printing.typesetting import FONT_FOLDER

WEIGHTS = {"vollkorn": (400, 700, 900), "vollkorn-italic": (400, 700)}


def main() -> None:
    for name, weights in WEIGHTS.items():
        for weight in weights:
            # Without a date, so that the file is reproducible.
            whole = TTFont(static_folder() / "fonts" / f"{name}.woff2", recalcTimestamp=False)
            whole.flavor = None
            face = instantiateVariableFont(whole, {"wght": weight}, updateFontNames=True)
            face.save(FONT_FOLDER / f"{name}-{weight}.ttf")


if __name__ == "__main__":
    main()
