"""playground.testing: people with readable verbs, and a stage that runs a bot's program."""

from __future__ import annotations

import asyncio
import signal
import sys

import discord
import pytest

from playground.gateway.intents import GUILD_MEMBERS
from playground.model.errors import ControlError
from playground.model.records import Upload as StoredUpload
from playground.posts import messages
from playground.testing import Person, Seen, Upload, open_playground
from tests.playground.bots import NameForm

STAYS = "import signal; print('ready', flush=True); signal.pause()"
LOGS_IN = """
import asyncio, os, sys, aiohttp

async def main():
    async with aiohttp.ClientSession() as session:
        async with session.ws_connect(os.environ["DISCORD_GATEWAY"] + "?v=10") as socket:
            properties = {"os": "linux", "browser": "test", "device": "test"}
            identity = {"token": os.environ["DISCORD_TOKEN"], "intents": 512, "properties": properties}
            await socket.send_json({"op": 2, "d": identity})
            async for message in socket:
                if "MESSAGE_CREATE" in message.data:
                    print("I'm off in", os.path.basename(os.getcwd()))
                    sys.exit(4)

asyncio.run(main())
"""
"""A bot without a library, which ends at the first message that it reads."""


@pytest.fixture
def mara(play, bot) -> Person:
    return Person(play.actor("mara"), "games")


@pytest.fixture
def tom(play, bot) -> Person:
    return Person(play.actor("tom"), "games")


async def test_options_are_given_by_name(bot, mara, tom):
    panel = await mara.slash("/panel", rival=tom)
    assert panel.text == "Turn 1"
    _, rival = await bot.next("answered")
    assert rival.name == "tom"
    await mara.slash("/panel", rival="tom")
    _, rival = await bot.next("answered")
    assert rival.name == "tom"
    kept = await mara.slash("/shelf deck upload", file=Upload("a.txt", b"abc"), name="first")
    assert (kept.text[:22], kept.ephemeral) == ("first: a.txt, 3 of 3 b", True)


async def test_channels_and_roles_are_given_by_name(play, mara, offer):
    given = []
    play.world.listeners.append(
        lambda event: given.append(event.data) if event.name == "INTERACTION_CREATE" else None
    )
    kinds = {"channel": 7, "rank": 8, "either": 9, "share": 10}
    options = [{"name": name, "description": "x", "type": kind} for name, kind in kinds.items()]
    await offer({"name": "ask", "description": "x", "options": options})
    mara.patience = 0
    with pytest.raises(AssertionError, match="an answer to /ask did not come"):
        await mara.slash("/ask", "general", channel="quiet", rank="Robot", either="tom", share=0.5)
    assert given[0]["channel_id"] == mara.actor.channel("general").id
    [role] = [id for guild in play.world.guilds.values() for id, r in guild.roles.items() if r["managed"]]
    assert [option["value"] for option in given[0]["data"]["options"]] == [
        mara.actor.channel("quiet").id,
        role,
        play.actor("tom").id,
        0.5,
    ]


async def test_what_is_wrong_with_a_command_is_said_with_the_screen(mara):
    await mara.say("hello")
    for asking, told in (
        (mara.slash("/pannel"), "There's no command /pannel here."),
        (mara.slash("/panel", side="red"), "There's no option “side” here."),
        (mara.slash("/panel", rival="nina"), "The option “rival” names nobody and nothing here."),
    ):
        with pytest.raises(ControlError) as refused:
            await asking
        assert (str(refused.value), refused.value.__notes__) == (
            told,
            ["as mara sees it:\n[#games] mara: hello"],
        )


async def test_a_button_that_is_not_there_is_said_with_those_that_are(mara):
    panel = await mara.slash("/panel")
    with pytest.raises(AssertionError) as error:
        await mara.tap("Next", panel)
    assert str(error.value).startswith("There isn't a button “Next” on this message:\nRobot: Turn 1\n")
    assert "    buttons: next, form, whisper\n    selects: [people]" in str(error.value)
    mara.patience = 0
    with pytest.raises(AssertionError) as error:
        await mara.tap("Next")
    assert str(error.value).startswith(
        "a button “Next” did not come.\nas mara sees it:\n[#games] Robot: Turn 1"
    )


