"""Words that a server doesn't want to read, found however they are dressed up: in other scripts' look-alikes,
digits, doubled letters, or with something between their letters. Whole words only, so nothing innocent is hit
for a part of it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from itertools import groupby

from bot.core.errors import UserError
from bot.core.server_settings import settings_of
from games.core.removed import has_mark
from storage.handle import Reader

_ALIKE = str.maketrans(
    {
        letter: latin
        for latin, letters in {
            "a": "аαɑ",
            "b": "вьъβ",
            "c": "сϲ",
            "d": "ԁđ",
            "e": "еєεё",
            "g": "ɡ",
            "h": "нһħ",
            "j": "ј",
            "k": "кκ",
            "l": "іїιıiłɩӏʟ",
            "m": "мμ",
            "n": "пη",
            "o": "оοσø",
            "p": "рρ",
            "q": "ԛ",
            "s": "ѕ",
            "t": "тτŧ",
            "u": "υ",
            "v": "ν",
            "w": "ԝω",
            "x": "хχ",
            "y": "уγү",
            "z": "зζ",
        }.items()
        for letter in letters
    }
)
"""Small Cyrillic and Greek letters, and Latin ones that NFKC leaves as they are, by their looks; i and
l are one."""
_DIGITS = str.maketrans("0134578962", "oleastbgbz")
_SIGNS = str.maketrans("@$!|€£+", "asllelt")
_ANSWER = "This server doesn't allow a word in what you wrote. Say it in other words."


def _letters(text: str, *, signs: bool) -> str:
    """A text in plain small letters, as far as they look like some."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    bare = (one for one in unicodedata.normalize("NFD", folded) if unicodedata.category(one) not in _UNSEEN)
    plain = unicodedata.normalize("NFC", "".join(bare)).translate(_ALIKE).translate(_DIGITS)
    return plain.translate(_SIGNS) if signs else plain


_UNSEEN = ("Mn", "Me", "Cf")
"""Accents, and what joins letters unseen."""


def _readings(text: str) -> Iterator[str]:
    """The ways to read a text, as words between single spaces: signs are letters or not; what is between the
    letters of a word joins or parts them; and letters that stand alone make a word."""
    for signs in (False, True):
        letters = _letters(text, signs=signs)
        for between in ("", " "):
            words = "".join(one if one.isalnum() or one.isspace() else between for one in letters).split()
            yield " ".join(words)
            yield " ".join(_joined(words))


def _joined(words: Iterable[str]) -> Iterator[str]:
    for alone, some in groupby(words, lambda word: len(word) == 1):
        together = tuple(some)
        yield from ("".join(together),) if alone else together


def _pattern(entry: str) -> re.Pattern[str] | None:
    """What finds an entry of a list; None for one without letters. Letters may be repeated."""
    letters = _letters(entry, signs=True)
    words = "".join(one if one.isalnum() else " " for one in letters).split()
    if not words:
        return None
    runs = [(letter, len(tuple(run))) for letter, run in groupby(" ".join(words))]
    parts = (" " if letter == " " else f"{re.escape(letter)}{{{number},}}" for letter, number in runs)
    return re.compile(rf"(?:^| ){''.join(parts)}(?:$| )")


def can_be_found(entry: str) -> bool:
    """Whether there is anything in an entry to look for."""
    return _pattern(entry) is not None


def unwanted(text: str, word_list: Iterable[str]) -> bool:
    """Whether one of the listed words is in a text."""
    patterns = [pattern for entry in word_list if (pattern := _pattern(entry)) is not None]
    return bool(patterns) and any(
        pattern.search(reading) for reading in set(_readings(text)) for pattern in patterns
    )


def check_mark(action: str) -> None:
    """UserError where somebody writes what takes the place of words that a moderator has removed."""
    if has_mark(action):
        raise UserError("These words would look as if a moderator had removed yours. Say something else.")


async def check(r: Reader, guild: int | None, texts: Iterable[str]) -> None:
    """UserError where somebody writes for others what this server doesn't want to read. The list isn't told,
    not even which word it is."""
    written = tuple(filter(None, texts))
    if guild is None or not written:
        return
    word_list = (await settings_of(r, guild)).word_list
    if any(unwanted(text, word_list) for text in written):
        raise UserError(_ANSWER)
