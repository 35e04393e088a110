"""The feature of `/puzzle` and the puzzle of the day."""

from __future__ import annotations

from bot.core.app_context import AppContext
from bot.core.jobs import Job
from bot.discord_kit.components import items
from bot.discord_kit.components.items import Tap
from bot.discord_kit.interactions.feature import Feature
from bot.discord_kit.interactions.offers import TapContext
from bot.learning.puzzles import daily, server_puzzles
from bot.learning.puzzles.daily import DAILY
from bot.learning.puzzles.puzzling import PUZZLE
from bot.learning.puzzles.ui import board, board_today, command, daily_post
from bot.learning.puzzles.ui.buttons import MakePuzzles, NextPuzzle, ShowAnswer, SolveDaily


async def _offer(_: AppContext, context: TapContext) -> list[Tap]:
    """Offer a player of a finished match to release it for puzzles."""
    may = server_puzzles.may_agree(context.state, context.viewer)
    return [items.button("Make puzzles", MakePuzzles(context.match_id))] if may else []


FEATURE = Feature(
    commands=(command.command,),
    buttons={
        NextPuzzle: command.another,
        ShowAnswer: command.show_answer,
        SolveDaily: command.solve_daily,
        MakePuzzles: command.agree,
    },
    jobs={DAILY: Job(daily.dawn)},
    messages={DAILY: daily_post.send},
    starts=(lambda ctx: daily.schedule(ctx.app),),
    loops={"puzzles": lambda ctx: server_puzzles.look_forever(ctx.app, ctx.bots.ai_pool)},
    exercises={PUZZLE: board.KIND, DAILY: board_today.KIND},
    taps={"after_end": _offer},
)
