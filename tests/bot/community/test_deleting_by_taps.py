"""Deleting one's data by buttons in the middle of a match.

The bot asks twice and then does it at once; the opponent plays on, with a record that's true and names a
number.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import pytest

from bot.community.peace.availability import UNAVAILABLE
from bot.community.privacy.leaving import NOTHING, UNDER_WAY
from bot.play.matches import playing
from games import GAMES
from games.core.record import read_record, verify
from storage.engine.schema import newest_version, tables_of
from tests.kit.matches import ccc as ccc_matches
from tests.kit.matches import decoy as decoy_matches
from tests.kit.matches.tapped import Played, assert_refused, begin_briefed, newest_match, nothing_changes
from tests.kit.people import Person
from tests.kit.seen import Seen
from tests.kit.sql import sql
from tests.kit.table import Table

pytestmark = pytest.mark.table("mara", "tom")

Begin = Callable[[Table], Awaitable[str]]
PLAYER = re.compile(r"Player \d+")


async def creators(t: Table) -> str:
    match = await begin_briefed(t, t.mara, t.tom)
    for _ in range(3):
        await match.turn()
        await t.settled()
    return match.id


async def decoy(t: Table) -> str:
    match = await decoy_matches.begin_set_up(t, t.mara, t.tom)
    await decoy_matches.play(match, ["e2-e3"])
    return match.id


async def ccc(t: Table) -> str:
    match = await ccc_matches.begin(t, t.mara, t.tom)
    for _ in range(3):
        await match.act()
        await t.settled()
    return match.id


async def alpha(t: Table) -> str:
    """Begin a public match against the bot."""
    await t.mara.start("/alpha play", public=True)
    await t.settled()
    return await newest_match(t)


async def any_other(t: Table, key: str) -> str:
    """Begin a match by taps and play two actions."""
    await t.mara.slash(f"/{key} challenge", opponent=t.tom, side=GAMES[key].seats[0])
    await t.tom.tap("Accept")
    await t.settled()
    match_id, here = await newest_match(t), t.running.bot.ctx.app
    for _ in range(2):
        state = await here.match_state(match_id)
        (seat,) = state.to_act
        action = state.game.format(next(iter(state.game.actions(state.view(seat)))))
        await playing.act(here, match_id, state.seat_row(seat).person or 0, action)
        await t.settled()
    return match_id


OWN_WAYS: dict[str, Begin] = {"creators": creators, "decoy": decoy, "ccc": ccc, "alpha": alpha}
GAMES_UNDER_WAY: dict[str, Begin] = {key: partial(any_other, key=key) for key in GAMES} | OWN_WAYS


async def questions(person: Person, answer: str) -> tuple[Seen, Seen]:
    """Return both questions that are asked before anything is deleted."""
    first = await person.slash("/privacy delete")
    return first, await person.tap(answer, first)


async def deleted(t: Table, answer: str) -> Seen:
    """Let Mara confirm twice that she's sure; return the answer."""
    _, second = await questions(t.mara, answer)
    seen = await t.mara.tap("Delete everything", second)
    await t.settled()
    return seen


async def traces(t: Table, person: Person) -> list[tuple[str, str, Any]]:
    """Return table, column and value of every cell with the person's id, name, username or DM channel."""
    user = person.actor.user
    channels = [dm["id"] for dm in person.actor.home()["dms"]]
    known = map(re.escape, [person.id, user["username"], user["global_name"], *channels])
    trace = re.compile(rf"(?<!\w)({'|'.join(known)})(?!\w)")
    found = list[tuple[str, str, Any]]()
    async with t.database.read() as r:
        for table in tables_of(newest_version()):
            cells = (cell for row in await r.fetch(f"SELECT * FROM {table.name}", {}) for cell in row.items())
            found += [(table.name, column, value) for column, value in cells if trace.search(str(value))]
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("answer", "reason"), [("Resign", "resigned"), ("Abort", "aborted")])
@pytest.mark.parametrize("game", GAMES_UNDER_WAY)
async def test_in_the_middle_of_a_match_everything_is_gone_and_the_opponent_keeps_a_true_record(
    t: Table, game: str, answer: str, reason: str
) -> None:
    match_id = await GAMES_UNDER_WAY[game](t)
    first, second = await questions(t.mara, f"{answer} and delete")
    assert "You have 1 open match." in first.text
    assert f"1 match will be {reason}." in second.text
    assert await traces(t, t.mara)
    await t.mara.tap("Delete everything", second)
    await t.settled()
    assert await traces(t, t.mara) == []
    again = await t.mara.slash("/privacy export")
    assert (again.text, again.attachments, again.ephemeral) == (NOTHING, [], True)
    assert await traces(t, t.mara) == [], "asking leaves none either"
    state = await t.running.bot.ctx.app.match_state(match_id)
    assert state.match.reason == reason
    assert state.match.winner == (1 if reason == "resigned" else None)
    if t.tom.id in map(str, state.people()):
        await opponent_has_a_true_record(t, match_id)


