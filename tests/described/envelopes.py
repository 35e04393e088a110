"""The envelopes of gateway payloads, and the close codes.

The OpenAPI description covers the HTTP API alone; this follows Discord's documentation of the gateway,
“Payload Structure”, “Opcodes” and “Gateway Close Event Codes”.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

NAMES = {"op", "d", "s", "t"}
DISPATCH = 0
CLOSES = {1000, 1001, *range(4000, 4006), *range(4007, 4015)}


def _is_hello(data: Any) -> bool:
    return isinstance(data, dict) and type(data.get("heartbeat_interval")) is int


DATA: dict[int, Callable[[Any], bool]] = {
    DISPATCH: lambda data: isinstance(data, dict),
    1: lambda data: data is None,
    7: lambda data: data is None,
    9: lambda data: isinstance(data, bool),
    10: _is_hello,
    11: lambda data: data is None,
}
"""Checks of a received payload's `d` by its `op`."""


def faults(payload: bytes) -> list[str]:
    """Return the faults in a payload's envelope."""
    sent = json.loads(payload)
    if not isinstance(sent, dict) or sent.keys() != NAMES:
        return [f"a payload has {sorted(NAMES)}: {payload[:80]!r}"]
    op, number, name = sent["op"], sent["s"], sent["t"]
    if op not in DATA:
        return [f"no client receives op {op}"]
    wrong = [] if DATA[op](sent["d"]) else [f"op {op} doesn't carry {str(sent['d'])[:80]}"]
    if op == DISPATCH:
        is_numbered = type(number) is int and number > 0 and isinstance(name, str)
        return wrong + ([] if is_numbered else [f"an event has a number and a name, not {number} and {name}"])
    return wrong + ([] if number is None and name is None else [f"op {op} has no number and no name"])


def faults_of_close(code: int) -> list[str]:
    """Return a fault if Discord never closes a connection with this code."""
    return [] if code in CLOSES else [f"no connection is closed with {code}"]
