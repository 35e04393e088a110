"""Rate limits: headers are correct, requests beyond a limit are refused, and discord.py obeys them."""

from __future__ import annotations

import asyncio
import logging
import math
import time

import aiohttp
import pytest

import playground.app
from playground.__main__ import parse, what_to_open
from playground.limits.rates import REFUSALS_LIMIT, RULES, Asked, RateLimited, RateLimits, Rule
from playground.model.clock import SystemClock, snowflake_at
from playground.people.defaults import FOUNDED
from playground.rest.routes import PUBLIC_ROUTES, ROUTES
from tests.described import Described
from tests.playground.conftest import Rest, StillClock

SEND = "POST /channels/{channel}/messages"
HOOK = {"application": "1", "token": "a"}


@pytest.fixture
async def play():
    """Start a playground with rate limits, on a clock that only the test moves."""
    made, described = await playground.app.start(clock=StillClock(), rate_limits=True), Described()
    made.witnesses.append(described)
    yield made
    await made.close()
    described.check()


@pytest.fixture
async def answer(play, rest):
    """Return a function that sends a request and returns its status, headers and body."""

    async def ask(method, path, body=None):
        headers = {"Authorization": f"Bot {play.token}"}
        async with rest.session.request(method, play.api + path, json=body, headers=headers) as response:
            return (
                response.status,
                response.headers,
                await response.json() if response.status != 204 else None,
            )

    return ask


def number(headers, name):
    return float(headers["X-RateLimit-" + name])


async def test_the_headers_of_a_bucket_fall_until_it_is_empty_and_begin_anew_with_its_time(play, answer):
    path = f"/channels/{play.actor('mara').channel('games').id}/messages"
    for remaining in (4, 3):
        play.world.clock.advance(0.5)
        _, headers, _ = await answer("POST", path, {"content": "x"})
        assert (number(headers, "Limit"), number(headers, "Remaining")) == (5, remaining)
    assert number(headers, "Reset-After") == 4.5
    assert number(headers, "Reset") == pytest.approx(play.world.clock.now() + 4.5, abs=0.001)
    play.world.clock.advance(4.5)
    _, headers, _ = await answer("POST", path, {"content": "x"})
    assert (number(headers, "Remaining"), number(headers, "Reset-After")) == (4, 5)


async def test_one_request_too_many_is_refused_says_for_how_long_and_does_nothing(play, answer):
    path = f"/channels/{play.actor('mara').channel('games').id}/messages"
    for _ in range(5):
        status, full, _ = await answer("POST", path, {"content": "x"})
    play.world.clock.advance(0.75)
    refused, headers, body = await answer("POST", path, {"content": "x"})
    assert (status, refused) == (200, 429)
    assert body == {"message": "You are being rate limited.", "code": 0, "retry_after": 4.25, "global": False}
    assert (headers["Retry-After"], headers["X-RateLimit-Scope"]) == (str(math.ceil(4.25)), "user")
    assert headers["Via"], "discord.py takes a 429 without Via for a ban"
    assert "X-RateLimit-Global" not in headers
    assert headers["X-RateLimit-Bucket"] == full["X-RateLimit-Bucket"]
    assert (number(headers, "Remaining"), number(headers, "Reset-After")) == (0, 4.25)
    assert len(play.actor("mara").read_messages("games")) == 5
    play.world.clock.advance(4.25)
    assert (await answer("POST", path, {"content": "x"}))[0] == 200


async def test_a_refusal_for_its_form_counts_in_the_bucket_too(play, answer):
    path = f"/channels/{play.actor('mara').channel('games').id}/messages"
    found = [(await answer("POST", path, {}))[0] for _ in range(6)]
    assert found == [400] * 5 + [429]


class Bench:
    """The rate limits without a server around them."""

    def __init__(self) -> None:
        self.world = playground.app.defaults.default_world(StillClock())
        self.limits = RateLimits(self.world.clock, on=True)

    def times(self, route, caller="bot", most=100, **params):
        """Repeat a request at one moment; return how often it passed, and the refusal that ended it."""
        for passed in range(most):
            try:
                self.limits.take(Asked(caller, route, params))
            except RateLimited as refusal:
                return passed, refusal
        return most, None


