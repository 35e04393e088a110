"""Puzzles from a server's own matches, searched for in the background once all players agree.

Pending searches are rows of `deadlines`, so any process can take one, and a restart loses none.
"""

from __future__ import annotations

import asyncio
import logging
import random

import msgspec

from bot.core.app_context import AppContext, Signal
from bot.core.errors import UserError
from bot.core.match_state import MatchState, in_force
from bot.core.move_request import Thinking
from bot.core.seats import require_seat
from bot.play.records.folding import states
from games import GAMES
from games.core.vocabulary.puzzles import Course, Puzzle, write_puzzle
from storage.rows import ScheduledJob
from storage.tables import puzzles, scheduled_jobs
from storage.tables.puzzles import OwnPuzzle

log = logging.getLogger(__name__)

FIND = "find puzzles"
NODES = 60_000
"""Search budget for a match."""
SECONDS = 60.0
"""Processor seconds after which the search gives up and the match has no puzzles."""
MOST = 5
"""Most puzzles kept of one match."""
_HELD_SECONDS = 600


def may_agree(state: MatchState, seat: int | None) -> bool:
    """Return whether a player may release a match: it's over, on a server, and its game has an analyst."""
    is_there = state.match.guild is not None and state.game.analyst is not None
    return seat is not None and is_there and state.is_open_to_all


async def agree(app: AppContext, match_id: str, person: int) -> frozenset[int]:
    """Record a player's consent and return the people who still have to agree.

    Raise UserError if no puzzles can be made of the match.
    """
    state = await app.match_state(match_id)
    if not may_agree(state, require_seat(state, person)):
        raise UserError("No puzzles can be made of this match.")
    async with app.database.write(f"match:{match_id}") as w:
        await puzzles.consent(w, match_id, person, app.now())
        missing = frozenset(state.people()) - await puzzles.consents(w, match_id)
        if not missing:
            await scheduled_jobs.set(w, ScheduledJob(kind=FIND, subject=match_id, due_at=_never(app)))
    app.own(Waiting, Waiting).wake()
    return missing


def _never(app: AppContext) -> int:
    """Return a due time ten years away: the loop here takes these rows, not the loop of scheduled jobs."""
    return app.now() + 10 * 365 * 86_400


class Waiting(Signal):
    """The signal that wakes the loop that searches for puzzles."""


async def look_forever(app: AppContext, pool: Thinking) -> None:
    """Search the waiting matches whenever there may be some, until canceled."""
    waiting = app.own(Waiting, Waiting)
    waiting.wake()
    while True:
        await waiting.wait()
        try:
            while (match_id := await _claim(app)) is not None:
                await _look(app, pool, match_id)
        except Exception:
            log.exception("puzzles couldn't be looked for; they are once somebody agrees again")


async def _claim(app: AppContext) -> str | None:
    """Claim a waiting match for this process and return its id, or None."""
    async with app.database.read() as r:
        rows = await scheduled_jobs.undone(r, FIND)
    host, until = app.database.host, app.now() + _HELD_SECONDS
    for row in rows:
        if row.lease_by in (None, host):
            async with app.database.write(f"job:{FIND}") as w:
                if await scheduled_jobs.take(w, FIND, row.subject, host, until):
                    return row.subject
    return None


async def _look(app: AppContext, pool: Thinking, match_id: str) -> None:
    state = await app.match_state(match_id)
    try:
        course = await asyncio.to_thread(course_of, state)
        lines = await pool.apart(SECONDS, find_puzzles, state.game.key, course)
    except Exception:
        log.warning("no puzzles could be looked for in %s", match_id, exc_info=True)
        lines = []
    async with app.database.write(f"match:{match_id}") as w:
        for number, line in enumerate(lines, 1):
            await puzzles.add_own(w, _own(state, f"{match_id}-{number}", line, app.now()))
        await scheduled_jobs.clear(w, FIND, match_id, app.now())


def _own(state: MatchState, name: str, line: str, now: int) -> OwnPuzzle:
    made = msgspec.structs.replace(msgspec.json.decode(line, type=Puzzle), id=name)
    return OwnPuzzle(
        game=state.game.key,
        puzzle=name,
        guild=state.match.guild or 0,
        match_id=state.match.id,
        line=write_puzzle(made),
        made_at=now,
    )


def course_of(state: MatchState) -> Course:
    """Return the match without the messages that players wrote in it."""
    game, texts, played = state.game, list[str](), in_force(state)
    for before, step in zip(states(played), played.steps, strict=False):
        action = game.parse(game.view(before, step.seat), step.text)
        bare = game.without_words(action) if step.said else None
        texts.append(step.text if bare is None else game.format(bare))
    return Course(dict(state.match.options), state.match.seed, tuple(texts))


def find_puzzles(game_key: str, course: Course) -> list[str]:
    """Return the puzzles in a match, up to MOST, as lines; this runs in a separate process."""
    analyst = GAMES[game_key].analyst
    if analyst is None:
        return []
    found = list[str]()
    for puzzle in analyst.puzzles(course, random.Random(course.seed), NODES):
        found.append(write_puzzle(puzzle))
        if len(found) == MOST:
            break
    return found
