"""Blocking people: no challenges, open cards or rematches either way, and nothing that tells them so."""

from __future__ import annotations

import msgspec

from bot.core import limits
from bot.core.app_context import AppContext
from bot.core.errors import UserError
from bot.core.limits import LIMITS
from bot.core.seats import User, meet
from bot.matchmaking.challenges import challenging
from storage.engine.handle import Reader
from storage.tables import blocks
from storage.tables.blocks import Blocked

ON_A_PAGE = 5


class Page(msgspec.Struct, frozen=True):
    """A page of those whom somebody has blocked; pages count from 0."""

    listed: list[Blocked]
    number: int
    pages: int


async def block(app: AppContext, person: User, other: User) -> None:
    """A person blocks another one; what each has asked of the other is answered as they could have done by
    hand. UserError for themselves, bots, and one too many."""
    if other.id == person.id:
        raise UserError("You can't block yourself. Choose someone else.")
    if other.is_bot:
        raise UserError("Bots don't challenge anyone, so you don't have to block them.")
    async with app.database.write(f"person:{person.id}", f"person:{other.id}") as w:
        await _check_room(w, person.id)
        for one in (person, other):
            await meet(w, one, app.now())
        await blocks.add(w, person.id, other.id, app.now())
        await challenging.end_between(w, app, person, other.id)
    app.wake()


async def _check_room(r: Reader, person: int) -> None:
    if await blocks.count(r, person) >= LIMITS["people blocked"].most:
        raise limits.refusal("people blocked")


async def unblock(app: AppContext, person: int, other: int) -> None:
    """They can challenge each other again; nothing if they could already."""
    async with app.database.write() as w:
        await blocks.remove(w, person, other)


async def page_of(app: AppContext, person: int, number: int) -> Page:
    """A page of those whom somebody has blocked, or the last one where there are fewer."""
    async with app.database.read() as r:
        pages = max(1, -(-await blocks.count(r, person) // ON_A_PAGE))
        number = max(0, min(number, pages - 1))
        return Page(await blocks.of_person(r, person, ON_A_PAGE, number * ON_A_PAGE), number, pages)
