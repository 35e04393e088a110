"""Discord's refusals: HTTP status, Discord's error code and message, and the tree of form errors."""

from __future__ import annotations

from collections.abc import Sequence

from playground.model.payload import Json

Path = tuple[str | int, ...]


class DiscordError(Exception):
    """A refusal in Discord's format.

    Args:
        status: The HTTP status.
        code: Discord's error code, 0 if it has none.
        message: Discord's text.
        errors: The tree of form errors, with code 50035 only.
    """

    def __init__(self, status: int, code: int, message: str, errors: Json | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.message = message
        self.errors = errors

    def body(self) -> Json:
        """Return the JSON body of the refusal."""
        body: Json = {"message": self.message, "code": self.code}
        return body if self.errors is None else {**body, "errors": self.errors}


class ControlError(Exception):
    """A refused request of the control API; its text is one clear sentence."""

    def __init__(self, message: str, status: int = 400) -> None:
        super().__init__(message)
        self.status = status


class Form:
    """A collector of the faults of a request body, which refuses it once with all of them."""

    def __init__(self, prefix: Path = ()) -> None:
        self._prefix = prefix
        self._errors: Json = {}

    def add(self, path: Path, code: str, message: str) -> None:
        """Add a fault at a path of the body.

        Args:
            path: The field names and list indexes that lead to the fault, without the form's prefix.
            code: Discord's code of a form error, such as “BASE_TYPE_REQUIRED”.
            message: Discord's text.
        """
        node = self._errors
        for step in (*self._prefix, *path):
            node = node.setdefault(str(step), {})
        node.setdefault("_errors", []).append({"code": code, "message": message})

    def refuse(self) -> None:
        """Raise DiscordError 50035 if there is any fault."""
        if self._errors:
            raise DiscordError(400, 50035, "Invalid Form Body", self._errors)

    def longest(self, path: Path, text: object, limit: int) -> None:
        """Add a fault unless the value is a string of at most `limit` characters."""
        if not isinstance(text, str):
            self.add(path, "STRING_TYPE_CONVERT", f'Could not interpret "{text}" as string.')
        elif len(text) > limit:
            self.add(path, "BASE_TYPE_MAX_LENGTH", f"Must be {limit} or fewer in length.")

    def length(self, path: Path, value: str | Sequence[object] | None, low: int, high: int) -> bool:
        """Add a fault unless the length is from `low` to `high`, both included; return whether it is."""
        if value is None:
            self.add_missing(path)
        elif not low <= len(value) <= high:
            self.add(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {low} and {high} in length.")
        else:
            return True
        return False

    def number(self, path: Path, value: object, low: int, high: int) -> bool:
        """Add a fault unless the value is a whole number from `low` to `high`; return whether it's whole."""
        if not isinstance(value, int):
            self.add(path, "NUMBER_TYPE_COERCE", f'Value "{value}" is not int.')
            return False
        if not low <= value <= high:
            self.add(path, "NUMBER_TYPE_MAX", f"int value should be between {low} and {high}.")
        return True

    def add_missing(self, path: Path) -> None:
        """Add a fault for a missing field."""
        self.add(path, "BASE_TYPE_REQUIRED", "This field is required")

    def choice(self, path: Path, value: object, allowed: Sequence[object]) -> None:
        """Add a fault unless the value is in `allowed`."""
        if value not in allowed:
            listed = "{" + ", ".join(str(item) for item in allowed) + "}"
            self.add(path, "BASE_TYPE_CHOICES", f"Value must be one of {listed}.")


def form_error(path: Path, code: str, message: str) -> DiscordError:
    """Return a form refusal with a single fault."""
    form = Form()
    form.add(path, code, message)
    try:
        form.refuse()
    except DiscordError as error:
        return error
    raise AssertionError("a form with a fault refuses")


def unknown(what: str, code: int) -> DiscordError:
    """Return the refusal for a missing object (404)."""
    return DiscordError(404, code, f"Unknown {what}")


def unknown_channel() -> DiscordError:
    """Return the refusal for a missing channel (10003)."""
    return unknown("Channel", 10003)


def unknown_message() -> DiscordError:
    """Return the refusal for a missing message (10008)."""
    return unknown("Message", 10008)


def unknown_user() -> DiscordError:
    """Return the refusal for a missing user (10013)."""
    return unknown("User", 10013)


def unknown_interaction() -> DiscordError:
    """Return the refusal for a missing or expired interaction (10062)."""
    return unknown("interaction", 10062)


def build_closed_dm_error() -> DiscordError:
    """Return the refusal of a DM to a user who doesn't accept it (50007)."""
    return DiscordError(403, 50007, "Cannot send messages to this user")


def build_quarantine_error() -> DiscordError:
    """Return the refusal of a DM to a new person while the bot is in quarantine (20026)."""
    text = "Your bot has been flagged by our anti-spam system for abusive behavior and may not send messages."
    return DiscordError(403, 20026, text)


def missing_access() -> DiscordError:
    """Return the refusal for a channel that can't be viewed (50001)."""
    return DiscordError(403, 50001, "Missing Access")


def missing_permissions() -> DiscordError:
    """Return the refusal for a missing permission (50013)."""
    return DiscordError(403, 50013, "Missing Permissions")


def thread_is_archived() -> DiscordError:
    """Return the refusal for an archived thread (50083)."""
    return DiscordError(400, 50083, "Thread is archived")
