"""A step beside the world that it changes, with the words that all sentences share."""

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
    """A step as it is shown.

    channel, message, component: where to look, by id and custom id. person: the only one who was
    concerned, by id. modal: the form that opened before this person. trouble: something went wrong.
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
    """The world before a step, and what the step changes in it."""

    world: World
    step: Step
    moved: float
    heard: dict[Key, Value]
    changed: dict[Key, Value] = field(default_factory=dict)

    def before(self, what: str, id: str) -> Value:
        return self.heard.get((what, id)) if what in HEARD else take(self.world, (what, id))

    def after(self, what: str, id: str) -> Value:
        return self.changed[what, id] if (what, id) in self.changed else self.before(what, id)

    def known(self, what: str, id: str) -> Json:
        """The value after the step, or before it for what it has taken away; empty for what never was."""
        return self.after(what, id) or self.before(what, id) or {}

    def changes(self, what: str) -> Iterator[tuple[str, Value, Value]]:
        """id, value before and value after of what changes."""
        for (kind, id), value in self.changed.items():
            if kind == what:
                yield id, self.before(what, id), value

    def name(self, user: str) -> str:
        """How somebody is called: the one bot there is “the bot”."""
        payload: Json = self.known("user", user).get("payload") or {}
        bots = sum(what == "application" for what, _ in self.heard)
        if payload.get("bot") and bots < 2:
            return "the bot"
        return str(payload.get("global_name") or payload.get("username") or "somebody")

    def channel_name(self, channel: str) -> str:
        """The name of a channel or thread."""
        return str((self.known("channel", channel).get("payload") or {}).get("name") or "gone")

    def place(self, channel: str, speaker: str) -> str:
        """Where somebody speaks: “in #games”, or “to Tom” for what is said to one alone."""
        found = self.known("channel", channel)
        if found.get("recipients"):
            return f"to {' and '.join(self.name(id) for id in found['recipients'] if id != speaker)}"
        name = self.channel_name(channel)
        return f"in “{name}”" if is_thread(found) else f"in #{name}"


def is_thread(channel: Json) -> bool:
    return (channel.get("payload") or {}).get("type") in (10, 11, 12)


def span(seconds: float) -> str:
    """A length of time in words, as “1 day 2 hours”: its two largest units."""
    left, parts = round(seconds), []
    for unit, length in UNITS:
        count, left = divmod(left, length)
        if count:
            parts.append(many(count, unit))
    return " ".join(parts[:2]) or "less than a second"


def many(count: int, unit: str) -> str:
    return f"{count} {unit}{'' if count == 1 else 's'}"


def short(text: str) -> str:
    """A text in one line, cut to LONGEST letters."""
    line = " ".join(text.split())
    return line if len(line) <= LONGEST else line[: LONGEST - 1] + "…"


def sentence(words: str) -> str:
    return words[:1].upper() + words[1:] + ("" if words.endswith(".") else ".")
