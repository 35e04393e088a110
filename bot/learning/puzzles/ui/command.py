"""`/puzzle`, and the handlers of the buttons around a puzzle's board."""

from __future__ import annotations

from typing import Any

from discord import app_commands, ui

from bot.core.seats import require_game
from bot.discord_kit.components import items
from bot.discord_kit.components.items import Screen
from bot.discord_kit.interactions.context import Interaction, UiContext, place_of, run_guarded, say, show
from bot.learning.exercises import exercises
from bot.learning.exercises.ui import taps
from bot.learning.puzzles import puzzling, server_puzzles
from bot.learning.puzzles.daily import DAILY
from bot.learning.puzzles.puzzling import PUZZLE
from bot.learning.puzzles.ui.buttons import MakePuzzles, NextPuzzle, ShowAnswer, SolveDaily
from storage.tables import exercises as rows

_HEADING = "### Solve a puzzle\nA moment from a match, with one best answer, picked for your level."


def command(ctx: UiContext) -> app_commands.Command[Any, ..., Any]:
    """Return the `/puzzle` command."""

    @app_commands.command(name="puzzle", description="Solve a puzzle: a moment from a match, one best answer")
    @app_commands.describe(game="Which game (default: the one you did last)")
    @app_commands.choices(
        game=[app_commands.Choice(name=game.title, value=game.key) for game in puzzling.puzzling()]
    )
    async def puzzle(interaction: Interaction, game: str | None = None) -> None:
        await run_guarded(interaction, _puzzle(ctx, interaction, game))

    return puzzle


async def _puzzle(ctx: UiContext, interaction: Interaction, game_key: str | None) -> None:
    game_key = game_key or await _latest(ctx, interaction.user.id)
    if game_key is None:
        await show(interaction, menu())
    else:
        await _open_next(ctx, interaction, game_key)


async def _latest(ctx: UiContext, person: int) -> str | None:
    """Return the game of the puzzle that the player did last, or None."""
    async with ctx.app.database.read() as r:
        found = await rows.of_person(r, person, PUZZLE)
    known = {game.key for game in puzzling.puzzling()}
    return next((row.game for row in found if row.game in known), None)


def menu() -> Screen:
    """Return a menu with a button for each game."""
    games = puzzling.puzzling()
    parts: list[ui.Item[Any]] = [items.text(_HEADING)]
    for game in games:
        said = f"**{game.title}**\n{', '.join(puzzling.analyst_of(game).kinds.values())}"
        parts.append(ui.Section(items.text(said), accessory=items.button("Solve one", NextPuzzle(game.key))))
    return Screen(items.message(*parts))


async def _open_next(
    ctx: UiContext, interaction: Interaction, game_key: str, kind: str | None = None
) -> None:
    person, guild = interaction.user.id, place_of(interaction).guild
    name = await puzzling.following(ctx.app, person, require_game(game_key).key, guild, kind)
    await taps.open_board(ctx, interaction, PUZZLE, game_key, name)


async def another(ctx: UiContext, interaction: Interaction, tap: NextPuzzle) -> None:
    """Open another puzzle of a game, of the same kind if the player wants one like the last."""
    await _open_next(ctx, interaction, tap.game, tap.kind)


async def show_answer(ctx: UiContext, interaction: Interaction, tap: ShowAnswer) -> None:
    """Show the answer to a player whose attempt failed."""
    found = await exercises.mine(ctx.app, tap.exercise, interaction.user.id)
    if found.version == tap.version and found.failed:
        found = await exercises.show_hint(ctx.app, found)
    await taps.show_board(ctx, interaction, found)


async def solve_daily(ctx: UiContext, interaction: Interaction, tap: SolveDaily) -> None:
    """Open the puzzle of a day on a board that only its solver sees."""
    await taps.open_board(ctx, interaction, DAILY, tap.game, tap.name)


_ALL = "Thanks. If there's a good puzzle in this match, this server will have it in a few minutes."


async def agree(ctx: UiContext, interaction: Interaction, tap: MakePuzzles) -> None:
    """Record the player's consent to puzzles, and tell them in private who else has to agree."""
    missing = await server_puzzles.agree(ctx.app, tap.match, interaction.user.id)
    named = " and ".join(f"<@{person}>" for person in sorted(missing))
    await say(interaction, f"Thanks. Once {named} agrees, too, this server gets them." if missing else _ALL)
