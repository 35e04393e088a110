"""A contest's card in its channel, posted once and then edited silently; and invitations by DM."""

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
from bot.matchmaking.contests.log import notifications
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
"""Lines of standings on the card: of a table, and of a bracket."""


async def card(ctx: UiContext, found: Found) -> Screen:
    """Return a contest's card: what it will be before it begins, the standings from then on."""
    parts, files = await (_standings(ctx, found) if found.contest.begun_at else _before(found))
    return Screen(items.message(*parts, *items.rows(_taps(found))), files)


async def _before(found: Found) -> tuple[list[ui.Item[Any]], list[discord.File]]:
    """Return the card's parts and files before the start, with a small picture of the game."""
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
    """Return the card's parts and files after the start: the standings as a picture and in words."""
    contest = found.contest
    page = await tables.standing(ctx, contest, found.team)
    file = await tables.draw_standings(ctx, contest)
    most = _TOP_OF_BRACKET if tables.windows_of(contest) else _TOP
    shows = ("-# *Standings* shows the whole bracket.",) if len(page.lines) > most else ()
    others = tables.count_more(page.more + max(0, len(page.lines) - most), ": *Standings* shows everyone.")
    words = "\n".join((*page.lines[:most], *(shows if tables.windows_of(contest) else others)))
    above = "\n".join(filter(None, (sentences.heading(contest), page.above)))
    return [items.text(above), items.show_picture(file), items.text(words)], [file]


def _taps(found: Found) -> list[items.Tap]:
    """Return the card's buttons, the same for everyone; what a person may do is checked at the tap."""
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
    """Post the card, or edit it to show what has happened; nothing if a newer message is queued."""
    async with ctx.app.database.read() as r:
        found = await face_of(r, ctx.app, message.payload["contest"])
    if found.row.channel is None or await is_overtaken(ctx.app, message):
        return None
    screen = await card(ctx, Found(found.row, found.contest))
    if found.row.message is not None:
        return await _edit(ctx, found, screen, message)
    sent = await _post(ctx, found, screen, f"spc{found.kept}")
    if sent is None or message.nonce == notifications.card(found.kept, 0, 0).nonce:
        return sent
    # Discord returns a card that was posted before a crash lost its id; that one is out of date.
    row = msgspec.structs.replace(found.row, message=sent)
    return await _edit(ctx, found._replace(row=row), _again(screen), message)


async def send_invitation(ctx: UiContext, message: QueuedMessage) -> int | None:
    """Send an invitation by DM, only to people who have used the bot and may be asked."""
    async with ctx.app.database.read() as r:
        found = await face_of(r, ctx.app, message.payload["contest"])
    screen = await inviting.screen(ctx, Found(found.row, found.contest), message.payload["person"])
    return None if screen is None else await PrivateMessages(ctx).by_itself(message, screen)


async def _post(ctx: UiContext, found: Face, screen: Screen, nonce: str) -> int | None:
    """Post the card and store its message id. One nonce posts it once, whichever message asks for it."""
    place = ctx.client.get_partial_messageable(found.row.channel or 0)

    async def send(one: Screen) -> discord.Message:
        return await calling.send(ctx, place, one, nonce=nonce)

    try:
        sent = await answers.send_with_fallback(send, screen)
    except discord.HTTPException as error:
        if error.code in discord_errors.PLACE_IS_SHUT:
            return None
        raise
    async with ctx.app.database.write() as w:
        await contests.set_message(w, found.kept, found.row.channel or 0, sent.id)
    return sent.id


async def _edit(ctx: UiContext, found: Face, screen: Screen, message: QueuedMessage) -> int | None:
    """Edit the card to its present state; post it again if it was deleted."""
    there = ctx.client.get_partial_messageable(found.row.channel or 0)
    old = there.get_partial_message(found.row.message or 0)

    async def edit(one: Screen) -> discord.Message:
        return await old.edit(**await ctx.as_edit(one), allowed_mentions=NO_PINGS)

    try:
        await answers.send_with_fallback(edit, screen, answers.EDITS)
    except discord.HTTPException as error:
        if error.code == discord_errors.UNKNOWN_MESSAGE:
            return await _post(ctx, found, _again(screen), nonce_of(message))
        if error.code in discord_errors.PLACE_IS_SHUT:
            return None
        raise
    return found.row.message


def _again(screen: Screen) -> Screen:
    """Return the screen with its files rewound, to be sent once more."""
    for file in screen.files:
        file.reset()
    return screen
