"""A person's own open and finished matches, as the choices of the option `match`."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable
from typing import Any, NamedTuple

from bot.core.match_state import MatchState, id_by_name, nickname
from bot.discord_kit.components.choices import Completions, fitting
from bot.discord_kit.interactions.context import Interaction, UiContext
from bot.discord_kit.text import names
from bot.play.own_matches import histories, open_matches
from bot.play.wording import matches
from games import GAMES
from storage.tables import names as known_names
from storage.tables.histories import Past

WHICH = "Which match, if you have several"
_MOST_OVER = 100
"""The number of the latest finished matches that a completion searches."""

Fits = Callable[[MatchState, int], bool]
"""A function that returns whether a match is offered to a person."""


class Own(NamedTuple):
    """A person's match with its label."""

    match_id: str
    label: str
    thread: int | None


async def running(ctx: UiContext, person: int, fits: Fits = lambda state, person: True) -> list[Own]:
    """Return a person's open matches that fit; those where it's their turn come first."""
    states = [state for state in await open_matches.open_match_states(ctx.app, person) if fits(state, person)]
    async with ctx.app.database.read() as r:
        known = await known_names.names_of_opponents(r, person)
    return [Own(state.match.id, _running(state, person, known), state.match.thread) for state in states]


async def describe(ctx: UiContext, states: Iterable[MatchState], person: int) -> list[str]:
    """Return for each of the person's matches its game and opponent: “Decoy Patrol against tom”."""
    async with ctx.app.database.read() as r:
        known = await known_names.names_of_opponents(r, person)
    return [f"{state.game.title} against {_opponent_in(state, person, known)}" for state in states]


async def over(ctx: UiContext, person: int, fits: Callable[[Past], bool] = lambda past: True) -> list[Own]:
    """Return a person's finished matches that fit, latest first."""
    return [
        Own(past.match_id, _over(past), past.thread)
        for past in await histories.latest(ctx.app, person, _MOST_OVER)
        if fits(past)
    ]


async def find_id(ctx: UiContext, person: int, given: str) -> str:
    """Return the id of the person's match with a name such as “Maple 482”, or else what was given.

    Open matches come first, then the latest finished one.
    """
    open_ids = [state.match.id for state in await open_matches.open_match_states(ctx.app, person)]
    over_ids = [past.match_id for past in await histories.latest(ctx.app, person, _MOST_OVER)]
    return id_by_name(given, [*open_ids, *over_ids])


def filter_choices(own: list[Own], current: str) -> Completions:
    """Return the matches whose label contains the typed text, as choices."""
    return fitting(((match.label, match.match_id) for match in own), current)


def completion(
    ctx: UiContext, fits: Fits = lambda state, person: True
) -> Callable[[Interaction, str], Coroutine[Any, Any, Completions]]:
    """Return the autocompletion of the option `match` for open matches."""

    async def complete(interaction: Interaction, current: str) -> Completions:
        return filter_choices(await running(ctx, interaction.user.id, fits), current)

    return complete


def completion_against_people(
    ctx: UiContext,
) -> Callable[[Interaction, str], Coroutine[Any, Any, Completions]]:
    """Return the autocompletion of the option `match` for open or finished matches against people."""

    async def complete(interaction: Interaction, current: str) -> Completions:
        person = interaction.user.id
        own = await running(ctx, person, lambda state, _: len(state.people()) > 1)
        own += await over(ctx, person, lambda past: past.level is None)
        return filter_choices(own, current)

    return complete


def opponent(game_key: str, level: str | None, name: str | None) -> str:
    """Return the opponent as plain text: the bot by its level, a person by their name."""
    return matches.bot_name(game_key, level) if level else names.short(name or "")


def _running(state: MatchState, person: int, known: dict[int, str]) -> str:
    seat = state.seat_of(person) or 0
    other = _opponent_in(state, person, known)
    turn = "your turn" if seat in state.to_act else "their turn"
    return _label(f"{nickname(state.match.id)} · Playing", other, state.match.game, seat, turn)


def _opponent_in(state: MatchState, person: int, known: dict[int, str]) -> str:
    row = state.seat_row(1 - (state.seat_of(person) or 0))
    return opponent(state.match.game, row.level, known.get(row.person or 0))


def _over(past: Past) -> str:
    other = opponent(past.game, past.level, past.opponent)
    outcome = f"{nickname(past.match_id)} · {histories.outcome(past).capitalize()}"
    return _label(outcome, other, past.game, past.seat, histories.day(past.ended_at))


def _label(state: str, other: str, game_key: str, seat: int, last: str) -> str:
    """Return “Maple 482 · Won against tom as Creator, Creators vs Destroyers, Nov 22, 2026”."""
    game = GAMES[game_key]
    return f"{state} against {other}{matches.as_side(game, seat)}, {game.title}, {last}"
