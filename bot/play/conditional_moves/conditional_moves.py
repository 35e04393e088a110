"""Conditional moves (“if they play this, I play that”), for games in which everything is open.

They are private to their owner, canceled by any other move, and checked again when they are played. Who is to
move can plan, too: their lines begin with a move of their own, and count once they have played it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Any

import msgspec

from bot.core import notices
from bot.core.app_context import AppContext
from bot.core.errors import Stale, UserError
from bot.core.match_state import MatchState
from bot.core.seats import not_paused, require_seat, still_open
from bot.play.dealing.hidden_info import check_briefed
from bot.play.matches.playing import commit
from bot.play.wording import matches
from games import GameError, Unreadable
from games.core.errors import quote
from storage.rows import DueJob
from storage.tables import conditions, outbox
from storage.tables.conditions import ConditionalLine, ConditionalLines, Conditions

MOST_LINES, LONGEST_LINE = 20, 20
_MARK_LENGTH = 5


class LineEditor(msgspec.Struct, frozen=True):
    """A seat's conditional lines, and the unfinished line (`begun`) that it enters move by move."""

    state: MatchState
    seat: int
    lines: ConditionalLines
    begun: ConditionalLine

    @property
    def owner_begins(self) -> bool:
        """Whether lines begin with a move of the owner, whose turn it is."""
        return self.seat in self.state.to_act

    @property
    def is_theirs(self) -> bool:
        """Whether a move of the opponent comes next, rather than one of the owner's."""
        return len(self.begun) % 2 == self.owner_begins

    @property
    def who(self) -> int:
        """The seat whose move comes next."""
        return 1 - self.seat if self.is_theirs else self.seat

    def view(self) -> Any:
        """Return the view of that seat after the unfinished line."""
        return self.state.game.view(_after(self.state, self.begun), self.who)


def may_plan(state: MatchState, seat: int) -> bool:
    """Return whether a seat can plan: the game is open and under way, and the opponent is a person."""
    return state.game.perfect_information and len(state.to_act) == 1 and not state.is_bot(1 - seat)


async def add_line(
    app: AppContext, match_id: str, person: int, theirs: str, mine: str, after: int | None = None
) -> ConditionalLines:
    """Plan to reply `mine` if the opponent plays `theirs`, and return all lines.

    `after` is the number of the line to extend, from 1. UserError if the plan isn't possible.
    """
    now = await _planning(app, match_id, person)
    if now.owner_begins and after is None:
        raise UserError("It's your turn: play first, or plan with the button below your board.")
    line = _read(now.state, now.seat, _line(now.lines, after), theirs, mine)
    return (await _save(app, now, _with(now.lines, line))).lines


def _with(lines: ConditionalLines, line: ConditionalLine) -> ConditionalLines:
    kept = (*(known for known in lines if not _is_replaced_by(known, line)), line)
    if len(kept) > MOST_LINES or len(line) > LONGEST_LINE:
        raise UserError(f"You can have at most {MOST_LINES} lines of at most {LONGEST_LINE} moves.")
    return kept


async def _save(
    app: AppContext, now: LineEditor, lines: ConditionalLines, begun: ConditionalLine = ()
) -> LineEditor:
    state, seat = now.state, now.seat
    async with app.database.write() as w:
        await conditions.put(w, state.match.id, seat, Conditions(state.length, lines, begun))
    return LineEditor(state, seat, lines, begun)


def _line(lines: ConditionalLines, number: int | None) -> ConditionalLine:
    if number is None:
        return ()
    if not 1 <= number <= len(lines):
        raise UserError(f"There's no line {number}; you have {len(lines)}.")
    return lines[number - 1]


async def forget(app: AppContext, match_id: str, person: int) -> None:
    """Delete all conditional lines of the person in a match."""
    state = await app.match_state(match_id)
    async with app.database.write() as w:
        await conditions.drop(w, match_id, require_seat(state, person))


async def lines_of(app: AppContext, match_id: str, person: int) -> ConditionalLines:
    """Return what's left of the person's lines in a match at its current position."""
    state = await app.match_state(match_id)
    return (await _going_on(app, state, require_seat(state, person))).lines


async def _planning(app: AppContext, match_id: str, person: int) -> LineEditor:
    state = await app.match_state(match_id)
    seat = require_seat(state, person)
    still_open(state)
    not_paused(state)
    check_briefed(state, seat)
    if not state.game.perfect_information:
        raise UserError(
            f"Conditional moves are for games in which everything is open; {state.game.title} isn't one."
        )
    return await _going_on(app, state, seat)


async def _going_on(app: AppContext, state: MatchState, seat: int) -> LineEditor:
    """Return the rest of the lines that the match has followed; an older unfinished line is dropped."""
    async with app.database.read() as r:
        found = await conditions.find_entered(r, state.match.id, seat)
    if found is None:
        return LineEditor(state, seat, (), ())
    begun = found.begun if found.length == state.length else ()
    return LineEditor(state, seat, _find_remaining(found, state.texts), begun)


def _find_remaining(found: Conditions, texts: ConditionalLine) -> ConditionalLines:
    played = texts[found.length :]
    ahead = (line for line in found.lines if line[: len(played)] == played)
    return tuple(line[len(played) :] for line in ahead if len(line) > len(played))


def _read(state: MatchState, seat: int, start: ConditionalLine, theirs: str, mine: str) -> ConditionalLine:
    """Return the line with both moves in the game's notation; the game is open, so nothing secret shows."""
    try:
        game_state = _after(state, start)
        their_text, game_state = _play_text(state, game_state, 1 - seat, theirs)
        my_text, _ = _play_text(state, game_state, seat, mine)
    except GameError as error:
        raise UserError(str(error)) from None
    return (*start, their_text, my_text)


