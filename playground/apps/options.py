"""Options that a user fills in for a slash command, checked as Discord's client does, and resolved."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playground.apps import installs
from playground.limits.files import is_taken
from playground.model.errors import ControlError
from playground.model.payload import Json
from playground.model.records import Application, Channel, Upload
from playground.model.shapes import FILE_SIZE_LIMIT
from playground.model.world import World

SUB_COMMAND, SUB_COMMAND_GROUP, STRING, INTEGER, BOOLEAN = 1, 2, 3, 4, 5
USER, CHANNEL, ROLE, MENTIONABLE, NUMBER, ATTACHMENT = 6, 7, 8, 9, 10, 11
KINDS = {
    SUB_COMMAND: "a sub-command",
    SUB_COMMAND_GROUP: "a group of sub-commands",
    STRING: "a text",
    INTEGER: "a whole number",
    BOOLEAN: "true or false",
    USER: "a person",
    CHANNEL: "a channel",
    ROLE: "a role",
    MENTIONABLE: "a person or a role",
    NUMBER: "a number",
    ATTACHMENT: "a file",
}
MEBIBYTE = 1024 * 1024


class Typed:
    """A checker of one command's options, which collects the resolved objects for the bot.

    An attachment is given as {"filename": …, "data": base64}; it becomes an ephemeral file of the CDN and
    the option's value becomes the file's id. With `partial` the user is still typing (autocomplete): required
    options may be missing, and attachments are skipped.
    """

    def __init__(
        self, world: World, app: Application, user_id: str, channel: Channel, partial: bool = False
    ) -> None:
        self._world = world
        self._app = app
        self._user_id = user_id
        self._channel = channel
        self._partial = partial
        self.resolved: Json = {}

    def check(self, declared: list[Json], given: list[Json]) -> list[Json]:
        """Return the options to send; keep no file if the command is refused.

        Raises:
            ControlError: If Discord's client wouldn't let the options pass.
        """
        with self.keeping_nothing_of_what_is_refused():
            return self._options(declared, given)

    @contextmanager
    def keeping_nothing_of_what_is_refused(self) -> Iterator[None]:
        """Provide a context that drops the files taken so far if its body raises ControlError."""
        try:
            yield
        except ControlError:
            self._world.files.drop(list(self.resolved.pop("attachments", {})))
            raise

    def _options(self, declared: list[Json], given: list[Json]) -> list[Json]:
        by_name = {option["name"]: option for option in declared}
        for option in given:
            if option.get("name") not in by_name:
                raise ControlError(f"There's no option “{option.get('name')}” here.")
        self._check_missing(declared, {option["name"] for option in given})
        found = [(by_name[option["name"]], option) for option in given]
        return [self._one(*both) for both in found if not (self._partial and both[0]["type"] == ATTACHMENT)]

    def _check_missing(self, declared: list[Json], given: set[str]) -> None:
        nested = [option for option in declared if option["type"] in (SUB_COMMAND, SUB_COMMAND_GROUP)]
        if nested and len(given) != 1:
            names = ", ".join(option["name"] for option in nested)
            raise ControlError(f"Choose one of: {names}.")
        for option in declared:
            if option.get("required") and option["name"] not in given and not self._partial:
                raise ControlError(f"The option “{option['name']}” is needed.")

    def _one(self, declared: Json, given: Json) -> Json:
        kind, name = declared["type"], declared["name"]
        self._require(given.get("type", kind) == kind, declared, f"takes {KINDS[kind]}")
        if kind in (SUB_COMMAND, SUB_COMMAND_GROUP):
            options = self._options(declared.get("options") or [], given.get("options") or [])
            return {"type": kind, "name": name, "options": options}
        if given.get("focused"):
            return {"type": kind, "name": name, "value": given.get("value", ""), "focused": True}
        return {"type": kind, "name": name, "value": self._value(declared, given.get("value"))}

    def _value(self, declared: Json, value: Any) -> Any:
        kind = declared["type"]
        if kind == STRING:
            self._check_text(declared, value)
        elif kind in (INTEGER, NUMBER):
            self._check_number(declared, value)
        elif kind == BOOLEAN:
            self._require(isinstance(value, bool), declared, "is either true or false")
        elif kind == ATTACHMENT:
            return self.upload(f"The option “{declared['name']}”", declared.get("file_types"), value)
        else:
            value = str(value)
            self._require(self._resolve(kind, value), declared, "names nobody and nothing here")
        self._check_choices(declared, value)
        return value

    def _require(self, holds: bool, declared: Json, rule: str) -> None:
        if not holds:
            raise ControlError(f"The option “{declared['name']}” {rule}.")

    def _check_text(self, declared: Json, value: Any) -> None:
        self._require(isinstance(value, str) and value != "", declared, "needs some text")
        low, high = declared.get("min_length") or 0, declared.get("max_length") or 6000
        self._require(low <= len(value) <= high, declared, f"needs {low} to {high} characters")

    def _check_number(self, declared: Json, value: Any) -> None:
        whole = declared["type"] == INTEGER
        fits = isinstance(value, int if whole else (int, float)) and not isinstance(value, bool)
        self._require(fits, declared, "needs a whole number" if whole else "needs a number")
        low, high = declared.get("min_value"), declared.get("max_value")
        self._require(low is None or value >= low, declared, f"is at least {low}")
        self._require(high is None or value <= high, declared, f"is at most {high}")

    def _check_choices(self, declared: Json, value: Any) -> None:
        choices = declared.get("choices")
        if choices:
            values = [choice["value"] for choice in choices]
            self._require(value in values, declared, "is one of its choices")

    def _resolve(self, kind: int, id: str) -> bool:
        if kind in (USER, MENTIONABLE) and id in self._world.users:
            return self.resolve_user(id)
        if kind in (ROLE, MENTIONABLE):
            return self.resolve_role(id)
        return kind == CHANNEL and self.resolve_channel(id)

    def resolve_user(self, id: str) -> bool:
        """Add a user, and the member if there is one, to the resolved objects; return False if unknown."""
        user = self._world.users.get(id)
        if user is None:
            return False
        self.resolved.setdefault("users", {})[id] = user.payload
        guild = self._world.guilds.get(self._channel.guild_id or "")
        if guild is not None and id in guild.members:
            hidden = ("user", "deaf", "mute")
            member = {name: value for name, value in guild.members[id].items() if name not in hidden}
            member["permissions"] = str(self._world.permissions(id, self._channel))
            self.resolved.setdefault("members", {})[id] = member
        return True

    def resolve_role(self, id: str) -> bool:
        """Add a role of this server to the resolved objects; return False if there is none."""
        guild = self._world.guilds.get(self._channel.guild_id or "")
        if guild is None or id not in guild.roles:
            return False
        self.resolved.setdefault("roles", {})[id] = guild.roles[id]
        return True

    def resolve_channel(self, id: str) -> bool:
        """Add a server channel to the resolved objects; return False if there is none that the user sees."""
        found = self._world.channels.get(id)
        if found is None or found.guild_id is None or not self._world.sees(self._user_id, found):
            return False
        permissions = {
            "permissions": str(self._world.permissions(self._user_id, found)),
            "app_permissions": str(installs.app_permissions(self._world, self._app, self._user_id, found)),
        }
        self.resolved.setdefault("channels", {})[id] = found.payload | permissions
        return True

    def upload(self, asker: str, file_types: list[str] | None, value: Any) -> str:
        """Store the file {"filename", "data", "is_spoiler"} and return its id.

        `asker` names what needs the file, as the subject of an error message. `file_types` are the allowed
        groups and extensions; without any, all files are allowed.

        Raises:
            ControlError: If there's no file, or its type isn't allowed, or (413) it is too large.
        """
        upload = _read_upload(value)
        if upload is None:
            raise ControlError(f"{asker} needs a file.")
        if not is_taken(upload.filename, file_types or ()):
            raise ControlError(f"{asker} takes only these files: {', '.join(file_types or ())}.")
        if len(upload.data) > FILE_SIZE_LIMIT:
            largest = f"{FILE_SIZE_LIMIT // MEBIBYTE} MB"
            raise ControlError(f"“{upload.filename}” is too large: a file may have at most {largest}.", 413)
        spoiler = value.get("is_spoiler") is True
        made = self._world.files.put(self._channel.id, upload, None, ephemeral=True, spoiler=spoiler)
        self.resolved.setdefault("attachments", {})[made["id"]] = self._world.files.links.fresh(made)
        return str(made["id"])

    def resolve_selected(self, component_type: int, ids: list[str]) -> None:
        """Resolve a user, role, mentionable or channel select's values; raise ControlError if any fails."""
        kind = {5: USER, 6: ROLE, 7: MENTIONABLE, 8: CHANNEL}.get(component_type)
        for id in ids if kind else []:
            if not self._resolve(kind or 0, id):
                raise ControlError("One of your choices isn't there.")


def _read_upload(value: Any) -> Upload | None:
    """Return the upload of a {"filename", "data"} object, or None if the value isn't a valid one."""
    fields = value if isinstance(value, dict) else {}
    name, data = fields.get("filename"), fields.get("data")
    if not isinstance(name, str) or not isinstance(data, str):
        return None
    try:
        return Upload("0", name, base64.b64decode(data, validate=True))
    except ValueError:
        return None
