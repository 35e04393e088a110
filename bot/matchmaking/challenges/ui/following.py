"""The card of a challenge follows what becomes of it."""

from __future__ import annotations

import discord
import msgspec

from bot.core.sending import RetryAfter
from bot.core.terms import terms_of
from bot.discord_kit.components import items
from bot.discord_kit.components.items import Screen
from bot.discord_kit.interactions import answers
from bot.discord_kit.interactions.context import NO_PINGS, UiContext
from bot.discord_kit.requests import discord_errors
from bot.discord_kit.text import names
from bot.matchmaking.challenges.ui import cards
from bot.matchmaking.challenges.ui.buttons import Answer
from bot.matchmaking.fairness.ui import showing as fairness
from bot.play.outbox.ui.private_messages import PrivateMessages
from bot.play.outbox.ui.rows import is_overtaken
from bot.play.posts.ui import match_threads
from bot.play.wording import matches
from games import GAMES
from storage.rows import Challenge, QueuedMessage
from storage.tables import challenges, people


async def send_card(ctx: UiContext, message: QueuedMessage) -> int | None:
    """Send a challenge's card as it is now."""
    async with ctx.app.database.read() as r:
        challenge = await challenges.get(r, message.payload["challenge"])
    if challenge is None or challenge.message is None or await is_overtaken(ctx.app, message):
        return None
    channel = ctx.client.get_partial_messageable(challenge.channel or 0)
    card = channel.get_partial_message(challenge.message)
    if wait := match_threads.threads_of(ctx).wait_for_edit(channel.id, card.id):
        raise RetryAfter(wait)
    screen = await _card_of(ctx, challenge)

    async def edit(one: Screen) -> None:
        await card.edit(**await ctx.as_edit(one), allowed_mentions=NO_PINGS)

    try:
        await answers.sent(edit, screen, answers.EDITS)
    except discord.HTTPException as error:
        if error.code != discord_errors.THREAD_IS_ARCHIVED:
            raise
        # A rematch waits for weeks in the thread of a match that is over.
        await ctx.client.http.edit_channel(channel.id, archived=False)
        for file in screen.files:
            file.reset()
        await answers.sent(edit, screen, answers.EDITS)
        await ctx.client.http.edit_channel(channel.id, archived=True)
    return challenge.message


async def _card_of(ctx: UiContext, challenge: Challenge) -> Screen:
    """The card as it stands now; that of a match against the bot says whether that counts."""
    if challenge.level is None:
        return await cards.challenge_card(challenge)
    if challenge.match_id is not None:
        rated = (await ctx.app.match_state(challenge.match_id)).match.rated
        challenge = msgspec.structs.replace(challenge, rated=rated)
    return await cards.offer_card(challenge)


async def send(ctx: UiContext, message: QueuedMessage) -> int | None:
    """Ask; nothing once it has been answered."""
    async with ctx.app.database.read() as r:
        challenge = await challenges.get(r, message.payload["challenge"])
        asks = await people.get(r, challenge.challenger) if challenge is not None else None
    if challenge is None or challenge.status != "open" or asks is None:
        return None
    return await PrivateMessages(ctx).by_itself(message, _screen(challenge, names.shown(asks.name)))


def _screen(challenge: Challenge, name: str) -> Screen:
    """Who asks, on what terms, and the two answers."""
    game, seat = GAMES[challenge.game], challenge.challenger_seat
    sides = "Sides are random." if seat is None else f"They play {game.seats[seat]}."
    lines = (
        f"**{name} asks you for a rematch of {game.title}.** {sides}",
        matches.terms(terms_of(challenge)),
        f"Open until <t:{challenge.expires_at}:f>.",
    )
    taps = (
        items.button("Accept", Answer(challenge.id, "accept"), items.GOOD),
        items.button("Decline", Answer(challenge.id, "decline")),
        *fairness.on_card(challenge),
    )
    push = f"{name} asks you for a rematch of {game.title}"
    return Screen(items.sentence("\n".join(filter(None, lines)), items.row(*taps)), push=push)
