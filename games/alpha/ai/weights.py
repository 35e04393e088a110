"""What each of the figures of `tallies` is worth, by how many cards an attack on an empty slot takes. Made by
`python -m games.alpha.ai.calibrate --fit`."""

from __future__ import annotations

from collections.abc import Mapping

WEIGHTS: Mapping[int, tuple[float, ...]] = {
    0: (0.036, 0.152, 0.957, 1.861, -0.131, 0.458, -0.302, -0.057, 1.784, -0.799, 0.139, -0.005, 0.087, -0.120, 2.827, -0.045, -0.122, 0.173, 0.860, 1.458, -1.023),
    1: (-0.025, 0.239, 0.506, -1.170, 0.302, 0.787, 0.851, 0.164, 2.906, 1.043, -0.121, 0.048, 0.197, -0.156, 1.433, 0.401, -1.303, 0.177, -1.178, 1.009, 0.903),
    2: (0.026, 0.412, 0.065, -1.644, 0.837, 0.252, 0.314, 0.012, 0.564, 1.217, -0.047, -0.334, 0.021, 0.470, 1.160, 0.097, -1.096, -0.300, 0.161, 0.602, -0.098),
}  # fmt: skip
