"""Documents that people make for a game, such as decks; only the owner can list, choose and delete one."""

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
"""The most documents that one person may keep for a game."""
LONGEST_NAME = 32
_NAME = re.compile(rf"[a-z0-9-]{{1,{LONGEST_NAME}}}")
_OTHER = re.compile(r"[^a-z0-9]+")
_ENDING = re.compile(r"\.[a-z0-9]{1,5}$", re.IGNORECASE)
_OWN_PREFIX = "my-"

Value = str | Mapping[str, Any]
"""The value of a seat's option: the name of a shipped document, or a document's content."""


class Kept(msgspec.Struct, frozen=True):
    """A saved document, and whether it replaced an older one."""

    document: Document
    replaced: bool


def kind_of(game: AnyGame) -> DocumentKind:
    """Return the game's kind of document; UserError if it has none."""
    if game.documents is None:
        raise UserError(f"You can't save anything of your own for {game.title}.")
    return game.documents


def option_of(game: AnyGame) -> OptionSpec | None:
    """Return the option that takes a document for each seat, or None."""
    kind = game.documents
    fitting = (spec for spec in game.option_specs if kind and spec.per_seat and spec.name == kind.option)
    return next(fitting, None)


def plain_name(text: str) -> str:
    """Return a typed name without outer spaces and capitals: phones capitalize the first letter."""
    return text.strip().lower()


def check_name(game: AnyGame, text: str) -> str:
    """Return a valid name for a person's document; raise UserError if it's invalid or shipped."""
    kind, name = kind_of(game), plain_name(text)
    instead = f"Choose another name, such as “{suggest_name(kind, text)}”."
    if name in kind.shipped:
        raise UserError(f"“{name}” comes with the game. {instead}")
    if not _NAME.fullmatch(name):
        raise UserError(f"A name has 1 to {LONGEST_NAME} characters: a to z, 0 to 9 and hyphens. {instead}")
    return name


def suggest_name(kind: DocumentKind, text: str) -> str:
    """Return an allowed name that resembles the text, such as the name of a file."""
    name = _letters(_ENDING.sub("", text)) or f"{_OWN_PREFIX}{_letters(kind.noun)}"
    return f"{_OWN_PREFIX}{name}"[:LONGEST_NAME] if name in kind.shipped else name


def _letters(text: str) -> str:
    """Return a text in the characters of a name: without accents, with hyphens for everything else."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return _OTHER.sub("-", plain).strip("-")[:LONGEST_NAME].rstrip("-")


def check_size(size: int) -> None:
    """Raise UserError if a file of `size` bytes is too large; call it before the file is fetched."""
    if size > MOST_BYTES:
        most = f"{MOST_BYTES // 1024} KiB"
        raise UserError(f"This file has {size:,} bytes; the limit is {most}. Send a smaller one.")


async def keep(
    app: AppContext, limits: Limits, game: AnyGame, person: int, name: str, content: bytes
) -> Kept:
    """Read a file and save its content; one file at a time for each person, who must have been met.

    UserError if the name or the size is wrong or there are too many; Faulty, with all faults, for the
    content.
    """
    name = check_name(game, name)
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
    """Return whether the person has a document of this name; UserError if not and there's no room for it."""
    if await rows.get(r, person, game.key, name) is not None:
        return True
    if await rows.count_of(r, person, game.key) >= MOST_KEPT:
        raise refusal("documents kept for a game")
    return False


async def all_of(app: AppContext, game: AnyGame, person: int) -> list[Document]:
    """Return all documents that a person keeps for a game, by name."""
    async with app.database.read() as r:
        return await rows.all_of(r, person, game.key)


async def names_of(app: AppContext, game: AnyGame, person: int) -> list[str]:
    """Return the sorted names of the documents that a person keeps for a game."""
    async with app.database.read() as r:
        return await rows.names_of(r, person, game.key)


async def get(app: AppContext, game: AnyGame, person: int, text: str) -> Document:
    """Return the person's document of this name; UserError, suggesting a similar name, if there's none."""
    async with app.database.read() as r:
        found = await rows.get(r, person, game.key, plain_name(text))
        own = await rows.names_of(r, person, game.key)
    if found is None:
        raise _unknown(game, text, own)
    return found


async def delete(app: AppContext, game: AnyGame, person: int, text: str) -> None:
    """Delete the person's document of this name; UserError if there's none."""
    async with app.database.write() as w:
        deleted = await rows.delete(w, person, game.key, plain_name(text))
        own = await rows.names_of(w, person, game.key)
    if not deleted:
        raise _unknown(game, text, own)


def faults_now(kind: DocumentKind, document: Document) -> Faulty | None:
    """Return the faults of a saved document under the current rules, which may have changed, or None.

    Reading the document may take a while: don't call this on the event loop.
    """
    try:
        kind.read(msgspec.json.encode(document.content))
    except Faulty as error:
        return error
    return None


async def resolve_name(app: AppContext, game: AnyGame, person: int, text: str) -> Value:
    """Return what a person means: a shipped document's name, or the content of one of their own.

    UserError, suggesting a similar name, if it's unknown, or if it doesn't fit the current rules.
    """
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
    """Return raw options from the document names given for the person's seat and the opponent's.

    For None, that seat keeps its value from `raw`, the options of a preset, or else the default. Empty if
    both are None; raise UserError if seats are yet to be drawn and the two documents differ.
    """
    spec = option_of(game)
    if spec is None or texts == (None, None):
        return {}
    first, second = raw.get(spec.name, (spec.default, spec.default))
    given = zip(texts, by_seat(seat or 0, first, second), strict=True)
    mine, other = [await resolve_name(app, game, person, text) if text else usual for text, usual in given]
    if seat is None and mine != other:
        raise UserError(f"Choose a side too, so that it's clear whose {kind_of(game).noun} is whose.")
    return {spec.name: list(by_seat(seat or 0, mine, other))}


def _unknown(game: AnyGame, text: str, known: list[str]) -> UserError:
    """Return the error for an unknown name; it repeats only text that has no markup or mentions."""
    noun, name = kind_of(game).noun, plain_name(text)
    called = f"named “{name}”" if _NAME.fullmatch(name) else "with that name"
    like = get_close_matches(name[:LONGEST_NAME], known, 1)
    meant = f" Did you mean “{like[0]}”?" if like else ""
    listing = f"{game.key} {noun} list"
    told = f"There's no {noun} {called} here.{meant} /{listing} shows what there is."
    return UserError(told, command=listing)
