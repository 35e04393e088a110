"""People at a test table, with readable verbs for what they do and see."""

from __future__ import annotations

import asyncio
import base64
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from playground.people.actor import Actor, Subscription
from tests.kit.inputs import PATIENCE_SECONDS
from tests.kit.seen import Seen


@dataclass(frozen=True)
class PickedFile:
    """A file that a person uploads with a command: `slash("/keep", file=PickedFile("a.json", b"{}"))`."""

    name: str
    data: bytes


class Person:
    """A person at the table, with readable verbs."""

    def __init__(self, actor: Actor, channel: str) -> None:
        self.actor = actor
        self.id = actor.id
        self.channel = channel
        self._events: Subscription = actor.subscribe()
        self.outcome: dict[str, Any] = {}

    @property
    def name(self) -> str:
        """The display name that messages show for this person."""
        user = self.actor.user
        return str(user["global_name"] or user["username"])

    def messages(self) -> list[Seen]:
        """Return all messages that this person can see, oldest first, without the silent ones."""
        return [seen for seen in self._everything() if not seen.silent]

    def home(self) -> Seen | None:
        """Return the person's home message: the silent, pinned list of their matches."""
        return next((seen for seen in self._everything() if seen.is_home), None)

    def _everything(self) -> list[Seen]:
        home = self.actor.home()
        places = [c["id"] for guild in home["guilds"] for c in guild["channels"]] + [
            d["id"] for d in home["dms"]
        ]
        found = [Seen(m) for place in places for m in self.actor.read_messages(place)]
        return sorted(found, key=lambda seen: int(seen.id))

    async def until(self, what: str, find: Callable[[], Any]) -> Any:
        """Wait until `find` returns something truthy, and check again at every event."""
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                while not (found := find()):
                    await self._events.get()
        except TimeoutError:
            raise AssertionError(f"{what} did not come.\n{self.conversation()}") from None
        return found

    def pushes(self) -> list[str]:
        """Return what the lock screen of this person's phone has shown, oldest first."""
        return [shown["body"] for shown in self.actor.phone()]

    def pushes_by_place(self) -> list[str]:
        """Return the pushes grouped by place, since the order between two places isn't fixed."""
        shown = sorted(self.actor.phone(), key=lambda one: str(one["title"]))
        return [push["body"] for push in shown]

    def conversation(self) -> str:
        """Return the last messages that this person sees, as text."""
        lines = [f"as {self.actor.user['username']} sees it:"]
        for seen in self.messages()[-12:]:
            mark = "private" if seen.ephemeral else "in " + seen.channel
            lines.append(f"[{mark}] {seen.text} buttons={list(seen.buttons)} selects={len(seen.selects)}")
        return "\n".join(lines)

    async def sees(self, text: str) -> Seen:
        """Wait for the newest message with this text, and return it."""
        return await self.until(f"“{text}”", lambda: self.newest(lambda seen: text in seen.text))

    def newest(self, fits: Callable[[Seen], Any]) -> Seen | None:
        return next((seen for seen in reversed(self.messages()) if fits(seen)), None)

    async def slash(self, command: str, channel: str | None = None, **options: Any) -> Seen:
        """Use a command such as “/creators challenge” with options, and return the answer.

        People are given as `Person`, files as `PickedFile`; a group may precede the subcommand.
        """
        await self._use(command, channel, options)
        return Seen(self.outcome["message"])

    async def slash_for_modal(self, command: str) -> dict[str, Any]:
        """Use a command that opens a modal, and return the modal as `tap_for_modal` does."""
        await self._use(command, None, {})
        assert self.outcome["type"] == "modal", f"{command} opens no modal\n{self.conversation()}"
        return {**self.outcome["modal"], "interaction": self.outcome["interaction"]}

    async def _use(self, command: str, channel: str | None, options: dict[str, Any]) -> None:
        top, *rest = command.removeprefix("/").split()
        given = _nested(rest, [_option(name, value) for name, value in options.items()])
        self.outcome = await self.actor.slash(channel or self.channel, top, given)
        self._check_outcome()

    async def use_on(self, other: Person, command: str, channel: str | None = None) -> Seen:
        """Use a command in another person's context menu, and return the answer."""
        self.outcome = await self.actor.use_on_user(channel or self.channel, command, other.id)
        self._check_outcome()
        return Seen(self.outcome["message"])

    async def start(self, command: str, channel: str | None = None, **options: Any) -> Seen:
        """Use a command such as “/decoy play”, tap Play on its card, and return the answer."""
        return await self.tap("Play", await self.slash(command, channel, **options))

    async def move(self, text: str, channel: str | None = None, **options: Any) -> Seen:
        """Play an action by text, and return the answer."""
        return await self.slash("/move", channel, action=text, **options)

    async def complete(self, command: str, focused: str, typed: str, channel: str | None = None) -> list[str]:
        """Return the values offered while an option of a command is typed."""
        option = {"type": 3, "name": focused, "value": typed, "focused": True}
        top, *rest = command.removeprefix("/").split()
        options = _nested(rest, [option])
        return [
            choice["value"] for choice in await self.actor.autocomplete(channel or self.channel, top, options)
        ]

    async def tap(self, label: str, on: Seen | None = None) -> Seen:
        """Press the newest button with this label, and return the answer."""
        message = on or await self.until(
            f"a button “{label}”", lambda: self.newest(lambda s: label in s.buttons)
        )
        custom_id = message.buttons[label]["custom_id"]
        self.outcome = await self.actor.press(message.channel, message.id, custom_id)
        return self._answer(message)

    async def choose(self, value: str, on: Seen | None = None, also: tuple[str, ...] = ()) -> Seen:
        """Choose one or several values in the newest select that offers them, and return the answer."""
        fits: Callable[[Seen], Any] = lambda seen: _select_with(seen, value)  # noqa: E731
        message = on or await self.until(f"a select with “{value}”", lambda: self.newest(fits))
        select = _select_with(message, value)
        assert select is not None, f"no select offers {value}\n{self.conversation()}"
        self.outcome = await self.actor.press(
            message.channel, message.id, select["custom_id"], [value, *also]
        )
        return self._answer(message)

    async def tap_for_modal(self, label: str, on: Seen | None = None) -> dict[str, Any]:
        """Press a button that opens a modal, and return it with the `interaction` that `submit` needs."""
        await self.tap(label, on)
        assert self.outcome["type"] == "modal", f"“{label}” opens no modal\n{self.conversation()}"
        return {**self.outcome["modal"], "interaction": self.outcome["interaction"]}

    async def submit(self, modal: dict[str, Any], **fields: Any) -> Seen:
        """Send a modal with these words (or files) in its fields, and return the answer."""
        self.outcome = await self.actor.submit(modal["interaction"], fields)
        self._check_outcome()
        return Seen(self.outcome["message"])

    def _check_outcome(self) -> None:
        assert self.outcome["type"] != "failed", f"{self.outcome['error']}\n{self.conversation()}"

    def _answer(self, message: Seen) -> Seen:
        self._check_outcome()
        answered = self.outcome["message"]
        return Seen(answered) if answered else self.again(message)

    def again(self, message: Seen) -> Seen:
        """Return the current version of a message."""
        return next(seen for seen in self._everything() if seen.id == message.id)


def _nested(steps: list[str], options: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Nest options below the names of a group and a subcommand, as Discord does."""
    for depth, step in enumerate(reversed(steps), 1):
        options = [{"type": depth, "name": step, "options": options}]
    return options


def _option(name: str, value: Any) -> dict[str, Any]:
    if isinstance(value, Person):
        return {"type": 6, "name": name, "value": value.id}
    if isinstance(value, PickedFile):
        packed = {"filename": value.name, "data": base64.b64encode(value.data).decode()}
        return {"type": 11, "name": name, "value": packed}
    kind = 5 if isinstance(value, bool) else 4 if isinstance(value, int) else 3
    return {"type": kind, "name": name, "value": value}


def _select_with(seen: Seen, value: str) -> dict[str, Any] | None:
    return next((s for s in seen.selects if any(o["value"] == value for o in s["options"])), None)
