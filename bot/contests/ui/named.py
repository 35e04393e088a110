"""How people are shown: by a mention, and in a team match those of the other team by name, since a mention
says nothing to somebody who shares no server with them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from bot.contests.contest import Contest
from bot.core.app_context import AppContext
from bot.ui import names
from storage import people

Named = Callable[[int], str]
"""A person, as a message shows them."""


def mention(person: int) -> str:
    """The usual way."""
    return f"<@{person}>"


async def named_in(app: AppContext, contest: Contest, team: int | None, those: Iterable[int] = ()) -> Named:
    """How people (none: all) of a contest are shown on the server of a team; None: it's no team match."""
    if team is None:
        return mention
    asked = [one for one in those if one in contest.entrants] or contest.entrants
    others = [one for one in asked if contest.entrants[one].team != team]
    known = await names_of(app, others)
    shown = {one: names.shown(known[one][0] if one in known else "") for one in others}
    return lambda person: shown.get(person) or mention(person)


async def names_of(app: AppContext, those: Iterable[int]) -> Mapping[int, tuple[str, str | None]]:
    """Display name and username of people."""
    async with app.database.read() as r:
        found = [await people.get(r, person) for person in those]
    return {one.id: (one.name, one.username) for one in found if one is not None}
