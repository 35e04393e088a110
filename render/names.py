"""People's names in pictures, which can be in any script: written whole, or another name instead.

Pillow's own font knows the Latin letters. For others there are fonts that the operator has installed, if any
(`faces_in`); what needs letters to be joined or turned needs Raqm, which comes with Pillow.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from pathlib import Path

import msgspec
from PIL import features

from render.text import decomposed, drawable, legible

Faces = tuple[str, ...]
"""Files of fonts, in the order in which they are tried."""

_FILES = {".ttf", ".otf", ".ttc"}
_SPECIAL = re.compile("bold|italic|oblique|thin|light|black|medium|condensed|mono|emoji|color", re.I)
_JOINERS = "\u200c\u200d"


class Lettering(msgspec.Struct, frozen=True):
    """A name as it is written, and in which font."""

    words: str
    face: str = ""


def faces_in(folder: Path) -> Faces:
    """The upright fonts of usual weight in a folder and below it, those without serifs first."""
    found = (file for file in folder.rglob("*") if file.suffix.lower() in _FILES)
    usual = (file for file in found if not _SPECIAL.search(file.stem))
    return tuple(map(str, sorted(usual, key=lambda file: ("Sans" not in file.stem, file.name))))


@lru_cache(maxsize=2048)
def lettering(names: tuple[str, ...], faces: Faces = ()) -> Lettering | None:
    """The first of somebody's names of which a font has every letter; else what is legible of them; None when
    that is nothing."""
    for name in names:
        for face in ("", *faces):
            words = _in_latin(name) if not face else _in_face(name, face)
            if words:
                return Lettering(words, face)
    parts = (legible(name).strip(" …") for name in names)
    return next((Lettering(words) for words in parts if _shows(words)), None)


def _in_latin(name: str) -> str:
    """A name in Pillow's own font, without accents and emoji; "" when it lacks a letter."""
    text = decomposed(name)
    return "" if any(_is_letter(one) and not drawable(one) for one in text) else _kept(text, "")


def _in_face(name: str, face: str) -> str:
    """A name in another font, without emoji; "" when it lacks a letter, or a mark on one."""
    text = "".join(one for one in unicodedata.normalize("NFC", name) if not _is_selector(one))
    if not _has_raqm() and any(_is_mark(one) or _is_turned(one) for one in text):
        return ""
    lacking = any((_is_letter(one) or _is_mark(one)) and not drawable(one, face) for one in text)
    return "" if lacking else _kept(text, face)


def _kept(text: str, face: str) -> str:
    """What a font has of a text; "" when nothing of it can be seen."""
    known = (one for one in text if one.isspace() or (face and one in _JOINERS) or drawable(one, face))
    words = " ".join("".join(known).split())
    return words if _shows(words) else ""


def _shows(words: str) -> bool:
    return any(unicodedata.category(one)[0] in "LNPS" for one in words)


def _is_letter(character: str) -> bool:
    return unicodedata.category(character)[0] in "LN"


def _is_mark(character: str) -> bool:
    return unicodedata.category(character)[0] == "M"


def _is_selector(character: str) -> bool:
    return "\ufe00" <= character <= "\ufe0f"


def _is_turned(character: str) -> bool:
    return unicodedata.bidirectional(character) in ("R", "AL")


@lru_cache(maxsize=1)
def _has_raqm() -> bool:
    return bool(features.check("raqm"))
