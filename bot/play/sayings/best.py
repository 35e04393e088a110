"""A server's best: what got most hearts there, who said it to whom, and what its moderators took out."""

from __future__ import annotations

import msgspec

from bot.core import officials, person_settings
from bot.core.app_context import AppContext
from storage.engine.handle import Reader
from storage.rows import Match, Seat
from storage.tables import hearts, matches, people
from storage.tables.hearts import Best

ON_A_PAGE = 5


class Line(msgspec.Struct, frozen=True):
    """Words with their place; `speaker` said them to `listener` in a match. Neither is given where they hide
    their profile from the reader."""

    place: int
    best: Best
    match: Match
    speaker: Seat | None
    listener: Seat | None


class Page(msgspec.Struct, frozen=True):
    """A page of a server's list: `number` of `pages`, counted from 0."""

    number: int
    pages: int
    lines: tuple[Line, ...]


async def page_of(app: AppContext, guild: int, number: int, reader: int, *, moderated: bool) -> Page:
    """A page of the list, or the nearest one there is. `moderated`: its reader moderates here, and is told
    who said what, whoever hides their profile."""
    async with app.database.read() as r:
        pages = max(1, -(-await hearts.count(r, guild) // ON_A_PAGE))
        number = max(0, min(number, pages - 1))
        first = number * ON_A_PAGE
        found = await hearts.best(r, guild, ON_A_PAGE, first)
        lines = [
            await _line(r, place, best, None if moderated else reader)
            for place, best in enumerate(found, first + 1)
        ]
    return Page(number, pages, tuple(line for line in lines if line is not None))


async def _line(r: Reader, place: int, best: Best, reader: int | None) -> Line | None:
    match = await matches.get(r, best.match_id)
    if match is None:
        return None
    named = [await _named(r, row, reader) for row in match.seats]
    return Line(place, best, match, named[1 - best.seat], named[best.seat])


async def _named(r: Reader, row: Seat, reader: int | None) -> Seat | None:
    """A seat, unless its person hides their profile from the reader (None: one from whom nobody hides)."""
    if row.person is None or reader is None or row.person == reader:
        return row
    person = await people.get(r, row.person)
    return None if person is not None and person_settings.from_row(person.settings).hidden else row


async def hide(app: AppContext, guild: int, mark: str, moderator: int) -> None:
    """These words aren't shown on this server any more. UserError for a moderator in whose match they were
    said."""
    async with app.database.write(f"guild:{guild}") as w:
        officials.check("hide a compliment", moderator, await hearts.players(w, guild, mark))
        await hearts.hide(w, guild, mark)


async def show_again(app: AppContext, guild: int, mark: str, moderator: int) -> None:
    """Show a hidden compliment on this server again. UserError as in `hide`."""
    async with app.database.write(f"guild:{guild}") as w:
        officials.check("show a compliment", moderator, await hearts.players(w, guild, mark))
        await hearts.show_again(w, guild, mark)
