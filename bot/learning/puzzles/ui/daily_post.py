"""The silent post with the puzzle of the day, and with yesterday's solvers and solution."""

from __future__ import annotations

import asyncio

from bot.core import person_settings
from bot.core.seats import require_game
from bot.core.server_settings import settings_of
from bot.discord_kit.components import items, pictures
from bot.discord_kit.components.items import Screen
from bot.discord_kit.interactions.context import UiContext
from bot.discord_kit.text import markdown
from bot.learning.puzzles import daily
from bot.learning.puzzles.daily import MOST_NAMED, Yesterday
from bot.learning.puzzles.puzzling import analyst_of, puzzle_of
from bot.learning.puzzles.ui import board
from bot.learning.puzzles.ui.buttons import SolveDaily
from bot.play.posts.ui.posting import post_quietly
from bot.play.wording import matches
from storage.engine.handle import Reader
from storage.rows import QueuedMessage
from storage.tables import people, puzzles
from storage.tables.puzzles import Daily, DailySolver


async def tell_of_yesterday(r: Reader, guild: int, day: int) -> str:
    """Return the lines about the puzzle of the day before, or an empty string if there was none."""
    found = await daily.yesterday_of(r, guild, day)
    if found is None:
        return ""
    puzzle = await puzzle_of(r, found.daily.game, found.daily.puzzle)
    answer = await asyncio.to_thread(board.tell_answer, found.daily.game, puzzle)
    return "\n".join(filter(None, ("**Yesterday**", await _solvers(r, found), answer.words)))


async def _solvers(r: Reader, found: Yesterday) -> str:
    """Return a sentence with the solvers' names, those with a hidden profile only counted.

    It's empty if no one has tried.
    """
    shown = [solver for solver in found.solvers if not await _hides(r, solver)][:MOST_NAMED]
    if not found.solvers:
        return "No one solved it." if found.failed else ""
    names = [f"<@{solver.person}>{_tries(solver)}" for solver in shown]
    more = len(found.solvers) - len(shown)
    return f"Solved by {', '.join([*names, *([f'{more} more'] if more else [])])}."


def _tries(one: DailySolver) -> str:
    return " on the first try" if not one.failed else ""


async def _hides(r: Reader, one: DailySolver) -> bool:
    person = await people.get(r, one.person)
    return person is None or person_settings.from_row(person.settings).hidden


async def send(ctx: UiContext, message: QueuedMessage) -> int | None:
    """Post the puzzle in the server's channel for it, and return the message's id.

    Return None if the server no longer wants it, its day is over, or the bot may not post there.
    """
    guild, day = message.payload["guild"], message.payload["day"]
    async with ctx.app.database.read() as r:
        channel = (await settings_of(r, guild)).daily
        one = await puzzles.daily(r, guild, day)
        told = await tell_of_yesterday(r, guild, day) if one else ""
    if channel is None or one is None or not daily.is_on(one, ctx.app.now()):
        return None
    return await post_quietly(ctx, channel, await screen(ctx, one, told), message)


async def screen(ctx: UiContext, one: Daily, told: str) -> Screen:
    """Return the public post of a puzzle; `told` is the text about the day before."""
    async with ctx.app.database.read() as r:
        puzzle = await puzzle_of(r, one.game, one.puzzle)
    game = require_game(one.game)
    exercise = analyst_of(game).exercise(puzzle)
    file = await pictures.board(game.scene(game.view(exercise.state, exercise.seat)))
    kind = analyst_of(game).kinds.get(puzzle.kind, "Puzzle")
    reader = matches.as_reader(game, puzzle.seat)
    heading = f"### Puzzle of {daily.date_of(one.day)}\n{game.title} · {kind}. {reader}."
    asked = f"{markdown.format_question(exercise.task.question)}\n-# You solve it in private."
    tap = SolveDaily(one.game, daily.name_of(one.guild, one.day))
    parts = (items.text(heading), items.show_picture(file), items.text(asked))
    below = [items.text(told)] if told else []
    return Screen(
        items.message(*parts, items.row(items.button("Solve it", tap, items.STRONG)), *below), [file]
    )
