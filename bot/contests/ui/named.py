"""How people are shown: by a mention, and in a team match those of the other team by name, since a mention
says nothing to somebody who shares no server with them."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from bot.contests.ui import tables
from bot.contests.ui.access import Found
from bot.ui import names
from bot.ui.context import UiContext

Named = Callable[[int], str]
"""A person, as a message shows them."""


def mention(person: int) -> str:
    """The usual way."""
    return f"<@{person}>"


async def named_in(ctx: UiContext, found: Found, people: Iterable[int] | None = None) -> Named:
    """How people of a contest (None: all) are shown where it's seen."""
    if found.team is None:
        return mention
    entrants = found.contest.entrants
    asked = entrants if people is None else (one for one in people if one in entrants)
    others = [one for one in asked if entrants[one].team != found.team]
    known = await tables.names_of(ctx, others)
    shown = {one: names.shown(known[one][0] if one in known else "") for one in others}
    return lambda person: shown.get(person) or mention(person)
