"""One server's side of a team match: its channel, card and captain, and nothing of the other server's.

The first server's row is the contest's own; the second one's is a part of it, and only says where the card
is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from bot.core.app_context import AppContext
from bot.matchmaking.contests.formats.teams import team_of
from bot.matchmaking.contests.log.contest import Contest
from bot.matchmaking.contests.log.event_store import contest_of, row_of
from bot.matchmaking.contests.teams import own_team
from storage.engine.handle import Reader
from storage.tables import contests
from storage.tables.contests import ContestRow


class Face(NamedTuple):
    """A contest as one server has it.

    Attributes:
        row: The contest's row, with that server's channel, message and organizer.
        team: That server's team in a team match, else None.
        kept: The id of the row in which its message is kept.
    """

    row: ContestRow
    contest: Contest
    team: int | None
    kept: str


async def faces_of(r: Reader, row: ContestRow) -> Sequence[str]:
    """Return the ids of the rows of all servers that have a contest, its own first."""
    parts = await contests.parts_of(r, row.id) if row.kind == "teams" else ()
    return (row.id, *(part.id for part in parts))


async def face_of(r: Reader, app: AppContext, kept: str) -> Face:
    """Return a contest as the server of a row has it; raise UserError if there's none."""
    own = await row_of(r, kept)
    row, contest = await contest_of(r, app, own.parent or own.id)
    team = None if row.kind != "teams" else int(own.parent is not None)
    return Face(_as_in(row, own), contest, team, kept)


async def find_row(r: Reader, row: ContestRow, team: int) -> ContestRow:
    """Return the row of a team match as a team's server has it."""
    parts = await contests.parts_of(r, row.id) if team else ()
    return _as_in(row, parts[0]) if parts else row


def _as_in(row: ContestRow, own: ContestRow) -> ContestRow:
    return msgspec.structs.replace(
        row, guild=own.guild, channel=own.channel, message=own.message, organizer=own.organizer
    )


class Found(NamedTuple):
    """A contest with its row; in a team match, the row as the server concerned has it."""

    row: ContestRow
    contest: Contest

    @property
    def team(self) -> int | None:
        """The server's team in a team match, else None."""
        return team_of(self.contest, self.row.guild) if own_team.is_one(self.contest) else None
