"""Texts whose markdown and mentions take no effect, and names of commands that do."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

import discord

from storage.tables.deleting import name_of

_LIVE = re.compile(r"<(?=[@#/:a-z])|:/(?=/)|\](?=\()", re.I)
"""Where a mention, command, time, emoji or link begins, or the address of a link with a text."""

_TIME = re.compile(r",? ?<t:-?\d+(:[a-zA-Z])?>")

_A_FEW = 4
"""Sentences that are read in one go."""
_ROOM, _LONGEST = 2600, 900
"""Characters for all that was told, and of one sentence before its escapes; a message holds 4,000 in all."""
_MOST_MARKS = 3
_BLANK = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
"""Letters and symbols that show nothing."""
_JOINERS = "\u200c\u200d"
"""Without width, but parts of words and emoji."""
_NOTHING = "\u200b"
"""A space without width: what it parts is read as plain text."""
_NAMED = re.compile(r"```.*?```|(?<![\\`])`/([^`\n]+)`(?!`)", re.DOTALL)
"""A block of code, which stays as it is, or a command with what may be typed behind its name."""
MENTION = re.compile(r"<@(\d+)>")
_DELETED = re.compile(r"<@(-\d+)>")
"""A mention of somebody who has deleted themselves: nobody on Discord has that number."""
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


def asked(question: str) -> str:
    """A question in bold, the last of its lines; what there is to know for it above."""
    *known, last = question.split("\n")
    return "\n".join((*map(_plain, known), f"**{_plain(last)}**"))


def unstacked(text: str) -> str:
    """A text whose letters bear at most three marks each: no language needs more, and a pile of them is as
    tall as several lines."""
    if text.isascii():
        return text
    kept, marks = list[str](), 0
    for character in unicodedata.normalize("NFC", text):
        is_mark = unicodedata.combining(character) > 0 or unicodedata.category(character) == "Me"
        marks = marks + 1 if is_mark else 0
        if marks <= _MOST_MARKS:
            kept.append(character)
    return "".join(kept)


def visible(text: str) -> str:
    """What shows of a text, in one line; nothing when all of it is blank, or marks on no letter."""
    words = " ".join(unstacked("".join(one for one in text if _shows(one))).split())
    return words if any(unicodedata.category(one)[0] in "LNPS" for one in words) else ""


def _shows(character: str) -> bool:
    if character in _JOINERS or character.isspace():
        return True
    return unicodedata.category(character)[0] != "C" and character not in _BLANK


def _plain(line: str) -> str:
    # Parted first: what still looked like a link would keep its markdown.
    whole = unstacked(" ".join(TURNING.sub("", line).splitlines()))
    short = whole if len(whole) <= _LONGEST else f"{whole[:_LONGEST]}…"
    text = _LIVE.sub(f"\\g<0>{_NOTHING}", short)
    return discord.utils.escape_mentions(discord.utils.escape_markdown(text))


def on_a_lock_screen(text: str) -> str:
    """A sentence of ours as a phone shows it: it knows neither markdown nor Discord's times."""
    return " ".join(discord.utils.remove_markdown(_TIME.sub("", with_names(text))).split())


def named(text: str, names: Mapping[int, str], but: Collection[int] = ()) -> str:
    """Return a text with the names of people in place of their mentions, except for those of some."""
    return MENTION.sub(lambda found: found[0] if int(found[1]) in but else names[int(found[1])], text)


def with_names(text: str) -> str:
    """A text in which people who have deleted themselves are called “Player 482173”."""
    return _DELETED.sub(lambda found: name_of(int(found[1])), text)


@dataclass(frozen=True)
class CommandLinks:
    """Commands as links: a tap on one fills it in. Sentences name a command as code, `/decoy play`, and
    what goes out passes through here once; so deleted people get their names here, too. A name that has no id
    stays as it is, and so do the words of people, whose code is escaped. `ids`: by the whole name of a
    command, “decoy play”, the id of its top one."""

    ids: Mapping[str, int] = field(default_factory=dict)

    def linked(self, texts: Sequence[str], most: int) -> list[str]:
        """The texts of a message with their commands as links; as they were if that's more than `most`
        characters in all."""
        named = list(map(with_names, texts))
        linked = [_NAMED.sub(self._link, text) for text in named]
        return linked if sum(map(len, linked)) <= most else named

    def _link(self, found: re.Match[str]) -> str:
        words = (found[1] or "").split(" ")
        for count in range(len(words), 0, -1):
            name, typed = " ".join(words[:count]), " ".join(words[count:])
            if name in self.ids:
                return f"</{name}:{self.ids[name]}>{f' `{typed}`' if typed else ''}"
        return found[0]
