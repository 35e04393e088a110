"""A machine whose clock a test sets, and which can sleep or stand still."""

from __future__ import annotations

from bot.runtime.system_clock import SystemClock
from tests.kit.inputs import START


class Machine:
    """A machine with a `wall` clock and a `steady` clock; `clock` is the bot's clock over both."""

    def __init__(self) -> None:
        self.wall = START
        self.steady = 0.0
        self.clock = SystemClock(lambda: self.wall, lambda: self.steady)

    def is_set(self, seconds: float, *, look: bool = True) -> None:
        """Set the wall clock, as NTP, a user or a sleep does; a sleep stops the steady clock."""
        self.wall += seconds
        if look:
            self.clock.now()

    def stands_still(self, seconds: float) -> None:
        """Let this much time pass without a look at the clock."""
        self.wall += seconds
        self.steady += seconds

    def lives(self, seconds: float) -> None:
        """Let this much time pass with a look at the clock at least once a minute."""
        while seconds > 0:
            self.stands_still(min(60, seconds))
            seconds -= 60
            self.clock.now()
