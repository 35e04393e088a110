"""What organizers decide, and what follows for matches under way."""

from __future__ import annotations

import hashlib
import io
import zipfile

import msgspec
import pytest

from bot.core import match_record
from bot.core.errors import UserError
from bot.core.match_state import nickname
from bot.matchmaking.contests.log import dice
from bot.matchmaking.contests.log.event_store import CAME_IN
from bot.matchmaking.contests.organizing import entering, organizing
from bot.matchmaking.contests.reading import export
from bot.matchmaking.contests.ui import showing
from games import MatchReason
from storage.tables import contests
from tests.kit.contests.stage import MANAGER, Stage, person, user


async def test_what_an_organizer_decides_counts_and_ends_the_match_without_rating_it(on_stage: Stage) -> None:
    id = await on_stage.begun("swiss", 4)
    one = (await on_stage.of(id)).open[0]
    await organizing.decide(on_stage.app, id, one.match, "win", MANAGER)
    await on_stage.later(2)
    found = (await on_stage.of(id)).pairing(one.match)
    assert found is not None
    assert (found.score, found.why) == ("win", "decided")
    assert (await on_stage.match(one)).reason == "cancelled"
    assert len((await on_stage.of(id)).open) == 1, "and what has ended isn't for an organizer again"


async def test_who_decided_what_is_in_the_log(on_stage: Stage) -> None:
    id = await on_stage.begun("swiss", 4)
    one = (await on_stage.of(id)).open[0]
    await organizing.decide(on_stage.app, id, one.match, "draw", MANAGER)
    async with on_stage.app.database.read() as r:
        rows = await r.fetch("SELECT event FROM contest_events WHERE contest = :id", {"id": id})
    decided = [e for row in rows if (e := msgspec.json.decode(row["event"]))["type"] == "decided"]
    assert [(event["by"], event["match"]) for event in decided] == [(MANAGER, one.match)]


@pytest.mark.parametrize("kind", ["round robin", "knockout"])
async def test_a_voided_match_ends_and_is_played_again(on_stage: Stage, kind: str) -> None:
    id = await on_stage.begun(kind, 2, ties=1)
    (one,) = (await on_stage.of(id)).open
    await organizing.void(on_stage.app, id, one.match, MANAGER)
    await on_stage.later(2)
    contest = await on_stage.of(id)
    (again,) = contest.open
    assert again.match != one.match
    assert {again.first, again.second} == {one.first, one.second}
    assert (await on_stage.match(one)).reason == "cancelled"
    assert await on_stage.is_under_way(again.match)


async def test_a_match_that_a_moderator_cancels_waits_for_an_organizer(on_stage: Stage) -> None:
    id = await on_stage.begun("round robin", 2)
    (one,) = (await on_stage.of(id)).open
    await on_stage.end(one, None, MatchReason.CANCELLED)
    await on_stage.later(2)
    assert (await on_stage.of(id)).open == (one,)
    await organizing.decide(on_stage.app, id, one.match, "loss", MANAGER)
    await on_stage.settle()
    assert (await on_stage.of(id)).status == "finished"


async def test_once_called_off_nothing_is_paired_and_matches_under_way_go_on(on_stage: Stage) -> None:
    id = await on_stage.begun("round robin", 4)
    open_ = (await on_stage.of(id)).open
    await organizing.call_off(on_stage.app, id, MANAGER)
    await on_stage.settle()
    await on_stage.end(open_[0], 0)
    await on_stage.later(2)
    contest = await on_stage.of(id)
    assert (contest.status, len(contest.pairings)) == ("called off", len(open_))
    assert await on_stage.is_under_way(open_[1].match)
    with pytest.raises(UserError, match="This tournament is over"):
        await organizing.call_off(on_stage.app, id, MANAGER)


@pytest.mark.slow
async def test_a_bye_counts_as_a_win_and_nobody_has_two(on_stage: Stage) -> None:
    contest = await on_stage.play_out(await on_stage.begun("swiss", 5, rounds=4))
    had = [bye.person for bye in contest.byes]
    assert len(had) == len(set(had)) == 4
    assert all(bye.points == 1.0 for bye in contest.byes)


async def test_a_substitute_who_is_taken_off_the_list_is_gone_and_all_others_stay(on_stage: Stage) -> None:
    id = await on_stage.contest("round robin", most=4)
    await on_stage.enter(id, 1, 2, 3, 4)
    await on_stage.list(id, 5, 6)
    contest = await organizing.remove(on_stage.app, id, person(5), MANAGER)
    assert [*contest.substitutes] == [person(6)]
    assert [entrant.person for entrant in contest.there] == [person(number) for number in (1, 2, 3, 4)]
    with pytest.raises(UserError, match="They're not taking part"):
        await organizing.remove(on_stage.app, id, person(5), MANAGER)
    assert await on_stage.of(id) == contest


