"""Holidays count in a contest's matches as the contest said when people entered."""

from __future__ import annotations

from typing import Any

import pytest

from bot.core.clock_pauses import ClockPauses
from bot.matchmaking.contests.log.terms import DAY, Terms
from bot.matchmaking.contests.running.results import CLEAR, rule_in_words, verdict
from bot.play.clocks import holidays
from bot.play.clocks.clocks import TURN, limit_holidays
from storage.tables import scheduled_jobs
from tests.kit.contests.stage import Stage, both_on_holiday


@pytest.mark.parametrize(
    ("most", "left"),
    [(0, ()), (3, ((10, 13),)), (7, ((10, 15), (20, 22))), (99, ((10, 15), (20, 30)))],
)
def test_the_first_days_of_holiday_stop_a_clock_and_no_more(most: int, left: tuple[Any, ...]) -> None:
    hours = ClockPauses(holidays=((1, 5), (8, 15), (20, 30)))
    assert limit_holidays(hours, 10, most).holidays == left


@pytest.mark.slow
@pytest.mark.parametrize(
    ("terms", "days"),
    [
        ({"holidays": "free"}, 5),
        ({"holidays": "count"}, 0),
        ({"holidays": "some", "holiday_days": 2}, 2),
        ({"holidays": "some", "holiday_days": 9}, 5),
    ],
)
@pytest.mark.parametrize("when", ["before the match", "in the turn"])
async def test_a_holiday_moves_the_end_of_a_turn_as_far_as_the_terms_allow(
    on_stage: Stage, terms: dict[str, Any], days: int, when: str
) -> None:
    game = {"game": "ccc", "pace": "3d"}
    id = await on_stage.contest("round robin", **game, **terms)
    await on_stage.enter(id, 1, 2)
    if when == "before the match":
        on_stage.house.clock.advance(3600)
        await both_on_holiday(on_stage)
    await on_stage.later(0 if when == "before the match" else 3600)
    (one,) = (await on_stage.of(id)).open
    now = on_stage.app.now()
    if when == "in the turn":
        await both_on_holiday(on_stage)
    async with on_stage.app.database.read() as r:
        turn = await scheduled_jobs.get(r, TURN, one.match)
    assert turn is not None
    assert turn.due_at == now + (3 + days) * DAY


@pytest.mark.parametrize(("policy", "told"), [("count", True), ("free", False)])
async def test_an_opponent_is_told_where_a_holiday_does_not_stop_the_clock(
    on_stage: Stage, policy: str, told: bool
) -> None:
    await on_stage.begun("round robin", 2, game="ccc", holidays=policy)
    await both_on_holiday(on_stage)
    async with on_stage.app.database.read() as r:
        news = await scheduled_jobs.get(r, holidays.AWAY, "1001")
    assert news is not None
    await holidays.tell_opponents(on_stage.app, news)
    async with on_stage.app.database.read() as r:
        rows = await r.fetch(
            "SELECT payload FROM outbox WHERE lane = 'person:1002' AND payload LIKE '%vacation%'", {}
        )
    (row,) = rows
    assert ("vacations count as its terms say" in row["payload"]) is told


@pytest.mark.parametrize(("chance", "winner"), [(CLEAR, 0), (0.79, None), (0.21, None), (0.2, 1)])
def test_the_analyst_decides_a_match_where_it_is_clear(chance: float, winner: int | None) -> None:
    assert verdict(_State(chance)) == winner  # type: ignore[arg-type]


def test_without_an_analyst_a_match_that_runs_too_long_is_a_draw() -> None:
    assert verdict(_State(None)) is None  # type: ignore[arg-type]


def test_where_the_analyst_fails_it_is_a_draw_and_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    assert verdict(_State(ZeroDivisionError())) is None  # type: ignore[arg-type]
    assert "match m can't be judged" in caplog.text
    caplog.clear()


def test_the_rule_is_said_in_words() -> None:
    terms = Terms(kind="swiss", name="Cup", game="ccc", longest=30)
    assert rule_in_words(terms) == (
        "An unfinished match is decided after 30 days: if both of you have begun to play and I give one side "
        "a chance of at least 80%, it wins. Otherwise it's a draw."
    )
    assert rule_in_words(Terms(kind="swiss", name="Cup", game="ccc", longest=0)) == ""


class _State:
    """A match state whose analyst gives seat 0 a chance or fails; None stands for no analyst."""

    def __init__(self, chance: float | Exception | None) -> None:
        self.game = self
        self.match = self
        self.id, self.length, self.game_state = "m", 0, None
        self.analyst = None if chance is None else self
        self._chance = chance

    def estimate(self, state: Any, rng: Any, budget: int) -> float | None:
        if isinstance(self._chance, Exception):
            raise self._chance
        return self._chance
