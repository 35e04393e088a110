"""Answers that wait for an analysis: what was said at once is changed when it's done, as long as Discord lets
us. That's this process's own business; where it can't be, a DM says the same."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from bot.core.app_context import AppContext, Recent
from bot.discord_kit.interactions.context import Interaction

_LASTS_SECONDS = 14 * 60
"""Discord takes changes of an answer for a quarter of an hour."""
_MOST = 500
_SENT_SECONDS = 10.0


@dataclass
class Waiting:
    """An interaction, and whether it has been answered yet."""

    interaction: Interaction
    answered: asyncio.Event = field(default_factory=asyncio.Event)


class AllWaiting:
    """The latest of each person for each match."""

    def __init__(self) -> None:
        self._known: Recent[tuple[str, int], Waiting] = Recent(_MOST)

    def begin(self, match_id: str, interaction: Interaction) -> Waiting:
        """Somebody is about to be told that it's being made."""
        waiting = Waiting(interaction)
        self._known[match_id, interaction.user.id] = waiting
        return waiting

    def end(self, match_id: str, interaction: Interaction) -> None:
        """They've been told all there is, or nothing."""
        known = self._known.get((match_id, interaction.user.id))
        if known is not None and known.interaction is interaction:
            self._known.forget((match_id, interaction.user.id))

    async def take(self, app: AppContext, match_id: str, person: int) -> Interaction | None:
        """The answer to be changed, if it can be."""
        waiting = self._known.get((match_id, person))
        if waiting is None:
            return None
        self._known.forget((match_id, person))
        try:
            await asyncio.wait_for(waiting.answered.wait(), _SENT_SECONDS)
        except TimeoutError:
            return None
        asked = waiting.interaction.created_at.timestamp()
        return waiting.interaction if app.clock.now() < asked + _LASTS_SECONDS else None
