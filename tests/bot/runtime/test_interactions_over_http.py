"""Interactions over HTTP: the same handlers and answers, and only requests that Discord has signed."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest
from aiohttp import web
from multidict import CIMultiDict
from nacl.signing import SigningKey

from bot.discord_kit.interactions import http_responses
from bot.discord_kit.interactions.forms import Body
from bot.discord_kit.interactions.http_responses import WITHIN_SECONDS, InBody, Signatures
from bot.discord_kit.requests.servers import ASKED_AGAIN_SECONDS
from bot.runtime import interaction_server
from bot.runtime.addresses import CantListen, read_address
from bot.runtime.exit_reason import sentence_about
from bot.runtime.interaction_server import LARGEST_BYTES
from bot.runtime.settings import Settings
from bot.runtime.sharing import Share
from playground.model import permissions as perms
from playground.page import conditions
from tests.kit.inputs import PATIENCE_SECONDS, START
from tests.kit.matches.tapped import (
    SHORT,
    Played,
    assert_refused,
    begin_briefed,
    newest_match,
    nothing_changes,
)
from tests.kit.roles.appointing import appoint, let_everybody_use_all
from tests.kit.seen import Seen
from tests.kit.servers.shard_servers import shard_of
from tests.kit.signed_requests import KEY, application, headers, signed
from tests.kit.table import Table, table
from tests.kit.watching.deliveries import Deliveries
from tests.kit.watching.events import happens, heard

pytestmark = pytest.mark.table("mara", "tom", over_http=True)

SHARDS = 3
NO_MODERATOR = "Only members who can manage messages can moderate"


class Counted:
    """Counts of interactions answered since this was made: in the response, or by a callback."""

    def __init__(self, t: Table) -> None:
        self._t = t
        self._before = self._now()

    def _now(self) -> tuple[int, int]:
        counts = self._t.playground.traffic.counts()
        route = "POST /interactions/{interaction}/{token}/callback"
        return counts["responses"], counts["routes"].get(route, 0)

    def since(self) -> tuple[int, int]:
        now = self._now()
        return now[0] - self._before[0], now[1] - self._before[1]


def address(t: Table, path: str = "/") -> str:
    assert t.running.bot.interactions is not None
    return f"http://127.0.0.1:{t.running.bot.interactions.port}{path}"


async def post(t: Table, body: bytes, given: dict[str, str]) -> int:
    """Send a request and return the response's status."""
    async with (
        aiohttp.ClientSession() as session,
        session.post(address(t), data=body, headers=given) as got,
    ):
        return got.status


async def private_channel(t: Table) -> str:
    """Return the id of Mara's DM channel with the bot."""
    dm = await t.mara.actor.open_dm(application(t).bot_id)
    return str(dm["id"])


async def in_private(t: Table) -> Seen:
    """Begin a match against the bot in Mara's DMs with it."""
    dm = await private_channel(t)
    panel = await t.mara.start("/creators play", channel=dm, side="Creator", **SHORT)
    if "Roll the die" not in panel.buttons:
        panel = await t.mara.tap("Got it", await t.mara.tap("Show it now (then it counts)", panel))
    return panel


@pytest.mark.slow
async def test_what_only_its_reader_sees_is_answered_in_the_response(t: Table) -> None:
    panel = await in_private(t)
    counted = Counted(t)
    shown = await t.mara.tap("Roll the die", panel)
    assert "Where do you want to land?" in shown.text
    assert shown.alt_texts
    assert counted.since() == (0, 1), "an edit may not bring a new picture, and only a refusal tells"
    assert (await t.mara.complete("/move", "match", "")) != []
    assert (await t.mara.slash("/help")).ephemeral
    assert counted.since() == (2, 1)


