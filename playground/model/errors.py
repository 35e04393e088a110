"""Discord's refusals: HTTP status, Discord's own code and message, and its tree of form errors."""

from __future__ import annotations

from collections.abc import Sequence

from playground.model.payload import Json

Path = tuple[str | int, ...]


class DiscordError(Exception):
    """A refusal in Discord's shape. `errors` is the tree of form errors (code 50035 alone)."""

    def __init__(self, status: int, code: int, message: str, errors: Json | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.message = message
        self.errors = errors

    def body(self) -> Json:
        body: Json = {"message": self.message, "code": self.code}
        return body if self.errors is None else {**body, "errors": self.errors}


class ControlError(Exception):
    """A request of the control API which cannot be done; the text is one clear sentence."""

    def __init__(self, message: str, status: int = 400) -> None:
        super().__init__(message)
        self.status = status


class Form:
    """Collects the faults of a form body and refuses it once, with all of them."""

    def __init__(self, prefix: Path = ()) -> None:
        self._prefix = prefix
        self._errors: Json = {}

    def add(self, path: Path, code: str, message: str) -> None:
        """Note a fault at the place `path` of the body."""
        node = self._errors
        for step in (*self._prefix, *path):
            node = node.setdefault(str(step), {})
        node.setdefault("_errors", []).append({"code": code, "message": message})

    def refuse(self) -> None:
        """Raise DiscordError 50035 when a fault was found."""
        if self._errors:
            raise DiscordError(400, 50035, "Invalid Form Body", self._errors)

    def longest(self, path: Path, text: object, limit: int) -> None:
        if not isinstance(text, str):
            self.add(path, "STRING_TYPE_CONVERT", f'Could not interpret "{text}" as string.')
        elif len(text) > limit:
            self.add(path, "BASE_TYPE_MAX_LENGTH", f"Must be {limit} or fewer in length.")

    def length(self, path: Path, value: str | Sequence[object] | None, low: int, high: int) -> bool:
        """Whether the length lies between `low` and `high`, both included."""
        if value is None:
            self.required(path)
        elif not low <= len(value) <= high:
            self.add(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {low} and {high} in length.")
        else:
            return True
        return False

    def required(self, path: Path) -> None:
        self.add(path, "BASE_TYPE_REQUIRED", "This field is required")

    def choice(self, path: Path, value: object, allowed: Sequence[object]) -> None:
        if value not in allowed:
            listed = "{" + ", ".join(str(one) for one in allowed) + "}"
            self.add(path, "BASE_TYPE_CHOICES", f"Value must be one of {listed}.")


def form_error(path: Path, code: str, message: str) -> DiscordError:
    """A refusal with a single fault."""
    form = Form()
    form.add(path, code, message)
    try:
        form.refuse()
    except DiscordError as error:
        return error
    raise AssertionError("a form with a fault refuses")


def unknown(what: str, code: int) -> DiscordError:
    return DiscordError(404, code, f"Unknown {what}")


def unknown_channel() -> DiscordError:
    return unknown("Channel", 10003)


def unknown_message() -> DiscordError:
    return unknown("Message", 10008)


def unknown_user() -> DiscordError:
    return unknown("User", 10013)


def unknown_interaction() -> DiscordError:
    return unknown("interaction", 10062)


def closed_dm() -> DiscordError:
    return DiscordError(403, 50007, "Cannot send messages to this user")


def quarantined() -> DiscordError:
    """For a bot that writes to somebody new while it's in quarantine."""
    text = "Your bot has been flagged by our anti-spam system for abusive behavior and may not send messages."
    return DiscordError(403, 20026, text)


def missing_access() -> DiscordError:
    return DiscordError(403, 50001, "Missing Access")


def missing_permissions() -> DiscordError:
    return DiscordError(403, 50013, "Missing Permissions")


def thread_is_archived() -> DiscordError:
    return DiscordError(400, 50083, "Thread is archived")
