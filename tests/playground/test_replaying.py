"""Replays: everyone sees in a recording what they saw in the session, forward and backward."""

from __future__ import annotations

import gzip
import json
import random
from typing import Any

import aiohttp
import pytest

import playground.app
from playground import __main__ as program
from playground.model.world import World
from playground.page.replaying import LOOK_ONLY, RecordedGateway, open_replay
from playground.page.saving import pack
from playground.people.actor import Actor
from playground.places import threads
from playground.recording.form import RecordingError, read
from playground.recording.memory import Memory
from playground.recording.player import Player
from playground.recording.recorder import Recorder
from tests.kit.inputs import TOKEN
from tests.kit.matches.tapped import SHORT, begin_briefed
from tests.kit.table import Table, table
from tests.playground.conftest import Rest, StillClock, drained
from tests.playground.sessions import a_short_session

PEOPLE = ("mara", "tom")


def seen_by(actor: Actor) -> dict[str, Any]:
    """Return everything that a person sees, with the addresses of files as they're stored."""
    home = actor.home()
    places = [channel for guild in home["guilds"] for channel in guild["channels"]] + home["dms"]
    seen = {place["id"]: [actor.read_messages(place["id"], 500), actor.pins(place["id"])] for place in places}
    return json.loads(json.dumps({"home": home, "seen": actor.world.files.links.strip_signatures(seen)}))


def seen_in(world: World, player: Player | None = None) -> dict[str, Any]:
    """Return everything that each of the two people sees, by name."""
    gateway = RecordedGateway(player) if player else None
    return {name: seen_by(Actor(world, gateway, id_of(world, name))) for name in PEOPLE}


def id_of(world: World, name: str) -> str:
    return next(user.id for user in world.users.values() if user.payload["username"] == name)


def seen_at(player: Player, position: int) -> dict[str, Any]:
    player.go(position)
    return seen_in(player.world, player)


def words_of(player: Player) -> list[str]:
    return [moment.told.words for moment in player.moments]


async def a_session(t: Table, look: Any) -> None:
    """Play a session with all kinds of events; call `look` in the middle and at the end."""
    match = await begin_briefed(t, t.mara, t.tom)
    await match.turn()
    await t.settled()
    look()
    t.fault("POST /channels/.*/messages", 500)
    await match.turn()
    t.advance(86_400.0)
    await t.settled()
    await t.restart_bot()
    look()
    await t.tom.actor.settings(dms_open=False)
    await t.mara.slash("/creators challenge", opponent=t.tom, **SHORT)
    await t.settled()
    t.delete_channel(match.posts()[-1].channel)
    await t.settled()
    look()


@pytest.mark.slow
async def test_a_replayed_session_shows_each_person_what_they_saw_at_the_end_and_on_the_way(tmp_path):
    file, looks = tmp_path / "session.jsonl", []
    async with table(*PEOPLE, record=file) as t:

        def look() -> None:
            t.playground.recorder.settle()
            looks.append((len(Player(read(file)).moments), seen_in(t.playground.world)))

        await a_session(t, look)
    player = Player(read(file))
    for position, seen in (*looks, *reversed(looks)):
        assert seen_at(player, position) == seen
    check_what_is_told(player, "games")
    words = words_of(player)
    assert "Mara used /creators challenge · opponent: Tom, board_size: 12, rounds: 20." in words
    assert "Tom pressed “Accept”." in words
    assert any(line.startswith("The bot says which message started the thread in") for line in words)
    assert "The clock moved ahead by 1 day." in words
    assert any(
        line.startswith("The bot’s POST /channels/") and line.endswith("500: as ordered.") for line in words
    )
    assert words.index("The bot went offline.") < words.index("Tom stopped accepting DMs.")
    assert any(line.endswith(" was deleted.") for line in words)


@pytest.fixture
async def saved(tmp_path, connect):
    """Record a short session to a file while it runs, and return the file."""
    file = tmp_path / "short.jsonl"
    play = await playground.app.start(clock=StillClock(), record=file, token=TOKEN)
    await a_short_session(play, await connect(play))
    await play.close()
    return file


async def test_every_step_is_told_in_a_sentence_and_names_where_to_look(saved):
    player = Player(read(saved))
    [panel] = (message for message in player.world.messages.values() if message.payload["type"] == 20)
    interaction = panel.payload["interaction_metadata"]["id"]
    assert words_of(player) == [
        "The bot came online.",
        "Mara used /panel · rival: Tom.",
        "The bot posted a message in #games: “Turn 1”.",
        "Tom wrote “hello” in #games.",
        "Mara pressed “form”.",
        "A form opens for Mara: “A form”.",
        "Mara submitted a form: “Mara, red”.",
        "The bot posted a message that only Mara sees in #games: “Mara plays red”.",
        "Mara pressed “next”.",
        "The bot changed its message in #games: “Turn 2”.",
        "Mara pressed “whisper”.",
        "The bot posted a message that only Mara sees in #games: “only you”.",
        "A message that only Mara saw in #games is gone.",
        "The bot went offline.",
        "Mara pressed “whisper”.",
        "Mara saw: This interaction failed.",
        f"The bot’s POST /interactions/{interaction}/…/callback failed with 400: "
        "Interaction has already been acknowledged.",
    ]
    steps = {moment.told.words: moment for moment in player.moments}
    assert steps["A form opens for Mara: “A form”."].told.modal["title"] == "A form"
    pressed = steps["Mara pressed “next”."]
    assert pressed.told.component == "next"
    assert pressed.told.message == steps["The bot changed its message in #games: “Turn 2”."].told.message
    assert len(steps["Mara used /panel · rival: Tom."].seen_by) == 1
    assert len(steps["Tom wrote “hello” in #games."].seen_by) == 4


