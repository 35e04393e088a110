"""Limits of application commands and of autocomplete choices."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from playground.limits.files import check_file_types
from playground.model.errors import DiscordError, Form, Path
from playground.model.payload import Json

NAME = re.compile(r"[-_'\w]{1,32}")
CHAT_INPUT, SUB_COMMAND, SUB_COMMAND_GROUP = 1, 1, 2
NESTED = (SUB_COMMAND, SUB_COMMAND_GROUP)
AT_TOP = range(1, 12)
INSIDE = {SUB_COMMAND: range(3, 12), SUB_COMMAND_GROUP: (SUB_COMMAND,)}
COMMANDS = 100
CREATES = 200
SIZE = 8000
CHOICES = 25


def check_commands(commands: list[Json]) -> None:
    """Refuse a list of commands sent together: too many, a faulty one, or a repeated name.

    Raises:
        DiscordError: 30032 for too many slash commands, 50035 with all other faults.
    """
    check_count(commands)
    seen: set[tuple[int, str]] = set()
    form = Form()
    for index, command in enumerate(commands):
        key = (command.get("type", CHAT_INPUT), command.get("name", ""))
        if key in seen:
            form.add(
                (index, "name"),
                "APPLICATION_COMMANDS_DUPLICATE_NAME",
                "Application command names must be unique",
            )
        seen.add(key)
        _check(form, (index,), command)
    form.refuse()


def check_count(commands: Sequence[Json]) -> None:
    """Refuse more slash commands than an application may have (30032)."""
    if sum(command.get("type", CHAT_INPUT) == CHAT_INPUT for command in commands) > COMMANDS:
        raise DiscordError(400, 30032, f"Maximum number of application commands reached ({COMMANDS})")


def check_creates(recent: int, new: int) -> None:
    """Refuse to create `new` commands after `recent` ones within a day (30034)."""
    if recent + new > CREATES:
        text = f"Max number of daily application command creates has been reached ({CREATES})"
        raise DiscordError(400, 30034, text)


def check_installs(commands: Sequence[tuple[Path, Json]], offered: Sequence[int]) -> None:
    """Refuse commands, given with their paths, for an installation type not in `offered` (50035)."""
    form = Form()
    for path, command in commands:
        for index, kind in enumerate(command.get("integration_types") or ()):
            form.choice((*path, "integration_types", index), kind, offered)
    form.refuse()


def check_command(command: Json) -> None:
    """Refuse a faulty command (50035)."""
    form = Form()
    _check(form, (), command)
    form.refuse()


def check_choices(choices: Any) -> None:
    """Refuse faulty choices of an autocomplete answer (50035)."""
    form = Form(("data",))
    _check_choices(form, (), choices if choices is not None else [])
    form.refuse()


def _check(form: Form, path: Path, command: Json) -> None:
    if command.get("type", CHAT_INPUT) != CHAT_INPUT:
        form.length((*path, "name"), command.get("name"), 1, 32)
        return
    _check_named(form, path, command)
    _check_options(form, path, command.get("options") or [], AT_TOP)
    if _size(command) > SIZE:
        form.add(path, "APPLICATION_COMMAND_TOO_LARGE", f"Command exceeds maximum size ({SIZE})")


def _check_named(form: Form, path: Path, thing: Json) -> None:
    name: str = thing.get("name") or ""
    fits = form.length((*path, "name"), name, 1, 32)
    if fits and (not NAME.fullmatch(name) or name != name.lower()):
        form.add((*path, "name"), "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
    form.length((*path, "description"), thing.get("description"), 1, 100)


def _check_options(form: Form, path: Path, options: list[Json], allowed: Sequence[int]) -> None:
    """Add the faults of options, whose types must be in `allowed` at this depth."""
    if len(options) > 25:
        form.length((*path, "options"), options, 0, 25)
    _check_mixture(form, path, options)
    optional = False
    names: set[str] = set()
    for index, option in enumerate(options):
        here = (*path, "options", index)
        if optional and option.get("required"):
            form.add(
                here,
                "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
                "Required options must be placed before non-required options",
            )
        if option.get("name") in names:
            form.add(here, "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", "Option name must be unique")
        names.add(option.get("name", ""))
        optional = optional or not option.get("required")
        _check_option(form, here, option, allowed)


def _check_mixture(form: Form, path: Path, options: list[Json]) -> None:
    """Add a fault for each option that, unlike the first, is (or isn't) a sub-command or group."""
    first = bool(options) and options[0].get("type") in NESTED
    for index, option in enumerate(options):
        if (option.get("type") in NESTED) != first:
            form.add(
                (*path, "options", index),
                "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
                "Sub-command and sub-command group option types are mutually exclusive to all other types",
            )


def _check_option(form: Form, path: Path, option: Json, allowed: Sequence[int]) -> None:
    kind = option.get("type")
    form.choice((*path, "type"), kind, allowed)
    _check_named(form, path, option)
    if kind in allowed and kind in NESTED:
        _check_options(form, path, option.get("options") or [], INSIDE[kind])
    _check_choices(form, path, option.get("choices") or [])
    check_file_types(form, path, option.get("file_types"))


def _check_choices(form: Form, path: Path, choices: list[Json]) -> None:
    if len(choices) > CHOICES:
        form.length((*path, "choices"), choices, 0, CHOICES)
    for index, choice in enumerate(choices):
        form.length((*path, "choices", index, "name"), choice.get("name"), 1, 100)
        if isinstance(choice.get("value"), str):
            form.longest((*path, "choices", index, "value"), choice["value"], 100)


def _size(command: Json) -> int:
    return sum(len(text) for text in _texts(command))


def _texts(thing: Json) -> Iterator[str]:
    yield from (str(thing.get(name) or "") for name in ("name", "description", "value"))
    for child in (*(thing.get("options") or []), *(thing.get("choices") or [])):
        yield from _texts(child)
