"""A player's clock runs only while the bot can tell them: it's removed, invited, or sees no channel."""

from __future__ import annotations

import asyncio

import pytest

from bot.core import notices
from bot.core.app_context import AppContext
from bot.core.clock_pauses import DAY, HOUR
from bot.core.time_controls import STOPPED
from bot.play.clocks import clocks, silences
from bot.play.clocks.clocks import LONGEST_SILENCE_SECONDS
from playground.model.permissions import SEND_MESSAGES, VIEW_CHANNEL
from playground.places import channels, members
from storage.tables import scheduled_jobs
from tests.kit.inputs import PATIENCE_SECONDS, START
from tests.kit.matches.tapped import Played, begin_briefed, newest_match
from tests.kit.people import Person
from tests.kit.servers import own_settings
from tests.kit.servers.inviting import invite, remove
from tests.kit.table import Table
from tests.kit.watching.delivery import accept
from tests.kit.watching.outages import calls_of_turns, plays, private

NOW = int(START)
WEEK = 7 * DAY


@pytest.fixture
async def match(t: Table) -> Played:
    """A match with a day per move in which both have acted; it's the turn of Mara, who is Creator."""
    made = await begin_briefed(t, t.mara, t.tom, time="1d")
    for _ in range(2):
        await plays(made)
        await t.settled()
    return made


async def passes(t: Table, seconds: float) -> None:
    t.advance(seconds)
    await t.settled()


async def due(match: Played, told: int | None = None) -> object:
    return await clocks.due_in(match.t.running.bot.ctx.app, (await match.table()).match, told)


async def reason(match: Played) -> str | None:
    return (await match.table()).match.reason


async def cannot_write(person: Person) -> None:
    """Close a person's DMs."""
    await person.actor.settings(dms_open=False)


async def sight(t: Table, *, visible: bool) -> None:
    """Show or hide the channel to the bot alone, and wait until the bot has heard of it."""
    world, bot = t.playground.world, next(iter(t.playground.world.applications.values()))
    channel = world.channel(t.mara.actor.channel("games").id)
    bits = str(VIEW_CHANNEL | SEND_MESSAGES)
    denied = {"id": bot.bot_id, "type": 1, "allow": "0", "deny": bits}
    events = ("guild_channel_create", "guild_channel_update", "guild_channel_delete")
    heard = {asyncio.create_task(t.running.bot.wait_for(event, timeout=PATIENCE_SECONDS)) for event in events}
    await asyncio.sleep(0)
    channels.edit(world, channel, {"permission_overwrites": [] if visible else [denied]})
    _, others = await asyncio.wait(heard, return_when=asyncio.FIRST_COMPLETED)
    for other in others:
        other.cancel()
    await t.settled()


# --- the bot is removed -------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("seat", [0, 1])
async def test_a_turn_that_begins_while_the_bot_is_away_waits_with_all_its_time_until_it_is_back(
    t: Table, match: Played, seat: int
) -> None:
    if seat == 0:
        await plays(match)
        await t.settled()
    await remove(t)
    await plays(match)
    await t.settled()
    person = (t.mara, t.tom)[seat]
    assert (await match.table()).to_act == (seat,)
    assert await due(match) == STOPPED
    await passes(t, WEEK)
    assert await reason(match) is None
    before = {seen.id for seen in calls_of_turns(person)}
    await invite(t)
    assert len([seen for seen in calls_of_turns(person) if seen.id not in before]) == 1
    assert await due(match) == NOW + WEEK + DAY
    await passes(t, DAY - 1)
    assert await reason(match) is None
    await passes(t, 1)
    assert ((await match.table()).match.winner, await reason(match)) == (1 - seat, "time")


@pytest.mark.slow
async def test_a_turn_under_way_when_the_bot_is_removed_keeps_what_it_has_left(
    t: Table, match: Played
) -> None:
    await passes(t, 10 * HOUR)
    await remove(t)
    assert await due(match) == STOPPED
    await passes(t, WEEK)
    assert await reason(match) is None
    await invite(t)
    assert await t.mara.sees("I can post where it's played again")
    assert await due(match) == NOW + WEEK + DAY
    await passes(t, 14 * HOUR)
    assert await reason(match) == "time"


