"""The time that the bot believes when its machine's clock is set, or the machine sleeps or stands still."""

from __future__ import annotations

import asyncio
import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core.clock import GRACE_SECONDS, Jump, after_jump
from bot.core.clock_pauses import DAY, HOUR, ClockPauses, Span, due, running
from bot.runtime.system_clock import HOLD_SECONDS, SLEW, STEP_SECONDS
from tests.kit.hosts.clock_history import latest
from tests.kit.hosts.machine import Machine
from tests.kit.inputs import PATIENCE_SECONDS, START


@pytest.fixture
def machine() -> Machine:
    return Machine()


def test_time_that_passes_is_believed(machine: Machine) -> None:
    machine.lives(DAY)
    assert machine.clock.now() == pytest.approx(START + DAY)
    assert machine.clock.jumps() == []


def test_a_machine_that_slept_has_an_outage_as_long_as_its_sleep(machine: Machine) -> None:
    machine.is_set(HOUR)
    assert machine.clock.now() == START, "it may still go away again"
    machine.lives(HOLD_SECONDS)
    (jump,) = machine.clock.jumps()
    assert jump == pytest.approx((START + HOLD_SECONDS, START + HOUR + HOLD_SECONDS))
    assert machine.clock.jumps() == [], "each is told once"
    assert machine.clock.now() == pytest.approx(START + HOUR + HOLD_SECONDS)


def test_a_jump_of_three_days_that_lasts_seven_seconds_has_never_been(machine: Machine) -> None:
    machine.is_set(3 * DAY)
    seen = [machine.clock.now()]
    for _ in range(7):
        machine.lives(1)
        seen.append(machine.clock.now())
    machine.is_set(-3 * DAY)
    seen.append(machine.clock.now())
    machine.lives(HOUR)
    assert seen == pytest.approx([START + second for second in (0, 1, 2, 3, 4, 5, 6, 7, 7)])
    assert machine.clock.now() == pytest.approx(START + 7 + HOUR)
    assert machine.clock.jumps() == []


def test_a_process_that_stood_still_has_an_outage_at_once(machine: Machine) -> None:
    machine.stands_still(GRACE_SECONDS)
    machine.clock.now()
    assert machine.clock.jumps() == []
    machine.stands_still(HOUR)
    assert machine.clock.now() == pytest.approx(START + GRACE_SECONDS + HOUR)
    (jump,) = machine.clock.jumps()
    assert jump == pytest.approx((START + GRACE_SECONDS, START + GRACE_SECONDS + HOUR))


def test_a_clock_that_is_put_back_goes_back_once_it_has_held(machine: Machine) -> None:
    machine.is_set(-HOUR)
    machine.lives(HOLD_SECONDS - 1)
    assert machine.clock.now() == pytest.approx(START + HOLD_SECONDS - 1)
    machine.lives(1)
    assert machine.clock.now() == pytest.approx(START + HOLD_SECONDS - HOUR)
    (jump,) = machine.clock.jumps()
    assert jump.after - jump.before == pytest.approx(-HOUR)


def test_small_differences_are_made_up_for_slowly_and_time_never_goes_back_for_them(machine: Machine) -> None:
    machine.is_set(-1.5)
    seen = [machine.clock.now()]
    for _ in range(60):
        machine.lives(60)
        seen.append(machine.clock.now())
    assert all(earlier < later for earlier, later in itertools.pairwise(seen))
    assert machine.clock.now() == pytest.approx(machine.wall)
    assert machine.clock.jumps() == []


def test_a_clock_that_is_set_again_and_again_is_believed_when_it_is_left_alone(machine: Machine) -> None:
    for _ in range(100):
        machine.is_set(90)
        machine.lives(HOLD_SECONDS / 2)
    assert machine.clock.now() == pytest.approx(START + 50 * HOLD_SECONDS)
    assert machine.clock.jumps() == []
    machine.lives(HOLD_SECONDS)
    assert machine.clock.now() == pytest.approx(machine.wall)
    assert len(machine.clock.jumps()) == 1


def test_many_small_steps_do_not_make_time_run_faster(machine: Machine) -> None:
    for _ in range(1000):
        machine.is_set(1.9)
        machine.lives(10)
    ran = machine.clock.now() - START - sum(after - before for before, after in machine.clock.jumps())
    assert ran <= 10_000 * (1 + SLEW)


