"""playground/CONTROL.md: it has every route of the control API, and its examples run as printed, in order."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import aiohttp
import discord
import pytest
from aiohttp import web
from discord import app_commands

import playground
from playground.app import Playground
from playground.page.replaying import Replay, open_replay
from playground.people import defaults
from tests.playground.bots import TestBot
from tests.playground.conftest import GUARD, StillClock

PAGE = (Path(playground.__file__).parent / "CONTROL.md").read_text(encoding="utf-8")
LEFT_OUT = "…"
ID = re.compile(r"\b[A-Z]{2,}\b")
REPLAYED = "/control/replay"


class Example(NamedTuple):
    """An example of the page: a request, and the answer as printed."""

    route: str
    method: str
    path: str
    body: Any
    status: int
    answer: Any


def read_json(text: str) -> Any:
    """Return the value of a printed JSON text, in which “…” is a key or a last element."""
    whole = re.sub(r"\{…\}", '{"…": "…"}', re.sub(r", …(?=[}\]])", ', "…"', text.replace("[…]", '["…"]')))
    return json.loads(re.sub(r', "…"\}', ', "…": "…"}', whole))


def examples() -> Iterator[Example]:
    for section in re.split(r"^#+ ", PAGE, flags=re.M):
        for block in re.findall(r"^```\n(.*?)\n```$", section, re.M | re.S):
            asked, answer = block.split("\n\n")
            first, *body = asked.split("\n")
            method, path = first.split()
            status = re.match(r"\d{3} ", answer)
            yield Example(
                section.partition("\n")[0],
                method,
                path,
                json.loads("\n".join(body)) if body else None,
                int(status[0]) if status else 200,
                read_json(answer[4:] if status else answer),
            )


EXAMPLES = list(examples())


def fits(printed: Any, given: Any, ids: dict[str, str]) -> bool:
    """Return whether an answer is as printed; a name of an id that isn't known yet is bound to it."""
    if printed == LEFT_OUT:
        return True
    if isinstance(printed, str) and isinstance(given, str) and ID.fullmatch(printed):
        return ids.setdefault(printed, given) == given
    if isinstance(printed, dict) and isinstance(given, dict):
        fields = {ids.get(name, name): value for name, value in printed.items() if name != LEFT_OUT}
        is_whole = LEFT_OUT in printed or fields.keys() == given.keys()
        return is_whole and all(name in given and fits(fields[name], given[name], ids) for name in fields)
    if isinstance(printed, list) and isinstance(given, list):
        is_whole = printed[-1:] == [LEFT_OUT] or len(printed) == len(given)
        return is_whole and all(fits(*pair, ids) for pair in zip(printed, given, strict=False))
    return bool(printed == given)


def fill(value: Any, ids: dict[str, str]) -> Any:
    """Return a request with ids in place of their names."""
    text = ID.sub(lambda found: ids.get(found[0], found[0]), json.dumps(value, ensure_ascii=False))
    return json.loads(text)


class StubProgram:
    """The bot's program, which only tells that it runs."""

    def state(self) -> dict[str, Any]:
        return {"running": True, "status": None, "lines": ["Ready."]}

    async def start(self) -> None:
        pass


@pytest.fixture
async def place(connect) -> Playground:
    """Open a playground with a bot whose commands the page uses."""
    made = await playground.app.start(clock=StillClock(), remember=True)
    made.control.program = StubProgram()
    await offer_greeting(await connect(made))
    yield made
    await made.close()


async def offer_greeting(bot: TestBot) -> None:
    async def greet(interaction: discord.Interaction, member: discord.Member) -> None:
        await interaction.response.send_message(f"Hello, {member.display_name}!")

    bot.tree.add_command(app_commands.ContextMenu(name="Greet", callback=greet))
    await bot.tree.sync()


