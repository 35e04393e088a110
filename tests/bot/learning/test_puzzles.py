"""`/puzzle`: puzzles that suit the solver, answers that count once, and repetition.

The daily puzzle and puzzles from a server's own matches are tested here, too.
"""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import msgspec
import pytest

from bot.core.app_context import AppContext
from bot.core.clock_pauses import DAY
from bot.core.errors import Onlooker, UserError
from bot.core.move_request import Thinking
from bot.core.terms import MatchTerms
from bot.discord_kit.text.markdown import format_question
from bot.learning.puzzles import daily, puzzling, server_puzzles, streaks
from bot.learning.puzzles.puzzling import PUZZLE, all_of, analyst_of, day_of, read_shipped
from bot.learning.puzzles.puzzling import puzzling as games_with_puzzles
from bot.learning.puzzles.ui import board_today
from bot.matchmaking.challenges import challenging, offering
from bot.play.matches import ending, playing
from games.core.teaching.attempts import attempt
from games.core.vocabulary.puzzles import Course, Puzzle, write_puzzle
from games.core.vocabulary.tasks import Goal, Quiz
from storage import Match
from storage.tables import exercises, guilds, puzzles, scheduled_jobs
from storage.tables.exercises import Tried
from tests.kit.games.puzzles import mine_of
from tests.kit.hosts.house import MARA, PLACE, TOM, House
from tests.kit.inputs import PATIENCE_SECONDS
from tests.kit.matches.ccc_words import ROOM
from tests.kit.matches.endings import begun, give_up
from tests.kit.matches.exercises import first_labeled, play, tap_key, taps_to
from tests.kit.matches.sayings import HERS
from tests.kit.people import Person
from tests.kit.roles.administrators import server, set_on_server
from tests.kit.seen import Seen
from tests.kit.table import Table

pytestmark = pytest.mark.table("mara", "tom", "ines", by_hand=False)

GAMES = games_with_puzzles()
GAME = GAMES[0]
NOON = 12 * 3600


async def tried(t: Table, person: Person, kind: str = PUZZLE) -> list[Tried]:
    async with t.database.read() as r:
        return await exercises.of_person(r, int(person.id), kind)


async def mine(t: Table, person: Person) -> float:
    async with t.database.read() as r:
        return (await puzzling.of_solver(r, int(person.id), GAME.key, 0)).rating


async def puzzle_on(t: Table, person: Person) -> Puzzle:
    """Return the puzzle on a person's newest board."""
    return read_shipped(GAME.key)[(await tried(t, person))[0].name]


async def solved(person: Person, board: Seen, puzzle: Puzzle) -> Seen:
    exercise = analyst_of(GAME).exercise(puzzle)
    return await play(person, board, GAME.key, exercise, mine_of(GAME.key, puzzle))


def wrong_answer(puzzle: Puzzle) -> tuple[str, ...]:
    """Return a try that fails at once."""
    exercise = analyst_of(GAME).exercise(puzzle)
    if isinstance(exercise.task, Quiz):
        return (next(answer.key for answer in exercise.task.answers if not answer.right),)
    for action in GAME.actions(GAME.view(exercise.state, exercise.seat)):
        text = GAME.format(action)
        if attempt(GAME, exercise, (text,)).verdict == "failed":
            return (text,)
    raise AssertionError("every first move leaves it open")


def reason(puzzle: Puzzle, answer: str, *, right: bool) -> str:
    exercise = analyst_of(GAME).exercise(puzzle)
    reached = attempt(GAME, exercise, (answer,))
    return analyst_of(GAME).explain(puzzle, answer, reached.state, right=right).words


async def missed(person: Person, board: Seen, puzzle: Puzzle) -> Seen:
    exercise = analyst_of(GAME).exercise(puzzle)
    return await play(person, board, GAME.key, exercise, wrong_answer(puzzle))


