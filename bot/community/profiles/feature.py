"""The registration of `/profile`: a person's ratings, record, and medals."""

from __future__ import annotations

from bot.community.profiles.ui import profile
from bot.discord_kit.interactions.feature import Feature

FEATURE = Feature(commands=(profile.command,), buttons={profile.ShowProfile: profile.choose_game})
