"""How people are shown: by a mention, and in a team match those of the other team by name, since a mention
says nothing to somebody who shares no server with them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from bot.core.app_context import AppContext
from bot.discord_kit.text import names
from bot.matchmaking.contests.formats.teams import is_on_a_board
from bot.matchmaking.contests.log.contest import Contest
from bot.matchmaking.contests.ui.rows import Lettered
from render.names import Faces

_HIDDEN = "someone"
Named = Callable[[int], str]
"""A person, as a message shows them."""


def mention(person: int) -> str:
    """The usual way."""
    return f"<@{person}>"


async def named_in(app: AppContext, contest: Contest, team: int | None, those: Iterable[int] = ()) -> Named:
    """How people (none: all) of a contest are shown on the server of a team; None: it's no team match. Of the
    other team only those on the boards have a name."""
    if team is None:
        return mention
    asked = [one for one in those if one in contest.entrants] or contest.entrants
    others = [one for one in asked if contest.entrants[one].team != team]
    known = await names.names_of(app.database, [one for one in others if is_on_a_board(contest, one)])
    shown = {one: names.shown(known[one][0]) if one in known else _HIDDEN for one in others}
    return lambda person: shown.get(person) or mention(person)


async def lettered(app: AppContext, faces: Faces, persons: Sequence[int]) -> Lettered:
    """How the names of people are written in pictures."""
    known = await names.names_of(app.database, persons)
    return {one: names.pictured(*known.get(one, ("", None)), faces) for one in persons}
