"""Gateway sessions: invalidated, told to reconnect, resumed too late, silent, and counted."""

from __future__ import annotations

import aiohttp
import pytest

from playground.app import start
from playground.gateway import starts
from playground.gateway.session import Session
from tests.playground.conftest import UNPRIVILEGED, Rest, StillClock
from tests.playground.sockets import dial, identity

PRESENCE = {"since": None, "activities": [], "status": "online", "afk": False}
DAY = 86_400


async def resumed(rest, play, **fields):
    """Open a new connection and send RESUME with these fields."""
    client = await dial(rest.session, play)
    await client.send(6, {"token": play.token} | fields)
    return client


async def test_a_resumable_session_that_was_invalidated_goes_on_where_it_was(rest, play, listener):
    [session] = play.sessions.sessions
    assert await rest.control("POST", "/gateway/invalidate", {"resumable": True}) == (200, {})
    assert await listener.frame() == {"op": 9, "d": True, "s": None, "t": None}
    missed = await play.actor("mara").say("games", "missed")
    again = await resumed(rest, play, session_id=session, seq=listener.sequence)
    assert (await again.event("MESSAGE_CREATE"))["id"] == missed["id"]


async def test_a_session_that_was_invalidated_for_good_is_begun_anew(rest, play, listener):
    [session] = play.sessions.sessions
    assert await rest.control("POST", "/gateway/invalidate", {"resumable": False}) == (200, {})
    assert await listener.frame() == {"op": 9, "d": False, "s": None, "t": None}
    again = await resumed(rest, play, session_id=session, seq=listener.sequence)
    assert (await again.frame())["op"] == 9
    await again.send(2, identity(play, UNPRIVILEGED))
    assert (await again.event("READY"))["session_id"] != session


async def test_nothing_can_be_asked_in_a_session_that_was_invalidated(rest, listener):
    await rest.control("POST", "/gateway/invalidate", {"resumable": False})
    await listener.frame()
    await listener.send(3, PRESENCE)
    assert await listener.frame() == 4003


async def test_to_invalidate_one_says_which_way(rest):
    status, answer = await rest.control("POST", "/gateway/invalidate", {})
    assert (status, answer["message"]) == (400, 'Give "resumable" as true or false.')


async def test_who_is_called_back_resumes_and_misses_nothing(rest, play, listener):
    [session] = play.sessions.sessions
    assert await rest.control("POST", "/gateway/reconnect") == (200, {})
    assert (await listener.frame())["op"] == 7
    seen = await play.actor("mara").say("games", "between")
    await listener.socket.close(code=4000)
    assert play.sessions.reachable(next(iter(play.world.applications)))
    again = await resumed(rest, play, session_id=session, seq=listener.sequence)
    assert (await again.event("MESSAGE_CREATE"))["id"] == seen["id"]


async def test_discord_py_comes_back_after_each(bot, play, rest):
    """Check that discord.py also answers a slash command sent in between."""
    for order, heard in (("reconnect", "resumed"), ("invalidate", "resumed")):
        await rest.control("POST", f"/gateway/{order}", {"resumable": True})
        outcome = await play.actor("mara").slash("games", "board")
        await bot.next(heard)
        assert outcome["type"] == "message"
    await rest.control("POST", "/gateway/invalidate", {"resumable": False})
    await bot.next("ready")


@pytest.mark.parametrize(("away", "comes_back"), [(300, True), (301, False)])
async def test_a_session_is_kept_for_five_minutes(rest, play, listener, away, comes_back):
    [session] = play.sessions.sessions
    play.sessions.drop(resume=True)
    play.world.clock.advance(away)
    again = await resumed(rest, play, session_id=session, seq=listener.sequence)
    found = await again.frame()
    assert (found["op"], found["t"]) == ((0, "RESUMED") if comes_back else (9, None))


@pytest.mark.parametrize("seq", [99, -1, "3"])
async def test_a_sequence_that_never_was_is_closed_with_4007_and_the_session_goes_on(
    rest, play, listener, seq
):
    [session] = play.sessions.sessions
    again = await resumed(rest, play, session_id=session, seq=seq)
    assert await again.frame() == 4007
    await play.actor("mara").say("games", "still here")
    await listener.event("MESSAGE_CREATE")


async def test_a_session_is_resumed_with_its_own_token_alone(rest, play, listener):
    [session] = play.sessions.sessions
    again = await resumed(rest, play, session_id=session, seq=0, token="wrong")
    assert await again.frame() == 4004


async def test_too_much_to_replay_makes_a_session_invalid(rest, play, listener):
    [session] = play.sessions.sessions.values()
    play.sessions.drop(resume=True)
    for _ in range(4000):
        session.dispatch("RESUMED", {})
    again = await resumed(rest, play, session_id=session.id, seq=1)
    assert (await again.frame())["op"] == 9