def test_every_channel_every_webhook_and_every_bot_has_buckets_of_its_own():
    bench = Bench()
    one = {"channel": "1"}
    assert bench.times(SEND, **one)[0] == 5
    assert bench.times(SEND, **one)[0] == 0
    assert bench.times(SEND, channel="2")[0] == 5
    assert bench.times(SEND, "other", **one)[0] == 5
    hook = "POST /webhooks/{application}/{token}"
    assert [bench.times(hook, **HOOK | {"token": token})[0] for token in "aba"] == [5, 5, 0]


def test_routes_have_buckets_of_their_own_but_those_that_belong_together_share_one():
    bench = Bench()
    message = {"channel": "1", "message": snowflake_at(bench.world.clock.now()), "emoji": "x"}
    one = "/channels/{channel}/messages/{message}"
    assert bench.times(SEND, **message)[0] == 5
    assert bench.times("PATCH " + one, **message)[0] == 5
    assert bench.times("DELETE " + one, **message)[0] == 5
    reaction = one + "/reactions/{emoji}/@me"
    passed, refusal = bench.times("PUT " + reaction, **message)
    assert (passed, refusal.wait) == (1, 0.25)
    assert bench.times("DELETE " + reaction, **message)[0] == 0
    assert bench.times("POST /channels/{channel}/messages/bulk-delete", **message)[0] == 1


def test_messages_of_more_than_two_weeks_are_deleted_out_of_another_bucket():
    bench, route = Bench(), "DELETE /channels/{channel}/messages/{message}"
    new = snowflake_at(bench.world.clock.now())
    old = snowflake_at(bench.world.clock.now() - 15 * 86400)
    counts = [bench.times(route, channel="1", message=id)[0] for id in (new, old)]
    assert counts == [5, 30]


def test_a_channel_is_renamed_twice_in_ten_minutes_whatever_its_bucket_says():
    bench = Bench()
    asked = Asked("bot", "PATCH /channels/{channel}", {"channel": "1"}, frozenset({"name"}))
    for _ in range(2):
        bench.limits.take(asked)
    with pytest.raises(RateLimited) as refused:
        bench.limits.take(asked)
    assert (refused.value.wait, refused.value.scope) == (600, "shared")
    assert refused.value.headers["X-RateLimit-Remaining"] == "3"
    bench.limits.take(Asked("bot", asked.route, asked.params, frozenset({"archived"})))


def test_all_routes_together_pass_fifty_times_a_second_and_a_bot_has_that_for_itself():
    bench, channels = Bench(), iter(range(1000))
    take = lambda caller: bench.times("GET /channels/{channel}", caller, 1, channel=str(next(channels)))  # noqa: E731
    found = [take("bot") for _ in range(51)]
    assert [passed for passed, _ in found] == [1] * 50 + [0]
    refusal = found[-1][1]
    assert refusal.body() == {
        "message": "You are being rate limited.",
        "code": 0,
        "retry_after": 1.0,
        "global": True,
    }
    assert refusal.headers["X-RateLimit-Global"] == "true"
    assert refusal.headers["X-RateLimit-Scope"] == "global"
    assert "X-RateLimit-Bucket" not in refusal.headers
    assert take("other")[0] == 1
    bench.world.clock.advance(1)
    assert take("bot")[0] == 1


def test_callbacks_and_webhooks_of_interactions_do_not_count_among_the_fifty():
    bench = Bench()
    callback = "POST /interactions/{interaction}/{token}/callback"
    assert bench.times(callback, most=80, interaction="1", token="a")[0] == 80
    for on in (True, False):
        bench.limits.on = on
        assert bench.limits.take(Asked("", callback, {"interaction": "1", "token": "a"})) == {}, "no headers"
    bench.limits.on = True
    for number in range(30):
        assert bench.times(
            "POST /webhooks/{application}/{token}", most=2, application="1", token=str(number)
        )[0]
    assert sum(bench.times("GET /channels/{channel}", channel=str(n), most=1)[0] for n in range(60)) == 50


async def test_after_ten_thousand_refused_requests_in_ten_minutes_the_network_shuts_the_address_out(
    play, rest
):
    play.witnesses.clear()
    for _ in range(REFUSALS_LIMIT - 1):
        play.rate_limits.note_refusal(403, shared=False)
        play.rate_limits.note_refusal(404, shared=False)
        play.rate_limits.note_refusal(429, shared=True)
    assert (await rest("GET", "/users/@me", headers={"Authorization": "Bot x"}))[0] == 401
    headers = {"Authorization": f"Bot {play.token}"}
    async with rest.session.get(play.api + "/users/@me", headers=headers) as response:
        assert (response.status, "Via" in response.headers) == (429, False)
        assert response.headers["Content-Type"].startswith("text/plain")
    play.world.clock.advance(601)
    assert (await rest("GET", "/users/@me"))[0] == 200


