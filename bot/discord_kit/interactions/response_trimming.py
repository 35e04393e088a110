"""What Discord tells us and nobody reads: it isn't asked for, or discord.py needn't make objects of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from discord.http import Route

from bot.discord_kit.interactions.callbacks import Callbacks


class Unread(Callbacks):
    """How discord.py sends an answer of whose message nothing is read: Discord doesn't send it back."""

    async def request(self, route: Route, *given: Any, **more: Any) -> Any:
        """As discord.py does it, but without asking for the message; it gets what it can't do without."""
        await super().request(route, *given, **{**more, "params": None})
        return {"interaction": {"id": route.webhook_id}}


def without_options(interaction: Mapping[str, Any]) -> Any:
    """The same interaction, whose message has no options in its selects: there are up to 100."""
    message = interaction.get("message")
    return {**interaction, "message": _bare(message)} if message else interaction


def _bare(component: Mapping[str, Any]) -> dict[str, Any]:
    kept = {name: value for name, value in component.items() if name != "options"}
    if "components" in kept:
        kept["components"] = [_bare(one) for one in kept["components"]]
    return kept
