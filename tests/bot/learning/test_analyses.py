"""Analyses without Discord: who may have one, and how they're made.

Each is made once, in the background, by one process, and never of a match under way.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from bot.community.moderation import canceling
from bot.core.app_context import AppContext
from bot.core.errors import Unknown, UserError
from bot.core.limits import LIMITS
from bot.core.seats import User
from bot.learning.analysis import analyses, carrying, sentences
from bot.learning.analysis.analyses import ANALYZE, Look, find_analysis, may_be_analyzed, request_analysis
from bot.learning.analysis.carrying import MOST_MISSED, Carrier
from bot.play.matches import ending
from games import GAMES
from games.core.screen.advice import Advice
from games.core.teaching import analysis
from games.core.teaching.analysis import Analysis, Step
from games.core.teaching.judging import Effort
from games.core.teaching.moments import Moment
from storage import Match
from storage.tables import analyses as rows
from storage.tables import scheduled_jobs
from storage.tables.analyses import Kept
from tests.kit.contexts import app_context
from tests.kit.games.analyzed import EFFORT
from tests.kit.games.cups import Seer
from tests.kit.hearing import HeardSignal
from tests.kit.hosts.house import MARA, PLACE, TOM, House, ManualClock
from tests.kit.hosts.sharing import Process, processes
from tests.kit.inputs import NumberedRandomness, WorksAside
from tests.kit.matches.analyzed import LOST, ROUND, SEEN_AND_LEFT, began, over, study
from tests.kit.matches.legs import CREATOR_WINS, played
from tests.kit.rows import messages_of, open_ids
from tests.kit.sql import sql

INES = User(13, "Ines")
HERE = PLACE.guild


@pytest.fixture(autouse=True)
def _with_analysts(monkeypatch: pytest.MonkeyPatch) -> None:
    study(monkeypatch)


Fails = Callable[[Step], bool]


class Pool(WorksAside):
    """A pool that does each step at once, in which a second of `clock` passes.

    The step numbered `held_before` never ends, and the steps that `fails` selects fail.
    """

    def __init__(
        self, held_before: int | None = None, fails: Fails = lambda _: False, clock: ManualClock | None = None
    ) -> None:
        self._clock = clock
        self.steps: list[tuple[int, Step, Effort]] = []
        self.held = asyncio.Event()
        self._held_before, self._fails = held_before, fails

    async def think(self, question: Any) -> str:
        raise AssertionError("nobody plays here")

    async def aside(self, person: int, work: Callable[..., Any], *given: Any) -> Any:
        if len(self.steps) == self._held_before:
            self.held.set()
            await asyncio.Event().wait()
        _, step, effort = given
        self.steps.append((person, step, effort))
        if self._clock is not None:
            self._clock.advance(1)
        if self._fails(step):
            raise TimeoutError
        return work(*given)

    @property
    def names(self) -> list[str]:
        return [step.name for _, step, _ in self.steps]


@asynccontextmanager
async def carrying_on(app: AppContext, pool: Pool) -> AsyncIterator[asyncio.Task[None]]:
    """Let a process work on analyses until the block is left."""
    task = asyncio.create_task(Carrier(app, pool, EFFORT).run())
    try:
        yield task
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


async def is_done(app: AppContext, match_id: str) -> Analysis:
    """Wait until an analysis is complete and return it."""
    while True:
        async with app.database.read() as r:
            kept = await rows.get(r, match_id)
        if kept is not None and kept.done_at is not None:
            return analyses.read(kept)
        await app.outbox.wait()


async def ask(here: House, match: Match, person: User = MARA) -> Look:
    return await request_analysis(here.app, here.limits, match.id, person, HERE)


async def refused(asking: Any) -> str:
    with pytest.raises(UserError) as found:
        await asking
    return str(found.value)


async def nothing_is_kept(here: House) -> bool:
    found = [await sql(here.app.database, f"SELECT * FROM {name}") for name in ("analyses", "uses")]
    async with here.app.database.read() as r:
        return found == [[], []] and await scheduled_jobs.undone(r, ANALYZE) == []


# --- who may have one, and of what --------------------------------------------------------------------


async def test_nothing_is_said_of_a_match_that_runs(here: House) -> None:
    match = await began(here, "tictactoe")
    for text in LOST[:4]:
        await here.act(match, text)
    assert await refused(ask(here, match)) == "This match isn't over yet. You can analyze it once it is."
    assert await refused(find_analysis(here.app, match.id, MARA.id, HERE))
    assert not may_be_analyzed(await here.app.match_state(match.id))
    assert await nothing_is_kept(here)


async def test_nothing_is_said_of_a_match_that_does_not_count(here: House) -> None:
    match = await began(here, "cups")
    await canceling.cancel(here.app, match.id, HERE or 0)
    assert "doesn't count" in await refused(ask(here, match))
    assert not may_be_analyzed(await here.app.match_state(match.id))
    assert await nothing_is_kept(here)


@pytest.mark.slow
async def test_a_first_leg_waits_for_its_second_one(here: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(GAMES["creators"]), "analyst", Seer())
    match = await here.match(pattern="Y", legs=2)
    async with here.open() as hearing:
        await played(here, match, CREATOR_WINS)
        await hearing.rest()
        said = "This was the first leg. You can analyze it once the second leg is over."
        assert await refused(ask(here, match)) == said
        assert not may_be_analyzed(await here.app.match_state(match.id))
        assert await nothing_is_kept(here)
        async with here.app.database.read() as r:
            (other,) = await open_ids(r)
        await ending.resign(here.app, other, MARA.id)
        assert may_be_analyzed(await here.app.match_state(match.id))


async def test_a_game_without_an_analyst_has_none(here: House) -> None:
    match = await here.match()
    await ending.resign(here.app, match.id, TOM.id)
    if GAMES["creators"].analyst is None:
        assert "I can't analyze Creators vs Destroyers yet." in await refused(ask(here, match))


async def test_who_may_not_look_at_a_match_learns_nothing_of_it(here: House) -> None:
    match = await over(here, "tictactoe", LOST)
    for elsewhere in (None, 201):
        with pytest.raises(Unknown):
            await request_analysis(here.app, here.limits, match.id, INES, elsewhere)
    with pytest.raises(Unknown):
        await request_analysis(here.app, here.limits, "nosuchid", MARA, HERE)
    assert await nothing_is_kept(here)
    assert not (await ask(here, match, INES)).is_done, "on its server everybody may look"


# --- it's made once -----------------------------------------------------------------------------------


@pytest.mark.slow
async def test_it_is_made_in_the_background_and_kept_for_all(here: House) -> None:
    match, pool = await over(here, "tictactoe", LOST), Pool()
    assert not (await ask(here, match)).is_done
    assert not (await ask(here, match, TOM)).is_done
    async with carrying_on(here.app, pool):
        found = await is_done(here.app, match.id)
    assert found.of == len(found.judged) == 7
    assert {person for person, _, _ in pool.steps} == {MARA.id}, "for whoever asked first"
    for person in (MARA, TOM, INES):
        look = await ask(here, match, person)
        assert (look.is_done, look.found) == (True, found)
    told = [row for row in await messages_of_match(here, match) if row.kind == carrying.DONE]
    assert sorted(row.payload["person"] for row in told) == [MARA.id, TOM.id]
    async with here.app.database.read() as r:
        assert await scheduled_jobs.undone(r, ANALYZE) == []
        assert await rows.askers(r) == {}


async def current_of(here: House, match: Match) -> Kept | None:
    async with here.app.database.read() as r:
        return await rows.get(r, match.id)


async def messages_of_match(here: House, match: Match) -> list[Any]:
    async with here.app.database.read() as r:
        return await messages_of(r, match.id)


async def test_only_a_new_one_counts_for_the_limit(here: House, monkeypatch: pytest.MonkeyPatch) -> None:
    few = {**LIMITS, "analyses": replace(LIMITS["analyses"], most=1)}
    monkeypatch.setattr("bot.core.limits.LIMITS", few)
    first, second = [await over(here, "tictactoe", LOST) for _ in range(2)]
    await ask(here, first)
    await ask(here, first)
    assert "I've analyzed 1 matches for you within a day." in await refused(ask(here, second))
    await ask(here, second, TOM)
    await ask(here, second)
    async with carrying_on(here.app, Pool()):
        await is_done(here.app, first.id)
    assert (await ask(here, first)).is_done
    here.clock.advance(86_400)
    await ask(here, await over(here, "tictactoe", LOST))


@pytest.mark.slow
async def test_an_older_version_is_made_again(here: House, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await over(here, "tictactoe", LOST)
    await ask(here, match)
    async with carrying_on(here.app, Pool()):
        await is_done(here.app, match.id)
    monkeypatch.setattr(analyses, "VERSION", analysis.VERSION + 1)
    assert await find_analysis(here.app, match.id, MARA.id, HERE) is None
    look = await ask(here, match)
    assert (look.is_done, look.found) == (False, Analysis())


@pytest.mark.slow
async def test_who_has_had_the_least_goes_first(here: House) -> None:
    matches = [await over(here, "cups", SEEN_AND_LEFT, **ROUND) for _ in range(3)]
    for match, person in zip(matches, (MARA, MARA, TOM), strict=True):
        await ask(here, match, person)
        here.clock.advance(1)
    pool = Pool(clock=here.clock)
    async with carrying_on(here.app, pool):
        for match in matches:
            await is_done(here.app, match.id)
    order = [person for person, _ in groupby(person for person, _, _ in pool.steps)]
    assert order == [MARA.id, TOM.id, MARA.id]


async def test_what_nobody_has_taken_for_long_is_called_again(here: House) -> None:
    match = await over(here, "cups", SEEN_AND_LEFT, **ROUND)
    await ask(here, match)
    async with here.open() as hearing:
        here.clock.advance(analyses.AGAIN_SECONDS)
        await hearing.rest()
    async with here.app.database.read() as r:
        (job,) = await scheduled_jobs.undone(r, ANALYZE)
    assert (job.subject, job.due_at) == (match.id, here.app.now() + analyses.AGAIN_SECONDS)
    assert job.lease_by is None


# --- interruptions ------------------------------------------------------------------------------------


async def whole(here: House, match: Match) -> Analysis:
    """Return an analysis that isn't interrupted."""
    await ask(here, match)
    async with carrying_on(here.app, Pool()):
        return await is_done(here.app, match.id)


