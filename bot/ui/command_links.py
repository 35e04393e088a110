"""Commands as links: a tap on the name of a command in a sentence fills it in.

Sentences name a command as code, `/decoy play`; what goes out passes through `CommandLinks` once. A name that
Discord hasn't given an id stays as it is, and so do the words of people, whose code is escaped.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from discord.app_commands import AppCommand, AppCommandGroup

_NAMED = re.compile(r"```.*?```|(?<![\\`])`/([^`\n]+)`(?!`)", re.DOTALL)
"""A block of code, which stays as it is, or a command with what may be typed behind its name."""


@dataclass(frozen=True)
class CommandLinks:
    """`ids`: by the whole name of a command that can be used, “decoy play”, the id of its top one."""

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


def links_to(commands: Iterable[AppCommand]) -> CommandLinks:
    """Links to the commands as Discord keeps them: each name by the id that it answered."""
    return CommandLinks({name: command.id for command in commands for name in _names(command, "")})


def _names(command: AppCommand | AppCommandGroup, before: str) -> Iterator[str]:
    """The names by which a command can be used: a group's are those of its parts."""
    name = f"{before} {command.name}".lstrip()
    parts = [option for option in command.options if isinstance(option, AppCommandGroup)]
    if not parts:
        yield name
    for part in parts:
        yield from _names(part, name)