def test_the_last_4000_events_can_be_replayed_and_none_before_them(play):
    [app] = play.world.applications.values()
    session = Session(app, 0, (0, 1), False, lambda name, data: None)
    for _ in range(4001):
        session.dispatch("RESUMED", {})
    assert [session.can_replay(seen) for seen in (0, 1, 4001)] == [False, True, True]


async def test_who_saw_nothing_yet_hears_everything_again(rest, play, listener):
    [session] = play.sessions.sessions
    again = await resumed(rest, play, session_id=session, seq=0)
    assert (await again.frame())["t"] == "READY"


async def test_of_a_shard_four_sessions_without_a_client_are_kept_the_latest(rest, play):
    begun = []
    for shard in (1, 0, 0, 0, 0, 0, 0):
        client = await dial(rest.session, play)
        await client.send(2, identity(play, UNPRIVILEGED) | {"shard": [shard, 2]})
        begun.append((await client.event("READY"))["session_id"])
        play.sessions.drop(resume=True)
    other, _, *latest = begun
    assert list(play.sessions.sessions) == [other, *latest]


async def test_what_was_seen_last_is_not_sent_again(rest, play, listener):
    [session] = play.sessions.sessions
    said = await play.actor("mara").say("games", "seen")
    await listener.event("MESSAGE_CREATE")
    for seen, following in ((listener.sequence - 1, said["id"]), (listener.sequence, None)):
        again = await resumed(rest, play, session_id=session, seq=seen)
        found = await again.frame()
        assert (found["t"], found["d"].get("id")) == (
            ("MESSAGE_CREATE", following) if following else ("RESUMED", None)
        )


async def test_a_client_that_does_not_beat_is_closed_and_may_resume(rest, play):
    play.sessions.grace = 0.0
    client = await dial(rest.session, play)
    await client.send(2, identity(play, UNPRIVILEGED))
    await client.event("GUILD_CREATE")
    [session] = play.sessions.sessions
    play.world.clock.advance(60)
    play.world.clock.advance(5)
    assert (await client.frame())["op"] == 1
    assert await client.frame() == 4009
    again = await resumed(rest, play, session_id=session, seq=client.sequence)
    await again.event("RESUMED")


async def test_a_client_that_answers_outlives_days_in_a_moment(rest, play, listener):
    play.world.clock.advance(3 * DAY)
    assert (await listener.frame())["op"] == 1
    await listener.send(1, listener.sequence)
    assert (await listener.frame())["op"] == 11
    play.world.clock.advance(60)
    await play.actor("mara").say("games", "later")
    assert (await listener.event("MESSAGE_CREATE"))["content"] == ""


async def test_discord_py_outlives_days_in_a_moment(bot, play):
    [before] = play.sessions.sessions.values()
    play.world.clock.advance(3 * DAY)
    await before.connection.beat.wait()
    assert before.connection.closing is None
    assert (await play.actor("mara").slash("games", "board"))["type"] == "message"


async def starts_left(rest):
    _, told = await rest("GET", "/gateway/bot")
    return told["session_start_limit"]


async def test_starts_are_counted_for_a_day(rest, play):
    whole = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1}
    assert await starts_left(rest) == whole
    client = await dial(rest.session, play)
    await client.send(2, identity(play, UNPRIVILEGED))
    ready = await client.event("READY")
    assert await starts_left(rest) == whole | {"remaining": 999, "reset_after": DAY * 1000}
    again = await resumed(rest, play, session_id=ready["session_id"], seq=1)
    await again.event("RESUMED")
    play.world.clock.advance(3600)
    assert play.sessions.starts.start(next(iter(play.world.applications)))
    assert await starts_left(rest) == whole | {"remaining": 998, "reset_after": 23 * 3600 * 1000}
    play.world.clock.advance(23 * 3600)
    assert await starts_left(rest) == whole


async def test_who_starts_too_often_in_five_seconds_waits(rest, play, listener):
    play.sessions.starts.spaced = True
    client = await dial(rest.session, play)
    await client.send(2, identity(play, UNPRIVILEGED))
    assert await client.frame() == {"op": 9, "d": False, "s": None, "t": None}
    assert (await starts_left(rest))["remaining"] == 999
    play.world.clock.advance(5)
    await client.send(2, identity(play, UNPRIVILEGED))
    await client.event("READY")


async def test_shards_start_together_where_their_keys_differ(rest, play):
    play.sessions.starts.spaced = True
    play.sessions.starts.max_concurrency = 2
    clients = [await dial(rest.session, play) for _ in range(3)]
    for number, client in enumerate(clients):
        await client.send(2, identity(play, UNPRIVILEGED) | {"shard": [number, 3]})
    for client in clients[:2]:
        await client.event("READY")
    assert (await clients[2].frame())["op"] == 9
    assert (await starts_left(rest))["remaining"] == 998


