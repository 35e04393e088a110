"""Errors of use cases, with the sentence that the user reads; nothing has changed when one is raised."""

from __future__ import annotations


class UserError(Exception):
    """One clear sentence, shown only to the person who asked.

    Nothing in it is live but what the attributes say: it may quote a user.

    Attributes:
        moment: Epoch seconds in the sentence as `<t:…:R>`, from which on the same would be allowed.
        option: The name of an option that is in the sentence as code.
        command: The full name of a command that is in the sentence behind a slash.
        live: Mentions of channels and roles in the sentence.
    """

    def __init__(
        self,
        sentence: str,
        moment: int | None = None,
        option: str | None = None,
        command: str | None = None,
        live: tuple[str, ...] = (),
    ) -> None:
        super().__init__(sentence)
        self.moment = moment
        self.option = option
        self.command = command
        self.live = live


class Unknown(UserError):
    """Raised if a match doesn't exist or this person may not know of it: both sound the same."""

    def __init__(self) -> None:
        super().__init__("This match no longer exists here.")


class Onlooker(UserError):
    """Raised if the person isn't a player of the match; `guild`: the server whose members may know of it."""

    def __init__(self, guild: int | None) -> None:
        super().__init__("You're not playing in this match. Start your own with a challenge.")
        self.guild = guild


class Stale(UserError):
    """Raised if the board has moved on since the panel was made."""

    def __init__(self) -> None:
        super().__init__("The board has moved on, and nothing was played. Take another look before you move.")
