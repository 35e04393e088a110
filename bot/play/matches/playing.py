"""Playing actions in a match."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from bot.core import confusables, fair_help, notices
from bot.core.app_context import AppContext
from bot.core.errors import Stale, UserError
from bot.core.jobs import ANSWER
from bot.core.match_state import MatchState, apply_actions, turn_has_passed
from bot.core.seats import not_paused, require_seat, still_open
from bot.play.clocks import clocks
from bot.play.clocks.clocks import TURN
from bot.play.dealing.hidden_info import check_briefed, has_preview
from bot.play.matches.follow_up import NEXT_LEG, answers_due, answers_taken, conditional_moves, wake
from games import GameError
from storage.rows import Action, ScheduledJob
from storage.tables import histories, matches
from storage.tables.histories import HistoryFilter
from storage.tables.ply import Also, Ending, Ply, commit_ply


async def act(
    app: AppContext, match_id: str, person: int, text: str, version: int | None = None
) -> MatchState:
    """Play a player's action; `version` is that of the panel they saw (None: any).

    Raises UserError if it can't be played (Stale if the board has moved on); nothing is changed then.
    """
    after, _ = await _act(
        app, match_id, person, version, lambda state, seat: (play_action(state, seat, text, app.now()), "")
    )
    return after


async def act_as_typed(app: AppContext, match_id: str, person: int, text: str) -> tuple[MatchState, str]:
    """Play what a player typed freely, in one transaction.

    Returns the match after it, and a sentence on what could no longer be played (empty if all was). Raises
    UserError if nothing can be played (Stale if the board has moved on); nothing is changed then.
    """
    return await _act(
        app, match_id, person, None, lambda state, seat: _play_typed(state, seat, text, app.now())
    )


async def _act(
    app: AppContext,
    match_id: str,
    person: int,
    version: int | None,
    play: Callable[[MatchState, int], tuple[MatchState, str]],
) -> tuple[MatchState, str]:
    """Commit what `play` returns for the player's seat; return the match and what to tell the player."""
    while True:
        state = await app.match_state(match_id)
        seat = require_seat(state, person)
        still_open(state)
        not_paused(state)
        check_briefed(state, seat)
        if version is not None and version != state.version(seat):
            raise Stale
        try:
            after, said = play(state, seat)
            return await _commit_all(app, state, seat, after, seat), said
        except Stale:
            # An action at the same time as the opponent's isn't late: try again unless this seat has acted.
            version = state.version(seat)


async def commit(
    app: AppContext, state: MatchState, seat: int, text: str, *, planned: bool = False
) -> MatchState:
    """Append an action of a seat and all that follows from it; Stale if its number is taken.

    `planned` says that the player has planned it earlier, so they don't see what comes of it.
    """
    after = play_action(state, seat, text, app.now())
    return await _commit_all(app, state, seat, after, None if planned else seat)


async def _commit_all(
    app: AppContext, state: MatchState, seat: int, after: MatchState, viewer: int | None
) -> MatchState:
    """Append the step from `state` to `after`, with all that follows from it, in one transaction.

    The seat `viewer` sees a result at once and isn't told of it. What follows includes the actions that need
    no choice, for players who have them played automatically. CVD-15.
    """
    await _check_words(app, state, seat, after)
    plies = [await _ply(app, state, seat, after, viewer)]
    while (text := await automatic(app, after := _mark_written(after))) is not None:
        state, seat = after, after.to_act[0]
        after = play_action(state, seat, text, app.now())
        plies.append(await _ply(app, state, seat, after, viewer))
    await fair_help.check_answer(app, after, seat)
    if not await commit_ply(app.database, *plies):
        raise Stale
    if plies[-1].ending is not None:
        app.metrics.match_ended(after.match.game)
        after = await app.match_state(after.match.id)
    else:
        app.remember(after)
    wake(app, after)
    return after


async def _check_words(app: AppContext, state: MatchState, seat: int, after: MatchState) -> None:
    """Raise UserError if a player's words are unwanted on the match's server."""
    said = [step.said for step in after.steps[state.length :] if step.seat == seat and step.said]
    if said and not state.is_bot(seat):
        async with app.database.read() as r:
            await confusables.check(r, state.match.guild, said)


async def automatic(app: AppContext, state: MatchState) -> str | None:
    """Return the action that the match plays for the player to act before calling them, or None.

    A player with a preview makes the first action by hand: otherwise an automatic action, and its time, would
    reveal that they have seen the preview.
    """
    if len(state.to_act) != 1 or state.is_bot(seat := state.to_act[0]):
        return None
    action = state.game.automatic(state.view(seat))
    if action is None or (not state.has_chosen(seat) and has_preview(state, seat)):
        return None
    settings = await clocks.settings_of(app, state.seat_row(seat).person or 0)
    return None if settings.by_hand else state.game.format(action)


