"""How far a picture may be from the stored one."""

from __future__ import annotations

TOLERANCE = 0.004
"""Share of pixels that may be off: letters differ a little from one FreeType to the next."""
