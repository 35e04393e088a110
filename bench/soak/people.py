"""People who play many short matches: begin by a command, tap a few times, resign.

They tap what the messages offer, whatever the game: a `Guest` keeps the newest DM of a match and
continues from there, or by its button that leads to a question if it asks none.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple

from bench.bot.people import PLACE, Choice, Json, NotAnswered, Panel
from bench.crowd import offered, reading
from bench.crowd.offered import Leaf
from playground.apps.options import USER
from playground.model.errors import ControlError, DiscordError
from playground.model.world import World
from playground.people.actor import Actor

_WAYS_IN = ("brief", "ready", "open", "view")
"""Verbs of buttons that lead to a question, the most urgent first."""
_AFTER_THE_END = ("record", "replay", "verify")
_ABOUT_A_MATCH = (*_WAYS_IN, "pick", "choose", "resign", "rematch")
_PATIENCE_SECONDS = 30.0
_ANSWER_SECONDS = 2.0
_ENCORES = 0.1
_SAID = 0.5
"""Shares: of matches whose end a person looks at closely (_ENCORES), of forms that are sent in (_SAID)."""
_SHORT = 90
_MOST_TAPS = 12


class Plan(NamedTuple):
    """A match to play: the command that begins it, its players, and the taps until it is given up.

    `other` is None in a match against the bot.
    """

    leaf: Leaf
    person: Actor
    other: Actor | None
    taps: int


def plans(actors: Sequence[Actor], leaves: Sequence[Leaf], rng: random.Random, count: int) -> Iterator[Plan]:
    """Yield `count` matches, every second one against the bot, all games in turn; each person plays once."""
    alone, together = (offered.beginnings(leaves, alone=is_alone) for is_alone in (True, False))
    people = iter(rng.sample(actors, len(actors)))
    for number in range(count):
        is_alone = number % 2 == 0
        begun = alone if is_alone else together
        leaf, person = begun[number // 2 % len(begun)], next(people)
        yield Plan(leaf, person, None if is_alone else next(people), rng.randint(1, _MOST_TAPS))


def people_needed(count: int) -> int:
    """Return how many people `count` matches take."""
    return count + count // 2


class Guest:
    """One side of a match, which reads messages to its person and taps. Used within `with`."""

    def __init__(self, actor: Actor, rng: random.Random) -> None:
        self.actor = actor
        self._rng = rng
        self._heard = actor.subscribe()
        self.panel: Panel | None = None

    def __enter__(self) -> Guest:
        return self

    def __exit__(self, *_: object) -> None:
        self._heard.close()

    @property
    def match(self) -> str | None:
        """The id of the match, once a message has shown it, else None."""
        return match_of(self.panel.message) if self.panel else None

    @property
    def is_over(self) -> bool:
        """Whether the newest message shows the end."""
        return self.panel is not None and self.panel.button("rematch") is not None

    # --- reading ----------------------------------------------------------------------------------------

    def see(self, message: Json | None) -> None:
        """Read a message to this person; keep it if it updates the panel or the panel leads nowhere."""
        if message is None or reading.is_silent(message) or match_of(message) is None:
            return
        same = self.panel is not None and self.panel.message["id"] == message["id"]
        if same or self.panel is None or waits(self.panel):
            self.panel = Panel(self.actor, message)

    async def hear(self, enough: Callable[[], bool], seconds: float) -> bool:
        """Listen until `enough` holds, at most `seconds`; return whether it holds."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while not enough():
                    self._read(await self._heard.get())
        return enough()

    def _read(self, event: Json) -> None:
        message = event["data"]
        if event["event"] in ("MESSAGE_CREATE", "MESSAGE_UPDATE") and self._is_private(message):
            self.see(message)

    def _is_private(self, message: Json) -> bool:
        if not message["author"].get("bot"):
            return False
        channel = self.actor.world.channels.get(message["channel_id"])
        return reading.is_ephemeral(message) or (channel is not None and channel.is_dm)

    # --- acting -----------------------------------------------------------------------------------------

    async def tap_label(self, card: Json, label: str) -> None:
        """Tap a button of a public message; drop the panel if that only updates the public message.

        Raises NotAnswered if there's no such button or the tap isn't answered.
        """
        tap = reading.find_button(card, label)
        if tap is None:
            raise NotAnswered(f"the card offers no “{label}”")
        outcome = await self.press(card, Choice(tap.custom_id))
        if outcome["type"] == "updated":
            self.panel = None

    async def enter(self) -> None:
        """Wait for the message by which the match begins in private. Raises NotAnswered."""
        if not await self.hear(lambda: self.panel is not None, _PATIENCE_SECONDS):
            raise NotAnswered("somebody was not told that the match begins")

    async def play(self) -> None:
        """Tap once: an answer to the question, or the button that leads to it.

        Do nothing if the opponent doesn't move within _ANSWER_SECONDS.
        """
        if await self.hear(lambda: self.panel is not None and not waits(self.panel), _ANSWER_SECONDS):
            assert self.panel is not None
            choice = self.panel.choices(self._rng) or way_in(self.panel)
            if choice is not None:
                await self.press(self.panel.message, choice)

    async def press(self, message: Json, choice: Choice) -> Json:
        """Tap and read the outcome; send a form in, or leave it. Raises NotAnswered."""
        outcome = await self.actor.press(
            message["channel_id"], message["id"], choice.custom_id, choice.values
        )
        if outcome["type"] == "failed":
            raise NotAnswered(f"a tap on “{choice.custom_id.split('|')[1]}” was not answered")
        if outcome["type"] == "modal" and self._rng.random() < _SAID:
            outcome = await self.actor.submit(outcome["interaction"], {"words": "You play very well"})
        self.see(outcome["message"])
        return outcome

    async def give_up(self, resign: Leaf) -> None:
        """Resign by the command and its confirmation, unless the match is over. Raises NotAnswered."""
        outcome = await self.actor.slash(PLACE, resign.words[0], resign.nest_options({"match": self.match}))
        question = Panel(self.actor, outcome["message"]) if outcome["message"] else None
        custom_id = question.button("resign") if question else None
        if question is not None and custom_id is not None:
            self.panel = question
            await self.press(question.message, Choice(custom_id))
        elif not self.is_over and "over" not in shorten_text(outcome["message"]):
            raise NotAnswered(f"/resign was answered by {shorten_text(outcome['message'])}")

    async def look_back(self) -> None:
        """Look at the record, the replay, or the proof after one match in ten."""
        if self.panel is not None and self.is_over and self._rng.random() < _ENCORES:
            custom_id = self.panel.button(self._rng.choice(_AFTER_THE_END))
            if custom_id is not None:
                await self.press(self.panel.message, Choice(custom_id))


