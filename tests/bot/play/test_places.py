"""Threads that are deleted, archived or forbidden, and closed DMs: the match continues."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.discord_kit.interactions.interaction_dedup import UnderWay
from bot.play.clocks import silences
from bot.play.posts.ui import places
from bot.play.posts.ui.places import PlaceListener
from storage.tables import people
from tests.kit.hosts.house import House
from tests.kit.matches.tapped import Played, begin, begin_briefed
from tests.kit.people import Person
from tests.kit.seen import Seen
from tests.kit.table import Table


def in_games(person: Person) -> list[Seen]:
    """Return the messages in #games that everybody sees."""
    channel = person.actor.channel("games").id
    return [seen for seen in person.messages() if seen.channel == channel and not seen.ephemeral]


async def play_a_round(match: Played) -> None:
    await match.turn()
    await match.t.settled()
    await match.turn()
    await match.t.settled()


def test_every_event_about_a_place_is_listened_to() -> None:
    heard = set[str]()
    client = SimpleNamespace(event=lambda listener: heard.add(listener.__name__))
    PlaceListener(cast(Any, SimpleNamespace(app=None, client=client)))
    assert heard == {name for name in vars(PlaceListener) if name.startswith("on_")}


def role(number: int, permissions: int, own: Any) -> Any:
    guild = SimpleNamespace(id=200, me=own)
    return SimpleNamespace(id=number, guild=guild, permissions=SimpleNamespace(value=permissions))


