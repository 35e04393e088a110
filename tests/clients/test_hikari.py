"""hikari, unmodified, against the playground: a second library, which parses every field strictly.

hikari takes the address of the REST API as an argument and asks it for the gateway's address. One bot is
logged in for all tests of this module. Only one thing is changed: it doesn't wait one to two seconds before
it reconnects.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Iterator

import aiohttp
import hikari
import pytest
import pytest_asyncio

from playground.app import Playground, start
from playground.model import permissions as perms
from playground.places import channels
from tests.clients.hikari_bot import GUARD, Complaints, HikariBot, buttons
from tests.described import Described
from tests.kit.inputs import StillClock
from tests.kit.people import Person
from tests.playground.bots import picture

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest.fixture(scope="module")
def complaints() -> Iterator[Complaints]:
    handler, logger = Complaints(), logging.getLogger("hikari")
    before = logger.level
    logger.addHandler(handler)
    logger.setLevel(logging.DEBUG)
    yield handler
    logger.setLevel(before)
    logger.removeHandler(handler)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def play() -> AsyncIterator[Playground]:
    playground = await start(clock=StillClock())
    described = Described()
    playground.witnesses.append(described)
    yield playground
    await playground.close()
    described.check()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def bot(play: Playground, complaints: Complaints) -> AsyncIterator[HikariBot]:
    asyncio.get_running_loop().set_exception_handler(complaints.of_loop)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(hikari.impl.shard, "_BACKOFF_WINDOW", 0.0)
        client = HikariBot(play)
        async with asyncio.timeout(GUARD):
            await client.start(check_for_updates=False)
            client.synced = await client.sync()
        yield client
        await client.close()


@pytest.fixture
def mara(play: Playground) -> Person:
    return Person(play.actor("mara"), "games")


@pytest.fixture(autouse=True)
def nothing_to_complain_of(play: Playground, bot: HikariBot, complaints: Complaints) -> Iterator[None]:
    yield
    assert complaints.found == []
    assert play.world.unknown_routes == []


async def order(play: Playground, path: str, **body: object) -> None:
    """Order a gateway event as the page's switches do."""
    url = f"{play.cdn}/control/gateway/{path}"
    async with aiohttp.ClientSession() as session, session.post(url, json=body) as response:
        assert response.status == 200


async def test_it_logs_in_and_finds_the_cafe(bot, play):
    [guild] = bot.cache.get_guilds_view().values()
    assert (guild.name, guild.member_count) == ("Robot café", 5)
    assert {channel.name for channel in guild.get_channels().values()} == {"general", "games", "quiet"}
    assert bot.get_me().username == "Robot"
    [session] = play.sessions.sessions.values()
    assert session.connection.stream == "zlib-stream"


async def test_its_commands_are_synced_and_offered(bot, mara):
    assert {command["name"]: command["id"] for command in mara.actor.commands("games")} == bot.synced


async def test_a_command_is_answered_with_a_picture(bot, play, mara):
    tom = Person(play.actor("tom"), "games")
    seen = await mara.slash("/board", rival=tom)
    assert seen.text == "The board, against tom"
    [attachment] = seen.attachments
    assert (attachment["filename"], attachment["width"]) == ("board.png", 64)
    answered = await bot.answer(seen.id)
    assert answered.interaction_metadata.user.username == "mara"
    assert (await answered.attachments[0].read())[:4] == b"\x89PNG"


async def test_a_button_changes_the_message(bot, mara):
    board = await mara.slash("/board")
    changed = await mara.tap("next", board)
    assert (changed.id, changed.text, changed.buttons) == (board.id, "The next board", {})
    assert changed.attachments[0]["width"] == 32


async def test_a_select_is_answered_for_one_reader(bot, mara):
    board = await mara.slash("/board")
    answer = await mara.choose("blue", board)
    assert (answer.text, answer.ephemeral) == ("you are blue", True)


async def test_a_modal_is_opened_and_sent(bot, mara):
    board = await mara.slash("/board")
    modal = await mara.tap_for_modal("form", board)
    assert modal["title"] == "A form"
    assert (await mara.submit(modal, name="Mara")).text == "hello Mara"


