"""A person's overview: its order, its filters, only their own matches, and what it costs."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

import bot.core.app_context
from bot.core.jobs import ANSWER
from bot.core.match_filter import EVERYTHING, MatchFilter
from bot.core.seats import Place, User
from bot.core.terms import MatchTerms
from bot.matchmaking.challenges import challenging, offering
from bot.play.clocks import clocks
from bot.play.matches import ending, playing
from bot.play.own_matches.open_matches import Overview, overview
from storage import Match, Reader, ScheduledJob
from storage.tables import names, people, scheduled_jobs
from tests.kit.hosts.house import MARA, PLACE, SHORT, TOM, House, house, without_limits
from tests.kit.sql import sql

DAY = 86_400
INES = User(13, "Ines")
ELSEWHERE = Place(channel=101, guild=201)


@pytest.fixture
async def h(tmp_path: Path) -> AsyncIterator[House]:
    async with house(tmp_path) as made:
        yield made


async def begun(
    h: House,
    pace: str = "1d",
    *,
    challenger: User = MARA,
    accepter: User = TOM,
    place: Place = PLACE,
    game: str = "creators",
) -> Match:
    """Begin a match with the challenger as seat 0 against the accepter."""
    terms = MatchTerms(game, SHORT if game == "creators" else {}, pace)
    challenge = await offering.offer(h.app, challenger, accepter, 0, terms, place, 901)
    _, match = await challenging.accept(h.app, challenge.id, accepter, 902, None)
    return match


async def offered(h: House, challenger: User, opponent: User | None) -> str:
    """Offer a challenge, and return its id."""
    terms = MatchTerms("creators", SHORT, "1d")
    return (await offering.offer(h.app, challenger, opponent, 0, terms, PLACE, 9)).id


async def seen_by(h: House, who: User, wanted: MatchFilter = EVERYTHING, guild: int | None = 200) -> Overview:
    return await overview(h.app, who.id, wanted, guild)


def ids(found: Overview) -> list[str]:
    return [entry.match.id for entry in found.matches]


class Costs:
    """Counts readers' SQL statements, and the actions and openings that are folded."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.statements = 0
        self.folds = 0
        context, fetch = bot.core.app_context, Reader.fetch

        async def counted_fetch(*arguments: Any) -> Any:
            self.statements += 1
            return await fetch(*arguments)

        def counted(fold: Any) -> Any:
            def folds(*arguments: Any) -> Any:
                self.folds += 1
                return fold(*arguments)

            return folds

        monkeypatch.setattr(Reader, "fetch", counted_fetch)
        monkeypatch.setattr(context, "opening", counted(context.opening))
        monkeypatch.setattr(context, "apply_actions", counted(context.apply_actions))


async def test_my_turn_comes_first_and_the_least_time_left_first_of_all(h: House) -> None:
    slow, waiting = await begun(h, "7d"), await begun(h, "1d")
    quick, without_clock = await begun(h, "3d"), await begun(h, "none")
    late = await begun(h, "14d")
    for match in (waiting, late):
        await h.turn(match)
    found = await seen_by(h, MARA)
    assert ids(found) == [quick.id, slow.id, without_clock.id, waiting.id, late.id]
    assert [entry.mine for entry in found.matches] == [True, True, True, False, False]
    assert ids(await seen_by(h, TOM)) == [waiting.id, late.id, quick.id, slow.id, without_clock.id]


async def test_the_time_left_is_that_of_the_turn_under_way(h: House) -> None:
    match, without_clock = await begun(h, "3d"), await begun(h, "none")
    begun_at = h.app.now()
    h.clock.advance(DAY)
    before = {entry.match.id: entry.due_at for entry in (await seen_by(h, MARA)).matches}
    assert before == {match.id: begun_at + 3 * DAY, without_clock.id: None}
    await h.turn(match)
    after = {entry.match.id: entry.due_at for entry in (await seen_by(h, MARA)).matches}
    assert after[match.id] == h.app.now() + 3 * DAY


