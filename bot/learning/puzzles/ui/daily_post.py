"""The post with the puzzle of the day: silent, with yesterday's solvers and what the answer was."""

from __future__ import annotations

from bot.core.seats import known_game
from bot.core.server_settings import settings_of
from bot.discord_kit.components import items, pictures
from bot.discord_kit.components.items import Screen
from bot.discord_kit.interactions.context import UiContext
from bot.discord_kit.text import markdown
from bot.learning.puzzles import daily
from bot.learning.puzzles.collection import analyst_of, puzzle_of
from bot.learning.puzzles.ui import yesterday
from bot.learning.puzzles.ui.buttons import SolveDaily
from bot.play.posts.ui.posting import post_quietly
from storage.rows import QueuedMessage
from storage.tables import puzzles
from storage.tables.puzzles import Daily


async def send(ctx: UiContext, message: QueuedMessage) -> int | None:
    """The puzzle in the server's channel for it; nothing where that's not wanted anymore, or can't be."""
    guild, day = message.payload["guild"], message.payload["day"]
    async with ctx.app.database.read() as r:
        channel = (await settings_of(r, guild)).daily
        one = await puzzles.daily(r, guild, day)
        told = await yesterday.told(r, guild, day) if one else ""
    if channel is None or one is None or not daily.is_on(one, ctx.app.now()):
        return None
    return await post_quietly(ctx, channel, await screen(ctx, one, told), message)


async def screen(ctx: UiContext, one: Daily, told: str) -> Screen:
    """The puzzle as everybody sees it; `told`: of the day before."""
    async with ctx.app.database.read() as r:
        puzzle = await puzzle_of(r, one.game, one.puzzle)
    game = known_game(one.game)
    exercise = analyst_of(game).exercise(puzzle)
    file = await pictures.board(game.scene(game.view(exercise.state, exercise.seat)))
    kind = analyst_of(game).kinds.get(puzzle.kind, "Puzzle")
    heading = (
        f"### Puzzle of {daily.date_of(one.day)}\n{game.title} · {kind}. You're {game.seats[puzzle.seat]}."
    )
    asked = f"{markdown.asked(exercise.task.question)}\n-# You solve it in private."
    tap = SolveDaily(one.game, daily.name_of(one.guild, one.day))
    parts = (items.text(heading), items.shown(file), items.text(asked))
    below = [items.text(told)] if told else []
    return Screen(
        items.message(*parts, items.row(items.button("Solve it", tap, items.STRONG)), *below), [file]
    )