async def test_completion_gives_its_choices(bot, mara):
    assert await mara.complete("/move", "square", "a") == ["a1", "a2"]


async def test_a_deferred_answer_and_a_follow_up_come(bot, mara):
    asked = await mara.slash("/slow")
    await mara.until("the thought", lambda: "thought" in mara.again(asked).text)
    after = lambda seen: "more" in seen.text and int(seen.id) > int(asked.id)  # noqa: E731
    more = await mara.until("more", lambda: mara.newest(after))
    assert (await bot.answer(more.id)).content == "more"


async def test_letters_go_both_ways(bot, mara):
    assert (await mara.slash("/letter")).text == "sent"
    letter = await mara.sees("a letter")
    await mara.actor.say(letter.channel, "thank you")
    reply = await mara.sees("you wrote: thank you")
    assert reply.payload["referenced_message"]["content"] == "thank you"


async def test_closed_letters_are_refused_with_50007(bot, play):
    tom = Person(play.actor("tom"), "games")
    await tom.actor.settings(dms_open=False)
    assert (await tom.slash("/letter")).text == "refused with 50007"


async def test_everything_it_may_read_is_readable(bot, play, mara):
    """Hikari makes objects of all fields in Discord's description that it knows."""
    rest, games = bot.rest, int(mara.actor.channel("games").id)
    [guild] = await rest.fetch_my_guilds()
    said = await mara.actor.say("games", "a beginning")
    dm = await rest.create_dm_channel(int(mara.id))
    await rest.pin_message(dm, await rest.create_message(dm, "pin me"))
    await rest.trigger_typing(games)
    thread = await rest.create_thread(games, hikari.ChannelType.GUILD_PUBLIC_THREAD, "a thread")
    on_message = await rest.create_message_thread(games, int(said["id"]), "on a message")
    await rest.add_thread_member(thread, int(mara.id))
    await rest.edit_channel(thread, name="another name")
    await rest.create_message(on_message, "in it", flags=hikari.MessageFlag.SUPPRESS_NOTIFICATIONS)
    assert {active.id for active in await rest.fetch_active_threads(guild.id)} >= {thread.id, on_message.id}
    play.world.applications[str(bot.get_me().id)].intents = hikari.Intents.GUILD_MEMBERS
    read = [
        await rest.fetch_my_user(),
        await rest.fetch_user(int(mara.id)),
        await rest.fetch_guild(guild.id),
        *await rest.fetch_guild_channels(guild.id),
        *await rest.fetch_roles(guild.id),
        await rest.fetch_member(guild.id, int(mara.id)),
        await rest.fetch_channel(games),
        await rest.fetch_channel(thread),
        *await rest.fetch_messages(games),
        *await rest.fetch_pins(dm),
        *await rest.fetch_thread_members(thread),
        *await rest.fetch_application_commands(await rest.fetch_application()),
    ]
    assert None not in read
    await rest.edit_channel(thread, archived=True)
    archived = {found.id for found in await rest.fetch_public_archived_threads(games)}
    assert (thread.id in archived, on_message.id in archived) == (True, False)
    await rest.delete_messages(games, int(said["id"]), int((await mara.actor.say("games", "and me"))["id"]))
    assert int(said["id"]) not in [message.id for message in await rest.fetch_messages(games)]


async def test_a_forward_many_deletions_and_a_channel_that_comes_back_are_understood(bot, play, mara):
    games, mine = mara.actor.channel("games"), str(bot.get_me().id)
    sent = await bot.rest.create_message(int(games.id), "hello", attachment=hikari.Bytes(picture(), "a.png"))
    made = await bot.rest.forward_message(int(mara.actor.channel("general").id), sent)
    [snapshot] = made.message_snapshots
    assert (made.content, snapshot.content, snapshot.attachments[0].filename) == (None, "hello", "a.png")
    thread = await bot.rest.create_message_thread(int(games.id), sent, "a thread")
    more = await bot.rest.create_message(int(games.id), "more")
    bot.forget("GuildBulkMessageDeleteEvent")
    await bot.rest.delete_messages(int(games.id), sent, more)
    assert set((await bot.next("GuildBulkMessageDeleteEvent")).message_ids) == {sent.id, more.id}
    bot.forget("ThreadListSyncEvent")
    for bits in (perms.VIEW_CHANNEL, 0):
        over = {"id": mine, "type": 1, "allow": "0", "deny": str(bits)}
        channels.edit(play.world, games, {"permission_overwrites": [over]})
    sync = await bot.next("ThreadListSyncEvent")
    assert (sync.channel_ids, thread.id in sync.threads) == ([int(games.id)], True)


