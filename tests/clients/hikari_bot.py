"""A small bot on the real hikari that does what Slowplay does on discord.py."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import hikari

from playground.app import Playground
from tests.playground.bots import picture

GUARD = 60.0
UNREADABLE = ("Unknown", "Unrecognised", "ignoring unknown", "Event referenced an unrecognised")


class Complaints(logging.Handler):
    """hikari's complaints: warnings, errors, and payloads of a kind that it doesn't know."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        text = record.getMessage()
        if record.levelno >= logging.WARNING or text.startswith(UNREADABLE):
            self.found.append(f"{record.name}: {text}")

    def of_loop(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Collect hikari's report to the event loop about an unreadable event."""
        self.found.append(f"{context['message']}: {context.get('exception')!r}")


class HikariBot(hikari.GatewayBot):
    """A bot that queues its events by name: `await bot.next("StartedEvent")`."""

    def __init__(self, playground: Playground) -> None:
        quietly: dict[str, Any] = {"banner": None, "logs": None, "suppress_optimization_warning": True}
        super().__init__(playground.token, rest_url=playground.api, **quietly)
        self.synced: dict[str, str] = {}
        self._heard: dict[str, asyncio.Queue[Any]] = {}
        self.listen(hikari.Event)(self._note)
        for event, answer in ANSWERS.items():
            self.listen(event)(answer)

    async def _note(self, event: hikari.Event) -> None:
        self.tell(type(event).__name__, event)

    def tell(self, name: str, what: Any) -> None:
        self._heard.setdefault(name, asyncio.Queue()).put_nowait(what)

    async def next(self, name: str) -> Any:
        """Wait for the next event with this name that hasn't been read."""
        async with asyncio.timeout(GUARD):
            return await self._heard.setdefault(name, asyncio.Queue()).get()

    def forget(self, name: str) -> None:
        """Discard the events with this name received so far."""
        self._heard.pop(name, None)

    async def answer(self, message: str) -> hikari.Message:
        """Wait for the bot's own answer with this id, as hikari's message."""
        while (found := await self.next("answered")).id != int(message):
            pass
        assert isinstance(found, hikari.Message)
        return found

    async def sync(self) -> dict[str, str]:
        """Register the commands, and return name → id."""
        application = await self.rest.fetch_application()
        made = await self.rest.set_application_commands(application, self._commands())
        return {command.name: str(command.id) for command in made}

    def _commands(self) -> list[hikari.api.CommandBuilder]:
        builder = self.rest.slash_command_builder
        rival = hikari.CommandOption(
            type=hikari.OptionType.USER, name="rival", description="Against whom", is_required=False
        )
        square = hikari.CommandOption(
            type=hikari.OptionType.STRING,
            name="square",
            description="Where to",
            is_required=True,
            autocomplete=True,
        )
        return [
            builder("board", "A picture and buttons").add_option(rival),
            builder("letter", "Writes to you"),
            builder("slow", "Thinks first"),
            builder("move", "Completes").add_option(square),
        ]


def buttons(bot: HikariBot) -> hikari.api.MessageActionRowBuilder:
    row = bot.rest.build_message_action_row()
    for name in ("next", "form"):
        row.add_interactive_button(hikari.ButtonStyle.PRIMARY, name, label=name)
    return row


def sides(bot: HikariBot) -> hikari.api.MessageActionRowBuilder:
    row = bot.rest.build_message_action_row()
    menu = row.add_text_menu("side", min_values=1, max_values=1)
    for name in ("red", "blue"):
        menu.add_option(name, name)
    return row


async def answer_command(event: hikari.CommandInteractionCreateEvent) -> None:
    asked, bot = event.interaction, event.app
    assert isinstance(bot, HikariBot)
    if asked.command_name == "board":
        rival = next(iter(asked.resolved.members.values())).username if asked.resolved else "nobody"
        await asked.create_initial_response(
            hikari.ResponseType.MESSAGE_CREATE,
            f"The board, against {rival}",
            attachment=hikari.Bytes(picture(), "board.png"),
            components=[buttons(bot), sides(bot)],
        )
        bot.tell("answered", await asked.fetch_initial_response())
    elif asked.command_name == "letter":
        await answer_with_letter(asked)
    elif asked.command_name == "slow":
        await asked.create_initial_response(hikari.ResponseType.DEFERRED_MESSAGE_CREATE)
        await asked.edit_initial_response("thought")
        bot.tell("answered", await asked.execute("more"))


async def answer_with_letter(asked: hikari.CommandInteraction) -> None:
    try:
        await asked.user.send("a letter")
        told = "sent"
    except hikari.ForbiddenError as refusal:
        told = f"refused with {refusal.code}"
    kind, private = hikari.ResponseType.MESSAGE_CREATE, hikari.MessageFlag.EPHEMERAL
    await asked.create_initial_response(kind, told, flags=private)


async def answer_completion(event: hikari.AutocompleteInteractionCreateEvent) -> None:
    typed, builder = str(event.interaction.options[0].value), hikari.impl.AutocompleteChoiceBuilder
    known = ("a1", "a2", "b1")
    await event.interaction.create_response([builder(name, name) for name in known if name.startswith(typed)])


async def answer_component(event: hikari.ComponentInteractionCreateEvent) -> None:
    asked, bot = event.interaction, event.app
    if asked.custom_id == "form":
        row = bot.rest.build_modal_action_row().add_text_input("name", "Your name", max_length=20)
        await asked.create_modal_response("A form", "about-you", component=row)
    elif asked.custom_id == "side":
        flags = hikari.MessageFlag.EPHEMERAL
        kind = hikari.ResponseType.MESSAGE_CREATE
        await asked.create_initial_response(kind, f"you are {asked.values[0]}", flags=flags)
    else:
        new = hikari.Bytes(picture(32), "board.png")
        kind = hikari.ResponseType.MESSAGE_UPDATE
        await asked.create_initial_response(kind, "The next board", attachment=new, components=[])


async def answer_modal(event: hikari.ModalInteractionCreateEvent) -> None:
    [row] = event.interaction.components
    kind, private = hikari.ResponseType.MESSAGE_CREATE, hikari.MessageFlag.EPHEMERAL
    await event.interaction.create_initial_response(kind, f"hello {row[0].value}", flags=private)


async def answer_message(event: hikari.DMMessageCreateEvent) -> None:
    if event.is_human:
        await event.message.respond(f"you wrote: {event.content}", reply=True)


ANSWERS = {
    hikari.CommandInteractionCreateEvent: answer_command,
    hikari.AutocompleteInteractionCreateEvent: answer_completion,
    hikari.ComponentInteractionCreateEvent: answer_component,
    hikari.ModalInteractionCreateEvent: answer_modal,
    hikari.DMMessageCreateEvent: answer_message,
}
