"""A bot on discord.py for two worlds: it does normal things, and misuses the API on request."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import discord

from tests.playground.bots import TestBot, picture

Misuse = Callable[["OracleBot", discord.Interaction], Awaitable[object]]
NOWHERE = 5
AT_WORK = ("CommandTree-invoker", "discord-ui-view-dispatch", "discord-ui-modal-dispatch")
"""discord.py's names for the tasks in which the bot answers."""


class OracleBot(TestBot):
    """The test bot with three more commands: /notes, /late and /wrong."""

    def __init__(self) -> None:
        super().__init__()
        self.refusals: dict[str, tuple[int, int] | None] = {}
        add_commands(self)

    async def refused(self, name: str, misuse: Awaitable[object]) -> None:
        """Perform a misuse, and store its refusal under `name`."""
        try:
            await misuse
            self.refusals[name] = None
        except Exception as refused:
            # For a route it lacks, simcord raises an exception that doesn't come from discord.py.
            self.refusals[name] = (getattr(refused, "status", 0), getattr(refused, "code", 0))

    async def at_rest(self) -> None:
        """Wait until the bot has handled all requests."""
        while busy := [task for task in asyncio.all_tasks() if task.get_name().startswith(AT_WORK)]:
            await asyncio.wait(busy)


def add_commands(bot: OracleBot) -> None:
    @bot.tree.command(description="Writes, edits, pins, answers and follows up")
    async def notes(interaction: discord.Interaction) -> None:
        channel = interaction.channel
        assert isinstance(channel, discord.TextChannel)
        await interaction.response.send_message("first")
        await interaction.edit_original_response(content=f"edited for {interaction.user.mention}")
        await interaction.followup.send("only you", ephemeral=True)
        embed = discord.Embed(title="A note", description="with **words**", colour=0x2F9E6E)
        embed.add_field(name="side", value="red")
        await interaction.followup.send("for all", embed=embed)
        message = await channel.send("a message", file=discord.File(picture(16), "dot.png"))
        await message.pin()
        await message.reply("an answer", mention_author=False, silent=True)
        gone = await channel.send("gone soon")
        await gone.delete()

    @bot.tree.command(description="Waits too long")
    async def late(interaction: discord.Interaction) -> None:
        bot.dispatch("waiting", interaction)

    @bot.tree.command(description="Does what one should not")
    async def wrong(interaction: discord.Interaction) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        for name, misuse in MISUSES.items():
            await bot.refused(name, misuse(bot, interaction))
        await interaction.followup.send("done", ephemeral=True)


def place(interaction: discord.Interaction) -> discord.TextChannel:
    assert isinstance(interaction.channel, discord.TextChannel)
    return interaction.channel


async def answer_twice(bot: OracleBot, interaction: discord.Interaction) -> None:
    await discord.InteractionResponse(interaction).send_message("again")


async def fetch_unknown_message(bot: OracleBot, interaction: discord.Interaction) -> None:
    await place(interaction).fetch_message(NOWHERE)


async def fetch_own_private_answer(bot: OracleBot, interaction: discord.Interaction) -> None:
    original = await interaction.original_response()
    await place(interaction).fetch_message(original.id)


async def edit_private_answer_through_the_channel(bot: OracleBot, interaction: discord.Interaction) -> None:
    original = await interaction.original_response()
    await place(interaction).get_partial_message(original.id).edit(content="x")


async def edit_unknown_answer(bot: OracleBot, interaction: discord.Interaction) -> None:
    await interaction.followup.edit_message(NOWHERE, content="x")


async def edit_gone_message(bot: OracleBot, interaction: discord.Interaction) -> None:
    message = await place(interaction).send("x")
    await message.delete()
    await message.edit(content="y")


async def edit_somebody_elses_message(bot: OracleBot, interaction: discord.Interaction) -> None:
    history = [message async for message in place(interaction).history() if not message.author.bot]
    await place(interaction).get_partial_message(history[0].id).edit(content="x")


