"""Acting in a match, without Discord: what a ply brings with it, and what it doesn't."""

from __future__ import annotations

import asyncio
import hashlib

import pytest

from bot.core.errors import Stale, UserError
from bot.core.notices import BOARD, PANEL_GRACE_SECONDS, after_action
from bot.play.matches import ending, playing
from bot.play.matches.playing import TURN
from storage import Match
from storage.tables import scheduled_jobs
from tests.kit.hosts.house import MARA, TOM, House
from tests.kit.inputs import START
from tests.kit.matches.tapped import first_legal, look, rebuilds, stands_aside
from tests.kit.rows import open_ids
from tests.kit.sql import sql

DAY = 86_400


async def due_at(here: House, match: Match) -> int | None:
    async with here.app.database.read() as r:
        deadline = await scheduled_jobs.get(r, TURN, match.id)
    return deadline.due_at if deadline else None


async def play_to_the_end(here: House, match: Match) -> None:
    """Play to the end: the Creator rebuilds, and the Destroyer stands aside."""
    while (table := await here.app.match_state(match.id)).to_act:
        seat = table.to_act[0]
        await here.act(match, (rebuilds, stands_aside)[seat](table, seat))


async def test_a_match_begins_with_thread_board_and_two_briefings(here: House) -> None:
    match = await here.match()
    assert await here.kinds(match) == ["thread", "board:0", "briefing:0", "briefing:1"]


async def test_a_board_is_posted_where_a_turn_of_a_person_begins_and_never_before(here: House) -> None:
    match = await here.match()
    kinds = list[bool]()
    for _ in range(2):
        table = await here.app.match_state(match.id)
        await here.act(match, first_legal(table, table.to_act[0]))
        told = after_action(await here.app.match_state(match.id), 0, 0, int(START))
        kinds.append(any(message.kind == BOARD for message in told))
    assert kinds == [False, True], "after the roll, and after the move"


async def test_the_seed_is_made_of_the_nonce_and_both_interactions(here: House) -> None:
    match = await here.match()
    assert match.seed == hashlib.sha256(match.nonce + b"901:902").digest()
    against_ai = await here.match_with_ai(1)
    assert against_ai.seed == hashlib.sha256(against_ai.nonce + b":901").digest()


async def test_a_roll_is_told_to_nobody_and_a_turn_by_one_board_and_one_ping(here: House) -> None:
    match = await here.match()
    begun = await here.kinds(match)
    await here.act(match, "roll")
    assert await here.kinds(match) == begun
    await here.act(match)
    assert (await here.kinds(match))[-2:] == ["board:2", "ping:2:1"]


async def test_what_was_not_sent_of_a_turn_is_superseded_by_the_next(here: House) -> None:
    match = await here.match()
    for _ in range(3):
        await here.turn(match)
    said = [kind for kind in await here.kinds(match) if kind.startswith(("board", "ping"))]
    assert said == ["board:6", "ping:6:1"]


async def test_one_ping_a_turn_is_delivered_and_no_more(here: House) -> None:
    match = await here.match()
    async with here.open() as hearing:
        for _ in range(4):
            await here.turn(match)
            await hearing.rest()
        here.clock.advance(DAY - 1)
        await hearing.rest()
    pings = [nonce.split(":")[2:] for nonce in here.post.nonces() if nonce.startswith("ping")]
    assert pings == [["2", "1"], ["4", "0"], ["6", "1"], ["8", "0"]]


async def test_no_board_is_posted_while_the_ai_is_to_answer(here: House) -> None:
    match = await here.match_with_ai(0)
    begun = await here.kinds(match)
    await here.turn(match)
    assert [kind for kind in await here.kinds(match) if kind not in begun] == []
    await here.turn(match)
    assert [kind for kind in await here.kinds(match) if kind not in begun] == ["board:4", "ping:4:0"]


async def test_an_ai_is_not_pinged_and_its_answer_is_pinged_after_a_grace(here: House) -> None:
    match = await here.match_with_ai(1)
    await here.turn(match)
    ping = (await here.queued(match))[-1]
    assert ping.kind == "ping"
    assert ping.payload["person"] == MARA.id
    assert ping.due_at == START + PANEL_GRACE_SECONDS


async def test_the_side_to_move_has_its_pace_and_a_roll_adds_nothing(here: House) -> None:
    match = await here.match(pace="1d")
    assert await due_at(here, match) == START + DAY
    here.clock.advance(100)
    await here.act(match, "roll")
    assert await due_at(here, match) == START + DAY
    await here.act(match)
    assert await due_at(here, match) == START + 100 + DAY


async def test_while_the_ai_is_to_act_no_clock_runs(here: House) -> None:
    match = await here.match_with_ai(0)
    await here.turn(match)
    assert await due_at(here, match) is None
    here.clock.advance(10 * DAY)
    await here.turn(match)
    assert await due_at(here, match) == START + 11 * DAY


