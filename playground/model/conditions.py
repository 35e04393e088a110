"""Conditions under which Discord refuses something, switched on the page for everyone, a person or a server.

This module only knows which are on. The code that simulates the refusal asks
`world.conditions.holds(KEY, subject)`. `CONDITIONS` lists all of them with the page's texts.
"""

from __future__ import annotations

from typing import NamedTuple

from playground.model.errors import ControlError
from playground.model.payload import Json

EVERYBODY, PERSON, SERVER = "everybody", "person", "server"


class Condition(NamedTuple):
    """A condition that can be switched.

    Attributes:
        key: Its name in the control API.
        of: EVERYBODY, PERSON or SERVER.
        label: Its name on the page.
        told: Its explanation on the page.
    """

    key: str
    of: str
    label: str
    told: str


CONDITIONS = (
    Condition(
        "quarantine",
        EVERYBODY,
        "The bot is quarantined",
        "It can't DM anyone it hasn't written to before (20026).",
    ),
    Condition("blocked", PERSON, "Has blocked the bot", "No DM from the bot arrives (50007)."),
    Condition(
        "stale_dm",
        PERSON,
        "The DM channel is stale",
        "The DM channel the bot knows fails (50001) until it's opened again.",
    ),
    Condition(
        "full_cache",
        PERSON,
        "Knows everyone",
        "Their app has met everyone. Others see @unknown-user where a mention can't ping, or is in an embed.",
    ),
    Condition(
        "timed_out", PERSON, "In a time-out", "They can read on their servers, but do nothing else there."
    ),
    Condition(
        "pending",
        PERSON,
        "Not screened yet",
        "They can read on their servers, but can't use buttons or commands there.",
    ),
    Condition(
        "thread_cap",
        SERVER,
        "No more threads",
        "The server has as many active ones as Discord allows (160006).",
    ),
    Condition(
        "no_new_pictures",
        EVERYBODY,
        "Edits bring no pictures",
        "An edit of a message made of components can't bring a new picture (50035).",
    ),
    Condition("no_uploads", SERVER, "No uploads", "The server takes no files, pictures included (400001)."),
    Condition(
        "automod",
        SERVER,
        "AutoMod",
        "Apps that aren't on the server answer only the person who asked, and edits fail (200000).",
    ),
    Condition(
        "commands_only",
        SERVER,
        "The app without its bot",
        "The app's commands are there, but its bot isn't a member.",
    ),
    Condition(
        "no_guild_install",
        EVERYBODY,
        "Guild Install is off",
        "The app can't be added to servers, so commands for servers are refused (50035).",
    ),
    Condition(
        "no_user_install",
        EVERYBODY,
        "User Install is off",
        "People can't add the app to their account, so commands for people are refused (50035).",
    ),
)


class Conditions:
    """The conditions that hold now. A `subject` is the id of a person or a server, or "" for everyone."""

    def __init__(self) -> None:
        self._holding: set[tuple[str, str]] = set()

    def holds(self, key: str, subject: str = "") -> bool:
        """Return whether a condition holds for the subject."""
        return (key, subject) in self._holding

    def set(self, key: str, subject: str, on: bool) -> None:
        """Switch a condition on or off; raise ControlError if it is unknown or doesn't fit the subject."""
        known = find(key)
        if (known.of == EVERYBODY) != (subject == ""):
            raise ControlError(f'"{key}" is of {known.of}.')
        (self._holding.add if on else self._holding.discard)((key, subject))

    def state(self) -> list[Json]:
        """Return all conditions for the page, each with its subjects ([""] for everyone)."""
        holding = sorted(self._holding)
        return [
            {**condition._asdict(), "on": [subject for key, subject in holding if key == condition.key]}
            for condition in CONDITIONS
        ]


def find(key: str) -> Condition:
    """Return the condition with this key; raise ControlError 404 if there is none."""
    found = next((condition for condition in CONDITIONS if condition.key == key), None)
    if found is None:
        raise ControlError("There's no condition by that name.", 404)
    return found
