"""The private panel with a hint, and the one for marking remembered squares."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.core.errors import UserError
from bot.core.match_state import MatchState
from bot.discord_kit.components import items, pictures
from bot.discord_kit.components.buttons import Button, Name, Number
from bot.discord_kit.components.items import Screen
from bot.discord_kit.components.navigation import OpenMatch
from bot.discord_kit.interactions import answers
from bot.discord_kit.interactions.context import (
    Interaction,
    UiContext,
    is_private,
    run_guarded,
    show,
    show_later,
)
from bot.discord_kit.text import markdown
from bot.play.dealing import hidden_info
from bot.play.hints.hints import Hint, Hints, Recalled, may_ask
from bot.play.matches.ui.buttons import Play
from bot.play.own_matches.ui import choices
from bot.play.own_matches.ui.match_argument import find_match
from bot.play.wording import matches


class AskForHint(Button, frozen=True, tag="hint"):
    """A button that asks for a hint."""

    match: Name


class OpenMarks(Button, frozen=True, tag="marks"):
    """A button that opens the squares the player has marked as remembered."""

    match: Name


class MarkRow(Button, frozen=True, tag="mark"):
    """A select whose values are the squares of one row that the player remembers."""

    match: Name
    row: Number


class ClearMarks(Button, frozen=True, tag="unmark"):
    """A button that deletes all marks."""

    match: Name


_PICTURE = "hint.png"
_UNSEEN = "I know the board, not what you were shown: trust your memory over this hint."
_MARK = "Mark what you remember, and hints go by that."
_MARKS = (
    "Choose the squares that you think were in the preview, row by row. Hints go by what you mark here, "
    "right or wrong. Only you see this."
)
_SMALL = "-# Only you see this, and no one is told that you asked. Only casual matches have hints."


def hints_of(ctx: UiContext) -> Hints:
    """Return this process's hints."""
    return ctx.app.own(Hints, lambda: Hints(ctx.app, ctx.bots.ai_pool))


async def show_hint(ctx: UiContext, interaction: Interaction, tap: AskForHint) -> None:
    """Show a hint in place of the panel, or else in a new private answer; thinking may take a while."""
    match_id, person = tap.match, interaction.user.id
    await hidden_info.look(ctx.app, *await hints_of(ctx).check_allowed(match_id, person))
    if is_private(interaction):
        await interaction.response.defer()
    else:
        await interaction.response.defer(ephemeral=True, thinking=True)
    shown = await screen(await hints_of(ctx).hint(match_id, person), await pictures.theme_of(ctx.app, person))
    await show_later(interaction, shown)


async def screen(hint: Hint, theme: str) -> Screen:
    """Return a hint in words and as a picture, with buttons that play it and open the board."""
    file = await pictures.board(hint.state.name_bot(hint.advice.picture), _PICTURE, theme)
    said = "\n".join(filter(None, (f"### Hint · {hint.state.title}", *_lines(hint), _SMALL)))
    match_id = hint.state.match.id
    marking = [items.button("Mark what you remember", OpenMarks(match_id))] if hint.may_mark else []
    taps = [*_playing(hint), *marking, items.button("Back", OpenMatch(match_id))]
    shown = items.picture(_PICTURE, file.description or "")
    return Screen(items.message(shown, items.text(said), items.row(*taps)), [file])


def _playing(hint: Hint) -> list[items.Tap]:
    """Return the button that plays the hint, or none if the action is too long for a button."""
    tap = Play(hint.state.match.id, hint.state.version(hint.seat), hint.text)
    return [items.button("Play it", tap, items.STRONG)] if tap.is_whole else []