async def test_a_match_has_the_name_of_its_opponent_and_my_seat(h: House) -> None:
    await begun(h)
    [mine] = (await seen_by(h, MARA)).matches
    [theirs] = (await seen_by(h, TOM)).matches
    assert (mine.seat, mine.opponent, theirs.seat, theirs.opponent) == (0, "Tom", 1, "Mara")
    ai = await h.match_with_ai(1)
    against_ai = next(entry for entry in (await seen_by(h, MARA)).matches if entry.match.id == ai.id)
    assert (against_ai.seat, against_ai.opponent, against_ai.other.level) == (1, None, "easy")


async def test_a_match_that_ends_while_the_list_is_read_does_no_harm(
    h: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, around = await begun(h), names.names_of_opponents

    async def ended_before(r: Reader, person: int) -> dict[int, str]:
        await ending.resign(h.app, match.id, TOM.id)
        return await around(r, person)

    monkeypatch.setattr(names, "names_of_opponents", ended_before)
    assert [entry.opponent for entry in (await seen_by(h, MARA)).matches] == ["someone"]


async def test_nobody_sees_a_match_or_a_challenge_of_others(h: House) -> None:
    await begun(h)
    await offered(h, MARA, TOM)
    await offered(h, MARA, None)
    async with h.app.database.write() as w:
        await people.upsert(w, INES.id, INES.name, now=1)
    assert await seen_by(h, INES) == Overview((), ())


async def test_a_match_that_has_ended_is_not_listed(h: House) -> None:
    ended, open_one = await begun(h), await begun(h)
    await ending.resign(h.app, ended.id, TOM.id)
    assert ids(await seen_by(h, MARA)) == ids(await seen_by(h, TOM)) == [open_one.id]


async def test_between_people_without_a_clock_the_record_tells_whose_turn_it_is(h: House) -> None:
    match = await begun(h, "none")
    for mine in (True, False, True):
        [one] = (await seen_by(h, MARA)).matches
        assert one.mine is mine
        await h.turn(match)


@pytest.mark.parametrize("pace", ["1d", "none"])
async def test_while_both_are_to_act_it_is_the_turn_of_whoever_has_not(h: House, pace: str) -> None:
    match = await begun(h, pace, game="decoy")
    assert [(await seen_by(h, who)).matches[0].mine for who in (MARA, TOM)] == [True, True]
    table = await h.app.match_state(match.id)
    first = next(iter(table.game.actions(table.view(0))))
    while 0 in (await h.app.match_state(match.id)).to_act:
        table = await playing.act(h.app, match.id, MARA.id, table.game.format(first))
        first = next(iter(table.game.actions(table.view(0))), None)
    assert [(await seen_by(h, who)).matches[0].mine for who in (MARA, TOM)] == [False, True]


@pytest.mark.parametrize("pace", ["none", "1d"])
async def test_a_match_against_the_bot_waits_for_me_unless_its_answer_was_put_off(
    h: House, pace: str
) -> None:
    match = await h.match_with_ai(0, pace=pace)
    assert [entry.mine for entry in (await seen_by(h, MARA)).matches] == [True]
    await h.turn(match)
    async with h.app.database.write() as w:
        await scheduled_jobs.set(w, ScheduledJob(kind=ANSWER, subject=match.id, due_at=h.app.now() + 60))
    assert [entry.mine for entry in (await seen_by(h, MARA)).matches] == [False]
    await h.turn(match)
    assert [entry.mine for entry in (await seen_by(h, MARA)).matches] == [True]


async def test_with_a_clock_the_bot_that_is_to_act_is_waited_for(h: House) -> None:
    match = await h.match_with_ai(0)
    await h.turn(match)
    assert (await h.app.match_state(match.id)).bot_to_act() is not None
    assert [entry.mine for entry in (await seen_by(h, MARA)).matches] == [False]


async def test_filters_leave_what_is_wanted(h: House) -> None:
    here, elsewhere = await begun(h), await begun(h, place=ELSEWHERE)
    decoy, waiting = await begun(h, "7d", game="decoy"), await begun(h)
    await h.turn(waiting)
    private = await h.match_with_ai(0)
    await _move_to(h, private, None)

    async def listed(guild: int | None = 200, **wanted: Any) -> set[str]:
        return set(ids(await seen_by(h, MARA, MatchFilter(**wanted), guild)))

    assert await listed() == {here.id, elsewhere.id, decoy.id, waiting.id, private.id}
    assert await listed(game="decoy") == {decoy.id}
    assert await listed(turn="theirs") == {waiting.id}
    assert await listed(turn="mine") == {here.id, elsewhere.id, decoy.id, private.id}
    assert await listed(here=True) == {here.id, decoy.id, waiting.id}
    assert await listed(here=True, guild=201) == {elsewhere.id}
    assert await listed(here=True, guild=None) == {private.id}
    assert await listed(here=True, turn="mine", game="creators") == {here.id}


async def _move_to(h: House, match: Match, guild: int | None) -> None:
    await sql(h.app.database, "UPDATE matches SET guild = :guild WHERE id = :id", guild=guild, id=match.id)


async def test_challenges_that_wait_for_me_come_before_those_that_i_made(h: House) -> None:
    given, to_anyone = await offered(h, MARA, TOM), await offered(h, MARA, None)
    h.clock.advance(DAY)
    received = await offered(h, INES, MARA)
    found = (await seen_by(h, MARA)).challenges
    assert found[0].challenge.id == received
    assert {entry.challenge.id for entry in found} == {given, to_anyone, received}
    told = {entry.challenge.id: (entry.other, entry.to_me) for entry in found}
    assert told == {given: ("Tom", False), to_anyone: (None, False), received: ("Ines", True)}


async def test_filters_hold_for_challenges_too(h: House) -> None:
    given, received = await offered(h, MARA, TOM), await offered(h, TOM, MARA)

    async def listed(guild: int | None = 200, **wanted: Any) -> set[str]:
        found = await seen_by(h, MARA, MatchFilter(**wanted), guild)
        return {entry.challenge.id for entry in found.challenges}

    assert await listed(turn="mine") == {received}
    assert await listed(turn="theirs") == {given}
    assert await listed(here=True) == await listed(game="creators") == {given, received}
    assert await listed(game="decoy") == await listed(here=True, guild=201) == set()


async def test_a_challenge_that_was_answered_is_not_listed(h: House) -> None:
    declined, withdrawn = await offered(h, MARA, TOM), await offered(h, MARA, TOM)
    await challenging.decline(h.app, declined, TOM)
    await challenging.withdraw(h.app, withdrawn, MARA)
    await begun(h)
    assert (await seen_by(h, MARA)).challenges == (await seen_by(h, TOM)).challenges == ()


@pytest.mark.slow
async def test_a_hundred_matches_cost_as_many_statements_as_one_and_no_fold(
    h: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def cost() -> tuple[int, int, int]:
        with monkeypatch.context() as patch:
            counted = Costs(patch)
            listed = len((await seen_by(h, MARA)).matches)
            return listed, counted.statements, counted.folds

    without_limits(monkeypatch)
    await begun(h)
    one, statements, folds = await cost()
    assert (one, folds) == (1, 0)
    assert statements <= 6
    for number in range(99):
        match = await (begun(h, "3d") if number % 3 else h.match_with_ai(0, pace="none"))
        if number % 6 == 1:
            await h.turn(match)
    assert await cost() == (100, statements, 0)


@pytest.mark.slow
async def test_the_row_of_the_clock_tells_the_same_as_the_record(h: House) -> None:
    for pace in ("1d", "bank", "quick", "none"):
        match = await begun(h, pace)
        for _ in range(3):
            to_act = (await h.app.match_state(match.id)).to_act
            told = {who.id: _of(await seen_by(h, who), match).mine for who in (MARA, TOM)}
            assert told == {MARA.id: 0 in to_act, TOM.id: 1 in to_act}
            await h.turn(match)


def _of(found: Overview, match: Match) -> Any:
    return next(entry for entry in found.matches if entry.match.id == match.id)


async def test_a_deadline_set_before_clocks_knew_their_seats_is_listed_all_the_same(h: House) -> None:
    match = await begun(h)
    async with h.app.database.write() as w:
        await scheduled_jobs.set(w, ScheduledJob(kind=clocks.TURN, subject=match.id, due_at=h.app.now() + 5))
    assert [(await seen_by(h, who)).matches[0].mine for who in (MARA, TOM)] == [True, False]
