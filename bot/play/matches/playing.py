"""Acting in a match."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from bot.core import confusables, fair_help, notices
from bot.core.app_context import AppContext
from bot.core.errors import Stale, UserError
from bot.core.jobs import ANSWER
from bot.core.match_state import MatchState, advanced, turn_has_passed
from bot.core.seats import not_paused, seated, still_open
from bot.play.clocks import clocks
from bot.play.clocks.clocks import TURN
from bot.play.dealing.hidden_info import check_briefed, has_preview
from bot.play.matches.following import NEXT_LEG, after_commit, answers_due, answers_taken, conditional_moves
from games import GameError
from storage.rows import Action, ScheduledJob
from storage.tables import histories, matches
from storage.tables.histories import HistoryFilter
from storage.tables.ply import Also, Ending, Ply, commit_ply


async def act(
    app: AppContext, match_id: str, person: int, text: str, version: int | None = None
) -> MatchState:
    """A person plays an action; `version` is that of the panel that they saw.

    UserError (Stale when the board has moved on) changes nothing."""
    after, _ = await _acted(
        app, match_id, person, version, lambda state, seat: (played(state, seat, text, app.now()), "")
    )
    return after


async def act_as_typed(app: AppContext, match_id: str, person: int, text: str) -> tuple[MatchState, str]:
    """A person plays what they typed in their own way: the match after it, and a sentence on what of it could
    not be played any more (empty: all was).

    All of it is written at once. UserError (Stale when the board has moved on) changes nothing."""
    return await _acted(
        app, match_id, person, None, lambda state, seat: _played_as_typed(state, seat, text, app.now())
    )


async def _acted(
    app: AppContext,
    match_id: str,
    person: int,
    version: int | None,
    play: Callable[[MatchState, int], tuple[MatchState, str]],
) -> tuple[MatchState, str]:
    """The match when somebody has played, and what is to be said of it."""
    while True:
        state = await app.match_state(match_id)
        seat = seated(state, person)
        still_open(state)
        not_paused(state)
        check_briefed(state, seat)
        if version is not None and version != state.version(seat):
            raise Stale
        try:
            after, said = play(state, seat)
            return await _committed(app, state, seat, after), said
        except Stale:
            # Whoever acts at the same time as the other side is not late.
            version = state.version(seat)


async def commit(app: AppContext, state: MatchState, seat: int, text: str) -> MatchState:
    """Append an action where its number is still free, with all that follows from it."""
    return await _committed(app, state, seat, played(state, seat, text, app.now()))


async def _committed(app: AppContext, state: MatchState, seat: int, after: MatchState) -> MatchState:
    """Append what leads from one state to the one after it, as `commit` does, and in the same transaction
    what needs no choice for whoever doesn't like to do it. CVD-15."""
    await _check_words(app, state, seat, after)
    plies = [await _ply(app, state, seat, after)]
    while (text := await automatic(app, after := _written(after))) is not None:
        state, seat = after, after.to_act[0]
        after = played(state, seat, text, app.now())
        plies.append(await _ply(app, state, seat, after))
    await fair_help.check_answer(app, after, seat)
    if not await commit_ply(app.database, *plies):
        raise Stale
    if plies[-1].ending is not None:
        app.metrics.match_ended(after.match.game)
        after = await app.match_state(after.match.id)
    else:
        app.remember(after)
    await after_commit(app, after.match.id)
    return after


async def _check_words(app: AppContext, state: MatchState, seat: int, after: MatchState) -> None:
    """UserError where a person says what the server of the match doesn't want to read."""
    said = [step.said for step in after.steps[state.length :] if step.seat == seat and step.said]
    if said and not state.is_bot(seat):
        async with app.database.read() as r:
            await confusables.check(r, state.match.guild, said)


