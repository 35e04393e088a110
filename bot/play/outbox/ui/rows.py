"""What senders of outbox messages share: nonces, newer messages, and unreachable people."""

from __future__ import annotations

import logging

from bot.core import notices
from bot.core.app_context import AppContext
from bot.core.looping import alike
from bot.core.match_state import MatchState
from bot.play.clocks import silences
from bot.play.wording import matches
from storage.rows import QueuedMessage
from storage.tables import outbox

log = logging.getLogger(__name__)

_LEFT = "I can't reach <@{}> anymore. The match continues, and its clock decides."
_SILENT = "I can't reach <@{}> right now. The match continues, and I'll tell them as soon as I can."


async def is_overtaken(app: AppContext, message: QueuedMessage) -> bool:
    """Return whether a newer message of the same kind waits in the same lane."""
    async with app.database.read() as r:
        return await outbox.is_overtaken(r, message, app.now())


async def tell(app: AppContext, state: MatchState, whom: tuple[int, ...], occasion: str, text: str) -> None:
    """Send each of these people a private note about a match, once per occasion."""
    line, now = f"{state.title}, {matches.players(state.match)}: {text}", app.now()
    told = [notices.note(person, line, f"{occasion}:{state.match.id}:{person}", now) for person in whom]
    async with app.database.write() as w:
        await outbox.add(w, told)
    app.outbox.wake()


async def miss(app: AppContext, state: MatchState, message: QueuedMessage, *, has_left: bool = False) -> None:
    """Stop the clock of a player who can't be told of their turn, and tell the opponent. GEN-7.

    If the player has left the server on purpose, the clock continues, or leaving would save a lost match.
    """
    person = message.payload["person"]
    if state.match.reason is not None:
        return
    log.warning("%s can't be reached in %s", person, state.match.id, extra=alike("out of reach"))
    if has_left or not await silences.pause(app, state, message):
        others = tuple(other for other in state.people() if other != person)
        said = (_LEFT if has_left else _SILENT).format(person)
        await tell(app, state, others, f"silent:{person}", said)


def nonce_of(message: QueuedMessage) -> str:
    """Return a message's nonce: the same for every attempt, so that a resend doesn't show twice."""
    return f"sp{message.id}"
