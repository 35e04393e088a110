"""The home message: one message in a person's DMs that lists their matches and is kept up to date.

It is sent silently and pinned, and then only edited, so that it never notifies the person.
"""

from __future__ import annotations

import dataclasses
import hashlib
import logging

import discord
import msgspec

from bot.community.home.ui import matches
from bot.core.match_filter import EVERYTHING
from bot.discord_kit.components.items import Screen
from bot.discord_kit.interactions.context import NO_PINGS, UiContext
from bot.discord_kit.requests import calling, discord_errors
from bot.discord_kit.requests.direct import Shut
from bot.discord_kit.requests.servers import PlaceNames
from bot.play.outbox.ui.rows import is_overtaken, nonce_of
from bot.play.own_matches.open_matches import overview
from storage.rows import Person, QueuedMessage
from storage.tables import people

log = logging.getLogger(__name__)

_FOOT = "Pinned here and kept up to date automatically."


class HomeMessages:
    """The updates of people's home messages."""

    def __init__(self, ctx: UiContext) -> None:
        self._app = ctx.app
        self._ctx = ctx
        self._client = ctx.client
        self._direct = ctx.direct

    async def follow(self, message: QueuedMessage) -> int | None:
        """Update a person's home message; send it if they have none yet and a match is under way.

        Return its id, or None if there is none or nothing was to do.
        """
        person = message.payload["person"]
        async with self._app.database.read() as r:
            known = await people.get(r, person)
        if known is None or not known.dms_open or await is_overtaken(self._app, message):
            return None
        found = await overview(self._app, person, EVERYTHING, None)
        if known.home_message is None and not found.matches:
            return None
        entries: tuple[matches.ListEntry, ...] = (*found.matches, *found.challenges)
        places = PlaceNames(self._client, None)
        await places.learn(matches.guilds_of(entries))
        screen = matches.page_of(entries, 0, EVERYTHING, places, _FOOT)
        said = _digest(screen)
        if said == known.home_said:
            return known.home_message
        try:
            shown = await self._edit(known, screen) or await self._send_new(person, screen, message)
        except Shut:
            # Anything urgent is sent in another way; this can wait.
            return None
        async with self._app.database.write() as w:
            await people.set_home(w, person, shown, said)
        return shown

    async def _edit(self, known: Person, screen: Screen) -> int | None:
        """Edit the home message, and return its id; None if it doesn't exist anymore."""
        if known.home_message is None:
            return None
        id, said = known.home_message, await self._ctx.as_edit(screen)

        async def edit(place: discord.PartialMessageable) -> None:
            await place.get_partial_message(id).edit(**said, allowed_mentions=NO_PINGS)

        try:
            await self._direct.act(known.id, edit, urgent=False)
        except discord.NotFound as error:
            if error.code != discord_errors.UNKNOWN_MESSAGE:
                raise
            return None
        return known.home_message

    async def _send_new(self, person: int, screen: Screen, message: QueuedMessage) -> int:
        """Send a new home message, pin it where that is allowed, and return its id."""
        quiet, nonce = dataclasses.replace(screen, quiet=True), nonce_of(message)
        home = await self._direct.act(
            person, lambda place: calling.send(self._ctx, place, quiet, nonce=nonce), urgent=False
        )
        try:
            await home.pin()
        except discord.HTTPException as error:
            log.info("couldn't pin the home message of %s: %s", person, error)
        return home.id


def _digest(screen: Screen) -> str:
    components = screen.view.to_components()  # type: ignore[no-untyped-call]
    return hashlib.sha256(msgspec.json.encode(components)).hexdigest()


async def follow(ctx: UiContext, message: QueuedMessage) -> int | None:
    """Update a person's home message."""
    return await HomeMessages(ctx).follow(message)