@pytest.mark.slow
async def test_the_games_are_offered_first_and_then_the_one_that_was_done_last(t: Table) -> None:
    menu = await t.mara.slash("/puzzle")
    assert menu.ephemeral
    for game in GAMES:
        assert f"**{game.title}**" in menu.text
    board = await t.mara.press(menu, first_labeled(menu, "Solve one"))
    assert board.text.startswith(f"### {GAME.title} · ")
    assert (await t.mara.slash("/puzzle")).text.startswith(f"### {GAME.title} · ")
    assert t.tom.messages() == []


async def test_the_right_answer_is_taken_and_both_ratings_change(t: Table) -> None:
    board = await t.mara.slash("/puzzle", game=GAME.key)
    puzzle, before = await puzzle_on(t, t.mara), await mine(t, t.mara)
    after = await solved(t.mara, board, puzzle)
    assert f"✅ Right. {reason(puzzle, puzzle.solution[0], right=True)}" in after.text
    assert await mine(t, t.mara) > before
    async with t.database.read() as r:
        hard = await puzzles.rating_of(r, GAME.key, puzzle.id)
    assert hard is not None
    assert (hard.answers, hard.solved, hard.rating < puzzle.rating) == (1, 1, True)
    another = await t.mara.tap("Another puzzle", after)
    assert (await puzzle_on(t, t.mara)).id != puzzle.id
    assert "✅" not in another.text


async def test_what_counts_so_far_is_beside_the_question_until_the_end(t: Table) -> None:
    """Go from puzzle to puzzle until one of them adds something up."""
    game = next(game for game in GAMES if any(map(tally_of, read_shipped(game.key).values())))
    seen = await t.mara.slash("/puzzle", game=game.key)
    while tally_of(puzzle := read_shipped(game.key)[(await tried(t, t.mara))[0].name]) is None:
        seen = await t.mara.tap("Another puzzle", seen)
    exercise, told = analyst_of(game).exercise(puzzle), set[str]()
    for text in mine_of(game.key, puzzle):
        so_far = (await tried(t, t.mara))[0].tried
        now = tally_of(puzzle)(attempt(game, exercise, so_far).state)
        assert now in seen.text
        told.add(now)
        for keys in taps_to(game.key, exercise, so_far, text):
            seen = await tap_key(t.mara, seen, keys)
    assert "✅ Right." in seen.text
    assert not [line for line in told if line in seen.text]


def tally_of(puzzle: Puzzle) -> Any:
    """Return what adds up a puzzle's states, or None."""
    game = next(game for game in GAMES if puzzle in read_shipped(game.key).values())
    task = analyst_of(game).exercise(puzzle).task
    return task.tally if isinstance(task, Goal) else None


async def test_another_like_this_is_of_the_same_kind(t: Table) -> None:
    board = await t.mara.slash("/puzzle", game=GAME.key)
    assert "Another like this" not in board.buttons
    puzzle = await puzzle_on(t, t.mara)
    after = await solved(t.mara, board, puzzle)
    await t.mara.tap("Another like this", after)
    another = await puzzle_on(t, t.mara)
    assert another.kind == puzzle.kind
    assert another.id != puzzle.id


async def test_a_streak_is_told_from_its_second_day_on(t: Table) -> None:
    board = await t.mara.slash("/puzzle", game=GAME.key)
    after = await solved(t.mara, board, await puzzle_on(t, t.mara))
    assert "in a row" not in after.text
    t.advance(DAY)
    await t.settled()
    board = await t.mara.tap("Another puzzle", after)
    after = await solved(t.mara, board, await puzzle_on(t, t.mara))
    assert "You've solved puzzles 2 days in a row." in after.text
    board = await t.mara.tap("Another puzzle", after)
    assert "in a row" not in (await missed(t.mara, board, await puzzle_on(t, t.mara))).text


