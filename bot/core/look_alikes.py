"""Words that a server doesn't want to read, found however they are dressed up: in other scripts' look-alikes,
digits, doubled letters, or with something between their letters. Whole words only, so nothing innocent is hit
for a part of it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import groupby

from bot.core.errors import UserError
from bot.core.server_settings import settings_of
from games.core.removed import has_mark
from storage.handle import Reader

_ALIKE = str.maketrans(
    {
        letter: latin
        for latin, letters in {
            "a": "аαɑᎪꓮ",
            "b": "вьъβᏴꓐ",
            "c": "сϲᏟꓚ",
            "d": "ԁᎠꓓ",
            "e": "еєεᎬꓰ",
            "f": "ꓝ",
            "g": "ɡցᏀꓖ",
            "h": "нһհᎻꓧ",
            "j": "јյᎫꓙ",
            "k": "кκᏦꓗ",
            "l": "iіїιıɩӏᎥᏞꓡꓲ",
            "m": "мμᎷꓟ",
            "n": "пηոꓠ",
            "o": "оοσօꓳ",
            "p": "рρᏢꓑ",
            "q": "ԛ",
            "r": "гᏒꓣ",
            "s": "ѕᏚꓢ",
            "t": "тτᎢꓔ",
            "u": "υսꓴ",
            "v": "νᏙꓦ",
            "w": "ԝωաᎳꓪ",
            "x": "хχꓫ",
            "y": "уγүꓬ",
            "z": "зζᏃꓜ",
        }.items()
        for letter in letters
    }
)
"""Letters of other scripts, and Latin ones that NFKC leaves as they are, by their looks; i and l are one."""
_DRESSED = re.compile(
    "(?:LATIN LETTER SMALL CAPITAL|REGIONAL INDICATOR SYMBOL LETTER|NEGATIVE .* LATIN CAPITAL LETTER) ([A-Z])"
    "|LATIN SMALL LETTER (?:DOTLESS )?([A-Z]) WITH .*"
)
"""The names of characters that are a plain letter dressed up, by which their letter is known."""
_DIGITS = str.maketrans("0134578962", "oleastbgbz")
_SIGNS = str.maketrans("@$!|€£+", "asllelt")
_LISTS = 256
"""Of so many servers the lists are kept ready."""
_ANSWER = "This server doesn't allow a word in what you wrote. Say it in other words."


def _letters(text: str, *, signs: bool) -> str:
    """A text in plain small letters, as far as they look like some."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    bare = (one for one in unicodedata.normalize("NFD", folded) if unicodedata.category(one) not in _UNSEEN)
    undressed = "".join(map(_undressed, unicodedata.normalize("NFC", "".join(bare))))
    plain = undressed.translate(_ALIKE).translate(_DIGITS)
    return plain.translate(_SIGNS) if signs else plain


def _undressed(one: str) -> str:
    found = None if one.isascii() else _DRESSED.fullmatch(unicodedata.name(one, ""))
    return (found[1] or found[2]).lower().replace("i", "l") if found else one


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


def _pattern(entry: str) -> str:
    """What finds an entry of a list; nothing for one without letters. Letters may be repeated."""
    letters = _letters(entry, signs=True)
    words = "".join(one if one.isalnum() else " " for one in letters).split()
    runs = [(letter, len(tuple(run))) for letter, run in groupby(" ".join(words))]
    parts = (" " if letter == " " else f"{re.escape(letter)}{{{number},}}" for letter, number in runs)
    return "".join(parts)


@lru_cache(maxsize=_LISTS)
def _finder(word_list: tuple[str, ...]) -> re.Pattern[str] | None:
    """What finds any entry of a list; None for one in which there's nothing to look for."""
    patterns = "|".join(filter(None, map(_pattern, word_list)))
    return re.compile(f"(?:^| )(?:{patterns})(?:$| )") if patterns else None


def can_be_found(entry: str) -> bool:
    """Whether there is anything in an entry to look for."""
    return bool(_pattern(entry))


def unwanted(text: str, word_list: Iterable[str]) -> bool:
    """Whether one of the listed words is in a text."""
    finder = _finder(tuple(word_list))
    return finder is not None and any(map(finder.search, set(_readings(text))))


def check_mark(action: str) -> None:
    """UserError where somebody writes what takes the place of words that a moderator has removed."""
    if has_mark(action):
        raise UserError("These words would look as if a moderator had removed yours. Say something else.")


async def check(r: Reader, guild: int | None, texts: Iterable[str]) -> None:
    """UserError where somebody writes for others what this server doesn't want to read. The list isn't told,
    not even which word it is."""
    written = set(filter(None, texts))
    if guild is None or not written:
        return
    word_list = (await settings_of(r, guild)).word_list
    if any(unwanted(text, word_list) for text in written):
        raise UserError(_ANSWER)