async def test_without_a_pace_there_is_no_deadline(here: House) -> None:
    match = await here.match(pace="none")
    await here.turn(match)
    assert await due_at(here, match) is None


@pytest.mark.slow
async def test_the_end_is_told_to_all_but_the_one_who_sees_it(here: House) -> None:
    match = await here.match(pattern="Y")
    await play_to_the_end(here, match)
    table = await here.app.match_state(match.id)
    assert (table.match.winner, table.match.reason) == (0, "pattern")
    assert await due_at(here, match) is None
    assert (await here.kinds(match))[-3:] == [f"board:{table.length}", "result:1", "panels:1"]


@pytest.mark.slow
async def test_legs_2_begins_a_second_leg_with_sides_swapped(here: House) -> None:
    match = await here.match(pattern="Y", legs=2)
    async with here.open() as hearing:
        await play_to_the_end(here, match)
        await hearing.rest()
        async with here.app.database.read() as r:
            (second_id,) = await open_ids(r)
        second = await here.app.match_state(second_id)
        assert second.people() == (TOM.id, MARA.id)
        assert (second.match.leg, second.match.previous_leg) == (2, match.id)
        assert (
            second.game_state.setup.pattern == (await here.app.match_state(match.id)).game_state.setup.pattern
        )
        assert second.match.seed != match.seed
        await play_to_the_end(here, second.match)
        await hearing.rest()
        async with here.app.database.read() as r:
            assert await open_ids(r) == []


@pytest.mark.slow
@pytest.mark.parametrize("options", [{}, {"flipPattern": "seeded"}, {"destroyerPreview": "half"}])
async def test_the_second_leg_has_the_drawn_pattern_of_the_first(
    here: House, options: dict[str, str]
) -> None:
    match = await here.match(legs=2, **options)
    async with here.open() as hearing:
        while (table := await here.app.match_state(match.id)).to_act:
            await here.act(match, first_legal(table, table.to_act[0]))
        await hearing.rest()
        async with here.app.database.read() as r:
            (second_id,) = await open_ids(r)
    second = await here.app.match_state(second_id)
    assert second.game_state.setup.pattern == table.game_state.setup.pattern


async def test_an_illegal_action_writes_nothing(here: House) -> None:
    match = await here.match()
    await look(here.app, match.id, 0, 1)
    said = await here.kinds(match)
    for text in ("a11-a8", "nonsense"):
        with pytest.raises(UserError):
            await here.act(match, text)
    with pytest.raises(UserError, match="It's the Creator's turn"):
        await playing.act(here.app, match.id, TOM.id, "roll")
    with pytest.raises(UserError, match="You're not playing in this match"):
        await playing.act(here.app, match.id, 99, "roll")
    assert (await here.app.match_state(match.id)).texts == ()
    assert await here.kinds(match) == said


async def test_an_action_on_an_older_board_is_stale(here: House) -> None:
    match = await here.match()
    await here.act(match, "roll")
    legal = first_legal(await here.app.match_state(match.id), 0)
    with pytest.raises(Stale):
        await playing.act(here.app, match.id, MARA.id, legal, version=0)
    assert (await here.app.match_state(match.id)).length == 1


async def test_of_two_actions_at_once_one_is_written(here: House) -> None:
    match = await here.match()
    await look(here.app, match.id, 0)
    acts = [playing.act(here.app, match.id, MARA.id, "roll") for _ in range(2)]
    outcomes = await asyncio.gather(*acts, return_exceptions=True)
    assert sorted(isinstance(outcome, UserError) for outcome in outcomes) == [False, True]
    assert (await here.app.match_state(match.id)).texts == ("roll",)


async def test_a_table_that_was_forgotten_is_folded_again(here: House) -> None:
    match = await here.match()
    for _ in range(5):
        await here.turn(match)
    known = await here.app.match_state(match.id)
    here.app.forget(match.id)
    assert await here.app.match_state(match.id) == known


async def test_GEN_6_who_resigns_loses_on_turn_or_off(here: House) -> None:
    for person, winner in ((MARA, 1), (TOM, 0)):
        match = await here.match()
        await here.act(match, "roll")
        table = await ending.resign(here.app, match.id, person.id)
        assert (table.match.winner, table.match.reason) == (winner, "resigned")
        assert table.to_act == ()
        with pytest.raises(UserError, match="over"):
            await ending.resign(here.app, match.id, TOM.id)
        assert await due_at(here, match) is None


async def test_no_row_of_outbox_or_deadlines_holds_a_secret(here: House) -> None:
    match = await here.match(pattern="☂", destroyerPreview="none")
    for _ in range(3):
        await here.turn(match)
    await ending.resign(here.app, match.id, MARA.id)
    rows = [
        row
        for name in ("outbox", "deadlines")
        for row in await sql(here.app.database, f"SELECT * FROM {name}")
    ]
    found = [str(row) for row in rows]
    assert len(found) > 5
    assert not [row for row in found if "☂" in row or match.seed.hex() in row or match.nonce.hex() in row]
