"""The indicator “… is typing” where a match is played, while the bot thinks."""

from __future__ import annotations

import logging

import discord

from bot.discord_kit.requests import discord_errors
from bot.discord_kit.requests.direct import DirectMessages
from storage.rows import Match

log = logging.getLogger(__name__)


class TypingIndicator:
    """The typing indicator in the place of a match; failures are ignored, as nothing depends on it."""

    def __init__(self, client: discord.Client, direct: DirectMessages) -> None:
        self._client = client
        self._direct = direct

    async def show(self, match: Match) -> None:
        """Send the indicator once; Discord shows it until the bot writes there, or for ten seconds."""
        try:
            for place in await self._places(match):
                await self._client.http.send_typing(place)
        except discord_errors.NETWORK as error:
            log.debug("the typing indicator of match %s can't be shown: %s", match.id, error)

    async def _places(self, match: Match) -> list[int]:
        """Return the match's thread, else its channel; in private its players' direct messages."""
        if match.guild is not None:
            return [place for place in (match.thread or match.channel,) if place is not None]
        people = [row.person for row in match.seats if row.person is not None]
        found = [await self._direct.find_channel(person) for person in people]
        return [place.id for place in found if place is not None]
