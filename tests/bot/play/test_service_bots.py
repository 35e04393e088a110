"""AI seats, without Discord: what an AI is given, and that its turn is never forgotten."""

from __future__ import annotations

import asyncio
import logging

import pytest

from bot.core.jobs import ANSWER
from bot.core.match_state import MatchState, apply_actions, opening
from bot.core.move_request import MoveRequest
from bot.core.seats import SeatAssignment
from bot.core.terms import MatchTerms
from bot.play.ai.ai_pool import build_request, is_openly_to_act
from bot.play.matches import ending, follow_up, playing
from bot.play.matches.starting import make_match
from games import GAMES
from games.core.selfplay import rng_for
from storage import Match
from storage.rows import Action
from storage.tables import matches, scheduled_jobs
from tests.kit.hosts.house import MARA, PLACE, House
from tests.kit.inputs import PATIENCE_SECONDS, START
from tests.kit.levels.service_thinker import Thinker, person_is_to_act, thinking


@pytest.mark.parametrize("seat", [0, 1])
async def test_an_ai_is_handed_its_own_view_and_briefing_and_nothing_else(here: House, seat: int) -> None:
    thinker = Thinker()
    match = await here.match_with_ai(1 - seat)
    async with thinking(here, thinker):
        if seat == 1:
            await here.turn(match)
        await person_is_to_act(here, match)
    table, game = await here.app.match_state(match.id), GAMES["creators"]
    state, number = game.new(game.options(match.options), match.seed), 0
    while game.to_act(state) != (seat,):
        action = game.parse(game.view(state, 1 - seat), table.texts[number])
        state, number = game.play(state, 1 - seat, action).state, number + 1
    view, briefing = game.view(state, seat), game.briefing(state, seat)
    assert thinker.handed[0] == (
        "creators",
        "easy",
        view,
        briefing,
        rng_for(match.seed, seat, number).getstate(),
    )


async def test_an_ai_whose_turn_it_was_at_the_stop_moves_after_the_start(here: House) -> None:
    match = await here.match_with_ai(0)
    await here.turn(match)
    async with thinking(here, Thinker()):
        await person_is_to_act(here, match)
    assert (await here.app.match_state(match.id)).length == 4


async def test_an_answer_to_a_match_that_has_ended_meanwhile_is_dropped(here: House) -> None:
    thinker, match = Thinker(), await here.match_with_ai(0)
    thinker.may_answer.clear()
    async with thinking(here, thinker) as bots:
        await here.turn(match)
        await thinker.asked.wait()
        await ending.resign(here.app, match.id, MARA.id)
        thinker.may_answer.set()
        await bots.wait_until_settled(match.id)
    table = await here.app.match_state(match.id)
    assert (table.match.reason, table.length) == ("resigned", 2)


async def test_an_ai_that_fails_in_one_match_goes_on_in_others(
    here: House, caplog: pytest.LogCaptureFixture
) -> None:
    thinker = Thinker()
    thinker.failures.append(RuntimeError("no idea"))
    failing, other = await here.match_with_ai(0), await here.match_with_ai(0)
    async with thinking(here, thinker) as bots:
        await here.turn(failing)
        await thinker.asked.wait()
        await bots.wait_until_settled(failing.id)
        await here.turn(other)
        await person_is_to_act(here, other)
    assert f"the bot can't answer in match {failing.id}" in caplog.text
    assert (await here.app.match_state(other.id)).length == 4
    caplog.clear()


async def test_stopping_leaves_no_thought_behind(here: House) -> None:
    thinker, match = Thinker(), await here.match_with_ai(0)
    thinker.may_answer.clear()
    async with thinking(here, thinker):
        await here.turn(match)
        await thinker.asked.wait()
    assert not [task for task in asyncio.all_tasks() if task.get_name() == f"answer {match.id}"]


async def test_many_matches_are_answered_at_once(here: House) -> None:
    thinker = Thinker()
    thinker.may_answer.clear()
    games = [await here.match_with_ai(0, pace="none") for _ in range(3)]
    async with thinking(here, thinker):
        for match in games:
            thinker.asked.clear()
            await here.turn(match)
            await thinker.asked.wait()
        assert len(thinker.handed) == 3
        thinker.may_answer.set()
        for match in games:
            await person_is_to_act(here, match)