async def automatic(app: AppContext, state: MatchState) -> str | None:
    """What the match does for the person to act before they are called.

    Whoever has a preview begins by themselves: else what is done, and when, told that they have seen it."""
    if len(state.to_act) != 1 or state.is_bot(seat := state.to_act[0]):
        return None
    if has_preview(state, seat) and not state.choices_by(seat):
        return None
    action = state.game.automatic(state.view(seat))
    settings = await clocks.settings_of(app, state.seat_row(seat).person or 0)
    return None if action is None or settings.by_hand else state.game.format(action)


async def _ply(app: AppContext, state: MatchState, seat: int, after: MatchState) -> Ply:
    """What is written when an action of a seat leads from one state to another."""
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
        messages=notices.after_action(after, seat, app.now(), waits=bool(replies)),
        also=changes.also if ending is None else app.hooks.also_ended(state.match, ending, app.now()),
        clear=changes.clear,
        deadlines=(*changes.deadlines, *replies),
        supersede=changes.supersede,
    )


def _written(after: MatchState) -> MatchState:
    """The same, as it is when its actions have been written."""
    return msgspec.structs.replace(after, match=msgspec.structs.replace(after.match, length=after.length))


def played(state: MatchState, seat: int, text: str, at: int) -> MatchState:
    """The match after an action and what the match then plays by itself; UserError says what is wrong."""
    game = state.game
    try:
        canonical = game.format(game.parse(state.view(seat), text))
        confusables.check_mark(canonical)
        return _with_forced(advanced(state, [Action(state.length + 1, seat, canonical, at)]), at)
    except GameError as error:
        raise UserError(str(error)) from None


def _played_as_typed(state: MatchState, seat: int, text: str, at: int) -> tuple[MatchState, str]:
    """The match after everything that a typed text means, and why a part of it could not be played.

    What comes after the first action may run into something that nobody could see: what came before that
    stays played, or else one could look into the fog for free."""
    try:
        first, *more = state.game.understood(state.view(seat), text)
    except GameError as error:
        raise UserError(str(error)) from None
    after = played(state, seat, first, at)
    for number, further in enumerate(more):
        try:
            if seat not in after.to_act or after.turn_number != state.turn_number:
                raise UserError("Your turn was already over.")
            after = played(after, seat, further, at)
        except UserError as error:
            return after, f"Not played: {', '.join(more[number:])}. {error}"
    return after, ""


def _with_forced(state: MatchState, at: int) -> MatchState:
    """The match when whoever has no choice has played what was left, e.g. a pass."""
    game = state.game
    while len(state.to_act) == 1 and state.result is None:
        seat = state.to_act[0]
        forced = game.forced(state.view(seat))
        if forced is None:
            break
        state = advanced(state, [Action(state.length + 1, seat, game.format(forced), at)])
    return state


def _ending(app: AppContext, after: MatchState) -> Ending | None:
    result = after.result
    if result is None:
        return None
    stats_group = after.game.stats_group(after.game.view(after.game_state, None))
    return Ending(result.winner, str(result.reason), stats_group, sealed=bool(_next_leg(app, after)))


class _Changes(msgspec.Struct, frozen=True, kw_only=True):
    """What an action changes about clocks and about who is called; its fields are those of `Ply`."""

    clear: tuple[str, ...]
    deadlines: tuple[ScheduledJob, ...]
    supersede: tuple[str, ...] = ()
    also: tuple[Also, ...] = ()


def _changes(app: AppContext, before: MatchState, seat: int, after: MatchState) -> _Changes:
    """What an action of a seat changes."""
    was_to_answer, is_to_answer = before.bot_to_act() is not None, after.bot_to_act() is not None
    # Whoever thinks already keeps it.
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
"""How many matches back it is looked for: some ended before anything was played."""


async def first_action(app: AppContext, person: int, game: str) -> str:
    """The text of the first action of this person's own in their last match of a game that is over."""
    async with app.database.read() as r:
        for past in await histories.page(r, HistoryFilter(person, game), _MOST):
            for action in await matches.actions(r, past.match_id):
                if action.seat == past.seat:
                    return action.text
    raise UserError("You haven't finished a match of this game yet, so there's nothing to take over.")
