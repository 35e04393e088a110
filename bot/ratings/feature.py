"""Ratings: leaderboards, profiles, statistics."""

from __future__ import annotations

from bot.ratings import ratings
from bot.ratings.ui import leaderboard, profile, stats
from bot.ratings.ui.buttons import ShowBoard, ShowProfile, ShowStats
from bot.ui.feature import Feature

FEATURE = Feature(
    match_ended=(ratings.match_ended,),
    commands=(stats.command, profile.command),
    game_commands=(leaderboard.sub_command,),
    buttons={ShowBoard: leaderboard.turned, ShowProfile: profile.turned, ShowStats: stats.picked},
)
