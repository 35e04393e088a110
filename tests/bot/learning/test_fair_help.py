"""No help on a rated board, through any command or button.

Whatever a level or an analyst would say of a position that a player has on the board of a rated match is
refused to that player, and to no other.
"""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bot.core import fair_help
from bot.core.errors import UserError
from bot.core.seats import User
from bot.core.terms import MatchTerms
from bot.learning.analysis import analyses
from bot.learning.exercises import exercises
from bot.learning.exploring import exploring
from bot.learning.exploring.exploring import ONWARD, STUDY
from bot.learning.lessons.lessons import Coach
from bot.matchmaking.challenges import bot_matches, challenging, offering
from bot.matchmaking.terms import server_rules
from bot.play.hints.hints import Hints
from bot.play.matches import ending, playing
from games import GAMES
from storage import Match
from tests.kit.hosts.house import MARA, PLACE, TOM, House
from tests.kit.levels.thinker import Thinker
from tests.paths import ROOT

INES = User(13, "Ines")
KEY = next(key for key, game in GAMES.items() if game.perfect_information)
GAME = GAMES[KEY]
REFUSED = "board of a rated match you're playing"
WHITE_OPENS = {"first": "white"}


async def began(here: House, *, rated: bool = False, other: User = TOM, **raw: Any) -> Match:
    """Begin a match with Mara as White."""
    terms = MatchTerms(KEY, raw, "1d", rated)
    challenge = await offering.offer(here.app, MARA, other, 0, terms, PLACE, 901)
    _, match = await challenging.accept(here.app, challenge.id, other, 902, 300)
    return match


async def position_of(here: House, match: Match) -> str:
    state = await here.app.match_state(match.id)
    return GAME.position(state.view(None))


async def rated_match(here: House, plies: int = 2) -> Match:
    """Play this number of plies of a rated match, or one more, so that it's Mara's turn."""
    match = await began(here, rated=True)
    assert match.rated
    for _ in range(plies):
        await here.act(match)
    if (await here.app.match_state(match.id)).to_act != (0,):
        await here.act(match)
    return match


async def last_move(here: House, match: Match) -> str:
    """Return the last legal move, which `act` doesn't play by itself."""
    state = await here.app.match_state(match.id)
    *_, last = GAME.actions(state.view(state.to_act[0]))
    return GAME.format(last)


async def refused(asking: Awaitable[Any]) -> None:
    with pytest.raises(UserError, match=REFUSED) as error:
        await asking
    assert str(error.value).count(".") == 1


# --- the ways to help ----------------------------------------------------------------------------------


async def test_no_hint_in_a_casual_match(here: House) -> None:
    rated = await rated_match(here)
    casual = await began(here, position=await position_of(here, rated))
    hints = Hints(here.app, Thinker())
    await refused(hints.hint(casual.id, MARA.id))
    await here.act(rated)
    assert (await hints.hint(casual.id, MARA.id)).text


async def test_no_match_from_its_position_against_the_bot(here: House) -> None:
    rated = await rated_match(here)
    position = await position_of(here, rated)
    await refused(here.offered(0, game=KEY, options={"position": position}))
    await here.act(rated)
    await here.started(await here.offered(0, game=KEY, options={"position": position}))


async def test_no_card_starts_once_its_position_has_come_up(here: House) -> None:
    rated = await began(here, rated=True)
    state = await here.app.match_state(rated.id)
    seat = state.to_act[0]
    text = GAME.format(next(iter(GAME.actions(state.view(seat)))))
    after = playing.play_action(state, seat, text, here.app.now())
    offer = await here.offered(0, game=KEY, options={"position": GAME.position(after.view(None))})
    await here.act(rated, text)
    await refused(here.started(offer))


async def test_no_move_to_it_in_a_match_against_the_bot(here: House) -> None:
    casual = await here.match_with_ai(0, game=KEY, options=WHITE_OPENS)
    rated = await began(here, rated=True)
    seat = (await here.app.match_state(rated.id)).to_act[0]
    await here.act(rated, ("d2-d3", "d7-d6")[seat])
    await refused(playing.act(here.app, casual.id, MARA.id, "d2-d3"))
    await refused(playing.act_as_typed(here.app, casual.id, MARA.id, "d2 d3"))
    assert (await here.app.match_state(casual.id)).length == 0
    await playing.act(here.app, casual.id, MARA.id, "c2-c3")


