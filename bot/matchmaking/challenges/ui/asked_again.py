"""A rematch of a match that was on no server: its card is a private message to whoever is asked."""

from __future__ import annotations

from bot.challenges.ui.buttons import Answer
from bot.core.terms import terms_of
from bot.fairness.ui import showing as fairness
from bot.outbox.ui.private_messages import PrivateMessages
from bot.ui import items, names, words
from bot.ui.context import UiContext
from bot.ui.items import Screen
from games import GAMES
from storage import challenges, people
from storage.rows import Challenge, QueuedMessage


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
        words.terms(terms_of(challenge)),
        f"Open until <t:{challenge.expires_at}:f>.",
    )
    taps = (
        items.button("Accept", Answer(challenge.id, "accept"), items.GOOD),
        items.button("Decline", Answer(challenge.id, "decline")),
        *fairness.on_card(challenge),
    )
    push = f"{name} asks you for a rematch of {game.title}"
    return Screen(items.sentence("\n".join(filter(None, lines)), items.row(*taps)), push=push)