def test_time_moved_on_purpose_is_no_outage(machine: Machine) -> None:
    machine.clock.move(3 * DAY)
    assert machine.clock.now() == START + 3 * DAY
    assert machine.clock.jumps() == []
    machine.is_set(HOUR)
    machine.lives(HOLD_SECONDS)
    (jump,) = machine.clock.jumps()
    assert jump.before == pytest.approx(START + 3 * DAY + HOLD_SECONDS)


async def test_a_machine_that_wakes_up_wakes_everybody_who_waits(machine: Machine) -> None:
    waiting = asyncio.create_task(machine.clock.until(START + HOUR))
    await asyncio.sleep(0)
    machine.is_set(2 * HOUR)
    machine.lives(HOLD_SECONDS)
    async with asyncio.timeout(PATIENCE_SECONDS):
        await waiting
    assert machine.clock.now() >= START + HOUR


async def test_while_a_step_is_doubted_nobody_who_waits_for_a_later_moment_goes_on(machine: Machine) -> None:
    machine.is_set(2 * HOUR)
    waiting = asyncio.create_task(machine.clock.until(START + HOUR))
    await asyncio.sleep(0)
    machine.lives(HOLD_SECONDS - 1)
    await asyncio.sleep(0)
    assert not waiting.done()
    waiting.cancel()
    await asyncio.wait([waiting])


STEPS = st.one_of(st.floats(-5, 5), st.floats(-3 * DAY, 3 * DAY), st.just(0.0))
HAPPENINGS = st.lists(st.tuples(STEPS, st.one_of(st.floats(0, 70), st.floats(0, 5 * HOUR))), max_size=40)
"""By how much the wall clock is set, and the seconds until the bot looks at it."""


@pytest.mark.slow
@given(HAPPENINGS)
def test_time_never_runs_faster_than_the_steady_clock_but_by_jumps_that_are_told(
    happenings: list[tuple[float, float]],
) -> None:
    machine = Machine()
    before = machine.clock.now()
    for step, seconds in happenings:
        machine.is_set(step, look=False)
        machine.stands_still(seconds)
        after = machine.clock.now()
        jumped = sum(jump.after - jump.before for jump in machine.clock.jumps())
        assert after - before - jumped <= seconds * (1 + SLEW) + 1e-3
        before = after


@given(HAPPENINGS)
def test_nobody_is_charged_more_time_than_has_passed(happenings: list[tuple[float, float]]) -> None:
    machine, outages, jumps = Machine(), tuple[Span, ...](), 0
    since = int(machine.clock.now())
    for step, seconds in happenings:
        machine.is_set(step, look=False)
        machine.stands_still(seconds)
        now = int(machine.clock.now())
        for jump in machine.clock.jumps():
            outages, jumps = after_jump(outages, jump), jumps + 1
        charged = running(ClockPauses(holidays=outages), since, now)
        # One more second for each jump, since moments are whole seconds.
        assert charged <= machine.steady * (1 + SLEW) + STEP_SECONDS + jumps


@given(st.lists(st.tuples(st.integers(0, 400), st.integers(1, 200)), max_size=6), st.integers(0, 300))
def test_outages_that_overlap_count_once(drawn: list[tuple[int, int]], length: int) -> None:
    spans = tuple(sorted((began, began + lasted) for began, lasted in drawn))
    resting = {moment for began, ended in spans for moment in range(began, ended)}
    hours = ClockPauses(holidays=spans)
    assert running(hours, 0, 700) == 700 - len(resting)
    moment = due(hours, 0, length)
    assert running(hours, 0, moment) == length
    assert moment <= latest(hours, 0, length)


def test_a_clock_that_began_at_a_time_yet_to_come_has_not_run() -> None:
    assert running(ClockPauses(), 1000, 400) == 0


def test_when_time_goes_back_no_outage_of_a_time_yet_to_come_is_left() -> None:
    known: tuple[Span, ...] = ((100, 200), (250, 400), (500, 600))
    assert after_jump(known, Jump(610, 300)) == ((100, 200), (250, 300))
    assert after_jump(after_jump(known, Jump(610, 300)), Jump(300, 610)) == (
        (100, 200),
        (250, 300),
        (300, 610),
    )
