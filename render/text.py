"""Letters: Pillow's own font, what it can write, and text made to fit.

`face` is the file of another font, "" for Pillow's own; only names are written in others (`render.names`)."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import cast

from PIL import ImageFont

_STAND_INS = str.maketrans(
    {"×": "x", "–": "-", "—": "-", "−": "-", "•": "·", "ß": "ss", "ẞ": "SS", "æ": "ae", "Æ": "AE", "œ": "oe",
     "Œ": "OE", "þ": "th", "Þ": "Th"}
    | dict(zip("øØłŁđĐðÐħĦıŧŦŋŊəƏ", "oOlLdDdDhHitTnNeE", strict=True))
)  # fmt: skip
_NO_GLYPH = "\uffff"
_UNKNOWN = re.compile(r"…(\s*…)+")


@lru_cache(maxsize=64)
def font(pixels: int, face: str = "") -> ImageFont.FreeTypeFont:
    """The font that Pillow carries, or another one, at a size in pixels. OSError: a file that is none."""
    if face:
        return ImageFont.truetype(face, pixels)
    return cast(ImageFont.FreeTypeFont, ImageFont.load_default(pixels))


@lru_cache(maxsize=16384)
def drawable(character: str, face: str = "") -> bool:
    """Whether a font has this letter; one that can't be read has none."""
    try:
        letters = ImageFont.truetype(face, 20, layout_engine=ImageFont.Layout.BASIC) if face else font(20)
    except OSError:
        return False
    return bytes(letters.getmask(character)) != bytes(letters.getmask(_NO_GLYPH))


def _stand_in(character: str) -> str:
    if drawable(character):
        return character
    return "…" if unicodedata.category(character)[0] in "LN" else ""


def decomposed(text: str) -> str:
    """A text in one line, its letters and their accents apart, with what the font has instead of some."""
    line = " ".join(text.translate(_STAND_INS).split())
    return "…".join(unicodedata.normalize("NFKD", part) for part in line.split("…"))


@lru_cache(maxsize=2048)
def legible(text: str) -> str:
    """The text in letters that the font has: accents are dropped, unknown letters become one `…`."""
    known = "".join(_stand_in(character) for character in decomposed(text))
    return " ".join(_UNKNOWN.sub("…", known).split())


def width(text: str, pixels: float, face: str = "") -> float:
    """How wide a legible text is, in pixels, at a size in pixels."""
    return _length(text, face) * pixels / 100


@lru_cache(maxsize=2048)
def _length(text: str, face: str) -> float:
    """How wide a text is at 100 pixels."""
    return font(100, face).getlength(text)


def fitted(text: str, room: float, pixels: float, smallest: float) -> tuple[str, float]:
    """The legible text and the size, `pixels` down to `smallest`, at which it takes at most `room` pixels.

    What is too long even at the smallest size is cut and ends in "…"."""
    return cut(legible(text), room, pixels, smallest)


@lru_cache(maxsize=2048)
def cut(words: str, room: float, pixels: float, smallest: float, face: str = "") -> tuple[str, float]:
    """The same for what a font has all letters of."""
    needed = width(words, pixels, face)
    if needed <= room:
        return words, pixels
    size = max(smallest, pixels * room / needed)
    while words and width(words, size, face) > room * 1.001:
        words = words.rstrip("…")[:-1].rstrip() + "…" if len(words) > 1 else ""
    return words, size