async def test_who_looks_on_is_told_exactly_what_is_different(saved):
    check_what_is_told(Player(read(saved)), "games")


def check_what_is_told(player: Player, channel: str) -> None:
    """Check that events alone keep a client's messages of a channel right after each jump in the replay."""
    mara = Actor(player.world, RecordedGateway(player), id_of(player.world, "mara"))
    player.go(0)
    told, events = {message["id"]: message for message in mara.read_messages(channel)}, mara.subscribe()
    chance = random.Random(5)
    for _ in range(40):
        player.go(chance.randrange(len(player.moments) + 1))
        for event in drained(events):
            data = event["data"]
            if data.get("channel_id") != mara.channel(channel).id:
                continue
            if event["event"] in ("MESSAGE_CREATE", "MESSAGE_UPDATE"):
                told[data["id"]] = {**told.get(data["id"], {}), **data}
            elif event["event"] == "MESSAGE_DELETE":
                del told[data["id"]]
        now = {message["id"]: message for message in mara.read_messages(channel)}
        assert {id: filled(message) for id, message in told.items()} == {
            id: filled(message) for id, message in now.items()
        }


def filled(message: Any) -> Any:
    """Return the fields of a message that aren't null; the page treats null as absent."""
    return {name: value for name, value in message.items() if value is not None}


async def test_a_saved_recording_is_the_session_as_far_as_it_fits_and_says_what_is_missing(tmp_path, connect):
    play = await playground.app.start(clock=StillClock())
    whole, short = Memory(), Memory(limit=3_000)
    recorders = [Recorder(play.world, memory=memory) for memory in (whole, short)]
    for recorder in recorders:
        recorder.begin()
    await a_short_session(play, await connect(play))
    players = []
    for recorder in recorders:
        file = tmp_path / "saved.jsonl.gz"
        lines = recorder.lines()
        file.write_bytes(pack(lines))
        players.append(Player(read(file)))
        recorder.close()
    seen, (full, tail) = seen_in(play.world), players
    await play.close()
    assert short.size <= short.limit < whole.size
    kept = [line for line in lines if json.loads(line)["kind"] == "step"]
    assert short.size == sum(map(len, kept)) + sum(
        len(attached.data) for attached in tail.recording.files.values()
    )
    assert full.recording.header.left_out == 0 < tail.recording.header.left_out
    assert words_of(full)[-len(tail.moments) :] == words_of(tail)
    assert seen_at(full, len(full.moments)) == seen == seen_at(tail, len(tail.moments))
    assert seen_at(tail, 0) == seen_at(full, len(full.moments) - len(tail.moments))
    shown = {id for message in tail.world.messages.values() for id in message.files}
    assert shown
    assert shown <= set(tail.recording.files)


async def test_a_step_holds_no_token(saved, tmp_path):
    lines = [json.loads(line) for line in saved.read_text().splitlines()]
    tokens = [
        line["data"]["token"]
        for line in lines
        if line.get("event") == "INTERACTION_CREATE" and "token" in line["data"]
    ]
    told = "\n".join(json.dumps(line) for line in lines if line["kind"] not in ("request", "dispatch"))
    assert len(tokens) == 6
    assert not any(token in told for token in tokens)
    assert all(word not in saved.read_text() for word in ("Authorization", TOKEN))


@pytest.mark.parametrize(("packed", "lost"), [(False, 50), (True, 200), (True, 1)])
async def test_of_a_file_that_was_cut_off_the_rest_is_shown_and_the_cut_is_told(
    saved, tmp_path, packed, lost
):
    data = saved.read_bytes()
    data = (gzip.compress(data) if packed else data)[:-lost]
    cut = tmp_path / "cut"
    cut.write_bytes(data)
    player = Player(read(cut))
    assert player.recording.cut
    assert words_of(player) == words_of(Player(read(saved)))[: len(player.moments)]
    assert len(player.moments) > 5


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"not a recording", "isn't a playground recording"),
        (b'{"kind": "request"}\n', "isn't a playground recording"),
        (b'{"kind": "session", "version": 2, "playground": "9"}\n', "is a recording of version 2"),
        (b'{"kind": "session", "version": 1}\n', "has a first line that can't be read"),
        (b"\x1f\x8b\x08nonsense", "isn't a playground recording"),
    ],
)
async def test_a_file_that_cannot_be_shown_is_refused_with_a_sentence(tmp_path, capsys, content, sentence):
    file = tmp_path / "wrong"
    file.write_bytes(content)
    with pytest.raises(RecordingError, match=sentence):
        read(file)
    assert await program.serve(program.parse(["--port", "0", "--replay", str(file)])) == 1
    assert sentence in capsys.readouterr().err


