"""`/puzzle`, and the puzzle of the day."""

from __future__ import annotations

from bot.core.jobs import Job
from bot.puzzles import daily
from bot.puzzles.daily import DAILY
from bot.puzzles.puzzling import PUZZLE
from bot.puzzles.ui import board, board_today, command, daily_post
from bot.puzzles.ui.buttons import NextPuzzle, ShowAnswer, SolveDaily
from bot.ui.feature import Feature

FEATURE = Feature(
    commands=(command.command,),
    buttons={
        NextPuzzle: command.another,
        ShowAnswer: command.answered,
        SolveDaily: command.solve_daily,
    },
    jobs={DAILY: Job(daily.dawn)},
    messages={DAILY: daily_post.send},
    starts=(lambda ctx: daily.schedule(ctx.app),),
    exercises={PUZZLE: board.KIND, DAILY: board_today.KIND},
)
