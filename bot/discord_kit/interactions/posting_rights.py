"""Whether the bot may post what follows an interaction in its channel, and what to tell a person if not."""

from __future__ import annotations

from collections.abc import Iterator

from bot.core.errors import UserError
from bot.core.seats import Place
from bot.discord_kit.interactions.context import Interaction, place_of

_REFUSED = (
    "I can't post here, so nothing has changed. An admin can fix that in this channel's permissions: I need "
    "{}. Until then, use another channel, or play the bot in private with /play, here or in my DMs."
)


def require_postable(interaction: Interaction) -> Place:
    """Return the place of an interaction; raise UserError where the bot may not post in it.

    The answer itself always arrives: it needs no permission, unlike all that follows it.
    """
    place = place_of(interaction)
    missing = " and ".join(_list_missing(interaction, place))
    if place.guild is not None and missing:
        raise UserError(_REFUSED.format(missing), command="play")
    return place


def _list_missing(interaction: Interaction, place: Place) -> Iterator[str]:
    """Yield the names of the permissions that the bot lacks, as Discord's settings call them."""
    may = interaction.app_permissions
    if not may.view_channel:
        yield "View Channel"
    if place.parent is not None:
        if not may.send_messages_in_threads:
            yield "Send Messages in Threads"
    elif not may.send_messages and not (may.send_messages_in_threads and may.create_public_threads):
        yield "Send Messages"
