"""Test budgets, small for `make test` and whole for `make proofs`: numbers of examples, seeds, or matches.

A test that asks for a budget is marked `budgeted` and runs in both. Hypothesis tests get that mark
automatically.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import zip_longest
from typing import Any

import pytest

WHOLE = False
"""Whether the proofs run; set before any test is collected."""


def budget(small: int, whole: int) -> int:
    """Return the number for this run."""
    return whole if WHOLE else small


def first_fast(values: Iterable[Any], fast: int = 1) -> list[Any]:
    """Return values for `parametrize`: the first ones always run, the others in `make slow` alone."""
    every = list(values)
    return [*every[:fast], *(pytest.param(value, marks=pytest.mark.slow) for value in every[fast:])]


def first_slow(values: Iterable[Any], slow: int = 1) -> list[Any]:
    """Return values for `parametrize`: `make slow` takes the first ones, `make proofs` all others."""
    marks = [pytest.mark.slow] * slow
    return [
        pytest.param(value, marks=mark)
        for value, mark in zip_longest(values, marks, fillvalue=pytest.mark.proof)
    ]
