"""Finding the match that a command is about."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from bot.core.errors import UserError
from bot.core.match_state import MatchState
from bot.discord_kit.interactions.context import Interaction, UiContext
from bot.play.own_matches import open_matches
from bot.play.own_matches.ui import choices

Fits = Callable[[MatchState], bool]


class _Open(msgspec.Struct, frozen=True):
    """A person's open matches in this thread, channel and anywhere; `mine…` fit and wait for the person."""

    thread: list[MatchState]
    here: list[MatchState]
    everywhere: list[MatchState]
    mine_in_thread: list[MatchState]
    mine_here: list[MatchState]
    mine: list[MatchState]


async def find_match(
    ctx: UiContext, interaction: Interaction, match_id: str | None, fits: Fits = lambda state: True
) -> MatchState:
    """Return the match a command is about: the named one, this thread's, this channel's, or the only one.

    At each of these, one that fits and waits for the person goes first. Raises UserError if it's unclear.
    """
    if match_id is not None:
        return await ctx.app.match_state(match_id)
    found = await _open(ctx, interaction, fits)
    by_place = (found.mine_in_thread, found.thread, found.mine_here, found.here, found.mine, found.everywhere)
    only = _only(by_place)
    if only is None:
        raise _unclear(found)
    return only


async def waiting(ctx: UiContext, interaction: Interaction, match_id: str | None) -> MatchState:
    """Return the match in which a person plays by typing.

    It's the named one, this thread's, or the only one that waits for them, first in this channel and then
    anywhere; if none waits, their only one. Raises UserError if it's unclear.
    """
    if match_id is not None:
        return await ctx.app.match_state(match_id)
    found = await _open(ctx, interaction, lambda state: True)
    by_turn = (found.mine_in_thread, found.thread, found.mine_here, found.mine, found.here, found.everywhere)
    only = _only(by_turn)
    if only is not None:
        return only
    if found.everywhere and not found.mine:
        raise UserError("It's not your turn in any of your matches.")
    raise _unclear(found)


async def _open(ctx: UiContext, interaction: Interaction, fits: Fits) -> _Open:
    person, channel = interaction.user.id, interaction.channel_id
    states = await open_matches.open_match_states(ctx.app, person)
    thread = [state for state in states if state.match.thread == channel]
    here = [state for state in states if channel in (state.match.thread, state.match.channel)]
    narrowed = [
        [state for state in those if state.seat_of(person) in state.to_act and fits(state)]
        for those in (thread, here, states)
    ]
    return _Open(thread, here, states, *narrowed)


def _only(lists: Iterable[list[MatchState]]) -> MatchState | None:
    """Return the match of the first list that has exactly one."""
    return next((states[0] for states in lists if len(states) == 1), None)


def _unclear(found: _Open) -> UserError:
    if not found.everywhere:
        return UserError(choices.NOTHING)
    return UserError("You have several open matches. Choose one with the option `match`.", option="match")