async def test_a_refusal_says_what_is_wrong_with_which_field(bot, mara):
    with pytest.raises(hikari.BadRequestError) as refused:
        await bot.rest.create_message(int(mara.actor.channel("games").id), "x" * 2001)
    assert (refused.value.code, list(refused.value.errors)) == (50035, ["content"])
    with pytest.raises(hikari.NotFoundError) as missed:
        await bot.rest.fetch_message(int(mara.actor.channel("games").id), 5)
    assert missed.value.code == 10008


async def away_and_back(bot, play, path, **body):
    """Return whether the bot resumes the same session after this order."""
    [before] = play.sessions.sessions
    bot.forget("ShardConnectedEvent")
    await order(play, path, **body)
    await bot.next("ShardConnectedEvent")
    [after] = [session.id for session in play.sessions.sessions.values() if session.connection]
    return before == after


async def test_a_dropped_gateway_is_resumed_with_what_was_missed(bot, play, mara):
    bot.forget("ShardConnectedEvent")
    play.sessions.drop(resume=True)
    assert (await mara.slash("/board")).text == "The board, against nobody"
    await bot.next("ShardConnectedEvent")
    assert len(play.sessions.sessions) == 1


@pytest.mark.parametrize(
    ("path", "body", "same"),
    [
        ("reconnect", {}, True),
        ("invalidate", {"resumable": True}, True),
        ("invalidate", {"resumable": False}, False),
        ("drop", {"resume": False}, False),
    ],
)
async def test_it_resumes_what_it_may_and_identifies_anew_otherwise(bot, play, mara, path, body, same):
    assert await away_and_back(bot, play, path, **body) is same
    assert (await mara.slash("/slow")).payload["flags"] & 128


async def test_days_in_a_moment_do_not_throw_it_off_the_line(bot, play):
    [session] = [current for current in play.sessions.sessions.values() if current.connection]
    connection = session.connection
    play.world.clock.advance(3 * 86_400)
    await connection.beat.wait()
    assert connection.closing is None


async def test_components_of_the_second_version_come_back_as_they_were_sent(bot, mara):
    made = hikari.impl
    board, card = hikari.Bytes(picture(), "board.png"), hikari.Bytes(b"{}", "match.json")
    gallery = made.MediaGalleryComponentBuilder().add_media_gallery_item(board, description="an empty board")
    section = made.SectionComponentBuilder(accessory=made.ThumbnailComponentBuilder(media=board))
    container = made.ContainerComponentBuilder(accent_color=0x2F9E6E, spoiler=False)
    parts = [gallery, section.add_text_display("beside it"), made.SeparatorComponentBuilder(), buttons(bot)]
    for part in parts:
        container.add_component(part)
    sent = await bot.rest.create_message(
        int(mara.actor.channel("quiet").id),
        components=[container, made.FileComponentBuilder(file=card)],
        flags=hikari.MessageFlag.IS_COMPONENTS_V2,
    )
    while (heard := await bot.next("GuildMessageCreateEvent")).message_id != sent.id:
        pass
    for message in (sent, heard.message):
        box, file = message.components
        kinds = [type(component).__name__ for component in box.components]
        assert kinds == [
            "MediaGalleryComponent",
            "SectionComponent",
            "SeparatorComponent",
            "ActionRowComponent",
        ]
        assert (box.components[0].items[0].description, file.file.resource.filename[-10:]) == (
            "an empty board",
            "match.json",
        )
    seen = await mara.sees("beside it")
    assert (seen.alt_texts, list(seen.buttons)) == (["an empty board"], ["next", "form"])
