"""Replacing the boards that a finished match still shows to its players in private."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence

from bot.core import notices
from bot.core.sending import Undeliverable
from bot.discord_kit.interactions import live_panels
from bot.discord_kit.interactions.context import UiContext
from bot.discord_kit.interactions.live_panels import LivePanel
from bot.discord_kit.requests import discord_errors
from bot.play.matches.ui import messages
from bot.play.posts.ui import direct_messages
from storage.rows import QueuedMessage
from storage.tables import outbox

log = logging.getLogger(__name__)

_BOARDS = (notices.PING, notices.BRIEFING)
_CALLS = (notices.REMINDER, notices.PLACE, notices.BACK)
_MOST_CALLS = 4
"""How many DMs about one turn there may be."""


async def close(ctx: UiContext, message: QueuedMessage) -> None:
    """Replace all that still shows a player a match under way, once it's over."""
    match_id, person = message.payload["match"], message.payload["person"]
    live = live_panels.panels_of(ctx).get((match_id, person))
    for panel in await _find_shown(ctx, message, live):
        try:
            await _close(ctx, message, panel)
        except discord_errors.NETWORK as error:
            if not isinstance(discord_errors.classify_error(error), Undeliverable):
                raise
            log.info("a panel of %s stays as it was: %s", match_id, error)
    live_panels.panels_of(ctx).forget((match_id, person))


async def _close(ctx: UiContext, message: QueuedMessage, panel: LivePanel) -> None:
    """Replace a panel by the end, or in a DM, where the end has a message of its own, by a line."""
    state, seat = await ctx.app.match_state(message.payload["match"]), message.payload["seat"]
    is_dm = panel.channel is not None
    screen = messages.over(state, seat) if is_dm else await direct_messages.result(ctx, state, seat)
    await live_panels.replace(ctx, panel, screen)


async def _find_shown(ctx: UiContext, message: QueuedMessage, live: LivePanel | None) -> list[LivePanel]:
    """Return the live panel and the DMs about the last turn; after a restart, only the DMs are known."""
    person = message.payload["person"]
    place = await ctx.direct.find_channel(person)
    found = [] if live is None else [live]
    if place is None:
        return found
    async with ctx.app.database.read() as r:
        lane, match_id = notices.person_lane(person), message.payload["match"]
        sent = await outbox.newest_sent(r, match_id, lane, _MOST_CALLS)
    kinds = _CALLS if live is not None else (*_BOARDS, *_CALLS)
    ids = [row.message_id for row in _of_last_turn(sent) if row.kind in kinds]
    known = live and live.message
    return [*found, *(LivePanel(id, None, place.id) for id in ids if id != known)]


def _of_last_turn(sent: Sequence[QueuedMessage]) -> Iterator[QueuedMessage]:
    """Yield the DMs since the newest one with a board, given newest first."""
    for row in sent:
        yield row
        if row.kind in _BOARDS:
            return
