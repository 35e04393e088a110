"""Sharing an analysis: its overview for everybody, as a picture with a few words."""

from __future__ import annotations

from bot.core.match_state import MatchState
from bot.discord_kit.components import items, pictures
from bot.discord_kit.components.items import Screen
from bot.discord_kit.components.navigation import WatchReplay
from bot.discord_kit.interactions import answers
from bot.discord_kit.interactions.context import Interaction, UiContext, place_of, say
from bot.learning.analysis import analyses, sharing
from bot.learning.analysis.analyses import Look
from bot.learning.analysis.ui import curves, pages
from bot.learning.analysis.ui.buttons import Analyze, ShareAnalysis
from bot.play.posts.ui import posting
from bot.play.wording import matches
from storage.rows import QueuedMessage

_SHARED = "It's in the thread of the match now, or in its channel."


async def shared(ctx: UiContext, interaction: Interaction, tap: ShareAnalysis) -> None:
    """Post it here if it belongs here, else where the match was played."""
    person, guild = interaction.user.id, place_of(interaction).guild
    look = await analyses.looked(ctx.app, tap.match, person, guild)
    state = sharing.check(look, person)
    if look is None or not sharing.may_share_here(state, guild):
        await sharing.share(ctx.app, ctx.limits, state, person)
        await say(interaction, _SHARED)
        return
    async with ctx.limits.act("analyses shared", person):
        await answers.for_everyone(interaction, await _screen(look, person))


async def post(ctx: UiContext, message: QueuedMessage) -> int | None:
    """The same as a post where the match was played."""
    state = await ctx.app.match_state(message.payload["match"])
    async with ctx.app.database.read() as r:
        kept = await analyses.current(r, state.match.id)
    if kept is None or not state.is_open_to_all:
        return None
    look = Look(state, analyses.read(kept), is_done=True)
    screen = await _screen(look, message.payload["by"])
    return (await posting.post(ctx, state, screen, message)).id


async def _screen(look: Look, person: int) -> Screen:
    state = look.state
    files = await curves.pictures(state, look.found, pictures.NORMAL)
    lines = (
        pages.heading(state),
        matches.result_line(state),
        *pages.overview_lines(look, None),
        f"-# Shared by <@{person}>.",
    )
    taps = [items.button("Analysis", Analyze(state.match.id)), *_replay(state)]
    parts = [*map(items.shown, files), items.text("\n".join(lines)), items.row(*taps)]
    return Screen(items.message(*parts), files)


def _replay(state: MatchState) -> list[items.Tap]:
    return [items.button("Replay", WatchReplay(state.match.id))]