async def test_a_wrong_answer_counts_once_and_the_answer_is_shown_when_it_is_asked_for(t: Table) -> None:
    board = await t.mara.slash("/puzzle", game=GAME.key)
    puzzle, before = await puzzle_on(t, t.mara), await mine(t, t.mara)
    after = await missed(t.mara, board, puzzle)
    low = await mine(t, t.mara)
    assert f"Not quite. {reason(puzzle, wrong_answer(puzzle)[0], right=False)}" in after.text
    assert "The answer:" not in after.text
    assert low < before
    again = await t.mara.tap("Try again", after)
    assert "✅ Right." in (await solved(t.mara, again, puzzle)).text
    assert await mine(t, t.mara) == low, "only the first answer counts"


async def test_the_answer_is_told_in_words(t: Table) -> None:
    board = await t.mara.slash("/puzzle", game=GAME.key)
    puzzle = await puzzle_on(t, t.mara)
    after = await missed(t.mara, board, puzzle)
    shown = await t.mara.tap("Show the answer", after)
    assert "The answer: " in shown.text
    assert reason(puzzle, puzzle.solution[0], right=True) in shown.text
    assert "Show the answer" not in shown.buttons


async def test_what_went_wrong_comes_again_after_some_days_and_not_before(t: Table) -> None:
    app = t.running.bot.ctx.app
    board = await t.mara.slash("/puzzle", game=GAME.key)
    puzzle = await puzzle_on(t, t.mara)
    await missed(t.mara, board, puzzle)

    async def names() -> set[str]:
        return {await puzzling.following(app, int(t.mara.id), GAME.key, None) for _ in range(60)}

    assert puzzle.id not in await names()
    t.advance(puzzling.AGAIN_AFTER_SECONDS)
    await t.settled()
    assert puzzle.id in await names()


async def test_a_puzzle_is_about_as_hard_as_its_solver_is_good(t: Table) -> None:
    app, person = t.running.bot.ctx.app, int(t.mara.id)
    await t.mara.slash("/puzzle", game=GAME.key)
    for level in (700.0, 1500.0, 2300.0):
        async with t.database.write(f"person:{person}") as w:
            start = await puzzling.of_solver(w, person, GAME.key, app.now())
            await puzzles.put_solver(w, msgspec.structs.replace(start, rating=level))
        name = await puzzling.following(app, person, GAME.key, None)
        nearer = sorted(abs(puzzle.rating - level) for puzzle in read_shipped(GAME.key).values())
        assert abs(read_shipped(GAME.key)[name].rating - level) <= nearer[min(12, len(nearer) - 1)]


# --- the daily puzzle ---------------------------------------------------------------------------------


async def until_noon(t: Table) -> None:
    now = t.running.bot.ctx.app.now()
    t.advance((day_of(now) + 1) * DAY + NOON - now + 1)
    await t.settled()


async def with_daily(t: Table) -> list[Seen]:
    """Set the channel for the daily puzzle, let time pass until noon, and return the posts."""
    await set_on_server(t, daily=int(t.mara.actor.channel("games").id), games=[GAME.key])
    await until_noon(t)
    return posts(t)


def posts(t: Table) -> list[Seen]:
    found = [seen for seen in t.tom.everything() if "Puzzle of" in seen.text and not seen.ephemeral]
    return [seen for seen in found if "Solve it" in seen.buttons]


async def test_the_puzzle_of_a_day_is_posted_once_in_silence_and_solved_in_private(t: Table) -> None:
    (post,) = await with_daily(t)
    assert post.payload["flags"] & (1 << 12), "nobody is called"
    assert t.tom.pushes() == []
    board = await t.mara.tap("Solve it", post)
    assert board.ephemeral
    async with t.database.read() as r:
        (one,) = await puzzles.dailies_of(r, int(server(t).id))
    after = await solved(t.mara, board, read_shipped(GAME.key)[one.puzzle])
    assert "It's your first puzzle of the day." in after.text
    assert t.mara.id not in "".join(seen.text for seen in posts(t)), "who solved it is told the next day"
    await until_noon(t)
    newest = posts(t)[-1]
    assert f"{t.mara.name} on the first try" in newest.text
    assert "The answer: " in newest.text


