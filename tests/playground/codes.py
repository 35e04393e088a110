"""Error codes in a refused request's body."""

from __future__ import annotations


def codes(refusal, *steps):
    """Return the codes of the errors at the place `steps` of the error tree."""
    assert (refusal["code"], refusal["message"]) == (50035, "Invalid Form Body")
    node = refusal["errors"]
    for step in steps:
        node = node[str(step)]
    return [fault["code"] for fault in node["_errors"]]
