"""Presets: sets of options that have a name, which is what a match is offered by."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec


class Preset(msgspec.Struct, frozen=True):
    """A way to play that has a name. `about`: a sentence for people; `options`: raw, what differs from the
    usual ones; `rated`: it is even enough to count, as measured in docs/measurements.md."""

    name: str
    about: str
    options: Mapping[str, Any] = {}
    rated: bool = True


STANDARD = Preset("Standard", "The usual rules.")
"""The preset of a game that has no others."""
CUSTOM = "Custom"
"""What options are called that are no preset."""


def named(presets: Iterable[Preset], name: str) -> Preset | None:
    """The preset of this name, however it is capitalized; None when there is none."""
    return next((preset for preset in presets if preset.name.lower() == name.strip().lower()), None)
