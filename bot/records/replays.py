"""Replays: a match step by step, as somebody saw it then, or as it was.

After the end anybody who may look chooses the eyes: either seat's ("what I knew then"), everybody's, or the
truth. Before it, and where the match does not count, a player has their own eyes and everybody
else the public's, and a step is only what those eyes saw: how often somebody has acted unseen is a secret."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from bot.core.app_context import AppContext
from bot.core.errors import UserError
from bot.core.match_state import MatchState, opening
from bot.core.seats import check_visible
from bot.records.eyes import Eyes
from games.core.game import AnyGame, MatchReason, Result, Viewer
from games.core.scene import Scene

EYES: tuple[Eyes, ...] = ("seat0", "seat1", "all", "truth")
VIEWERS: dict[Eyes, Viewer] = {"seat0": 0, "seat1": 1, "all": None, "truth": None}
_OF_SEATS: tuple[Eyes, Eyes] = ("seat0", "seat1")
START = "The start"
_ENDED = Result(None, MatchReason.ABORTED)
"""Stands in for the end when the truth in the middle of a match is asked for; its words are taken out."""
_NOT_YET = "Until the match ends, you can replay only your own view."
_VOID = "This match doesn't count, so nothing hidden is shown: you can replay only your own view."
_SEALED = "This was the first leg. You can replay it once the second leg is over."


class ReplayStep(msgspec.Struct, frozen=True):
    """A step as some eyes saw it: the state, what they were told (maybe nothing, but something was seen), and
    who was to act then. `action` is the number of the action that it followed (0: the start), a secret before
    the end; `ends_turn`: a turn was over with it."""

    game_state: object
    action: int
    lines: tuple[str, ...]
    to_act: tuple[int, ...]
    ends_turn: bool = False


class Replay(msgspec.Struct, frozen=True):
    """The steps of a match to some eyes; the first one is the start."""

    state: MatchState
    eyes: Eyes
    steps: tuple[ReplayStep, ...]

    @property
    def last(self) -> int:
        """The number of the last step; the start has 0."""
        return len(self.steps) - 1

    def clamped(self, number: int) -> int:
        """The step nearest to a number."""
        return max(0, min(number, self.last))

    def scene(self, number: int) -> Scene:
        """The picture of a step."""
        if self.state.is_void and number == self.last:
            return self.state.scene(VIEWERS[self.eyes])
        return _scene(self.state.game, self.steps[number].game_state, self.eyes)

    def reading(self, number: int) -> tuple[str, ...]:
        """What was told at a step, or else what the picture says of whose turn it is; of the start, that."""
        return self.steps[number].lines or ((f"{self.scene(number).subtitle}.",) if number else (START,))

    def unpictured(self, number: int) -> tuple[str, ...]:
        """What the truth holds that its picture has no room for."""
        game, game_state = self.state.game, self.steps[number].game_state
        if self.eyes != "truth" or game.result(game_state) is not None:
            return ()
        ended = game.view(game.ended(game_state, _ENDED), None)
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
    """The eyes that a person may choose, their own first; where nothing is hidden the truth is no other."""
    seat = state.seat_of(person)
    own: tuple[Eyes, ...] = ("all",) if seat is None else (_OF_SEATS[seat],)
    if not state.is_open_to_all:
        return own
    return (
        *own,
        *(
            eyes
            for eyes in EYES
            if eyes not in own and not (state.game.perfect_information and eyes == "truth")
        ),
    )


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
    steps = list(_steps(state, eyes))
    turns = [state.moment(min(step.action, state.length)).turn_number for step in steps]
    passed = (place > 0 and turns[place] != turns[place - 1] for place in range(len(steps)))
    marked = (msgspec.structs.replace(step, ends_turn=ends) for step, ends in zip(steps, passed, strict=True))
    return Replay(state, eyes, tuple(marked))


def _steps(state: MatchState, eyes: Eyes) -> Iterator[ReplayStep]:
    """The start, what was told or seen, and the end where an act of the match was one.

    Where they were told nothing, these eyes saw something if their view has changed."""
    game, who = state.game, VIEWERS[eyes]
    states = _states(state)
    game_state = next(states)
    yield ReplayStep(game_state, 0, (), state.start.acting)
    view = game.view(game_state, who)
    for number, game_state in enumerate(states, 1):
        lines, before = _lines(state, number, eyes), view
        view = game.view(game_state, who)
        if eyes == "truth" or lines or view != before:
            yield ReplayStep(game_state, number, lines, state.moment(number).acting)
    if state.is_void:
        yield ReplayStep(game_state, state.length + 1, (), ())
    elif state.match.reason is not None and game.result(game_state) is None:
        result = Result(state.match.winner, MatchReason(state.match.reason))
        ended = game.ended(game_state, result)
        yield ReplayStep(ended, state.length + 1, game.revealed(game.view(ended, who)), ())


def _states(state: MatchState) -> Iterator[object]:
    """The state before the first action, and after each."""
    game, game_state = state.game, opening(state.match).game_state
    yield game_state
    for step in state.steps:
        action = game.parse(game.view(game_state, step.seat), step.text)
        game_state = game.play(game_state, step.seat, action).state
        yield game_state


def _lines(state: MatchState, number: int, eyes: Eyes) -> tuple[str, ...]:
    """What these eyes were told of an action."""
    told = state.steps[number - 1].told
    return told[VIEWERS[eyes]] if eyes != "truth" else _all_told(state, number)


def _all_told(state: MatchState, number: int) -> tuple[str, ...]:
    """What all were told of an action: whoever acted, everybody, the other side."""
    step = state.steps[number - 1]
    own, other = (_told_apart(state, number, seat) for seat in (step.seat, 1 - step.seat))
    return (*own, *step.told[None], *other)


def _told_apart(state: MatchState, number: int, seat: int) -> tuple[str, ...]:
    """What a seat was told beyond the public, after its name; the same thing in other words is left out."""
    told = state.steps[number - 1].told
    apart = [line for line in told[seat] if line not in told[None]]
    same = [line for line in told[None] if line not in told[seat]]
    return tuple(f"{state.game.seats[seat]}: {line}" for line in apart[len(same) :])


# --- pictures -----------------------------------------------------------------------------------------


def _scene(game: AnyGame, game_state: object, eyes: Eyes) -> Scene:
    if eyes != "truth" or game.result(game_state) is not None:
        return game.scene(game.view(game_state, VIEWERS[eyes]))
    return _true_scene(game, game_state)


def _true_scene(game: AnyGame, game_state: object) -> Scene:
    """Everything, in the middle of a match: it is shown as if it ended here, with the words of the moment."""
    now = game.scene(game.view(game_state, None))
    open_now = game.scene(game.view(game.ended(game_state, _ENDED), None))
    alt = open_now.alt.replace(open_now.subtitle, now.subtitle, 1)
    return msgspec.structs.replace(open_now, alt=alt, subtitle=now.subtitle, turn=now.turn, die=now.die)


def _drawn(scene: Scene) -> tuple[object, ...]:
    """What of a picture is on the board and in the hand."""
    return scene.tints, scene.tokens, scene.hand
