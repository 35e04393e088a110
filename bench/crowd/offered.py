"""The commands a bot offers, and how a simulated person fills in their options. Pure."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from playground.apps.options import BOOLEAN, INTEGER, NUMBER, STRING, SUB_COMMAND, SUB_COMMAND_GROUP, USER
from playground.model.payload import Json

CHALLENGE, PLAY, MOVE, RESIGN = "challenge", "play", "move", "resign"
LOOKS = ("rules", "matches", "leaderboard", "profile", "history", "stats", "help")
"""Last words of commands that only show something."""
PUBLIC = "public"
"""Option that makes a new match public, so that the crowd finds it by its thread."""
_VARIED = ("side", "time")
"""Options of a new match that can be drawn at random, independent of the others."""


class Leaf(NamedTuple):
    """A usable command: its words and its options."""

    words: tuple[str, ...]
    options: tuple[Json, ...]

    @property
    def name(self) -> str:
        """The last word of the command."""
        return self.words[-1]

    def nest_options(self, values: Mapping[str, object], focused: str | None = None) -> list[Json]:
        """Return Discord's nested options for these values; `focused` names the option still being typed."""
        kinds = {option["name"]: option["type"] for option in self.options}
        made: list[Json] = [
            {
                "type": kinds[name],
                "name": name,
                "value": value,
                **({"focused": True} if name == focused else {}),
            }
            for name, value in values.items()
        ]
        for depth, word in reversed(list(enumerate(self.words[1:]))):
            group = depth < len(self.words) - 2
            made = [{"type": SUB_COMMAND_GROUP if group else SUB_COMMAND, "name": word, "options": made}]
        return made

    def option(self, kind: int) -> str | None:
        """Return the name of the first option of a type, or None."""
        return next((option["name"] for option in self.options if option["type"] == kind), None)

    @property
    def is_easy(self) -> bool:
        """Whether the command has no required options."""
        return not any(option.get("required") for option in self.options)


def leaves(commands: Sequence[Json], only: str | None = None) -> list[Leaf]:
    """Return all usable commands; `only` keeps just this command's ways to begin a match."""
    found = [
        leaf for command in commands if command["type"] == 1 for leaf in _below((command["name"],), command)
    ]
    return [leaf for leaf in found if _is_wanted(leaf, only)]


def _is_wanted(leaf: Leaf, only: str | None) -> bool:
    begins = leaf.name in (CHALLENGE, PLAY)
    return not begins or only is None or leaf.words[0] == only


def _below(words: tuple[str, ...], command: Json) -> Iterator[Leaf]:
    options = command.get("options") or []
    nested = [option for option in options if option["type"] in (SUB_COMMAND, SUB_COMMAND_GROUP)]
    if not nested:
        yield Leaf(words, tuple(options))
    for option in nested:
        yield from _below((*words, option["name"]), option)


def beginnings(found: Sequence[Leaf], *, alone: bool) -> list[Leaf]:
    """Return the commands that begin a match: against the bot (`alone`), or against a named person."""
    wanted = PLAY if alone else CHALLENGE
    below = [leaf for leaf in found if len(leaf.words) > 1]
    return [leaf for leaf in below if leaf.name == wanted and (alone or leaf.option(USER))]


def draw_values(leaf: Leaf, other: str | None, told: Mapping[str, str], rng: random.Random) -> dict[str, Any]:
    """Return the values for a new match: opponent, options of the command line, sometimes a random choice."""
    values: dict[str, Any] = {}
    person = leaf.option(USER)
    if other is not None and person is not None:
        values[person] = other
    by_name = {option["name"]: option for option in leaf.options}
    values |= {name: _read(by_name[name], text) for name, text in told.items() if name in by_name}
    values |= {PUBLIC: True} if PUBLIC in by_name else {}
    free = [by_name[name] for name in _VARIED if name in by_name and name not in values]
    for option in free if not told else ():
        if option.get("choices") and rng.random() < 0.2:
            values[option["name"]] = rng.choice(option["choices"])["value"]
    return values


def _read(option: Json, text: str) -> object:
    kind = option["type"]
    if kind == INTEGER:
        return int(text)
    if kind == NUMBER:
        return float(text)
    if kind == BOOLEAN:
        return text.lower() in ("true", "yes", "on", "1")
    chosen = next(
        (
            choice["value"]
            for choice in option.get("choices") or ()
            if text in (choice["name"], choice["value"])
        ),
        text,
    )
    return chosen if kind == STRING else text