async def test_taps_and_choices_are_answered(mara, tom):
    panel = await mara.slash("/panel")
    assert (await mara.tap("next")).text == mara.again(panel).text == "Turn 2"
    assert (await tom.tap("whisper")).text == "only you"
    assert [seen.text for seen in mara.messages("games") if seen.ephemeral] == []
    await mara.choose(tom, also=("mara",))
    assert mara.outcome["type"] == "deferred_update"
    assert (await mara.sees("chosen: ")).text == "chosen: mara, tom"


async def test_a_form_is_filled_in_by_label_and_by_custom_id(bot, mara):
    panel = await mara.slash("/panel")
    form = await mara.tap_for_modal("form", panel)
    await bot.next("form_kept")
    assert (await mara.submit(form, {"Name": "Mara"}, side="blue")).text == "Mara plays blue"
    with pytest.raises(AssertionError, match="“next” opens no form"):
        await mara.tap_for_modal("next")
    with pytest.raises(ControlError, match="There is no field “Nam” in this form"):
        await mara.submit(form, {"Name": "Mara", "Nam": "Mara"}, side="red")


async def test_a_command_that_opens_a_form_says_so(bot, mara):
    @bot.tree.command(description="Opens a form")
    async def ask(interaction: discord.Interaction) -> None:
        await interaction.response.send_modal(NameForm())

    await bot.tree.sync()
    with pytest.raises(AssertionError, match="The answer to /ask is no message, but “modal”"):
        await mara.slash("/ask")
    assert (await mara.slash_for_modal("/ask"))["title"] == "A form"


async def test_a_deferred_answer_is_waited_for(bot, mara):
    asked = await mara.slash("/slow")
    done = await mara.wait_for_answer(asked)
    assert (asked.is_loading, done.is_loading, done.id) == (True, False, asked.id)


async def test_completion_gives_what_the_bot_offers(mara):
    assert await mara.complete("/move", "square", "a") == ["a1", "a2"]
    await mara.slash("/shelf deck upload", file=Upload("a.txt", b"abc"), name="first")
    assert await mara.complete("/shelf deck show", "name", "f", card=True) == ["first"]


async def test_menus_of_people_and_messages_are_used(bot, mara, tom):
    async def greet(interaction: discord.Interaction, member: discord.Member) -> None:
        await interaction.response.send_message(f"hello {member.name}")

    async def repeat(interaction: discord.Interaction, message: discord.Message) -> None:
        await interaction.response.send_message(f"again: {message.author.name}")

    for name, answer in (("Greet", greet), ("Repeat", repeat)):
        bot.tree.add_command(discord.app_commands.ContextMenu(name=name, callback=answer))
    await bot.tree.sync()
    assert (await mara.use_on(tom, "Greet")).text == "hello tom"
    assert (await mara.use_on(await tom.say("hi"), "Repeat")).text == "again: tom"


async def test_people_wait_for_commands_that_are_not_registered_yet(play, rest, listener, offer):
    mara = Person(play.actor("mara"), "games")
    asking = asyncio.create_task(mara.slash("/late"))
    await asyncio.sleep(0)
    assert not asking.done()
    await offer({"name": "late", "description": "x"})
    asked = await listener.event("INTERACTION_CREATE")
    path = f"/interactions/{asked['id']}/{asked['token']}/callback"
    await rest("POST", path, {"type": 4, "data": {"content": "here"}})
    assert (await asking).text == "here"


async def test_letters_and_what_was_said_since(mara, tom):
    first = await mara.say("again")
    asking = asyncio.create_task(tom.sees("again", after=first))
    second = await mara.say("again")
    assert (await asking).id == second.id
    letter = await mara.write_to_bot("a letter")
    assert (letter.author, letter.channel != first.channel) == ("mara", True)
    await tom.say(f"<@{mara.id}> look")
    assert mara.pushes() == ["@Mara look"]


