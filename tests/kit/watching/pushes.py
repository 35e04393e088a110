"""What a phone shows of a message."""

from __future__ import annotations

import re

RAW = re.compile(r"<[@#/t]|\*\*|###|:R>")
"""What a lock screen would show as it is written."""
