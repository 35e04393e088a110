"""Replays: a match step by step, as somebody saw it then, or as it was.

After the end anybody who may look chooses the eyes: either seat's ("what I knew then"), everybody's, or the
truth. Before it, and where the match does not count, a person at the table has their own eyes and everybody
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
_NOT_YET = "The match goes on: until it is over everybody sees it with their own eyes alone."
_VOID = "This match does not count, so nothing hidden is shown: everybody sees it with their own eyes alone."
_SEALED = "This was a first leg. It can be watched again as soon as the second one is over."


class Step(msgspec.Struct, frozen=True):
    """A step as some eyes saw it: the state, what they were told (maybe nothing, but something was seen), and
    who was to act then. `action` is the number of the action that it followed (0: the start), a secret before
    the end; `ends_turn`: a turn was over with it."""

    state: object
    action: int
    lines: tuple[str, ...]
    to_act: tuple[int, ...]
    ends_turn: bool = False


class Replay(msgspec.Struct, frozen=True):
    """The steps of a match to some eyes; the first one is the start."""

    table: MatchState
    eyes: Eyes
    steps: tuple[Step, ...]

    @property
    def last(self) -> int:
        """The number of the last step; the start has 0."""
        return len(self.steps) - 1

    def clamped(self, number: int) -> int:
        """The step nearest to a number."""
        return max(0, min(number, self.last))

    def scene(self, number: int) -> Scene:
        """The picture of a step."""
        if self.table.is_void and number == self.last:
            return self.table.scene(VIEWERS[self.eyes])
        return _scene(self.table.game, self.steps[number].state, self.eyes)

    def reading(self, number: int) -> tuple[str, ...]:
        """What was told at a step, or else what the picture says of whose turn it is; of the start, that."""
        return self.steps[number].lines or ((f"{self.scene(number).subtitle}.",) if number else (START,))

    def unpictured(self, number: int) -> tuple[str, ...]:
        """What the truth holds that its picture has no room for."""
        game, state = self.table.game, self.steps[number].state
        if self.eyes != "truth" or game.result(state) is not None:
            return ()
        ended = game.view(game.ended(state, _ENDED), None)
        if _drawn(game.scene(ended)) != _drawn(game.scene(game.view(state, None))):
            return ()
        return game.revealed(ended)

    def nearest(self, step: Step) -> int:
        """The number of the last step here that is not later than one of other eyes."""
        return max(number for number, one in enumerate(self.steps) if one.action <= step.action)


# --- who may see what ---------------------------------------------------------------------------------


def may_look(table: MatchState, person: int, guild: int | None) -> None:
    """Unknown for those who did not play and are not on the server where it is played; Refused while what
    it holds is still needed."""
    check_visible(table, person, guild)
    if table.sealed:
        raise UserError(_SEALED)


async def looked_at(app: AppContext, match_id: str, person: int, guild: int | None) -> MatchState:
    """The match; Refused where this person may not look at it. `guild`: the server where they are."""
    table = await app.table(match_id)
    may_look(table, person, guild)
    return table


def offered(table: MatchState, person: int) -> tuple[Eyes, ...]:
    """The eyes that a person may choose, their own first; where nothing is hidden the truth is no other."""
    seat = table.seat_of(person)
    own: tuple[Eyes, ...] = ("all",) if seat is None else (_OF_SEATS[seat],)
    if not table.is_open_to_all:
        return own
    return (
        *own,
        *(
            eyes
            for eyes in EYES
            if eyes not in own and not (table.game.perfect_information and eyes == "truth")
        ),
    )


def replay(table: MatchState, person: int, guild: int | None, eyes: Eyes | None = None) -> Replay:
    """The match to the eyes asked for, or to the person's own; Refused where these are not theirs."""
    may_look(table, person, guild)
    choice = offered(table, person)
    if eyes is not None and eyes not in choice and not table.is_open_to_all:
        raise UserError(_VOID if table.is_void else _NOT_YET)
    return seen(table, eyes or choice[0])


