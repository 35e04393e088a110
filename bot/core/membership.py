"""Who is still on a server. What begins matches knows no Discord; whoever does says here how to ask."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable

Ask = Callable[[int, Iterable[int]], Awaitable[list[int]]]
"""Those of some people who are on a server (the first argument) no more; where no answer comes, nobody is."""


class Membership:
    """The one way of a bot to find out; None: nobody is ever gone."""

    def __init__(self) -> None:
        self.ask: Ask | None = None

    async def gone(self, guild: int, people: Iterable[int]) -> list[int]:
        """Those who are on the server no more, as far as can be known."""
        return [] if self.ask is None else await self.ask(guild, people)
