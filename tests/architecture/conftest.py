"""What the tests about the sources share."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from tests.architecture.sources import tree_of


@pytest.fixture(scope="package", autouse=True)
def _forget_trees() -> Iterator[None]:
    """Keep the syntax trees for these tests alone, and look for no garbage among them."""
    gc.disable()
    yield
    tree_of.cache_clear()
    gc.enable()