async def test_an_ai_is_asked_for_the_match_and_the_person_who_waits_for_it(here: House) -> None:
    thinker, match = Thinker(), await here.match_with_ai(0)
    async with thinking(here, thinker):
        await here.turn(match)
        await person_is_to_act(here, match)
    assert {(question.match, question.person, question.seat) for question in thinker.questions} == {
        (match.id, MARA.id, 1)
    }


async def test_an_ai_is_not_told_an_option_that_is_secret(here: House) -> None:
    match = await here.match_with_ai(0)
    table = opening(match)
    assert "pattern" in match.options
    assert build_request(table, 1).options == {n: v for n, v in match.options.items() if n != "pattern"}


# --- where something is hidden, the time an answer takes tells nothing ----------------------------------


class Waits:
    """The moments until which answers are held back."""

    def __init__(self, here: House, monkeypatch: pytest.MonkeyPatch) -> None:
        self.moments: asyncio.Queue[float] = asyncio.Queue()
        self._until = here.clock.until
        monkeypatch.setattr(here.clock, "until", self._noted)

    async def _noted(self, moment: float) -> None:
        if asyncio.current_task().get_name().startswith("answer "):
            self.moments.put_nowait(moment)
        await self._until(moment)


class Scripted(Thinker):
    """An AI that takes some seconds for each answer: it plays these actions, then ends its phases."""

    def __init__(self, here: House, steps: list[str], seconds: float) -> None:
        super().__init__()
        self._clock, self._texts, self._seconds = here.clock, steps, seconds

    async def think(self, question: MoveRequest) -> str:
        self._clock.advance(self._seconds)
        return self._texts.pop(0) if self._texts else "end"


async def magenta_to_move(here: House) -> Match:
    """Begin a match of Decoy Patrol against the AI in which Mara has ended her first turn."""
    match = await here.match_with_ai(0, game="decoy", options={"first": "cyan"})
    layout = "setup CGGII5/DDDDD5/1S2S5"
    await playing.commit(here.app, await here.app.match_state(match.id), 1, layout)
    for text in (layout, "end", "end"):
        if 0 in (await here.app.match_state(match.id)).to_act:
            await here.act(match, text)
    return match


@pytest.mark.parametrize(
    ("steps", "seconds"), [([], 0.0), (["b7-b6", "b6-b5", "b5-b4"], 0.2), (["e7-e6"], 0.3)]
)
async def test_where_something_is_hidden_a_whole_turn_is_played_at_a_whole_second(
    here: House, monkeypatch: pytest.MonkeyPatch, steps: list[str], seconds: float
) -> None:
    match, waits = await magenta_to_move(here), Waits(here, monkeypatch)
    length, began = (await here.app.match_state(match.id)).length, here.clock.now()
    async with thinking(here, Scripted(here, [*steps], seconds), hold_seconds=1.0) as bots:
        assert await waits.moments.get() == began + 1.0
        assert (await here.app.match_state(match.id)).length == length
        here.clock.advance(began + 1.0 - here.clock.now())
        await bots.wait_until_settled(match.id)
    async with here.app.database.read() as r:
        played = await matches.actions(r, match.id, length + 1)
    assert [action.text for action in played if action.seat == 1][: len(steps)] == steps
    assert (await here.app.match_state(match.id)).to_act == (0,)
    assert {action.at for action in played} == {began + 1}


async def test_where_nothing_is_hidden_nobody_waits_for_the_second(here: House) -> None:
    match = await here.match_with_ai(0, game="ccc")
    async with thinking(here, Thinker(), hold_seconds=1.0) as bots:
        if (await here.app.match_state(match.id)).bot_to_act() is None:
            await here.act(match)
        await person_is_to_act(here, match)
        await bots.wait_until_settled(match.id)
    assert here.clock.now() == START


# --- that an answer is coming is shown while it is ------------------------------------------------------


