"""An invitation as the invited person sees it."""

from __future__ import annotations

from bot.contests import invitations
from bot.contests.events import Invited
from bot.contests.faces import face_of
from bot.contests.found import Found
from bot.contests.ui import sentences
from bot.contests.ui.buttons import Join, Show
from bot.outbox.ui.private_messages import PrivateMessages
from bot.ui import items, markdown
from bot.ui.context import UiContext
from bot.ui.items import Screen
from storage.rows import QueuedMessage

_TO_ENTER = "An organizer invites you to play. You're in once you tap **Join**."
_TO_REPLACE = (
    "An organizer invites you to take someone's place, with the points they have so far. "
    "It's yours once you tap **Join**."
)


async def invitation(ctx: UiContext, found: Found, person: int) -> Invited | None:
    """Return the invitation that a person can accept."""
    async with ctx.app.database.read() as r:
        return await invitations.find(r, found.row, found.contest, person, ctx.app.now())


def describe(invited: Invited) -> str:
    """Return what an invited person reads in the contest."""
    return _TO_REPLACE if invited.out else _TO_ENTER


async def send_invitation(ctx: UiContext, message: QueuedMessage) -> int | None:
    """Send an invitation with its *Join*, to people who have used the bot and whom its organizer may ask."""
    person = message.payload["person"]
    async with ctx.app.database.read() as r:
        row, contest, *_ = await face_of(r, ctx.app, message.payload["contest"])
        invited = invitations.find_pending(contest, person, ctx.app.now())
        if not await invitations.may_be_told(r, row, contest, person, ctx.app.now()) or invited is None:
            return None
    name = sentences.name(contest.terms)
    text = f"**{name}** · {sentences.format_name(contest.terms.kind)}\n{describe(invited)}"
    push = markdown.on_a_lock_screen(f"You're invited to {name}.")
    taps = items.row(items.button("Join", Join(row.id), items.GOOD), items.button("Open it", Show(row.id)))
    return await PrivateMessages(ctx).by_itself(message, Screen(items.sentence(text, taps), push=push))
