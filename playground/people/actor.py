"""A person at the keyboard: everything that people can do, for the page and for tests."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from typing import Any

from playground.apps import commands, installs, interactions
from playground.apps.options import Typed
from playground.gateway.server import Gateway
from playground.limits.commands import CHAT_INPUT
from playground.model import locales
from playground.model import permissions as perms
from playground.model.errors import ControlError, DiscordError
from playground.model.events import Event
from playground.model.payload import Json
from playground.model.records import Application, Channel, Interaction, Message
from playground.model.world import World
from playground.people.submissions import build_press, build_submission
from playground.places import channels, members, threads, timelines, unread_marks
from playground.posts import components, forums, messages, phones, pins

SILENCE = {
    2: "The application did not respond",
    3: "This interaction failed",
    5: "Something went wrong. Try again.",
}
"""The error that a person sees when the bot doesn't answer in time, by interaction type."""

LONGEST_NAME = 32
USER_MENU, MESSAGE_MENU = 2, 3
"""The types of commands in the context menu of a user and of a message."""


class Subscription:
    """The events that one person sees from its creation until `close`, as {"event", "data"}."""

    def __init__(self, world: World, user_id: str) -> None:
        self._world = world
        self._user_id = user_id
        self.queue: asyncio.Queue[Json] = asyncio.Queue()
        world.listeners.append(self._hear)

    async def get(self) -> Json:
        """Wait for the next event and return it."""
        return await self.queue.get()

    def close(self) -> None:
        """Stop receiving events; closing again changes nothing."""
        if self._hear in self._world.listeners:
            self._world.listeners.remove(self._hear)

    def _hear(self, event: Event) -> None:
        if self._concerns(event):
            self.queue.put_nowait({"event": event.name, "data": event.data})

    def _concerns(self, event: Event) -> bool:
        if not event.people:
            return False
        if event.user is not None:
            return event.user == self._user_id
        channel = self._world.channels.get(event.channel or "")
        return event.channel is None or (channel is not None and self._world.sees(self._user_id, channel))


