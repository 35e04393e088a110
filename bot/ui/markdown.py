"""Texts whose markdown and mentions take no effect, and names of commands that do."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import discord

_LIVE = re.compile(r"<(?=[@#/:a-z])|:/(?=/)|\](?=\()", re.I)
"""Where a mention, command, time, emoji or link begins, or the address of a link with a text."""

_TIME = re.compile(r",? ?<t:-?\d+(:[a-zA-Z])?>")

_A_FEW = 4
"""Sentences that are read in one go."""
_ROOM, _LONGEST = 2600, 900
"""Characters for all that was told, and of one sentence before its escapes; a message holds 4,000 in all."""
_NOTHING = "\u200b"
"""A space without width: what it parts is read as plain text."""
_NAMED = re.compile(r"```.*?```|(?<![\\`])`/([^`\n]+)`(?!`)", re.DOTALL)
"""A block of code, which stays as it is, or a command with what may be typed behind its name."""
TURNING = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""What would turn the direction of what follows it."""


def plain(lines: tuple[str, ...]) -> str:
    """Sentences of a game as one paragraph, or as a list when there are more than a few.

    Nothing in them is live, no markdown, mention, command or link: players' own words stand in them. What is
    too much for a message is left out by whole sentences, so that what stands below keeps its place."""
    sentences = [_plain(line) for line in lines]
    fitting, left = list[str](), _ROOM
    for sentence in sentences:
        left -= len(sentence) + 3
        if left < 0:
            fitting.append(f"… and {len(sentences) - len(fitting)} more: the record has them.")
            break
        fitting.append(sentence)
    if len(fitting) <= _A_FEW:
        return " ".join(fitting)
    return "\n".join(f"- {sentence}" for sentence in fitting)


def _plain(line: str) -> str:
    # Parted first: what still looked like a link would keep its markdown.
    whole = " ".join(TURNING.sub("", line).splitlines())
    short = whole if len(whole) <= _LONGEST else f"{whole[:_LONGEST]}…"
    text = _LIVE.sub(f"\\g<0>{_NOTHING}", short)
    return discord.utils.escape_mentions(discord.utils.escape_markdown(text))


def on_a_lock_screen(text: str) -> str:
    """A sentence of ours as a phone shows it: it knows neither markdown nor Discord's times."""
    return " ".join(discord.utils.remove_markdown(_TIME.sub("", text)).split())


@dataclass(frozen=True)
class CommandLinks:
    """Commands as links: a tap on one fills it in. Sentences name a command as code, `/decoy play`, and what
    goes out passes through here once. A name that has no id stays as it is, and so do the words of people,
    whose code is escaped. `ids`: by the whole name of a command, “decoy play”, the id of its top one."""

    ids: Mapping[str, int] = field(default_factory=dict)

    def linked(self, texts: Sequence[str], most: int) -> list[str]:
        """The texts of a message with their commands as links; as they were if that's more than `most`
        characters in all."""
        linked = [_NAMED.sub(self._link, text) for text in texts]
        return linked if sum(map(len, linked)) <= most else list(texts)

    def _link(self, found: re.Match[str]) -> str:
        words = (found[1] or "").split(" ")
        for count in range(len(words), 0, -1):
            name, typed = " ".join(words[:count]), " ".join(words[count:])
            if name in self.ids:
                return f"</{name}:{self.ids[name]}>{f' `{typed}`' if typed else ''}"
        return found[0]
