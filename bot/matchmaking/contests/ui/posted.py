"""A contest's card where it was announced, posted once and changed quietly as it goes on; and invitations."""

from __future__ import annotations

from typing import Any

import discord
import msgspec
from discord import ui

from bot.discord_kit.components import items, pictures
from bot.discord_kit.components.items import Screen
from bot.discord_kit.interactions import answers
from bot.discord_kit.interactions.context import NO_PINGS, UiContext
from bot.discord_kit.requests import calling, discord_errors
from bot.matchmaking.contests.log import dice, notifications
from bot.matchmaking.contests.organizing.entering import takes_substitutes
from bot.matchmaking.contests.teams.team_sides import Face, Found, face_of
from bot.matchmaking.contests.ui import both_teams, inviting, sentences, tables
from bot.matchmaking.contests.ui.buttons import CheckIn, Join, Manage, Show, Withdraw
from bot.play.outbox.ui.private_messages import PrivateMessages
from bot.play.outbox.ui.rows import is_overtaken, nonce_of
from games import GAMES
from storage.rows import QueuedMessage
from storage.tables import contests

_TOP, _TOP_OF_BRACKET = 10, 14
"""Lines of the standings that the card tells, and of a bracket."""


async def card(ctx: UiContext, found: Found) -> Screen:
    """The card as it stands: what it is before it begins, and the standings from then on."""
    row, contest = found
    parts, files = await (_standings(ctx, found) if contest.begun_at else _before(found))
    below = "" if contest.ended_at is not None else sentences.policies(contest.terms)
    async with ctx.app.database.read() as r:
        secret = await dice.told_of(r, row, contest)
    parts.append(items.text("\n".join(filter(None, (below, f"-# {secret}")))))
    return Screen(items.message(*parts, *items.rows(_taps(found))), files)


async def _before(found: Found) -> tuple[list[ui.Item[Any]], list[discord.File]]:
    """What it will be, with a small picture of the game."""
    contest = found.contest
    file = await pictures.icon(GAMES[contest.terms.game].icon())
    thumbnail: ui.Thumbnail[Any] = ui.Thumbnail(f"attachment://{file.filename}", description=file.description)
    top: ui.Section[Any] = ui.Section(items.text(sentences.heading(contest)), accessory=thumbnail)
    lines = (
        sentences.how(contest.terms),
        sentences.who_may(contest.terms),
        both_teams.people(contest, found.team),
    )
    return [top, items.text("\n".join(lines))], [file]


async def _standings(ctx: UiContext, found: Found) -> tuple[list[ui.Item[Any]], list[discord.File]]:
    """Where everybody stands, as a picture and in words."""
    contest = found.contest
    page = await tables.standing(ctx, contest, found.team)
    file = await tables.pictured(ctx, contest)
    most = _TOP_OF_BRACKET if tables.windows_of(contest) else _TOP
    more = "" if len(page.lines) <= most and page.pages == 1 else "-# *Standings* shows everyone."
    words = "\n".join(filter(None, (*page.lines[:most], more)))
    above = "\n".join(filter(None, (sentences.heading(contest), page.above)))
    return [items.text(above), items.shown(file), items.text(words)], [file]


def _taps(found: Found) -> list[items.Tap]:
    """What anybody may tap; whether they may do it is found out then."""
    row, contest = found
    taps: list[items.Tap] = []
    if takes_substitutes(contest):
        taps.append(items.button("Be a substitute", Join(row.id)))
    elif contest.status == "open" or (contest.ended_at is None and found.team is None):
        taps.append(items.button("Join", Join(row.id), items.GOOD))
    if contest.ended_at is None:
        taps.append(items.button("Withdraw", Withdraw(row.id)))
        if contest.status == "open" and contest.terms.check_in:
            taps.append(items.button("Check in", CheckIn(row.id), items.STRONG))
    taps.append(items.button("Standings" if contest.begun_at else "Details", Show(row.id)))
    return [*taps, items.button("Manage", Manage(row.id))]


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
