"""People's names in pictures, in any script.

Pillow's own font has only Latin letters. Other scripts use fonts that the operator may have installed
(`faces_in`). Scripts with joined or right-to-left letters need Raqm, which comes with Pillow.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from pathlib import Path

import msgspec
from PIL import features

from render.text import decompose, drawable, legible

Faces = tuple[str, ...]
"""Font files, in the order in which they are tried."""

_FILES = {".ttf", ".otf", ".ttc"}
_SPECIAL = re.compile("bold|italic|oblique|thin|light|black|medium|condensed|mono|emoji|color", re.I)
_JOINERS = "\u200c\u200d"


class Lettering(msgspec.Struct, frozen=True):
    """A name as it's written, and its font."""

    words: str
    face: str = ""


def faces_in(folder: Path) -> Faces:
    """Return the upright, normal-weight fonts in a folder and its subfolders, sans-serif ones first."""
    found = (file for file in folder.rglob("*") if file.suffix.lower() in _FILES)
    usual = (file for file in found if not _SPECIAL.search(file.stem))
    return tuple(map(str, sorted(usual, key=lambda file: ("Sans" not in file.stem, file.name))))


@lru_cache(maxsize=2048)
def lettering(names: tuple[str, ...], faces: Faces = ()) -> Lettering | None:
    """Return a person's name in letters that a font has.

    Args:
        names: The person's names, the preferred one first.
        faces: Fonts to try after Pillow's own.

    Returns:
        The first name that a font has all letters of, with that font. Otherwise, the legible part of the
        first name that has one; None if there's none.
    """
    for name in names:
        for face in ("", *faces):
            words = _in_latin(name) if not face else _in_face(name, face)
            if words:
                return Lettering(words, face)
    parts = (legible(name).strip(" …") for name in names)
    return next((Lettering(words) for words in parts if _shows(words)), None)


def _in_latin(name: str) -> str:
    """Return a name in Pillow's font, without accents and emoji; empty if a letter is missing."""
    text = decompose(name)
    return "" if any(_is_letter(char) and not drawable(char) for char in text) else _keep_drawable(text, "")


def _in_face(name: str, face: str) -> str:
    """Return a name in another font, without emoji; empty if a letter or combining mark is missing."""
    text = "".join(char for char in unicodedata.normalize("NFC", name) if not _is_selector(char))
    if not _has_raqm() and any(_is_mark(char) or _is_turned(char) for char in text):
        return ""
    lacking = any((_is_letter(char) or _is_mark(char)) and not drawable(char, face) for char in text)
    return "" if lacking else _keep_drawable(text, face)


def _keep_drawable(text: str, face: str) -> str:
    """Return the characters of a text that a font has; empty if none is visible."""
    known = (char for char in text if char.isspace() or (face and char in _JOINERS) or drawable(char, face))
    words = " ".join("".join(known).split())
    return words if _shows(words) else ""


def _shows(words: str) -> bool:
    return any(unicodedata.category(char)[0] in "LNPS" for char in words)


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
