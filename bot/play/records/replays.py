"""Replays: a match turn by turn, from one point of view or fully revealed.

After the end, everyone who may look sees it fully revealed, and may choose another point of view: either
seat's ("what I knew then") or the public's. Before it, and for a match that doesn't count, players have only
their own and others only the public's, and a step is only what was visible from there: how often a player has
acted unseen is a secret.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

import msgspec

from bot.core.app_context import AppContext
from bot.core.errors import UserError
from bot.core.match_state import MatchState, in_force
from bot.core.seats import check_visible
from bot.play.records.folding import events, reveal_all, states, turns
from games.core.game import AnyGame, MatchReason, Result, Viewer
from games.core.screen.scene import Scene

Eyes = Literal["seat0", "seat1", "all", "truth"]
"""The point of view: a seat's, the public's, or the truth, to which nothing is hidden."""


EYES: tuple[Eyes, ...] = ("seat0", "seat1", "all", "truth")
VIEWERS: dict[Eyes, Viewer] = {"seat0": 0, "seat1": 1, "all": None, "truth": None}
_OF_SEATS: tuple[Eyes, Eyes] = ("seat0", "seat1")
START, _SET_UP, _END = "The start", "Setup", "The end"
_NOT_YET = "Until the match ends, you can replay only your own view."
_VOID = "This match doesn't count, so nothing hidden is shown: you can replay only your own view."
_SEALED = "This was the first leg. You can replay it once the second leg is over."


class ReplayStep(msgspec.Struct, frozen=True):
    """A turn from one point of view.

    Attributes:
        game_state: The state after the turn.
        action: The number of its last action (0: the start), a secret before the end.
        lines: What was told of it; may be empty if something was seen.
        to_act: The seats to act after it.
        turn: Its number.
        events: What happened in it, once everything is open.
    """

    game_state: Any
    action: int
    lines: tuple[str, ...]
    to_act: tuple[int, ...]
    turn: int = 0
    events: tuple[str, ...] = ()


class Replay(msgspec.Struct, frozen=True):
    """The turns of a match from one point of view; the first step is the start."""

    state: MatchState
    eyes: Eyes
    steps: tuple[ReplayStep, ...]

    @property
    def last(self) -> int:
        """The number of the last step; the start has 0."""
        return len(self.steps) - 1

    @property
    def is_revealed(self) -> bool:
        """Whether this point of view shows everything."""
        whole: Eyes = "all" if self.state.game.perfect_information else "truth"
        return self.state.is_open_to_all and self.eyes == whole

    def clamp(self, number: int) -> int:
        """Return the existing step nearest to a number."""
        return max(0, min(number, self.last))

    def next_event(self, number: int) -> int:
        """Return the next step with an event worth stopping for, else the last step."""
        return next((n for n in range(number + 1, self.last) if self.steps[n].events), self.last)

    def label(self, number: int) -> str:
        """Return the label of a step: “Turn 7 of 40”."""
        step = self.steps[number]
        if not step.action:
            return START
        if step.action > self.state.length:
            return _END
        return f"Turn {step.turn} of {self.steps[-1].turn}" if step.turn else _SET_UP

    def scene(self, number: int) -> Scene:
        """Return the picture of a step."""
        if self.state.is_void and number == self.last:
            return self.state.scene(VIEWERS[self.eyes])
        return _scene(self.state, self.steps[number].game_state, self.eyes)

    def reading(self, number: int) -> tuple[str, ...]:
        """Return the narration of a step, else the picture's words on the turn; at the start, its label."""
        return self.steps[number].lines or ((f"{self.scene(number).subtitle}.",) if number else (START,))

    def list_events(self, number: int) -> tuple[str, ...]:
        """Return the events of a step; empty unless everything is shown."""
        return self.steps[number].events if self.is_revealed else ()

    def list_unpictured(self, number: int) -> tuple[str, ...]:
        """Return what the truth holds that its picture has no room for."""
        game, game_state = self.state.game, self.steps[number].game_state
        if self.eyes != "truth" or game.result(game_state) is not None:
            return ()
        ended = reveal_all(game, game_state)
        if _list_contents(game.scene(ended)) != _list_contents(game.scene(game.view(game_state, None))):
            return ()
        return game.revealed(ended)

    def nearest(self, step: ReplayStep) -> int:
        """Return the number of the last step here that isn't later than a step from another point of view."""
        return max(number for number, own_step in enumerate(self.steps) if own_step.action <= step.action)


# --- who may see what ---------------------------------------------------------------------------------


def may_look(state: MatchState, person: int, guild: int | None) -> None:
    """Raise Unknown for a person who neither played nor is on the match's server.

    Raise UserError for a first leg whose secrets the second leg still needs.
    """
    check_visible(state, person, guild)
    if state.sealed:
        raise UserError(_SEALED)


async def load_visible(app: AppContext, match_id: str, person: int, guild: int | None) -> MatchState:
    """Return the match; raise as `may_look` if the person, on this server, may not look at it."""
    state = await app.match_state(match_id)
    may_look(state, person, guild)
    return state