async def test_its_solution_is_told_to_nobody_before_the_next_day(t: Table) -> None:
    (post,) = await with_daily(t)
    board = await t.mara.tap("Solve it", post)
    async with t.database.read() as r:
        (one,) = await puzzles.dailies_of(r, int(server(t).id))
    after = await missed(t.mara, board, read_shipped(GAME.key)[one.puzzle])
    assert "The answer:" not in after.text
    assert "Show the answer" not in after.buttons
    assert "Try again" in after.buttons
    app = t.running.bot.ctx.app
    names = {await puzzling.following(app, int(t.tom.id), GAME.key, int(server(t).id)) for _ in range(80)}
    assert one.puzzle not in names
    await until_noon(t)
    reopened = await t.mara.tap("Solve it", post)
    assert "The answer:" in (await missed(t.mara, reopened, read_shipped(GAME.key)[one.puzzle])).text


async def test_a_server_begins_with_an_easy_puzzle_and_nobody_is_said_to_have_failed_who_did_not_try(
    t: Table,
) -> None:
    await with_daily(t)
    opener = read_shipped(GAME.key)[analyst_of(GAME).opener]
    async with t.database.read() as r:
        (one,) = await puzzles.dailies_of(r, int(server(t).id))
    assert one.puzzle == opener.id
    await until_noon(t)
    newest = posts(t)[-1]
    assert "**Yesterday**" in newest.text
    assert "solved it" not in newest.text
    async with t.database.read() as r:
        one, _ = await puzzles.dailies_of(r, int(server(t).id))
    await missed(t.mara, await t.mara.tap("Solve it", newest), read_shipped(GAME.key)[one.puzzle])
    await until_noon(t)
    assert "No one solved it." in posts(t)[-1].text


@pytest.mark.slow
async def test_a_server_never_gets_the_same_puzzle_twice_while_there_are_others(t: Table) -> None:
    await set_on_server(t, daily=int(t.mara.actor.channel("games").id), games=[GAME.key])
    for _ in range(5):
        await until_noon(t)
    async with t.database.read() as r:
        had = [post.puzzle for post in await puzzles.dailies_of(r, int(server(t).id))]
    assert len(had) == 5 == len(set(had))


@pytest.mark.parametrize("hour", [1, 13, 23])
async def test_the_puzzle_of_the_day_is_nobodys_next_one_until_the_next_noon(hour: int, here: House) -> None:
    here.clock.advance(DAY - here.app.now() % DAY + hour * 3600)
    *open_today, left = read_shipped(GAME.key)
    async with here.app.database.write("x") as w:
        for guild, name in enumerate(open_today):
            row = puzzles.Daily(guild=guild, day=day_of(here.app.now()), game=GAME.key, puzzle=name)
            await puzzles.add_daily(w, row)
    assert await puzzling.following(here.app, MARA.id, GAME.key, None) == left


async def test_a_run_of_days_forgives_one_that_was_missed(t: Table) -> None:
    person, guild = int(t.mara.id), int(server(t).id)
    await t.mara.slash("/puzzle", game=GAME.key)
    async with t.database.write("x") as w:
        for day in (100, 101, 103, 104):
            await puzzles.add_daily(w, puzzles.Daily(guild=guild, day=day, game=GAME.key, puzzle="1"))
            solver = puzzles.DailySolver(guild=guild, day=day, person=person, at=5, failed=0)
            await puzzles.add_daily_solver(w, solver)
        assert await streaks.of_dailies(w, person, 104) == streaks.Streak(4, 4)
        assert await streaks.of_dailies(w, person, 105) == streaks.Streak(4, 4)
        assert await streaks.of_dailies(w, person, 106) == streaks.Streak(4, 0)


@pytest.mark.slow
async def test_where_the_bot_may_not_post_a_puzzle_the_next_day_brings_another(t: Table) -> None:
    t.fault("POST /channels/.*/messages", 403, body={"message": "Missing Access", "code": 50001})
    assert await with_daily(t) == []
    t.advance(3600)
    await t.settled()
    assert posts(t) == []
    await until_noon(t)
    assert len(posts(t)) == 1


