"""A search as its person sees it: what they look for, and what else there is."""

from __future__ import annotations

from bot.challenges.ui import at_once
from bot.fairness.chance import of_terms
from bot.lobby import instead
from bot.lobby.fitting import is_long
from bot.lobby.ui import sentences
from bot.lobby.ui.buttons import OpenLobby, StopLooking
from bot.lobby.waiting import waiting
from bot.lobby.wanted import terms_of
from bot.matches.ui.buttons import OpenMatch
from bot.ui import items
from bot.ui.context import UiContext
from bot.ui.items import Screen
from games import GAMES
from games.core.chance import commitment
from storage.seeks import Seek

_OVER = {
    "paired": "**You have an opponent.** Your match is on.",
    "withdrawn": "**You're not looking anymore.**",
    "expired": "**This search is over.** I found no opponent within three days.",
}
_LOOKING = "I'll DM you when your match starts, so you can close this. I look until <t:{}:f>."
_LONG = "No one has turned up within a day. I'm still looking; meanwhile, you can play me."
_LADDER = "There's also a ladder for this game: `/compete` has a spot for you."
_FAIR = "-# Dice: the SHA-256 of my secret is `{}`. If someone else was first, theirs is used."


async def screen(ctx: UiContext, seek: Seek) -> Screen:
    """The search as it is now."""
    if not seek.is_open:
        return _over(seek)
    lines = ["### Looking for an opponent", sentences.about(seek), _LOOKING.format(seek.expires_at)]
    lines += await _facts(ctx, seek)
    return Screen(items.sentence("\n".join(filter(None, lines)), items.row(*_taps(ctx, seek))))


async def _facts(ctx: UiContext, seek: Seek) -> list[str]:
    now = ctx.app.now()
    async with ctx.app.database.read() as r:
        found = await waiting(r, now, seek.person, seek, seek.guild)
        ladder = is_long(seek, now) and await instead.has_ladder(r, seek)
    return [
        sentences.waits(found, GAMES[seek.game].title, seek.everywhere),
        sentences.widening(seek, now),
        _LONG if is_long(seek, now) else "",
        _LADDER if ladder else "",
        _fair(seek),
    ]


def _fair(seek: Seek) -> str:
    """The secret of the dice can't change anymore: whoever comes next has a tap with a later number."""
    left = of_terms(terms_of(seek))
    return _FAIR.format(commitment(seek.nonce)) if left else ""


def _taps(ctx: UiContext, seek: Seek) -> list[items.Tap]:
    taps: list[items.Tap] = [
        items.button("Stop looking", StopLooking(seek.id)),
        items.button("New search", OpenLobby()),
    ]
    if is_long(seek, ctx.app.now()):
        now = at_once.shown_of(ctx).button(seek.person, seek.game)
        taps.insert(0, items.button("Play the bot", now, items.STRONG))
    return taps


def _over(seek: Seek) -> Screen:
    taps = [items.button("New search", OpenLobby())]
    if seek.match_id is not None:
        taps.insert(0, items.button("Open", OpenMatch(seek.match_id), items.STRONG))
    return Screen(items.sentence(f"{_OVER[seek.status]}\n{sentences.about(seek)}", items.row(*taps)))