async def test_a_rated_match_against_the_bot_goes_on_on_its_own_board(here: House) -> None:
    match = await here.match_with_ai(0, game=KEY, options={})
    assert match.rated
    while (await here.app.match_state(match.id)).length < 4:
        await here.act(match)


async def finished(here: House, rated: Match) -> Match:
    """Play a casual match of Mara's to its end that began in the rated match's position."""
    casual = await began(here, position=await position_of(here, rated))
    await here.act(casual)
    await ending.resign(here.app, casual.id, TOM.id)
    return casual


async def test_no_analysis_of_a_match_that_came_by_it(here: House) -> None:
    rated = await rated_match(here)
    casual = await finished(here, rated)
    guild = PLACE.guild
    await refused(analyses.find_analysis(here.app, casual.id, MARA.id, guild))
    await refused(analyses.request_analysis(here.app, here.limits, casual.id, MARA, guild))
    assert not (await analyses.request_analysis(here.app, here.limits, casual.id, INES, guild)).is_done
    await here.act(rated, await last_move(here, rated))
    assert await analyses.find_analysis(here.app, casual.id, MARA.id, guild) is not None


@pytest.mark.parametrize("kind", [ONWARD, STUDY])
async def test_no_playing_on_and_no_study_from_it(here: House, kind: str) -> None:
    rated = await rated_match(here)
    casual = await finished(here, rated)
    game, where = await exploring.of_match(here.app, casual.id, 0, MARA.id, PLACE.guild)
    found = await exercises.open_progress(here.app, MARA, kind, game.key, where.name)
    await refused(exercises.load_exercise(here.app, exploring.asks, found))
    await here.act(rated)
    assert (await exercises.load_exercise(here.app, exploring.asks, found)).seat == 0


async def test_no_study_comes_to_it(here: House) -> None:
    rated = await rated_match(here)
    casual = await finished(here, rated)
    await here.act(rated)
    text = (await here.app.match_state(rated.id)).steps[-1].text
    game, where = await exploring.of_match(here.app, casual.id, 0, MARA.id, PLACE.guild)
    found = await exercises.open_progress(here.app, MARA, STUDY, game.key, where.name)
    exercise = await exercises.load_exercise(here.app, exploring.asks, found)
    await refused(exercises.play_action(here.app, found, text, exercise, exploring.nothing))


async def test_no_lesson_and_no_puzzle_on_it(here: House) -> None:
    (lesson, *_) = GAME.lessons()
    state = lesson.exercise.state
    await began(here, rated=True)
    found = await exercises.open_progress(here.app, MARA, "lesson", KEY, lesson.key)

    async def asks(*_: Any) -> Any:
        return msgspec.structs.replace(lesson.exercise, state=GAME.new(GAME.options({}), bytes(32)))

    await refused(exercises.load_exercise(here.app, asks, found))
    assert state is not None


async def test_the_coach_says_nothing_about_it(here: House) -> None:
    drawn = here.app.randomness.name(), here.app.randomness.nonce()
    terms = server_rules.complete_terms(MatchTerms(KEY, WHITE_OPENS, "none"))
    offer = await bot_matches.begin(here.app, MARA, "easy", 0, terms, 300, 905, drawn, coached=True)
    state = await here.app.match_state(offer.match_id or "")
    coach = Coach()
    assert await coach.tip_in(here.app, state, 0) is not None
    await began(here, rated=True)
    assert await coach.tip_in(here.app, state, 0) is None


# --- equivalent positions ------------------------------------------------------------------------------


async def test_other_counters_the_other_side_to_move_and_a_mirror_change_nothing(here: House) -> None:
    rated = await rated_match(here)
    ranks, *_ = (await position_of(here, rated)).split(" ")
    mirrored = "/".join(_mirrored(rank) for rank in ranks.split("/"))
    swapped = "/".join(rank.swapcase() for rank in reversed(ranks.split("/")))
    for board in (ranks, mirrored, swapped):
        for rest in ("w 10,10 00 0 1", "b 9,8 11 5 7"):
            options = {"position": f"{board} {rest}", "quiet": 20}
            await refused(here.offered(0, game=KEY, options=options))


def _mirrored(rank: str) -> str:
    """Mirror a rank of a position text."""
    return "".join(reversed(re.findall(r"\(\w+\)|.", rank)))


