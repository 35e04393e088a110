"""Paired playouts that compare two choices with the same luck."""

from __future__ import annotations

from math import sqrt

import msgspec

FEWEST, MOST = 8, 32
"""The fewest and most samples taken."""
TOLD = 0.05
"""The smallest difference, as a winning chance, worth telling."""
_SURE, _VERY_SURE = 2.0, 3.0
"""Standard errors that a difference needs to be believed, and to stop sampling."""
_PRIOR = 0.15
"""Extra variance that keeps a few equal samples from looking certain."""


class Samples(msgspec.Struct, frozen=True):
    """The number of samples, the sums of both choices' scores, and the sum of the squared differences."""

    count: int = 0
    played: float = 0.0
    rival: float = 0.0
    squares: float = 0.0

    def with_one(self, played: float, rival: float) -> Samples:
        """Return the samples with one more."""
        square = self.squares + (rival - played) ** 2
        return Samples(self.count + 1, self.played + played, self.rival + rival, square)

    @property
    def means(self) -> tuple[float, float]:
        """The mean chances after the action played and after the rival."""
        return self.played / max(1, self.count), self.rival / max(1, self.count)

    @property
    def difference(self) -> float:
        """The mean lead of the rival; negative if it was worse."""
        return (self.rival - self.played) / max(1, self.count)

    @property
    def noise(self) -> float:
        """The standard error of the difference."""
        spread = (self.squares + _PRIOR) / (self.count + 1) - self.difference**2
        return sqrt(max(spread, _PRIOR / (self.count + 1) ** 2) / max(1, self.count))

    @property
    def cost(self) -> float:
        """The chance lost by the action played, at least 0."""
        return max(0.0, self.difference)

    @property
    def tells(self) -> bool:
        """Whether the difference is beyond noise and large enough to be told."""
        return abs(self.difference) >= max(TOLD, _SURE * self.noise)


NONE = Samples()


def is_settled(samples: Samples) -> bool:
    """Return whether more samples would hardly change the verdict."""
    if samples.count < FEWEST:
        return False
    size, noise = abs(samples.difference), samples.noise
    return samples.count >= MOST or size > _VERY_SURE * noise + TOLD or size + _SURE * noise < TOLD
