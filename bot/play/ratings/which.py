"""The boards that there are."""

from __future__ import annotations

from typing import Literal

Which = Literal["here", "everywhere", "month", "bots"]
