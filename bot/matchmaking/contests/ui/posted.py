"""A contest's card where it was announced, posted once and changed quietly as it goes on; and invitations."""

from __future__ import annotations

import discord
import msgspec

from bot.discord_kit.components.items import Screen
from bot.discord_kit.interactions import answers
from bot.discord_kit.interactions.context import NO_PINGS, UiContext
from bot.discord_kit.requests import calling, discord_errors
from bot.matchmaking.contests.log import notifications
from bot.matchmaking.contests.teams.found import Found
from bot.matchmaking.contests.teams.team_sides import Face, face_of
from bot.matchmaking.contests.ui import inviting
from bot.matchmaking.contests.ui.card import card
from bot.play.outbox.ui.private_messages import PrivateMessages
from bot.play.outbox.ui.rows import is_overtaken, nonce_of
from storage.rows import QueuedMessage
from storage.tables import contests


async def send_card(ctx: UiContext, message: QueuedMessage) -> int | None:
    """Post the card, or let it show what has happened; nothing where a newer one waits."""
    async with ctx.app.database.read() as r:
        found = await face_of(r, ctx.app, message.payload["contest"])
    if found.row.channel is None or await is_overtaken(ctx.app, message):
        return None
    screen = await card(ctx, Found(found.row, found.contest))
    if found.row.message is not None:
        return await _changed(ctx, found, screen, message)
    sent = await _posted(ctx, found, screen, f"spc{found.kept}")
    if sent is None or message.nonce == notifications.card(found.kept, 0, 0).nonce:
        return sent
    # One that was posted before a kill, and not noted, is still as it was then.
    row = msgspec.structs.replace(found.row, message=sent)
    return await _changed(ctx, found._replace(row=row), _again(screen), message)


async def send_invitation(ctx: UiContext, message: QueuedMessage) -> int | None:
    """Send an invitation to people who have used the bot and whom its organizer may ask; nobody else."""
    async with ctx.app.database.read() as r:
        found = await face_of(r, ctx.app, message.payload["contest"])
    screen = await inviting.screen(ctx, Found(found.row, found.contest), message.payload["person"])
    return None if screen is None else await PrivateMessages(ctx).by_itself(message, screen)


async def _posted(ctx: UiContext, found: Face, screen: Screen, nonce: str) -> int | None:
    """By the same nonce it's posted once, whichever message brings it about."""
    place = ctx.client.get_partial_messageable(found.row.channel or 0)

    async def send(one: Screen) -> discord.Message:
        return await calling.send(ctx, place, one, nonce=nonce)

    try:
        sent = await answers.sent(send, screen)
    except discord.HTTPException as error:
        if error.code in discord_errors.PLACE_IS_SHUT:
            return None
        raise
    async with ctx.app.database.write() as w:
        await contests.set_message(w, found.kept, found.row.channel or 0, sent.id)
    return sent.id


async def _changed(ctx: UiContext, found: Face, screen: Screen, message: QueuedMessage) -> int | None:
    """The card as it is now; one that was deleted is posted again."""
    there = ctx.client.get_partial_messageable(found.row.channel or 0)
    old = there.get_partial_message(found.row.message or 0)

    async def edit(one: Screen) -> discord.Message:
        return await old.edit(**await ctx.as_edit(one), allowed_mentions=NO_PINGS)

    try:
        await answers.sent(edit, screen, answers.EDITS)
    except discord.HTTPException as error:
        if error.code == discord_errors.UNKNOWN_MESSAGE:
            return await _posted(ctx, found, _again(screen), nonce_of(message))
        if error.code in discord_errors.PLACE_IS_SHUT:
            return None
        raise
    return found.row.message


def _again(screen: Screen) -> Screen:
    """The same to be sent once more."""
    for file in screen.files:
        file.reset()
    return screen
