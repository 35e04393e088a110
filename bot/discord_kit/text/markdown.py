"""Texts whose markdown and mentions are disabled, and command names that become links."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

import discord

from storage.tables.deleting import name_of

_LIVE = re.compile(r"<(?=[@#/:a-z])|:/(?=/)|\](?=\()", re.I)
"""The beginning of a mention, command, time, emoji or link, or of the address of a link with a text."""

_HARMLESS = re.compile("[A-Za-z0-9][A-Za-z0-9 .,;:'!?()’“”…×→·–-]*")
"""A line in which nothing can be markup: most of what games say."""

_TIME = re.compile(r",?( until)? ?<t:-?\d+(:[a-zA-Z])?>")

_A_FEW = 4
"""Maximum number of sentences shown as one paragraph instead of a list."""
_ROOM, _LONGEST = 2600, 900
"""Maximum characters of all sentences together and of one before escaping; a message holds 4,000."""
_MOST_MARKS = 3
_BLANK = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
"""Letters and symbols that are invisible."""
_JOINERS = "\u200c\u200d"
"""Zero-width characters that are parts of words and emoji."""
_NOTHING = "\u200b"
"""The zero-width space; inserted into markup, it makes Discord show the markup as plain text."""
_NAMED = re.compile(r"```.*?```|(?<![\\`])`/([^`\n]+)`(?!`)", re.DOTALL)
"""A block of code, which stays as it is, or a command with its arguments."""
MENTION = re.compile(r"<@(\d+)>")
_DELETED = re.compile(r"<@(-\d+)>")
"""A mention of a deleted person; Discord has no negative ids."""
TURNING = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""Characters that change the direction of the text after them."""


def plain(lines: tuple[str, ...]) -> str:
    """Return a game's sentences as one paragraph, or as a list if there are more than a few.

    All markdown, mentions, commands and links in them are disabled because they may contain players' own
    words. Sentences beyond a message's room are left out whole, so that the components below stay in place.

    Returns:
        At most 2,600 characters of sentences, each cut to 900 before escaping, and a count of the others.
    """
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


def format_question(question: str) -> str:
    """Return a prompt's question with its last line in bold; the lines above it are context."""
    *known, last = question.split("\n")
    return "\n".join((*map(_plain, known), f"**{_plain(last)}**"))


def unstack_marks(text: str) -> str:
    """Return the text with at most three marks per letter; a pile of more would be several lines tall."""
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
    """Return the visible part of a text in one line; empty if it is all blank or marks without a letter."""
    words = " ".join(unstack_marks("".join(character for character in text if _shows(character))).split())
    return words if any(unicodedata.category(character)[0] in "LNPS" for character in words) else ""


def _shows(character: str) -> bool:
    if character in _JOINERS or character.isspace():
        return True
    return unicodedata.category(character)[0] != "C" and character not in _BLANK


def _plain(line: str) -> str:
    if len(line) <= _LONGEST and _HARMLESS.fullmatch(line):
        return line
    # Break links first: escape_markdown leaves the markdown in anything that looks like a link.
    whole = unstack_marks(" ".join(TURNING.sub("", line).splitlines()))
    short = whole if len(whole) <= _LONGEST else f"{whole[:_LONGEST]}…"
    text = _LIVE.sub(f"\\g<0>{_NOTHING}", short)
    return discord.utils.escape_mentions(discord.utils.escape_markdown(text))


def on_a_lock_screen(text: str) -> str:
    """Return a text without markdown and Discord timestamps, which a lock screen would show raw."""
    return " ".join(discord.utils.remove_markdown(_TIME.sub("", with_names(text))).split())


def replace_mentions(text: str, names: Mapping[int, str], but: Collection[int] = ()) -> str:
    """Return a text with names in place of mentions.

    Args:
        text: A text with mentions such as `<@123>`.
        names: Names by person id.
        but: Ids of the people whose mentions stay.

    Raises:
        KeyError: If a person whose mention is replaced has no name.
    """
    return MENTION.sub(lambda found: found[0] if int(found[1]) in but else names[int(found[1])], text)


def with_names(text: str) -> str:
    """Return the text with pseudonyms such as “Player 482173” in place of mentions of deleted people."""
    return _DELETED.sub(lambda found: name_of(int(found[1])), text)


@dataclass(frozen=True)
class CommandLinks:
    """Turns commands that texts name as code, such as `/decoy play`, into links that fill them in.

    Every outgoing text passes through here once, so deleted people get their pseudonyms here, too. Commands
    without an id stay as they are, and so do players' words, whose code is escaped.

    Attributes:
        ids: The id of the top-level command, by full command name (“decoy play”).
    """

    ids: Mapping[str, int] = field(default_factory=dict)

    def link_commands(self, texts: Sequence[str], most: int) -> list[str]:
        """Return a message's texts with commands as links and pseudonyms for deleted people.

        Args:
            texts: All texts of one message.
            most: Maximum characters of all texts together; if the links take more, the commands stay plain.
        """
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