@pytest.mark.slow
async def test_whoever_still_gets_private_messages_is_told_and_their_clock_runs_on(
    t: Table, match: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    """This is so when the player and the bot are together on another server, too."""
    monkeypatch.setattr(members, "share_a_guild", lambda *_: True)
    await passes(t, 10 * HOUR)
    await remove(t)
    assert [seen for seen in private(t.mara) if "It continues here, in DMs." in seen.text]
    assert not [seen for seen in private(t.tom) if "It continues here, in DMs." in seen.text]
    assert await due(match) == NOW + DAY
    await passes(t, 14 * HOUR)
    assert await reason(match) == "time"


@pytest.mark.slow
async def test_a_stopped_clock_survives_a_restart(t: Table, match: Played) -> None:
    await passes(t, 10 * HOUR)
    await remove(t)
    await t.restart_bot()
    await t.settled()
    await passes(t, WEEK)
    assert await reason(match) is None
    assert await due(match) == STOPPED
    await invite(t)
    assert await due(match) == NOW + WEEK + DAY


@pytest.mark.slow
async def test_a_bot_invited_while_it_was_down_tells_at_its_start(t: Table, match: Played) -> None:
    await passes(t, 10 * HOUR)
    await remove(t)
    await t.stop_bot()
    world = t.playground.world
    guild, bot = next(iter(world.guilds.values())), next(iter(world.applications.values()))
    members.add(world, guild, bot.bot_id)
    await t.start_bot()
    await t.settled()
    assert await t.mara.sees("I can post where it's played again")
    assert await due(match) == NOW + DAY


@pytest.mark.slow
async def test_a_server_that_is_only_unavailable_stops_nothing(t: Table, match: Played) -> None:
    bot = t.running.bot
    guild = bot.guilds[0]
    heard = asyncio.create_task(bot.wait_for("guild_unavailable", timeout=PATIENCE_SECONDS))
    await asyncio.sleep(0)
    bot._connection.parse_guild_delete({"id": str(guild.id), "unavailable": True})
    await heard
    await t.settled()
    assert await due(match) == NOW + DAY
    assert not [seen for seen in private(t.mara) if "in DMs" in seen.text]


@pytest.mark.slow
async def test_two_turns_that_nobody_heard_of_are_both_told_at_the_return(t: Table, match: Played) -> None:
    other = await begin_briefed(t, t.ines, t.mara, time="1d")
    for played in (match, other):
        while (await played.table()).to_act == (played.people.index(t.mara),):
            await plays(played)
        await t.settled()
    await remove(t)
    for played in (match, other):
        await plays(played)
    await t.settled()
    for days in (3, 4):
        await passes(t, days * DAY)
        # The bot tries to tell of both turns at once, in vain.
        await silences.notify_regained(t.running.bot.ctx.app, int(next(iter(t.playground.world.guilds))))
        await t.settled()
    await invite(t)
    assert [await due(match), await due(other)] == [NOW + WEEK + DAY] * 2
    told = "\n".join(seen.text for seen in private(t.mara)[-2:])
    assert told.count("Your turn") >= 2


@pytest.mark.slow
async def test_where_the_bot_dies_while_it_says_that_it_is_back_it_goes_on_after_that(
    t: Table, match: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begin_briefed(t, t.ines, t.tom, time="1d")
    await remove(t)
    tell, told = silences._tell_back, list[str]()

    async def dies(app: AppContext, match_id: str) -> int:
        if told:
            raise ConnectionResetError
        told.append(match_id)
        return await tell(app, match_id)

    monkeypatch.setattr(silences, "_tell_back", dies)
    app = t.running.bot.ctx.app
    with pytest.raises(ConnectionResetError):
        await silences.notify_regained(app, int(next(iter(t.playground.world.guilds))))
    async with app.database.read() as r:
        [queued] = await r.fetch("SELECT match_id FROM outbox WHERE kind = :kind", {"kind": notices.BACK})
    assert queued["match_id"] == told[0], "what was done before it died stays done"
    monkeypatch.setattr(silences, "_tell_back", tell)
    await invite(t)
    for person in (t.mara, t.ines):
        assert len([s for s in private(person) if "I can post where it's played again" in s.text]) == 1


# --- the channel is out of sight ----------------------------------------------------------------------


@pytest.mark.slow
async def test_a_turn_in_a_channel_out_of_sight_waits_for_whoever_takes_no_private_messages(
    t: Table, match: Played
) -> None:
    await plays(match)
    await t.settled()
    await cannot_write(t.mara)
    await sight(t, visible=False)
    await plays(match)
    await t.settled()
    assert await due(match) == STOPPED
    assert "clock is stopped until I can" in private(t.tom)[-1].text
    await passes(t, WEEK)
    assert await reason(match) is None
    await sight(t, visible=True)
    assert await t.mara.sees("it's your turn against")
    assert await due(match) == NOW + WEEK + DAY


@pytest.mark.slow
async def test_with_open_messages_a_channel_out_of_sight_stops_no_clock(t: Table, match: Played) -> None:
    await sight(t, visible=False)
    assert [seen for seen in private(t.mara) if "in DMs" in seen.text]
    assert await due(match) == NOW + DAY


async def test_a_reminder_for_a_thread_that_is_gone_comes_in_private(t: Table) -> None:
    await own_settings.where(t.mara, "thread", "24h", "1h")
    match = await begin_briefed(t, t.mara, t.tom, time="1d")
    await sight(t, visible=False)
    await passes(t, 23 * HOUR)
    assert [seen for seen in private(t.mara) if "It's still your turn" in seen.text]
    assert await due(match) == NOW + DAY


# --- how it continues -----------------------------------------------------------------------------------


@pytest.mark.slow
async def test_whoever_does_anything_here_has_heard_and_their_clock_goes_on(t: Table, match: Played) -> None:
    await passes(t, 10 * HOUR)
    await remove(t)
    await passes(t, WEEK)
    calls = calls_of_turns(t.mara)
    panel = await t.mara.tap("Open", calls[-1])
    assert "Roll the die" in panel.buttons
    assert await due(match) == NOW + WEEK + DAY
    await passes(t, 13 * HOUR)
    assert await reason(match) is None
    await passes(t, HOUR)
    assert await reason(match) == "time"


@pytest.mark.slow
async def test_what_is_left_is_written_wherever_a_time_would_stand(t: Table, match: Played) -> None:
    await remove(t)
    listed = await t.tom.slash("/matches", (await dm_of(t.tom)))
    assert "clock stopped" in listed.text
    looked = await t.tom.tap("Open", listed)
    assert "until" not in looked.text


async def dm_of(person: Person) -> str:
    return str(person.actor.home()["dms"][0]["id"])


async def test_no_match_is_endless(t: Table, match: Played) -> None:
    await remove(t)
    await passes(t, LONGEST_SILENCE_SECONDS - 1)
    assert await reason(match) is None
    await passes(t, 1)
    ended = await match.table()
    assert (ended.match.winner, ended.match.reason) == (None, "cancelled")
    async with t.database.read() as r:
        assert [await scheduled_jobs.undone(r, kind) for kind in ("turn", "silent0", "silent1")] == [
            [],
            [],
            [],
        ]
    await invite(t)
    for person in (t.mara, t.tom):
        (told,) = [seen for seen in private(person) if "for 60 days, so the match is canceled" in seen.text]
        assert f"{t.mara.name}" in told.text


async def newest(t: Table) -> Played:
    return Played(t, await newest_match(t), (t.mara, t.tom))


@pytest.mark.slow
async def test_a_private_start_that_nobody_hears_costs_no_time(t: Table) -> None:
    await cannot_write(t.mara)
    card = await t.mara.slash("/creators challenge", opponent=t.tom, side="Creator", time="1d")
    await sight(t, visible=False)
    await accept(t, card)
    await t.settled()
    match = await newest(t)
    assert await due(match) == STOPPED
    await passes(t, 3 * DAY)
    await sight(t, visible=True)
    assert await due(match) == NOW + 4 * DAY
