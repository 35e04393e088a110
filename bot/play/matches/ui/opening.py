"""Showing a match to a person: when they open it, after an action, and on an old panel."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from discord import app_commands

from bot.core import notices, seats
from bot.core.errors import UserError
from bot.core.match_state import MatchState
from bot.core.time_controls import Due
from bot.discord_kit.components import items, pictures
from bot.discord_kit.components.choices import Completions, fitting, fitting_texts
from bot.discord_kit.components.items import Screen
from bot.discord_kit.interactions.context import (
    Interaction,
    UiContext,
    place_of,
    run_guarded,
    show,
    show_later,
)
from bot.play.clocks import clocks
from bot.play.dealing import hidden_info
from bot.play.matches import playing
from bot.play.matches.ui import briefing
from bot.play.matches.ui.panel import panel
from bot.play.own_matches.ui import choices
from bot.play.own_matches.ui.match_argument import find_waiting, list_waiting
from bot.play.wording import matches
from storage.tables import outbox

_CASUAL = "This match is casual, because you have another rated match open with the bot."
_MOVED_ON = "The board has moved on since then. Here it is now."


async def show_present(ctx: UiContext, interaction: Interaction, state: MatchState, seat: int) -> None:
    """Show the current board to a player who tapped an older one."""
    line = "" if state.match.reason is not None else _MOVED_ON
    await show(interaction, await panel(ctx, state, seat, line=line))


async def open_panel(ctx: UiContext, interaction: Interaction, match_id: str) -> None:
    """Show a match to a player as they may see it; others see the public view."""
    state = await ctx.app.match_state(match_id)
    seat = state.seat_of(interaction.user.id)
    if seat is None:
        seats.check_visible(state, interaction.user.id, place_of(interaction).guild)
        due_at = await clocks.due_in(ctx.app, state.match)
        theme = await pictures.theme_of(ctx.app, interaction.user.id)
        await show(interaction, await _onlooker(state, due_at, theme))
    else:
        await show(interaction, await panel(ctx, state, seat))


async def open_begun(
    ctx: UiContext, interaction: Interaction, match_id: str, *, was_rated: bool = False
) -> None:
    """Show the first screen of a match to the person whose tap began it, in place of the DM about its start.

    `was_rated` is whether a match against the bot was offered as rated.
    """
    state = await ctx.app.match_state(match_id)
    seat = state.seat_of(interaction.user.id)
    if seat is None:
        await open_panel(ctx, interaction, match_id)
        return
    casual = _CASUAL if was_rated and not state.match.rated and not state.length else ""
    line = "\n".join(filter(None, (casual, briefing.unshown(state, seat))))
    waits = state.bot_to_act() is not None and seat not in state.to_act
    if waits and not hidden_info.is_unbriefed(state, seat):
        await show_after(ctx, interaction, state, seat, line=line)
    else:
        await show(interaction, await panel(ctx, state, seat, line=line))
    async with ctx.app.database.write() as w:
        lane = notices.person_lane(interaction.user.id)
        await outbox.cancel(w, match_id, notices.BRIEFING, ctx.app.now(), lane=lane)


async def _onlooker(state: MatchState, due_at: Due, theme: str = pictures.NORMAL) -> Screen:
    """Return the public view, for a person who doesn't play."""
    file = await pictures.board(state.scene(None), theme=theme)
    title = " · ".join(filter(None, (f"**{state.title}**", matches.leg_of(state))))
    who = f"{matches.players(state.match)}. You're watching."
    line = f"{title}\n{who}\n{matches.turn_line(state, due_at)}"
    return Screen(items.message(items.show_picture(file), items.text(line)), [file])


async def show_after(
    ctx: UiContext,
    interaction: Interaction,
    state: MatchState,
    seat: int,
    draft: tuple[str, ...] = (),
    line: str = "",
) -> None:
    """Show the board after the player's own action; if the bot answers, its answer replaces that board.

    If it's still the player's turn, the panel continues with `draft`; `line` is a further line to show.
    """
    if state.bot_to_act() is None:
        await show(interaction, await panel(ctx, state, seat, draft, line=line))
        return
    lines = "\n".join(filter(None, (line, f"{matches.opponent(state, seat)} is thinking.")))
    await show(interaction, await panel(ctx, state, seat, line=lines))
    await ctx.bots.wait_until_settled(state.match.id)
    answered = await ctx.app.match_state(state.match.id)
    if answered.bot_to_act() is not None:
        # It couldn't answer yet, or the process is stopping: a ping follows once it has.
        return
    screen = await panel(ctx, answered, seat, line=line)
    await show_later(interaction, screen)
    async with ctx.app.database.write() as w:
        for kind in (notices.PING, notices.PANELS):
            await outbox.cancel(w, state.match.id, kind, ctx.app.now())


def command(ctx: UiContext) -> app_commands.Command[Any, ..., Any]:
    """Return the command /move."""

    @app_commands.command(name="move", description="Play a move by typing it")
    @app_commands.describe(action="Your move, such as roll, d15-d12 or play Wolf", match=choices.WHICH)
    async def move(interaction: Interaction, action: str, match: str | None = None) -> None:
        await run_guarded(interaction, _play_text(ctx, interaction, action, match))

    @move.autocomplete("action")
    async def complete_action(interaction: Interaction, current: str) -> Completions:
        return await _legal_actions(ctx, interaction, current)

    move.autocomplete("match")(choices.completion(ctx))
    return move


async def _play_text(ctx: UiContext, interaction: Interaction, text: str, match_id: str | None) -> None:
    state = await find_waiting(ctx, interaction, match_id, text)
    seat = seats.require_seat(state, interaction.user.id)
    await hidden_info.look(ctx.app, state, seat)
    after, left = await playing.act_as_typed(ctx.app, state.match.id, interaction.user.id, text)
    await show_after(ctx, interaction, after, seat, line=left)


async def _legal_actions(ctx: UiContext, interaction: Interaction, current: str) -> Completions:
    """Return the legal actions in the match that is meant; of several that wait, each with its match."""
    match_id, person = getattr(interaction.namespace, "match", None), interaction.user.id
    try:
        several = await list_waiting(ctx, interaction) if match_id is None else []
        if len(several) > 1:
            return await _actions_of_several(ctx, several, person, current)
        state = await find_waiting(ctx, interaction, match_id)
        seat = seats.require_seat(state, person)
        await hidden_info.look(ctx.app, state, seat)
    except UserError:
        return []
    return fitting_texts(_texts(state, seat), current)


async def _actions_of_several(
    ctx: UiContext, states: Sequence[MatchState], person: int, current: str
) -> Completions:
    """Return the actions that are legal in exactly one of several matches, with its game and opponent.

    Matches in which the person hasn't looked at what they were dealt offer nothing.
    """
    labels = await choices.describe(ctx, states, person)
    found = []
    for state, label in zip(states, labels, strict=True):
        seat = seats.require_seat(state, person)
        if not hidden_info.is_unbriefed(state, seat):
            found += [(choice.value, label) for choice in fitting_texts(_texts(state, seat), current)]
    times = Counter(text for text, _ in found)
    return fitting(((f"{text} · {label}", text) for text, label in found if times[text] == 1), "")


def _texts(state: MatchState, seat: int) -> Iterator[str]:
    return map(state.game.format, state.game.actions(state.view(seat)))
