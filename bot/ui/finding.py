"""Commands for every game: my matches, moving by text, resigning, help."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from discord import app_commands

from bot.core import seats
from bot.core.refused import Refused
from bot.core.table import Table
from bot.endings.ui import ending
from bot.matches import dealing, playing
from bot.matches.ui.taps import show_after
from bot.overview import overview
from bot.overview.ui import listing, own_matches
from bot.ui import items
from bot.ui.choices import Completions, fitting_texts
from bot.ui.desk import Desk, Interaction, guarded, show
from bot.ui.screen import Screen
from games import GAMES, AnyGame, GameError, Unreadable


def commands(
    desk: Desk, contexts: app_commands.AppCommandContext, installs: app_commands.AppInstallationType
) -> list[app_commands.Command[Any, ..., Any]]:
    """The commands that belong to no game."""
    made = [
        listing.command(desk),
        _move(desk),
        _resign(desk),
        _draw(desk),
        ending.cancel_command(desk),
        _help(),
    ]
    for command in made:
        command.allowed_contexts, command.allowed_installs = contexts, installs
    return made


def _move(desk: Desk) -> app_commands.Command[Any, ..., Any]:
    @app_commands.command(name="move", description="Play an action by writing it")
    @app_commands.describe(action="The action, such as roll or d15-d12", match=own_matches.WHICH)
    async def move(interaction: Interaction, action: str, match: str | None = None) -> None:
        await guarded(interaction, _play_text(desk, interaction, action, match))

    @move.autocomplete("action")
    async def complete_action(interaction: Interaction, current: str) -> Completions:
        return await _legal_actions(desk, interaction, current)

    move.autocomplete("match")(own_matches.completion(desk))
    return move


def _resign(desk: Desk) -> app_commands.Command[Any, ..., Any]:
    @app_commands.command(name="resign", description="Give up a match; you are asked once more")
    @app_commands.describe(match=own_matches.WHICH)
    async def resign(interaction: Interaction, match: str | None = None) -> None:
        await guarded(interaction, _ask_to_resign(desk, interaction, match))

    resign.autocomplete("match")(own_matches.completion(desk))
    return resign


def _draw(desk: Desk) -> app_commands.Command[Any, ..., Any]:
    @app_commands.command(name="draw", description="Offer a draw, or answer one that is offered to you")
    @app_commands.describe(match=own_matches.WHICH)
    async def draw(interaction: Interaction, match: str | None = None) -> None:
        await guarded(interaction, _ask_for_draw(desk, interaction, match))

    draw.autocomplete("match")(own_matches.completion(desk))
    return draw


def _help() -> app_commands.Command[Any, ..., Any]:
    @app_commands.command(name="help", description="How to play here")
    async def show_help(interaction: Interaction) -> None:
        await guarded(interaction, show(interaction, help_screen()))

    return show_help


def help_screen() -> Screen:
    """What there is, in a few lines."""
    games = "\n".join(_in_a_line(game) for game in GAMES.values())
    return Screen(
        items.sentence(
            f"### Slowplay\nGames you play when you have a minute. Secrets stay secret.\n\n{games}\n\n{_HOW}"
        )
    )


_HOW = """- `play` puts up a card whose button *Play* starts a match with the bot. To play somebody write \
`challenge` for `play`; `rules` explains a game.
- Dice are fair: a card shows the SHA-256 of my secret, a tap that comes later is mixed in, and afterwards \
anybody can check both with `/verify`.
- When it is your turn you get one private message; its button opens your board.
- `/matches` shows everything of yours, `/move` plays by text, `/resign` gives up, `/draw` offers a draw.
- `/hint` tells you alone what a strong player would do, in a casual match.
- Afterwards there are `/history`, `/replay`, `/verify`, `/profile`, `/stats` and each game's `leaderboard`.
- `/settings` is for your nights, holidays, reminders and privacy."""


def _in_a_line(game: AnyGame) -> str:
    own = (
        f" Your own {game.documents.noun}: `/{game.key} {game.documents.noun} list`."
        if game.documents
        else ""
    )
    return f"**{game.title}** · `/{game.key} play` · {game.summary}{own}"


async def meant(
    desk: Desk,
    interaction: Interaction,
    match_id: str | None,
    fits: Callable[[Table], bool] = lambda table: True,
) -> Table:
    """The match a command is about: the named one, the one of this thread, or the only one that `fits`."""
    if match_id is not None:
        return await desk.host.table(match_id)
    tables = await overview.open_tables(desk.host, interaction.user.id)
    here = [table for table in tables if interaction.channel_id in (table.match.thread, table.match.channel)]
    in_thread = [table for table in here if table.match.thread == interaction.channel_id]
    for fitting in (in_thread, here, tables):
        my_turn = [table for table in fitting if table.seat_of(interaction.user.id) in table.to_act]
        mine = [table for table in my_turn if fits(table)]
        if len(mine or fitting) == 1:
            return (mine or fitting)[0]
    if not tables:
        raise Refused(listing.NOTHING)
    raise Refused("You play several matches. Say which one with the option “match”.")


async def _play_text(desk: Desk, interaction: Interaction, text: str, match_id: str | None) -> None:
    table = await meant(desk, interaction, match_id)
    seat = seats.seated(table, interaction.user.id)
    await dealing.look(desk.host, table, seat)
    after = await playing.act(desk.host, table.match.id, interaction.user.id, _kindly_read(table, seat, text))
    await show_after(desk, interaction, after, seat)


def _kindly_read(table: Table, seat: int, text: str) -> str:
    """The text itself, or the same with single spaces and without a phone's capitals where only that can
    be read."""
    plain = " ".join(text.split())
    for candidate in (text, plain, plain[:1].lower() + plain[1:], plain.lower()):
        try:
            table.game.parse(table.view(seat), candidate)
        except Unreadable:
            continue
        except GameError:
            pass
        return candidate
    return plain


async def _legal_actions(desk: Desk, interaction: Interaction, current: str) -> Completions:
    try:
        table = await meant(desk, interaction, getattr(interaction.namespace, "match", None))
        seat = seats.seated(table, interaction.user.id)
        await dealing.look(desk.host, table, seat)
    except Refused:
        return []
    game = table.game
    return fitting_texts((game.format(action) for action in game.actions(table.view(seat))), current)


async def _ask_to_resign(desk: Desk, interaction: Interaction, match_id: str | None) -> None:
    table = await meant(desk, interaction, match_id)
    seat = seats.seated(table, interaction.user.id)
    seats.still_open(table)
    await show(interaction, ending.resign_question(table, seat))


async def _ask_for_draw(desk: Desk, interaction: Interaction, match_id: str | None) -> None:
    table = await meant(desk, interaction, match_id)
    await ending.draw(desk, interaction, table.match.id)
