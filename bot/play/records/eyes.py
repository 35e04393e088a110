"""With whose eyes a match is watched again."""

from __future__ import annotations

from typing import Literal

Eyes = Literal["seat0", "seat1", "all", "truth"]
"""Whose eyes: a seat's, everybody's, or those to which nothing was hidden."""
