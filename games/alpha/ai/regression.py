"""Logistic regression in a few lines: finding weights with which figures predict a chance."""

from __future__ import annotations

import math
from collections.abc import Sequence

from games.core.search.adding import add_up

Sample = tuple[Sequence[float], float]
"""Figures, and the chance from 0 to 1 that they should predict."""
_RIDGE, _ROUNDS = 1.0, 12


def predict_chance(weights: Sequence[float], figures: Sequence[float]) -> float:
    """Return the chance from 0 to 1 that figures predict with these weights."""
    return 1 / (1 + math.exp(-add_up([a * b for a, b in zip(weights, figures, strict=True)])))


def fit_weights(samples: Sequence[Sample]) -> list[float]:
    """Return the weights that best predict the chances, by Newton's method; large ones cost a little."""
    width = len(samples[0][0])
    weights = [0.0] * width
    for _ in range(_ROUNDS):
        slope = [-_RIDGE * weight for weight in weights]
        curve = [[_RIDGE * (row == column) for column in range(width)] for row in range(width)]
        for figures, chance in samples:
            _add(slope, curve, figures, chance, predict_chance(weights, figures))
        weights = [weight + step for weight, step in zip(weights, _solve(curve, slope), strict=True)]
    return weights


def _add(
    slope: list[float], curve: list[list[float]], figures: Sequence[float], chance: float, now: float
) -> None:
    """Add a sample's part to the slope and the curvature of the likelihood."""
    for row, figure in enumerate(figures):
        slope[row] += (chance - now) * figure
        for column, other in enumerate(figures):
            curve[row][column] += now * (1 - now) * figure * other


def _solve(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Return the solution x of `matrix` · x = `right`, by elimination."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for at in range(len(rows)):
        largest = max(range(at, len(rows)), key=lambda row: abs(rows[row][at]))
        rows[at], rows[largest] = rows[largest], rows[at]
        for row in range(len(rows)):
            factor = rows[row][at] / rows[at][at]
            if row != at and factor:
                rows[row] = [a - factor * b for a, b in zip(rows[row], rows[at], strict=True)]
    return [rows[at][-1] / rows[at][at] for at in range(len(rows))]
