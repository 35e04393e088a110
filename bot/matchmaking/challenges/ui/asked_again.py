"""A rematch of a match that was on no server: its card is a private message to whoever is asked."""

from __future__ import annotations

from bot.core.terms import terms_of
from bot.discord_kit.components import items
from bot.discord_kit.components.items import Screen
from bot.discord_kit.interactions.context import UiContext
from bot.discord_kit.text import names
from bot.matchmaking.challenges.ui.buttons import Answer
from bot.matchmaking.fairness.ui import showing as fairness
from bot.play.outbox.ui.private_messages import PrivateMessages
from bot.play.wording import matches
from games import GAMES
from storage.rows import Challenge, QueuedMessage
from storage.tables import challenges, people


async def send(ctx: UiContext, message: QueuedMessage) -> int | None:
    """Ask; nothing once it has been answered."""
    async with ctx.app.database.read() as r:
        challenge = await challenges.get(r, message.payload["challenge"])
        asks = await people.get(r, challenge.challenger) if challenge is not None else None
    if challenge is None or challenge.status != "open" or asks is None:
        return None
    return await PrivateMessages(ctx).by_itself(message, _screen(challenge, names.shown(asks.name)))


def _screen(challenge: Challenge, name: str) -> Screen:
    """Who asks, on what terms, and the two answers."""
    game, seat = GAMES[challenge.game], challenge.challenger_seat
    sides = "Sides are random." if seat is None else f"They play {game.seats[seat]}."
    lines = (
        f"**{name} asks you for a rematch of {game.title}.** {sides}",
        matches.terms(terms_of(challenge)),
        f"Open until <t:{challenge.expires_at}:f>.",
    )
    taps = (
        items.button("Accept", Answer(challenge.id, "accept"), items.GOOD),
        items.button("Decline", Answer(challenge.id, "decline")),
        *fairness.on_card(challenge),
    )
    push = f"{name} asks you for a rematch of {game.title}"
    return Screen(items.sentence("\n".join(filter(None, lines)), items.row(*taps)), push=push)
