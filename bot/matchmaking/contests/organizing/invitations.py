"""Invitations to a contest: an organizer invites, and only the person's own tap enters them."""

from __future__ import annotations

from bot.core.errors import UserError
from bot.core.terms import OPEN_SECONDS
from bot.matchmaking.contests.log.contest import Contest
from bot.matchmaking.contests.log.events import Invited
from bot.matchmaking.terms.server_rules import can_be_asked
from storage.engine.handle import Reader
from storage.tables import people
from storage.tables.contests import ContestRow


def find_pending(contest: Contest, person: int, now: int) -> Invited | None:
    """Return the invitation of a person that stands: it ends with the contest, after seven days, and once
    the place that it's for is gone. Those from before the start ended with it."""
    found = contest.invited.get(person)
    if found is None or contest.ended_at is not None or now >= found.at + OPEN_SECONDS:
        return None
    holder = contest.entrants.get(found.out)
    return found if not found.out or (holder is not None and not holder.gone) else None


async def find(r: Reader, row: ContestRow, contest: Contest, person: int, now: int) -> Invited | None:
    """Return the invitation that a person can see and accept; None where a block or their settings keep the
    organizer from asking them. The organizer isn't told."""
    found = find_pending(contest, person, now)
    if found is None:
        return None
    guild = row.guild if found.side is None else contest.teams[found.side].guild
    return found if await can_be_asked(r, found.by or 0, person, guild) else None


async def may_be_told(r: Reader, row: ContestRow, contest: Contest, person: int, now: int) -> bool:
    """Return whether an invitation may be sent as a DM: only to people who have used the bot themselves."""
    found, known = await find(r, row, contest, person, now), await people.get(r, person)
    return found is not None and known is not None and known.locale is not None


def check_new(contest: Contest, person: int, now: int) -> None:
    """Raise a UserError where a person's invitation already waits for an answer."""
    if find_pending(contest, person, now) is not None:
        raise UserError("They have an invitation already. Ask them to open it with /compete.")
