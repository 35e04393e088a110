"""Presets: named sets of options, by which matches are offered."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec


class Preset(msgspec.Struct, frozen=True):
    """A named set of options.

    Attributes:
        about: A sentence for people.
        options: The raw values that differ from the defaults.
        rated: Whether it's fair enough for ratings, as measured in docs/measurements.md.
    """

    name: str
    about: str
    options: Mapping[str, Any] = {}
    rated: bool = True


STANDARD = Preset("Standard", "The usual rules.")
"""The preset of a game that has no others."""
CUSTOM = "Custom"
"""The name shown for options that match no preset."""


def find_preset(presets: Iterable[Preset], name: str) -> Preset | None:
    """Return the preset of this name, ignoring case and outer spaces, or None."""
    return next((preset for preset in presets if preset.name.lower() == name.strip().lower()), None)
