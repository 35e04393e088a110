"""A server's own list of words that its members may not write for others to read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from bot.core import confusables, server_settings
from bot.core.app_context import AppContext
from bot.core.errors import UserError
from bot.core.hooks import Beginning
from games import GAMES
from storage.engine.handle import Reader

MOST_WORDS, LONGEST = 200, 40
LONGEST_FORM = 4000
"""The most characters that a field of a form takes."""
MOST_BYTES = 9_000
"""The most bytes of a list as JSON.

Forms of more than about 10,170 bytes have failed on Discord; this leaves room for the rest of the form.
"""


async def words_of(app: AppContext, guild: int) -> tuple[str, ...]:
    """Return the list as the server's moderators wrote it."""
    async with app.database.read() as r:
        return (await server_settings.settings_of(r, guild)).word_list


def size_of(words: Iterable[str]) -> int:
    """Return how many bytes a list has in the body of a form."""
    return len(msgspec.json.encode("\n".join(words)))


def fitting(words: Sequence[str]) -> Sequence[str]:
    """Return as many words of a list, from its beginning, as fit into a form."""
    count = len(words)
    while size_of(words[:count]) > MOST_BYTES or len("\n".join(words[:count])) > LONGEST_FORM:
        count -= 1
    return words[:count]


async def set_words(app: AppContext, guild: int, moderator: int, written: str, kept: int = 0) -> int:
    """Make this a server's list, a word or phrase on each line, and return how many there are.

    The last `kept` lines of the list before, which didn't fit into the form, stay. Raises UserError if a line
    has nothing to look for, or the list is too long; a list that had too many bytes before may not grow.
    """
    before = await words_of(app, guild)
    lines = (line.strip() for line in written.splitlines())
    words = tuple(dict.fromkeys((*filter(None, lines), *before[len(before) - kept :])))
    if len(words) > MOST_WORDS or any(len(word) > LONGEST for word in words):
        raise UserError(f"A list has at most {MOST_WORDS} lines of at most {LONGEST} characters.")
    if size_of(words) > max(MOST_BYTES, size_of(before)):
        raise UserError(
            f"This list has {size_of(words):,} bytes, and {MOST_BYTES:,} fit into a form. A letter is 1 byte "
            "in English, 2 in Greek or Russian, 3 in Thai or Chinese. Leave some words out."
        )
    empty = next((word for word in words if not confusables.can_be_found(word)), None)
    if empty is not None:
        raise UserError(f"There are no letters in “{empty}”, so I couldn't find it. Leave it out.")
    said = "Changed the word list."
    async with app.database.write(f"guild:{guild}") as w:
        await server_settings.change(
            w, guild, moderator, lambda old: msgspec.structs.replace(old, word_list=words), said, app.now()
        )
    return len(words)


async def check(r: Reader, beginning: Beginning, now: int) -> None:
    """Raise UserError if the document that a player brings to a match, such as a deck, has a listed word."""
    kind = GAMES[beginning.terms.game].documents
    if kind is not None and not beginning.accepts:
        brought = beginning.terms.options.get(kind.option)
        await confusables.check(r, beginning.place.guild, _texts(brought))


def _texts(value: Any) -> Iterator[str]:
    """Yield all texts in a document."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from _texts(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _texts(item)
