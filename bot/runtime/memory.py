"""How much freed memory the C library keeps for this process."""

from __future__ import annotations

import ctypes
import sys

_ARENAS = 1
"""Threads share one pool: with one for each, what a thread has freed is of no use to the others."""
_MAPPED = 1 << 20
"""Blocks from this size on are returned to the system at once; a finished picture is smaller."""
_KEPT = 4 << 20
"""The most that's kept at the end of the pool; with less, each picture would ask the system anew."""
_M_TRIM_THRESHOLD, _M_MMAP_THRESHOLD, _M_ARENA_MAX = -1, -3, -8
"""The options' numbers in glibc's malloc.h."""


def limit_free_memory() -> None:
    """Make glibc keep little memory that's free; call this before there are threads.

    By itself, glibc has a pool for each thread and raises its thresholds with what the program frees, so that
    after a busy hour a third of the process is free memory. Other C libraries have no such options.
    """
    if sys.platform != "linux":
        return
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:
        for option, value in (
            (_M_ARENA_MAX, _ARENAS),
            (_M_MMAP_THRESHOLD, _MAPPED),
            (_M_TRIM_THRESHOLD, _KEPT),
        ):
            mallopt(option, value)