@pytest.mark.slow
async def test_what_everybody_sees_and_what_a_server_may_refuse_is_sent_as_ever(t: Table) -> None:
    match = await begin_briefed(t, t.mara, t.tom)
    counted = Counted(t)
    assert (await t.mara.tap("Move", match.posts()[-1])).ephemeral
    assert counted.since() == (0, 1)
    await t.mara.slash("/creators challenge", opponent=t.tom)
    assert counted.since() == (0, 2)
    # The card is changed later, so its id must be known.
    assert not (await t.mara.slash("/creators play", channel=await private_channel(t))).ephemeral
    assert counted.since() == (0, 3)


@pytest.mark.slow
async def test_a_modal_comes_in_the_response_and_its_words_are_heard(t: Table) -> None:
    panel = await t.mara.slash("/alpha deck build", start="swarm")
    counted = Counted(t)
    modal = await t.mara.tap_for_modal("Save this deck", panel)
    assert counted.since() == (1, 0)
    assert "Saved “bees”." in (await t.mara.submit(modal, words="bees")).text


async def pictures(t: Table, seen: Seen) -> bool:
    """Return whether a message has pictures, none of which is empty."""
    found = [await t.download(picture) for picture in seen.pictures.values()]
    return bool(found) and all(found)


@pytest.mark.slow
async def test_a_picture_that_is_too_large_for_a_response_is_sent_as_ever(
    t: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel = await in_private(t)
    counted = Counted(t)
    monkeypatch.setattr(http_responses, "MOST_BYTES", 1000)
    assert (await t.mara.tap("Roll the die", panel)).alt_texts
    assert counted.since() == (0, 1)
    opened = await t.mara.slash("/creators rules", channel=panel.channel)
    assert await pictures(t, opened), "it was read for the response, and is sent from its first byte on"
    assert counted.since() == (0, 2)


async def test_a_change_that_overtakes_the_response_comes_again_after_a_moment(
    t: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    pauses, sleep = list[float](), asyncio.sleep

    async def note(seconds: float) -> None:
        pauses.append(seconds)
        await sleep(seconds)

    panel, met = await in_private(t), t.playground.faults.waiting
    monkeypatch.setattr(asyncio, "sleep", note)
    match = Played(t, await newest_match(t), (t.mara, None))
    t.fault("PATCH /webhooks/.*/messages/@original", 404, body={"message": "Unknown Webhook", "code": 10015})
    while 0 in (await match.table()).to_act:
        shown = await t.mara.move((await match.legal())[0], channel=panel.channel)
    await t.settled()
    assert not met
    assert 0.05 in pauses
    assert await pictures(t, t.mara.again(shown))
    assert "is thinking" not in t.mara.again(shown).text


def are_good(given: dict[str, str], body: bytes) -> bool:
    return Signatures(bytes(KEY.verify_key).hex(), lambda: START).are_good(CIMultiDict(given), body)


@pytest.mark.parametrize(
    "change",
    [
        {"X-Signature-Ed25519": ""},
        {"X-Signature-Ed25519": "no hexadecimal digits"},
        {"X-Signature-Ed25519": "00" * 64},
        {"X-Signature-Ed25519": "00" * 63},
        {"X-Signature-Timestamp": ""},
        {"X-Signature-Timestamp": str(int(START) + 1)},
    ],
    ids=lambda change: "=".join(*change.items())[:40],
)
def test_what_discord_has_not_signed_is_refused(change: dict[str, str]) -> None:
    good = headers(KEY, b"{}", START)
    assert are_good(good, b"{}")
    assert not are_good(good | change, b"{}")
    assert not are_good(good, b"{ }")
    assert not are_good(headers(SigningKey.generate(), b"{}", START), b"{}")


@pytest.mark.parametrize("way", [-1, 1])
def test_what_was_signed_long_ago_is_refused(way: int) -> None:
    assert are_good(headers(KEY, b"{}", START + way * WITHIN_SECONDS), b"{}")
    assert not are_good(headers(KEY, b"{}", START + way * (WITHIN_SECONDS + 1)), b"{}")


def test_a_clock_that_is_wrong_is_told_of_now_and_then(caplog: pytest.LogCaptureFixture) -> None:
    signatures = Signatures(bytes(KEY.verify_key).hex(), lambda: START)
    for _ in range(3):
        signatures.are_good(headers(KEY, b"{}", START - 3600), b"{}")
    [line] = [record.getMessage() for record in caplog.records]
    assert "3600 s away from this machine's clock" in line


async def test_what_cannot_be_read_breaks_nothing(t: Table) -> None:
    ping, large = b'{"type": 1}', b"x" * (LARGEST_BYTES + 1)
    assert await post(t, ping, signed(t, ping)) == 200
    assert await post(t, ping, {}) == 401
    assert await post(t, ping, signed(t, ping, START - WITHIN_SECONDS - 1)) == 401
    for body in (b"no json", b"[1]", b"{}", b'{"type": 2, "id": "1"}'):
        assert await post(t, body, signed(t, body)) == 400
    assert await post(t, large, signed(t, large)) == 413
    assert (await t.mara.slash("/help")).ephemeral


def nested(form: str, depth: int) -> bytes:
    return (form % ("[" * depth + "]" * depth)).encode()


MESSAGE = '{"type": 2, "id": "1", "message": %s}'
UNREADABLE: tuple[Any, ...] = (
    *("x", 1, None, [], {"type": {}}, {"type": 2, "id": []}, {"type": 2, "id": "1", "guild_id": "x"}),
    *({"type": 2, "id": "1", "message": message} for message in ("x", [1], {"flags": "x"})),
    *({"type": 3, "id": "1", "message": {"components": components}} for components in ("x", [[]], {"x": 1})),
    {"type": 2, "id": "1", "token": "t", "application_id": "1", "user": "x"},
    {"type": 2, "id": "1", "token": "t", "application_id": "1", "entitlements": 1, "user": {"id": "1"}},
)


async def test_what_is_json_but_no_interaction_is_refused(t: Table) -> None:
    deep = [nested(form, depth) for form in ("%s", MESSAGE) for depth in (900, 10_000, 400_000)]
    components = '{"components": [' * 300 + "]}" * 300
    for body in (
        *deep,
        (MESSAGE % components).encode(),
        *(json.dumps(payload).encode() for payload in UNREADABLE),
    ):
        assert await post(t, body, signed(t, body)) == 400, body[:100]
    assert (await t.mara.slash("/help")).ephemeral


@pytest.mark.slow
async def test_a_body_that_was_changed_on_the_way_is_refused_and_does_nothing(t: Table) -> None:
    match, sent = await begin_briefed(t, t.mara, t.tom), list[dict[str, Any]]()
    t.playground.world.listeners.append(lambda event: sent.append(event.data))
    await t.mara.slash("/help")
    [asked] = [payload for payload in sent if payload.get("type") == 2]
    move = {"id": "1", "type": 1, "name": "move", "options": [{"type": 3, "name": "action", "value": "roll"}]}
    body, changed = json.dumps(asked).encode(), json.dumps({**asked, "data": move}).encode()
    async with nothing_changes(t):
        assert await post(t, changed, signed(t, body)) == 401
    assert (await match.table()).texts == ()


async def test_an_answer_that_could_not_leave_is_given_to_the_second_delivery(
    t: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    has_left, hung_up, deliveries = interaction_server._has_left, asyncio.Event(), Deliveries(t)

    async def hang_up(response: web.Response, request: web.Request) -> bool:
        assert request.transport is not None
        monkeypatch.setattr(interaction_server, "_has_left", has_left)
        request.transport.abort()
        hung_up.set()
        return False

    panel = await in_private(t)
    match = Played(t, await newest_match(t), (t.mara, None))
    monkeypatch.setattr(interaction_server, "_has_left", hang_up)
    with deliveries.kept():
        tap = asyncio.create_task(t.mara.tap("Roll the die", panel))
        await happens(hung_up)
        deliveries.again()
        assert "Where do you want to land?" in (await tap).text
    assert (await match.table()).texts == ("roll",)


async def test_the_second_delivery_of_what_was_answered_by_a_callback_is_let_go_at_once(
    t: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    deliveries = Deliveries(t)
    with deliveries.kept():
        await t.mara.slash("/creators challenge", opponent=t.tom)
    monkeypatch.setattr(http_responses, "PATIENCE_SECONDS", None)
    deliveries.again()
    async with asyncio.timeout(PATIENCE_SECONDS):
        await t.playground.endpoints.idle()
    assert len([seen for seen in t.tom.messages() if "Accept" in seen.buttons]) == 1


async def test_a_repeat_of_what_is_not_answered_yet_is_handled_no_second_time(
    t: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert t.running.bot.interactions is not None
    taken, responding, decide = list[Any](), asyncio.Queue[InBody](), InBody.decide

    async def take(interaction: Any) -> None:
        taken.append(interaction)

    async def note(answer: InBody) -> Body | None:
        responding.put_nowait(answer)
        return await decide(answer)

    monkeypatch.setattr(t.running.bot.interactions, "_take", take)
    monkeypatch.setattr(InBody, "decide", note)
    body = json.dumps({"id": "7", "type": 3}).encode()
    deliveries = [asyncio.create_task(post(t, body, signed(t, body))) for _ in range(2)]
    async with asyncio.timeout(PATIENCE_SECONDS):
        first, second = await responding.get(), await responding.get()
    assert first is second
    first.give_up()
    assert await asyncio.gather(*deliveries) == [202, 202]
    assert len(taken) == 1


async def test_a_process_that_is_not_on_line_yet_wants_none(t: Table) -> None:
    t.running.bot.on_line.clear()
    async with aiohttp.ClientSession() as session, session.get(address(t, "/health")) as response:
        assert response.status == 503
    t.running.bot.on_line.set()


async def test_a_tap_that_is_under_way_when_the_bot_stops_is_answered(t: Table) -> None:
    panel, bot = await in_private(t), t.running.bot
    arrived, where = heard(t, "note_arrival"), address(t, "/health")
    async with aiohttp.ClientSession() as session, session.get(where) as response:
        assert response.status == 200
        bot.turn_away()
        async with session.get(where) as response:
            assert response.status == 503
    assert bot.interactions is not None
    async with t.database.write():
        tap = asyncio.create_task(t.mara.tap("Roll the die", panel))
        await happens(arrived)
        stopping = asyncio.create_task(t.stop_bot())
        await happens(bot.leaving)
    assert "Where do you want to land?" in (await tap).text
    await stopping
    async with aiohttp.ClientSession() as session:
        with pytest.raises(aiohttp.ClientConnectorError):
            await session.get(where)


async def test_a_tap_that_waits_too_long_for_its_turn_is_not_played(t: Table) -> None:
    panel, dropped, arrived = await in_private(t), heard(t, "drop"), heard(t, "note_arrival")
    match = Played(t, await newest_match(t), (t.mara, None))
    before = (await match.table()).length
    async with t.database.write():
        tap = asyncio.create_task(t.mara.tap("Roll the die", panel))
        await happens(arrived)
        t.advance(3)
        with pytest.raises(AssertionError, match="interaction failed"):
            await tap
    await happens(dropped)
    assert (await match.table()).length == before


async def test_a_port_that_is_taken_is_one_sentence(t: Table) -> None:
    taken = read_address("", address(t).removeprefix("http://").rstrip("/"))
    assert taken is not None
    with pytest.raises(CantListen, match="SLOWPLAY_INTERACTIONS can't use 127") as found:
        await t.running.bot.listen(taken)
    assert sentence_about(found.value, Settings()) == str(found.value)


# A process whose gateway connection hears nothing of the server


@pytest.fixture
async def elsewhere(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Table]:
    """A table whose bot has one shard, which is neither the server's nor the one of DMs."""
    async with table("mara", "tom", over_http=True) as made:
        await made.stop_bot()
        [server] = made.playground.world.guilds
        other = next(shard for shard in range(1, SHARDS) if shard != shard_of(server, SHARDS))
        monkeypatch.setattr(Share, "mine", (other,))
        made.settings["slowplay_shards"] = SHARDS
        made.playground.sessions.starts.max_concurrency = SHARDS
        await made.start_bot()
        assert not made.running.bot.guilds
        yield made


@pytest.mark.slow
async def test_a_process_without_the_server_plays_a_match_on_it(elsewhere: Table) -> None:
    match = await begin_briefed(elsewhere, elsewhere.mara, elsewhere.tom)
    await match.turn()
    state = (await match.table()).match
    assert str(state.guild) in elsewhere.playground.world.guilds
    assert elsewhere.threads()
    assert " · here" in (await elsewhere.mara.slash("/matches")).text


@pytest.mark.slow
async def test_it_knows_who_moderates_there_and_what_the_server_is_called(elsewhere: Table) -> None:
    t = elsewhere
    match = await begin_briefed(t, t.mara, t.tom)
    let_everybody_use_all(t)
    assert_refused(await t.tom.slash("/moderate match"), NO_MODERATOR)
    appoint(t, t.tom, perms.MANAGE_MESSAGES)
    t.advance(ASKED_AGAIN_SECONDS)
    assert match.name in (await t.tom.slash("/moderate match")).text
    await t.restart_bot()
    [server] = t.playground.world.guilds.values()
    assert server.payload["name"] in (await t.mara.slash("/matches", channel=await private_channel(t))).text


async def test_it_knows_a_server_that_has_the_commands_without_the_bot(elsewhere: Table) -> None:
    t = elsewhere
    [server] = t.playground.world.guilds
    conditions.change(t.playground.world, "commands_only", server, True)
    answer = await t.mara.slash("/creators challenge", opponent=t.tom)
    assert answer.text.startswith("I'm not a member of this server.")


async def test_while_discord_tells_nothing_it_takes_the_bot_for_a_member(elsewhere: Table) -> None:
    t = elsewhere
    let_everybody_use_all(t)
    t.fault("GET /guilds/", 503)
    assert_refused(await t.mara.slash("/moderate match"), NO_MODERATOR)


def hold_back(t: Table, monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """Delay all responses to the bot from its next request about a server on.

    Return an event that's set by that request.
    """
    faults, asked = t.playground.faults, asyncio.Event()
    take = faults.take

    def slow(method: str, path: str) -> Any:
        if method == "GET" and path.startswith("/guilds/"):
            faults.delay.set(60)
            asked.set()
        return take(method, path)

    monkeypatch.setattr(faults, "take", slow)
    return asked


@pytest.mark.slow
async def test_a_tap_is_answered_in_time_while_discord_takes_long_to_tell(
    elsewhere: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    t = elsewhere
    let_everybody_use_all(t)
    asked = hold_back(t, monkeypatch)
    tap = asyncio.create_task(t.mara.slash("/moderate match"))
    await happens(asked)
    t.advance(1)
    assert_refused(await tap, NO_MODERATOR)


async def test_meanwhile_a_server_is_called_what_it_was_called_before(
    elsewhere: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    t = elsewhere
    place, [server] = await private_channel(t), t.playground.world.guilds.values()
    await t.mara.slash("/creators challenge", opponent=t.tom)
    t.advance(ASKED_AGAIN_SECONDS)
    asked = hold_back(t, monkeypatch)
    tap = asyncio.create_task(t.mara.slash("/matches", channel=place))
    await happens(asked)
    t.advance(1)
    assert server.payload["name"] in (await tap).text


async def test_a_server_is_asked_for_once_in_a_while(elsewhere: Table) -> None:
    t = elsewhere

    def asked() -> int:
        found: int = t.playground.traffic.counts()["routes"].get("GET /guilds/{guild}", 0)
        return found

    for seconds, count in ((0, 1), (ASKED_AGAIN_SECONDS - 1, 1), (1, 2)):
        t.advance(seconds)
        await asyncio.gather(t.mara.slash("/help"), t.tom.slash("/help"))
        assert asked() == count
