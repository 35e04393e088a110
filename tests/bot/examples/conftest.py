"""Fixture that adds the example feature, which isn't in the bot's list of features."""

from __future__ import annotations

import sys

import pytest

from bot import features
from examples.counting import feature


@pytest.fixture(autouse=True)
def example_in_the_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    """Add the example to the features for the duration of a test."""
    monkeypatch.setitem(sys.modules, "bot.examples.counting.feature", feature)
    monkeypatch.setattr(features, "FEATURES", (*features.FEATURES, "examples.counting"))