async def opponent_has_a_true_record(t: Table, match_id: str) -> None:
    state = await t.running.bot.ctx.app.match_state(match_id)
    told = t.tom.newest(lambda seen: "Replay" in seen.buttons)
    assert told is not None
    assert "before both players had started" not in told.text
    watched = await t.tom.tap("Replay", told)
    assert PLAYER.search(watched.text)
    assert "<@-" not in watched.text
    assert_refused(await t.tom.tap("Rematch", told), UNAVAILABLE)
    record = await t.tom.slash("/export", match=match_id)
    text = (await t.download(record.attachments[0])).decode()
    assert t.mara.actor.user["global_name"] not in text
    if state.is_open_to_all:
        read = read_record(text)
        assert verify(GAMES[read.game], read).identical


@pytest.mark.slow
async def test_it_is_asked_twice_in_private_and_either_question_can_be_answered_with_no(t: Table) -> None:
    await ccc(t)
    async with nothing_changes(t):
        first, second = await questions(t.mara, "Abort and delete")
        assert [list(seen.buttons)[-1] for seen in (first, second)] == ["Keep it", "Delete everything"]
        assert first.ephemeral
        assert second.ephemeral
        assert "Nothing was deleted." in (await t.mara.tap("Keep it", second)).text
        first = await t.mara.slash("/privacy delete")
        assert "Nothing was deleted." in (await t.mara.tap("Keep it", first)).text
    assert await traces(t, t.mara)


async def test_who_has_nothing_open_is_not_asked_what_becomes_of_it(t: Table) -> None:
    await t.mara.slash("/ccc challenge", opponent=t.tom)
    first = await t.mara.slash("/privacy delete")
    assert "Delete my data" in first.buttons
    assert "open match" not in first.text
    await t.mara.tap("Delete everything", await t.mara.tap("Delete my data", first))
    await t.settled()
    assert await traces(t, t.mara) == []
    assert "Withdrawn." in t.tom.messages()[-1].text
    assert PLAYER.search(t.tom.messages()[-1].text)


async def test_a_stranger_is_asked_nothing(t: Table) -> None:
    await sql(t.database, "DELETE FROM people")
    answer = await t.mara.slash("/privacy delete")
    assert (answer.text, answer.ephemeral) == (NOTHING, True)
    assert await traces(t, t.mara) == []


@pytest.mark.slow
async def test_who_comes_back_is_new(t: Table) -> None:
    await creators(t)
    _, second = await questions(t.mara, "Resign and delete")
    await t.mara.tap("Delete everything", second)
    await t.settled()
    assert "You haven't played here yet" in (await t.mara.slash("/profile")).text
    await t.mara.slash("/ccc challenge", opponent=t.tom)
    await t.settled()
    rows = "SELECT settings, timeouts FROM people WHERE id > 0 AND name LIKE 'Mara%'"
    assert await sql(t.database, rows) == [("{}", 0)]


async def test_aborted_by_leaving_a_rated_match_changes_nobody_s_rating(t: Table) -> None:
    await t.mara.slash("/ccc challenge", opponent=t.tom, side="White", rated=True)
    await t.tom.tap("Accept")
    await t.settled()
    match = Played(t, await newest_match(t), (t.mara, t.tom))
    for _ in range(2):
        await match.act()
        await t.settled()
    assert (await match.table()).match.rated
    _, second = await questions(t.mara, "Abort and delete")
    await t.mara.tap("Delete everything", second)
    await t.settled()
    for table_ in ("ratings", "rating_changes"):
        assert await sql(t.database, f"SELECT COUNT(*) FROM {table_}") == [(0,)]


@pytest.mark.slow
async def test_a_private_match_keeps_no_channel_of_theirs(t: Table) -> None:
    """The channel of a match in DMs identifies the person."""
    await ccc(t)
    (dm,) = [dm["id"] for dm in t.mara.actor.home()["dms"]]
    await t.mara.start("/ccc play", channel=dm)
    await t.settled()
    assert {("matches", "channel"), ("challenges", "channel")} <= {
        (name, column) for name, column, value in await traces(t, t.mara) if value == int(dm)
    }
    first = await t.mara.slash("/privacy delete")
    assert "You have 2 open matches." in first.text
    second = await t.mara.tap("Resign and delete", first)
    await t.mara.tap("Delete everything", second)
    await t.settled()
    assert await traces(t, t.mara) == []


@pytest.mark.slow
async def test_while_it_is_under_way_they_begin_nothing(t: Table) -> None:
    await ccc(t)
    later = "INSERT INTO deadlines (kind, subject, due_at) VALUES ('delete-person', :id, 9999999999)"
    await sql(t.database, later, id=t.mara.id)
    async with nothing_changes(t):
        assert_refused(await t.mara.slash("/ccc challenge", opponent=t.tom), UNDER_WAY)


@pytest.mark.slow
async def test_who_is_gone_already_is_told_that_nothing_is_known(t: Table) -> None:
    await t.mara.slash("/ccc challenge", opponent=t.tom)
    (_, older), (_, newer) = [await questions(t.mara, "Delete my data") for _ in range(2)]
    await t.mara.tap("Delete everything", newer)
    await t.settled()
    assert NOTHING in (await t.mara.tap("Delete everything", older)).text
    assert await traces(t, t.mara) == []
