"""People who use a bot, with readable verbs for what they do and see."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TypeVar

from playground.limits.components import LINK
from playground.model.errors import ControlError, DiscordError
from playground.model.payload import Json
from playground.people.actor import Actor, Subscription
from playground.testing.options import HasId, build_fields, build_options, find_choice, split_command
from playground.testing.seen import Seen

Found = TypeVar("Found")
PATIENCE_SECONDS = 20.0
"""How many seconds a verb waits in real time; only something that never comes should take them all."""
SHOWN = 12
"""How many messages an error shows."""


class Person:
    """A person at the keyboard, looking at a channel.

    A verb that uses the bot returns its first answer; `outcome` keeps all of it, as `Actor` describes.

    Attributes:
        patience: How many seconds a verb waits, in real time.
        look: The class of the messages that the verbs return.
        check: A function that is called while waiting, and raises an error if it's in vain.
    """

    patience = PATIENCE_SECONDS
    look: Callable[[Json], Seen] = Seen

    def __init__(self, actor: Actor, channel: str = "general") -> None:
        self.actor = actor
        self.id = actor.id
        self.channel = channel
        self.outcome: Json = {}
        self.check: Callable[[], None] = lambda: None
        self._events: Subscription = actor.subscribe()

    @property
    def name(self) -> str:
        """The display name that messages show for this person."""
        user = self.actor.user
        return str(user["global_name"] or user["username"])

    # What the person sees.

    def messages(self, channel: str | None = None) -> list[Seen]:
        """Return the messages that this person sees, in one channel or everywhere, oldest first."""
        home = self.actor.home()
        places = [place["id"] for guild in home["guilds"] for place in guild["channels"]]
        places = [channel] if channel else [*places, *(dm["id"] for dm in home["dms"])]
        found = [self.look(message) for place in places for message in self.actor.read_messages(place)]
        return sorted(found, key=lambda seen: int(seen.id))

    def newest(self, fits: Callable[[Seen], Any]) -> Seen | None:
        """Return the newest message that fits, or None."""
        return next((seen for seen in reversed(self.messages()) if fits(seen)), None)

    def again(self, message: Seen) -> Seen:
        """Return the current version of a message; raise AssertionError if it's gone."""
        found = self._find_again(message)
        assert found is not None, f"This message is gone:\n{message.describe()}\n{self.conversation()}"
        return found

    def _find_again(self, message: Seen) -> Seen | None:
        return next((seen for seen in Person.messages(self) if seen.id == message.id), None)

    async def sees(self, text: str, after: Seen | None = None) -> Seen:
        """Wait for the newest message with this text, written after another one if it's given."""
        since = int(after.id) if after else 0
        return await self.until(
            f"“{text}”", lambda: self.newest(lambda seen: text in seen.text and int(seen.id) > since)
        )

    async def wait_for_answer(self, message: Seen) -> Seen:
        """Wait until the bot has given an answer that it had deferred, and return it."""
        return await self.until("the deferred answer", lambda: self._find_loaded(message))

    def _find_loaded(self, message: Seen) -> Seen | None:
        now = self.again(message)
        return None if now.is_loading else now

    async def until(self, what: str, find: Callable[[], Found | None]) -> Found:
        """Wait until `find` returns something truthy, and check again at every event."""
        __tracebackhide__ = True
        with self._explaining(what):
            async with asyncio.timeout(self.patience):
                while not (found := find()):
                    self.check()
                    await self._events.get()
                return found

    def pushes(self) -> list[str]:
        """Return what the lock screen of this person's phone has shown, oldest first."""
        return [push["body"] for push in self.actor.phone()]

    def conversation(self) -> str:
        """Return the last messages that this person sees, as text."""
        shown = [f"[{self._place(seen)}] {seen.describe()}" for seen in self.messages()[-SHOWN:]]
        return "\n".join([f"as {self.actor.user['username']} sees it:", *(shown or ["(no messages)"])])

    def _place(self, seen: Seen) -> str:
        name = self.actor.world.channels[seen.channel].payload.get("name")
        return f"#{name}" if name else "DM"

    # What the person does.

    async def say(self, text: str, channel: str | None = None) -> Seen:
        """Write a message, and return it."""
        return self.look(await self.actor.say(channel or self.channel, text))

    async def write_to_bot(self, text: str) -> Seen:
        """Write a DM to the bot, and return it."""
        [bot, *_] = [app.bot_id for app in self.actor.world.applications.values()]
        return await self.say(text, (await self.actor.open_dm(bot))["id"])

    async def slash(self, command: str, channel: str | None = None, /, **options: Any) -> Seen:
        """Use a command such as “/dice roll” with options by name, here or in a channel; return the answer.

        People are given as `Person`, files as `Upload`; channels and roles also by name.
        """
        await self._use(command, channel, options)
        return self._answer(command)

    async def slash_for_modal(self, command: str, channel: str | None = None, /, **options: Any) -> Json:
        """Use a command that opens a form, and return the form as `tap_for_modal` does."""
        await self._use(command, channel, options)
        return self._modal(command)

    async def _use(self, command: str, channel: str | None, options: Mapping[str, Any]) -> None:
        place, name = channel or self.channel, split_command(command)[0]
        await self._commands_are_here()
        given = build_options(self.actor, place, command, options)
        await self._act(f"an answer to {command}", self.actor.slash(place, name, given))

    async def _commands_are_here(self) -> None:
        """Wait for the bot's commands if it hasn't registered any yet."""
        world = self.actor.world
        await self.until(
            "a command of the bot",
            lambda: any([*world.global_commands.values(), *world.guild_commands.values()]),
        )

    async def use_on(self, target: Person | Seen, command: str, channel: str | None = None) -> Seen:
        """Use a command in the context menu of a person or a message, and return the answer."""
        await self._commands_are_here()
        if isinstance(target, Seen):
            doing = self.actor.use_on_message(target.channel, command, target.id)
        else:
            doing = self.actor.use_on_user(channel or self.channel, command, target.id)
        await self._act(f"an answer to “{command}”", doing)
        return self._answer(command)

    async def complete(
        self, command: str, focused: str, typed: str, channel: str | None = None, /, **options: Any
    ) -> list[Any]:
        """Return the values that the bot offers while an option of a command is typed."""
        await self._commands_are_here()
        place, name = channel or self.channel, split_command(command)[0]
        given = build_options(self.actor, place, command, {**options, focused: typed})
        inner = given
        while "options" in inner[-1]:
            inner = inner[-1]["options"]
        inner[-1]["focused"] = True
        choices = await self.actor.autocomplete(place, name, given)
        return [choice["value"] for choice in choices]

    async def tap(self, label: str, on: Seen | None = None) -> Seen:
        """Press the newest button with this label, or that of a message, and return the answer."""
        message = await self._find(f"a button “{label}”", on, lambda seen: label in seen.buttons)
        button = message.buttons[label]
        assert button["style"] != LINK, f"“{label}” is a link to {button['url']}, which no bot hears of."
        return await self.press(message, button["custom_id"])

    async def choose(
        self, value: HasId | str, on: Seen | None = None, also: tuple[HasId | str, ...] = ()
    ) -> Seen:
        """Choose a value, or several, in the newest select that offers it, and return the answer.

        A choice is given by its value or label; in a select of people, channels, or roles, as an object with
        an id or by name.
        """
        called = value if isinstance(value, str) else value.id
        message = await self._find(f"a select with “{called}”", on, lambda seen: self._offers(seen, value))
        [select, *_] = self._offers(message, value)
        chosen = [find_choice(self.actor, select, choice) or str(choice) for choice in (value, *also)]
        return await self.press(message, select["custom_id"], chosen)

    def _offers(self, message: Seen, value: HasId | str) -> list[Json]:
        """Return the selects of a message that offer a value."""
        return [select for select in message.selects if find_choice(self.actor, select, value) is not None]

    async def press(self, message: Seen, custom_id: str, values: list[str] | None = None) -> Seen:
        """Press the component with this custom id, or choose values in it, and return the answer.

        If that's no new message, return the pressed one as it is now, or as it was if it's gone.
        """
        doing = self.actor.press(message.channel, message.id, custom_id, values)
        await self._act("an answer to the tap", doing)
        answer = self.outcome["message"]
        return self.look(answer) if answer else self._find_again(message) or message

    async def tap_for_modal(self, label: str, on: Seen | None = None) -> Json:
        """Press a button that opens a form, and return it with the `interaction` that `submit` needs."""
        await self.tap(label, on)
        return self._modal(label)

    def _answer(self, what: str) -> Seen:
        """Return the message that is the outcome."""
        kind, message = self.outcome["type"], self.outcome["message"]
        assert message, f"The answer to {what} is no message, but “{kind}”.\n{self.conversation()}"
        return self.look(message)

    def _modal(self, what: str) -> Json:
        assert self.outcome["type"] == "modal", f"“{what}” opens no form.\n{self.conversation()}"
        return {**self.outcome["modal"], "interaction": self.outcome["interaction"]}

    async def submit(self, modal: Json, by_label: Mapping[str, Any] | None = None, /, **fields: Any) -> Seen:
        """Send a form with these words, choices, or files in its fields, and return the answer.

        A field is given by its custom id, or by its label: `submit(form, {"Your name": "Mara"})`.
        """
        values = build_fields(self.actor, modal, {**(by_label or {}), **fields})
        await self._act("an answer to the form", self.actor.submit(modal["interaction"], values))
        return self._answer("the form")

    async def _find(self, what: str, on: Seen | None, fits: Callable[[Seen], Any]) -> Seen:
        """Return a message if it fits; without one, wait for the newest message that does."""
        __tracebackhide__ = True
        if on is None:
            return await self.until(what, lambda: self.newest(fits))
        assert fits(on), f"There isn't {what} on this message:\n{on.describe()}\n{self.conversation()}"
        return on

    async def _act(self, what: str, doing: Awaitable[Json]) -> None:
        """Do something, and keep its outcome; raise AssertionError with the person's screen if it fails."""
        __tracebackhide__ = True
        with self._explaining(what):
            async with asyncio.timeout(self.patience):
                self.outcome = await doing
        assert self.outcome["type"] != "failed", f"{self.outcome['error']}\n{self.conversation()}"

    @contextmanager
    def _explaining(self, what: str) -> Iterator[None]:
        """Provide a context that adds the person's screen to errors."""
        __tracebackhide__ = True
        try:
            yield
        except TimeoutError:
            self.check()
            raise AssertionError(f"{what} did not come.\n{self.conversation()}") from None
        except (ControlError, DiscordError) as error:
            error.add_note(self.conversation())
            raise
