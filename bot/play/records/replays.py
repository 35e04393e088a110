"""Replays: a match turn by turn, as somebody saw it then, or as it was.

After the end everybody who may look sees it fully revealed, and may choose other eyes: either seat's ("what I
knew then"), or everybody's. Before it, and where the match does not count, a player has their own eyes and
everybody else the public's, and a step is only what those eyes saw: how often somebody has acted unseen is a
secret."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

import msgspec

from bot.core.app_context import AppContext
from bot.core.errors import UserError
from bot.core.match_state import MatchState
from bot.core.seats import check_visible
from bot.play.records.folding import events, opened, states, turns
from games.core.game import AnyGame, MatchReason, Result, Viewer
from games.core.screen.scene import Scene

Eyes = Literal["seat0", "seat1", "all", "truth"]
"""Whose eyes: a seat's, everybody's, or those to which nothing was hidden."""


EYES: tuple[Eyes, ...] = ("seat0", "seat1", "all", "truth")
VIEWERS: dict[Eyes, Viewer] = {"seat0": 0, "seat1": 1, "all": None, "truth": None}
_OF_SEATS: tuple[Eyes, Eyes] = ("seat0", "seat1")
START, _SET_UP, _END = "The start", "Setup", "The end"
_NOT_YET = "Until the match ends, you can replay only your own view."
_VOID = "This match doesn't count, so nothing hidden is shown: you can replay only your own view."
_SEALED = "This was the first leg. You can replay it once the second leg is over."


class ReplayStep(msgspec.Struct, frozen=True):
    """A turn as some eyes saw it: the state after it, what they were told (maybe nothing, but something was
    seen), and who was to act then. `action`: the number of the turn's last action (0: the start), a secret
    before the end; `turn`: the turn's own number; `events`: what happened in it, once everything is open."""

    game_state: Any
    action: int
    lines: tuple[str, ...]
    to_act: tuple[int, ...]
    turn: int = 0
    events: tuple[str, ...] = ()


class Replay(msgspec.Struct, frozen=True):
    """The turns of a match to some eyes; the first step is the start."""

    state: MatchState
    eyes: Eyes
    steps: tuple[ReplayStep, ...]

    @property
    def last(self) -> int:
        """The number of the last step; the start has 0."""
        return len(self.steps) - 1

    @property
    def is_revealed(self) -> bool:
        """Whether these eyes see all that there was."""
        whole: Eyes = "all" if self.state.game.perfect_information else "truth"
        return self.state.is_open_to_all and self.eyes == whole

    def clamped(self, number: int) -> int:
        """The step nearest to a number."""
        return max(0, min(number, self.last))

    def next_event(self, number: int) -> int:
        """The next step in which something happened worth stopping for; without one, the last step."""
        return next((n for n in range(number + 1, self.last) if self.steps[n].events), self.last)

    def label(self, number: int) -> str:
        """What a step is called: “Turn 7 of 40”."""
        step = self.steps[number]
        if not step.action:
            return START
        if step.action > self.state.length:
            return _END
        return f"Turn {step.turn} of {self.steps[-1].turn}" if step.turn else _SET_UP

    def scene(self, number: int) -> Scene:
        """The picture of a step."""
        if self.state.is_void and number == self.last:
            return self.state.scene(VIEWERS[self.eyes])
        return _scene(self.state, self.steps[number].game_state, self.eyes)

    def reading(self, number: int) -> tuple[str, ...]:
        """What was told at a step, or else what the picture says of whose turn it is; of the start, that."""
        return self.steps[number].lines or ((f"{self.scene(number).subtitle}.",) if number else (START,))

    def happened(self, number: int) -> tuple[str, ...]:
        """What happened at a step, for eyes that see everything."""
        return self.steps[number].events if self.is_revealed else ()

    def unpictured(self, number: int) -> tuple[str, ...]:
        """What the truth holds that its picture has no room for."""
        game, game_state = self.state.game, self.steps[number].game_state
        if self.eyes != "truth" or game.result(game_state) is not None:
            return ()
        ended = opened(game, game_state)
        if _drawn(game.scene(ended)) != _drawn(game.scene(game.view(game_state, None))):
            return ()
        return game.revealed(ended)

    def nearest(self, step: ReplayStep) -> int:
        """The number of the last step here that is not later than one of other eyes."""
        return max(number for number, one in enumerate(self.steps) if one.action <= step.action)


# --- who may see what ---------------------------------------------------------------------------------


def may_look(state: MatchState, person: int, guild: int | None) -> None:
    """Unknown for those who did not play and are not on the server where it is played; UserError while what
    it holds is still needed."""
    check_visible(state, person, guild)
    if state.sealed:
        raise UserError(_SEALED)


async def looked_at(app: AppContext, match_id: str, person: int, guild: int | None) -> MatchState:
    """The match; UserError where this person may not look at it. `guild`: the server where they are."""
    state = await app.match_state(match_id)
    may_look(state, person, guild)
    return state