async def test_a_server_without_games_for_puzzles_gets_none(here: House) -> None:
    here.clock.advance(DAY - here.app.now() % DAY + NOON)
    async with here.app.database.write("x") as w:
        await guilds.set_settings(w, PLACE.guild or 0, {"daily": 100, "games": ["alpha-that-is-gone"]})
    await daily.dawn(here.app, cast(Any, None))
    async with here.app.database.read() as r:
        assert await puzzles.dailies_of(r, PLACE.guild or 0) == []


@pytest.mark.parametrize("name", ["200-19000", "200", "here-19000", ""])
async def test_a_puzzle_of_a_day_that_is_gone_says_so(here: House, name: str) -> None:
    async with here.app.database.read() as r:
        with pytest.raises(UserError, match="This puzzle is no longer here"):
            await daily.daily_of(r, name)


async def test_a_puzzle_that_is_gone_or_cannot_be_read_says_so(here: House) -> None:
    match = await here.match()
    async with here.app.database.write("x") as w:
        for name, line in (
            ("broken", "{}"),
            ("good", write_puzzle(next(iter(read_shipped("ccc").values())))),
        ):
            own = puzzles.OwnPuzzle(
                game="ccc", puzzle=name, guild=200, match_id=match.id, line=line, made_at=5
            )
            await puzzles.add_own(w, own)
        for name in ("broken", "gone"):
            with pytest.raises(UserError, match="no longer here"):
                await puzzling.puzzle_of(w, "ccc", name)
        assert await puzzling.puzzle_of(w, "ccc", "good")
        mine = set(await all_of(w, "ccc", 200)) - set(read_shipped("ccc"))
    assert mine == {"good"}


@pytest.mark.parametrize(
    ("days", "run", "sentence"),
    [
        (1, 1, "It's your first puzzle of the day."),
        (4, 4, "You've solved 4 puzzles of the day."),
        (4, 2, "You've solved 4 puzzles of the day, 2 of them in a row."),
        (4, 0, "You've solved 4 puzzles of the day."),
    ],
)
def test_a_solver_is_told_of_days_and_of_the_run(days: int, run: int, sentence: str) -> None:
    assert board_today._streak(streaks.Streak(days, run)) == sentence


# --- from a server's matches --------------------------------------------------------------------------


