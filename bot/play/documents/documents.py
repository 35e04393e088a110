"""What people make and keep for a game, such as a deck: its maker alone can list, choose and delete it."""

from __future__ import annotations

import asyncio
import re
import unicodedata
from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any

import msgspec

from bot.core.app_context import AppContext
from bot.core.errors import UserError
from bot.core.limits import LIMITS, Limits, refusal
from games.core.game import AnyGame
from games.core.vocabulary.documents import MOST_BYTES, DocumentKind, Faulty
from games.core.vocabulary.options import OptionSpec
from games.core.vocabulary.seats import by_seat
from storage.engine.handle import Reader
from storage.rows import Document
from storage.tables import documents as rows

MOST_KEPT = LIMITS["documents kept for a game"].most
"""Documents that one person may keep for a game."""
LONGEST_NAME = 32
_NAME = re.compile(rf"[a-z0-9-]{{1,{LONGEST_NAME}}}")
_OTHER = re.compile(r"[^a-z0-9]+")
_ENDING = re.compile(r"\.[a-z0-9]{1,5}$", re.IGNORECASE)
_OWN_PREFIX = "my-"

Value = str | Mapping[str, Any]
"""What a seat's option may be: the name of a shipped document, or a document."""


class Kept(msgspec.Struct, frozen=True):
    """A document just kept, and whether it took the place of an older one."""

    document: Document
    replaced: bool


def kind_of(game: AnyGame) -> DocumentKind:
    """What people keep for this game; UserError when it has nothing of the kind."""
    if game.documents is None:
        raise UserError(f"You can't save anything of your own for {game.title}.")
    return game.documents


def option_of(game: AnyGame) -> OptionSpec | None:
    """The option that takes a document for each seat."""
    kind = game.documents
    fitting = (spec for spec in game.option_specs if kind and spec.per_seat and spec.name == kind.option)
    return next(fitting, None)


def plain_name(text: str) -> str:
    """A name as it is meant, whatever a phone made of its first letter."""
    return text.strip().lower()


def checked_name(game: AnyGame, text: str) -> str:
    """The name for a document of one's own; UserError with one that would do."""
    kind, name = kind_of(game), plain_name(text)
    instead = f"Choose another name, such as “{fitted(kind, text)}”."
    if name in kind.shipped:
        raise UserError(f"“{name}” comes with the game. {instead}")
    if not _NAME.fullmatch(name):
        raise UserError(f"A name has 1 to {LONGEST_NAME} characters: a to z, 0 to 9 and hyphens. {instead}")
    return name


def fitted(kind: DocumentKind, text: str) -> str:
    """A name that is allowed, as like the text (the name of a file, say) as can be."""
    name = _letters(_ENDING.sub("", text)) or f"{_OWN_PREFIX}{_letters(kind.noun)}"
    return f"{_OWN_PREFIX}{name}"[:LONGEST_NAME] if name in kind.shipped else name


def _letters(text: str) -> str:
    """A text in the characters of a name, accents left off and hyphens for everything else."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return _OTHER.sub("-", plain).strip("-")[:LONGEST_NAME].rstrip("-")


def check_size(size: int) -> None:
    """UserError when a file of so many bytes is too large; to be asked before it is fetched."""
    if size > MOST_BYTES:
        most = f"{MOST_BYTES // 1024} KiB"
        raise UserError(f"This file has {size:,} bytes; the limit is {most}. Send a smaller one.")


async def keep(
    app: AppContext, limits: Limits, game: AnyGame, person: int, name: str, content: bytes
) -> Kept:
    """Read a file, one at a time for each person, and keep what is in it; the person must have been met.

    UserError for its name or size, or when there are too many; Faulty, with its faults, for what is in it."""
    name = checked_name(game, name)
    check_size(len(content))
    async with limits.act("uploads", person):
        async with app.database.read() as r:
            await _is_there(r, game, person, name)
        read = await asyncio.to_thread(kind_of(game).read, content)
        now = app.now()
        document = Document(
            person=person, game=game.key, name=name, content=read, created_at=now, changed_at=now
        )
        async with app.database.write(f"person:{person}") as w:
            replaced = await _is_there(w, game, person, name)
            await rows.put(w, document)
        return Kept(document, replaced)


async def _is_there(r: Reader, game: AnyGame, person: int, name: str) -> bool:
    """Whether a document of this name is kept; UserError where it is not, and there is no room for it."""
    if await rows.get(r, person, game.key, name) is not None:
        return True
    if await rows.count_of(r, person, game.key) >= MOST_KEPT:
        raise refusal("documents kept for a game")
    return False


async def all_of(app: AppContext, game: AnyGame, person: int) -> list[Document]:
    """All that a person keeps for a game, by name."""
    async with app.database.read() as r:
        return await rows.all_of(r, person, game.key)


async def names_of(app: AppContext, game: AnyGame, person: int) -> list[str]:
    """The names of what a person keeps for a game, in order."""
    async with app.database.read() as r:
        return await rows.names_of(r, person, game.key)


async def get(app: AppContext, game: AnyGame, person: int, text: str) -> Document:
    """The person's own document of this name; UserError, with the name that may be meant."""
    async with app.database.read() as r:
        found = await rows.get(r, person, game.key, plain_name(text))
        own = await rows.names_of(r, person, game.key)
    if found is None:
        raise _unknown(game, text, own)
    return found


