"""The match that a person means without naming it: by the place, whose turn it is, and what was typed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import msgspec

from bot.core.app_context import AppContext
from bot.core.errors import UserError
from bot.core.match_state import MatchState, nickname
from bot.play.dealing import hidden_info
from bot.play.own_matches import open_matches
from games import GameError

Fits = Callable[[MatchState], bool]


class _Open(msgspec.Struct, frozen=True):
    """A person's open matches in this thread, channel and anywhere; `mine…` fit and wait for the person."""

    thread: list[MatchState]
    here: list[MatchState]
    everywhere: list[MatchState]
    mine_in_thread: list[MatchState]
    mine_here: list[MatchState]
    mine: list[MatchState]


async def find(
    app: AppContext, person: int, channel: int | None, fits: Fits = lambda state: True
) -> MatchState:
    """Return this thread's match, this channel's, or the person's only one.

    At each of these, one that fits and waits for the person goes first. Raises UserError if it's unclear.
    """
    found = await _open(app, person, channel, fits)
    by_place = (found.mine_in_thread, found.thread, found.mine_here, found.here, found.mine, found.everywhere)
    only = _only(by_place)
    if only is None:
        raise _unclear(found)
    return only


async def find_waiting(app: AppContext, person: int, channel: int | None, typed: str = "") -> MatchState:
    """Return the match in which a person plays by typing.

    It's this thread's, or the only one that waits for them, first in this channel and then anywhere; if
    several wait, the only one in which what they `typed` is legal; if none waits, their only one. Raises
    UserError if it's unclear.
    """
    found = await _open(app, person, channel, lambda state: True)
    legal = [state for state in found.mine if is_legal(state, person, typed)]
    by_turn = (found.mine_in_thread, found.thread, found.mine_here, found.mine, legal)
    only = _only((*by_turn, found.here, found.everywhere))
    if only is not None:
        return only
    if found.everywhere and not found.mine:
        raise UserError("It's not your turn in any of your matches.")
    raise _unclear(found, legal)


def is_legal(state: MatchState, person: int, text: str) -> bool:
    """Return whether a text can be played in a match by this person.

    It can't where the person hasn't looked at what they were dealt, which a refusal would tell them.
    """
    seat = state.seat_of(person)
    if seat is None or hidden_info.is_unbriefed(state, seat):
        return False
    try:
        return bool(state.game.understood(state.view(seat), text))
    except GameError:
        return False


async def list_waiting(app: AppContext, person: int, channel: int | None) -> list[MatchState]:
    """Return the matches that wait for a person here: in this thread, else in this channel, else anywhere."""
    found = await _open(app, person, channel, lambda state: True)
    return found.mine_in_thread or found.mine_here or found.mine


async def _open(app: AppContext, person: int, channel: int | None, fits: Fits) -> _Open:
    states = await open_matches.open_match_states(app, person)
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


def _unclear(found: _Open, legal: Sequence[MatchState] = ()) -> UserError:
    if not found.everywhere:
        return UserError(open_matches.NOTHING)
    if legal:
        names = " and ".join(f"**{nickname(state.match.id)}**" for state in legal[:2])
        return UserError(f"You can play that in {names}. Choose one with the option `match`.", option="match")
    return UserError("You have several open matches. Choose one with the option `match`.", option="match")