@pytest.fixture
def looked(monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """Return an event that's set whenever a match has been searched."""
    look, looked = server_puzzles._look, asyncio.Event()

    async def look_and_tell(app: AppContext, pool: Thinking, match_id: str) -> None:
        await look(app, pool, match_id)
        looked.set()

    monkeypatch.setattr(server_puzzles, "_look", look_and_tell)
    return looked


@pytest.fixture
def found_at_once(monkeypatch: pytest.MonkeyPatch, looked: asyncio.Event) -> asyncio.Event:
    """Let each search of a match find a shipped puzzle; return an event that's set after the search."""
    line = write_puzzle(next(iter(read_shipped("ccc").values())))
    monkeypatch.setattr(server_puzzles, "find_puzzles", lambda game_key, course: [line])
    return looked


async def over(t: Table) -> str:
    """Play a match between Mara and Tom on the server to its end and return its id."""
    match = await begun(t, "ccc", "White")
    await give_up(t, t.tom)
    return match


async def offered(t: Table, guild: int | None) -> set[str]:
    async with t.database.read() as r:
        return set(await all_of(r, "ccc", guild)) - set(read_shipped("ccc"))


@pytest.mark.slow
async def test_puzzles_are_made_of_a_match_once_all_who_played_agree(
    t: Table, found_at_once: asyncio.Event
) -> None:
    match, here = await over(t), int(server(t).id)
    first = await t.mara.tap("Make puzzles")
    assert first.ephemeral
    assert f"Once {t.tom.name} agrees, too" in first.text
    await t.settled()
    assert await offered(t, here) == set()
    async with t.database.read() as r:
        assert await puzzles.consents(r, match) == {int(t.mara.id)}
    assert "in a few minutes" in (await t.tom.tap("Make puzzles")).text
    await asyncio.wait_for(found_at_once.wait(), PATIENCE_SECONDS)
    assert await offered(t, here) == {f"{match}-1"}
    assert await offered(t, here + 1) == set(), "other servers don't have it"
    assert await offered(t, None) == set()


async def test_only_players_of_a_match_that_is_over_can_agree(t: Table, found_at_once: asyncio.Event) -> None:
    match = await begun(t, "ccc", "White")
    app = t.running.bot.ctx.app
    with pytest.raises(UserError, match="No puzzles can be made"):
        await server_puzzles.agree(app, match, int(t.mara.id))
    await give_up(t, t.tom)
    with pytest.raises(Onlooker):
        await server_puzzles.agree(app, match, int(t.ines.id))


async def said(here: House) -> Match:
    """Play a match in which Mara has said something to its end."""
    async with here.app.database.write() as w:
        await guilds.set_settings(w, PLACE.guild or 0, {"own_words": "free"})
    terms = MatchTerms("ccc", {"position": ROOM}, "1d")
    challenge = await offering.offer(here.app, MARA, TOM, 0, terms, PLACE, 903)
    _, match = await challenging.accept(here.app, challenge.id, TOM, 904, 301)
    await playing.act(here.app, match.id, MARA.id, f"N@c3{{{HERS}}}")
    await playing.act(here.app, match.id, TOM.id, "e7-e6")
    await ending.resign(here.app, match.id, TOM.id)
    return match


async def test_what_was_said_in_a_match_is_in_none_of_its_puzzles(here: House) -> None:
    state = await here.app.match_state((await said(here)).id)
    assert [step.said for step in state.steps] == [HERS, ""]
    course = server_puzzles.course_of(state)
    assert course.actions[1:] == ("e7-e6",)
    assert HERS not in course.actions[0]


class Fails:
    """A pool in which every search takes too long."""

    async def apart(self, *_: object) -> list[str]:
        raise TimeoutError


async def test_a_search_that_fails_finds_nothing_and_is_over(
    here: House, looked: asyncio.Event, caplog: pytest.LogCaptureFixture
) -> None:
    match = await said(here)
    assert await server_puzzles.agree(here.app, match.id, MARA.id) == {TOM.id}
    assert await server_puzzles.agree(here.app, match.id, TOM.id) == set()
    search = asyncio.create_task(server_puzzles.look_forever(here.app, cast(Thinking, Fails())))
    await asyncio.wait_for(looked.wait(), PATIENCE_SECONDS)
    search.cancel()
    assert f"no puzzles could be looked for in {match.id}" in caplog.text
    async with here.app.database.read() as r:
        assert await scheduled_jobs.undone(r, server_puzzles.FIND) == []
        assert set(await all_of(r, "ccc", PLACE.guild)) == set(read_shipped("ccc"))


def test_of_a_match_with_many_puzzles_a_few_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    shipped = [*read_shipped("ccc").values()]
    course = Course({}, bytes(32), ())

    def found(count: int) -> list[str]:
        analyst = SimpleNamespace(puzzles=lambda *_: iter(shipped[:count]))
        monkeypatch.setattr(server_puzzles, "GAMES", {"ccc": SimpleNamespace(analyst=analyst)})
        return server_puzzles.find_puzzles("ccc", course)

    assert [len(found(count)) for count in (0, 4, 5, 6)] == [0, 4, 5, 5]
    assert found(2) == [write_puzzle(puzzle) for puzzle in shipped[:2]]
    monkeypatch.setattr(server_puzzles, "GAMES", {"ccc": SimpleNamespace(analyst=None)})
    assert server_puzzles.find_puzzles("ccc", course) == []


def test_of_a_question_what_there_is_to_know_stands_above_in_lines_of_its_own() -> None:
    assert format_question("What now?") == "**What now?**"
    assert format_question("You saw this:\n• a_b\nWhat now?") == "You saw this:\n• a\\_b\n**What now?**"
