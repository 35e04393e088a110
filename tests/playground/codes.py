"""The codes of a refusal."""

from __future__ import annotations


def codes(refusal, *steps):
    """Codes of the faults at a place of the error tree."""
    assert (refusal["code"], refusal["message"]) == (50035, "Invalid Form Body")
    node = refusal["errors"]
    for step in steps:
        node = node[str(step)]
    return [fault["code"] for fault in node["_errors"]]
