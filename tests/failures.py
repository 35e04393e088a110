"""Which tests have failed so far, to decide whether a closing table is worth a picture."""

from __future__ import annotations

import os

FAILED: set[str] = set()
"""The names of the failed tests."""


def has_failed() -> bool:
    """Return whether the current test has failed."""
    return os.environ.get("PYTEST_CURRENT_TEST", "").rpartition(" ")[0] in FAILED
