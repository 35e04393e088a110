"""An invitation as the invited person sees it."""

from __future__ import annotations

from bot.discord_kit.components import items
from bot.discord_kit.components.items import Screen
from bot.discord_kit.interactions.context import UiContext
from bot.matchmaking.contests.log.events import Invited
from bot.matchmaking.contests.organizing import entering
from bot.matchmaking.contests.teams.team_sides import Found
from bot.matchmaking.contests.ui import sentences
from bot.matchmaking.contests.ui.buttons import Join, Show

_TO_ENTER = "An organizer invites you to play. You're in once you tap **Join**."
_TO_REPLACE = (
    "An organizer invites you to take someone's place, with the points they have so far. "
    "It's yours once you tap **Join**."
)


async def invitation(ctx: UiContext, found: Found, person: int) -> Invited | None:
    """Return the invitation that a person can accept, or None."""
    async with ctx.app.database.read() as r:
        return await entering.find_invitation(r, found.row, found.contest, person, ctx.app.now())


def describe(invited: Invited) -> str:
    """Return the text that an invited person reads on the contest's screen."""
    return _TO_REPLACE if invited.out else _TO_ENTER


async def screen(ctx: UiContext, found: Found, person: int) -> Screen | None:
    """Return an invitation as a DM with a Join button, or None if it's gone or may not be sent."""
    row, contest = found
    invited = entering.find_pending_invitation(contest, person, ctx.app.now())
    async with ctx.app.database.read() as r:
        if not await entering.may_send_invitation(r, row, contest, person, ctx.app.now()) or invited is None:
            return None
    name = sentences.name(contest.terms)
    text = f"**{name}** · {sentences.format_name(contest.terms.kind)}\n{describe(invited)}"
    taps = items.row(items.button("Join", Join(row.id), items.GOOD), items.button("Open it", Show(row.id)))
    push = sentences.on_a_lock_screen(contest, f"You're invited to {name}.", ctx.app.now())
    return Screen(items.sentence(text, taps), push=push)
