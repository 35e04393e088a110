"""A step with the world before it, and the wording that all sentences about steps share."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from playground.model.payload import Json
from playground.model.world import World
from playground.recording.form import Step
from playground.recording.state import HEARD, Key, Value, take

LONGEST = 90
UNITS = (("day", 86_400), ("hour", 3600), ("minute", 60), ("second", 1))


@dataclass(frozen=True)
class Told:
    """A step as it's shown.

    Attributes:
        channel: The id of the channel to look at; `message` and `component`, a custom id, say where in it.
        person: The id of the only person concerned.
        modal: The modal that opened for this person.
        trouble: Whether something went wrong.
    """

    words: str
    channel: str | None = None
    message: str | None = None
    component: str | None = None
    person: str | None = None
    modal: Json | None = None
    trouble: bool = False


@dataclass(frozen=True)
class Scene:
    """The world before a step, and what the step changes.

    Attributes:
        moved: The seconds by which the clock was moved on.
        heard: The values before the step that the world doesn't contain.
    """

    world: World
    step: Step
    moved: float
    heard: dict[Key, Value]
    changed: dict[Key, Value] = field(default_factory=dict)

    def before(self, what: str, id: str) -> Value:
        """Return a value before the step, or None."""
        return self.heard.get((what, id)) if what in HEARD else take(self.world, (what, id))

    def after(self, what: str, id: str) -> Value:
        """Return a value after the step, or None."""
        return self.changed[what, id] if (what, id) in self.changed else self.before(what, id)

    def get_known(self, what: str, id: str) -> Json:
        """Return a value after the step, or before it if the step removes it; {} if there was none."""
        return self.after(what, id) or self.before(what, id) or {}

    def changes(self, what: str) -> Iterator[tuple[str, Value, Value]]:
        """Yield id, value before, and value after for each change of a kind."""
        for (kind, id), value in self.changed.items():
            if kind == what:
                yield id, self.before(what, id), value

    def name(self, user: str) -> str:
        """Return a user's name; a bot that is the only one is “the bot”."""
        payload: Json = self.get_known("user", user).get("payload") or {}
        bots = sum(what == "application" for what, _ in self.heard)
        if payload.get("bot") and bots < 2:
            return "the bot"
        return str(payload.get("global_name") or payload.get("username") or "somebody")

    def channel_name(self, channel: str) -> str:
        """Return the name of a channel or thread; “gone” if it has none."""
        return str((self.get_known("channel", channel).get("payload") or {}).get("name") or "gone")

    def place(self, channel: str, speaker: str) -> str:
        """Return where a user speaks: “in #games”, or “to Tom” in a DM."""
        found = self.get_known("channel", channel)
        if found.get("recipients"):
            return f"to {' and '.join(self.name(id) for id in found['recipients'] if id != speaker)}"
        name = self.channel_name(channel)
        return f"in “{name}”" if is_thread(found) else f"in #{name}"


def is_thread(channel: Json) -> bool:
    """Return whether a channel's recorded value is a thread."""
    return (channel.get("payload") or {}).get("type") in (10, 11, 12)


def span(seconds: float) -> str:
    """Return a duration in words by its two largest units, such as “1 day 2 hours”."""
    left, parts = round(seconds), []
    for unit, length in UNITS:
        count, left = divmod(left, length)
        if count:
            parts.append(many(count, unit))
    return " ".join(parts[:2]) or "less than a second"


def many(count: int, unit: str) -> str:
    """Return a number with its unit, in the plural if needed."""
    return f"{count} {unit}{'' if count == 1 else 's'}"


def short(text: str) -> str:
    """Return a text in one line, cut to LONGEST characters."""
    line = " ".join(text.split())
    return line if len(line) <= LONGEST else line[: LONGEST - 1] + "…"


def sentence(words: str) -> str:
    """Return words as a sentence, with a capital and a period."""
    return words[:1].upper() + words[1:] + ("" if words.endswith(".") else ".")