async def _ply(app: AppContext, state: MatchState, seat: int, after: MatchState, viewer: int | None) -> Ply:
    """Return the ply for a seat's action that leads from `state` to `after`."""
    async with app.database.read() as r:
        replies = await conditional_moves(r, app, after)
    changes = _changes(app, state, seat, after)
    ending = _ending(app, after)
    return Ply(
        match_id=state.match.id,
        number=state.length + 1,
        at=app.now(),
        actions=tuple((step.seat, step.text) for step in after.steps[state.length :]),
        ending=ending,
        messages=notices.after_action(after, seat, viewer, app.now(), waits=bool(replies)),
        also=changes.also if ending is None else app.hooks.also_ended(state.match, ending, app.now()),
        clear=changes.clear,
        deadlines=(*changes.deadlines, *replies),
        supersede=changes.supersede,
    )


def _mark_written(after: MatchState) -> MatchState:
    """Return the match with the length that it has once its actions are written."""
    return msgspec.structs.replace(after, match=msgspec.structs.replace(after.match, length=after.length))


def play_action(state: MatchState, seat: int, text: str, at: int) -> MatchState:
    """Return the match after an action and the forced ones that follow; UserError says why it's refused."""
    game = state.game
    try:
        canonical = game.format(game.parse(state.view(seat), text))
        confusables.check_mark(canonical)
        return _with_forced(apply_actions(state, [Action(state.length + 1, seat, canonical, at)]), at)
    except GameError as error:
        raise UserError(str(error)) from None


def _play_typed(state: MatchState, seat: int, text: str, at: int) -> tuple[MatchState, str]:
    """Return the match after all actions of a typed text, and why a part of it couldn't be played.

    A later action may run into something hidden. The actions before it stay played, or else a player could
    look into the fog for free.
    """
    try:
        first, *more = state.game.understood(state.view(seat), text)
    except GameError as error:
        raise UserError(str(error)) from None
    after = play_action(state, seat, first, at)
    for number, further in enumerate(more):
        try:
            if seat not in after.to_act or after.turn_number != state.turn_number:
                raise UserError("Your turn was already over.")
            after = play_action(after, seat, further, at)
        except UserError as error:
            return after, f"Not played: {', '.join(more[number:])}. {error}"
    return after, ""


def _with_forced(state: MatchState, at: int) -> MatchState:
    """Return the match after all forced actions, e.g. a pass."""
    game = state.game
    while len(state.to_act) == 1 and state.result is None:
        seat = state.to_act[0]
        forced = game.forced(state.view(seat))
        if forced is None:
            break
        state = apply_actions(state, [Action(state.length + 1, seat, game.format(forced), at)])
    return state


def _ending(app: AppContext, after: MatchState) -> Ending | None:
    result = after.result
    if result is None:
        return None
    stats_group = after.game.stats_group(after.game.view(after.game_state, None))
    return Ending(result.winner, str(result.reason), stats_group, sealed=bool(_next_leg(app, after)))


class _Changes(msgspec.Struct, frozen=True, kw_only=True):
    """An action's changes to clocks, calls and AI turns, in fields named as those of `Ply`."""

    clear: tuple[str, ...]
    deadlines: tuple[ScheduledJob, ...]
    supersede: tuple[str, ...] = ()
    also: tuple[Also, ...] = ()


def _changes(app: AppContext, before: MatchState, seat: int, after: MatchState) -> _Changes:
    """Return the changes that a seat's action makes."""
    was_to_answer, is_to_answer = before.bot_to_act() is not None, after.bot_to_act() is not None
    # The process whose AI is thinking already keeps the turn.
    answers = () if was_to_answer else answers_due(app, after)
    taken = () if was_to_answer else answers_taken(app, after)
    answered = (ANSWER,) if was_to_answer and not is_to_answer else ()
    if after.result is not None:
        return _Changes(
            clear=(TURN, *clocks.BESIDE, *answered),
            deadlines=_next_leg(app, after),
            supersede=(notices.PING, notices.BOARD),
        )
    if not turn_has_passed(after):
        return _Changes(clear=answered, deadlines=answers, also=taken)
    return _Changes(
        clear=answered,
        deadlines=answers,
        supersede=(notices.PING, notices.BOARD),
        also=(clocks.passing(app, before, seat, after), *taken),
    )


def _next_leg(app: AppContext, after: MatchState) -> tuple[ScheduledJob, ...]:
    if after.match.leg != 1 or after.game.next_leg(after.view(None)) is None:
        return ()
    return (ScheduledJob(kind=NEXT_LEG, subject=after.match.id, due_at=app.now()),)


_MOST = 10
"""Past matches to look through: some ended before the player acted."""


async def find_first_action(app: AppContext, person: int, game: str) -> str | None:
    """Return the text of the player's own first action in their last finished match of a game, or None."""
    async with app.database.read() as r:
        for past in await histories.page(r, HistoryFilter(person, game), _MOST):
            for action in await matches.actions(r, past.match_id):
                if action.seat == past.seat:
                    return action.text
    return None
