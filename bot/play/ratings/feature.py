"""Ratings: leaderboards and statistics."""

from __future__ import annotations

from bot.discord_kit.interactions.feature import Feature
from bot.play.ratings import ratings
from bot.play.ratings.ui import leaderboard, stats
from bot.play.ratings.ui.leaderboard import ShowBoard, ShowStats

FEATURE = Feature(
    match_ended=(ratings.match_ended,),
    commands=(stats.command,),
    game_commands=(leaderboard.sub_command,),
    buttons={ShowBoard: leaderboard.turn_page, ShowStats: stats.pick_game},
)