async def test_what_is_started_early_begins_with_all_who_are_in_or_have_checked_in(on_stage: Stage) -> None:
    id = await on_stage.contest("round robin", most=4, check_in=1800)
    await on_stage.enter(id, 1, 2, 3, 4)
    await on_stage.list(id, 5, 6)
    await on_stage.later(1800)
    for number in (1, 2, 3, 5):
        await entering.check_in(on_stage.app, id, person(number), on_stage.tap())
    contest = await organizing.start_now(on_stage.app, id, MANAGER)
    assert contest.status == "running"
    assert {entrant.person for entrant in contest.list_seeded()} == {person(n) for n in (1, 2, 3, 5)}
    assert await on_stage.told_people(CAME_IN) == [person(5)], "only who had no place hears of one"
    with pytest.raises(UserError, match="This tournament has begun already"):
        await organizing.start_now(on_stage.app, id, MANAGER)
    assert await on_stage.of(id) == contest


async def test_alone_nobody_is_started(on_stage: Stage) -> None:
    id = await on_stage.contest("swiss")
    await on_stage.enter(id, 1)
    with pytest.raises(UserError, match="Too few people are in"):
        await organizing.start_now(on_stage.app, id, MANAGER)
    assert (await on_stage.of(id)).status == "open"


async def logged(on_stage: Stage, id: str) -> list[str]:
    """Return the lines of the log, newest first, in which people are their numbers."""
    async with on_stage.app.database.read() as r:
        events = await contests.events(r, id)
    return showing.format_log(await on_stage.of(id), events, None, lambda id: f"P{id - 1000}")


async def test_the_log_says_who_has_done_what_and_not_what_follows_by_itself(on_stage: Stage) -> None:
    id = await on_stage.contest("swiss", rounds=2)
    await on_stage.enter(id, 1, 2, 3, 4, 5)
    await organizing.remove(on_stage.app, id, person(5), MANAGER)
    on_stage.house.clock.advance(1)
    await organizing.start_now(on_stage.app, id, MANAGER)
    await on_stage.settle()
    one, other = (await on_stage.of(id)).open
    on_stage.house.clock.advance(1)
    await organizing.decide(on_stage.app, id, one.match, "draw", MANAGER)
    on_stage.house.clock.advance(1)
    await organizing.void(on_stage.app, id, other.match, 901)
    on_stage.house.clock.advance(1)
    await organizing.call_off(on_stage.app, id, MANAGER)
    people = f"P{one.first - 1000} – P{one.second - 1000}"
    assert [line.partition(" · ")[0] for line in await logged(on_stage, id)] == [
        f"Called it off.\n-# <@{MANAGER}>",
        f"{nickname(other.match)} counts for nothing.\n-# <@901>",
        f"Decided {nickname(one.match)}: {people}, ½–½.\n-# <@{MANAGER}>",
        f"Started it with 4 players.\n-# <@{MANAGER}>",
        f"Took P5 out.\n-# <@{MANAGER}>",
    ]


async def test_what_follows_from_a_substitution_is_told_with_it(on_stage: Stage) -> None:
    id = await on_stage.begun("round robin", 4, most=4)
    await on_stage.list(id, 5)
    await organizing.substitute(on_stage.app, id, person(1), user(5), on_stage.tap(), MANAGER)
    lines = await logged(on_stage, id)
    assert lines[0] == "P5 takes the place of P1."
    assert "counts for nothing." in lines[1]
    assert " instead." in lines[-1]
    assert [f"-# <@{MANAGER}>" in line for line in lines] == [False, False, True]


async def test_everything_is_in_the_archive_and_of_open_matches_only_what_everyone_knows(
    on_stage: Stage,
) -> None:
    id = await on_stage.begun("swiss", 4, rounds=2)
    for pairing in (await on_stage.of(id)).open:
        await on_stage.end(pairing, 0)
    await on_stage.later(2)
    row, contest = await on_stage.found(id)
    for pairing in contest.open:
        await on_stage.both_begin(pairing)
    made = await export.archive(on_stage.app, row, contest, 10**7)
    assert made.missing == 0
    with zipfile.ZipFile(io.BytesIO(made.data)) as files:
        read = {name: files.read(name).decode() for name in files.namelist()}
    assert {"standings.csv", "pairings.csv", "log.jsonl", "report.trf", "dice.txt"} <= set(read)
    records = [text for name, text in read.items() if name.startswith("records/")]
    has_ended = sorted("[Nonce" in text for text in records)
    assert has_ended == [False, False, True, True]
    for pairing in contest.open:
        state = await on_stage.app.match_state(pairing.match)
        (name, known), (_, secret) = (match_record.file_of(state, who) for who in (None, 0))
        assert read[f"records/{name}"] == known != secret
    assert read["standings.csv"].splitlines()[0].startswith("place,name,id,points,wins,draws,losses")
    pairings = read["pairings.csv"].splitlines()[1:]
    assert {line.rpartition(",")[2] for line in pairings} == {
        dice.name_of(contest, pairing) for pairing in contest.pairings
    }
    assert len(pairings) == 4
    assert sum(line.startswith("001 ") for line in read["report.trf"].splitlines()) == 4
    assert hashlib.sha256(row.secret).hexdigest() in read["dice.txt"]
    assert row.secret.hex() not in "".join(read.values())
