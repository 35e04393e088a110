"""Handlers of taps in a match: opening it, choosing in its panel, looking at dealt information."""

from __future__ import annotations

from typing import Any

import discord

from bot.core import seats
from bot.core.errors import Stale, UserError
from bot.core.match_state import MatchState
from bot.discord_kit.components.buttons import Draft
from bot.discord_kit.components.navigation import OpenMatch, ViewMatch
from bot.discord_kit.interactions.context import Interaction, UiContext, is_with_bot, show
from bot.play.dealing import briefings, hidden_info
from bot.play.matches import playing
from bot.play.matches.ui import asking, briefing, opening, panel
from bot.play.matches.ui.buttons import (
    Choose,
    Look,
    Pick,
    Play,
    PlaySurely,
    PutAway,
    ShowDraft,
    Surely,
    Write,
)
from games.core.screen.prompt import Choice


async def open_match(ctx: UiContext, interaction: Interaction, tap: OpenMatch | ViewMatch) -> None:
    """Show a match as its reader may see it."""
    await opening.open_panel(ctx, interaction, tap.match)


async def show_draft(ctx: UiContext, interaction: Interaction, tap: ShowDraft) -> None:
    """Show the question after a draft, or another page of its answers."""
    state, seat = await _present(ctx, interaction, tap.match, tap.version)
    if seat is not None:
        await show(interaction, await panel.panel(ctx, state, seat, tap.draft, tap.page))


async def pick_choice(ctx: UiContext, interaction: Interaction, tap: Pick) -> None:
    """Handle a tap on a choice's button."""
    *keys, chosen = tap.draft or ("",)
    await _choosing(ctx, interaction, tap, tuple(keys), chosen)


async def confirm_choice(ctx: UiContext, interaction: Interaction, tap: Surely) -> None:
    """Handle a choice that was confirmed."""
    *keys, chosen = tap.draft or ("",)
    await _choosing(ctx, interaction, tap, tuple(keys), chosen, is_sure=True)


async def choose_listed(ctx: UiContext, interaction: Interaction, tap: Choose) -> None:
    """Handle a choice in a select."""
    data: Any = interaction.data
    await _choosing(ctx, interaction, tap, tap.draft, data["values"][0])


async def play_words(ctx: UiContext, interaction: Interaction, tap: Write, words: str) -> None:
    """Play the choice that the words from a modal lead to."""
    state, seat = await _present(ctx, interaction, tap.match, tap.version)
    if seat is None:
        return
    prompt = state.game.prompt(state.view(seat), (*tap.draft, words))
    choice = next(iter(prompt.choices), None)
    if choice is None or choice.action is None:
        raise UserError(prompt.question)
    await _play(ctx, interaction, state, seat, choice)


async def play_proposed(ctx: UiContext, interaction: Interaction, tap: Play | PlaySurely) -> None:
    """Play a proposed action in one tap, as if it had been chosen in the panel."""
    state, seat = await _present(ctx, interaction, tap.match, tap.version)
    if seat is None:
        return
    again = None if isinstance(tap, PlaySurely) else await asking.again(ctx.app, state, seat, tap.action)
    if again is not None:
        await show(interaction, await panel.panel(ctx, state, seat, again=again))
        return
    await _play(ctx, interaction, state, seat, Choice("", "", action=tap.action))


async def _present(
    ctx: UiContext, interaction: Interaction, match_id: str, version: int
) -> tuple[MatchState, int | None]:
    """Return the match and the player's seat; None, after showing the current panel, if theirs is too old."""
    state = await ctx.app.match_state(match_id)
    seat = seats.require_seat(state, interaction.user.id)
    if version == state.version(seat) and seat in state.to_act:
        # A forged tap is refused in words that may name dealt information, so mark that as seen.
        await hidden_info.look(ctx.app, state, seat)
        return state, seat
    await opening.show_present(ctx, interaction, state, seat)
    return state, None


async def _choosing(
    ctx: UiContext,
    interaction: Interaction,
    tap: Pick | Choose | Surely,
    draft: Draft,
    key: str,
    *,
    is_sure: bool = False,
) -> None:
    """Play the action of the tapped choice, or ask the next question."""
    state, seat = await _present(ctx, interaction, tap.match, tap.version)
    if seat is None:
        return
    choice, led = await asking.find_choice(ctx.app, state, seat, draft, key)
    if choice is None or choice.action is None:
        await _ask(ctx, interaction, state, seat, led)
        return
    again = None if is_sure else await asking.again(ctx.app, state, seat, choice.action, draft, key)
    if again is not None:
        await show(interaction, await panel.panel(ctx, state, seat, draft, again=again))
    else:
        await _play(ctx, interaction, state, seat, choice)


async def _ask(ctx: UiContext, interaction: Interaction, state: MatchState, seat: int, draft: Draft) -> None:
    """Ask the next question in the panel, or in a modal if it asks for words."""
    modal = asking.modal(state, seat, draft)
    if modal is not None:
        await interaction.response.send_modal(modal)
    else:
        await show(interaction, await panel.panel(ctx, state, seat, draft))


async def _play(
    ctx: UiContext, interaction: Interaction, state: MatchState, seat: int, choice: Choice
) -> None:
    match_id, person, version = state.match.id, interaction.user.id, state.version(seat)
    try:
        after = await playing.act(ctx.app, match_id, person, choice.action or "", version)
    except Stale:
        await opening.show_present(ctx, interaction, await ctx.app.match_state(match_id), seat)
        return
    await opening.show_after(ctx, interaction, after, seat, choice.leads_to or ())


async def show_look(ctx: UiContext, interaction: Interaction, tap: Look) -> None:
    """Show what may be looked at once, or a few times; schedule its removal."""
    shown, look = await briefings.show(ctx.app, tap.match, interaction.user.id, tap.number), interaction.id
    until = None if shown.seconds is None else ctx.app.now() + shown.seconds
    where: dict[str, Any] = {"token": interaction.token, "application": interaction.application_id}
    message = interaction.message
    if is_with_bot(interaction) and message is not None and not message.flags.ephemeral:
        where = {"channel": interaction.channel_id, "message": message.id}
    await briefings.take_away_later(ctx.app, shown, look, where)
    try:
        person = interaction.user.id
        await show(interaction, await briefing.preview(ctx.app, person, shown, until, look))
    except discord.HTTPException:
        await briefings.take_back(ctx.app, shown, look)
        raise


async def put_away(ctx: UiContext, interaction: Interaction, tap: PutAway) -> None:
    """End a look early, and show the panel."""
    state = await briefings.put_away(ctx.app, tap.match, interaction.user.id, tap.look)
    seat = seats.require_seat(state, interaction.user.id)
    await show(interaction, await panel.panel(ctx, state, seat))
