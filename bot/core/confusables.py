"""Search for words of a server's word list, even disguised ones.

Disguises are look-alikes of other scripts, digits, doubled letters, and signs between letters. Only whole
words match, so an innocent word isn't caught for a part of it. Look-alikes come from Unicode's data (UTS 39)
and a few letters of our own.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from importlib import resources
from itertools import groupby

from msgspec import json

from bot.core.errors import UserError
from bot.core.server_settings import settings_of
from games.core.teaching.removed import has_mark
from storage.engine.handle import Reader

_MORE = str.maketrans(
    {
        letter: latin
        for latin, letters in {
            "b": "вьъβ",
            "d": "ð",
            "e": "єε",
            "h": "н",
            "j": "յ",
            "k": "кκ",
            "l": "iї",
            "m": "мμ",
            "n": "пη",
            "r": "я",
            "t": "тτ",
            "w": "ω",
            "x": "χ",
            "z": "зζ",
        }.items()
        for letter in letters
    }
)
"""Letters that people take for Latin ones although Unicode's data doesn't; i and l count as one letter."""
_DRESSED = re.compile(
    "(?:LATIN LETTER SMALL CAPITAL|REGIONAL INDICATOR SYMBOL LETTER|NEGATIVE .* LATIN CAPITAL LETTER) ([A-Z])"
    "|LATIN SMALL LETTER (?:DOTLESS )?([A-Z]) WITH .*"
)
"""Unicode names of characters that are a decorated plain letter; the groups hold that letter."""
_DIGITS = str.maketrans("0134578962", "oleastbgbz")
_SIGNS = str.maketrans("@$!|€£+", "asllelt")
_FILLERS = "\u115f\u1160"
"""Invisible letters of Hangul; NFKC turns the others of their kind into one of these."""
_SPLIT_LETTERS = 6
"""Entries this long are also found with spaces inside; a shorter one could be two innocent words."""
_ODD_SPACE = re.compile(r"[^\S \t\r\n]")
_LISTS = 256
"""The number of word lists whose patterns are cached."""
_ANSWER = "This server doesn't allow a word in what you wrote. Say it in other words."


@cache
def _confusables() -> dict[int, str]:
    """Return a table for `str.translate`: what Unicode says looks like a plain letter or digit (UTS 39)."""
    data = json.decode(resources.files("confusable_homoglyphs").joinpath("confusables.json").read_bytes())
    found = {
        letter: plain["c"].lower()
        for letter, alike in data.items()
        for plain in alike
        if len(letter) == 1 and not letter.isascii()
        if len(plain["c"]) == 1 and plain["c"].isascii() and plain["c"].isalnum()
    }
    return str.maketrans(found)


def _letters(text: str, *, signs: bool) -> str:
    """Return a text with its look-alikes turned into plain small letters; `signs`: those such as @, too."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    bare = "".join(char for char in unicodedata.normalize("NFD", folded) if _is_seen(char))
    undressed = "".join(map(_undress_letter, unicodedata.normalize("NFC", bare)))
    plain = undressed.translate(_MORE).translate(_confusables()).translate(_MORE).translate(_DIGITS)
    return plain.translate(_SIGNS) if signs else plain


def _is_seen(one: str) -> bool:
    return unicodedata.category(one) not in _UNSEEN and one not in _FILLERS


def _undress_letter(one: str) -> str:
    """Return the plain letter of a decorated one, the plain digit of any script's digit, or the character."""
    digit = None if one.isascii() else unicodedata.decimal(one, None)
    if digit is not None:
        return str(digit)
    found = None if one.isascii() else _DRESSED.fullmatch(unicodedata.name(one, ""))
    return (found[1] or found[2]).lower().replace("i", "l") if found else one


_UNSEEN = ("Mn", "Me", "Cf")
"""Unicode categories of accents and of invisible characters."""


def _readings(text: str) -> Iterator[str]:
    """Yield the possible readings of a text, as words between single spaces.

    Signs are letters or not; spaces that no plain keyboard writes, and signs within a word, join or part it;
    and single letters in a row make a word.
    """
    for odd in ("", " "):
        spaced = _ODD_SPACE.sub(odd, text)
        for signs in (False, True):
            letters = _letters(spaced, signs=signs)
            for between in ("", " "):
                words = "".join(
                    char if char.isalnum() or char.isspace() else between for char in letters
                ).split()
                yield " ".join(words)
                yield " ".join(_join_letters(words))


def _join_letters(words: Iterable[str]) -> Iterator[str]:
    for alone, some in groupby(words, lambda word: len(word) == 1):
        together = tuple(some)
        yield from ("".join(together),) if alone else together


def _pattern(entry: str) -> str:
    """Return a regular expression that finds an entry of a list; empty for an entry without letters.

    Letters may be repeated, and vv counts as w.
    """
    letters = _letters(entry, signs=True)
    words = " ".join("".join(char if char.isalnum() else " " for char in letters).split())
    together = words.replace(" ", "")
    is_long = len(together) >= _SPLIT_LETTERS
    runs = [(letter, len(tuple(run))) for letter, run in groupby(together if is_long else words)]
    return "".join(map(_long_run if is_long else _run, runs))


def _run(run: tuple[str, int]) -> str:
    letter, number = run
    return " " if letter == " " else f"{_escape_letter(letter)}{{{number},}}"


def _long_run(run: tuple[str, int]) -> str:
    """Return the pattern of a run of letters, with an optional space before each."""
    letter, number = run
    return f"(?: ?{_escape_letter(letter)}){{{number},}}"


def _escape_letter(letter: str) -> str:
    return "(?:w|vv)" if letter == "w" else re.escape(letter)


@lru_cache(maxsize=_LISTS)
def _finder(word_list: tuple[str, ...]) -> re.Pattern[str] | None:
    """Return a pattern that finds any entry of a list; None if no entry has letters."""
    patterns = "|".join(filter(None, map(_pattern, word_list)))
    return re.compile(f"(?:^| )(?:{patterns})(?:$| )") if patterns else None


def can_be_found(entry: str) -> bool:
    """Return whether an entry of a word list has anything to search for."""
    return bool(_pattern(entry))


def has_listed_word(text: str, word_list: Iterable[str]) -> bool:
    """Return whether a text contains one of the listed words."""
    finder = _finder(tuple(word_list))
    return finder is not None and any(map(finder.search, set(_readings(text))))


def check_mark(action: str) -> None:
    """Raise UserError if a text contains the mark that replaces words a moderator has removed."""
    if has_mark(action):
        raise UserError("These words would look as if a moderator had removed yours. Say something else.")


async def check(r: Reader, guild: int | None, texts: Iterable[str]) -> None:
    """Raise UserError, without the word, if a text for others has a word of this server's secret list."""
    written = set(filter(None, texts))
    if guild is None or not written:
        return
    word_list = (await settings_of(r, guild)).word_list
    if any(has_listed_word(text, word_list) for text in written):
        raise UserError(_ANSWER)
