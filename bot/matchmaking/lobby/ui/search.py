"""The screen of a search for an opponent, and the notice after a day without one."""

from __future__ import annotations

from collections.abc import Iterable

from bot.core import sending
from bot.core.seats import Membership
from bot.discord_kit.components import items
from bot.discord_kit.components.items import Screen
from bot.discord_kit.components.navigation import OpenLobby, OpenMatch
from bot.discord_kit.interactions.context import UiContext
from bot.discord_kit.interactions.members import members_of
from bot.discord_kit.requests.servers import servers_of
from bot.matchmaking.challenges.ui import starting
from bot.matchmaking.contests.organizing import global_ladders
from bot.matchmaking.contests.ui.buttons import Show
from bot.matchmaking.fairness.ui import showing as fairness
from bot.matchmaking.lobby.fit import is_long
from bot.matchmaking.lobby.ui import sentences
from bot.matchmaking.lobby.ui.buttons import StopLooking
from bot.matchmaking.lobby.waiting import waiting_for
from bot.play.outbox.ui.private_messages import PrivateMessages
from games import GAMES
from storage.rows import QueuedMessage
from storage.tables import seeks
from storage.tables.seeks import Seek

_OVER = {
    "paired": "**You have an opponent.** Your match is on.",
    "withdrawn": "**You're not looking anymore.**",
    "expired": "**This search is over.** I found no opponent within three days.",
}
_LOOKING = "I'll DM you when your match starts, so you can close this. I'll keep looking until <t:{}:f>."
_LONG = "No one has turned up within a day. I'm still looking; meanwhile, you can play me."
_LADDER = "There's also a ladder for this game: it finds you a match within a day, and then the next one."


async def screen(ctx: UiContext, seek: Seek) -> Screen:
    """Return the screen of a search in its current status."""
    if not seek.is_open:
        return _over(seek)
    ladder = await _ladder(ctx, seek)
    lines = ["### Looking for an opponent", sentences.about(seek), _LOOKING.format(seek.expires_at)]
    lines += await _facts(ctx, seek)
    lines += [_LADDER] if ladder else []
    return Screen(items.sentence("\n".join(filter(None, lines)), items.row(*_taps(ctx, seek, ladder))))


async def _ladder(ctx: UiContext, seek: Seek) -> str | None:
    """Return the id of the ladder that is offered after a day's search, or None."""
    if not is_long(seek, ctx.app.now()):
        return None
    async with ctx.app.database.read() as r:
        return await global_ladders.ladder_for(r, seek.game, seek.guild)


async def _facts(ctx: UiContext, seek: Seek) -> list[str]:
    now = ctx.app.now()
    found = await waiting_for(ctx.app, seek)
    warning = await sending.warning(ctx.app, seek.person) if seek.everywhere else ""
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
        now = starting.get_shown(ctx).button(seek.person, seek.game)
        taps.insert(0, items.button("Play the bot", now, items.STRONG))
    if ladder is not None:
        taps.insert(1, items.button("Open the ladder", Show(ladder)))
    return [*taps, *fairness.on_search(seek)]


def _over(seek: Seek) -> Screen:
    taps = [items.button("New search", OpenLobby())]
    if seek.match_id is not None:
        taps.insert(0, items.button("Open", OpenMatch(seek.match_id), items.STRONG))
    return Screen(items.sentence(f"{_OVER[seek.status]}\n{sentences.about(seek)}", items.row(*taps)))


async def send_instead(ctx: UiContext, message: QueuedMessage) -> int | None:
    """Send the silent notice of what else a person can do after a day's search; nothing once it's over."""
    async with ctx.app.database.read() as r:
        seek = await seeks.get(r, message.payload["search"])
    if seek is None or not seek.is_open:
        return None
    shown = await screen(ctx, seek)
    return await PrivateMessages(ctx).by_itself(message, Screen(shown.view, quiet=True))


async def listen(ctx: UiContext) -> None:
    """Let the lobby ask Discord who has left a server."""

    async def ask(guild: int, people: Iterable[int]) -> list[int]:
        servers = servers_of(ctx.client)
        if servers.is_told_of(guild) and servers.get(guild) is None:
            # The bot has left the server, so no match can begin there for any of these people.
            return list(people)
        return await members_of(ctx).find_gone(ctx.client, guild, people)

    ctx.app.own(Membership, Membership).ask = ask
