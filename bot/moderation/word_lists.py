"""A server's own list of words that nobody may write for others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from bot.core import look_alikes, server_settings
from bot.core.app_context import AppContext
from bot.core.beginnings import Beginning
from bot.core.errors import UserError
from games import GAMES
from storage.handle import Reader

MOST_WORDS, LONGEST = 200, 40


async def words_of(app: AppContext, guild: int) -> tuple[str, ...]:
    """The list as its moderators wrote it."""
    async with app.database.read() as r:
        return (await server_settings.settings_of(r, guild)).word_list


async def set_words(app: AppContext, guild: int, moderator: int, written: str) -> int:
    """From now on this is the list, a word or phrase on each line; how many there are. UserError where
    something on it can't be looked for, or it's too long."""
    words = tuple(dict.fromkeys(line.strip() for line in written.splitlines() if line.strip()))
    if len(words) > MOST_WORDS or any(len(word) > LONGEST for word in words):
        raise UserError(f"A list has at most {MOST_WORDS} lines of at most {LONGEST} characters.")
    empty = next((word for word in words if not look_alikes.can_be_found(word)), None)
    if empty is not None:
        raise UserError(f"There are no letters in “{empty}”, so I couldn't find it. Leave it out.")
    said = "Changed the word list."
    async with app.database.write(f"guild:{guild}") as w:
        await server_settings.change(
            w, guild, moderator, lambda old: msgspec.structs.replace(old, word_list=words), said, app.now()
        )
    return len(words)


async def check(r: Reader, beginning: Beginning, now: int) -> None:
    """UserError where what a person has made for a match, such as a deck, has such a word in it."""
    kind = GAMES[beginning.terms.game].documents
    if kind is not None and not beginning.accepts:
        brought = beginning.terms.options.get(kind.option)
        await look_alikes.check(r, beginning.place.guild, _texts(brought))


def _texts(value: Any) -> Iterator[str]:
    """All texts in a document."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for one in value.values():
            yield from _texts(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _texts(one)