@pytest.mark.parametrize("limited", [True, False])
async def test_starts_are_spaced_where_the_limits_of_rates_are_kept(limited):
    made = await start(clock=StillClock(), rate_limits=limited)
    async with aiohttp.ClientSession() as session:
        rest = Rest(made, session)
        assert made.sessions.starts.spaced is limited
        assert await rest.control("POST", "/limits", {"on": not limited}) == (200, {})
        assert made.sessions.starts.spaced is not limited
    await made.close()


async def test_one_shard_is_dropped_and_the_others_stay(rest, play):
    clients = [await dial(rest.session, play) for _ in range(2)]
    for number, client in enumerate(clients):
        await client.send(2, identity(play, UNPRIVILEGED) | {"shard": [number, 2]})
        await client.event("READY")
    assert await rest.control("POST", "/gateway/drop", {"resume": True, "shard": 1}) == (200, {})
    assert await clients[1].frame() == 4000
    [app] = play.world.applications
    assert [session.shard[0] for session in play.sessions.sessions.values() if session.connection] == [0]
    assert play.sessions.reachable(app), "it will come back"


async def test_whose_shard_is_gone_finds_no_bot_there(rest, play):
    [cafe], [app] = play.world.guilds, play.world.applications
    home = (int(cafe) >> 22) % 2
    client = await dial(rest.session, play)
    await client.send(2, identity(play, UNPRIVILEGED) | {"shard": [1 - home, 2]})
    await client.event("READY")
    assert play.sessions.is_connected(app)
    assert not play.sessions.reachable(app, cafe)
    assert play.sessions.reachable(app) is (home == 1), "DMs go to shard 0"


async def test_as_many_shards_are_recommended_as_the_servers_need(rest, play, monkeypatch):
    assert (await rest("GET", "/gateway/bot"))[1]["shards"] == 1
    monkeypatch.setattr(starts, "SERVERS_PER_SHARD", 1)
    assert (await rest("GET", "/gateway/bot"))[1]["shards"] == 2


async def test_the_thousand_and_first_start_of_a_day_costs_every_session_and_the_token(rest, play, listener):
    [app] = play.world.applications
    for _ in range(999):
        play.sessions.starts.start(app)
    assert (await starts_left(rest))["remaining"] == 0
    client = await dial(rest.session, play)
    await client.send(2, identity(play, UNPRIVILEGED))
    assert await client.frame() == 4004
    assert await listener.frame() == 4004
    assert (await rest("GET", "/users/@me"))[0] == 401


async def test_a_playground_that_closes_says_so_to_those_without_a_session_too(rest, play):
    client = await dial(rest.session, play)
    play.sessions.close()
    assert await client.frame() == 1001


@pytest.fixture
async def second(rest, play, listener):
    """Open one more session of the same shard, with the same token."""
    found = await dial(rest.session, play)
    await found.send(2, identity(play, UNPRIVILEGED))
    await found.event("GUILD_CREATE")
    return found


async def test_two_sessions_of_a_shard_both_hear_a_tap_and_the_first_answer_counts(
    rest, play, listener, second, offer
):
    await offer({"name": "ask", "description": "Ask"})
    tap = await listener.while_asked(play.actor("mara").slash("games", "ask"))
    assert await second.event("INTERACTION_CREATE") == tap
    path = f"/interactions/{tap['id']}/{tap['token']}/callback"
    assert (await rest("POST", path, {"type": 5}))[0] == 204
    status, refusal = await rest("POST", path, {"type": 5})
    assert (status, refusal["code"]) == (400, 40060)


async def test_a_session_that_closes_leaves_the_other_one_of_its_shard_alone(rest, play, listener, second):
    await listener.socket.close(code=1000)
    [app] = play.world.applications
    assert play.sessions.reachable(app)
    said = await play.actor("mara").say("games", "still here")
    assert (await second.event("MESSAGE_CREATE"))["id"] == said["id"]


async def test_whether_taps_reach_every_session_of_a_shard(play, listener, second, offer):
    play.world.beliefs.taps_reach_every_session = False
    await offer({"name": "ask", "description": "Ask"})
    tap = await second.while_asked(play.actor("mara").slash("games", "ask"))
    await play.actor("mara").say("games", "both hear this")
    seen = [(await listener.frame())["t"]]
    while seen[-1] != "MESSAGE_CREATE":
        seen.append((await listener.frame())["t"])
    assert tap["data"]["name"] == "ask"
    assert "INTERACTION_CREATE" not in seen
