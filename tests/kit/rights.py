"""What an ordinary user may not do, for tests that run as root."""

from __future__ import annotations

import ctypes
import os

_DROP_FROM_BOUNDING_SET = 24
_OVERRIDING_RIGHTS = (1, 2)
"""CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH: root writes and reads whatever the rights of a file say."""


NO_BYTECODE = {"PYTHONDONTWRITEBYTECODE": "1"}
"""The environment of a program whose files may not grow: compiled modules would be cut off without an error,
and every later program would stumble over them."""


def obey_rights() -> None:
    """For `preexec_fn`: the program to come obeys the rights of files, even when root runs it."""
    if os.geteuid() != 0:
        return
    for right in _OVERRIDING_RIGHTS:
        if ctypes.CDLL(None, use_errno=True).prctl(_DROP_FROM_BOUNDING_SET, right, 0, 0, 0):
            raise OSError(ctypes.get_errno(), "root's rights cannot be dropped")
