"""What rows of the outbox share: their nonce, newer rows, and people who can't be reached."""

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
    """Whether something newer of the same kind waits in the same place."""
    async with app.database.read() as r:
        return await outbox.is_overtaken(r, message, app.now())


async def tell(app: AppContext, state: MatchState, whom: tuple[int, ...], occasion: str, text: str) -> None:
    """A sentence in private about how a match is played, to each person once."""
    line, now = f"{state.title}, {matches.players(state.match)}: {text}", app.now()
    told = [notices.note(one, line, f"{occasion}:{state.match.id}:{one}", now) for one in whom]
    async with app.database.write() as w:
        await outbox.add(w, told)
    app.outbox.wake()


async def miss(app: AppContext, state: MatchState, message: QueuedMessage, *, has_left: bool = False) -> None:
    """Somebody cannot be told: while it is about their turn their clock stands, and the other side learns of
    it. GEN-7

    Not the clock of somebody who has left the server by themselves: else a loss could be walked away from."""
    person = message.payload["person"]
    if state.match.reason is not None:
        return
    log.warning("%s can't be reached in %s", person, state.match.id, extra=alike("out of reach"))
    if has_left or not await silences.pause(app, state, message):
        others = tuple(other for other in state.people() if other != person)
        said = (_LEFT if has_left else _SILENT).format(person)
        await tell(app, state, others, f"silent:{person}", said)


def nonce_of(message: QueuedMessage) -> str:
    """The same for every attempt, so that a resend does not show twice."""
    return f"sp{message.id}"
