"""Which tests have failed so far, for who puts a table away and looks whether it is worth a picture."""

from __future__ import annotations

import os

FAILED: set[str] = set()
"""Their names."""


def has_failed() -> bool:
    """Whether the test that is running, or being put away, has failed."""
    return os.environ.get("PYTEST_CURRENT_TEST", "").rpartition(" ")[0] in FAILED
