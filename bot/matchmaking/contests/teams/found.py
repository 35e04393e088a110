"""A contest that somebody sees."""

from __future__ import annotations

from typing import NamedTuple

from bot.matchmaking.contests.formats.teams import team_of
from bot.matchmaking.contests.log.contest import Contest
from bot.matchmaking.contests.teams import own_team
from storage.tables.contests import ContestRow


class Found(NamedTuple):
    """A contest with its row; of a team match, as the server has it that's concerned."""

    row: ContestRow
    contest: Contest

    @property
    def team(self) -> int | None:
        """The team of that server in a team match, else None."""
        return team_of(self.contest, self.row.guild) if own_team.is_one(self.contest) else None
