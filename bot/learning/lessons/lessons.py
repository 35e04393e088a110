"""The lessons of each game, a player's progress in them, and the coach's tips in a match."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from msgspec import Struct

from bot.core import fair_help
from bot.core.app_context import AppContext, Recent
from bot.core.errors import UserError
from bot.core.match_state import MatchState, opening
from bot.core.seats import require_game
from bot.play.dealing.hidden_info import has_preview, is_unbriefed
from bot.play.records.folding import states
from games import GAMES, AnyGame
from games.core.vocabulary.lessons import Lesson, Tip, new_tip
from games.core.vocabulary.tasks import Exercise
from storage.engine.handle import Reader
from storage.tables import exercises
from storage.tables.exercises import Tried

LESSON = "lesson"


class Progress(Struct, frozen=True):
    """A game's lessons in order, and the keys of those that the player has finished (`done`)."""

    game: AnyGame
    lessons: tuple[Lesson, ...]
    done: frozenset[str]

    @property
    def following(self) -> Lesson | None:
        """The first unfinished lesson, or None if all are finished."""
        return next((lesson for lesson in self.lessons if lesson.key not in self.done), None)


def taught() -> tuple[AnyGame, ...]:
    """Return the games that have lessons."""
    return tuple(game for game in GAMES.values() if game.lessons())


def lesson_of(game_key: str, key: str) -> tuple[int, Lesson]:
    """Return a lesson and its number, from 1; raise UserError if it no longer exists."""
    for number, lesson in enumerate(require_game(game_key).lessons(), 1):
        if lesson.key == key:
            return number, lesson
    raise UserError("This lesson is no longer here. Use /learn to choose another one.", command="learn")


async def asks(app: AppContext, r: Reader, found: Tried) -> Exercise:
    """Return the exercise of a lesson."""
    return lesson_of(found.game, found.name)[1].exercise


async def progress(app: AppContext, person: int) -> tuple[Progress, ...]:
    """Return the player's progress in each game that has lessons, the game used last first."""
    async with app.database.read() as r:
        rows = await exercises.of_person(r, person, LESSON)
    latest = list(dict.fromkeys(row.game for row in rows))
    games = sorted(taught(), key=lambda game: latest.index(game.key) if game.key in latest else len(latest))
    return tuple(_progress(game, rows) for game in games)


async def progress_in(app: AppContext, person: int, game: AnyGame) -> Progress:
    """Return the player's progress in the lessons of one game."""
    async with app.database.read() as r:
        return _progress(game, await exercises.of_person(r, person, LESSON))


def _progress(game: AnyGame, rows: list[Tried]) -> Progress:
    done = frozenset(row.name for row in rows if row.game == game.key and row.solved_at is not None)
    return Progress(game, game.lessons(), done)


_REMEMBERED = 256


class Coach:
    """The coach, with a cache of the latest tips, which can always be found again from the match record."""

    def __init__(self) -> None:
        self._said: Recent[tuple[str, int, int, bool], tuple[Tip | None]] = Recent(_REMEMBERED)

    async def tip_in(self, app: AppContext, state: MatchState, seat: int) -> Tip | None:
        """Return the coach's tip for a seat, or None if the position is also on the player's rated board."""
        tip, person = self.tip(state, seat), state.seat_row(seat).person
        if tip is None or person is None:
            return tip
        asked = (app, person, state.game, (state.game_state,))
        return None if await fair_help.is_on_rated_board(*asked) else tip

    def tip(self, state: MatchState, seat: int) -> Tip | None:
        """Return the coach's tip for a seat that is to act, or None if there's no tip or no coach."""
        if not state.match.coached or seat not in state.to_act:
            return None
        moment = (state.match.id, seat, state.length, is_unbriefed(state, seat))
        known = self._said.get(moment)
        if known is None:
            self._said[moment] = known = (new_tip(_moments(state, seat)),)
        return known[0]


def _moments(state: MatchState, seat: int) -> Iterator[tuple[Tip, ...]]:
    """Yield the tips that apply at each of the seat's choices, and before and after its preview."""
    game, by_hand = state.game, has_preview(state, seat)
    moments = chain((opening(state.match).start,), state.steps)
    for game_state, moment in zip(states(state), moments, strict=True):
        view = game.view(game_state, seat)
        chooses = by_hand or game.automatic(view) is None
        if seat in moment.acting and game.forced(view) is None and chooses:
            if by_hand and not is_unbriefed(state, seat):
                yield game.tips(view)
            by_hand = False
            yield game.tips(view)
