"""An open challenge is accepted in the lobby."""

from __future__ import annotations

from bot.core import notices
from bot.core.app_context import AppContext
from bot.core.errors import Unknown
from bot.discord_kit.interactions.context import Interaction, UiContext, person_of
from bot.matchmaking.challenges import challenging
from bot.matchmaking.lobby.ui.buttons import TakeChallenge
from bot.matchmaking.lobby.ui.visible import visible
from bot.play.matches.ui import opening
from storage.rows import Challenge
from storage.tables import outbox


async def took(ctx: UiContext, interaction: Interaction, tap: TakeChallenge) -> None:
    """An open challenge of this server is accepted; its card follows."""
    challenge = await challenging.get(ctx.app, tap.challenge)
    if challenge.opponent is None and not visible(interaction, [challenge]):
        raise Unknown
    _, match = await challenging.accept(
        ctx.app, challenge.id, person_of(interaction), interaction.id, challenge.message
    )
    await _refresh(ctx.app, challenge)
    await opening.open_panel(ctx, interaction, match.id)


async def _refresh(app: AppContext, challenge: Challenge) -> None:
    async with app.database.write() as w:
        await outbox.add(w, [notices.card(challenge, app.now())])
    app.outbox.wake()
