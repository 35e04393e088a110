"""Messages about a contest: results of a round or a day, check-in calls, places, agreements, absences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import discord

from bot.discord_kit.components import items
from bot.discord_kit.components.items import Screen
from bot.discord_kit.interactions.context import NO_PINGS, UiContext
from bot.discord_kit.requests import discord_errors
from bot.matchmaking.contests.formats.ties import double, single
from bot.matchmaking.contests.log import notifications
from bot.matchmaking.contests.log.contest import Contest, Pairing
from bot.matchmaking.contests.log.terms import DAY
from bot.matchmaking.contests.running import windows
from bot.matchmaking.contests.teams.team_sides import Face, face_of
from bot.matchmaking.contests.ui import both_teams, champions, sentences, tables, trees
from bot.matchmaking.contests.ui.access import mention
from bot.matchmaking.contests.ui.buttons import CheckIn, Pause, Show
from bot.play.outbox.ui.private_messages import PrivateMessages
from bot.play.outbox.ui.rows import is_overtaken
from bot.play.posts.ui.posting import post_quietly
from storage.rows import QueuedMessage
from storage.tables import outbox

_MOST = 16
"""Results that a message lists; *Pairings* has all."""
_CHECK_IN, _NEXT = "Check in before it begins, or you'll lose it.", "I'll DM you when your next match starts."
_BACK = ". If you're back, ask an organizer to invite you again."


async def send_results(ctx: UiContext, message: QueuedMessage) -> int | None:
    """Post a round or the results of a day silently in the contest's channel, or update a round's post."""
    async with ctx.app.database.read() as r:
        face = await face_of(r, ctx.app, message.payload["contest"])
    if face.row.channel is None:
        return None
    if "round" in message.payload:
        return await _send_round(ctx, face, message)
    day = message.payload["day"]
    ended = _list_ended(face.contest, day)
    if not ended or (face.contest.status == "finished" and day == (face.contest.ended_at or 0) // DAY):
        # The post of the champion has the last day's results.
        return None
    return await post_quietly(ctx, face.row.channel, await _of_day(ctx, face, day, ended), message)


async def send_end(ctx: UiContext, message: QueuedMessage) -> int | None:
    """Post the end of a contest in its channel, and ping the champion."""
    async with ctx.app.database.read() as r:
        face = await face_of(r, ctx.app, message.payload["contest"])
    if face.row.channel is None:
        return None
    return await champions.post(ctx, face, _list_last(face.contest), message)


async def _send_round(ctx: UiContext, face: Face, message: QueuedMessage) -> int | None:
    """Post a round's pairings, or edit that post to show their results; a deleted post stays away."""
    channel = face.row.channel or 0
    screen = _round(face, str(message.payload["round"]))
    first = notifications.name_round(face.kept, str(message.payload["round"]))
    if message.nonce == first:
        return await post_quietly(ctx, channel, screen, message)
    async with ctx.app.database.read() as r:
        posted = await outbox.message_of(r, first)
    if posted is None or await is_overtaken(ctx.app, message):
        return None
    post = ctx.client.get_partial_messageable(channel).get_partial_message(posted)
    try:
        await post.edit(**await ctx.as_edit(screen), allowed_mentions=NO_PINGS)
    except discord.HTTPException as error:
        if error.code not in discord_errors.PLACE_IS_SHUT | {discord_errors.UNKNOWN_MESSAGE}:
            raise
    return posted


def _round(face: Face, stage: str) -> Screen:
    """Return the post of a round: its pairings, with their results so far."""
    contest = face.contest
    if contest.terms.kind == "swiss":
        name, lines = (
            f"round {stage}",
            [
                *(sentences.pairing(pairing) for pairing in contest.pairings if pairing.stage == stage),
                *(f"{mention(bye.person)} has a bye" for bye in contest.byes if bye.stage == stage),
            ],
        )
    else:
        ties = double(contest) if contest.terms.kind == "double elimination" else single(contest)
        shown = windows.name_stages(ties)[stage]
        name, lines = shown.caption.lower(), trees.round_in_words(contest, shown)
    more = tables.count_more(max(0, len(lines) - _MOST), ": *Pairings* shows them all.")
    return _screen(face, (f"### {sentences.name(contest.terms)}: {name}", *lines[:_MOST], *more))


def _screen(face: Face, lines: Iterable[str]) -> Screen:
    return Screen(items.sentence("\n".join(lines), items.row(*champions.taps(face.row))))


