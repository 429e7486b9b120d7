"""The labels around a figure: its number, the sign of its state, its counts, tokens and tower."""

from __future__ import annotations

from markupsafe import Markup

from carnage.drawing import symbols
from carnage.drawing.badges import sign_path, stack_path, tick_path
from carnage.drawing.markup import tag
from carnage.replays.scenes import Piece, PieceCounter

MAX_TOKENS = 2  # kinds of tokens beside a figure; the others are counted
MAX_DOTS = 6  # the largest count that is shown in dots
ABBREVIATION_LENGTH = 2  # letters of the label of a count
MIN_NUMBER_SIZE = 6.5  # type of the number of a figure


def render_number(piece: Piece, radius: float) -> Markup:
    """Return the number of a figure at the right of its base; empty for the only one of its kind.

    The name of the figure ends in it.
    """
    size = max(MIN_NUMBER_SIZE, 0.75 * radius)
    number = ""
    if piece.label[-1:].isdigit():
        number = piece.label.rpartition(" ")[2]
    return tag(
        "text",
        number,
        class_="drawing-number",
        x=1.1 * radius,
        y=0.35 * size,
        font_size=size,
        font_weight="bold",
        fill="currentColor",
    )


def render_figure_labels(piece: Piece, radius: float, looks: tuple[str, ...]) -> list[Markup]:
    """Return the labels around a figure: the sign of its state, its counts, its tokens, its
    tower.
    """
    size = max(5.5, 0.62 * radius)
    return [
        tag(
            "path",
            class_="drawing-sign",
            d=sign_path(looks, radius),
            fill="none",
            stroke="currentColor",
        ),
        tag(
            "text",
            _format_meters(piece),
            class_="drawing-meter",
            y=radius + size + 3.5 * len({"lying", "senseless"} & set(looks)),
            font_size=size,
            text_anchor="middle",
        ),
        tag(
            "text",
            _format_tokens(piece),
            class_="drawing-tokens",
            x=0.8 * radius + 1,
            y=-0.7 * radius,
            font_size=size * 1.1,
        ),
        tag(
            "path",
            class_="drawing-tick",
            d=tick_path(radius, looks),
            fill="none",
            stroke="currentColor",
        ),
        tag(
            "path",
            class_="drawing-stack",
            d=stack_path(piece.stack, radius),
            fill="Canvas",
            stroke="currentColor",
        ),
    ]


def _format_meters(piece: Piece) -> str:
    """Return the counts of a piece that have an end: harm in dots, all others once they have run
    out.
    """
    return " ".join(filter(None, map(_format_meter, piece.meters)))


def _format_meter(meter: PieceCounter) -> str:
    """Return a count in dots, or its label with 0; empty if it is at its start or is not used
    up.
    """
    if not meter.most or symbols.is_untouched(meter):
        return ""
    if meter.label not in symbols.HARM_METERS:
        if meter.value:
            return ""
        return f"{meter.label[:ABBREVIATION_LENGTH]} 0"
    if meter.value <= meter.most <= MAX_DOTS:
        return "●" * meter.value + "○" * (meter.most - meter.value)
    return f"{meter.value}/{meter.most}"


def _format_tokens(piece: Piece) -> str:
    """Return the first letters of the first kinds of tokens with the number of tokens, and the
    number of other kinds.
    """
    texts = []
    for label, count in piece.tokens.items():
        text = label[:ABBREVIATION_LENGTH]
        if count > 1:
            text += str(count)
        texts.append(text)
    more = len(texts) - MAX_TOKENS
    if more > 0:
        texts[MAX_TOKENS:] = [f"+{more}"]
    return " ".join(texts)
