"""A machine whose clock a test sets, and which a test lets sleep or stand still."""

from __future__ import annotations

from bot.runtime.system_clock import SystemClock
from tests.kit.inputs import START


class Machine:
    """`wall` is what its clock shows, `steady` what has passed; `clock` is what the bot makes of both."""

    def __init__(self) -> None:
        self.wall = START
        self.steady = 0.0
        self.clock = SystemClock(lambda: self.wall, lambda: self.steady)

    def is_set(self, seconds: float, *, look: bool = True) -> None:
        """Its clock is set, by NTP or by hand; or it slept, which stops the steady clock."""
        self.wall += seconds
        if look:
            self.clock.now()

    def stands_still(self, seconds: float) -> None:
        """So much time passes, and nobody looks."""
        self.wall += seconds
        self.steady += seconds

    def lives(self, seconds: float) -> None:
        """So much time passes, and somebody looks at least each minute."""
        while seconds > 0:
            self.stands_still(min(60, seconds))
            seconds -= 60
            self.clock.now()