@pytest.mark.slow
@pytest.mark.parametrize("stop", [0, 3, 11, 20])
async def test_a_restart_goes_on_where_it_was(here: House, stop: int) -> None:
    twin = await whole(here, await over(here, "cups", SEEN_AND_LEFT, **ROUND))
    match, first, second = await over(here, "cups", SEEN_AND_LEFT, **ROUND), Pool(stop), Pool()
    await ask(here, match)
    async with carrying_on(here.app, first):
        await first.held.wait()
    later = app_context(here.app.database, here.clock, NumberedRandomness(2))
    async with carrying_on(later, second):
        found = await is_done(later, match.id)
    assert found == twin
    assert len(first.names) == stop
    assert not {name for name in first.names if name.startswith(("judge", "deduce"))} & {*second.names}


async def test_what_was_found_is_written_down_now_and_then(here: House) -> None:
    match, pool = await over(here, "cups", SEEN_AND_LEFT, **ROUND), Pool(carrying.STEPS + 1)
    await ask(here, match)
    async with carrying_on(here.app, pool):
        await pool.held.wait()
        look = await find_analysis(here.app, match.id, MARA.id, HERE)
        assert look is not None
        assert not look.is_done
        assert len(look.found.judged) == look.found.of == 3


async def begun_in(process: Process, folder: Path, texts: tuple[str, ...] = SEEN_AND_LEFT) -> Match:
    """Add a finished match to the database that several processes share."""
    house = House(process.app, process.app.clock)  # type: ignore[arg-type]
    return await over(house, "cups", texts, **ROUND)


