"""Interactions over HTTP, as an application without a gateway connection gets them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import aiohttp
import pytest
from aiohttp import web
from nacl.exceptions import BadSignatureError

from playground.apps.interactions import ANSWER_SECONDS
from playground.people.defaults import BOT_ID

ASK = {"name": "ask", "description": "Ask"}
HERE = {"type": 4, "data": {"content": "here"}}
Answer = Callable[[dict[str, Any]], web.Response]


class Endpoint:
    """An application's server: it accepts signed interactions and gives the answer that a test sets."""

    def __init__(self, play: Any) -> None:
        self._app = next(iter(play.world.applications.values()))
        self.heard: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.answer: Answer = lambda interaction: web.json_response(HERE)
        self.checks, self.pong = True, web.json_response
        self.url = ""
        self.close: Callable[[], Awaitable[None]]

    async def handle(self, request: web.Request) -> web.Response:
        body, headers = await request.read(), request.headers
        signed = headers["X-Signature-Timestamp"].encode() + body
        try:
            self._app.key.verify_key.verify(signed, bytes.fromhex(headers["X-Signature-Ed25519"]))
        except BadSignatureError:
            if self.checks:
                return web.Response(status=401)
        interaction = json.loads(body)
        if interaction["type"] == 1:
            return self.pong({"type": 1})
        self.heard.put_nowait(interaction)
        return self.answer(interaction)


@pytest.fixture
async def serve(play) -> AsyncIterator[Callable[[], Any]]:
    runners = []

    async def begin() -> Endpoint:
        made, app = Endpoint(play), web.Application()
        app.router.add_post("/", made.handle)
        runners.append(runner := web.AppRunner(app))
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        made.url, made.close = f"http://127.0.0.1:{runner.addresses[0][1]}/", runner.cleanup
        return made

    yield begin
    for runner in runners:
        await runner.cleanup()


@pytest.fixture
async def endpoint(play, rest, serve, offer) -> Endpoint:
    """Start a server and register it as the application's interactions endpoint."""
    made = await serve()
    await offer(ASK)
    status, application = await rest("PATCH", "/applications/@me", {"interactions_endpoint_url": made.url})
    assert (status, application["interactions_endpoint_url"]) == (200, made.url)
    return made


def refuses(endpoint: Endpoint) -> None:
    endpoint.pong = lambda value: web.Response(status=500)


def says_anything(endpoint: Endpoint) -> None:
    endpoint.pong = lambda value: web.json_response({"type": 2})


def checks_nothing(endpoint: Endpoint) -> None:
    endpoint.checks = False


@pytest.mark.parametrize("fault", [refuses, says_anything, checks_nothing, None])
async def test_an_endpoint_is_checked_before_anything_goes_there(rest, serve, fault):
    made = await serve()
    url = made.url if fault else "http://127.0.0.1:1/"
    if fault:
        fault(made)
    status, refusal = await rest("PATCH", "/applications/@me", {"interactions_endpoint_url": url})
    assert (status, refusal["code"]) == (400, 50035)
    told = refusal["errors"]["interactions_endpoint_url"]["_errors"][0]["message"]
    assert told == "The specified interactions endpoint url could not be verified."
    assert (await rest("GET", "/applications/@me"))[1]["interactions_endpoint_url"] is None


async def test_the_answer_is_the_response_and_nothing_comes_over_the_gateway(play, endpoint, listener):
    outcome = await play.actor("mara").slash("games", "ask")
    assert outcome["message"]["content"] == "here"
    heard = await endpoint.heard.get()
    assert (heard["type"], heard["data"]["name"]) == (2, "ask")
    await play.actor("mara").say("games", "after it")
    frame = await listener.frame()
    assert (frame["t"], frame["d"]["content"]) in {("MESSAGE_CREATE", "here"), ("MESSAGE_CREATE", "")}
    assert play.traffic.counts()["responses"] == 1


async def test_a_response_may_bring_files(play, endpoint):
    def answer(interaction: dict[str, Any]) -> web.Response:
        data = {"attachments": [{"id": 0, "filename": "dot.txt", "description": "a dot"}]}
        form = aiohttp.FormData()
        form.add_field("payload_json", json.dumps({"type": 4, "data": data}))
        form.add_field("files[0]", b".", filename="dot.txt")
        return web.Response(body=form())

    endpoint.answer = answer
    outcome = await play.actor("mara").slash("games", "ask")
    assert [attachment["filename"] for attachment in outcome["message"]["attachments"]] == ["dot.txt"]


async def test_after_202_the_answer_comes_by_a_callback(play, rest, endpoint):
    endpoint.answer = lambda interaction: web.Response(status=202)
    asking = asyncio.create_task(play.actor("mara").slash("games", "ask"))
    heard = await endpoint.heard.get()
    assert (await rest("POST", f"/interactions/{heard['id']}/{heard['token']}/callback", HERE))[0] == 204
    assert (await asking)["message"]["content"] == "here"


@pytest.mark.parametrize(
    "answer",
    [
        web.Response(status=500),
        web.json_response({"type": 8, "data": {"choices": []}}),
        web.json_response({"type": 4, "data": {"content": "x" * 2001}}),
        web.json_response({"type": 4, "data": {"content": "here", "more": "x" * 150_000}}),
        web.Response(text="here"),
    ],
    ids=["broken", "wrong type", "wrong form", "too long", "no JSON"],
)
async def test_a_response_that_discord_does_not_take_is_none(play, endpoint, answer):
    endpoint.answer = lambda interaction: answer
    asking = asyncio.create_task(play.actor("mara").slash("games", "ask"))
    await endpoint.heard.get()
    await play.endpoints.idle()
    assert not asking.done()
    play.world.clock.advance(ANSWER_SECONDS)
    assert (await asking)["error"] == "The application did not respond"
    assert len(play.endpoints.refused) == (answer.status == 200)


async def test_discord_hangs_up_once_the_time_is_over(play, endpoint, monkeypatch):
    stuck, over = asyncio.Event(), asyncio.Event()

    async def wait(app: Any, url: str, data: Any) -> Any:
        stuck.set()
        try:
            await asyncio.Event().wait()
        finally:
            over.set()

    monkeypatch.setattr(play.endpoints, "_send", wait)
    asking = asyncio.create_task(play.actor("mara").slash("games", "ask"))
    await stuck.wait()
    play.world.clock.advance(ANSWER_SECONDS)
    assert (await asking)["type"] == "failed"
    await over.wait()


async def test_several_urls_get_interactions_in_turn_and_none_means_the_gateway(
    play, rest, serve, endpoint, listener
):
    other = await serve()
    status, state = await rest.control(
        "PUT", f"/applications/{BOT_ID}/endpoints", {"urls": [endpoint.url, other.url]}
    )
    assert (status, state["endpoints"][BOT_ID]) == (200, [endpoint.url, other.url])
    for _ in range(4):
        await play.actor("mara").slash("games", "ask")
    assert (endpoint.heard.qsize(), other.heard.qsize()) == (2, 2)
    await other.close()
    for _ in range(2):
        assert (await play.actor("mara").slash("games", "ask"))["type"] != "failed"
    assert (endpoint.heard.qsize(), other.heard.qsize()) == (4, 2)
    await rest.control("PUT", f"/applications/{BOT_ID}/endpoints", {"urls": []})
    heard = await listener.while_asked(play.actor("mara").slash("games", "ask"))
    assert heard["data"]["name"] == "ask"
    listener.asked.cancel()
