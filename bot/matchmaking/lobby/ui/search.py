"""A search as its person sees it: what they look for, and what else there is."""

from __future__ import annotations

from bot.core import closed_dms
from bot.discord_kit.components import items
from bot.discord_kit.components.items import Screen
from bot.discord_kit.components.navigation import OpenLobby, OpenMatch
from bot.discord_kit.interactions.context import UiContext
from bot.matchmaking.challenges.ui import starting
from bot.matchmaking.contests.organizing import everywhere
from bot.matchmaking.contests.ui.buttons import Show
from bot.matchmaking.fairness.ui import showing as fairness
from bot.matchmaking.lobby.fit import is_long
from bot.matchmaking.lobby.ui import sentences
from bot.matchmaking.lobby.ui.buttons import StopLooking
from bot.matchmaking.lobby.waiting import waiting_for
from games import GAMES
from storage.tables.seeks import Seek

_OVER = {
    "paired": "**You have an opponent.** Your match is on.",
    "withdrawn": "**You're not looking anymore.**",
    "expired": "**This search is over.** I found no opponent within three days.",
}
_LOOKING = "I'll DM you when your match starts, so you can close this. I look until <t:{}:f>."
_LONG = "No one has turned up within a day. I'm still looking; meanwhile, you can play me."
_LADDER = "There's also a ladder for this game: it finds you a match within a day, and then the next one."


async def screen(ctx: UiContext, seek: Seek) -> Screen:
    """The search as it is now."""
    if not seek.is_open:
        return _over(seek)
    ladder = await _ladder(ctx, seek)
    lines = ["### Looking for an opponent", sentences.about(seek), _LOOKING.format(seek.expires_at)]
    lines += await _facts(ctx, seek)
    lines += [_LADDER] if ladder else []
    return Screen(items.sentence("\n".join(filter(None, lines)), items.row(*_taps(ctx, seek, ladder))))


async def _ladder(ctx: UiContext, seek: Seek) -> str | None:
    """What's offered to somebody who has looked for long."""
    if not is_long(seek, ctx.app.now()):
        return None
    async with ctx.app.database.read() as r:
        return await everywhere.ladder_for(r, seek.game, seek.guild)


async def _facts(ctx: UiContext, seek: Seek) -> list[str]:
    now = ctx.app.now()
    found = await waiting_for(ctx.app, seek)
    warning = await closed_dms.warning(ctx.app, seek.person) if seek.everywhere else ""
    return [
        sentences.waits(
            found.people,
            found.usual,
            GAMES[seek.game].title,
            "everywhere" if seek.everywhere else "on the same server",
        ),
        sentences.widening(seek, now),
        _LONG if is_long(seek, now) else "",
        f"**{warning}**" if warning else "",
    ]


def _taps(ctx: UiContext, seek: Seek, ladder: str | None) -> list[items.Tap]:
    taps: list[items.Tap] = [
        items.button("Stop looking", StopLooking(seek.id)),
        items.button("New search", OpenLobby()),
    ]
    if is_long(seek, ctx.app.now()):
        now = starting.shown_of(ctx).button(seek.person, seek.game)
        taps.insert(0, items.button("Play the bot", now, items.STRONG))
    if ladder is not None:
        taps.insert(1, items.button("Open the ladder", Show(ladder)))
    return [*taps, *fairness.on_search(seek)]


def _over(seek: Seek) -> Screen:
    taps = [items.button("New search", OpenLobby())]
    if seek.match_id is not None:
        taps.insert(0, items.button("Open", OpenMatch(seek.match_id), items.STRONG))
    return Screen(items.sentence(f"{_OVER[seek.status]}\n{sentences.about(seek)}", items.row(*taps)))