class Actor:
    """One person of the world.

    `slash`, `press`, `submit` and the context menus return an outcome once the bot's first answer is there:
    {"interaction": id, "type": "message" | "deferred" | "updated" | "deferred_update" | "modal" | "failed",
    "message": message or None, "modal": modal or None, "error": text or None}. "failed" comes 3 seconds after
    the interaction by the world's clock, or at once if the bot isn't connected. All methods raise
    ControlError or DiscordError, with one clear sentence, for what the person can't do.
    """

    def __init__(self, world: World, gateway: Gateway, user_id: str) -> None:
        self.world = world
        self.id = user_id
        self._gateway = gateway

    @property
    def user(self) -> Json:
        """The user object."""
        return self.world.user(self.id).payload

    def subscribe(self) -> Subscription:
        """Return a subscription to the events that this person sees from now on."""
        return Subscription(self.world, self.id)

    def channel(self, id_or_name: str) -> Channel:
        """Return a channel, thread or DM that this person sees, by id or name, or raise ControlError."""
        found = self.world.channels.get(id_or_name)
        if found is None:
            named = (
                candidate
                for candidate in self.world.channels.values()
                if candidate.payload.get("name") == id_or_name
            )
            found = next((candidate for candidate in named if self.world.sees(self.id, candidate)), None)
        if found is None or not self.world.sees(self.id, found):
            raise ControlError("You can't see a channel like that.", 404)
        return found

    def message(self, channel: str, id: str) -> Message:
        """Return a message that this person sees, or raise ControlError."""
        found = self.world.messages.get(id)
        place = self.channel(channel)
        if found is None or found.channel_id != place.id or found.reader not in (None, self.id):
            raise ControlError("That message is gone.", 404)
        return found

    def home(self) -> Json:
        """Return servers with channels and threads, DMs, and unread marks: {"guilds", "dms", "unread"}."""
        world = self.world
        guilds = [
            {
                "id": guild.id,
                "name": guild.payload["name"],
                "channels": [
                    self._channel(channel)
                    for channel in world.channels_of(guild.id)
                    if world.sees(self.id, channel)
                ],
            }
            for guild in world.guilds.values()
            if self.id in guild.members
        ]
        dms = [
            channels.dm_payload(world, world.channels[id], self.id)
            for id in world.dms.values()
            if self.id in world.channels[id].shown_to
        ]
        return {"guilds": guilds, "dms": dms, "unread": unread_marks.of_user(world, self.id)}

    def _channel(self, channel: Channel) -> Json:
        mine = channel.thread_members.get(self.id)
        return {**channel.payload, "member": mine} if mine else channel.payload

    def read_messages(self, channel: str, limit: int = 100, before: str | None = None) -> list[Json]:
        """Return the messages seen in a channel before an id, oldest first, own ephemeral ones included."""
        place = self.channel(channel)
        found = timelines.list_visible(self.world, self.id, place, limit, int(before) if before else None)
        return [messages.render_message(self.world, message) for message in found]

    def phone(self) -> list[Json]:
        """Return the pushes on this person's lock screen, newest last; see `playground.posts.phones`."""
        return phones.of_user(self.world, self.id)

    def pins(self, channel: str) -> list[Json]:
        """Return a channel's pinned messages, newest pin first; none if its history may not be read."""
        place = self.channel(channel)
        if not self.world.permissions(self.id, place) & perms.READ_MESSAGE_HISTORY:
            return []
        found, _ = pins.page(self.world, place, pins.LIMIT)
        return [pin["message"] for pin in found]

    def commands(self, channel: str) -> list[Json]:
        """Return the commands offered in a channel."""
        return [command for _, command in commands.usable(self.world, self.id, self.channel(channel))]

    async def say(self, channel: str, content: str) -> Json:
        """Write a message, or in a forum a post titled with the first line; return the message."""
        place = self.channel(channel)
        members.check_may_act(self.world, place.guild_id, self.id)
        if not place.is_dm:
            needed = perms.SEND_MESSAGES_IN_THREADS if place.is_thread else perms.SEND_MESSAGES
            self.world.require(self.id, place, needed)
        if place.is_forum:
            made = forums.write(self.world, place, self.id, content)
        else:
            made = messages.create(self.world, place, self.id, {"content": content})
        unread_marks.read(self.world, self.id, made.channel_id)
        return messages.render_message(self.world, made)

    async def open_dm(self, recipient: str) -> Json:
        """Open the DM with a user, show it in the person's list, and return it."""
        channel = channels.open_dm(self.world, self.id, self.world.user(recipient).id)
        channels.show_dm(self.world, channel, (self.id,))
        return channels.dm_payload(self.world, channel, self.id)

    async def slash(self, channel: str, command: str, options: Iterable[Json] = ()) -> Json:
        """Use a slash command, and return the outcome.

        Args:
            channel: Its id or name.
            command: The name of the top-level command, without the slash.
            options: {"name", "value"} each; for a sub-command or group {"name", "options"}.
        """
        place = self.channel(channel)
        self._check_may_use(place)
        app, data = self._command_data(place, command, list(options), partial=False)
        return await self._run(app, place, interactions.COMMAND, data)

    async def use_on_user(self, channel: str, command: str, user: str) -> Json:
        """Use a command of a user's context menu, and return the outcome."""
        place = self.channel(channel)
        self._check_may_use(place)
        app, found = self._command(place, command, USER_MENU)
        typed = Typed(self.world, app, self.id, place)
        if not typed.resolve_user(user):
            raise ControlError("There's nobody like that here.", 404)
        data = {**_pick_command_fields(found), "target_id": user, "resolved": typed.resolved}
        return await self._run(app, place, interactions.COMMAND, data)

    async def use_on_message(self, channel: str, command: str, message: str) -> Json:
        """Use a command of a message's context menu, and return the outcome."""
        place, target = self.channel(channel), self.message(channel, message)
        self._check_may_use(place)
        if target.reader is not None:
            raise ControlError("Only messages that everybody sees have such commands.")
        app, found = self._command(place, command, MESSAGE_MENU)
        resolved = {"messages": {target.id: messages.render_message(self.world, target)}}
        data = {**_pick_command_fields(found), "target_id": target.id, "resolved": resolved}
        return await self._run(app, place, interactions.COMMAND, data)

    async def autocomplete(self, channel: str, command: str, options: Iterable[Json]) -> list[Json]:
        """Return the choices that the bot offers for the focused option; none if it doesn't answer.

        Returns:
            {"name", "value"} for each choice.
        """
        place = self.channel(channel)
        self._check_may_use(place)
        app, data = self._command_data(place, command, list(options), partial=True)
        if not self._gateway.reachable(app.id, place.guild_id):
            return []
        opened = interactions.open_interaction(
            self.world, app, self.id, place, interactions.AUTOCOMPLETE, data
        )
        await self._answer(opened)
        choices: list[Json] = opened.data.get("choices", [])
        return choices

    async def press(
        self, channel: str, message: str, custom_id: str, values: Sequence[str] | None = None
    ) -> Json:
        """Press a button, or choose `values` in a select, and return the outcome."""
        place, found = self.channel(channel), self.message(channel, message)
        members.check_may_act(self.world, place.guild_id, self.id)
        threads.check_tap(self.world, place, self.id)
        component = components.find(found.payload["components"], custom_id)
        app = self.world.application_of(found.payload["author"]["id"])
        if component is None or app is None:
            raise ControlError("That button isn't there anymore.")
        typed = Typed(self.world, app, self.id, place)
        data = build_press(component, list(values) if values is not None else None, typed)
        return await self._run(app, place, interactions.COMPONENT, data, source=found)

    async def submit(self, interaction: str, values: dict[str, Any]) -> Json:
        """Submit the modal that answered an interaction, and return the outcome.

        Args:
            interaction: The id of the interaction that the modal answered.
            values: By custom id: a text, true or false for a checkbox, the value of a radio button, a list of
                values for a select or checkbox group, or a list of {"filename", "data": base64} for a file
                upload. A missing field keeps its default.
        """
        trigger = self.world.interactions.get(interaction)
        if trigger is None or trigger.user_id != self.id or trigger.modal is None:
            raise ControlError("That form isn't open.", 404)
        place = self.channel(trigger.channel_id)
        members.check_may_act(self.world, place.guild_id, self.id)
        app = self.world.applications[trigger.application_id]
        data = build_submission(trigger.modal, values, Typed(self.world, app, self.id, place))
        source = self.world.messages.get(trigger.source or "")
        return await self._run(app, place, interactions.MODAL_SUBMIT, data, source=source, trigger=trigger)

    async def read(self, channel: str) -> None:
        """Clear the unread marks of a channel."""
        unread_marks.read(self.world, self.id, self.channel(channel).id)

    async def dismiss(self, channel: str, message: str) -> None:
        """Dismiss an ephemeral message of this person."""
        found = self.message(channel, message)
        if found.reader != self.id:
            raise ControlError("You can only dismiss messages that nobody else sees.")
        messages.delete(self.world, found)

    async def settings(self, *, dms_open: bool | None = None, locale: str | None = None) -> None:
        """Allow or forbid DMs from bots, and set the language of the person's app; None keeps a setting."""
        user = self.world.user(self.id)
        if locale is not None:
            locales.check(locale)
            user.locale = locale
        if dms_open is not None:
            user.dms_open = dms_open
        data = {"user": self.id, "dms_open": user.dms_open, "locale": user.locale}
        self.world.emit(Event(name="SETTINGS", data=data, bots=False, people=False))

    async def rename(self, name: str) -> None:
        """Change the display name, at most 32 characters of any script; "" removes it."""
        if len(name) > LONGEST_NAME:
            raise ControlError(f"A display name can have up to {LONGEST_NAME} characters.")
        members.rename(self.world, self.id, name.strip())

    async def install(self, application: str) -> None:
        """Install an application for this person, so that its commands are available everywhere."""
        installs.install(self.world, self.world.application(application), self.id)

    async def uninstall(self, application: str) -> None:
        """Remove an application from this person's account."""
        installs.uninstall(self.world.application(application), self.id)

    def _check_may_use(self, place: Channel) -> None:
        members.check_may_act(self.world, place.guild_id, self.id)
        if place.is_forum:
            raise ControlError("You can use commands in the posts of a forum, but not here.", 403)
        try:
            self.world.require(self.id, place, perms.USE_APPLICATION_COMMANDS)
            threads.check_writable(self.world, place, self.id)
        except DiscordError as error:
            raise ControlError("You can't use commands here.", 403) from error

    def _command_data(
        self, place: Channel, name: str, options: list[Json], partial: bool
    ) -> tuple[Application, Json]:
        app, command = self._command(place, name, CHAT_INPUT)
        typed = Typed(self.world, app, self.id, place, partial)
        checked = typed.check(command.get("options") or [], options)
        data: Json = {**_pick_command_fields(command), "options": checked}
        return app, data | ({"resolved": typed.resolved} if typed.resolved else {})

    def _command(self, place: Channel, name: str, type: int) -> tuple[Application, Json]:
        """Return a command offered in a channel, with its application."""
        for app, command in commands.usable(self.world, self.id, place):
            if (command["type"], command["name"]) == (type, name):
                return app, command
        slash = "/" if type == CHAT_INPUT else ""
        raise ControlError(f"There's no command {slash}{name} here.", 404)

    async def _run(
        self,
        app: Application,
        place: Channel,
        type: int,
        data: Json,
        source: Message | None = None,
        trigger: Interaction | None = None,
    ) -> Json:
        opened = interactions.open_interaction(
            self.world, app, self.id, place, type, data, source=source, trigger=trigger
        )
        outcome: Json = {
            "interaction": opened.id,
            "type": "failed",
            "message": None,
            "modal": None,
            "error": None,
        }
        answer = await self._answer(opened) if self._gateway.reachable(app.id, place.guild_id) else None
        if answer is None:
            self._tell("INTERACTION_FAILED", place, {"error": SILENCE[type]})
            return {**outcome, "error": SILENCE[type]}
        if opened.modal is not None:
            self._tell("MODAL", place, {"modal": opened.modal})
        return {**outcome, **answer, "modal": opened.modal}

    def _tell(self, name: str, place: Channel, data: Json) -> None:
        """Tell the recorder about something that this person alone sees and that is in no message."""
        data = {"user": self.id, "channel": place.id, **data}
        self.world.emit(Event(name=name, data=data, bots=False, people=False))

    async def _answer(self, opened: Interaction) -> Json | None:
        """Wait for the bot's answer; return None if its time is over."""
        last_moment = opened.created + interactions.ANSWER_SECONDS
        timer = asyncio.create_task(self.world.clock.wait_until(last_moment))
        waiting: set[asyncio.Future[Any]] = {opened.answer, timer}
        await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        timer.cancel()
        return opened.answer.result() if opened.answer.done() else None


def _pick_command_fields(command: Json) -> Json:
    """Return the fields of a command that an interaction contains."""
    return {name: command[name] for name in ("id", "name", "type", "guild_id") if name in command}
