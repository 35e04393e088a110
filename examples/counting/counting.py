"""The use case: it knows no Discord, and says nothing that the player can't know."""

from __future__ import annotations

from bot.core.app_context import AppContext
from bot.core.seats import require_seat


async def so_far(app: AppContext, match_id: str, person: int) -> str:
    """Say how often a player has acted in a match.

    How often the opponent has acted can be a secret.

    Raises:
        UserError: The person doesn't play in the match.
    """
    state = await app.match_state(match_id)
    return f"Your actions in {state.game.title}: {state.version(require_seat(state, person))}"