class Typed:
    """The moments at which the bot showed that it's typing, and until when it waits to show it again."""

    def __init__(self, here: House, monkeypatch: pytest.MonkeyPatch) -> None:
        self.moments: list[float] = []
        self.waits: asyncio.Queue[float] = asyncio.Queue()
        self._clock, self._until = here.clock, here.clock.until
        monkeypatch.setattr(here.clock, "until", self._noted)

    async def _noted(self, moment: float) -> None:
        if asyncio.current_task().get_name().startswith("typing "):
            self.waits.put_nowait(round(moment - START, 1))
        await self._until(moment)

    async def show(self, match: Match) -> None:
        self.moments.append(round(self._clock.now() - START, 1))

    async def waits_until(self) -> float:
        """Return the moment until which the bot waits next."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            return await self.waits.get()


async def test_a_long_thought_is_shown_after_a_moment_and_then_every_eight_seconds(
    here: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    thinker, match, typed = Thinker(), await here.match_with_ai(0), Typed(here, monkeypatch)
    thinker.may_answer.clear()
    async with thinking(here, thinker, typed.show) as bots:
        await here.turn(match)
        assert await typed.waits_until() == 1.2
        here.clock.advance(2.0)
        assert await typed.waits_until() == 10.0
        here.clock.advance(9.0)
        assert await typed.waits_until() == 19.0
        assert typed.moments == [2.0, 11.0]
        thinker.may_answer.set()
        await bots.wait_until_settled(match.id)


async def test_what_has_just_been_shown_is_not_shown_again_for_the_next_answer(
    here: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    thinker, match, typed = Thinker(), await here.match_with_ai(0), Typed(here, monkeypatch)
    async with thinking(here, thinker, typed.show) as bots:
        for waits in ([1.2, 10.0], [10.0]):
            thinker.may_answer.clear()
            await here.turn(match)
            for moment in waits:
                assert await typed.waits_until() == moment
                here.clock.advance(2.0)
            thinker.may_answer.set()
            await bots.wait_until_settled(match.id)
    assert typed.moments == [2.0]


async def test_an_answer_that_comes_at_once_is_not_announced(
    here: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, typed = await here.match_with_ai(0), Typed(here, monkeypatch)
    async with thinking(here, Thinker(), typed.show) as bots:
        await here.turn(match)
        await person_is_to_act(here, match)
        await bots.wait_until_settled(match.id)
        here.clock.advance(60.0)
        assert not [task for task in asyncio.all_tasks() if task.get_name().startswith("typing")]
    assert typed.moments == []


async def test_a_sign_that_fails_costs_no_answer(here: House, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    thinker, match, tried = Thinker(), await here.match_with_ai(0), asyncio.Event()
    thinker.may_answer.clear()

    async def fails(of: Match) -> None:
        tried.set()
        raise RuntimeError("no hands")

    async with thinking(here, thinker, fails):
        await here.turn(match)
        await thinker.asked.wait()
        here.clock.advance(2.0)
        await tried.wait()
        thinker.may_answer.set()
        await person_is_to_act(here, match)
    assert (await here.app.match_state(match.id)).length == 4
    assert f"the typing indicator of match {match.id} can't be shown" in caplog.text


def set_up(table: MatchState, seat: int) -> MatchState:
    """Return the match's state after a seat has set up its pieces."""
    text = table.game.format(next(iter(table.game.actions(table.view(seat)))))
    return apply_actions(table, [Action(table.length + 1, seat, text, 0)])


@pytest.mark.parametrize("first", ["cyan", "magenta"])
async def test_nobody_sees_who_still_thinks_while_both_set_up_in_secret(here: House, first: str) -> None:
    seats = (SeatAssignment(MARA.id, 901), SeatAssignment(level="easy"))
    terms = MatchTerms("decoy", {"first": first}, "none")
    match = make_match(here.app, "m", terms, seats, PLACE, bytes(32))
    begun = opening(match)
    assert not is_openly_to_act(begun)
    assert set_up(begun, 0).bot_to_act() == 1
    assert not is_openly_to_act(set_up(begun, 0))
    assert is_openly_to_act(set_up(set_up(begun, 0), 1)) == (first == "magenta")


async def test_an_ai_that_has_not_answered_is_called_again_and_nobody_else_is(here: House) -> None:
    ai, person = await here.match_with_ai(1), await here.match()
    while not here.app.bots.empty():
        here.app.bots.get_nowait()
    here.clock.advance(follow_up.ANSWER_SECONDS)
    for match in (ai, person):
        await follow_up.call_bot(here.app, match.id)
    assert here.app.bots.get_nowait() == ai.id
    assert here.app.bots.empty()
    async with here.app.database.read() as r:
        (again,) = await scheduled_jobs.undone(r, ANSWER)
    assert (again.subject, again.due_at) == (ai.id, here.app.now() + follow_up.ANSWER_SECONDS)