async def test_a_replay_serves_pages_and_pictures_and_refuses_to_write(saved):
    replay = await open_replay(saved)
    async with aiohttp.ClientSession(base_url=replay.cdn) as session:

        async def ask(method: str, path: str, body: Any = None) -> Any:
            async with session.request(method, path, json=body) as response:
                return response.status, await response.read()

        _, state = await ask("GET", "/control/state")
        mara = next(user for user in json.loads(state)["users"] if user["username"] == "mara")
        _, told = await ask(
            "POST", f"/control/users/{mara['id']}/messages", {"channel": "games", "content": "x"}
        )
        assert json.loads(told)["message"] == LOOK_ONLY
        status, _ = await ask("POST", "/control/replay", {"position": 3})
        assert (status, replay.player.position) == (200, 3)
        _, found = await ask("GET", f"/control/users/{mara['id']}/channels/games/messages")
        [message] = json.loads(found)
        picture = message["components"][0]["components"][1]["items"][0]["media"]["url"]
        assert picture.startswith(replay.cdn)
        status, data = await ask("GET", picture.removeprefix(replay.cdn))
        assert (status, data[:4]) == (200, b"\x89PNG")
        assert b"<body data-recording>" in (await ask("GET", "/"))[1]
        async with session.get("/control/state", headers={"Origin": "http://elsewhere"}) as refused:
            assert refused.status == 403
    await replay.close()


async def test_who_leaves_a_server_is_gone_from_its_threads_and_sees_none_when_they_come_back(tmp_path):
    file = tmp_path / "members.jsonl"
    play = await playground.app.start(clock=StillClock(), record=file)
    tom, world = play.actor("tom"), play.world
    games = tom.channel("games")
    thread = threads.create(world, games, next(iter(world.applications)), {"name": "private", "type": 12})
    threads.join(world, thread, tom.id)
    async with aiohttp.ClientSession() as session:
        rest = Rest(play, session)
        for method in ("DELETE", "PUT"):
            await rest.control(method, f"/guilds/{games.guild_id}/members/{tom.id}")
    seen = seen_in(world)
    await play.close()
    player = Player(read(file))
    assert words_of(player)[-2:] == ["Tom left Robot café.", "Tom joined Robot café."]
    assert seen_in(player.world, player) == seen
    player.go(len(player.moments) - 2)
    assert thread.id in {
        channel["id"] for channel in Actor(player.world, None, tom.id).home()["guilds"][0]["channels"]
    }


async def test_each_leap_of_the_clock_is_told_with_its_own_length(tmp_path):
    file = tmp_path / "leaps.jsonl"
    play = await playground.app.start(clock=StillClock(), record=file)
    for seconds in (60, 86_400, 7_200):
        play.world.clock.advance(seconds)
    await play.close()
    assert words_of(Player(read(file))) == [
        f"The clock moved ahead by {span}." for span in ("1 minute", "1 day", "2 hours")
    ]


async def test_a_recording_that_cannot_be_written_is_refused_with_a_sentence(tmp_path, capsys):
    arguments = ["--record", str(tmp_path / "nowhere" / "file")]
    assert await program.serve(program.parse(arguments)) == 1
    assert "nowhere/file can't be written" in capsys.readouterr().err


async def test_what_no_bot_asked_for_is_told_in_words_too(tmp_path):
    file = tmp_path / "changes.jsonl"
    play = await playground.app.start(clock=StillClock(), record=file)
    mara, tom = play.actor("mara"), play.actor("tom")
    guild = mara.channel("games").guild_id
    deeds = (
        mara.rename("Mira"),
        mara.rename(""),
        mara.settings(dms_open=False),
        mara.settings(dms_open=True),
        mara.settings(locale="de"),
    )
    for deed in deeds:
        await deed
        play.recorder.settle()
    async with aiohttp.ClientSession() as session:
        rest = Rest(play, session)
        for method in ("DELETE", "PUT"):
            await rest.control(method, f"/guilds/{guild}/members/{tom.id}")
        await rest.control("DELETE", f"/users/{tom.id}")
    await play.close()
    assert words_of(Player(read(file))) == [
        "Mara is now called Mira.",
        "Mira is now called mara.",
        "Mara stopped accepting DMs.",
        "Mara accepts DMs again.",
        "Mara's Discord is in another language now: de.",
        "Tom left Robot café.",
        "Tom joined Robot café.",
        "Tom left Robot café.",
        "Tom deleted their account.",
    ]
