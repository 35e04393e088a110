"""People who tap: at the boards of real matches, and at the panels of the bare bot.

Both are `Tapper`s: `tap` does one tap, waits until its answer is there, and returns whether that was
the end of a whole move.
"""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable, Iterator
from itertools import permutations
from typing import Any, NamedTuple, Protocol

from playground.app import Playground
from playground.model.errors import ControlError
from playground.people.actor import Actor

PEOPLE = ("mara", "tom", "ines", "juri")
PLACE = "games"
_CONTAINERS = ("components", "accessory")
_BUTTON, _STRING_SELECT, _USER_OPTION, _STRING_OPTION, _SUB_COMMAND = 2, 3, 6, 3, 1

Json = dict[str, Any]


class NotAnswered(Exception):
    """Raised if the bot didn't answer as it should; the text says what came instead."""


class Tapper(Protocol):
    """A person, or the two people of a match, with something to tap."""

    @property
    def over(self) -> bool:
        """Whether no tap is left to do."""
        ...

    async def tap(self) -> bool:
        """Tap once; return whether it ended a whole move."""
        ...


class Choice(NamedTuple):
    """An element to tap: a button, or a select with the chosen value."""

    custom_id: str
    values: tuple[str, ...] | None = None


class Panel:
    """One person's message with components, in its current state."""

    def __init__(self, actor: Actor, message: Json) -> None:
        self.actor = actor
        self.message = message

    def parts(self) -> Iterator[Json]:
        """Return all components, at any depth."""
        return components_of(self.message)

    def button(self, verb: str) -> str | None:
        """Return the custom_id of an enabled button with this verb, or None."""
        return next(
            (custom_id for custom_id in _buttons(self.message) if custom_id.split("|")[1] == verb), None
        )

    def choices(self, rng: random.Random) -> Choice | None:
        """Return a random action among those that the panel offers, or None."""
        for part in self.parts():
            if part["type"] == _STRING_SELECT and part["custom_id"].startswith("sp|choose|"):
                return Choice(part["custom_id"], (rng.choice(part["options"])["value"],))
        picks = [custom_id for custom_id in _buttons(self.message) if custom_id.startswith("sp|pick|")]
        return Choice(rng.choice(picks)) if picks else None

    async def press(self, choice: Choice) -> None:
        """Tap and keep the updated message. Raises NotAnswered if the bot doesn't update it."""
        outcome = await self.actor.press(
            self.message["channel_id"], self.message["id"], choice.custom_id, choice.values
        )
        if outcome["type"] != "updated":
            raise NotAnswered(f"{choice.custom_id} was answered by {outcome}")
        self.message = outcome["message"]

    async def open_newest(self) -> None:
        """Go on in the newest DM about the same match: its buttons are gone from the older message."""
        channel, match = await self.actor.open_dm(self.message["author"]["id"]), _match_of(self.message)
        newest_first = reversed(self.actor.read_messages(channel["id"]))
        self.message = next(message for message in newest_first if _match_of(message) == match)


def components_of(message: Json) -> Iterator[Json]:
    """Yield all components of a message, at any depth."""
    waiting = list(message["components"])
    while waiting:
        part = waiting.pop()
        yield part
        waiting += part.get("components", [])
        waiting += [part["accessory"]] if "accessory" in part else []


def _buttons(message: Json) -> list[str]:
    parts = components_of(message)
    return [part["custom_id"] for part in parts if part["type"] == _BUTTON and not part.get("disabled")]


def _match_of(message: Json) -> str | None:
    """Return the id of the match whose board a message shows, or None."""
    parts = (custom_id.split("|") for custom_id in _buttons(message))
    return next((match for _, verb, match, *_ in parts if verb in {"view", "pick"}), None)


class MatchTapper:
    """The two people of one match.

    A whole move is: look at the board, choose where to land, and which pawn goes there if several can.
    """

    def __init__(self, seats: tuple[Panel, Panel], rng: random.Random, seen: Callable[[Json], None]) -> None:
        self._seats = seats
        self._rng = rng
        self._seen = seen
        self._turn = 0
        self._acts = 0
        self.over = False

    async def tap(self) -> bool:
        """Tap once for the person to move; return whether it ended a whole move."""
        panel = self._seats[self._turn]
        choice = panel.choices(self._rng)
        try:
            await panel.press(choice or self._look(panel))
        except ControlError:
            await panel.open_newest()
            return await self.tap()
        self._seen(panel.message)
        self._acts += choice is not None
        if panel.choices(self._rng) is not None:
            return False
        whole, self._acts, self._turn = self._acts > 0, 0, 1 - self._turn
        self.over = panel.button("view") is None
        return whole

    def _look(self, panel: Panel) -> Choice:
        custom_id = panel.button("view")
        if custom_id is None:
            raise NotAnswered("A panel offers nothing to tap.")
        return Choice(custom_id)


class BareTapper:
    """One person at one panel of the bare bot, who always taps the first button."""

    over = False

    def __init__(self, panel: Panel) -> None:
        self._panel = panel

    async def tap(self) -> bool:
        """Tap once; return False, since it is never a move."""
        await self._panel.press(Choice(_buttons(self._panel.message)[0]))
        return False


def pairs(count: int) -> list[tuple[str, str]]:
    """Return the players of `count` matches; all people play about equally often."""
    everybody = list(permutations(PEOPLE, 2))
    return [everybody[number % len(everybody)] for number in range(count)]


async def sit_down(
    playground: Playground, names: tuple[str, str], rng: random.Random, seen: Callable[[Json], None]
) -> MatchTapper:
    """Start an endless match, accepted, with the preview seen by both in private."""
    creator, destroyer = (playground.actor(name) for name in names)
    given = {"opponent": destroyer.id, "side": "Creator", "ending": "endless"}
    options = [
        {"type": _USER_OPTION if name == "opponent" else _STRING_OPTION, "name": name, "value": value}
        for name, value in given.items()
    ]
    command = {"type": _SUB_COMMAND, "name": "challenge", "options": options}
    card = Panel(destroyer, (await creator.slash(PLACE, "creators", [command]))["message"])
    wait_for_briefing = _next_briefing(creator)
    answer = await destroyer.press(card.message["channel_id"], card.message["id"], str(card.button("accept")))
    one = await _show_preview(Panel(creator, await wait_for_briefing()))
    other = await _show_preview(Panel(destroyer, answer["message"]))
    return MatchTapper((one, other), rng, seen)


def _next_briefing(actor: Actor) -> Callable[[], Awaitable[Json]]:
    """Subscribe now; return a function that waits for the DM that begins the next match."""
    events = actor.subscribe()

    async def wait() -> Json:
        while True:
            event = await events.get()
            if event["event"] == "MESSAGE_CREATE" and Panel(actor, event["data"]).button("brief"):
                events.close()
                message: Json = event["data"]
                return message

    return wait


async def _show_preview(panel: Panel) -> Panel:
    """Show the preview and put it away."""
    for verb in ("brief", "ready"):
        await panel.press(Choice(str(panel.button(verb))))
    return panel


async def show_panel(playground: Playground, name: str, command: str) -> BareTapper:
    """Show a panel of the bare bot in the person's DMs, where boards of matches are, too."""
    actor = playground.actor(name)
    bot = next(iter(playground.world.applications.values())).bot_id
    outcome = await actor.slash((await actor.open_dm(bot))["id"], command)
    return BareTapper(Panel(actor, outcome["message"]))