async def test_what_is_not_rated_or_over_keeps_nobody_from_help(here: House) -> None:
    rated = await rated_match(here)
    position = await position_of(here, rated)
    await ending.resign(here.app, rated.id, TOM.id)
    await began(here, position=position)
    await here.started(await here.offered(0, game=KEY, options={"position": position}))


async def test_a_match_by_a_preset_may_begin_as_all_do(here: House) -> None:
    await began(here, rated=True)
    await here.match_with_ai(0, game=KEY, options={})


# --- no other way --------------------------------------------------------------------------------------

ASKING = (
    "think",
    "aside",
    "apart",
    "estimate",
    "tips",
    "tip",
    "exercise",
    "explain",
    "puzzles",
    "asks",
    "replies",
)
"""Functions that learn something from a level, an analyst, or a game's advice on good play."""
NO_PLAYER = {"fairness", "links", "answers", "matching", "contest_matches"}
"""Modules with functions of such names that have nothing to do with play."""
MOVE, START, HINT = (fair_help.check_answer, bot_matches.check_start, Hints.check_allowed)
LOOK, COACH = (analyses.find_analysis, Coach.tip_in)
BOARD, ACTED = (exercises.load_exercise, exercises.play_action)
DOORS: dict[str, tuple[Callable[..., Any], ...]] = {
    "bot/play/ai/bots.py: _choose_action": (MOVE, START),
    "bot/learning/analysis/carrying.py: _after": (LOOK,),
    "bot/learning/analysis/better_moves.py: _worth": (LOOK, BOARD, ACTED),
    "bot/learning/exercises/ui/taps.py: _reply": (BOARD, ACTED),
    "bot/learning/exploring/ui/board.py: replies": (BOARD, ACTED),
    "bot/play/hints/hints.py: _think": (HINT,),
    "bot/learning/lessons/lessons.py: _moments": (COACH,),
    "bot/learning/lessons/lessons.py: tip_in": (COACH,),
    "bot/learning/puzzles/server_puzzles.py: _look": (BOARD,),
    "bot/learning/puzzles/server_puzzles.py: find_puzzles": (BOARD,),
    "bot/learning/puzzles/puzzling.py: asks": (BOARD,),
    "bot/learning/puzzles/puzzling.py: list_choices": (BOARD,),
    "bot/learning/puzzles/puzzling.py: list_own_actions": (BOARD,),
    "bot/learning/puzzles/ui/board.py: tell_answer": (BOARD,),
    "bot/learning/puzzles/ui/board.py: _explain": (BOARD,),
    "bot/learning/puzzles/ui/board_today.py: asks": (BOARD,),
}
"""Functions that learn something for a person, with the checks made before that person is told."""
FOR_NO_ONE = {
    "bot/play/ai/external_engines.py: apart": "it only hands on",
    "bot/play/ai/external_engines.py: aside": "it only hands on",
    "bot/play/ai/external_engines.py: think": "it only hands on",
    "bot/matchmaking/contests/running/next_steps.py: compute": "it pairs a contest",
    "bot/matchmaking/contests/running/results.py: verdict": "it ends the match and tells only the result",
    "bot/learning/puzzles/ui/daily_post.py: screen": "a post for a whole server",
}


def asking_in(file: Path) -> Iterator[str]:
    """Yield the functions of a file that call one of `ASKING`."""
    text = file.read_text()
    if not re.search(rf"\.({'|'.join(ASKING)})\(", text):
        return
    for function in ast.walk(ast.parse(text)):
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef) and any(
            map(_asks, ast.walk(function))
        ):
            yield f"{file.relative_to(ROOT)}: {function.name}"


def _asks(node: ast.AST) -> bool:
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
        return False
    whose = node.func.value
    return node.func.attr in ASKING and not (isinstance(whose, ast.Name) and whose.id in NO_PLAYER)


@pytest.mark.slow
def test_there_is_no_other_door() -> None:
    assert {found for file in ROOT.glob("bot/**/*.py") for found in asking_in(file)} == {*DOORS, *FOR_NO_ONE}


def test_every_door_asks_the_same_function() -> None:
    for asked in {asked for door in DOORS.values() for asked in door}:
        assert re.search(r"fair_help\.|await check\(", inspect.getsource(asked)), asked