def _lines(hint: Hint) -> tuple[str, ...]:
    advice = markdown.plain((hint.advice.words,))
    why = markdown.plain((hint.advice.why,))
    written = f"-# With `/move` it's `{hint.text.replace('`', '')}`."
    if hint.only_choice:
        return f"There's only one thing to do now: {advice}.", written
    who = matches.bot_name(hint.state.game.key, hint.level)
    unseen = " ".join((_UNSEEN, _MARK) if hint.may_mark else (_UNSEEN,)) if hint.unseen else ""
    return f"**{who}** would {advice}.", why, unseen, written


# --- marking remembered squares -----------------------------------------------------------------------


async def show_marks(ctx: UiContext, interaction: Interaction, tap: OpenMarks) -> None:
    """Show the marked squares in private."""
    state, seat = await hints_of(ctx).casual(tap.match, interaction.user.id)
    await hidden_info.look(ctx.app, state, seat)
    await show(interaction, await _marks(ctx, state, seat))


async def mark_row(ctx: UiContext, interaction: Interaction, tap: MarkRow) -> None:
    """Set a row's marks to the squares chosen in its select."""
    state, seat = await hints_of(ctx).casual(tap.match, interaction.user.id)
    data: Any = interaction.data
    await hints_of(ctx).mark(state, seat, tap.row, data["values"])
    await _update_marks(ctx, interaction, state, seat)


async def clear_marks(ctx: UiContext, interaction: Interaction, tap: ClearMarks) -> None:
    """Delete all marks of the player."""
    state, seat = await hints_of(ctx).casual(tap.match, interaction.user.id)
    await hints_of(ctx).clear(state, seat)
    await _update_marks(ctx, interaction, state, seat)


async def _update_marks(ctx: UiContext, interaction: Interaction, state: MatchState, seat: int) -> None:
    shown = await _marks(ctx, state, seat)
    await answers.change(interaction, shown)


async def _marks(ctx: UiContext, state: MatchState, seat: int) -> Screen:
    """Return the board with the marks, a select for each row, and a Hint button on the player's turn."""
    recalled = await hints_of(ctx).load_marks(state, seat)
    if not recalled.rows:
        raise UserError("There's nothing to mark: nothing was shown to you once.")
    match_id = state.match.id
    theme = await pictures.theme_of(ctx.app, state.seat_row(seat).person)
    file = await pictures.board(state.game.scene(recalled.view), _PICTURE, theme)
    marked = len(recalled.squares)
    lists = [
        items.row(items.several(_name(row), MarkRow(match_id, number), _options(row, recalled)))
        for number, row in enumerate(recalled.rows)
    ]
    taps = [items.button("Clear", ClearMarks(match_id), disabled=not marked)]
    if seat in state.to_act:
        taps.insert(0, items.button("Hint", AskForHint(match_id), items.STRONG))
    taps.append(items.button("Back", OpenMatch(match_id)))
    said = items.text(f"### What you remember · {state.title}\n{_MARKS}\nSquares marked: {marked}.")
    return Screen(items.message(items.show_picture(file), said, *lists, items.row(*taps)), [file])


def _name(row: tuple[str, ...]) -> str:
    return f"{row[0]} to {row[-1]}: none marked"


def _options(row: tuple[str, ...], recalled: Recalled) -> list[discord.SelectOption]:
    return [
        discord.SelectOption(label=square, value=square, default=square in recalled.squares) for square in row
    ]


def command(ctx: UiContext) -> app_commands.Command[Any, ..., Any]:
    """Return the command /hint."""

    @app_commands.command(
        name="hint", description="See what a strong player would do in your place, in a casual match"
    )
    @app_commands.describe(match=choices.WHICH)
    async def hint(interaction: Interaction, match: str | None = None) -> None:
        await run_guarded(interaction, _ask(ctx, interaction, match))

    hint.autocomplete("match")(choices.completion(ctx, may_ask))
    return hint


async def _ask(ctx: UiContext, interaction: Interaction, match_id: str | None) -> None:
    person = interaction.user.id
    state = await find_match(ctx, interaction, match_id, lambda state: may_ask(state, person))
    await show_hint(ctx, interaction, AskForHint(state.match.id))
