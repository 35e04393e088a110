"""Takebacks without Discord: who may take a move back, what follows, and what the record keeps. GEN-9."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

import msgspec
import pytest

from bot.core import match_record
from bot.core.errors import Stale, UserError
from bot.core.match_state import MatchState, apply_actions, in_force, opening
from bot.core.seats import User
from bot.core.terms import MatchTerms
from bot.discord_kit.interactions.offers import TapContext
from bot.learning.exploring import exploring
from bot.learning.puzzles.server_puzzles import course_of
from bot.matchmaking.challenges import challenging, offering
from bot.play.clocks import clocks
from bot.play.conditional_moves import conditional_moves
from bot.play.endings import draws, open_offers
from bot.play.matches import ending, playing
from bot.play.records import replays, verifying
from bot.play.takebacks import takebacks
from bot.play.takebacks.ui import taking_back
from games import GAMES
from games.core.record import read_record, verify
from storage import Match
from storage.tables import conditions, contests, matches, scheduled_jobs
from storage.tables.conditions import Conditions
from tests.kit.hosts.house import MARA, PLACE, TOM, House
from tests.kit.levels.service_thinker import Thinker, person_is_to_act, thinking
from tests.kit.worlds.running_matches import WORLDS

HIDDEN = [key for key, game in GAMES.items() if not game.perfect_information]


async def begun(here: House, *, rated: bool = False, pace: str = "3d") -> Match:
    """Begin a match of ccc with Mara as White, who begins, against Tom."""
    terms = MatchTerms("ccc", {} if rated else {"first": "white"}, pace, rated)
    challenge = await offering.offer(here.app, MARA, TOM, 0, terms, PLACE, 901)
    _, match = await challenging.accept(here.app, challenge.id, TOM, 902, 300)
    return match


async def under_way(here: House, moves: int = 3, **terms: Any) -> Match:
    """Begin a match and play some moves; after three, Tom is to move."""
    match = await begun(here, **terms)
    for _ in range(moves):
        await here.act(match)
    return match


async def ask(here: House, match: Match, person: User = MARA) -> MatchState:
    state = await here.app.match_state(match.id)
    return await takebacks.take_back(here.app, match.id, person.id, state.length)


async def taken_back(here: House, match: Match) -> MatchState:
    """Let Mara ask, and Tom allow it."""
    await ask(here, match)
    async with here.app.database.read() as r:
        number = await r.queries.offers.open_number(r, match_id=match.id)
    return await takebacks.allow(here.app, match.id, TOM.id, number)


async def refold(here: House, match: Match) -> MatchState:
    """Return the match folded anew from storage, as after a crash or in another process."""
    async with here.app.database.read() as r:
        found = await matches.get(r, match.id)
        assert found is not None
        return apply_actions(opening(found), await matches.actions(r, match.id))


async def offered(here: House, state: MatchState, seat: int) -> list[str | None]:
    """Return the labels of the buttons about takebacks that a seat has in its panel."""
    context = TapContext.now(state, seat)
    taps = [*await taking_back.offer(here.app, context), *await taking_back.answers(here.app, context)]
    return [tap.label for tap in taps]


async def opened_for(here: House, match: Match) -> list[list[str | None]]:
    state = await here.app.match_state(match.id)
    return [await offered(here, state, seat) for seat in (0, 1)]


# --- between people -----------------------------------------------------------------------------------


async def test_GEN_9_a_move_is_taken_back_once_the_opponent_allows_it(here: House) -> None:
    match = await under_way(here)
    before = await refold(here, match)
    assert await opened_for(here, match) == [["Take back"], []]
    await ask(here, match)
    assert await opened_for(here, match) == [["Withdraw request"], ["Allow", "No"]]
    note = (await here.queued(match))[-1]
    assert (note.payload["person"], note.payload["match"]) == (TOM.id, match.id)
    assert f"<@{MARA.id}> asks to take a move back in " in note.payload["text"]
    after = await takebacks.allow(here.app, match.id, TOM.id, 1)
    earlier = apply_actions(opening(before.match), await actions(here, match, 2))
    assert after.game_state == earlier.game_state
    assert (after.to_act, after.turn_number, after.length) == ((0,), earlier.turn_number, 4)
    assert after.texts[:3] == before.texts
    assert in_force(after).texts == before.texts[:2]
    assert after.latest_narration(None)[-1] == "White takes a move back."
    kinds = await here.kinds(match)
    assert {"board:4", "ping:4:0"} <= set(kinds), "everyone sees the board, and it's Mara's turn"
    assert await opened_for(here, match) == [[], ["Take back"]], "now Tom's is the last move"
    assert after.match.reason is None


async def actions(here: House, match: Match, most: int) -> list[Any]:
    async with here.app.database.read() as r:
        return (await matches.actions(r, match.id))[:most]


async def test_GEN_9_a_match_folded_from_storage_equals_the_one_in_memory(here: House) -> None:
    match = await under_way(here)
    live = await taken_back(here, match)
    assert await refold(here, match) == live
    other = list((await here.app.match_state(match.id)).game.actions(live.view(0)))[-1]
    live = await here.act(match, live.game.format(other))
    await here.act(match)
    await here.act(match)
    live = await taken_back(here, match)
    assert await refold(here, match) == live
    assert len(in_force(live).texts) == 4
    here.app.forget(match.id)
    assert await here.app.match_state(match.id) == live


async def test_GEN_9_the_opponent_says_no_and_is_not_asked_twice(here: House) -> None:
    match = await under_way(here)
    await ask(here, match)
    with pytest.raises(UserError, match="already asked to take your move back"):
        await ask(here, match)
    await open_offers.decline(here.app, match.id, TOM.id, 1)
    note = (await here.queued(match))[-1]
    assert note.payload["person"] == MARA.id
    assert "doesn't want you to take your move back" in note.payload["text"]
    assert await opened_for(here, match) == [[], []]
    with pytest.raises(UserError, match="You can ask again about your next one"):
        await ask(here, match)
    with pytest.raises(UserError, match="no longer open"):
        await takebacks.allow(here.app, match.id, TOM.id, 1)
    assert (await here.app.match_state(match.id)).length == 3


async def test_GEN_9_a_move_answers_a_request(here: House) -> None:
    match = await under_way(here)
    await ask(here, match)
    await here.act(match)
    assert await opened_for(here, match) == [[], ["Take back"]]
    with pytest.raises(UserError, match="no longer open"):
        await takebacks.allow(here.app, match.id, TOM.id, 1)
    with pytest.raises(UserError, match="until your opponent has moved"):
        await ask(here, match)


async def test_a_request_is_withdrawn(here: House) -> None:
    match = await under_way(here)
    await ask(here, match)
    await open_offers.withdraw(here.app, match.id, MARA.id, 1)
    with pytest.raises(UserError, match="no longer open"):
        await takebacks.allow(here.app, match.id, TOM.id, 1)


async def test_GEN_9_of_an_offer_and_a_request_only_one_is_open(here: House) -> None:
    match = await under_way(here)
    await draws.offer_draw(here.app, match.id, TOM.id)
    with pytest.raises(UserError, match="already offered a draw"):
        await ask(here, match)
    assert await opened_for(here, match) == [[], []]
    with pytest.raises(UserError, match="no longer open"):
        await takebacks.allow(here.app, match.id, MARA.id, 1)
    await open_offers.decline(here.app, match.id, MARA.id, 1)
    await ask(here, match)
    with pytest.raises(UserError, match="asks to take a move back"):
        await draws.offer_draw(here.app, match.id, TOM.id)
    with pytest.raises(UserError, match="no longer open"):
        await draws.agree(here.app, match.id, TOM.id, 2)


async def test_only_the_one_who_is_asked_can_allow_it(here: House) -> None:
    match = await under_way(here)
    await ask(here, match)
    with pytest.raises(UserError, match="no longer open"):
        await takebacks.allow(here.app, match.id, MARA.id, 1)
    with pytest.raises(UserError, match="You're not playing"):
        await takebacks.allow(here.app, match.id, 13, 1)


async def test_of_an_allowance_and_a_move_at_once_one_wins(here: House) -> None:
    match = await under_way(here)
    await ask(here, match)
    state = await here.app.match_state(match.id)
    text = state.game.format(next(iter(state.game.actions(state.view(1)))))
    tries: list[Coroutine[Any, Any, MatchState]] = [
        takebacks.allow(here.app, match.id, TOM.id, 1),
        playing.act(here.app, match.id, TOM.id, text),
    ]
    results = await asyncio.gather(*tries, return_exceptions=True)
    assert len([outcome for outcome in results if isinstance(outcome, UserError)]) == 1
    after = await refold(here, match)
    assert after.length == 4
    assert (after.steps[-1].back is None) == isinstance(results[0], UserError)


async def test_a_panel_from_before_a_takeback_plays_nothing(here: House) -> None:
    match = await under_way(here)
    old = (await here.app.match_state(match.id)).version(1)
    state = await taken_back(here, match)
    await here.act(match, in_force(state).game.format(list(state.game.actions(state.view(0)))[-1]))
    state = await here.app.match_state(match.id)
    text = state.game.format(next(iter(state.game.actions(state.view(1)))))
    with pytest.raises(Stale):
        await playing.act(here.app, match.id, TOM.id, text, old)


# --- where it's never possible ------------------------------------------------------------------------


async def test_GEN_9_never_in_a_rated_match(here: House) -> None:
    match = await under_way(here, rated=True)
    assert match.rated
    assert await opened_for(here, match) == [[], []]
    for person in (MARA, TOM):
        with pytest.raises(UserError, match="This match is rated"):
            await ask(here, match, person)


async def test_GEN_9_never_in_a_contest(here: House, monkeypatch: pytest.MonkeyPatch) -> None:
    async def of_match(*given: object) -> str:
        return "cup"

    match = await under_way(here)
    monkeypatch.setattr(contests, "of_match", of_match)
    assert await opened_for(here, match) == [[], []]
    with pytest.raises(UserError, match="part of a contest"):
        await ask(here, match)


async def test_GEN_9_never_before_a_move_or_after_the_end(here: House) -> None:
    match = await begun(here)
    with pytest.raises(UserError, match="You haven't moved yet"):
        await ask(here, match)
    await here.act(match)
    await ending.resign(here.app, match.id, TOM.id)
    assert await opened_for(here, match) == [[], []]
    with pytest.raises(UserError, match="This match is over"):
        await ask(here, match)


@pytest.mark.parametrize("key", HIDDEN)
@pytest.mark.parametrize("world", [0, 1])
async def test_GEN_9_never_where_something_is_hidden_or_rolled(here: House, key: str, world: int) -> None:
    match = await WORLDS[key](here, world)
    assert await opened_for(here, match) == [[], []]
    for person in (MARA, TOM):
        with pytest.raises(UserError, match="what you've seen since can't be hidden again"):
            await takebacks.take_back(here.app, match.id, person.id, 0)


# --- against the bot ----------------------------------------------------------------------------------


async def casual_with_ai(here: House) -> Match:
    return await here.match_with_ai(0, game="ccc", options={"first": "white"}, pace="none")


async def test_GEN_9_against_the_bot_it_happens_at_once_and_undoes_the_answer_too(here: House) -> None:
    match, thinker = await casual_with_ai(here), Thinker()
    async with thinking(here, thinker):
        await here.act(match)
        await person_is_to_act(here, match)
        before = await here.app.match_state(match.id)
        assert before.length == 2
        after = await ask(here, match)
        assert (after.to_act, in_force(after).texts) == ((0,), ())
        await here.act(match, before.texts[0])
        await person_is_to_act(here, match)
    again = await here.app.match_state(match.id)
    assert in_force(again).texts == before.texts
    first, second = (question.rng.getstate() for question in thinker.questions)
    assert first == second, "the bot's choice can't be drawn anew"
    assert await refold(here, match) == again


async def test_GEN_9_an_answer_of_the_bot_to_what_was_taken_back_is_dropped(here: House) -> None:
    match, thinker = await casual_with_ai(here), Thinker()
    thinker.may_answer.clear()
    async with thinking(here, thinker) as bots:
        await here.act(match)
        await thinker.asked.wait()
        await ask(here, match)
        thinker.may_answer.set()
        await bots.wait_until_settled(match.id)
        state = await refold(here, match)
        assert (state.length, state.to_act) == (2, (0,))
    async with here.app.database.read() as r:
        assert not await scheduled_jobs.undone(r, "answer")


async def test_a_second_tap_takes_nothing_more_back(here: House) -> None:
    match = await casual_with_ai(here)
    async with thinking(here, Thinker()):
        for _ in range(2):
            await here.act(match)
            await person_is_to_act(here, match)
        length = (await here.app.match_state(match.id)).length
        await takebacks.take_back(here.app, match.id, MARA.id, length)
        with pytest.raises(Stale):
            await takebacks.take_back(here.app, match.id, MARA.id, length)


async def test_a_takeback_that_something_else_came_before_leaves_the_match_alone(here: House) -> None:
    async def too_late(*_: object) -> bool:
        return False

    match = await casual_with_ai(here)
    before = await here.app.match_state(match.id)
    with pytest.raises(Stale):
        await takebacks._go_back(here.app, before, 0, 0)
    async with thinking(here, Thinker()):
        await here.act(match)
        await person_is_to_act(here, match)
    state = await here.app.match_state(match.id)
    with pytest.raises(Stale):
        await takebacks._go_back(here.app, state, 0, 0, too_late)
    assert (await refold(here, match)).texts == state.texts


# --- clocks and plans ---------------------------------------------------------------------------------


async def test_GEN_9_the_clock_begins_anew_and_banks_stay_as_they_are(here: House) -> None:
    match = await begun(here, pace="bank")
    here.clock.advance(3600)
    await here.act(match)
    here.clock.advance(7200)
    before = (await here.app.match_state(match.id)).match.seats
    state = await taken_back(here, match)
    assert [row.bank for row in state.match.seats] == [row.bank for row in before]
    async with here.app.database.read() as r:
        deadline = await scheduled_jobs.get(r, clocks.TURN, match.id)
    clock = clocks.clock_of(deadline)
    assert clock is not None
    assert (clock.left, clock.since) == ({0: before[0].bank}, here.app.now())


async def test_GEN_9_conditional_moves_are_forgotten(here: House) -> None:
    match = await under_way(here)
    async with here.app.database.write() as w:
        await conditions.put(w, match.id, 0, Conditions(3, (("a1", "b2"),)))
    await taken_back(here, match)
    assert await conditional_moves.lines_of(here.app, match.id, MARA.id) == ()


# --- the record ---------------------------------------------------------------------------------------


async def ended(here: House) -> MatchState:
    """Return a finished match in which one move was taken back and another one played."""
    match = await under_way(here)
    state = await taken_back(here, match)
    await here.act(match, state.game.format(list(state.game.actions(state.view(0)))[-1]))
    await here.act(match)
    return await ending.resign(here.app, match.id, TOM.id)


async def test_GEN_9_the_record_has_the_moves_in_force_and_says_what_was_taken_back(here: House) -> None:
    state = await ended(here)
    _, text = match_record.file_of(state, None)
    assert '[Takebacks "3-2"]' in text
    record = read_record(text)
    assert record == match_record.record_of(state)
    assert record.actions == (*state.texts[:2], *state.texts[4:])
    assert verify(state.game, record).identical
    assert verify(state.game, msgspec.structs.replace(record, takebacks="")).identical, "it's a note alone"
    assert verifying.of_match(state).is_proved
    assert verifying.of_file(text, state).is_proved
    changed = verifying.of_file(text.replace('"3-2"', '"3-1"'), state)
    assert changed.is_false


async def test_GEN_9_replays_puzzles_and_studies_work_on_the_moves_in_force(here: House) -> None:
    state = await ended(here)
    replay = replays.replay(state, MARA.id, None)
    assert [step.action for step in replay.steps] == [0, 1, 2, 3, 4, 5], "the last one is the end"
    assert replay.steps[4].game_state == state.game_state
    assert not [line for step in replay.steps for line in step.lines if "takes a move back" in line]
    assert len(course_of(state).actions) == len(in_force(state).texts) == 4
    _, where = await exploring.of_match(here.app, state.match.id, 4, MARA.id, None)
    assert where.number == 4


async def test_what_a_player_knew_so_far_names_the_takeback(here: House) -> None:
    match = await under_way(here)
    _, text = match_record.file_of(await taken_back(here, match), 0)
    assert "White takes a move back." in text


async def test_a_process_that_knows_the_match_from_before_a_takeback_follows(here: House) -> None:
    match = await under_way(here)
    known = await here.app.match_state(match.id)
    await taken_back(here, match)
    here.app.remember(known)
    assert await here.app.match_state(match.id) == await refold(here, match)
