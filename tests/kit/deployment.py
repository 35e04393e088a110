"""The files that describe how the bot is deployed."""

from __future__ import annotations

import re
from collections.abc import Iterator

import yaml

from tests.paths import ROOT

DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")


COMPOSE = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))


ALERTS = yaml.safe_load((ROOT / "deploy" / "alerts.yaml").read_text(encoding="utf-8"))["groups"][0]["rules"]


def instructions() -> Iterator[tuple[str, str]]:
    """Yield each instruction of the Dockerfile with its arguments, joined to one line."""
    lines = (line for line in DOCKERFILE.splitlines() if not line.startswith("#"))
    for line in re.sub(r"\\\n\s*", "", "\n".join(lines)).splitlines():
        if line.strip():
            name, _, rest = line.partition(" ")
            yield name, rest


def last_stage() -> list[tuple[str, str]]:
    found = list(instructions())
    return found[max(place for place, (name, _) in enumerate(found) if name == "FROM") :]
