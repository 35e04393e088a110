"""`/puzzle`, and the puzzle of the day."""

from __future__ import annotations

from bot.core.jobs import Job
from bot.puzzles import daily, own
from bot.puzzles.daily import DAILY
from bot.puzzles.puzzling import PUZZLE
from bot.puzzles.ui import agreeing, board, board_today, command, daily_post
from bot.puzzles.ui.buttons import MakePuzzles, NextPuzzle, ShowAnswer, SolveDaily
from bot.ui.feature import Feature

FEATURE = Feature(
    commands=(command.command,),
    buttons={
        NextPuzzle: command.another,
        ShowAnswer: command.answered,
        SolveDaily: command.solve_daily,
        MakePuzzles: agreeing.agreed,
    },
    jobs={DAILY: Job(daily.dawn)},
    messages={DAILY: daily_post.send},
    starts=(lambda ctx: daily.schedule(ctx.app),),
    loops={"puzzles": lambda ctx: own.look_forever(ctx.app, ctx.bots.ai_pool)},
    exercises={PUZZLE: board.KIND, DAILY: board_today.KIND},
)
