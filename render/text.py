"""Letters: Pillow's own font, what it can write, and text made to fit."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import cast

from PIL import ImageFont

_STAND_INS = str.maketrans({"×": "x", "–": "-", "—": "-", "−": "-", "•": "·", "ß": "ss", "ø": "o", "ł": "l"})
_NO_GLYPH = "\uffff"


@lru_cache(maxsize=64)
def font(pixels: int) -> ImageFont.FreeTypeFont:
    """The font that Pillow carries, at a size in pixels."""
    return cast(ImageFont.FreeTypeFont, ImageFont.load_default(pixels))


@lru_cache(maxsize=2048)
def _drawable(character: str) -> bool:
    face = font(20)
    return bytes(face.getmask(character)) != bytes(face.getmask(_NO_GLYPH))


def _stand_in(character: str) -> str:
    if _drawable(character):
        return character
    return "?" if unicodedata.category(character)[0] in "LN" else ""


@lru_cache(maxsize=2048)
def legible(text: str) -> str:
    """The text in letters that the font has: accents are dropped, an unknown letter becomes `?`."""
    plain = unicodedata.normalize("NFKD", " ".join(text.translate(_STAND_INS).split()))
    return " ".join("".join(_stand_in(character) for character in plain).split())


def width(text: str, pixels: float) -> float:
    """How wide a legible text is, in pixels, at a size in pixels."""
    return _length(text) * pixels / 100


@lru_cache(maxsize=2048)
def _length(text: str) -> float:
    """How wide a text is at 100 pixels."""
    return font(100).getlength(text)


@lru_cache(maxsize=2048)
def fitted(text: str, room: float, pixels: float, smallest: float) -> tuple[str, float]:
    """The legible text and the size, `pixels` down to `smallest`, at which it takes at most `room` pixels.

    What is too long even at the smallest size is cut and ends in "…"."""
    words = legible(text)
    needed = width(words, pixels)
    if needed <= room:
        return words, pixels
    size = max(smallest, pixels * room / needed)
    while words and width(words, size) > room * 1.001:
        words = words.rstrip("…")[:-1].rstrip() + "…" if len(words) > 1 else ""
    return words, size
