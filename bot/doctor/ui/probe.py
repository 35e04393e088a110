"""The probe: it acts like the bot on a real server, records Discord's answers, and deletes its messages."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

from bot.doctor.shapes import Step, Steps, shape_of
from bot.doctor.ui import bodies
from bot.doctor.ui.line import Answer, Line, Unreached

PATIENCE_SECONDS = 120.0
"""Seconds for which the probe waits for a tap."""
_ADDED, _PINNED, _THREAD_CREATED = 1, 6, 18
"""Types of system messages, which Discord writes itself."""
_GONE = 404
_MANAGES_THREADS = 1 << 34 | 1 << 3
QUESTIONS = {
    "added": "Did your phone show that you were added to the thread?",
    "empty": "My second DM was made of components alone. Did it arrive on your phone without any words?",
    "pinned": "Did your phone show that a message was pinned in our DM?",
    "unnamed": "Did your phone show the line in the channel that mentions no one?",
}
"""Questions on what only a person can see, by short names."""


class _CutShort(Exception):
    """Raised when the rest of a part makes no sense after an answer."""


class Probe:
    """A run of the probe; `person` gets a DM and taps, `nonce` is any text that wasn't used lately."""

    def __init__(
        self,
        line: Line,
        channel: str,
        person: str,
        nonce: str,
        say: Callable[[str], None],
        patience_seconds: float = PATIENCE_SECONDS,
    ) -> None:
        self._line = line
        self._channel = channel
        self._person = person
        self._nonce = nonce
        self._say = say
        self._patience = patience_seconds
        self._made = list[tuple[str, str]]()
        """Name and path of each thing to delete."""
        self._thread: str | None = None
        self._hook = ""
        """The path of the panel."""
        self._last: dict[str, Any] = {}
        """The last tap on the panel, not answered yet."""
        self.steps: Steps = {}
        self.left = list[str]()
        """Names of things that couldn't be deleted."""

    async def run(self) -> Steps:
        """Run all parts that can be run, delete everything, and return the steps done."""
        try:
            board = await self._run_part(self._boards)
            if board is not None:
                await self._run_part(lambda: self._thread_on(board))
                await self._run_part(lambda: self._later(board))
            await self._run_part(self._dms)
            await self._run_part(self._taps)
        except Unreached as error:
            self._say(f"Discord can't be reached, or is in trouble ({error}), so the rest isn't tested.")
        finally:
            await self._take_away()
        return self.steps

    async def _run_part(self, act: Callable[[], Awaitable[Any]]) -> Any:
        try:
            return await act()
        except _CutShort:
            return None

    async def _boards(self) -> str:
        """Send a board twice with the same nonce."""
        path, body = self._messages(self._channel), bodies.with_nonce(bodies.board(bodies.NOTE), self._nonce)
        first = await self._make("Send a board", "the board", path, **bodies.with_picture(body))
        again = await self._do("Send it again with the same nonce", "POST", path, **bodies.with_picture(body))
        same = again.body is not None and again.body["id"] == first
        if again.body is not None and not same:
            self._made.append(("the second board", f"{path}/{again.body['id']}"))
        self._saw("Send it again with the same nonce", shows_once=same)
        line = bodies.words(f"This line mentions no one. {bodies.NOTE}")
        await self._make("Send a line that mentions no one", "a line", path, json=line)
        return first

    async def _thread_on(self, board: str) -> None:
        """Start a thread, add the person, and check the lines that Discord writes about it."""
        path = f"{self._messages(self._channel)}/{board}/threads"
        made = await self._do("Start a thread on it", "POST", path, json={"name": "slowplay doctor"})
        if made.body is None:
            raise _CutShort
        thread = made.body["id"]
        self._made.append(("the thread", f"/channels/{thread}"))
        self._thread = thread
        told = await self._do("Read the channel", "GET", self._messages(self._channel), params={"limit": "5"})
        about = [message["id"] for message in told.body or () if message["type"] == _THREAD_CREATED]
        self._made += [("the line about the thread", f"{self._messages(self._channel)}/{id}") for id in about]
        self._saw("Read the channel", shows_a_line_about_the_thread=bool(about))
        await self._do("Add a person to it", "PUT", f"/channels/{thread}/thread-members/{self._person}")
        lines = await self._do("Read the thread", "GET", self._messages(thread))
        added = [message for message in lines.body or () if message["type"] == _ADDED]
        mentioned = {user["id"] for message in added for user in message["mentions"]}
        self._saw("Read the thread", shows_who_was_added=bool(added), mentions_them=self._person in mentioned)
        forward = bodies.forward(self._channel, board)
        await self._make("Forward the board into it", "the forward", self._messages(thread), json=forward)

    async def _later(self, board: str) -> None:
        """Edit the board: first keep its picture by name, then upload a new one."""
        path = f"{self._messages(self._channel)}/{board}"
        edit = bodies.board_again(f"Edited. {bodies.NOTE}")
        await self._do("Edit the board, naming its picture", "PATCH", path, json=edit)
        new = bodies.with_picture(bodies.board_again(f"Edited again. {bodies.NOTE}"))
        await self._do("Edit the board, bringing a new picture", "PATCH", path, **new)

    async def _dms(self) -> None:
        """Send two DMs, and pin one."""
        opened = await self._do(
            "Open a DM", "POST", "/users/@me/channels", json={"recipient_id": self._person}
        )
        if opened.body is None:
            raise _CutShort
        path = self._messages(opened.body["id"])
        first = await self._make("Send a DM", "the first DM", path, json=bodies.words(bodies.NOTE))
        alone = bodies.components_alone(bodies.NOTE)
        await self._make("Send a DM of components alone", "the second DM", path, json=alone)
        await self._do("Pin the first DM", "PUT", f"{path}/pins/{first}")
        lines = await self._do("Read the DMs", "GET", path)
        pins = [message["id"] for message in lines.body or () if message["type"] == _PINNED]
        self._made += [("the line about the pin", f"{path}/{id}") for id in pins]
        self._saw("Read the DMs", shows_that_it_was_pinned=bool(pins))

    async def _taps(self) -> None:
        """Get a tap, answer it with an ephemeral panel, and ask questions about the person's phone."""
        async with self._line.listen():
            text = "press this so that the test can continue."
            asking = bodies.please_press(self._person, text)
            await self._make("Ask for a tap", "the button", self._messages(self._channel), json=asking)
            seconds = f"{self._patience:.0f} seconds"
            self._say(f"Now press “I'm here” in the channel, within {seconds}. Have your phone at hand.")
            tap = await self._tap(bodies.HERE)
            self.steps["Get the tap"] = Step(0, shape=shape_of(tap))
            preferred = await self._line.ask("GET", f"/guilds/{tap['guild_id']}")
            same = (preferred.body or {}).get("preferred_locale") == tap.get("guild_locale")
            self._saw("Get the tap", guild_locale_is_the_servers=same)
            self._hook = f"/webhooks/{tap['application_id']}/{tap['token']}/messages/@original"
            await self._panel(tap)
            self._say(f"Please do what it says there. It has up to seven questions, {seconds} for each.")
            await self._ask(tap)

    async def _tap(self, *custom_ids: str) -> dict[str, Any]:
        tap = await self._line.tap_of(self._person, custom_ids, self._patience)
        if tap is None:
            self._say("No one pressed it in time, so the rest isn't tested.")
            raise _CutShort
        return tap

    async def _panel(self, tap: dict[str, Any]) -> None:
        body = bodies.with_picture(bodies.panel("This is a panel."))
        shown = await self._respond("Answer with an ephemeral panel", tap, body)
        if shown.body is None:
            raise _CutShort
        panel, messages = shown.body["resource"]["message"]["id"], self._messages(self._channel)
        self._made.append(("the panel", self._hook))
        await self._do("Look for the panel in its channel", "GET", f"{messages}/{panel}")
        forward = bodies.forward(self._channel, panel)
        forwarded = await self._do("Forward the panel", "POST", messages, json=forward)
        if forwarded.body is not None:
            self._made.append(("the forwarded panel", f"{messages}/{forwarded.body['id']}"))
        edit = bodies.board_again("This is a panel, edited.")
        await self._do("Edit the panel, naming its picture", "PATCH", self._hook, json=edit)

    async def _ask(self, tap: dict[str, Any]) -> None:
        """Ask the person in the panel what only a person can try or see."""
        body = bodies.panel_with_buttons("A few questions follow. Have your phone at hand.", bodies.BEGIN)
        await self._do("Put a button into the panel", "PATCH", self._hook, json=body)
        self._last = await self._tap(bodies.BEGIN)
        await self._new_picture()
        if int(tap["member"]["permissions"]) & _MANAGES_THREADS:
            self._say("You can manage threads, so what others can tap in closed ones isn't tested.")
        elif self._thread is not None:
            await self._tap_in(self._thread, "archived")
            await self._tap_in(self._thread, "locked")
        for text in QUESTIONS.values():
            await self._show(text, bodies.YES, bodies.NO)
            self._last = await self._tap(bodies.YES, bodies.NO)
            self.steps[text] = Step(0)
            self._saw(text, answer=self._last["data"]["custom_id"] == bodies.YES)
        await self._show("Thank you. That's all.")

    async def _new_picture(self) -> None:
        """Test whether the answer to a tap may upload a picture; if not, the tap stays unanswered."""
        body = bodies.as_update(bodies.board_with_buttons("This is a new picture.", bodies.BEGIN))
        name = "Change the panel, bringing a new picture"
        shown = await self._respond(name, self._last, bodies.with_picture(body))
        if shown.body is not None:
            self._last = await self._tap(bodies.BEGIN)

    async def _tap_in(self, thread: str, state: str) -> None:
        """Test whether a tap arrives from an archived or locked thread, and whether it reopens the thread."""
        attempt, path = f"{bodies.PREFIX}{state}", f"/channels/{thread}"
        button = bodies.with_buttons("Press this.", attempt)
        await self._make(
            f"Put a button into the thread, to be {state}", "a button", f"{path}/messages", json=button
        )
        changed = await self._line.ask("PATCH", path, json={state: True})
        if changed.body is None:
            self._say(f"The thread can't be {state} without Manage Threads, so taps in it aren't tested.")
            return
        await self._show(f"The thread is {state} now. Press the button in it, then “Done” here.", bodies.DONE)
        arrived = False
        while (tap := await self._tap(attempt, bodies.DONE))["data"]["custom_id"] == attempt:
            arrived = True
            await self._respond(f"Hear of a tap in the {state} thread", tap, {"json": bodies.HEARD})
        self._last = tap
        now = await self._do(f"Look at the {state} thread", "GET", path)
        stays = bool(now.body) and bool(now.body["thread_metadata"][state])
        self._saw(f"Look at the {state} thread", tap_arrived=arrived, **{f"is_still_{state}": stays})
        await self._line.ask("PATCH", path, json={state: False})

    async def _show(self, text: str, *buttons: str) -> None:
        """Show a text in the panel, as the answer to the last tap on it."""
        body = bodies.as_update(bodies.panel_with_buttons(text, *buttons))
        await self._respond(f"Show: {text}", self._last, {"json": body})

    async def _respond(self, name: str, tap: dict[str, Any], given: dict[str, Any]) -> Answer:
        path = f"/interactions/{tap['id']}/{tap['token']}/callback"
        return await self._do(name, "POST", path, params={"with_response": "true"}, **given)

    def _messages(self, channel: str) -> str:
        return f"/channels/{channel}/messages"

    async def _make(self, name: str, what: str, path: str, **given: Any) -> str:
        """Send a message, remember it for deletion, and return its id."""
        answer = await self._do(name, "POST", path, **given)
        if answer.body is None:
            raise _CutShort
        self._made.append((what, f"{path}/{answer.body['id']}"))
        return str(answer.body["id"])

    async def _do(self, name: str, method: str, path: str, **given: Any) -> Answer:
        answer = await self._line.ask(method, path, **given)
        self.steps[name] = Step(answer.status, answer.code, shape_of(answer.body))
        return answer

    def _saw(self, name: str, **seen: bool) -> None:
        told = {key: "yes" if value else "no" for key, value in seen.items()}
        self.steps[name] = msgspec.structs.replace(self.steps[name], seen=told)

    async def _take_away(self) -> None:
        """Delete everything, the newest first; a thread takes its messages with it."""
        for what, path in reversed(self._made):
            try:
                answer = await self._line.ask("DELETE", path)
            except Unreached:
                self.left.append(what)
                continue
            if answer.status >= 300 and answer.status != _GONE:
                self.left.append(what)
