"""Telling somebody that an analysis is done: where they asked, or quietly in a DM."""

from __future__ import annotations

import logging

from bot.core.errors import UserError
from bot.core.match_state import MatchState
from bot.discord_kit.components import items
from bot.discord_kit.components.items import Screen
from bot.discord_kit.interactions import answers
from bot.discord_kit.interactions.context import Interaction, UiContext, place_of
from bot.discord_kit.requests import discord_errors
from bot.learning.analysis import analyses
from bot.learning.analysis.ui import taps
from bot.learning.analysis.ui.buttons import Analyze
from bot.learning.analysis.ui.waiting import AllWaiting
from bot.play.outbox.ui.private_messages import PrivateMessages
from storage.rows import QueuedMessage

log = logging.getLogger(__name__)

_READY = "The analysis of {} is ready."
_WHERE = "*Analysis* below its last board opens it."
_FAILED = "Something went wrong when I analyzed {}. Ask for it again with `/analysis`."


async def tell(ctx: UiContext, message: QueuedMessage) -> int | None:
    """Change the answer that waits for it, or send a DM."""
    match_id, person = message.payload["match"], message.payload["person"]
    state = await ctx.app.match_state(match_id)
    waiting = await ctx.own(AllWaiting, AllWaiting).take(ctx.app, match_id, person)
    if waiting is not None and await _changed(ctx, waiting, state):
        return None
    return await PrivateMessages(ctx).by_itself(message, await _said(ctx, state, person))


async def _changed(ctx: UiContext, waiting: Interaction, state: MatchState) -> bool:
    person, guild = waiting.user.id, place_of(waiting).guild
    failed = Screen(items.sentence(_FAILED.format(state.title)))
    try:
        look = await analyses.looked(ctx.app, state.match.id, person, guild)
        found = await taps.screen(ctx, look, 0, person) if look else failed
    except UserError as refused:
        found = Screen(items.sentence(str(refused)))
    try:
        await answers.change_later(waiting, found)
    except discord_errors.NETWORK as error:
        ctx.rest.noticed(error)
        log.info("an answer couldn't be changed, so a DM says the same: %s", error)
        return False
    return True


async def _said(ctx: UiContext, state: MatchState, person: int) -> Screen:
    """The DM; those who only looked on open it where they could."""
    async with ctx.app.database.read() as r:
        kept = await analyses.current(r, state.match.id)
    if kept is None:
        return Screen(items.sentence(_FAILED.format(state.title)), quiet=True)
    ready = _READY.format(f"**{state.title}**")
    if state.seat_of(person) is None:
        return Screen(items.sentence(f"{ready} {_WHERE}"), quiet=True)
    row = items.row(items.button("Show it", Analyze(state.match.id), items.STRONG))
    return Screen(items.sentence(ready, row), quiet=True)