async def test_of_several_processes_each_has_one_and_the_others_go_on_with_what_a_dead_one_had(
    tmp_path: Path,
) -> None:
    async with processes(tmp_path, 2) as (both, clock):
        one, other = both
        matches = [await begun_in(one, tmp_path) for _ in range(2)]
        for match in matches:
            await ask(House(one.app, clock), match)
        first, second = Pool(2), Pool(2)
        async with carrying_on(one.app, first), carrying_on(other.app, second):
            await asyncio.gather(first.held.wait(), second.held.wait())
            async with one.app.database.read() as r:
                held = {row.lease_by for row in await scheduled_jobs.undone(r, ANALYZE)}
        assert held == {one.database.host, other.database.host}
        third = Pool()
        async with carrying_on(other.app, third):
            for match in matches:
                await is_done(other.app, match.id)
        told = await sql(other.app.database, "SELECT payload FROM outbox WHERE kind = 'analysis'")
        assert len(told) == 2


async def test_what_another_process_has_is_left_to_it(tmp_path: Path) -> None:
    async with processes(tmp_path, 2) as (both, clock):
        one, other = both
        match = await begun_in(one, tmp_path)
        await ask(House(one.app, clock), match)
        first, second = Pool(2), Pool()
        async with carrying_on(one.app, first):
            await first.held.wait()
            other.app.aside = heard = HeardSignal()
            async with carrying_on(other.app, second):
                await heard.idle.wait()
                heard.wake()
                await heard.idle.wait()
            assert second.steps == []


