"""Finding commands that messages name without linking them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from playground.app import Playground
from playground.apps.interactions import command_name
from playground.apps.options import SUB_COMMAND, SUB_COMMAND_GROUP
from tests.kit.seen import Seen

_AS_CODE = re.compile(r"```.*?```|(?<![\\`])`/([a-z][^`\n]*)`", re.DOTALL)


def named_but_not_linked(playground: Playground) -> list[str]:
    """Return inline code in messages that begins with a command known to Discord and so should be a link."""
    world = playground.world
    known = {name for commands in world.global_commands.values() for name in names_of(commands)}
    written = (Seen(message.payload).written for message in world.messages.values())
    named = (found[1] for text in written for found in _AS_CODE.finditer(text) if found[1])
    return [mention for mention in named if any(f"{mention} ".startswith(f"{name} ") for name in known)]


def names_of(commands: dict[str, dict[str, Any]]) -> Iterator[str]:
    """Yield the full names of usable commands, such as “decoy play”."""
    for command in commands.values():
        yield from (command_name(path) for path in _paths(command))


def _paths(command: dict[str, Any]) -> Iterator[dict[str, Any]]:
    parts = [
        option
        for option in command.get("options") or ()
        if option["type"] in (SUB_COMMAND, SUB_COMMAND_GROUP)
    ]
    if not parts:
        yield {**command, "options": []}
    for part in parts:
        yield from ({**command, "options": [inner]} for inner in _paths(part))