async def answer_gone_message(bot: OracleBot, interaction: discord.Interaction) -> None:
    message = await place(interaction).send("x")
    await message.delete()
    await message.reply("too late")


async def send_too_much(bot: OracleBot, interaction: discord.Interaction) -> None:
    await place(interaction).send("x" * 2001)


async def send_nothing(bot: OracleBot, interaction: discord.Interaction) -> None:
    await place(interaction).send("")


async def send_words_beside_components(bot: OracleBot, interaction: discord.Interaction) -> None:
    view = discord.ui.LayoutView()
    view.add_item(discord.ui.TextDisplay("in a component"))
    message = await place(interaction).send(view=view)
    await message.edit(content="and beside it")


async def send_the_same_id_twice(bot: OracleBot, interaction: discord.Interaction) -> None:
    view = discord.ui.View()
    for _ in range(2):
        view.add_item(discord.ui.Button(label="x", custom_id="same"))
    await place(interaction).send("x", view=view)


async def send_a_wrong_embed(bot: OracleBot, interaction: discord.Interaction) -> None:
    await place(interaction).send(embed=discord.Embed(title="x" * 257))


async def fetch_unknown_channel(bot: OracleBot, interaction: discord.Interaction) -> None:
    await bot.fetch_channel(NOWHERE)


async def fetch_unknown_user(bot: OracleBot, interaction: discord.Interaction) -> None:
    await bot.fetch_user(NOWHERE)


async def fetch_unknown_member(bot: OracleBot, interaction: discord.Interaction) -> None:
    assert interaction.guild is not None
    await interaction.guild.fetch_member(NOWHERE)


async def pin_unknown_message(bot: OracleBot, interaction: discord.Interaction) -> None:
    await place(interaction).get_partial_message(NOWHERE).pin()


async def two_threads_on_one_message(bot: OracleBot, interaction: discord.Interaction) -> None:
    message = await place(interaction).send("twice")
    await message.create_thread(name="one")
    await message.create_thread(name="two")


async def a_thread_without_a_name(bot: OracleBot, interaction: discord.Interaction) -> None:
    await place(interaction).create_thread(name="", type=discord.ChannelType.public_thread)


async def edit_in_an_archived_thread(bot: OracleBot, interaction: discord.Interaction) -> None:
    thread = await place(interaction).create_thread(name="asleep", type=discord.ChannelType.public_thread)
    message = await thread.send("x")
    await thread.edit(archived=True)
    await message.edit(content="y")


async def delete_twice(bot: OracleBot, interaction: discord.Interaction) -> None:
    message = await place(interaction).send("x")
    await message.delete()
    await message.delete()


async def fetch_unknown_command(bot: OracleBot, interaction: discord.Interaction) -> None:
    await bot.tree.fetch_command(NOWHERE)


async def use_an_unknown_token(bot: OracleBot, interaction: discord.Interaction) -> None:
    hook = discord.Webhook.partial(interaction.application_id, "x" * 68, client=bot)
    await hook.send("x")


MISUSES: dict[str, Misuse] = {
    misuse.__name__.replace("_", " "): misuse
    for misuse in (
        answer_twice,
        fetch_unknown_message,
        fetch_own_private_answer,
        edit_private_answer_through_the_channel,
        edit_unknown_answer,
        edit_gone_message,
        edit_somebody_elses_message,
        answer_gone_message,
        send_too_much,
        send_nothing,
        send_words_beside_components,
        send_the_same_id_twice,
        send_a_wrong_embed,
        fetch_unknown_channel,
        fetch_unknown_user,
        fetch_unknown_member,
        pin_unknown_message,
        two_threads_on_one_message,
        a_thread_without_a_name,
        edit_in_an_archived_thread,
        delete_twice,
        fetch_unknown_command,
        use_an_unknown_token,
    )
}