@pytest.fixture
def regained(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The servers whose players have been told that their place is back."""
    told = list[int]()

    async def note(_: object, guild: int) -> None:
        told.append(guild)

    monkeypatch.setattr(silences, "notify_regained", note)
    return told


def listener() -> PlaceListener:
    client = SimpleNamespace(event=lambda _: None)
    return PlaceListener(cast(Any, SimpleNamespace(app=None, client=client, under_way=UnderWay())))


@pytest.mark.parametrize(
    ("own", "before", "after", "told"),
    [(True, 0, 8, [200]), (True, 8, 0, []), (True, 8, 8, []), (False, 0, 8, [])],
)
async def test_players_hear_of_more_permissions_of_the_bot_s_own_role(
    regained: list[int], own: bool, before: int, after: int, told: list[int]
) -> None:
    now = role(1, after, SimpleNamespace(roles=[]))
    now.guild.me.roles = [now] if own else []
    await listener().on_guild_role_update(role(1, before, None), now)
    assert regained == told


@pytest.mark.parametrize(
    ("own", "before", "after", "told"),
    [(True, {1}, {1, 2}, [200]), (True, {1, 2}, {1}, []), (False, {1}, {1, 2}, [])],
)
async def test_players_hear_of_another_role_of_the_bot(
    regained: list[int], own: bool, before: set[int], after: set[int], told: list[int]
) -> None:
    guild = SimpleNamespace(id=200, me=None)
    then, now = (SimpleNamespace(guild=guild, roles=roles) for roles in (before, after))
    guild.me = now if own else None
    await listener().on_member_update(cast(Any, then), cast(Any, now))
    assert regained == told


async def test_who_has_been_heard_of_is_not_told_that_the_place_is_back(here: House) -> None:
    match = await here.match()
    message = cast(Any, SimpleNamespace(payload={"match": match.id, "seat": 0}))
    assert await places.send_back(cast(Any, SimpleNamespace(app=here.app)), message) is None


@pytest.mark.slow
async def test_when_the_thread_is_deleted_the_channel_takes_its_place(t: Table) -> None:
    match = await begin_briefed(t, t.mara, t.tom)
    t.delete_channel(t.threads()[-1]["id"])
    await play_a_round(match)
    moved = [seen for seen in in_games(t.ines) if " moves " in seen.text]
    assert len(moved) == 2
    assert not moved[0].buttons
    assert "Roll the die" in (await t.mara.tap("Move", moved[1])).buttons
    assert not t.threads()


@pytest.mark.slow
async def test_an_archived_thread_is_woken_by_the_next_post(t: Table) -> None:
    match = await begin_briefed(t, t.mara, t.tom)
    thread = t.threads()[-1]["id"]
    t.edit_thread(thread, archived=True)
    await play_a_round(match)
    assert len(match.posts()) == 3
    assert not t.threads()[-1]["thread_metadata"]["archived"]
    assert [bool(seen.buttons) for seen in match.posts()] == [False, False, True]


@pytest.mark.slow
async def test_when_the_thread_is_locked_the_channel_takes_its_place(t: Table) -> None:
    match = await begin_briefed(t, t.mara, t.tom)
    t.edit_thread(t.threads()[-1]["id"], archived=True, locked=True)
    await play_a_round(match)
    assert len([seen for seen in in_games(t.ines) if " moves " in seen.text]) == 2


@pytest.mark.slow
async def test_where_no_thread_may_be_made_the_match_is_played_in_the_channel(t: Table) -> None:
    t.fault("POST /channels/.*/threads", 403, body={"message": "Missing Permissions", "code": 50013})
    match = await begin_briefed(t, t.mara, t.tom)
    assert not t.threads()
    await match.turn()
    await t.settled()
    board = in_games(t.ines)[-1]
    assert "Creator moves" in board.text
    assert set(board.buttons) == {"Move", "My view", "Record", "⋯"}


@pytest.mark.slow
async def test_when_channel_and_thread_are_gone_the_match_goes_on_in_private(t: Table) -> None:
    match = await begin_briefed(t, t.mara, t.tom)
    t.delete_channel(t.mara.actor.channel("games").id)
    for person in (t.mara, t.tom):
        person.channel = "general"
    await play_a_round(match)
    panel = await t.mara.tap("Open", await t.mara.sees("Your turn"))
    assert "Roll the die" in panel.buttons


@pytest.mark.slow
async def test_a_board_that_somebody_deleted_does_not_stop_the_next(t: Table) -> None:
    match = await begin_briefed(t, t.mara, t.tom)
    await (
        t.running.bot.get_partial_messageable(int(match.posts()[-1].channel))
        .get_partial_message(int(match.posts()[-1].id))
        .delete()
    )
    await match.turn()
    await t.settled()
    (post,) = match.posts()
    assert "Creator moves" in post.text


@pytest.fixture
async def closed(t: Table) -> Table:
    """The table after Mara has closed her DMs."""
    await t.mara.actor.settings(dms_open=False)
    return t


def calls(t: Table) -> list[Seen]:
    """Return Mara's pings in public."""
    return [seen for seen in t.ines.messages() if "Open privately" in seen.buttons]


@pytest.mark.slow
async def test_with_closed_messages_the_briefing_is_opened_in_the_thread_alone(closed: Table) -> None:
    match = await begin(closed, closed.mara, closed.tom)
    (call,) = calls(closed)
    assert call.channel == closed.threads()[-1]["id"]
    assert [user["id"] for user in call.payload["mentions"]] == [closed.mara.id]
    assert "pattern" not in call.text
    panel = await closed.mara.tap("Open privately", call)
    assert panel.ephemeral
    preview = await closed.mara.tap("Show it now (then it counts)", panel)
    assert preview.ephemeral
    assert "preview.gif" in preview.pictures
    await closed.settled()
    closed.advance(120)
    await closed.settled()
    assert not closed.mara.again(preview).pictures
    board = await closed.mara.tap("Open the board", closed.mara.again(preview))
    assert "Roll the die" in board.buttons
    assert (await match.table()).length == 0


@pytest.mark.slow
async def test_with_closed_messages_a_turn_is_called_once_in_the_thread(closed: Table) -> None:
    match = await begin_briefed_in_thread(closed)
    await play_a_round(match)
    (call,) = [seen for seen in calls(closed) if "it's your turn against" in seen.text]
    assert f"<@{closed.mara.id}>" in call.text
    panel = await closed.mara.tap("Open privately", call)
    assert panel.ephemeral
    assert "Roll the die" in panel.buttons


@pytest.mark.slow
async def test_with_closed_messages_a_result_is_called_in_the_thread(closed: Table) -> None:
    match = await begin_briefed_in_thread(closed)
    await closed.tom.tap("Resign", await closed.tom.slash("/resign"))
    await closed.settled()
    (call,) = [seen for seen in calls(closed) if " is over" in seen.text]
    assert [user["id"] for user in call.payload["mentions"]] == [closed.mara.id]
    answer = await closed.mara.tap("Open privately", call)
    assert "You win: Tom resigned." in answer.text
    assert (await match.table()).match.winner == 0


@pytest.mark.slow
async def test_somebody_elses_call_opens_what_everybody_sees(closed: Table) -> None:
    await begin(closed, closed.mara, closed.tom)
    (call,) = calls(closed)
    answer = await closed.ines.tap("Open privately", call)
    assert answer.ephemeral
    assert "Show it now (then it counts)" not in answer.buttons
    assert "pattern has" not in answer.text


@pytest.mark.slow
async def test_that_messages_are_closed_is_remembered_until_one_arrives(closed: Table) -> None:
    match = await begin_briefed_in_thread(closed)
    assert not await dms_open(closed)
    await closed.mara.actor.settings(dms_open=True)
    await play_a_round(match)
    assert await closed.mara.sees("Your turn")
    assert await dms_open(closed)


async def dms_open(t: Table) -> bool:
    async with t.database.read() as r:
        person = await people.get(r, int(t.mara.id))
    assert person is not None
    return person.dms_open


async def begin_briefed_in_thread(t: Table) -> Played:
    """Begin a match whose Creator looks at the preview in the thread."""
    match = await begin(t, t.mara, t.tom)
    await t.mara.tap(
        "Got it",
        await t.mara.tap("Show it now (then it counts)", await t.mara.tap("Open privately")),
    )
    await t.tom.tap("Got it", await t.tom.tap("Show it now (then it counts)"))
    await t.settled()
    return match
