"""The crowd: people who challenge, accept, look, choose, type and resign, whatever happens to the bot.

A person only knows what a client shows; ids and versions come from the buttons on the screen.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable
from dataclasses import dataclass
from typing import Any

from bench.bot.people import Choice, Panel, components_of
from bot.discord_kit.components import buttons
from playground.app import Playground
from playground.model.errors import ControlError, DiscordError
from playground.people.actor import Actor
from tests.crash import notebook as notes
from tests.crash.notebook import Attempt, Notebook
from tests.kit.seen import Seen

MOVED_ON = "The board has moved on"
_TYPES, _TAPS_TWICE, _GIVES_UP, _TURNS_BACK, _LOOKS_ABOUT = 0.1, 0.06, 0.02, 0.05, 0.05
_BEGINS = 0.3
_MOST_TAPS_IN_A_ROW = 60
_DOORS = ("open", "view", "brief")
_CHOOSING = ("pick", "choose", "draft")

Json = dict[str, Any]


@dataclass(frozen=True)
class Door:
    """A button that shows a match."""

    channel: str
    message: str
    custom_id: str


@dataclass(frozen=True)
class Kind:
    """A way to begin a match: “challenge” or “play”, with the available paces."""

    game: str
    verb: str
    paces: tuple[str, ...]


class Guest:
    """A person in the crowd."""

    def __init__(
        self, playground: Playground, name: str, rng: random.Random, notebook: Notebook, line: asyncio.Event
    ) -> None:
        self.actor: Actor = playground.actor(name)
        self.id = int(self.actor.id)
        self.others: list[str] = []
        self.kinds: list[Kind] = []
        self.places: list[str] = []
        """The channels in which this person uses commands."""
        self._notebook = notebook
        self._rng = rng
        self._line = line
        self._events = self.actor.subscribe()
        self._doors: dict[str, Door] = {}
        self._cards: dict[str, Door] = {}
        self._news: set[str] = set()
        self._tapped: set[str] = set()
        self._mine: set[str] = set()
        self._over: set[str] = set()
        self._unanswered: set[str] = set()

    async def live(self, most_matches: int, stopped: asyncio.Event) -> None:
        """Do one thing after another until `stopped` is set."""
        while not stopped.is_set():
            await self._line.wait()
            self.look_up()
            try:
                await self._one_thing(most_matches)
            except (ControlError, DiscordError) as error:
                self._notebook.sentences[str(error)] += 1

    def look_up(self) -> None:
        """Take in everything that was shown since the last look."""
        while not self._events.queue.empty():
            self._hear(self._events.queue.get_nowait())

    async def look_again(self) -> None:
        """Open each match again in which the last tap had no answer, as a real player would."""
        self.look_up()
        for match in sorted(self._unanswered & self._doors.keys()):
            await self._visit(match)

    def _hear(self, event: Json) -> None:
        """Take in a message; it's news unless this person's own tap changed it and it offers no choice."""
        if event["event"] not in ("MESSAGE_CREATE", "MESSAGE_UPDATE"):
            return
        own = event["data"]["id"] in self._tapped
        news = not own or any("|choose|" in tap or "|pick|" in tap for tap in self._present(event["data"]))
        self._take_in(event["data"], news=news)

    def _present(self, message: Json) -> set[str]:
        """Return the custom ids of the buttons that the message has now."""
        there = self.actor.world.messages.get(message["id"])
        return _taps(there.payload) if there else set()

    def _place(self) -> str:
        return self._rng.choice(self.places)

    async def _one_thing(self, most_matches: int) -> None:
        wanting = len(self._mine - self._over) < most_matches
        if self._cards:
            await self._accept(*self._cards.popitem())
        elif self._news and not (wanting and self._rng.random() < _BEGINS):
            await self._visit(self._rng.choice(sorted(self._news)))
        elif wanting:
            await self._begin()
        elif self._mine and self._rng.random() < _LOOKS_ABOUT:
            await self._look_about()
        else:
            self._hear(await self._events.get())

    def _take_in(self, message: Json, *, news: bool = True) -> None:
        """Remember the buttons that a message offers, and what it shows."""
        private = bool(message.get("flags", 0) & 64) or "guild_id" not in self._channel(message)
        for part in components_of(message):
            custom_id = part.get("custom_id", "")
            if custom_id.startswith("sp|"):
                self._take_in_button(message, custom_id, private, news)

    def _channel(self, message: Json) -> Json:
        return self.actor.world.channels[message["channel_id"]].payload

    def _take_in_button(self, message: Json, custom_id: str, private: bool, news: bool) -> None:
        verb, parts = buttons.split_custom_id(custom_id)
        door, match = Door(message["channel_id"], message["id"], custom_id), parts[0]
        if verb == "accept":
            self._notebook.challenges.add(match)
            if f"<@{self.id}>" in Seen(message).text and news:
                self._cards[match] = door
        if verb in _DOORS and (private or match in self._mine):
            self._doors[match] = door
            self._mine.add(match)
            self._news |= {match} if news else set()
        if verb == "rematch" and private:
            self._notebook.ends_seen.add((self.id, match))
            self._over.add(match)
            self._news.discard(match)
        if verb in _CHOOSING and private:
            self._mine.add(match)
            self._notebook.turns_seen.add((self.id, match, int(parts[1])))

    async def _accept(self, challenge: str, door: Door) -> None:
        """Accept a challenge or start a match against the bot; without an answer, try again later."""
        outcome = await self._answered(self.actor.press(door.channel, door.message, door.custom_id))
        if outcome is None:
            self._cards[challenge] = door
        elif buttons.split_custom_id(door.custom_id)[0] == "start" and _is_about(
            challenge, outcome["message"]
        ):
            self._notebook.begun.add(challenge)
            self._mine.add(challenge)

    async def _begin(self) -> None:
        """Begin a match: challenge another person, or play the bot."""
        kind = self._rng.choice(self.kinds)
        options = [_word("time", self._rng.choice(kind.paces))]
        if kind.verb == "challenge":
            options.append({"type": 6, "name": "opponent", "value": self._rng.choice(self.others)})
        command = {"type": 1, "name": kind.verb, "options": options}
        outcome = await self._answered(self.actor.slash(self._place(), kind.game, [command]))
        if outcome is None:
            return
        card = outcome["message"]
        start = Panel(self.actor, card).button("start")
        if start is not None:
            await self._accept(
                buttons.split_custom_id(start)[1][0], Door(card["channel_id"], card["id"], start)
            )

    async def _look_about(self) -> None:
        """Look at the list of matches, or resign from one."""
        if self._rng.random() > _GIVES_UP * 10:
            await self._answered(self.actor.slash(self._place(), "matches"))
            return
        match = self._rng.choice(sorted(self._mine))
        asked = await self._answered(self.actor.slash(self._place(), "resign", [_word("match", match)]))
        panel = Panel(self.actor, asked["message"]) if asked else None
        if panel is not None and (custom_id := panel.button("resign")):
            answer = await self._press(panel.message, Choice(custom_id))
            self._wonder(match, answer)
            if answer is not None and f"sp|rematch|{match}" in _taps(answer):
                self._notebook.resigned.add(match)

    def _wonder(self, match: str, answer: Json | None) -> None:
        """After a tap without an answer, mark the match to look at again."""
        if answer is None:
            self._unanswered.add(match)
            self._news |= {match} & self._doors.keys()

    async def _visit(self, match: str) -> None:
        """Open a match, and continue there as long as there's something to choose."""
        self._news.discard(match)
        self._unanswered.discard(match)
        door = self._doors[match]
        try:
            message = await self._press_door(door)
        except ControlError:
            self._doors.pop(match, None)
            return
        for _ in range(_MOST_TAPS_IN_A_ROW):
            self._wonder(match, message)
            if message is None:
                return
            following = self._what_next(match, message)
            if following is None:
                return
            message = await self._do(match, message, following)

    async def _press_door(self, door: Door) -> Json | None:
        return await self._shown(self.actor.press(door.channel, door.message, door.custom_id))

    def _what_next(self, match: str, message: Json) -> Choice | None:
        """Return what this person taps next in a panel, or None when there's nothing to do."""
        panel = Panel(self.actor, message)
        choice = panel.choices(self._rng)
        back = panel.button("draft")
        if back and (choice is None or self._rng.random() < _TURNS_BACK):
            return Choice(back)
        if choice is not None:
            return choice
        taps = _taps(message)
        if ready := panel.button("ready"):
            return Choice(ready)
        if f"sp|view|{match}" in taps or f"sp|rematch|{match}" in taps:
            return None
        opening = panel.button("brief") or panel.button("open")
        return Choice(opening) if opening else None

    async def _do(self, match: str, message: Json, choice: Choice) -> Json | None:
        """Tap, tap twice, or type the action instead."""
        verb, parts = buttons.split_custom_id(choice.custom_id)
        if verb not in ("pick", "choose"):
            return await self._press(message, choice)
        version, chance = int(parts[1]), self._rng.random()
        if chance < _TYPES:
            return await self._type(match, version) or await self._tap(message, choice)
        if chance < _TYPES + _TAPS_TWICE:
            twice = await asyncio.gather(self._tap(message, choice), self._tap(message, choice))
            return twice[1]
        return await self._tap(message, choice)

    async def _tap(self, message: Json, choice: Choice) -> Json | None:
        _, parts = buttons.split_custom_id(choice.custom_id)
        keys = tuple(parts[2].split("~")) if parts[2] else ()
        if choice.values:
            draft, key = keys, choice.values[0]
        else:
            *before, key = keys or ("",)
            draft = tuple(before)
        attempt = self._notebook.note(Attempt(self.id, parts[0], int(parts[1]), draft, key))
        outcome = await self._outcome(
            self.actor.press(message["channel_id"], message["id"], choice.custom_id, choice.values)
        )
        if outcome is not None and outcome["type"] == "modal":
            attempt.draft, attempt.key = (*draft, key), "Well played"
            outcome = await self._outcome(self.actor.submit(outcome["interaction"], {"words": "Well played"}))
        return self._judged(attempt, outcome)

    async def _type(self, match: str, version: int) -> Json | None:
        """Type one of the actions that autocomplete offers."""
        focused = {"type": 3, "name": "action", "value": "", "focused": True}
        offered = await self.actor.autocomplete(self._place(), "move", [focused, _word("match", match)])
        if not offered:
            return None
        text = self._rng.choice(offered)["value"]
        attempt = self._notebook.note(Attempt(self.id, match, version, text=text))
        given = [_word("action", text), _word("match", match)]
        return self._judged(attempt, await self._outcome(self.actor.slash(self._place(), "move", given)))

    def _judged(self, attempt: Attempt, outcome: Json | None) -> Json | None:
        """Note how the attempt turned out, and return the message to continue with."""
        message: Json | None = outcome["message"] if outcome else None
        if message is None:
            return None
        attempt.outcome = judged(attempt, message)
        if attempt.outcome in (notes.REFUSED, notes.STALE):
            self._notebook.sentences[Seen(message).text.partition("\n")[0]] += 1
        return None if attempt.outcome == notes.REFUSED else message

    async def _press(self, message: Json, choice: Choice) -> Json | None:
        press = self.actor.press(message["channel_id"], message["id"], choice.custom_id, choice.values)
        return await self._shown(press)

    async def _shown(self, asking: Awaitable[Json]) -> Json | None:
        """Return the bot's response message, or None without one."""
        outcome = await self._outcome(asking)
        message: Json | None = outcome["message"] if outcome else None
        return message

    async def _answered(self, asking: Awaitable[Json]) -> Json | None:
        """Return the outcome if it came with a message."""
        outcome = await self._outcome(asking)
        return outcome if outcome and outcome["message"] else None

    async def _outcome(self, asking: Awaitable[Json]) -> Json | None:
        """Return what the client shows, or None when the bot doesn't answer."""
        outcome = await asking
        if outcome["type"] == "failed":
            return None
        if outcome["message"]:
            self._tapped.add(outcome["message"]["id"])
            self._take_in(outcome["message"], news=False)
        return outcome