def list_eyes(state: MatchState, person: int) -> tuple[Eyes, ...]:
    """Return the points of view that a person may choose, the default first.

    The truth is among them once it may be shown; in games with perfect information it equals the public view.
    """
    seat = state.seat_of(person)
    own: Eyes = "all" if seat is None else _OF_SEATS[seat]
    if not state.is_open_to_all:
        return (own,)
    if state.game.perfect_information:
        return ("all", *_OF_SEATS)
    return tuple(dict.fromkeys(("truth", own, *EYES)))


def replay(state: MatchState, person: int, guild: int | None, eyes: Eyes | None = None) -> Replay:
    """Return the match from the given or the person's own point of view; UserError if it isn't allowed."""
    may_look(state, person, guild)
    choice = list_eyes(state, person)
    if eyes is not None and eyes not in choice and not state.is_open_to_all:
        raise UserError(_VOID if state.is_void else _NOT_YET)
    return build_replay(state, eyes or choice[0])


# --- the steps ----------------------------------------------------------------------------------------


def build_replay(state: MatchState, eyes: Eyes) -> Replay:
    """Return the replay from a point of view, folded from the record, without checking permissions."""
    played = in_force(state)
    return Replay(played, eyes, tuple(_steps(played, eyes)))


def _steps(state: MatchState, eyes: Eyes) -> Iterator[ReplayStep]:
    """Yield the start, each turn with something told or visible here, and the end by an act of the match."""
    game, who, folded = state.game, VIEWERS[eyes], states(state)
    game_state = next(folded)
    view = _reveal_open(state, game_state)
    yield ReplayStep(game_state, 0, (), state.start.acting)
    for turn in turns(state):
        moments = [game_state, *(next(folded) for _ in turn.actions)]
        game_state = moments[-1]
        views = [view, *(_reveal_open(state, moment) for moment in moments[1:])]
        view = views[-1]
        lines = tuple(line for number in turn.actions for line in _lines(state, number, eyes))
        if eyes == "truth" or lines or _changes(game, moments, who):
            acting = state.moment(turn.last).acting
            happened = tuple(event.text for event in events(game, views)) if state.is_open_to_all else ()
            yield ReplayStep(game_state, turn.last, lines, acting, turn.number, happened)
    yield from _end(state, game_state, eyes)


def _changes(game: AnyGame, moments: list[Any], who: Viewer) -> bool:
    """Return whether a viewer saw a change."""
    before, *after = (game.view(moment, who) for moment in moments)
    return any(view != before for view in after)


def _reveal_open(state: MatchState, moment: Any) -> Any:
    """Return the open view of a moment once everything is open; None before."""
    return reveal_all(state.game, moment) if state.is_open_to_all else None


def _end(state: MatchState, game_state: Any, eyes: Eyes) -> Iterator[ReplayStep]:
    """Yield a separate step for an act of the match that ended it."""
    game, number, turn = state.game, state.length + 1, state.turn_number or 0
    if state.is_void:
        yield ReplayStep(game_state, number, (), (), turn)
    elif state.match.reason is not None and game.result(game_state) is None:
        ended = game.ended(game_state, Result(state.match.winner, MatchReason(state.match.reason)))
        yield ReplayStep(ended, number, game.revealed(game.view(ended, VIEWERS[eyes])), (), turn)


def _lines(state: MatchState, number: int, eyes: Eyes) -> tuple[str, ...]:
    """Return what was told of an action from a point of view."""
    told = state.steps[number - 1].told
    return told[VIEWERS[eyes]] if eyes != "truth" else _all_told(state, number)


def _all_told(state: MatchState, number: int) -> tuple[str, ...]:
    """Return what all viewers were told of an action: the actor and the public.

    If the actor knew no more than the public, what the opponent was told beyond that follows.
    """
    step = state.steps[number - 1]
    own = _list_own_lines(state, number, step.seat)
    return (*own, *step.told[None], *(() if own else _list_own_lines(state, number, 1 - step.seat)))


def _list_own_lines(state: MatchState, number: int, seat: int) -> tuple[str, ...]:
    """Return what a seat was told beyond the public, for a spectator, without repeats in other words."""
    told = state.steps[number - 1].told
    own = [line if line in told[None] else state.game.retold(seat, line) for line in told[seat]]
    apart = [line for line in own if line not in told[None]]
    same = [line for line in told[None] if line not in own]
    return tuple(filter(None, apart[len(same) :]))


# --- pictures -----------------------------------------------------------------------------------------


def _scene(state: MatchState, game_state: object, eyes: Eyes) -> Scene:
    game, who = state.game, VIEWERS[eyes]
    if eyes != "truth" or game.result(game_state) is not None:
        return game.scene(state.restrict_view(game.view(game_state, who), who))
    return _true_scene(game, game_state)


def _true_scene(game: AnyGame, game_state: object) -> Scene:
    """Return everything amid a match: the picture as if it ended here, with the moment's words."""
    now = game.scene(game.view(game_state, None))
    open_now = game.scene(reveal_all(game, game_state))
    alt = open_now.alt.replace(open_now.subtitle, now.subtitle, 1)
    return msgspec.structs.replace(open_now, alt=alt, subtitle=now.subtitle, turn=now.turn, die=now.die)


def _list_contents(scene: Scene) -> tuple[object, ...]:
    """Return the parts of a picture that are on the board and in the hand."""
    return scene.tints, scene.tokens, scene.hand
