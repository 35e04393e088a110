"""Points as people read them."""

from __future__ import annotations


def points(number: float) -> str:
    """“3”, “2½”, “½”."""
    whole, half = divmod(round(number * 2), 2)
    return f"{whole or '' if half else whole}{'½' if half else ''}"