ALL_STEPS = 22
"""The steps of the analysis of a round of Cups."""


class Robbed(Pool):
    """A pool during whose step of this number another process takes over the analysis."""

    def __init__(self, app: AppContext, number: int) -> None:
        super().__init__()
        self._app, self._number = app, number
        self.was_robbed = asyncio.Event()

    async def aside(self, person: int, work: Callable[..., Any], *given: Any) -> Any:
        answer = await super().aside(person, work, *given)
        if len(self.steps) == self._number:
            taken = "UPDATE deadlines SET lease_by = 77, lease_until = :until WHERE kind = :kind"
            await sql(self._app.database, taken, until=self._app.now() + 900, kind=ANALYZE)
            self.was_robbed.set()
        return answer


@pytest.mark.parametrize("number", [carrying.STEPS, ALL_STEPS])
async def test_a_process_that_has_lost_an_analysis_ends_and_tells_nothing(here: House, number: int) -> None:
    match, pool = await over(here, "cups", SEEN_AND_LEFT, **ROUND), Robbed(here.app, number)
    await ask(here, match)
    here.app.aside = heard = HeardSignal()
    async with carrying_on(here.app, pool):
        await pool.was_robbed.wait()
        await heard.idle.wait()
    assert len(pool.steps) == number
    async with here.app.database.read() as r:
        kept = await rows.get(r, match.id)
    assert kept is not None
    assert kept.done_at is None
    assert await sql(here.app.database, "SELECT payload FROM outbox WHERE kind = 'analysis'") == []


async def test_one_that_is_done_already_is_only_said_to_be(here: House) -> None:
    match, pool = await over(here, "tictactoe", LOST), Pool()
    await ask(here, match)
    await sql(here.app.database, "UPDATE analyses SET done_at = 5")
    async with carrying_on(here.app, pool):
        while not await sql(here.app.database, "SELECT payload FROM outbox WHERE kind = 'analysis'"):
            await here.app.outbox.wait()
    assert pool.steps == []


# --- what goes wrong ----------------------------------------------------------------------------------


async def test_a_step_that_fails_is_tried_with_less_effort_and_then_left_out(here: House) -> None:
    match, pool = await over(here, "tictactoe", LOST), Pool(fails=lambda step: step.name == "judge 2")
    await ask(here, match)
    async with carrying_on(here.app, pool):
        found = await is_done(here.app, match.id)
    efforts = [effort for _, step, effort in pool.steps if step.name == "judge 2"]
    assert efforts == [EFFORT, EFFORT.lighter]
    assert {judgment.number for judgment in found.judged} == {1, 3, 4, 5, 6, 7}
    assert found.missed == ("judge 2",)