def _list_ended(contest: Contest, day: int) -> list[Pairing]:
    """Return the pairings that were decided on a day since 1970."""
    ended = (pairing for pairing in contest.pairings if pairing.ended_at is not None)
    return [pairing for pairing in ended if (pairing.ended_at or 0) // DAY == day]


def _list_last(contest: Contest) -> list[Pairing]:
    """Return the results that no other post has: of the last day, in a format without rounds."""
    if contest.terms.kind in notifications.ROUNDS:
        return []
    return _list_ended(contest, (contest.ended_at or 0) // DAY)


async def _of_day(ctx: UiContext, face: Face, day: int, ended: Sequence[Pairing]) -> Screen:
    contest, team = face.contest, face.team
    heading = f"### {sentences.name(contest.terms)}: results of <t:{day * DAY + DAY // 2}:D>"
    told = await champions.list_results(ctx, face, ended)
    return _screen(face, (heading, *told, *tables.leaders(contest, team, ctx.app.now())))


async def send_check_in(ctx: UiContext, message: QueuedMessage) -> int | None:
    """Call a person to check in; nothing once they have, or have left, or the contest has begun."""
    async with ctx.app.database.read() as r:
        row, contest, *_ = await face_of(r, ctx.app, message.payload["contest"])
    person = message.payload["person"]
    one = contest.substitutes.get(person) or contest.entrants.get(person)
    if contest.status != "open" or one is None or one.gone or one.checked_in:
        return None
    text = f"**{sentences.name(contest.terms)}** begins <t:{contest.terms.starts_at}:R>. Check in to play."
    taps = items.row(items.button("Check in", CheckIn(row.id), items.STRONG))
    said = f"Check in for {sentences.name(contest.terms)} to play."
    push = sentences.on_a_lock_screen(contest, said, ctx.app.now())
    return await PrivateMessages(ctx).by_itself(message, Screen(items.sentence(text, taps), push=push))


async def send_place(ctx: UiContext, message: QueuedMessage) -> int | None:
    """Tell a person that they have a place; nothing if they've left it or the contest is over."""
    async with ctx.app.database.read() as r:
        row, contest, *_ = await face_of(r, ctx.app, message.payload["contest"])
    one = contest.entrants.get(message.payload["person"])
    if contest.ended_at is not None or one is None or one.gone:
        return None
    name = sentences.name(contest.terms)
    asked = contest.is_checking_in(ctx.app.now()) and not one.checked_in
    text = f"You have a place in **{name}**. {_CHECK_IN if asked else _NEXT}"
    said = f"You have a place in {name}.{' Check in to play.' if asked else ''}"
    push = sentences.on_a_lock_screen(contest, said, ctx.app.now())
    check_in = [items.button("Check in", CheckIn(row.id), items.STRONG)] if asked else []
    taps = items.row(*check_in, items.button("Open it", Show(row.id)))
    return await PrivateMessages(ctx).by_itself(message, Screen(items.sentence(text, taps), push=push))


async def send_agreed(ctx: UiContext, message: QueuedMessage) -> int | None:
    """Tell the captain who challenged another server that it will play."""
    async with ctx.app.database.read() as r:
        row, contest, *_ = await face_of(r, ctx.app, message.payload["contest"])
    if contest.status != "open" or len(contest.teams) < 2:
        return None
    told = f"{both_teams.team_name(contest, 1)} will play you in {sentences.name(contest.terms)}."
    text = f"**{told}** It begins <t:{contest.terms.starts_at}:R>."
    push = sentences.on_a_lock_screen(contest, told, ctx.app.now())
    shown = items.sentence(text, items.row(items.button("Open it", Show(row.id))))
    return await PrivateMessages(ctx).by_itself(message, Screen(shown, push=push))


async def send_absent(ctx: UiContext, message: QueuedMessage) -> int | None:
    """Tell an entrant who didn't show up that they're paused or out, and how to come back.

    Nothing is sent once they're back or the contest is over.
    """
    async with ctx.app.database.read() as r:
        row, contest, *_ = await face_of(r, ctx.app, message.payload["contest"])
    one = contest.entrants.get(message.payload["person"])
    if one is None or one.plays or contest.ended_at is not None:
        return None
    name, show = sentences.name(contest.terms), items.button("Open it", Show(row.id))
    paused, back = "out" if one.gone else "paused", items.button("Resume", Pause(row.id, "off"), items.GOOD)
    said = f"You didn't show up for a match of {name}, so you're {paused}."
    push = sentences.on_a_lock_screen(contest, said, ctx.app.now())
    text = f"**{name}**: you get no new matches{_BACK if one.gone else ' until you resume.'}"
    taps = items.row(*([] if one.gone else [back]), show)
    return await PrivateMessages(ctx).by_itself(message, Screen(items.sentence(text, taps), push=push))
