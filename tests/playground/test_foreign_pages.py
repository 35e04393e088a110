"""Other web pages can't reach the playground: not by origin, DNS rebinding or a frame."""

from __future__ import annotations

import aiohttp
import pytest

import playground.app
from playground.app import Playground
from tests.playground.conftest import Rest

PATHS = (
    "/",
    "/js/main.js",
    "/api/v10/users/@me",
    "/gateway?v=10",
    "/control/state",
    "/control/live?user=mara",
)
HERE = ("127.0.0.1", "localhost")


@pytest.mark.slow
@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("name", ["Origin", "Host"])
async def test_another_page_is_refused_on_every_path(play: Playground, rest: Rest, path: str, name: str):
    told = {"Origin": "http://example.org", "Host": f"example.org:{play.port}"}
    for value in (told[name], "null", "http://127.0.0.1:1"):
        headers = {name: value, "Authorization": f"Bot {play.token}"}
        async with rest.session.get(play.cdn + path, headers=headers) as response:
            assert response.status == 403, value


async def test_another_page_cant_log_in_as_the_bot_though_it_knows_the_token(play: Playground, rest: Rest):
    with pytest.raises(aiohttp.WSServerHandshakeError, match="403"):
        await rest.session.ws_connect(play.gateway, params={"v": "10"}, origin="http://example.org")


@pytest.mark.parametrize("name", HERE)
async def test_bots_and_the_page_itself_are_let_in(play: Playground, rest: Rest, name: str):
    here = f"{name}:{play.port}"
    for headers in ({"Host": here}, {"Host": here, "Origin": f"http://{here}"}):
        async with rest.session.get(play.cdn + "/control/state", headers=headers) as response:
            assert response.status == 200


@pytest.mark.parametrize("path", [*PATHS[:3], PATHS[4], "/nowhere", "/embed/avatars/0.png"])
async def test_nothing_is_shown_in_a_frame_of_another_page(play: Playground, rest: Rest, path: str):
    async with rest.session.get(play.cdn + path) as response:
        assert response.headers["X-Frame-Options"] == "DENY"
        assert response.headers["Content-Security-Policy"].endswith("frame-ancestors 'none'")


async def test_a_file_keeps_its_own_policy_beside(play: Playground, rest: Rest):
    form = aiohttp.FormData()
    form.add_field("files[0]", b"x", filename="a.txt")
    place = f"/channels/{play.actor('mara').channel('games').id}/messages"
    _, made = await rest("POST", place, data=form)
    async with rest.session.get(made["attachments"][0]["url"]) as response:
        policy = response.headers["Content-Security-Policy"]
    assert policy.startswith("sandbox;")
    assert policy.endswith("frame-ancestors 'none'")


async def test_each_start_draws_a_token_unless_one_is_given():
    tokens = []
    for given in (None, None, "a.b.c"):
        one = await playground.app.start(token=given)
        tokens.append(one.token)
        assert one.environment()["DISCORD_TOKEN"] == one.token
        await one.close()
    assert len(set(tokens)) == 3
    assert tokens[2] == "a.b.c"
