"""Ratings: leaderboards and statistics."""

from __future__ import annotations

from bot.ratings import ratings
from bot.ratings.ui import leaderboard, stats
from bot.ratings.ui.buttons import ShowBoard, ShowStats
from bot.ui.feature import Feature

FEATURE = Feature(
    match_ended=(ratings.match_ended,),
    commands=(stats.command,),
    game_commands=(leaderboard.sub_command,),
    buttons={ShowBoard: leaderboard.turned, ShowStats: stats.picked},
)
