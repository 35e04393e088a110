"""Dropping root's file permissions, for tests that run as root."""

from __future__ import annotations

import ctypes
import os

_DROP_FROM_BOUNDING_SET = 24
_OVERRIDING_RIGHTS = (1, 2)
"""CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH, with which root ignores file permissions."""


NO_BYTECODE = {"PYTHONDONTWRITEBYTECODE": "1"}
"""Environment for a program whose files may not grow.

Truncated bytecode files would be written without an error and break later programs.
"""


def obey_rights() -> None:
    """Make the program to come obey file permissions even when run as root; for `preexec_fn`."""
    if os.geteuid() != 0:
        return
    for right in _OVERRIDING_RIGHTS:
        if ctypes.CDLL(None, use_errno=True).prctl(_DROP_FROM_BOUNDING_SET, right, 0, 0, 0):
            raise OSError(ctypes.get_errno(), "root's rights cannot be dropped")
