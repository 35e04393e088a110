"""Two choices measured side by side, by matches that are played on from both with the same luck."""

from __future__ import annotations

from math import sqrt

import msgspec

FEWEST, MOST = 8, 32
"""So many samples are taken at least and at most."""
TOLD = 0.05
"""What costs less of a chance isn't worth a word."""
_SURE, _VERY_SURE = 2.0, 3.0
"""How many times the noise a difference must be to be believed, and for nothing more to be asked."""
_PRIOR = 0.15
"""Keeps a few equal samples from looking certain."""


class Samples(msgspec.Struct, frozen=True):
    """`count` samples: the sums of what was `played` and of the `rival`, and of the squares of their
    differences."""

    count: int = 0
    played: float = 0.0
    rival: float = 0.0
    squares: float = 0.0

    def with_one(self, played: float, rival: float) -> Samples:
        """One more."""
        square = self.squares + (rival - played) ** 2
        return Samples(self.count + 1, self.played + played, self.rival + rival, square)

    @property
    def means(self) -> tuple[float, float]:
        """The chance after what was played, and after the rival."""
        return self.played / max(1, self.count), self.rival / max(1, self.count)

    @property
    def difference(self) -> float:
        """By how much the rival was better; below 0: worse."""
        return (self.rival - self.played) / max(1, self.count)

    @property
    def noise(self) -> float:
        """The standard error of the difference."""
        spread = (self.squares + _PRIOR) / (self.count + 1) - self.difference**2
        return sqrt(max(spread, _PRIOR / (self.count + 1) ** 2) / max(1, self.count))

    @property
    def cost(self) -> float:
        """What was lost by what was played."""
        return max(0.0, self.difference)

    @property
    def tells(self) -> bool:
        """Whether one of both is better beyond noise, by enough to be worth a word."""
        return abs(self.difference) >= max(TOLD, _SURE * self.noise)


NONE = Samples()


def is_settled(samples: Samples) -> bool:
    """Whether more of them would hardly change what is said."""
    if samples.count < FEWEST:
        return False
    size, noise = abs(samples.difference), samples.noise
    return samples.count >= MOST or size > _VERY_SURE * noise + TOLD or size + _SURE * noise < TOLD
