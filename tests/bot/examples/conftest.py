"""The example of a feature has no line in the list of the bot: here it has one."""

from __future__ import annotations

import sys

import pytest

from bot import features
from examples.counting import feature


@pytest.fixture(autouse=True)
def example_in_the_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    """Add the example to the features, until the test is over."""
    monkeypatch.setitem(sys.modules, "bot.examples.counting.feature", feature)
    monkeypatch.setattr(features, "FEATURES", (*features.FEATURES, "examples.counting"))
