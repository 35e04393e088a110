"""Playing on from a position: against a level of the bot (`ONWARD`), or for both sides (`STUDY`).

Studies exist for games without hidden information. A position is named by its match and the number of
actions played before it, or by its lesson.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator
from itertools import islice
from typing import Any

from msgspec import Struct, structs

from bot.core.app_context import AppContext
from bot.core.errors import UserError
from bot.core.match_record import record_of
from bot.core.match_state import MatchState, in_force, nickname
from bot.core.move_request import MoveRequest
from bot.core.person_settings import settings_in
from bot.core.seats import require_game
from bot.play.records.folding import states
from bot.play.records.replays import may_look
from games import AnyGame
from games.core.record import write_record
from games.core.teaching.attempts import Attempt
from games.core.vocabulary.tasks import Exercise, Onward
from storage.engine.handle import Reader, Writer
from storage.tables.exercises import Tried

ONWARD, STUDY = "onward", "study"
USUAL_LEVEL = "medium"
_GONE = "This position is no longer here. Use /replay to find another one."
_NO_LESSON = "This lesson is no longer here. Use /learn to choose another one."
_FROM_MATCH, _FROM_LESSON = "m", "l"


class Where(Struct, frozen=True):
    """A position to play on from, and the opponent's level.

    Attributes:
        source: The id of the match, or the key of the lesson (if `is_lesson`).
        number: The number of actions played before it.
        seat: The player's seat.
        level: The place of the level among the game's levels.
    """

    source: str
    number: int
    seat: int
    level: int
    is_lesson: bool = False

    @property
    def name(self) -> str:
        """The name under which its exercise is stored."""
        kind = _FROM_LESSON if self.is_lesson else _FROM_MATCH
        return f"{kind}-{self.source}-{self.number}-{self.seat}-{self.level}"


def where_of(name: str) -> Where:
    """Return the position with this name; raise UserError if the name has another form."""
    kind, _, rest = name.partition("-")
    source, *numbers = rest.rsplit("-", 3)
    if kind not in (_FROM_MATCH, _FROM_LESSON) or len(numbers) != 3 or not all(map(str.isdigit, numbers)):
        raise UserError(_GONE, command="replay")
    number, seat, level = map(int, numbers)
    return Where(source, number, seat, level, kind == _FROM_LESSON)


async def of_match(
    app: AppContext, match_id: str, number: int, person: int, guild: int | None
) -> tuple[AnyGame, Where]:
    """Return a position of a match that the person may view, from their own seat or the one to act.

    A `number` past the end means the last position. Raise UserError while the match isn't over.
    """
    state = in_force(await app.match_state(match_id))
    may_look(state, person, guild)
    check_open(state)
    moment = state.moment(min(number, state.length))
    own = state.seat_of(person)
    seat = own if own is not None else next(iter(moment.acting), 0)
    return state.game, Where(match_id, number, seat, await _level(app, person, state.game))


async def of_lesson(app: AppContext, game: AnyGame, key: str, person: int) -> Where:
    """Return the position of a lesson, from its seat; raise UserError if the lesson doesn't exist."""
    lesson = next((candidate for candidate in game.lessons() if candidate.key == key), None)
    if lesson is None:
        raise UserError(_NO_LESSON, command="learn")
    return Where(key, 0, lesson.exercise.seat, await _level(app, person, game), is_lesson=True)


def check_open(state: MatchState) -> None:
    """Raise UserError for a match in which something is still hidden."""
    if not state.is_open_to_all:
        raise UserError("You can play on from a match once it's over.")


async def _level(app: AppContext, person: int, game: AnyGame) -> int:
    """Return the place of the level that the person usually plays, or of a middle one."""
    async with app.database.read() as r:
        liked = (await settings_in(r, person)).levels.get(game.key, USUAL_LEVEL)
    levels = list(game.personas)
    return levels.index(liked) if liked in levels else len(levels) // 2


def level_of(game: AnyGame, where: Where) -> str:
    """Return the name of the opponent's level."""
    levels = list(game.personas)
    return levels[min(where.level, len(levels) - 1)]


# --- the exercise -------------------------------------------------------------------------------------


async def asks(app: AppContext, r: Reader, found: Tried) -> Exercise:
    """Return the position as an exercise, with chance drawn anew unless it's a study.

    Raise UserError if the match is over in that position.
    """
    where, game = where_of(found.name), require_game(found.game)
    state = await _position(app, r, game, where)
    if game.result(state) is not None:
        raise UserError("The match is over here. Go back a step and play on from there.")
    both = found.kind == STUDY
    if not both:
        state = game.reseeded(state, hashlib.sha256(f"{found.id} {found.began_at}".encode()).digest())
    return Exercise(state, where.seat, Onward("Play on.", both))


async def _position(app: AppContext, r: Reader, game: AnyGame, where: Where) -> Any:
    if where.is_lesson:
        lesson = next((candidate for candidate in game.lessons() if candidate.key == where.source), None)
        if lesson is None:
            raise UserError(_NO_LESSON, command="learn")
        return lesson.exercise.state
    state = in_force(await app.match_state_in(r, where.source))
    check_open(state)
    return next(islice(states(state), min(where.number, state.length), None))


async def nothing(w: Writer, app: AppContext, was: Tried, now: Tried) -> None:
    """Do nothing: the end of such a game has no further effect."""


def question(found: Tried, exercise: Exercise, tried: Attempt) -> MoveRequest:
    """Return the move request for the opponent's level: with its own view, as in a match."""
    game, where = require_game(found.game), where_of(found.name)
    seat = next(iter(game.to_act(tried.state)))
    drawn = hashlib.sha256(f"{found.id} {found.began_at} {len(found.tried)}".encode()).digest()
    return MoveRequest(
        game=game.key,
        level=level_of(game, where),
        seat=seat,
        options={},
        view=game.view(tried.state, seat),
        briefing=game.briefing(tried.state, seat),
        rng=random.Random(drawn),
        match=f"exercise {found.id}",
        person=found.person,
    )


async def file_of(app: AppContext, found: Tried) -> tuple[str, str]:
    """Return the file name and text of a study; raise UserError unless it's a study of a match."""
    where = where_of(found.name)
    if found.kind != STUDY or where.is_lesson:
        raise UserError("Only studies can be saved as text.")
    state = await app.match_state(where.source)
    check_open(state)
    record = record_of(state)
    begun = structs.replace(
        record,
        actions=record.actions[: where.number],
        score="*",
        reason="",
        proof=None,
        drawn="",
        takebacks="",
    )
    head = f"A study of {nickname(where.source)}, from move {where.number + 1} on\n\n"
    text = f"{head}{write_record(begun)}{_lines(found, where.number)}"
    return f"study-{where.source}-{where.number}.txt", text


def _lines(found: Tried, first: int) -> str:
    return "".join(
        f"\nLine {number} of {len(found.lines)}\n{''.join(_number_moves(line, first))}"
        for number, line in enumerate(found.lines, 1)
    )


def _number_moves(line: tuple[str, ...], first: int) -> Iterator[str]:
    return (f"{number}. {text}\n" for number, text in enumerate(line, first + 1))