async def answer_to(session: aiohttp.ClientSession, place: Playground | Replay, request: Example) -> Any:
    """Return the status and the answer; from a stream or a socket, the first that it sends."""
    url = place.cdn + request.path
    if "/live" in request.path:
        async with session.ws_connect(url) as socket:
            said = {"channel": "games", "content": "Good night!"}
            await session.post(f"{place.cdn}/control/users/juri/messages", json=said)
            return 101, await socket.receive_json(timeout=GUARD)
    async with session.request(request.method, url, json=request.body) as response:
        if request.path.endswith("/stream"):
            return response.status, json.loads(await response.content.readline())
        return response.status, await response.json()


async def run_through(place: Playground | Replay, asked: list[Example]) -> None:
    mara, tom = (defaults.make_fixed_id(number) for number in (10, 11))
    server, games = (defaults.make_fixed_id(number) for number in (2, 21))
    ids = {"MARA": mara, "TOM": tom, "BOT": defaults.BOT_ID, "SERVER": server, "GAMES": games}
    async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=GUARD)) as session:
        for printed in asked:
            path, body = fill(printed.path, ids), fill(printed.body, ids)
            status, answer = await answer_to(session, place, printed._replace(path=path, body=body))
            expected = 101 if "/live" in path else printed.status
            assert (status, fits(printed.answer, answer, ids)) == (expected, True), f"{printed}\n{answer}"


async def test_every_example_is_answered_as_printed(place: Playground) -> None:
    await run_through(place, [example for example in EXAMPLES if example.path != REPLAYED])


async def test_a_recording_answers_as_printed(tmp_path: Path) -> None:
    file = tmp_path / "session.jsonl"
    recorded = await playground.app.start(clock=StillClock(), record=file)
    await recorded.actor("mara").say("games", "hello")
    await recorded.close()
    replay = await open_replay(file)
    await run_through(replay, [example for example in EXAMPLES if example.path == REPLAYED])
    await replay.close()


def routes_of(app: web.Application) -> set[str]:
    """Return the routes of the control API without those that refuse everything."""
    found = {f"{route.method} {route.resource.canonical}" for route in app.router.routes()}
    return {route for route in found if " /control/" in route and not route.startswith(("HEAD", "*"))}


async def test_the_page_has_every_route_once_with_an_example(play: Playground, tmp_path: Path) -> None:
    file = tmp_path / "session.jsonl"
    await (await playground.app.start(clock=StillClock(), record=file)).close()
    replay = await open_replay(file)
    there = routes_of(play._runner.app) | routes_of(replay._runner.app)
    await replay.close()
    listed = re.findall(r"^### (.*)$", PAGE, re.M)
    assert sorted(listed) == sorted(there)
    shown = [example for example in EXAMPLES if example.route in there]
    assert [example.route for example in shown] == listed
    assert [example for example in shown if not belongs(example)] == []


def belongs(example: Example) -> bool:
    """Return whether an example's request is one of the route above it."""
    method, path = example.route.split()
    pattern = re.sub(r"\\\{\w+\\\}", "[^/]+", re.escape(path))
    return example.method == method and re.fullmatch(pattern, example.path.partition("?")[0]) is not None


@pytest.mark.parametrize(
    ("printed", "given", "as_printed"),
    [
        ('{"a": 1}', {"a": 1, "b": 2}, False),
        ('{"a": 1, …}', {"a": 1, "b": 2}, True),
        ('{"b": {…}}', {"b": {"c": 1}}, True),
        ('[1, …]', [1, 2], True),
        ('[1]', [1, 2], False),
        ('{"id": "TOM"}', {"id": "6"}, False),
        ('[{"id": "NEW"}, {"id": "NEW"}]', [{"id": "1"}, {"id": "2"}], False),
        ('{"id": "…"}', {"id": "6"}, True),
    ],
)  # fmt: skip
def test_an_answer_that_differs_is_found(printed: str, given: Any, as_printed: bool) -> None:
    assert fits(read_json(printed), given, {"TOM": "5"}) is as_printed