def offered(state: MatchState, person: int) -> tuple[Eyes, ...]:
    """The eyes that a person may choose, those that are shown first in front: the truth once it may be shown,
    which where nothing is hidden is what everybody saw."""
    seat = state.seat_of(person)
    own: Eyes = "all" if seat is None else _OF_SEATS[seat]
    if not state.is_open_to_all:
        return (own,)
    if state.game.perfect_information:
        return ("all", *_OF_SEATS)
    return tuple(dict.fromkeys(("truth", own, *EYES)))


def replay(state: MatchState, person: int, guild: int | None, eyes: Eyes | None = None) -> Replay:
    """The match to the eyes asked for, or to the person's own; UserError where these are not theirs."""
    may_look(state, person, guild)
    choice = offered(state, person)
    if eyes is not None and eyes not in choice and not state.is_open_to_all:
        raise UserError(_VOID if state.is_void else _NOT_YET)
    return seen(state, eyes or choice[0])


# --- the steps ----------------------------------------------------------------------------------------


def seen(state: MatchState, eyes: Eyes) -> Replay:
    """All steps to these eyes, folded again from the record; who may have them is asked elsewhere."""
    return Replay(state, eyes, tuple(_steps(state, eyes)))


def _steps(state: MatchState, eyes: Eyes) -> Iterator[ReplayStep]:
    """The start, the turns in which these eyes were told or saw something, and the end where an act of the
    match was one."""
    game, who, folded = state.game, VIEWERS[eyes], states(state)
    game_state = next(folded)
    view = _opened(state, game_state)
    yield ReplayStep(game_state, 0, (), state.start.acting)
    for turn in turns(state):
        moments = [game_state, *(next(folded) for _ in turn.actions)]
        game_state = moments[-1]
        views = [view, *(_opened(state, moment) for moment in moments[1:])]
        view = views[-1]
        lines = tuple(line for number in turn.actions for line in _lines(state, number, eyes))
        if eyes == "truth" or lines or _changes(game, moments, who):
            acting = state.moment(turn.last).acting
            happened = tuple(event.text for event in events(game, views)) if state.is_open_to_all else ()
            yield ReplayStep(game_state, turn.last, lines, acting, turn.number, happened)
    yield from _end(state, game_state, eyes)


def _changes(game: AnyGame, moments: list[Any], who: Viewer) -> bool:
    """Whether a viewer saw something, of which nothing was told."""
    before, *after = (game.view(moment, who) for moment in moments)
    return any(view != before for view in after)


def _opened(state: MatchState, moment: Any) -> Any:
    """What everybody sees of a moment once everything is open; None before."""
    return opened(state.game, moment) if state.is_open_to_all else None


def _end(state: MatchState, game_state: Any, eyes: Eyes) -> Iterator[ReplayStep]:
    """A step of its own for an act of the match that ended it."""
    game, number, turn = state.game, state.length + 1, state.turn_number or 0
    if state.is_void:
        yield ReplayStep(game_state, number, (), (), turn)
    elif state.match.reason is not None and game.result(game_state) is None:
        ended = game.ended(game_state, Result(state.match.winner, MatchReason(state.match.reason)))
        yield ReplayStep(ended, number, game.revealed(game.view(ended, VIEWERS[eyes])), (), turn)


def _lines(state: MatchState, number: int, eyes: Eyes) -> tuple[str, ...]:
    """What these eyes were told of an action."""
    told = state.steps[number - 1].told
    return told[VIEWERS[eyes]] if eyes != "truth" else _all_told(state, number)


def _all_told(state: MatchState, number: int) -> tuple[str, ...]:
    """What all were told of an action: whoever acted and everybody; the other side where whoever acted knew
    no more than everybody."""
    step = state.steps[number - 1]
    own = _told_apart(state, number, step.seat)
    return (*own, *step.told[None], *(() if own else _told_apart(state, number, 1 - step.seat)))


def _told_apart(state: MatchState, number: int, seat: int) -> tuple[str, ...]:
    """What a seat was told beyond the public, after its name; the same thing in other words is left out."""
    told = state.steps[number - 1].told
    apart = [line for line in told[seat] if line not in told[None]]
    same = [line for line in told[None] if line not in told[seat]]
    return tuple(f"{state.game.seats[seat]}: {line}" for line in apart[len(same) :])


# --- pictures -----------------------------------------------------------------------------------------


def _scene(state: MatchState, game_state: object, eyes: Eyes) -> Scene:
    game, who = state.game, VIEWERS[eyes]
    if eyes != "truth" or game.result(game_state) is not None:
        return game.scene(state.shown(game.view(game_state, who), who))
    return _true_scene(game, game_state)


def _true_scene(game: AnyGame, game_state: object) -> Scene:
    """Everything, in the middle of a match: it is shown as if it ended here, with the words of the moment."""
    now = game.scene(game.view(game_state, None))
    open_now = game.scene(opened(game, game_state))
    alt = open_now.alt.replace(open_now.subtitle, now.subtitle, 1)
    return msgspec.structs.replace(open_now, alt=alt, subtitle=now.subtitle, turn=now.turn, die=now.die)


def _drawn(scene: Scene) -> tuple[object, ...]:
    """What of a picture is on the board and in the hand."""
    return scene.tints, scene.tokens, scene.hand