def waits(panel: Panel) -> bool:
    """Return whether a panel asks nothing and leads to nothing but itself."""
    way = way_in(panel)
    return panel.choices(random.Random(0)) is None and (way is None or panel.button("view") == way.custom_id)


def way_in(panel: Panel) -> Choice | None:
    """Return the button that leads to the question, or None."""
    found = next(filter(None, map(panel.button, _WAYS_IN)), None)
    return None if found is None else Choice(found)


def match_of(message: Json) -> str | None:
    """Return the id of the match that a message leads to, or None."""
    parts = (tap.custom_id.split("|") for tap in reading.taps(message))
    return next((part[2] for part in parts if part[1] in _ABOUT_A_MATCH and len(part) > 2), None)


def shorten_text(message: Json | None) -> str:
    """Return the words of a message, at most _SHORT characters."""
    return "nothing" if message is None else " ".join(" ".join(reading.texts(message)).split())[:_SHORT]


async def play_out(plan: Plan, resign: Leaf, rng: random.Random) -> None:
    """Begin a match, play some taps, and give it up. Raises NotAnswered."""
    with Guest(plan.person, rng) as one:
        card = await _card(plan)
        if plan.other is None:
            await one.tap_label(card, "Play")
            await _play([one], plan.taps, resign)
            return
        with Guest(plan.other, rng) as other:
            await other.tap_label(card, reading.ACCEPT)
            await _play([one, other], plan.taps, resign)


async def _card(plan: Plan) -> Json:
    """Return the public message with which the match begins."""
    alone = {offered.PUBLIC: True}
    values = alone if plan.other is None else {plan.leaf.option(USER) or "": plan.other.id}
    outcome = await plan.person.slash(PLACE, plan.leaf.words[0], plan.leaf.nest_options(values))
    message: Json | None = outcome["message"]
    if message is None or reading.is_ephemeral(message):
        raise NotAnswered(f"the command was answered by {shorten_text(message)}")
    return message


async def _play(guests: Sequence[Guest], taps: int, resign: Leaf) -> None:
    """Let the guests tap in turn `taps` times; then let the first one resign."""
    await asyncio.gather(*(guest.enter() for guest in guests))
    for number in range(taps):
        with suppress(ControlError, DiscordError):
            await guests[number % len(guests)].play()
    await guests[0].give_up(resign)
    await guests[0].look_back()


_MESSAGES_KEPT = 3000


def forget(world: World, most: int = _MESSAGES_KEPT, kept: Collection[str] = ()) -> None:
    """Drop old messages and their files from a playground, which would keep them all.

    The newest `most` stay, pinned ones, and those in `kept`.
    """
    staying = {*kept, *(message for channel in world.channels.values() for message in channel.pins)}
    for message in list(world.messages.values())[:-most]:
        if message.id not in staying:
            world.files.drop(list(message.files))
            del world.messages[message.id]
    for channel in world.channels.values():
        channel.timeline = [number for number in channel.timeline if str(number) in world.messages]
    for key, numbers in world.ephemerals.items():
        world.ephemerals[key] = [number for number in numbers if str(number) in world.messages]