async def answers(
    app: AppContext, match_id: str, person: int, theirs: str, after: int | None
) -> Iterator[str]:
    """Yield what the opponent may play after a line; with `theirs`, the possible replies to that."""
    now = await _planning(app, match_id, person)
    state, seat = now.state, now.seat
    if now.owner_begins and after is None:
        return iter(())
    try:
        game_state = _after(state, _line(now.lines, after))
        if theirs:
            _, game_state = _play_text(state, game_state, 1 - seat, theirs)
    except GameError:
        return iter(())
    game, who = state.game, seat if theirs else 1 - seat
    return map(game.format, game.actions(game.view(game_state, who)))


def _after(state: MatchState, texts: ConditionalLine) -> Any:
    game_state = state.game_state
    for text in texts:
        _, game_state = _play_text(state, game_state, state.game.to_act(game_state)[0], text)
    return game_state


def _play_text(state: MatchState, game_state: Any, seat: int, text: str) -> tuple[str, Any]:
    view = state.game.view(game_state, seat)
    meant, *more = state.game.understood(view, text)
    if more:
        raise Unreadable(f"“{quote(text)}” is {len(more) + 1} moves; enter one at a time.")
    return meant, state.game.play(game_state, seat, state.game.parse(view, meant)).state


def _is_replaced_by(known: ConditionalLine, line: ConditionalLine) -> bool:
    """Return whether a new line extends a known one, or gives the same situation another reply."""
    return line[: len(known)] == known or known[: len(line) - 1] == line[:-1]


# --- a line entered action by action ------------------------------------------------------------------


def mark(line: ConditionalLine) -> str:
    """Return a short hash of a line, by which a button names it: a line is too long for a button's id."""
    return hashlib.sha256("\n".join(line).encode()).hexdigest()[:_MARK_LENGTH]


async def entering(app: AppContext, match_id: str, person: int, length: int | None = None) -> LineEditor:
    """Return what the person has entered so far; Stale if the match isn't at ply `length` anymore."""
    state = await app.match_state(match_id)
    if length is not None and (length != state.length or state.match.reason is not None):
        raise Stale
    return await _planning(app, match_id, person)


def goes_on(now: LineEditor) -> ConditionalLines:
    """Return the lines after which the opponent is to act again, so that they can be extended."""
    return tuple(line for line in now.lines if _goes_on(now, line))


def _goes_on(now: LineEditor, line: ConditionalLine) -> bool:
    fits = len(line) + 2 <= LONGEST_LINE
    return fits and now.state.game.to_act(_after(now.state, line)) == (1 - now.seat,)


async def begin(app: AppContext, now: LineEditor, start: str | None = None) -> LineEditor:
    """Begin a line; `start` is the mark of the line that it extends."""
    if start is None:
        return await _save(app, now, now.lines)
    line = next((line for line in goes_on(now) if mark(line) == start), None)
    if line is None:
        raise UserError("This line can't be extended anymore. Start another one.")
    return await _save(app, now, now.lines, line)


async def enter(app: AppContext, now: LineEditor, text: str) -> LineEditor:
    """Add a move to the unfinished line; the owner's reply completes the line and saves it.

    Moves wait for the reply in the database: texts are too long for a button's id, and memory wouldn't
    survive a restart. Nothing is played from a line without a reply.
    """
    try:
        written, game_state = _play_text(now.state, _after(now.state, now.begun), now.who, text)
    except GameError as error:
        raise UserError(str(error)) from None
    line = (*now.begun, written)
    if not now.is_theirs and now.begun:
        return await _save(app, now, _with(now.lines, line))
    if now.state.game.to_act(game_state) != (1 - now.who,):
        one = "you" if now.is_theirs else "they"
        raise UserError(f"There's nothing {one} could reply to that. Choose another move.")
    return await _save(app, now, now.lines, line)


# --- when the opponent has acted --------------------------------------------------------------------


async def reply(app: AppContext, deadline: DueJob) -> None:
    """Play the planned reply; after any other move cancel all lines and tell their owner."""
    state, seat = await app.match_state(deadline.subject), int(deadline.payload["seat"])
    async with app.database.read() as r:
        found = await conditions.get(r, state.match.id, seat)
    if found is None or seat not in state.to_act:
        return
    if found.length == state.length:
        # These lines were planned since the opponent moved: their first moves are for the owner to play.
        await _call(app, state)
        return
    left = _find_remaining(found, state.texts)
    if not left:
        # Where no line went on, one was played to its end, or its owner began with another move.
        was_foreseen = _find_remaining(found, state.texts[:-1])
        await _cancel(app, state, seat, "Your opponent played something else" if was_foreseen else "")
        return
    try:
        await commit(app, state, seat, left[0][0], planned=True)
    except Stale:
        return
    except UserError:
        await _cancel(app, state, seat, "Your reply can't be played anymore")


async def _call(app: AppContext, state: MatchState) -> None:
    """Call the owner of lines to the board, as they don't reply by themselves."""
    async with app.database.write() as w:
        await outbox.make_due(w, state.match.id, app.now())
    app.wake()


async def _cancel(app: AppContext, state: MatchState, seat: int, why: str) -> None:
    """Delete the lines and call their owner to the board; if `why` is given, tell the owner the reason."""
    person = state.seat_row(seat).person
    async with app.database.write() as w:
        await conditions.drop(w, state.match.id, seat)
        if person is not None and why:
            text = f"{why}, so your conditional moves {matches.against(state, seat)} are canceled."
            nonce = f"foreseen:{state.match.id}:{state.length}"
            await outbox.add(w, [notices.note(person, text, nonce, app.now())])
        await outbox.make_due(w, state.match.id, app.now())
    app.wake()