async def test_where_nearly_nothing_can_be_done_it_is_given_up_and_said(
    here: House, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(carrying, "MOST_MISSED", 3)
    assert MOST_MISSED > 3
    match = await over(here, "tictactoe", LOST)
    await ask(here, match)
    async with carrying_on(here.app, Pool(fails=lambda step: True)):
        while await current_of(here, match) is not None:
            await here.app.outbox.wait()
    assert carrying.DONE in {row.kind for row in await messages_of_match(here, match)}
    assert f"the analysis of {match.id} is given up" in caplog.text
    assert await find_analysis(here.app, match.id, MARA.id, HERE) is None
    async with here.app.database.read() as r:
        assert await scheduled_jobs.undone(r, ANALYZE) == []
    assert not (await ask(here, match)).is_done, "it can be asked for again"


async def test_a_record_that_cannot_be_played_again_stops_nothing_else(
    here: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    broken, fine = [await over(here, "cups", SEEN_AND_LEFT, **ROUND) for _ in range(2)]
    planned = carrying._plan

    def fails(state: Any) -> Any:
        if state.match.id == broken.id:
            raise ValueError("of another ruleset")
        return planned(state)

    monkeypatch.setattr(carrying, "_plan", fails)
    await ask(here, broken)
    await ask(here, fine)
    async with carrying_on(here.app, Pool()):
        await is_done(here.app, fine.id)
    assert f"the analysis of {broken.id} is given up: its record can't be played again" in caplog.text


async def test_it_goes_on_when_the_database_is_back(
    here: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    match, keep, failures = await over(here, "cups", SEEN_AND_LEFT, **ROUND), rows.keep, [OSError("away")]

    async def falters(*given: Any) -> None:
        if failures:
            raise failures.pop()
        await keep(*given)

    monkeypatch.setattr(carrying.analyses, "keep", falters)
    await ask(here, match)
    async with carrying_on(here.app, Pool()) as task:
        await here.clock.until_asleep(task)
        here.clock.advance(60)
        assert (await is_done(here.app, match.id)).of == 3
    assert "couldn't go on with an analysis" in caplog.text
    caplog.clear()


async def test_nothing_is_kept_about_a_person_once_it_is_done(here: House) -> None:
    match = await over(here, "cups", SEEN_AND_LEFT, **ROUND)
    await whole(here, match)
    ((found,),) = await sql(here.app.database, "SELECT found FROM analyses")
    assert not {str(MARA.id), MARA.name, TOM.name} & {*found.replace('"', " ").split()}


@pytest.mark.parametrize(("who", "whose"), [(sentences.YOU, "your"), ("Mara", "Mara's")])
def test_where_the_match_turned_it_says_whose_chances_did(who: str, whose: str) -> None:
    nothing: Any = None
    turn = Moment("turn", nothing, swing=(0.71, 0.4))
    shown = sentences.Shown(turn, Advice("roll the die", nothing), None)
    assert list(sentences.lines(shown, who)) == [
        f"{who} chose to roll the die.",
        f"The match turned here: {whose} chances went from 71% to 40%.",
    ]


async def test_only_a_player_shares_an_analysis_and_only_once_it_is_done(here: House) -> None:
    match = await over(here, "tictactoe", LOST)
    look = await ask(here, match)
    assert not look.is_done
    for missing in (None, look):
        with pytest.raises(UserError, match="isn't done yet"):
            analyses.check_sharing(missing, MARA.id)
    done = replace(look, is_done=True)
    with pytest.raises(UserError, match="not playing in this match"):
        analyses.check_sharing(done, INES.id)
    assert analyses.check_sharing(done, MARA.id) == look.state


def test_results_of_an_unknown_form_are_none() -> None:
    kept = Kept(version=1, match_id="m", found='{"judged": "elsewhere"}', began_at=0, done_at=5)
    assert analyses.read(kept) == Analysis()
