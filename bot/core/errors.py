"""What a use case answers when it cannot do what was asked; nothing has changed then."""

from __future__ import annotations


class UserError(Exception):
    """One clear sentence for the person who asked, and for nobody else.

    `moment`: a time that stands in it as `<t:…:R>`, when the same would not be refused any more; `option`:
    the name of one that stands in it as code; `command`: the whole name of one that stands in it behind a
    slash; `live`: mentions of channels and roles that stand in it. Nothing else in it is live: it may quote
    somebody."""

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
    """There is no such match, or none that this person may know of: both sound the same."""

    def __init__(self) -> None:
        super().__init__("This match no longer exists here.")


class Onlooker(UserError):
    """Whoever asked doesn't play in this match; `guild`: the server on which everybody may know of it."""

    def __init__(self, guild: int | None) -> None:
        super().__init__("You're not playing in this match. Start your own with a challenge.")
        self.guild = guild


class Stale(UserError):
    """The board has moved on since the panel was made."""

    def __init__(self) -> None:
        super().__init__("The board has moved on, and nothing was played. Take another look before you move.")