def judged(attempt: Attempt, message: Json) -> str:
    """Return the outcome of an attempt, as the answer shows it to the person."""
    seen, taps = Seen(message), _taps(message)
    if not seen.alt_texts:
        return notes.REFUSED
    if MOVED_ON in seen.text:
        return notes.STALE
    if f"sp|rematch|{attempt.match}" in taps:
        return notes.UNCLEAR
    versions = [int(tap.split("|")[3]) for tap in taps if tap.split("|")[1] in _CHOOSING]
    return notes.ASKED if versions and max(versions) <= attempt.version else notes.PLAYED


def _taps(message: Json) -> set[str]:
    return {part["custom_id"] for part in components_of(message) if "custom_id" in part}


def _is_about(match: str, message: Json) -> bool:
    """Return whether a button of the message belongs to this match."""
    return any(buttons.split_custom_id(tap)[1][:1] == (match,) for tap in _taps(message))


def _word(name: str, value: str) -> Json:
    return {"type": 3, "name": name, "value": value}


def kinds_of(actor: Actor, place: str) -> list[Kind]:
    """Return every way to begin a match that the commands offer."""
    return [
        Kind(command["name"], option["name"], _paces(option))
        for command in actor.commands(place)
        for option in command.get("options", ())
        if option["name"] in ("challenge", "play")
    ]


def _paces(command: Json) -> tuple[str, ...]:
    offered = next(option["choices"] for option in command["options"] if option["name"] == "time")
    return tuple(choice["value"] for choice in offered)
