"""The languages that Discord's client offers."""

from __future__ import annotations

from collections import Counter

from playground.model.errors import ControlError
from playground.model.records import Guild
from playground.model.world import World

USUAL = "en-US"
LOCALES = (
    *("ar", "bg", "cs", "da", "de", "el", "en-GB", USUAL, "es-419", "es-ES", "fi", "fr", "he", "hi", "hr"),
    *("hu", "id", "it", "ja", "ko", "lt", "nl", "no", "pl", "pt-BR", "ro", "ru", "sv-SE", "th", "tr", "uk"),
    *("vi", "zh-CN", "zh-TW"),
)


def check(locale: str) -> None:
    """Raise ControlError for a language that Discord doesn't have."""
    if locale not in LOCALES:
        raise ControlError(f'Give "locale" as one of {", ".join(LOCALES)}.')


def of_guild(world: World, guild: Guild) -> str:
    """Return the server's language, as interactions report it.

    It is the owner's choice, which only community servers have, so it is believed to say little. Without that
    belief, it is the members' most common language.
    """
    if world.beliefs.guild_locale_is_unreliable:
        return str(guild.payload["preferred_locale"])
    spoken = Counter(world.users[id].locale for id in guild.members if id in world.users)
    return spoken.most_common(1)[0][0]
