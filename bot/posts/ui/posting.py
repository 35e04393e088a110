"""Posting where a match is played, and what becomes of it when nobody can be reached there."""

from __future__ import annotations

import logging

import discord

from bot.clocks import silences
from bot.core.alike import alike
from bot.core.app_context import AppContext
from bot.core.match_state import MatchState
from bot.core.sending import Unreachable
from bot.outbox import notices
from bot.ui import calling, discord_errors, words
from bot.ui.context import UiContext
from bot.ui.items import Screen
from storage import matches, outbox
from storage.rows import QueuedMessage

log = logging.getLogger(__name__)

ONE_PERSON = discord.AllowedMentions(users=True, roles=False, everyone=False)
PLACELESS = "I can't post where this match is played anymore. It continues here, in DMs."
PLACED = "I can post where it's played again."
_LEFT = "I can't reach <@{}> anymore. The match continues, and its clock decides."
_SILENT = "I can't reach <@{}> right now. The match continues, and I'll tell them as soon as I can."


async def post(
    ctx: UiContext,
    state: MatchState,
    screen: Screen,
    message: QueuedMessage,
    mentions: discord.AllowedMentions,
) -> int:
    """Post in the thread; in the channel when the thread is shut. Where both are, the match goes on in
    private, which its people are told, and the thread is tried again with the next post."""
    match, reasons = state.match, list[str]()
    for place in filter(None, (match.thread, match.channel)):
        try:
            channel = ctx.client.get_partial_messageable(place)
            sent = await calling.send(channel, screen, ctx.links, mentions=mentions, nonce=nonce_of(message))
        except discord.HTTPException as error:
            if error.code not in discord_errors.PLACE_IS_SHUT:
                raise
            reasons.append(f"{place}: {error.code} {error.text}")
            for file in screen.files:
                file.reset()
        else:
            if reasons:
                await _leave_thread(ctx, state)
            return sent.id
    await _tell_of_place(ctx, state)
    raise Unreachable(f"the match has no public place ({', '.join(reasons)})")


async def _tell_of_place(ctx: UiContext, state: MatchState) -> None:
    """The match goes on in private, which both people are told."""
    told = [notices.place(state, row.seat, ctx.app.now()) for row in state.match.seats]
    async with ctx.app.database.write() as w:
        await outbox.add(w, [message for message in told if message is not None])
    ctx.app.outbox.wake()


async def _leave_thread(ctx: UiContext, state: MatchState) -> None:
    log.info("the thread of %s is closed; posting in its channel instead", state.match.id)
    async with ctx.app.database.write() as w:
        await matches.set_thread(w, state.match.id, None)


async def is_overtaken(app: AppContext, message: QueuedMessage) -> bool:
    """Whether something newer of the same kind waits in the same place."""
    async with app.database.read() as r:
        return await outbox.is_overtaken(r, message, app.now())


async def tell(app: AppContext, state: MatchState, whom: tuple[int, ...], occasion: str, text: str) -> None:
    """A sentence in private about how a match is played, to each person once."""
    line, now = f"{state.title}, {words.players(state.match)}: {text}", app.now()
    told = [notices.note(one, line, f"{occasion}:{state.match.id}:{one}", now) for one in whom]
    async with app.database.write() as w:
        await outbox.add(w, told)
    app.outbox.wake()


async def miss(app: AppContext, state: MatchState, message: QueuedMessage, *, has_left: bool = False) -> None:
    """Somebody cannot be told: while it is about their turn their clock stands, and the other side learns of
    it. GEN-7

    Not the clock of somebody who has left the server by themselves: else a loss could be walked away from."""
    person = message.payload["person"]
    if state.match.reason is not None:
        return
    log.warning("%s can't be reached in %s", person, state.match.id, extra=alike("out of reach"))
    if has_left or not await silences.pause(app, state, message):
        others = tuple(other for other in state.people() if other != person)
        said = (_LEFT if has_left else _SILENT).format(person)
        await tell(app, state, others, f"silent:{person}", said)


def nonce_of(message: QueuedMessage) -> str:
    """The same for every attempt, so that a resend does not show twice."""
    return f"sp{message.id}"