async def delete(app: AppContext, game: AnyGame, person: int, text: str) -> None:
    """The person's own document of this name is no more; UserError when there is none."""
    async with app.database.write() as w:
        deleted = await rows.delete(w, person, game.key, plain_name(text))
        own = await rows.names_of(w, person, game.key)
    if not deleted:
        raise _unknown(game, text, own)


def faults_now(kind: DocumentKind, document: Document) -> Faulty | None:
    """What is wrong with a kept document by the rules of today: they may have changed since it was kept.

    It reads the document, which may take a while: not for the event loop."""
    try:
        kind.read(msgspec.json.encode(document.content))
    except Faulty as error:
        return error
    return None


async def chosen(app: AppContext, game: AnyGame, person: int, text: str) -> Value:
    """What a person means by a name: a shipped document's name, or one of their own documents.

    UserError, with the name that may be meant, when it is neither, and when it cannot be used any more."""
    kind, name = kind_of(game), plain_name(text)
    if name in kind.shipped:
        return name
    async with app.database.read() as r:
        found = await rows.get(r, person, game.key, name)
        own = await rows.names_of(r, person, game.key)
    if found is None:
        raise _unknown(game, text, [*kind.shipped, *own])
    if await asyncio.to_thread(faults_now, kind, found):
        showing = f"{game.key} {kind_of(game).noun} show"
        told = f"“{name}” doesn't fit the current rules. /{showing} tells you why."
        raise UserError(told, command=showing)
    return found.content


async def for_seats(
    app: AppContext,
    game: AnyGame,
    person: int,
    texts: tuple[str | None, str | None],
    seat: int | None,
    raw: Mapping[str, Any],
) -> dict[str, Any]:
    """Raw options from what a person wrote for the own seat and for the other one; None: what these raw
    options, those of a preset, have for that seat, or else the usual one.

    Nothing when both are left out; UserError where the own seat is yet to be drawn and the two differ."""
    spec = option_of(game)
    if spec is None or texts == (None, None):
        return {}
    first, second = raw.get(spec.name, (spec.default, spec.default))
    given = zip(texts, by_seat(seat or 0, first, second), strict=True)
    mine, other = [await chosen(app, game, person, text) if text else usual for text, usual in given]
    if seat is None and mine != other:
        raise UserError(f"Choose a side too, so that it's clear whose {kind_of(game).noun} is whose.")
    return {spec.name: list(by_seat(seat or 0, mine, other))}


def _unknown(game: AnyGame, text: str, known: list[str]) -> UserError:
    """Nothing has this name. What was written is repeated only where nothing in it can be live."""
    noun, name = kind_of(game).noun, plain_name(text)
    called = f"named “{name}”" if _NAME.fullmatch(name) else "with that name"
    like = get_close_matches(name[:LONGEST_NAME], known, 1)
    meant = f" Did you mean “{like[0]}”?" if like else ""
    listing = f"{game.key} {noun} list"
    told = f"There's no {noun} {called} here.{meant} /{listing} shows what there is."
    return UserError(told, command=listing)