def test_an_address_is_shut_out_until_the_oldest_refusal_is_ten_minutes_old():
    bench, asked = Bench(), Asked("bot", "GET /users/@me")
    bench.limits.note_refusal(403, shared=False)
    bench.world.clock.advance(100)
    for _ in range(REFUSALS_LIMIT - 1):
        bench.limits.note_refusal(403, shared=False)
    with pytest.raises(RateLimited) as refused:
        bench.limits.take(asked)
    assert refused.value.wait == 500
    bench.world.clock.advance(500)
    bench.limits.take(asked)


def test_a_message_of_just_two_weeks_is_deleted_as_any_younger_one_is():
    bench, route = Bench(), "DELETE /channels/{channel}/messages/{message}"
    asked = Asked("bot", route, {"channel": "1", "message": snowflake_at(bench.world.clock.now())})
    found = []
    for seconds in (0, 14 * 86_400, 1):
        bench.world.clock.advance(seconds)
        found.append(bench.limits.take(asked)["X-RateLimit-Bucket"])
    assert found[0] == found[1] != found[2]


@pytest.mark.parametrize(("arguments", "on"), [([], True), (["--no-rate-limits"], False)])
async def test_make_play_keeps_the_limits_unless_told_otherwise(arguments, on):
    made = await what_to_open(parse(arguments))(port=0)
    assert (made.rate_limits.on, made.rate_limits.old_edits) == (on, on)
    await made.close()


def test_every_rule_is_that_of_a_route():
    routes = {f"{method} {path}" for method, path, _ in [*ROUTES, *PUBLIC_ROUTES]}
    assert set(RULES) <= routes


async def test_without_limits_there_is_room_for_any_load():
    bench = Bench()
    bench.limits.on = False
    assert bench.times(SEND, most=2000, channel="1") == (2000, None)


class StandsUntilRefused:
    """A clock that stands still until it witnesses a refused request, and then runs."""

    def __init__(self):
        self._began = None

    def now(self):
        return FOUNDED + (0.0 if self._began is None else time.monotonic() - self._began)

    def request(self, request, body, response):
        if response.status == 429 and self._began is None:
            self._began = time.monotonic()

    def dispatch(self, event, data):
        pass


@pytest.fixture
def kind_of_clock():
    return SystemClock


@pytest.fixture
async def channel(monkeypatch, connect, kind_of_clock):
    """Return discord.py's channel “games”, on a running clock, with room for 5 messages in 0.3 seconds."""
    monkeypatch.setitem(RULES, SEND, Rule(5, 0.3))
    made = await playground.app.start(clock=kind_of_clock(), rate_limits=True)
    bot = await connect(made)
    bot.play = made
    yield bot.get_channel(int(made.actor("mara").channel("games").id))
    await bot.close()
    await made.close()


@pytest.mark.slow
async def test_discord_py_fills_a_bucket_twice_over_and_is_never_refused(channel, caplog):
    caplog.set_level(logging.WARNING, logger="discord.http")
    sent = await asyncio.gather(*(channel.send(str(number)) for number in range(12)))
    assert caplog.records == [], "no 429 came"
    first, last = min(sent, key=lambda one: one.id), max(sent, key=lambda one: one.id)
    assert (last.created_at - first.created_at).total_seconds() > 0.55, "it kept to the headers"


@pytest.mark.parametrize("kind_of_clock", [StandsUntilRefused])
async def test_discord_py_waits_out_a_refusal_and_comes_again(channel, caplog):
    play = channel._state._get_client().play
    play.witnesses.append(play.world.clock.base)
    async with aiohttp.ClientSession() as session:
        for _ in range(5):
            await Rest(play, session)("POST", f"/channels/{channel.id}/messages", {"content": "raw"})
    caplog.set_level(logging.WARNING, logger="discord.http")
    sent = await channel.send("again")
    assert "We are being rate limited" in caplog.text
    assert play.actor("mara").read_messages("games")[-1]["id"] == str(sent.id)