# --- the steps ----------------------------------------------------------------------------------------


def seen(table: MatchState, eyes: Eyes) -> Replay:
    """All steps to these eyes, folded again from the record; who may have them is asked elsewhere."""
    steps = list(_steps(table, eyes))
    turns = [table.moment(min(step.action, table.length)).turn for step in steps]
    passed = (place > 0 and turns[place] != turns[place - 1] for place in range(len(steps)))
    marked = (msgspec.structs.replace(step, ends_turn=ends) for step, ends in zip(steps, passed, strict=True))
    return Replay(table, eyes, tuple(marked))


def _steps(table: MatchState, eyes: Eyes) -> Iterator[Step]:
    """The start, what was told or seen, and the end where an act of the match was one.

    Where they were told nothing, these eyes saw something if their view has changed."""
    game, who = table.game, VIEWERS[eyes]
    states = _states(table)
    state = next(states)
    yield Step(state, 0, (), table.start.acting)
    view = game.view(state, who)
    for number, state in enumerate(states, 1):
        lines, before = _lines(table, number, eyes), view
        view = game.view(state, who)
        if eyes == "truth" or lines or view != before:
            yield Step(state, number, lines, table.moment(number).acting)
    if table.is_void:
        yield Step(state, table.length + 1, (), ())
    elif table.match.reason is not None and game.result(state) is None:
        result = Result(table.match.winner, MatchReason(table.match.reason))
        ended = game.ended(state, result)
        yield Step(ended, table.length + 1, game.revealed(game.view(ended, who)), ())


def _states(table: MatchState) -> Iterator[object]:
    """The state before the first action, and after each."""
    game, state = table.game, opening(table.match).state
    yield state
    for step in table.steps:
        state = game.play(state, step.seat, game.parse(game.view(state, step.seat), step.text)).state
        yield state


def _lines(table: MatchState, number: int, eyes: Eyes) -> tuple[str, ...]:
    """What these eyes were told of an action."""
    told = table.steps[number - 1].told
    return told[VIEWERS[eyes]] if eyes != "truth" else _all_told(table, number)


def _all_told(table: MatchState, number: int) -> tuple[str, ...]:
    """What all were told of an action: whoever acted, everybody, the other side."""
    step = table.steps[number - 1]
    own, other = (_told_apart(table, number, seat) for seat in (step.seat, 1 - step.seat))
    return (*own, *step.told[None], *other)


def _told_apart(table: MatchState, number: int, seat: int) -> tuple[str, ...]:
    """What a seat was told beyond the public, after its name; the same thing in other words is left out."""
    told = table.steps[number - 1].told
    apart = [line for line in told[seat] if line not in told[None]]
    same = [line for line in told[None] if line not in told[seat]]
    return tuple(f"{table.game.seats[seat]}: {line}" for line in apart[len(same) :])


# --- pictures -----------------------------------------------------------------------------------------


def _scene(game: AnyGame, state: object, eyes: Eyes) -> Scene:
    if eyes != "truth" or game.result(state) is not None:
        return game.scene(game.view(state, VIEWERS[eyes]))
    return _true_scene(game, state)


def _true_scene(game: AnyGame, state: object) -> Scene:
    """Everything, in the middle of a match: it is shown as if it ended here, with the words of the moment."""
    now = game.scene(game.view(state, None))
    open_now = game.scene(game.view(game.ended(state, _ENDED), None))
    alt = open_now.alt.replace(open_now.subtitle, now.subtitle, 1)
    return msgspec.structs.replace(open_now, alt=alt, subtitle=now.subtitle, turn=now.turn, die=now.die)


def _drawn(scene: Scene) -> tuple[object, ...]:
    """What of a picture is on the board and in the hand."""
    return scene.tints, scene.tokens, scene.hand
