"""The notice that an analysis is done, where the person requested it or in a DM, and sharing."""

from __future__ import annotations

import logging

from bot.core.errors import UserError
from bot.core.match_state import MatchState, in_force
from bot.discord_kit.components import items, pictures
from bot.discord_kit.components.items import Screen
from bot.discord_kit.components.navigation import WatchReplay
from bot.discord_kit.interactions import answers
from bot.discord_kit.interactions.context import Interaction, UiContext, place_of, say
from bot.discord_kit.requests import discord_errors
from bot.learning.analysis import analyses
from bot.learning.analysis.analyses import Look
from bot.learning.analysis.ui import curves, pages, taps
from bot.learning.analysis.ui.pages import AllWaiting, Analyze, ShareAnalysis
from bot.play.outbox.ui.private_messages import PrivateMessages
from bot.play.posts.ui import posting
from bot.play.wording import matches
from games.core.teaching.moments import moments
from storage.rows import QueuedMessage

log = logging.getLogger(__name__)

_READY = "The analysis of {} is ready."
_WHERE = "*Analysis* below its last board opens it."
_FAILED = "Something went wrong when I analyzed {}. Ask for it again with `/analysis`."


async def tell(ctx: UiContext, message: QueuedMessage) -> int | None:
    """Change the answer that waits for the analysis, or send a DM."""
    match_id, person = message.payload["match"], message.payload["person"]
    state = await ctx.app.match_state(match_id)
    waiting = await ctx.app.own(AllWaiting, AllWaiting).take(ctx.app, match_id, person)
    if waiting is not None and await _change_answer(ctx, waiting, state):
        return None
    return await PrivateMessages(ctx).by_itself(message, await _build_dm(ctx, state, person))


async def _change_answer(ctx: UiContext, waiting: Interaction, state: MatchState) -> bool:
    person, guild = waiting.user.id, place_of(waiting).guild
    failed = Screen(items.sentence(_FAILED.format(state.title)))
    try:
        look = await analyses.find_analysis(ctx.app, state.match.id, person, guild)
        found = await taps.screen(ctx, look, 0, person) if look else failed
    except UserError as refused:
        found = Screen(items.sentence(str(refused)))
    try:
        await answers.change_later(waiting, found)
    except discord_errors.NETWORK as error:
        ctx.rest.note_failure(error)
        log.info("an answer couldn't be changed, so a DM says the same: %s", error)
        return False
    return True


async def _build_dm(ctx: UiContext, state: MatchState, person: int) -> Screen:
    """Return the DM, which tells people who didn't play where to find the button instead of including it."""
    async with ctx.app.database.read() as r:
        kept = await analyses.current(r, state.match.id)
    if kept is None:
        return Screen(items.sentence(_FAILED.format(state.title)), quiet=True)
    ready = _READY.format(f"**{state.title}**")
    if state.seat_of(person) is None:
        return Screen(items.sentence(f"{ready} {_WHERE}"), quiet=True)
    row = items.row(items.button("Show it", Analyze(state.match.id), items.STRONG))
    return Screen(items.sentence(ready, row), quiet=True)


_SHARED = "It's in the thread of the match now, or in its channel."


async def share(ctx: UiContext, interaction: Interaction, tap: ShareAnalysis) -> None:
    """Post the analysis here if the match may be shared here, else queue a post where it was played."""
    person, guild = interaction.user.id, place_of(interaction).guild
    look = await analyses.find_analysis(ctx.app, tap.match, person, guild)
    state = analyses.check_sharing(look, person)
    if look is None or not analyses.may_share_here(state, guild):
        await analyses.share(ctx.app, ctx.limits, state, person)
        await say(interaction, _SHARED)
        return
    async with ctx.limits.act("analyses shared", person):
        await answers.for_everyone(interaction, await _screen(look, person))


async def post(ctx: UiContext, message: QueuedMessage) -> int | None:
    """Post a shared analysis where its match was played; return the message's id, or None if it's gone."""
    state = await ctx.app.match_state(message.payload["match"])
    async with ctx.app.database.read() as r:
        kept = await analyses.current(r, state.match.id)
    if kept is None or not state.is_open_to_all:
        return None
    look = Look(in_force(state), analyses.read(kept), is_done=True)
    screen = await _screen(look, message.payload["by"])
    return (await posting.post(ctx, state, screen, message)).id


async def _screen(look: Look, person: int) -> Screen:
    state = look.state
    files = await curves.pictures(state, look.found, pictures.NORMAL, moments(look.found))
    lines = (
        pages.heading(state),
        matches.result_line(state),
        *pages.overview_lines(look, None),
        f"-# Shared by <@{person}>.",
    )
    taps = [items.button("Analysis", Analyze(state.match.id)), *_replay(state)]
    parts = [*map(items.show_picture, files), items.text("\n".join(lines)), items.row(*taps)]
    return Screen(items.message(*parts), files)


def _replay(state: MatchState) -> list[items.Tap]:
    return [items.button("Replay", WatchReplay(state.match.id))]
