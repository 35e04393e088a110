"""Text: Pillow's own font, the letters that it has, and text made to fit.

`face` is the file of another font, "" for Pillow's own; only names use others (`render.names`).
"""

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
    """Return Pillow's font or the one in `face`, at a size in pixels; raise OSError if it's no font file."""
    if face:
        return ImageFont.truetype(face, pixels)
    return cast(ImageFont.FreeTypeFont, ImageFont.load_default(pixels))


@lru_cache(maxsize=16384)
def drawable(character: str, face: str = "") -> bool:
    """Return whether a font has this character; an unreadable font has none."""
    try:
        letters = ImageFont.truetype(face, 20, layout_engine=ImageFont.Layout.BASIC) if face else font(20)
    except OSError:
        return False
    return bytes(letters.getmask(character)) != bytes(letters.getmask(_NO_GLYPH))


def _stand_in(character: str) -> str:
    if drawable(character):
        return character
    return "…" if unicodedata.category(character)[0] in "LN" else ""


def decompose(text: str) -> str:
    """Return a text in one line, with accents split from their letters and stand-ins for missing letters."""
    line = " ".join(text.translate(_STAND_INS).split())
    return "…".join(unicodedata.normalize("NFKD", part) for part in line.split("…"))


@lru_cache(maxsize=2048)
def legible(text: str) -> str:
    """Return the text in letters that the font has: accents are dropped, unknown letters become one `…`."""
    known = "".join(_stand_in(character) for character in decompose(text))
    return " ".join(_UNKNOWN.sub("…", known).split())


def width(text: str, pixels: float, face: str = "") -> float:
    """Return the width of a legible text, in pixels or whichever unit its size is in."""
    return _length(text, face) * pixels / 100


@lru_cache(maxsize=2048)
def _length(text: str, face: str) -> float:
    """Return the width of a text at a size of 100 pixels."""
    return font(100, face).getlength(text)


def fit(text: str, room: float, pixels: float, smallest: float) -> tuple[str, float]:
    """Return the legible text and the largest size that fits.

    Args:
        text: Any text.
        room: The width, in pixels or any other unit that the sizes are in, too.
        pixels: The largest size.
        smallest: The smallest size; text too long even then is cut and ends in "…".

    Returns:
        The text (empty if not even "…" fits) and its size.
    """
    return cut_to_fit(legible(text), room, pixels, smallest)


@lru_cache(maxsize=2048)
def cut_to_fit(words: str, room: float, pixels: float, smallest: float, face: str = "") -> tuple[str, float]:
    """Return a text, cut if needed, and its size, as `fit` does, without replacing missing letters."""
    needed = width(words, pixels, face)
    if needed <= room:
        return words, pixels
    size = max(smallest, pixels * room / needed)
    while words and width(words, size, face) > room * 1.001:
        words = words.rstrip("…")[:-1].rstrip() + "…" if len(words) > 1 else ""
    return words, size