def test_a_message_says_all_it_holds():
    embed = {
        "title": "Rules",
        "description": "Be kind to </dice roll:5>",
        "fields": [{"name": "One", "value": "two"}],
        "footer": {"text": "the end"},
        "image": {"url": "http://x/a.png", "description": "a die"},
    }
    row = [
        {"type": 2, "style": 1, "custom_id": "a", "emoji": {"name": "🎲"}},
        {"type": 2, "style": 1, "custom_id": "b", "label": "Off", "disabled": True},
        {"type": 3, "custom_id": "c", "options": [{"label": name, "value": name} for name in "rb"]},
    ]
    seen = Seen(
        {
            "id": "1",
            "channel_id": "2",
            "author": {"username": "Robot"},
            "content": "Hi",
            "flags": 64,
            "embeds": [embed],
            "components": [{"type": 1, "components": row}],
            "attachments": [{"filename": "a.png"}],
        }
    )
    assert seen.text == "Hi\nRules\nBe kind to /dice roll\nOne\ntwo\nthe end"
    assert (seen.alt_texts, list(seen.pictures), list(seen.buttons)) == (["a die"], ["a.png"], ["🎲"])
    said, *more = seen.describe().removeprefix("Robot (only you see this): ").split("\n    ")
    assert said == seen.text
    assert more == ["buttons: 🎲", "turned off: Off", "selects: [r | b]", "files: a.png"]


async def test_a_choice_is_made_by_its_label_and_a_link_is_no_button(play, mara, monkeypatch):
    options = [{"label": "Red", "value": "r"}, {"label": "r", "value": "b"}]
    link = {"type": 2, "style": 5, "label": "Read", "url": "https://example.com"}
    body = {
        "content": "Choose",
        "components": [
            {"type": 1, "components": [{"type": 3, "custom_id": "color", "options": options}]},
            {"type": 1, "components": [link]},
        ],
    }
    [app] = play.world.applications.values()
    channel = mara.actor.channel("games")
    messages.create(play.world, channel, app.bot_id, body)
    pressed = []

    async def press(place, message, custom_id, values):
        pressed.append((custom_id, values))
        return {"interaction": "1", "type": "deferred_update", "message": None, "modal": None, "error": None}

    monkeypatch.setattr(mara.actor, "press", press)
    assert (await mara.choose("Red")).text == "Choose"
    await mara.choose("r")
    assert pressed == [("color", ["r"]), ("color", ["r"])]
    with pytest.raises(AssertionError, match=r"“Read” is a link to https://example\.com"):
        await mara.tap("Read")


async def test_a_message_that_is_gone_is_told(play, mara, tom):
    said = await tom.say("oh")
    messages.delete(play.world, play.world.messages[said.id])
    with pytest.raises(AssertionError, match="This message is gone:\ntom: oh"):
        mara.again(said)


async def test_a_program_is_run_and_ended():
    async with open_playground() as playground:
        await playground.run(sys.executable, "-c", LOGS_IN)
        first = playground.program
        await playground.run(sys.executable, "-c", LOGS_IN)
        second = playground.program
        assert (first.is_running, second.is_running) == (False, True)
    for program in (first, second):
        assert program.state() == {"running": False, "status": 128 + signal.SIGTERM, "lines": []}


async def test_a_program_that_ends_is_said_with_its_last_words(tmp_path):
    async with open_playground() as playground:
        with pytest.raises(AssertionError) as error:
            await playground.run(sys.executable, "-c", "import sys; print('no token'); sys.exit(3)")
        assert str(error.value) == "The bot ended with status 3. It wrote last:\nno token"
        await playground.run(sys.executable, "-c", LOGS_IN, folder=tmp_path)
        mara = playground.person("mara")
        await mara.say("end")
        with pytest.raises(AssertionError) as error:
            await mara.slash("/roll")
        assert str(error.value) == f"The bot ended with status 4. It wrote last:\nI'm off in {tmp_path.name}"


async def test_a_program_that_does_not_log_in_is_said():
    async with open_playground() as playground:
        playground.patience = 0
        with pytest.raises(AssertionError, match=r"^The bot hasn't logged in within 0 seconds\."):
            await playground.run(sys.executable, "-c", STAYS)


async def test_the_clock_stands_still_until_it_is_moved_and_files_are_fetched():
    async with open_playground(intents="members") as playground:
        before = playground.world.clock.now()
        playground.advance(60)
        assert playground.world.clock.now() == before + 60
        [app] = playground.world.applications.values()
        assert app.intents == GUILD_MEMBERS
        channel = playground.actor("mara").channel("games").id
        upload = StoredUpload("0", "a.txt", b"abc")
        stored = playground.world.files.put(channel, upload, None, ephemeral=True)
        assert await playground.download(playground.world.files.links.fresh(stored)) == b"abc"
